"""`dramaturg memoir decide`: signals in, turn contracts out, one a line."""

from __future__ import annotations

import io
import json
from pathlib import Path
from shutil import copytree
from typing import Any

import jsonschema
import pytest

from dramaturg.cli.memoir import decide
from dramaturg.content.library import packaged
from dramaturg.kernel.errors import BadInput, ContentError, NotFound

HERE = packaged() / "memoir"
CONTRACT = json.loads((HERE / "schemas" / "turn-contract.schema.json").read_text(encoding="utf-8"))
CALM = {
    "vagueness_score": 0.1,
    "emotion_score": 0.1,
    "contradiction_score": 0,
    "refusal_or_discomfort": False,
    "conversation_phase": "narrative",
}
LEADS = {"user_initiated_elaboration": True}

# What is signalled, and where it leads: persona, depth after it, safety action.
TALK: list[tuple[dict[str, Any], tuple[str, int, str]]] = [
    ({}, ("EMPATHY_BASE", 0, "none")),
    ({"topic_id": "farm", **LEADS}, ("EMPATHY_BASE", 1, "none")),
    ({"vagueness_score": 0.6}, ("PRECISION_NARROW", 1, "none")),
    ({"emotion_score": 0.7, **LEADS}, ("EMPATHY_EXPAND", 2, "none")),
    ({"consent": True, **LEADS}, ("EMPATHY_BASE", 3, "none")),
    ({"contradiction_score": 0.9}, ("LOGIC_CLARIFY", 3, "none")),
    ({"refusal_or_discomfort": True}, ("SAFETY_FALLBACK", 2, "deescalate")),
    ({"topic_id": "school"}, ("EMPATHY_BASE", 0, "none")),
    ({"stop_requested": True}, ("SAFETY_FALLBACK", 0, "stop")),
    (LEADS, ("SAFETY_FALLBACK", 0, "stop")),
]


def test_every_line_gets_a_contract_and_the_state_is_carried_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    contracts = _decided(tmp_path, capsys, *(told for told, _ in TALK))
    assert [
        (one["persona_used"], one["depth_level_after"], one["safety_action"]) for one in contracts
    ] == [expected for _, expected in TALK]
    assert [one["depth_level_before"] for one in contracts] == [
        0,
        *(one["depth_level_after"] for one in contracts[:-1]),
    ]


def test_every_contract_validates_against_the_schema_and_says_something(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for contract in _decided(tmp_path, capsys, *(told for told, _ in TALK), {"self_harm": True}):
        jsonschema.Draft202012Validator(CONTRACT).validate(contract)
        assert contract["tactic_used"]
        assert contract["metrics"]["response_tokens"] > 0
        assert contract["metrics"]["question_count"] <= 1


def test_the_keys_of_a_contract_are_those_that_the_seed_prints(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (contract,) = _decided(tmp_path, capsys, {})
    assert list(contract) == [
        *(
            "persona_used",
            "topic_id",
            "conversation_phase",
            "depth_level_before",
            "depth_level_after",
        ),
        *("tactic_used", "loop_state", "safety_action", "metrics", "response_text"),
    ]
    assert list(contract["metrics"]) == [
        "response_tokens",
        "question_count",
        "question_tokens_mean",
    ]


def test_the_same_signals_give_the_same_contracts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    told = [told for told, _ in TALK]
    assert _decided(tmp_path, capsys, *told) == _decided(tmp_path, capsys, *told)


def test_a_talk_may_begin_at_a_depth_but_the_core_needs_consent(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (reached,) = _decided(tmp_path, capsys, {"prior_depth_level": 2})
    (core,) = _decided(tmp_path, capsys, {"prior_depth_level": 3})
    assert (reached["depth_level_before"], reached["depth_level_after"]) == (2, 2)
    assert (core["depth_level_before"], core["depth_level_after"]) == (3, 2)


def test_signals_are_read_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = f"{json.dumps(CALM)}\n\n{json.dumps(CALM)}\n".encode()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines)))
    decide(Path("-"))
    assert len(capsys.readouterr().out.splitlines()) == 2


FAULTY = [
    (json.dumps(CALM | {"emotion": 0.3}), "unknown key 'emotion'. Did you mean 'emotion_score'?"),
    (
        json.dumps(CALM | {"emotion_score": 1.2}),
        "emotion_score: input should be less than or equal to 1",
    ),
    (json.dumps(CALM | {"emotion_score": "high"}), "emotion_score: input should be a valid number"),
    (
        json.dumps(CALM | {"refusal_or_discomfort": "no"}),
        "refusal_or_discomfort: input should be a valid boolean",
    ),
    (
        json.dumps(CALM | {"conversation_phase": "middle"}),
        "conversation_phase: input should be 'warmup'",
    ),
    (
        json.dumps({key: value for key, value in CALM.items() if key != "vagueness_score"}),
        "'vagueness_score' is missing",
    ),
    (json.dumps(CALM).replace("0.1", "NaN", 1), "vagueness_score: input should be a finite number"),
    ("{", "this is not JSON"),
    ("[]", "this line: input should be an object"),
]


@pytest.mark.parametrize(("line", "told"), FAULTY, ids=[told for _, told in FAULTY])
def test_a_line_that_cannot_be_read_is_told_with_its_number(
    line: str, told: str, tmp_path: Path
) -> None:
    file = tmp_path / "signals.jsonl"
    file.write_text(f"{json.dumps(CALM)}\n{line}\n", encoding="utf-8")
    with pytest.raises(BadInput) as raised:
        decide(file)
    assert str(raised.value).startswith(f"{file}:2: {told}")


def test_all_faulty_lines_are_told_at_once_and_nothing_is_decided(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "signals.jsonl"
    file.write_text("\n".join([json.dumps(CALM), *(line for line, _ in FAULTY)]), encoding="utf-8")
    with pytest.raises(BadInput) as raised:
        decide(file)
    assert len(str(raised.value).splitlines()) == len(FAULTY)
    assert capsys.readouterr().out == ""


def test_a_file_that_is_not_there_is_not_found() -> None:
    with pytest.raises(NotFound):
        decide(Path("nowhere.jsonl"))


@pytest.mark.slow
def test_own_artifacts_govern_and_are_proven_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    own = tmp_path / "own"
    copytree(HERE / "origins", own)
    _replace(own / "router-policy.json", '"VAGUENESS_THRESHOLD": 0.6', '"VAGUENESS_THRESHOLD": 0.3')
    (contract,) = _decided(tmp_path, capsys, {"vagueness_score": 0.3}, artifacts=str(own))
    assert contract["persona_used"] == "PRECISION_NARROW"
    _replace(own / "router-policy.json", "refusal_or_discomfort or", "")
    with pytest.raises(ContentError, match="safety-not-first"):
        _decided(tmp_path, capsys, {}, artifacts=str(own))


def _decided(
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    *told: dict[str, Any],
    artifacts: str = "origins",
) -> list[dict[str, Any]]:
    file = folder / "signals.jsonl"
    file.write_text("\n".join(json.dumps(CALM | each) for each in told), encoding="utf-8")
    decide(file, artifacts)
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def _replace(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
