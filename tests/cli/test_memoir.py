"""Memoirs at the shell: audited, drawn as a timeline, written as a book, marked, forgotten, and
governed by one's own rules.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from tests.cli.at_the_shell import Shell, shell
from tests.engines.memoir.audit.test_turn_contracts import SCHEMA

from dramaturg.kernel.errors import BadInput, ContentError, NotFound

pytestmark = pytest.mark.slow

TOLD = (
    "I grew up in Leeds, over my uncle's shop, with my brother Peter.",
    "In 1951 I went to work at the woollen mill in Otley. The looms were so loud that we talked with our hands.",
    "Off the record, my uncle watered the milk for years and years, and the whole street knew it and said nothing.",
    "I'd rather not talk about that.",
    "Please stop. I want to stop here.",
)
Told = Callable[..., Shell]


@pytest.fixture(scope="module")
def memoir(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """One memoir, for all who only look at it."""
    return _told(shell(tmp_path_factory.mktemp("memoir")))


@pytest.fixture
def own(tmp_path: Path) -> Shell:
    """One for who changes it."""
    return _told(shell(tmp_path))


def _told(at: Shell) -> Shell:
    at("play", "memoir", "--name", "Wilma", "--born", "1938", said=TOLD)
    return at


# ── told about ────────────────────────────────────────────────────────────────────────────────────


def test_an_audit_explains_every_turn_of_the_newest_memoir(memoir: Shell) -> None:
    printed = memoir("memoir", "audit")
    assert [line for line in printed.splitlines() if line.startswith("Turn ")][1:] == [
        "Turn 1, warmup",
        "Turn 2, warmup",
        "Turn 3, warmup",
        "Turn 4, narrative",
        "Turn 5, narrative",
    ]
    assert "rule “safety” led to SAFETY_FALLBACK" in printed
    assert "the sitting is over: stop requested" in printed
    assert "woollen mill" in printed


def test_an_audit_can_do_without_words(memoir: Shell) -> None:
    printed = memoir("memoir", "audit", "--no-words").lower()
    assert [
        word for word in ("leeds", "peter", "otley", "mill", "uncle", "wilma") if word in printed
    ] == []
    assert "routed" in printed


def test_an_audit_of_one_turn(memoir: Shell) -> None:
    printed = memoir("memoir", "audit", "--turn", "2")
    assert printed.startswith("Turn 2, warmup")
    assert "Turn 3" not in printed
    memoir.fails(NotFound, "no turn 99", "memoir", "audit", "--turn", "99")


def test_contracts_come_as_json_lines_and_validate(memoir: Shell) -> None:
    contracts = [json.loads(line) for line in memoir("memoir", "audit", "--contracts").splitlines()]
    assert len(contracts) == 1 + len(TOLD)
    for contract in contracts:
        jsonschema.Draft202012Validator(SCHEMA).validate(contract)


def test_the_timeline_comes_as_text_and_as_json(memoir: Shell) -> None:
    assert "1951" in memoir("memoir", "timeline")
    assert "1951" in json.dumps(json.loads(memoir("memoir", "timeline", "--json")))


@pytest.mark.parametrize("form", ["md", "html", "epub"])
def test_a_book_is_written_without_what_is_off_the_record(memoir: Shell, form: str) -> None:
    out = memoir.folder / f"book.{form}"
    assert f"Wrote {out}" in memoir("memoir", "book", "--to", form, "--out", str(out))
    text = _text(out)
    assert "woollen mill" in text
    assert "watered" not in text


def test_a_book_that_cannot_be_written_is_said(memoir: Shell) -> None:
    memoir.fails(
        BadInput,
        "cannot be written",
        "memoir",
        "book",
        "--out",
        str(memoir.folder / "sessions.db" / "book.md"),
    )


def _text(book: Path) -> str:
    if book.suffix != ".epub":
        return book.read_text(encoding="utf-8")
    with zipfile.ZipFile(book) as files:
        return b"".join(map(files.read, files.namelist())).decode("utf-8", "replace")


# ── changed ───────────────────────────────────────────────────────────────────────────────────────


def test_a_mark_keeps_a_passage_out_of_the_book_until_it_is_taken_away(own: Shell) -> None:
    session = own.session
    for mark, there in (("sensitive", False), ("none", True)):
        assert "Passage 2" in own("memoir", "mark", session, "2", mark)
        own("memoir", "book", "--to", "md", "--out", str(own.folder / "book.md"))
        assert ("woollen mill" in _text(own.folder / "book.md")) is there
    own.fails(BadInput, "there is no passage 77", "memoir", "mark", session, "77", "none")


def test_a_passage_is_forgotten_for_good_and_only_with_a_yes(own: Shell) -> None:
    session = own.session
    own.fails(BadInput, "say --yes", "memoir", "forget", session, "--passage", "2")
    assert "Otley" in own("memoir", "audit")
    assert own("memoir", "forget", session, "--passage", "2", "--yes").startswith(
        "Removed for good: 1 passage"
    )
    assert "Otley" not in own("memoir", "audit")
    own.fails(
        BadInput, "not both", "memoir", "forget", session, "--passage", "1", "--everything", "--yes"
    )


def test_everything_is_forgotten(own: Shell) -> None:
    assert "The memoir was removed" in own("memoir", "forget", own.session, "--everything", "--yes")
    own.fails(NotFound, "there is no memoir yet", "memoir", "audit")


# ── one's own ─────────────────────────────────────────────────────────────────────────────────────


def test_new_artifacts_check_decide_and_play_as_they_are(tmp_path: Path) -> None:
    at = shell(tmp_path)
    mine = str(tmp_path / "mine")
    assert f"dramaturg check {mine}" in at("new", "memoir", mine)
    checked = at("check", mine)
    assert "0 faults" in checked
    assert "✗" not in checked
    signals = {
        "vagueness_score": 0.7,
        "emotion_score": 0,
        "contradiction_score": 0,
        "refusal_or_discomfort": False,
    }
    (tmp_path / "signals.jsonl").write_text(
        json.dumps(signals | {"conversation_phase": "narrative"}), encoding="utf-8"
    )
    decided: dict[str, Any] = json.loads(
        at("memoir", "decide", "--artifacts", mine, "--signals", str(tmp_path / "signals.jsonl"))
    )
    assert decided["persona_used"] == "PRECISION_NARROW"
    assert "Kept as" in at("play", "memoir", mine, said=("I grew up in Leeds.", "/quit"))


def test_own_artifacts_that_would_do_harm_are_not_played(tmp_path: Path) -> None:
    at, mine = shell(tmp_path), tmp_path / "mine"
    at("new", "memoir", str(mine))
    policy = mine / "router-policy.json"
    policy.write_text(
        policy.read_text(encoding="utf-8").replace("refusal_or_discomfort or ", ""),
        encoding="utf-8",
    )
    at.fails(SystemExit, "safety-not-first", "check", str(mine))
    at.fails(ContentError, "safety-not-first", "play", "memoir", str(mine))


def test_files_that_are_there_are_written_over_only_with_force(tmp_path: Path) -> None:
    at, mine = shell(tmp_path), str(tmp_path / "mine")
    at("new", "memoir", mine)
    at.fails(BadInput, "there already", "new", "memoir", mine)
    assert "Wrote" in at("new", "memoir", mine, "--force")
