"""What becomes of each concept in an interview: one state each, under one key, whenever its slot is
found.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import takewhile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from tests.engines.interviews.random_graphs import QUOTE, vector_of

from dramaturg.engines.interviews.base import tracker
from dramaturg.engines.interviews.base.state import (
    Answered,
    Asked,
    ConceptAdded,
    ConceptMapped,
    ConceptMentioned,
    EdgeAdded,
    InterviewEvent,
    InterviewState,
    SignalsRead,
    SlotAdded,
    apply,
)
from dramaturg.engines.interviews.base.tracker import NodeState
from dramaturg.turn.engine import fold
from dramaturg.turn.readings import Depth

DEPTHS: Sequence[Depth] = ("surface", "shallow", "moderate", "deep")
STRATEGIES = ("ladder_up", "ladder_down")
SLOTS = ("s1", "s2")


def concept(number: int) -> ConceptAdded:
    id = f"c{number}"
    return ConceptAdded(id, id, "value", QUOTE, (f"value {id}",), vector_of(number), 3, True)


def slot(id: str) -> SlotAdded:
    return SlotAdded(id, id, "value", (f"value {id}",), vector_of(9))


def mapped(id: str, to: str) -> ConceptMapped:
    return ConceptMapped(id, to, "meaning", 0.7, 2)


def turn(
    number: int, depth: Depth, focus: str, news: bool = False, strategy: str = "ladder_up"
) -> list[InterviewEvent]:
    """An answer, and the question after it."""
    return [
        Answered(number, f"u{number}", "x"),
        SignalsRead(depth, "offline", news=news),
        Asked("?", "ask", strategy, focus, ""),
    ]


def played(*events: InterviewEvent) -> InterviewState:
    return fold(apply, events, InterviewState())


# ── one key for a concept ─────────────────────────────────────────────────────────────────────────


class OneStateEach(RuleBasedStateMachine):
    """Concepts come, are asked about, yield, and find their slots in any order; beside it, a plain
    list of what happened.
    """

    def __init__(self) -> None:
        super().__init__()
        self.state = InterviewState()
        self.slot_of: dict[str, str] = {}
        self.asked: list[tuple[int, str, str]] = []
        self.answers: list[tuple[str, Depth]] = []
        self.yields: list[tuple[int, str]] = []
        self.edges: list[tuple[str, str]] = []

    def happen(self, event: InterviewEvent) -> None:
        self.state = apply(self.state, event)

    def key(self, id: str) -> str:
        return self.slot_of.get(id, id)

    @property
    def concepts(self) -> list[str]:
        return [f"c{number + 1}" for number in range(len(self.state.graph.concepts))]

    @initialize()
    def begin(self) -> None:
        for id in SLOTS:
            self.happen(slot(id))
        self.happen(concept(1))

    @rule()
    def somebody_says_something_new(self) -> None:
        self.happen(concept(len(self.concepts) + 1))

    @rule(data=st.data())
    def it_is_said_again(self, data: st.DataObject) -> None:
        id = data.draw(st.sampled_from(self.concepts))
        self.happen(ConceptMentioned(id, f"{id} again", QUOTE, (), "meaning"))

    @rule(data=st.data())
    def an_edge_is_drawn(self, data: st.DataObject) -> None:
        source, target = (
            data.draw(st.sampled_from(self.concepts)),
            data.draw(st.sampled_from(self.concepts)),
        )
        if source != target and (source, target) not in self.edges:
            self.edges.append((source, target))
            self.happen(
                EdgeAdded(f"e{len(self.edges)}", source, target, "leads_to", QUOTE, chain=True)
            )

    @precondition(lambda self: len(self.slot_of) < len(self.concepts))
    @rule(data=st.data(), to=st.sampled_from(SLOTS))
    def it_finds_its_slot(self, data: st.DataObject, to: str) -> None:
        id = data.draw(st.sampled_from([id for id in self.concepts if id not in self.slot_of]))
        self.slot_of[id] = to
        self.happen(mapped(id, to))

    @rule(
        depth=st.sampled_from(DEPTHS),
        news=st.booleans(),
        strategy=st.sampled_from(STRATEGIES),
        data=st.data(),
    )
    def a_turn_is_played(
        self, depth: Depth, news: bool, strategy: str, data: st.DataObject
    ) -> None:
        now = self.state.turn + 1
        focus = data.draw(st.sampled_from(["", *self.concepts]))
        if self.asked and self.asked[-1][1]:
            self.answers.append((self.asked[-1][1], depth))
            self.yields += [(now, self.asked[-1][1])] if news else []
        self.asked.append((now, focus, strategy))
        for event in turn(now, depth, self.key(focus) if focus else "", news, strategy):
            self.happen(event)

    @invariant()
    def every_concept_has_one_state_under_its_key(self) -> None:
        assert set(self.state.tracker.states) == {self.key(id) for id in self.concepts}
        assert all(key == state.key for key, state in self.state.tracker.states.items())
        assert set(self.state.tracker.active) == set(self.state.tracker.states)

    @invariant()
    def all_that_happened_to_its_concepts_is_in_it(self) -> None:
        focuses = [self.key(focus) if focus else "" for _, focus, _ in self.asked]
        for key, state in self.state.tracker.states.items():
            turns = [number for number, focus, _ in self.asked if focus and self.key(focus) == key]
            yields = [number for number, focus in self.yields if self.key(focus) == key]
            assert state.focus_count == len(turns)
            assert state.last_focus_turn == (turns[-1] if turns else None)
            assert (
                state.depths
                == tuple(depth for focus, depth in self.answers if self.key(focus) == key)[
                    -tracker.DEPTHS_KEPT :
                ]
            )
            assert (state.yield_count, state.last_yield_turn) == (
                len(yields),
                yields[-1] if yields else None,
            )
            assert state.edges == sum(
                key in (self.key(source), self.key(target)) for source, target in self.edges
            )
            usage = Counter(
                strategy for _, focus, strategy in self.asked if focus and self.key(focus) == key
            )
            assert state.strategy_usage == dict(usage)
            run = len(list(takewhile(key.__eq__, reversed(focuses))))
            assert self.state.tracker.streak(key) == run
        assert self.state.tracker.previous_focus == (focuses[-1] if focuses else "")


TestOneStateEach = OneStateEach.TestCase
TestOneStateEach.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)


@given(st.permutations(["c1", "c2", "c3"]))
def test_the_order_in_which_concepts_find_their_slot_changes_nothing(order: list[str]) -> None:
    begun = [
        concept(1),
        concept(2),
        concept(3),
        slot("s1"),
        *turn(1, "deep", "c2"),
        *turn(2, "shallow", "c1", news=True),
    ]
    after = played(*begun, *(mapped(id, "s1") for id in order)).tracker.states["s1"]
    first = played(*begun, *(mapped(id, "s1") for id in ("c1", "c2", "c3"))).tracker.states["s1"]
    assert (after.focus_count, after.depths, after.yield_count, after.concept) == (
        first.focus_count,
        first.depths,
        first.yield_count,
        first.concept,
    )


def test_a_slot_and_its_concept_asked_about_in_turn_were_one() -> None:
    begun = [
        concept(1),
        concept(2),
        slot("s1"),
        mapped("c1", "s1"),
        *turn(1, "deep", "s1"),
        *turn(2, "deep", "c2"),
    ]
    assert played(*begun).tracker.streak("c2") == 1
    assert played(*begun, mapped("c2", "s1")).tracker.streak("s1") == 2


def test_an_old_run_does_not_come_back_with_a_slot() -> None:
    asked = [event for number in (1, 2, 3) for event in turn(number, "deep", "s1")]
    begun = [
        concept(1),
        concept(2),
        concept(3),
        slot("s1"),
        mapped("c1", "s1"),
        *asked,
        *turn(4, "deep", "c3"),
        *turn(5, "deep", "c2"),
    ]
    assert played(*begun, mapped("c2", "s1")).tracker.streak("s1") == 1


def test_answers_of_a_concept_that_joins_late_stand_where_they_were_given() -> None:
    begun: list[InterviewEvent] = [concept(1), concept(2), slot("s1"), mapped("c1", "s1")]
    asked = [*turn(1, "deep", "c2"), *turn(2, "surface", "s1"), *turn(3, "deep", "")]
    assert played(*begun, *asked, mapped("c2", "s1")).tracker.states["s1"].depths == (
        "surface",
        "deep",
    )


def test_a_question_names_the_concept_that_was_mentioned_last() -> None:
    begun: list[InterviewEvent] = [concept(1), concept(2), slot("s1"), mapped("c1", "s1")]
    again = ConceptMentioned("c1", "c1", QUOTE, (), "exact")
    assert played(*begun, mapped("c2", "s1")).tracker.states["s1"].concept == "c2"
    assert played(*begun, again, mapped("c2", "s1")).tracker.states["s1"].concept == "c1"


# ── exhaustion ────────────────────────────────────────────────────────────────────────────────────


def dull(turns: int, depth: Depth = "surface") -> list[InterviewEvent]:
    return [
        concept(1),
        concept(2),
        *(event for number in range(1, turns + 1) for event in turn(number, depth, "c1")),
    ]


def test_a_concept_that_was_asked_about_twice_and_brings_nothing_is_exhausted() -> None:
    state = played(*dull(4))
    assert tracker.becomes_exhausted(state.tracker, "c1", state.turn)
    assert not tracker.becomes_exhausted(state.tracker, "c2", state.turn)


@pytest.mark.parametrize(
    "events",
    [
        pytest.param(dull(4, "deep"), id="answers are deep"),
        pytest.param(dull(2), id="too early"),
        pytest.param([*dull(3), *turn(4, "surface", "c1", news=True)], id="it yields"),
        pytest.param([*dull(3), *turn(4, "surface", "c2")], id="not in a row"),
    ],
)
def test_a_concept_is_not_exhausted_while_one_criterion_fails(events: list[InterviewEvent]) -> None:
    state = played(*events)
    assert not tracker.becomes_exhausted(state.tracker, "c1", state.turn)


def test_exhaustion_holds_until_the_concept_has_rested() -> None:
    tired = tracker.exhausted(played(*dull(4)).tracker, "c1", 4)
    assert [tracker.is_exhausted(tired, "c1", now, 5) for now in (4, 8, 9)] == [True, True, False]


def test_yield_ends_exhaustion_and_not_the_streak() -> None:
    state = played(*dull(4))
    tired = tracker.exhausted(state.tracker, "c1", 4)
    fresh = tracker.yielded(tired, 5)
    assert fresh.states["c1"].exhausted_at is None
    assert fresh.streak("c1") == tired.streak("c1") == 4


def test_the_score_of_exhaustion_weighs_stagnation_persistence_and_shallowness() -> None:
    state = played(*dull(6))
    assert tracker.exhaustion_score(state.tracker, "c1", 10) == pytest.approx(0.4 + 0.3 + 0.3)
    assert tracker.exhaustion_score(state.tracker, "c2", 10) == pytest.approx(0.4)


@pytest.mark.parametrize(
    ("focuses", "pings"),
    [("1212", True), ("1112", False), ("212", False), ("1111", False), ("31212", True)],
)
def test_going_to_and_fro_between_two_concepts_is_seen(focuses: str, pings: bool) -> None:
    asked = (
        event
        for number, id in enumerate(focuses, start=1)
        for event in turn(number, "deep", f"c{id}")
    )
    assert tracker.ping_pong(played(concept(1), concept(2), concept(3), *asked).tracker) is pings


def test_only_so_many_concepts_are_active_and_the_newest_stay() -> None:
    state = played(*(concept(number) for number in range(1, tracker.ACTIVE + 11)))
    assert len(state.tracker.active) == tracker.ACTIVE
    assert state.tracker.active[-1] == f"c{tracker.ACTIVE + 10}"
    assert len(state.tracker.states) == tracker.ACTIVE + 10


def test_ages_count_from_when_a_concept_came() -> None:
    state = NodeState("c1", "c1", "calm", "value", created_at_turn=3)
    assert (state.turns_since_yield(5), state.turns_since_focus(5)) == (2, 2)
