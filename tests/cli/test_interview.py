"""`dramaturg interview rank` and `interview hear`, as a person or a program at the shell meets them."""

from __future__ import annotations

import json
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from tests.cli.at_the_shell import run_here
from tests.engines.interviews.short_ladder import TEXT
from tests.support.ears import WrittenEar, doing

from dramaturg.cli import interview
from dramaturg.turn.hearing import Hearing


def run(methodology: str, signals: str, stdin: str = "") -> CompletedProcess[str]:
    return run_here("interview", "rank", methodology, "--signals", signals, stdin=stdin)


def test_pairs_come_best_first_one_a_line(tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text(TEXT, encoding="utf-8")
    given = {
        "global": {"graph.node_count": 25},
        "nodes": {
            "wiese": {"graph.node.has_upward": True},
            "größe": {"graph.node.has_upward": False},
        },
    }
    (tmp_path / "signals.json").write_text(json.dumps(given), encoding="utf-8")
    done = run(str(tmp_path / "own.yaml"), str(tmp_path / "signals.json"))
    assert done.stderr == ""
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        {
            "strategy": name,
            "node_id": node,
            "score": score,
            "parts": parts,
            "multiplier": 1.0,
            "bonus": 0.0,
        }
        for name, node, score, parts in [
            ("why", "größe", 1.0, {"graph.node.has_upward.false": 1.0}),
            ("why", "wiese", 0.0, {}),
            ("widen", "wiese", -0.5, {"graph.node_count": -0.5}),
            ("widen", "größe", -0.5, {"graph.node_count": -0.5}),
        ]
    ]


def test_faults_are_told_with_their_file_and_nothing_is_printed() -> None:
    done = run("means_end_chain", "-", '{"nodes": {"c1": {"graph.node.nu": 1}}, "phases": 3}')
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.splitlines() == [
        "-: unknown key 'phases'. Did you mean 'phase'?",
        "-: nodes.c1: there is no signal 'graph.node.nu'. Did you mean 'graph.node.is_new'?",
    ]


@pytest.mark.parametrize(
    ("signals", "told"), [("nowhere.json", "cannot be read"), ("-", "this is not JSON")]
)
def test_what_cannot_be_read_is_a_message(signals: str, told: str) -> None:
    done = run("means_end_chain", signals, "{")
    assert done.returncode == 1
    assert told in done.stderr
    assert "Traceback" not in done.stderr


# ── hear ──────────────────────────────────────────────────────────────────────────────────────────

CALM = "It froths well, so I feel calm in the morning."
MONEY = "I'd rather not talk about money."
KEYS = [
    "refusal", "refused", "stop", "pause", "question_back", "correction", "danger",
    "care", "emotion", "valence", "language", "repair", "concepts", "links",
]  # fmt: skip
ORDINARY: dict[str, object] = {
    **dict.fromkeys(("refusal", "stop", "pause", "question_back", "correction", "repair"), False),
    "refused": None,
    "danger": None,
    "care": "none",
    "emotion": 0.0,
    "valence": 0.5,
    "language": "en",
    "concepts": [],
    "links": [],
}
HEARD = {
    MONEY: doing("refusal", refused="money", at=26),
    "Bye now.": doing("goodbye"),
    "Let me stop.": doing("stop"),
    "One second.": doing("pause"),
    "And you?": doing("question_back"),
    "What do you mean?": doing("repair"),
    "Ich mag den Schaum.": Hearing(language="de"),
    "Hm.": Hearing(danger="abuse", care="check", emotion=0.8, valence=0.2),
}


def hear(*arguments: str, stdin: str) -> CompletedProcess[str]:
    return run_here("interview", "hear", *arguments, stdin=stdin)


@pytest.fixture
def given_ear(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interview, "ear", lambda: WrittenEar(HEARD))


@pytest.mark.usefixtures("given_ear")
def test_an_answer_is_told_with_what_is_taken_from_it() -> None:
    stdin = json.dumps({"said": CALM, "question": "What do you like about it?"})
    done = hear("means_end_chain", "--about", "oat_milk", stdin=stdin)
    (told,) = map(json.loads, done.stdout.splitlines())
    assert list(told) == KEYS
    assert [each["label"] for each in told["concepts"]] == ["froths well", "feel calm"]
    assert all(each["quote"] in CALM for each in told["concepts"])
    assert told["links"] == [{"from": "froths well", "to": "feel calm", "type": "leads_to"}]


@pytest.mark.usefixtures("given_ear")
@pytest.mark.parametrize(
    ("said", "told"),
    [
        (MONEY, {"refusal": True, "refused": "money"}),
        ("Bye now.", {"stop": True}),
        ("Let me stop.", {"stop": True}),
        ("One second.", {"pause": True}),
        ("And you?", {"question_back": True}),
        ("What do you mean?", {"repair": True}),
        ("Ich mag den Schaum.", {"language": "de"}),
        ("Hm.", {"danger": "abuse", "care": "check", "emotion": 0.8, "valence": 0.2}),
    ],
)
def test_what_people_do_with_words_is_told_and_nothing_is_taken_from_it(
    said: str, told: dict[str, object]
) -> None:
    done = hear("five_whys", "--about", "my old bike", stdin=json.dumps({"said": said}))
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == {**ORDINARY, **told}


@pytest.mark.usefixtures("given_ear")
def test_a_file_is_heard_with_ones_own_methodology(tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text(TEXT, encoding="utf-8")
    lines = [json.dumps({"said": said}) for said in (CALM, MONEY)]
    (tmp_path / "said.jsonl").write_text("\n".join(lines), encoding="utf-8")
    own, said = str(tmp_path / "own.yaml"), str(tmp_path / "said.jsonl")
    done = hear(own, "--about", "oat milk", "--in", said, stdin="")
    assert [json.loads(line)["refusal"] for line in done.stdout.splitlines()] == [False, True]


def test_all_faults_of_what_was_said_are_told_at_once_and_nothing_is_heard() -> None:
    stdin = '{"said": "Fine."}\n{"sad": "x"}\n{"said": 3, "earlier": []}\noops\n'
    done = hear("means_end_chain", "--about", "oat_milk", stdin=stdin)
    assert (done.returncode, done.stdout) == (1, "")
    assert [line.partition(".")[0] for line in done.stderr.splitlines()] == [
        "-:2: 'said' is missing",
        "-:2: unknown key 'sad'",
        "-:3: said: input should be a valid string",
        "-:3: unknown key 'earlier'",
        '-:4: this is not JSON; write one answer a line, such as {"said": "',
    ]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("means_end_chains", "--about", "oat_milk"), "Did you mean 'means_end_chain'?"),
        (("means_end_chain", "--about", "oat_mlk"), "Did you mean 'oat_milk'?"),
        (("means_end_chain", "--about", "oat_milk", "--in", "nowhere"), "there is no file nowhere"),
    ],
)
def test_what_is_not_there_is_a_message(arguments: tuple[str, ...], told: str) -> None:
    done = hear(*arguments, stdin="")
    assert done.returncode == 1
    assert told in done.stderr
