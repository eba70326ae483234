"""Deciding: what a line is for, before anybody words it. Pure, from states and signals put together
by hand.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.engines.memoir.origins import artifacts, signals

from dramaturg.engines.memoir.base.artifacts import Teller
from dramaturg.engines.memoir.base.directive import MemoirDirective
from dramaturg.engines.memoir.base.ledger import Ledger, TopicEntry
from dramaturg.engines.memoir.base.state import (
    LineSaid,
    MemoirEvent,
    MemoirSignalsRead,
    MemoirState,
    PassageTold,
    SittingBegan,
    SittingEnded,
    apply,
)
from dramaturg.engines.memoir.base.story import StoryThread
from dramaturg.engines.memoir.base.story_events import PassageMarked, ThreadOpened
from dramaturg.engines.memoir.decide import MemoirPolicy, decide
from dramaturg.engines.memoir.govern.conductor import Conductor
from dramaturg.kernel.values import replace
from dramaturg.turn.contract import Percept
from dramaturg.turn.engine import fold

DESK = MemoirPolicy(artifacts(), Teller(), Conductor(artifacts()))
OPENED = ThreadOpened(StoryThread("t1", "the shop", "", ("shop",), (1,)))
DARK = {"valence": 0.2, "emotional_disclosure": 0.8}
LEADS: dict[str, Any] = {"user_initiated_elaboration": True, "topic_id": "t1"}


def at_depth(level: int, consent: int | None = None, **more: Any) -> MemoirState:
    """A sitting in which one topic was taken so deep."""
    topics = Ledger().topics.set("t1", TopicEntry(level, level, consent))
    begun: tuple[MemoirEvent, ...] = (
        SittingBegan(1, 1.0),
        PassageTold(1, "The shop.", "", 1.0),
        OPENED,
        LineSaid("And then?", "ask", "x"),
    )
    state = fold(apply, begun, MemoirState())
    return replace(state, ledger=Ledger(5, "t1", level, topics=topics), **more)


def decided(
    state: MemoirState, readings: dict[str, float] | None = None, **told: Any
) -> MemoirDirective:
    """What is decided on a passage with these signals."""
    events: tuple[MemoirEvent, ...] = (
        PassageTold(6, "It was so.", "", 2.0),
        MemoirSignalsRead(signals(**told), "offline"),
    )
    return decide(fold(apply, events, state), Percept(events, {}, readings or {}), DESK).directive


PURPOSES = [
    ({}, {}, "ask"),
    ({}, {"conversation_phase": "close"}, "close"),
    ({}, {"conversation_phase": "close", "refusal_or_discomfort": True}, "ask"),
    ({"purpose": "close"}, {"conversation_phase": "close"}, "farewell"),
    ({"purpose": "close"}, {"refusal_or_discomfort": True}, "farewell"),
    ({"ended": "farewell"}, {}, "quiet"),
    ({"ended": "acute_distress"}, {"emotion_score": 0.95}, "quiet"),
    ({}, {"stop_requested": True}, "stop"),
    ({}, {"emotion_score": 0.9}, "stop"),
    ({"purpose": "close"}, {"emotion_score": 0.9}, "stop"),
    ({}, {"self_harm": True}, "care"),
    ({"ended": "farewell"}, {"self_harm": True}, "care"),
    ({"purpose": "close"}, {"self_harm": True, "stop_requested": True}, "care"),
]


@pytest.mark.parametrize(("before", "told", "purpose"), PURPOSES)
def test_the_person_comes_first_then_what_was_agreed_then_the_story(
    before: dict[str, Any], told: dict[str, Any], purpose: str
) -> None:
    assert decided(at_depth(1, **before), **told).purpose == purpose


# ── asking leave ──────────────────────────────────────────────────────────────────────────────────


def test_leave_is_asked_at_the_door_of_the_core_and_nowhere_else() -> None:
    assert [decided(at_depth(level), DARK, **LEADS).purpose for level in (0, 1, 2)] == [
        "ask",
        "ask",
        "consent",
    ]


UNASKED = [
    ("the teller does not lead", {}, {"topic_id": "t1"}, DARK),
    ("nothing dark is told", {}, LEADS, {"valence": 0.8, "emotional_disclosure": 0.8}),
    ("nothing is bared", {}, LEADS, {"valence": 0.2, "emotional_disclosure": 0.1}),
    ("it was asked in this sitting", {"consent_asked": ("t1",)}, LEADS, DARK),
    ("the topic is another", {}, {**LEADS, "topic_id": "t2"}, DARK),
    ("something is to be cleared up first", {}, {**LEADS, "contradiction_score": 0.8}, DARK),
    ("they refuse", {}, {**LEADS, "refusal_or_discomfort": True}, DARK),
]


@pytest.mark.parametrize(
    ("why", "before", "told", "readings"), UNASKED, ids=[case[0] for case in UNASKED]
)
def test_leave_is_not_asked_where(
    why: str, before: dict[str, Any], told: dict[str, Any], readings: dict[str, float]
) -> None:
    assert decided(at_depth(2, **before), readings, **told).purpose == "ask"


def test_leave_that_was_given_is_not_asked_for_again() -> None:
    directive = decided(at_depth(2, consent=4), DARK, **LEADS)
    assert (directive.purpose, directive.conduct.depth_after) == ("ask", 3)


# ── turns in which nothing was told ───────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("event", "purpose"),
    [(SittingBegan(2, 9.0), "recap"), (PassageMarked(1, "sensitive", ""), "noted")],
    ids=["sitting", "mark"],
)
def test_a_turn_without_words_goes_no_deeper_and_takes_nothing_for_a_signal(
    event: MemoirEvent, purpose: str
) -> None:
    state = at_depth(2, signals=signals(**LEADS))
    directive = decide(apply(state, event), Percept((event,)), DESK).directive
    assert (
        directive.purpose,
        directive.conduct.rose,
        directive.signals.user_initiated_elaboration,
    ) == (purpose, False, False)


def test_the_first_sitting_of_a_memoir_without_a_story_is_opened_not_recapped() -> None:
    event = SittingBegan(2, 9.0)
    assert decide(apply(MemoirState(), event), Percept((event,)), DESK).directive.purpose == "open"


def test_words_after_the_end_take_nothing_deeper() -> None:
    state = apply(at_depth(1), SittingEnded("farewell"))
    assert decided(state, **LEADS).conduct.depth_after == 1


def test_the_reason_names_the_rule_the_persona_the_depth_and_the_tactic() -> None:
    events: tuple[MemoirEvent, ...] = (
        PassageTold(6, "It was so.", "", 2.0),
        MemoirSignalsRead(signals(vagueness_score=0.8), "offline"),
    )
    decision = decide(fold(apply, events, at_depth(1)), Percept(events), DESK)
    for part in (
        "vagueness leads to PRECISION_NARROW",
        "depth stays at 1",
        decision.directive.tactic,
    ):
        assert part in decision.reason


# ── grief ─────────────────────────────────────────────────────────────────────────────────────────


def in_grief(state: MemoirState, **told: Any) -> MemoirDirective:
    """What is decided on the second of two passages of the same grief."""
    first: tuple[MemoirEvent, ...] = (
        PassageTold(6, "They got him about four in the morning.", "", 2.0),
        MemoirSignalsRead(signals(topic_id="t1"), "offline"),
        LineSaid("Take your time.", "ask", "give_room"),
    )
    events: tuple[MemoirEvent, ...] = (
        PassageTold(7, "I wrote to his mother. I never told her it was my watch.", "", 3.0),
        MemoirSignalsRead(signals(**told), "offline"),
    )
    seen = fold(apply, (*first, *events), state)
    return decide(seen, Percept(events, {}, DARK), DESK).directive


def test_leave_is_asked_where_a_grief_goes_on_from_one_passage_to_the_next() -> None:
    assert in_grief(at_depth(1), emotion_score=0.7, **LEADS).purpose == "consent"


def test_nobody_is_asked_for_one_moment_of_a_grief() -> None:
    directive = in_grief(at_depth(1), vagueness_score=0.9, topic_id="t1")
    assert directive.conduct.loop_state is None
    assert directive.tactic != "narrow_to_a_moment"
