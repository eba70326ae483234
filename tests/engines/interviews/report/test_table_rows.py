"""The readable tables of an interview: turn by turn they come to say what the state says."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from tests.engines.interviews.handmade_interviews import VECTOR, Story, oat_milk, random_story

from dramaturg.engines.interviews.base.directive import InterviewDirective, QuestionReport
from dramaturg.engines.interviews.base.state import InterviewEvent, InterviewState
from dramaturg.engines.interviews.report.table_rows import rows
from dramaturg.engines.interviews.report.turn_result import InterviewRecord
from dramaturg.store.projections import PROJECTIONS, upserts_of
from dramaturg.turn.engine import Codec
from dramaturg.turn.ports import TableRow

Tables = dict[str, dict[tuple[Any, ...], dict[str, Any]]]
CODEC: Codec[InterviewState, InterviewEvent, InterviewDirective, QuestionReport] = Codec(
    InterviewState, InterviewRecord
)
TIMINGS = {"perceive": 0.03, "Extraction": 0.02, "decide": 0.005, "settle": 0.001}


def kept(rows_of_turns: Iterable[list[TableRow]]) -> Tables:
    """What the store has after these turns."""
    tables: Tables = {table: {} for table in PROJECTIONS}
    for turn in rows_of_turns:
        for table, written in upserts_of("session", turn, {name: name for name in PROJECTIONS}):
            projection = PROJECTIONS[table]
            for values in written:
                row = dict(zip(projection.columns, values, strict=True))
                key = tuple(row[column] for column in projection.key[1:])
                before = tables[table].get(key, {})
                tables[table][key] = row | {
                    column: row[column] or before.get(column) for column in projection.kept
                }
    return tables


def told(story: Story) -> Tables:
    return kept(
        rows("session", record, after, TIMINGS)
        for record, after in zip(story.records, story.after, strict=True)
    )


@pytest.fixture(scope="module")
def tables() -> Tables:
    return told(oat_milk())


def test_a_concept_keeps_its_first_words_and_counts_its_mentions(tables: Tables) -> None:
    foam = tables["kg_nodes"]["c1",]
    assert (
        foam["mentions"],
        foam["source_quote"],
        foam["source_utterance_id"],
        foam["embedding"],
    ) == (2, "thick foam", "u1", VECTOR)
    assert json.loads(foam["labels"]) == ["foam"]


def test_every_quote_has_its_number_its_turn_and_its_place(tables: Tables) -> None:
    quotes = {
        key: (row["turn"], row["utterance_id"], row["text"])
        for key, row in tables["kg_quotes"].items()
        if key[0] in ("c1", "e1")
    }
    assert quotes == {
        ("c1", 1): (1, "u1", "thick foam"),
        ("c1", 2): (2, "u2", "The foam"),
        ("e1", 1): (2, "u2", "The foam makes it a treat"),
        ("e1", 2): (5, "u5", "The foam makes it a treat"),
    }


def test_what_was_taken_back_says_so(tables: Tables) -> None:
    assert tables["kg_nodes"]["c2",]["is_revised"]
    assert not tables["kg_nodes"]["c6",]["is_revised"]


def test_a_slot_becomes_active_with_its_second_concept(tables: Tables) -> None:
    slot = tables["canonical_slots"]["s1",]
    assert (slot["status"], slot["support_count"], slot["slot_name"]) == ("active", 2, "treat")
    assert tables["surface_to_slot_mapping"]["c5",]["similarity_score"] == 0.7


def test_a_refusal_is_kept_with_what_was_asked_about(tables: Tables) -> None:
    assert tables["node_states"]["c4",]["refused_at_turn"] == 4


def test_scores_are_kept_with_their_parts(tables: Tables) -> None:
    assert len(tables["scoring_history"]) == 10
    best = tables["scoring_history"][2, 1]
    assert (best["strategy"], best["node_id"], json.loads(best["parts"])) == (
        "ladder_up",
        "s1",
        {"llm.engagement": 0.5},
    )
    assert (
        best["score"]
        == sum(json.loads(best["parts"]).values()) * best["multiplier"] + best["bonus"]
    )


def test_a_turn_has_its_result_velocity_and_latency(tables: Tables) -> None:
    turn = tables["interview_turns"][5,]
    assert (turn["should_continue"], turn["termination_reason"], turn["latency_ms"]) == (
        False,
        "max_turns_reached",
        36,
    )
    assert (turn["surface_velocity_ewma"], turn["prev_surface_node_count"]) == (1.5, 6)
    assert json.loads(turn["result"])["stage_timings"] == {"Extraction": 0.02}


def test_the_opening_has_words_and_no_decision(tables: Tables) -> None:
    assert tables["utterances"][0, "interviewer"]["text"].startswith("What comes to mind")
    assert (0,) not in tables["interview_turns"]


@pytest.mark.parametrize("seed", range(30))
def test_the_tables_come_to_say_what_the_state_says(seed: int) -> None:
    story = random_story(seed, turns=14)
    tables, state = told(story), story.state
    assert concepts_in(tables) == {
        id: (each.label, each.mentions, each.slot or None, each.revised)
        for id, each in state.graph.concepts.items()
    }
    assert edges_in(tables) == {
        id: (each.source, each.target, each.mentions) for id, each in state.graph.edges.items()
    }
    assert slots_in(tables) == {
        id: (each.active, len(each.concepts)) for id, each in state.graph.slots.items()
    }
    assert {
        (key[0], f"{key[1]} {key[2]}"): row["support_count"]
        for key, row in tables["canonical_edges"].items()
    } == {
        (id, key): count
        for id, slot in state.graph.slots.items()
        for key, count in slot.outgoing.items()
    }
    assert node_states_in(tables) == node_states_of(state)
    mentions = {
        id: each.mentions
        for id, each in (*state.graph.concepts.items(), *state.graph.edges.items())
    }
    assert Counter(owner for owner, _ in tables["kg_quotes"]) == mentions


@pytest.mark.parametrize("seed", range(5))
def test_rows_are_the_same_from_a_record_and_state_that_were_stored(seed: int) -> None:
    story = random_story(seed, turns=6)
    for record, after in zip(story.records, story.after, strict=True):
        again = CODEC.record(CODEC.record_json(record)), CODEC.state(CODEC.state_json(after))
        assert rows("session", *again, TIMINGS) == rows("session", record, after, TIMINGS)


def test_a_turn_writes_no_more_rows_late_than_early() -> None:
    story = oat_milk()
    quiet = len(rows("session", story.records[4], story.after[4], {}))
    long = random_story(1, turns=60)
    long.turn("I'd rather not say.", concept="c1", depth="surface", refusal=True)
    assert len(rows("session", long.records[-1], long.after[-1], {})) <= quiet


def concepts_in(tables: Tables) -> dict[str, tuple[Any, ...]]:
    return {
        row["node_id"]: (row["label"], row["mentions"], row["slot_id"], row["is_revised"])
        for row in tables["kg_nodes"].values()
    }


def edges_in(tables: Tables) -> dict[str, tuple[Any, ...]]:
    return {
        row["edge_id"]: (row["source_node_id"], row["target_node_id"], row["mentions"])
        for row in tables["kg_edges"].values()
    }


def slots_in(tables: Tables) -> dict[str, tuple[Any, ...]]:
    return {
        row["slot_id"]: (row["status"] == "active", row["support_count"])
        for row in tables["canonical_slots"].values()
    }


def node_states_in(tables: Tables) -> dict[str, tuple[Any, ...]]:
    """Of those that have not moved."""
    return {
        row["node_id"]: (
            row["focus_count"],
            row["current_focus_streak"],
            row["yield_count"],
            row["edge_count"],
            json.loads(row["all_response_depths"]),
            json.loads(row["strategy_usage_count"]),
            row["exhausted_at_turn"],
        )
        for row in tables["node_states"].values()
        if row["moved_to"] is None
    }


def node_states_of(state: InterviewState) -> dict[str, tuple[Any, ...]]:
    return {
        key: (
            each.focus_count,
            each.focus_streak,
            each.yield_count,
            each.edges,
            list(each.depths),
            dict(each.strategy_usage),
            each.exhausted_at,
        )
        for key, each in state.tracker.states.items()
    }
