"""The signals of single concepts, read from what was said and asked."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engines.interviews.random_graphs import KINDS, events_of, histories
from tests.engines.interviews.short_ladder import methodology

from dramaturg.engines.interviews.base import tracker
from dramaturg.engines.interviews.base.extraction import Quote
from dramaturg.engines.interviews.base.methodology import Ontology
from dramaturg.engines.interviews.base.state import (
    Asked,
    ConceptAdded,
    ConceptMapped,
    ConceptMentioned,
    EdgeAdded,
    Exhausted,
    InterviewEvent,
    InterviewState,
    SignalsRead,
    SlotAdded,
    apply,
)
from dramaturg.engines.interviews.strategy.node_signals import (
    Columns,
    columns_of,
    facts_of,
    node_columns,
    used,
)
from dramaturg.engines.interviews.strategy.signals import SIGNALS, TYPE, vocabulary
from dramaturg.kernel.conditions import Facts
from dramaturg.turn.engine import fold
from dramaturg.turn.readings import Depth

METHOD = methodology()
QUOTE = Quote("u1", 0, 4, "said")
LIGHT = ConceptAdded("c1", "light", "feature", QUOTE, ("light",), "", level=1)
JOY = ConceptAdded("c2", "joy", "reason", QUOTE, ("joy",), "", level=2, terminal=True)
RED = ConceptAdded("c3", "red", "feature", QUOTE, ("red",), "", level=1)
LINK = EdgeAdded("e1", "c1", "c2", "leads_to", QUOTE, chain=True)


def after(*turns: tuple[InterviewEvent, ...]) -> InterviewState:
    """The state after so many turns and what each brought."""
    state = InterviewState()
    for number, events in enumerate(turns, start=1):
        state = fold(apply, events, replace(state, turn=number))
    return state


def ask(key: str, strategy: str = "why") -> Asked:
    return Asked("And then?", "ask", strategy, key)


def heard(depth: Depth, news: bool = False) -> SignalsRead:
    return SignalsRead(depth, "offline", news=news)


def columns(state: InterviewState, **more: Any) -> Columns:
    return node_columns(state, state.turn, METHOD.limits, METHOD.ontology, strict=True, **more)


def facts(state: InterviewState, key: str, **more: Any) -> Facts:
    return facts_of(columns(state, **more), key)


def test_a_concept_s_place_in_the_graph_is_read() -> None:
    state = after((LIGHT, JOY, RED, LINK))
    light, joy, red = (facts(state, key) for key in ("c1", "c2", "c3"))
    assert [each["graph.node.is_orphan"] for each in (light, joy, red)] == [False, False, True]
    assert [each["graph.node.has_upward"] for each in (light, joy, red)] == [True, False, False]
    assert [each["graph.node.has_downward"] for each in (light, joy, red)] == [False, True, False]
    assert [each["graph.node.edge_count"] for each in (light, joy, red)] == [0.1, 0.1, 0.0]
    assert [each["graph.node.level"] for each in (light, joy, red)] == [0.5, 1.0, 0.5]
    assert [each["graph.node.is_terminal"] for each in (light, joy, red)] == [False, True, False]
    assert [each[TYPE] for each in (light, joy, red)] == ["feature", "reason", "feature"]


def test_what_was_touched_last_comes_first() -> None:
    assert columns(after((LIGHT, RED), (ask("c1"),))).keys == ("c1", "c3")


def test_what_came_with_this_answer_is_new_and_what_was_said_again_is_mentioned_more() -> None:
    state = after((LIGHT,), (RED, ConceptMentioned("c1", "light", QUOTE, (), "exact", 1.0)))
    assert [facts(state, key)["graph.node.is_new"] for key in ("c1", "c3")] == [False, True]
    assert [facts(state, key)["graph.node.mentions"] for key in ("c1", "c3")] == [2 / 5, 1 / 5]


def test_a_slot_has_what_its_concepts_have() -> None:
    mapped = [ConceptMapped(id, "s1", "new", 1, 2) for id in ("c1", "c3")]
    state = after((LIGHT, JOY, RED, LINK, SlotAdded("s1", "look", "feature", (), ""), *mapped))
    assert facts(state, "s1")["graph.node.has_upward"] is True
    assert facts(state, "s1")["graph.node.mentions"] == 2 / 5


@pytest.mark.parametrize(
    ("times", "streak"),
    [(0, "none"), (1, "low"), (2, "medium"), (3, "medium"), (4, "high"), (9, "high")],
)
def test_the_streak_counts_questions_in_a_row(times: int, streak: str) -> None:
    state = after((LIGHT, RED, ask("c3")), *((ask("c1"),) for _ in range(times)), ())
    assert facts(state, "c1")["graph.node.focus_streak"] == streak
    assert facts(state, "c1")["graph.node.is_current_focus"] is (times > 0)


@pytest.mark.parametrize(
    ("times", "word"),
    [(0, "none"), (1, "low"), (2, "low"), (3, "medium"), (4, "medium"), (5, "high")],
)
def test_repetition_counts_one_strategy_in_a_row_on_one_concept(times: int, word: str) -> None:
    state = after(
        (LIGHT, RED, ask("c1", "widen")), *((ask("c1"), ask("c3", "widen")) for _ in range(times))
    )
    expected = word if times else "low"
    assert facts(state, "c1")["technique.node.strategy_repetition"] == expected
    assert facts(after((LIGHT,)), "c1")["technique.node.strategy_repetition"] == "none"


@pytest.mark.parametrize(
    ("turns_ago", "recency"), [(1, 1.0), (2, 0.95), (11, 0.5), (21, 0.0), (40, 0.0)]
)
def test_recency_fades_over_twenty_turns(turns_ago: int, recency: float) -> None:
    state = after((LIGHT, ask("c1")), *(() for _ in range(turns_ago)))
    assert facts(state, "c1")["graph.node.recency_score"] == pytest.approx(recency)


def test_what_was_never_asked_about_is_neither_recent_nor_stagnant() -> None:
    state = after((LIGHT,), (), (), (), ())
    assert facts(state, "c1")["graph.node.recency_score"] == 0.0
    assert facts(state, "c1")["graph.node.yield_stagnation"] is False


SHALLOW_TALK = (
    (LIGHT, RED, ask("c1")),
    *((heard("surface"), ask("c1")) for _ in range(3)),
    (heard("surface"),),
)


def test_what_is_talked_out_is_exhausted_in_the_very_turn() -> None:
    found = facts(after(*SHALLOW_TALK), "c1")
    assert (found["graph.node.exhausted"], found["graph.node.yield_stagnation"]) == (True, True)
    assert (
        found["meta.node.opportunity"],
        facts(after(*SHALLOW_TALK), "c3")["meta.node.opportunity"],
    ) == ("exhausted", "fresh")
    assert found["graph.node.exhaustion_score"] == pytest.approx(0.4 * 0.4 + 0.3 * 0.8 + 0.3)


def test_exhaustion_stays_until_it_has_rested() -> None:
    left = (*SHALLOW_TALK[:-1], (heard("surface"), Exhausted("c1"), ask("c3")))
    states = [after(*left, *((ask("c3"),) for _ in range(turns))) for turns in range(1, 6)]
    assert [facts(state, "c1")["graph.node.exhausted"] for state in states] == [
        True,
        True,
        True,
        False,
        False,
    ]


def test_a_deep_answer_that_brought_nothing_calls_for_probing() -> None:
    barren = after((LIGHT, RED, ask("c1")), (heard("deep"),))
    fruitful = after((LIGHT, RED, ask("c1")), (heard("deep", news=True),))
    plain = after((LIGHT, RED, ask("c1")), (heard("moderate"),))
    found = [facts(state, "c1")["meta.node.opportunity"] for state in (barren, fruitful, plain)]
    assert found == ["probe_deeper", "fresh", "fresh"]
    assert facts(barren, "c3")["meta.node.opportunity"] == "fresh"


def test_what_belongs_to_the_guide_s_topic_is_on_it() -> None:
    state = after((LIGHT, RED))
    assert [facts(state, key, on_topic={"c3"})["guide.node.on_topic"] for key in ("c1", "c3")] == [
        False,
        True,
    ]


def test_use_is_counted_by_strategy_and_concept() -> None:
    state = after((LIGHT, RED, ask("c1")), (ask("c1"),), (ask("c3", "widen"),))
    table = used(columns(state).where(["c1", "c3"]), state, ("why", "widen"))
    assert columns(state).keys == ("c3", "c1")
    assert np.array_equal(table, [[0.0, 2 / 3], [1 / 3, 0.0]])


def test_a_detector_that_fails_leaves_its_column_out_and_is_named() -> None:
    state = after((LIGHT, replace(RED, type="unheard_of")))
    found = node_columns(state, 1, METHOD.limits, METHOD.ontology)
    assert TYPE not in found.by_signal
    assert list(found.degraded) == [TYPE]
    assert facts_of(found, "c3")["graph.node.is_orphan"] is True


def test_where_keeps_order_and_takes_all_signals_along() -> None:
    found = columns(after((LIGHT, JOY, RED))).where({"c1", "c3"})
    assert found.keys == ("c3", "c1")
    assert facts_of(found, "c1") == facts(after((LIGHT, JOY, RED)), "c1")


def test_a_concept_without_a_rung_has_no_level() -> None:
    assert "graph.node.level" not in facts(after((replace(LIGHT, level=None),)), "c1")


TYPES = st.sampled_from(["feature", "reason"])
SOME_FACTS = st.fixed_dictionaries(
    {},
    optional={"graph.node.level": st.floats(0, 1), "graph.node.is_new": st.booleans(), TYPE: TYPES},
)


@given(st.lists(SOME_FACTS))
def test_facts_become_columns_and_facts_again(nodes: list[Facts]) -> None:
    named = {f"c{number}": each for number, each in enumerate(nodes)}
    found = columns_of(named, vocabulary(METHOD))
    assert {key: facts_of(found, key) for key in found.keys} == named


@given(histories)
def test_whatever_grows_all_numbers_are_shares_and_every_concept_has_every_signal(
    history: Any,
) -> None:
    state = fold(apply, tuple(events_of(history)), InterviewState(turn=1))
    first, *_ = METHOD.ontology.concepts
    concepts = [
        first.model_copy(update={"type": name, "level": level})
        for name, (level, _) in KINDS.items()
    ]
    ontology = Ontology.model_validate(METHOD.ontology.model_dump() | {"concepts": concepts})
    found = node_columns(state, 2, METHOD.limits, ontology, strict=True)
    assert found.keys == tuple(reversed(state.tracker.active))
    for key in found.keys:
        assert {*facts_of(found, key), "graph.node.level"} == {
            name for name, signal in SIGNALS.items() if signal.level == "node"
        }
    numbers = [
        column.values for column in found.by_signal.values() if column.values.dtype == np.float64
    ]
    assert all(((values >= 0) & (values <= 1)).all() for values in numbers)


@given(histories)
def test_all_scores_of_exhaustion_at_once_are_those_the_tracker_gives_one_by_one(
    history: Any,
) -> None:
    state = fold(apply, tuple(events_of(history)), InterviewState(turn=1))
    found = node_columns(state, 4, METHOD.limits, METHOD.ontology)
    expected = [tracker.exhaustion_score(state.tracker, key, 4) for key in found.keys]
    assert found.by_signal["graph.node.exhaustion_score"].told == expected


def test_exhaustion_after_shallow_answers_is_what_the_tracker_says() -> None:
    state = after(*SHALLOW_TALK)
    expected = tracker.exhaustion_score(state.tracker, "c1", state.turn)
    assert facts(state, "c1")["graph.node.exhaustion_score"] == expected
