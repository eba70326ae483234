"""What a turn comes to, as a whole and stage by stage."""

from __future__ import annotations

import json
from dataclasses import fields

import pytest
from tests.engines.interviews.handmade_interviews import Story, oat_milk

from dramaturg.engines.interviews.report.turn_result import TurnResult, stage_outputs, turn_result

STAGES = [
    "ContextLoading",
    "UtteranceSaving",
    "SRLPreprocessing",
    "Extraction",
    "GraphUpdate",
    "SlotDiscovery",
    "StateComputation",
    "StrategySelection",
    "Continuation",
    "QuestionGeneration",
    "ResponseSaving",
    "ScoringPersistence",
]
TIMINGS = {"perceive": 0.2, "Extraction": 0.15, "decide": 0.01, "express": 0.0304}


@pytest.fixture(scope="module")
def story() -> Story:
    return oat_milk()


def test_a_result_has_every_field_of_the_seed() -> None:
    seed = (
        "turn_number extracted graph_state scoring strategy_selected next_question should_continue signals strategy_alternatives"
        " termination_reason canonical_graph graph_comparison latency_ms"
    )
    assert set(seed.split()) <= {field.name for field in fields(TurnResult)}


def test_a_result_tells_what_was_found_and_what_is_asked(story: Story) -> None:
    result = turn_result(story.records[2], TIMINGS)
    assert [concept["label"] for concept in result.extracted["concepts"]] == ["a treat"]
    assert result.graph_state["node_count"] == 3
    assert result.scoring == {
        "strategy_id": "ladder_up",
        "node_id": "s1",
        "score": 1.5,
        "pairs": 2,
        "reasoning": "ladder_up promises most",
    }
    assert (result.strategy_selected, result.next_question, result.should_continue) == (
        "ladder_up",
        "What does that give you?",
        True,
    )
    assert result.strategy_alternatives is not None
    assert result.strategy_alternatives[1].parts == {"llm.valence.low": 0.25}


def test_the_graphs_are_told_in_the_shape_of_the_seed(story: Story) -> None:
    result = turn_result(story.records[3], {})
    assert result.canonical_graph == {
        "slots": {"concept_count": 1, "orphan_count": 0, "avg_support": 2.0, "slot_count": 1},
        "edges": {"edge_count": 0},
        "metrics": {"max_depth": 1},
    }
    assert result.graph_comparison is not None
    assert {
        "node_reduction_pct",
        "edge_aggregation_ratio",
        "orphan_improvement_pct",
    } <= result.graph_comparison.keys()


def test_latency_counts_steps_once_and_stages_are_told_apart(story: Story) -> None:
    result = turn_result(story.records[1], TIMINGS)
    assert result.latency_ms == 240
    assert result.stage_timings == {"Extraction": 0.15}


def test_what_could_not_be_read_is_named(story: Story) -> None:
    assert turn_result(story.records[4], {}).degraded_signals == {"llm.valence": "reader failed"}


def test_the_last_turn_says_why_it_is_the_last(story: Story) -> None:
    result = turn_result(story.records[5], {})
    assert (result.should_continue, result.termination_reason) == (False, "max_turns_reached")


def test_an_opening_has_decided_nothing(story: Story) -> None:
    result = turn_result(story.records[0], {"opening": 0.002})
    assert (result.turn_number, result.strategy_selected, result.signals, result.latency_ms) == (
        0,
        None,
        None,
        2,
    )
    assert list(stage_outputs(story.records[0])) == ["QuestionGeneration", "ResponseSaving"]


def test_every_stage_of_a_turn_has_an_output_in_order(story: Story) -> None:
    outputs = stage_outputs(story.records[3])
    assert list(outputs) == STAGES
    assert json.loads(json.dumps(outputs)) == outputs


def test_stages_tell_what_they_did(story: Story) -> None:
    outputs = stage_outputs(story.records[3])
    extraction, slots = outputs["Extraction"], outputs["SlotDiscovery"]
    assert (extraction["concept_count"], extraction["source"]) == (2, "offline")
    assert extraction["timestamp"] == 180.0
    came = {name: ids for name, ids in outputs["GraphUpdate"].items() if ids}
    assert came == {"nodes_added": ["c4", "c5"], "edges_added": ["e2"]}
    assert (slots["slots_created"], slots["slots_updated"]) == ([], ["s1"])
    assert len(slots["mappings_created"]) == 1
    assert outputs["Continuation"] == {
        "should_continue": True,
        "reason": None,
        "purpose": "ask",
        "focus_concept": "c4",
    }
    assert outputs["QuestionGeneration"] == {
        "question": "What does that give you?",
        "source": "offline",
        "template": "What of {focus}?",
        "refused": [],
        "overridden": [],
    }
