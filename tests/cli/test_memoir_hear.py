"""`dramaturg memoir hear`: words in, what is heard in them out, one a line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.cli.at_the_shell import run_here
from tests.support.ears import WrittenEar, doing

from dramaturg.cli import memoir
from dramaturg.turn.hearing import Hearing

HEARD: Mapping[str, Hearing] = {
    "The army I don't go into.": doing("refusal", refused="The army", emotion=0.4, valence=0.3),
    "Goodbye now.": doing("goodbye"),
    "Enough, please.": doing("stop"),
    "Hold on a moment.": doing("pause"),
    "And you?": doing("question_back"),
    "No, my aunt had it.": doing("correction"),
    "My arm has gone numb.": doing(danger="medical", care="check"),
    "It was long ago.": doing(danger="abuse", care="none"),
    "مرحبا بكم في بيتنا": doing(language="ar"),
}
CALM = {
    "refusal": False,
    "refused": None,
    "stop": False,
    "pause": False,
    "question_back": False,
    "correction": False,
    "danger": None,
    "care": "none",
    "emotion": 0.0,
    "valence": 0.5,
    "language": "en",
}
TOLD: Mapping[str, dict[str, Any]] = {
    "The army I don't go into.": {
        "refusal": True,
        "refused": "The army",
        "emotion": 0.4,
        "valence": 0.3,
    },
    "Goodbye now.": {"stop": True},
    "Enough, please.": {"stop": True},
    "Hold on a moment.": {"pause": True},
    "And you?": {"question_back": True},
    "No, my aunt had it.": {"correction": True},
    "My arm has gone numb.": {"danger": "medical", "care": "check"},
    "It was long ago.": {},
    "مرحبا بكم في بيتنا": {"language": "ar"},
}


def hear(*lines: Any, **options: Any) -> list[dict[str, Any]]:
    stdin = "\n".join(json.dumps(line) for line in lines)
    done = run_here("memoir", "hear", stdin=stdin, **options)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_every_line_is_told_as_it_was_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memoir, "ear", lambda: WrittenEar(HEARD))
    found = hear(*({"said": said} for said in TOLD))
    assert found == [{**CALM, **told} for told in TOLD.values()]
    assert [list(one) for one in found] == [list(CALM)] * len(TOLD)


def test_the_ear_that_ships_hears_with_what_was_said_before() -> None:
    (found,) = hear({"said": "I was born in Leeds.", "context": "Where were you born?"})
    assert list(found) == list(CALM)
    assert 0 <= found["emotion"] <= 1
    assert 0 <= found["valence"] <= 1


def test_lines_come_from_a_file_too(tmp_path: Path) -> None:
    (tmp_path / "said.jsonl").write_text('{"said": "We had two cows."}\n\n', encoding="utf-8")
    done = run_here("memoir", "hear", "--in", "said.jsonl", folder=tmp_path)
    assert len(done.stdout.splitlines()) == 1


def test_all_faults_are_told_at_once_and_nothing_is_heard() -> None:
    done = run_here("memoir", "hear", stdin='{"said": "a", "contxt": ""}\n{}\n{"said": 3}\nx\n')
    assert (done.returncode, done.stdout) == (1, "")
    for fault in (
        "-:1: unknown key 'contxt'. Did you mean 'context'?",
        "-:2: 'said' is missing",
        "-:3: said: input should be a valid string",
        "-:4: this is not JSON",
    ):
        assert fault in done.stderr
