"""Every turn returns the seed's contract and can be accounted for: schema, telemetry, and the
tables that keep them.
"""

from __future__ import annotations

import json
from dataclasses import asdict, fields

import jsonschema
import pytest
from tests.engines.memoir.sittings import (
    SITTINGS,
    conducted_in,
    directive_of,
    every_turn,
    model,
    played,
    told,
)

from dramaturg.content.library import packaged
from dramaturg.engines.memoir.audit.rows import rows
from dramaturg.engines.memoir.audit.turn_contracts import Telemetry, contract_of, telemetry_of
from dramaturg.engines.memoir.govern.conductor import Conductor
from dramaturg.engines.memoir.safety.metrics import metrics_of
from dramaturg.turn.care import taken_in

pytestmark = pytest.mark.slow  # they share the sittings, and whoever comes first plays them

SCHEMA = json.loads(
    (packaged() / "memoir" / "schemas" / "turn-contract.schema.json").read_text(encoding="utf-8")
)
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def test_every_turn_of_every_sitting_validates_and_says_what_was_said() -> None:
    for title, record in every_turn():
        contract = contract_of(record)
        assert [
            error.message for error in VALIDATOR.iter_errors(json.loads(contract.model_dump_json()))
        ] == [], (title, record.turn)
        assert contract.response_text == record.line
        assert contract.metrics == metrics_of(record.line)
        assert contract.tactic_used


def test_the_depth_of_a_turn_is_where_the_next_begins() -> None:
    for title in ("generous", "refusing", "consenting", "declining"):
        contracts = [contract_of(record) for record in played(title).records]
        assert [one.depth_level_before for one in contracts[1:]] == [
            one.depth_level_after for one in contracts[:-1]
        ], title


def test_telemetry_has_every_field_that_the_seed_lists() -> None:
    """Logging & Observability: routing and winning rule, signals, depth and reason, overrides,
    verbosity, loop steps.
    """
    assert {field.name for field in fields(Telemetry)} >= {
        *(
            "winning_rule",
            "signals",
            "depth_before",
            "depth_after",
            "depth_reason",
            "safety_action",
            "triggers",
        ),
        *("overrides", "loop_steps", "response_tokens", "question_count", "question_tokens_mean"),
    }
    names = {
        "vagueness_score",
        "emotion_score",
        "contradiction_score",
        "refusal_or_discomfort",
        "conversation_phase",
    }
    for _, record in every_turn():
        telemetry = telemetry_of(record)
        if record.turn == 0 or taken_in(record.percept):
            assert telemetry is None
            continue
        assert telemetry
        assert telemetry.winning_rule
        assert telemetry.depth_reason
        assert telemetry.signals.keys() >= names


def test_telemetry_holds_no_word_that_was_said() -> None:
    sitting = told(
        *(
            f"{turn['said']} That was at Quozham, with old Mr Quozwick."
            for turn in SITTINGS["refusing"]
        )
    )
    written = [
        json.dumps({**asdict(one), "signals": dict(one.signals)})
        for one in map(telemetry_of, sitting.records)
        if one
    ]
    assert len(written) == len(SITTINGS["refusing"])
    assert [text for text in written if "quoz" in text.lower()] == []


def test_who_steps_back_says_what_moved_them() -> None:
    for _, record in every_turn():
        telemetry = telemetry_of(record)
        if telemetry and telemetry.safety_action in ("deescalate", "stop"):
            assert telemetry.triggers


def test_a_replaced_line_is_on_record_with_its_rules_and_the_words_of_the_other_are_measured() -> (
    None
):
    line = "So they beat you in Leeds, didn't they?"
    record = told("I grew up in Leeds.", voice=model(line=line)).records[-1]
    telemetry, contract = telemetry_of(record), contract_of(record)
    assert telemetry
    assert "presupposed_harm" in telemetry.overrides
    assert contract.safety_action == "override"
    assert contract.response_text == told("I grew up in Leeds.").records[-1].line


def test_steps_of_a_loop_are_counted_up_to_its_cap() -> None:
    steps = [telemetry_of(record) for record in played("declining").records[1:]]
    assert [one.loop_steps for one in steps if one][3:5] == [1, 2]


def test_the_conduct_of_a_turn_follows_from_its_signals_alone() -> None:
    """An auditor can decide each turn again, from the signals and the turns before."""
    for title in ("generous", "refusing", "contradicting", "consenting"):
        sitting = played(title)
        conductor = Conductor(sitting.engine.artifacts)
        for before, record in zip(sitting.states, sitting.records[1:], strict=False):
            assert (
                conductor.conduct(before.ledger, directive_of(record).signals)
                == conducted_in(record).conduct
            ), (title, record.turn)


def test_what_the_tables_keep_of_a_turn_is_its_contract_and_its_telemetry() -> None:
    sitting = played("refusing")
    for record, state in zip(sitting.records, sitting.states, strict=True):
        (row,) = (row.values for row in rows("s", record, state) if row.table == "memoir_turns")
        assert json.loads(str(row["contract"])) == json.loads(contract_of(record).model_dump_json())
        assert bool(json.loads(str(row["telemetry"]))) is (record.turn > 0)
        assert (row["turn"], row["sitting"]) == (record.turn, 1)
