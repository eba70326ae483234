"""Settling: what holds in the end. A line that was not said asked nothing, took nothing up and went
nowhere.
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.engines.memoir.test_decide import DARK, LEADS, OPENED, at_depth, decided

from dramaturg.engines.memoir.base.directive import LineReport, MemoirDirective
from dramaturg.engines.memoir.base.state import (
    Conducted,
    LineSaid,
    MemoirEvent,
    MemoirState,
    PassageTold,
    SittingEnded,
    apply,
)
from dramaturg.engines.memoir.base.story_events import PassageMarked, TakenUp, ThreadLeftAlone
from dramaturg.engines.memoir.settle import settle
from dramaturg.kernel.values import replace
from dramaturg.turn.contract import Decision, Draft, Override, Settlement, Source, Verdict
from dramaturg.turn.engine import fold

SEEN = apply(at_depth(1), PassageTold(6, "It was so.", "", 2.0))


def settled(
    directive: MemoirDirective,
    *rules: str,
    seen: MemoirState = SEEN,
    line: str = "And then?",
    source: Source = "offline",
) -> Settlement[MemoirEvent]:
    verdict = Verdict(line, tuple(Override(rule, "") for rule in rules))
    return settle(
        seen, Decision(directive, "because"), Draft(line, LineReport("a template"), source), verdict
    )


def events_of(settlement: Settlement[MemoirEvent], *kinds: type) -> list[Any]:
    return [event for event in settlement.events if isinstance(event, kinds)]


def taking_up(directive: MemoirDirective) -> MemoirDirective:
    return replace(directive, holes={"person": "your brother"}, takes_up=("person:brother",))


def test_a_line_that_was_said_takes_up_what_it_was_for() -> None:
    settlement = settled(taking_up(decided(at_depth(0), **LEADS)))
    (conducted,) = events_of(settlement, Conducted)
    (asked,) = events_of(settlement, LineSaid)
    assert (conducted.conduct.depth_after, asked.template) == (1, "a template")
    assert events_of(settlement, TakenUp) == [TakenUp("person:brother")]


def test_a_replaced_line_goes_no_deeper_and_takes_up_nothing() -> None:
    settlement = settled(taking_up(decided(at_depth(0), **LEADS)), "diagnosis")
    (conducted,) = events_of(settlement, Conducted)
    (asked,) = events_of(settlement, LineSaid)
    assert (conducted.conduct.depth_after, conducted.conduct.entry.escalations) == (0, 0)
    assert (conducted.conduct.persona, conducted.conduct.safety_action) == (
        "SAFETY_FALLBACK",
        "override",
    )
    assert (asked.tactic, asked.template, asked.about) == ("fallback", "", ())
    assert events_of(settlement, TakenUp) == []


def test_a_consent_question_that_was_replaced_was_not_asked() -> None:
    directive = decided(at_depth(2), DARK, **LEADS)
    assert directive.purpose == "consent"
    for rules, asked_for in (((), ("t1",)), (("diagnosis",), ())):
        settlement = settled(directive, *rules)
        after = fold(
            apply, settlement.events, apply(at_depth(2), PassageTold(6, "It was so.", "", 2.0))
        )
        assert after.consent_asked == asked_for
        assert (after.purpose == "consent") is bool(asked_for)
        assert any(cue.command == "ConsentAsked" for cue in settlement.cues) is bool(asked_for)


def test_a_hard_stop_stays_one_whatever_becomes_of_its_line() -> None:
    directive = decided(at_depth(1), stop_requested=True)
    settlement = settled(directive, "probing_after_stop")
    (conducted,) = events_of(settlement, Conducted)
    assert (conducted.conduct.safety_action, conducted.conduct.stopped) == (
        "stop",
        "stop_requested",
    )
    assert events_of(settlement, SittingEnded) == [SittingEnded("stop_requested")]


ALONE = [
    ({"refusal_or_discomfort": True}, True),
    ({"emotion_score": 0.95}, True),
    ({"self_harm": True}, True),
    ({"stop_requested": True}, False),
    ({"emotion_score": 0.7}, False),
    ({}, False),
]


@pytest.mark.parametrize(("told", "alone"), ALONE)
def test_what_was_refused_or_hurt_is_left_alone_and_what_was_only_ended_is_not(
    told: dict[str, Any], alone: bool
) -> None:
    settlement = settled(decided(at_depth(1), topic_id=OPENED.thread.id, **told))
    assert bool(events_of(settlement, ThreadLeftAlone)) is alone


def test_what_is_told_in_the_core_is_marked_once() -> None:
    directive = decided(at_depth(2, consent=4), DARK, **LEADS)
    assert directive.conduct.depth_after == 3
    assert [event.mark for event in events_of(settled(directive), PassageMarked)] == ["sensitive"]
    marked = apply(SEEN, PassageMarked(6, "off_record", ""))
    assert events_of(settled(directive, seen=marked), PassageMarked) == []


def test_a_sitting_that_is_over_does_not_end_again() -> None:
    over = apply(SEEN, SittingEnded("farewell"))
    assert events_of(settled(decided(at_depth(1), self_harm=True), seen=over), SittingEnded) == []


@pytest.mark.parametrize(("source", "taken"), [("offline", True), ("model", False)])
def test_what_a_model_did_not_speak_of_can_be_asked_about_later(
    source: Source, taken: bool
) -> None:
    settlement = settled(
        taking_up(decided(at_depth(1))), line="What happened at the shop?", source=source
    )
    assert bool(events_of(settlement, TakenUp)) is taken
