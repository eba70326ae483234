"""Counted steering: the number of the exchange decides, and nothing else does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.ears import WrittenEar

from dramaturg.app.config.providers import embedder, syntax
from dramaturg.content.library import Library
from dramaturg.engines.sims.content import sim_content, sim_documents
from dramaturg.engines.sims.counted_steering import FEWEST_EXCHANGES, OPEN_TALK, CountedWalker
from dramaturg.engines.sims.engine import SimEngine
from dramaturg.kernel.graph import ControlGraph, Node
from dramaturg.kernel.walker import ExchangeReport, Pointer, Step

BEATS = {1: "BEAT_1", 2: "BEAT_2", 4: "BEAT_4", 6: "BEAT_6"}
PIVOTS = ("BEAT_2", "BEAT_4")
NODES = (
    *(Node(name, is_branch=name in PIVOTS) for name in BEATS.values()),
    Node(OPEN_TALK, self_loop=True),
)
WALKER = CountedWalker(ControlGraph("counted", "BEAT_1", NODES, backstop=None), BEATS)

reports = st.lists(st.builds(ExchangeReport, st.booleans(), st.booleans()), min_size=1, max_size=12)


def walked(given_reports: list[ExchangeReport]) -> list[Step]:
    """The steps of all exchanges until it closes, pointed questions answered on the way."""
    pointer, steps = WALKER.start(), list[Step]()
    for report in given_reports:
        if pointer.armed:
            pointer = WALKER.resolve(pointer, {}).pointer
        steps.append(WALKER.advance(pointer, report, {}))
        pointer = steps[-1].pointer
        if pointer.closed:
            break
    return steps


def last(steps: list[Step]) -> Pointer:
    return steps[-1].pointer


# ── the walker that counts ────────────────────────────────────────────────────────────────────────


@given(reports)
def test_beats_come_at_their_exchange_whatever_is_reported(
    given_reports: list[ExchangeReport],
) -> None:
    steps = walked(given_reports)
    assert [step.node for step in steps] == [
        BEATS.get(number, OPEN_TALK) for number in range(1, len(steps) + 1)
    ]
    assert last(steps).node_history == tuple(step.node for step in steps)


@given(reports)
def test_it_closes_at_the_first_report_after_the_minimum_and_at_no_other_time(
    given_reports: list[ExchangeReport],
) -> None:
    steps = walked(given_reports)
    due = [
        number
        for number, report in enumerate(given_reports, 1)
        if report.satisfied and number >= FEWEST_EXCHANGES
    ]
    assert last(steps).closed == bool(due)
    assert len(steps) == (due[0] if due else len(given_reports))


@given(reports)
def test_detours_are_counted_and_pivots_are_armed_at_two_and_four(
    given_reports: list[ExchangeReport],
) -> None:
    steps = walked(given_reports)
    assert last(steps).detours == sum(report.detour for report in given_reports[: len(steps)])
    assert {step.node for step in steps if step.decision == "arm"} == {
        step.node for step in steps if step.node in PIVOTS and step.decision != "close"
    }


def test_nothing_ever_brings_it_to_an_end() -> None:
    assert not last(walked([ExchangeReport(satisfied=False)] * 500)).closed


# ── played ────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def engine(library: Library) -> SimEngine:
    return SimEngine(
        *sim_documents(sim_content(library, "launch_decision", "counted")),
        embedder(),
        WrittenEar(),
        syntax(),
    )


Play = Callable[..., Any]


async def arrive(player: Any, exchange: int) -> Any:
    """Go on with small talk until after that exchange; its record."""
    while True:
        record = await (
            player.say(choice="a")
            if player.state.conversation.pointer.armed
            else player.say("Go on, please.")
        )
        if len(player.state.conversation.pointer.node_history) == exchange:
            return record


async def test_the_opening_carries_the_greeting_and_the_core_problem_at_once(play: Play) -> None:
    record = await play().say("Hi, what's going on?")
    assert "I'm the QA lead here" in record.line
    assert "hallucinating on edge cases" in record.line


async def test_what_is_asked_for_early_is_told_early(play: Play) -> None:
    player = play()
    await arrive(player, 2)
    await player.say(choice="a")
    record = await player.say("How bad is it compared with what we promised the client?")
    assert "We committed to at most 2% error" in record.line


async def test_the_decisive_fact_has_come_with_the_fourth_exchange_and_does_not_come_again(
    play: Play,
) -> None:
    player = play()
    await arrive(player, 4)
    assert any("We committed to at most 2% error" in record.line for record in player.records)
    so_far = len(player.records)
    await arrive(player, 14)
    assert not any("2% error" in record.line for record in player.records[so_far:])


async def test_an_option_that_was_chosen_gets_its_reply_and_no_more(play: Play) -> None:
    player = play()
    await arrive(player, 2)
    assert (
        await player.say(choice="a")
    ).line == "Okay. Thank you. Then I'll give it to you straight."


async def test_words_that_register_the_fact_end_it_on_the_spot(play: Play) -> None:
    player = play()
    await arrive(player, 4)
    await player.say(choice="a")
    record = await player.say("So 23.4% against a ceiling of 2%, that's the blocker.")
    assert player.closed
    assert [cue.command for cue in record.settlement.cues] == [
        "AI_AdvanceObjective",
        "AI_EndConversation",
    ]


async def test_somebody_who_never_registers_it_is_left_hanging(play: Play) -> None:
    player = play()
    await arrive(player, 30)
    assert not player.closed


async def test_a_person_without_a_decisive_fact_ends_when_all_is_told(
    play: Play, engine: SimEngine
) -> None:
    player = play(person="guide")
    for _ in range(20):
        if not player.closed:
            await player.say("Go on, please.")
    assert player.closed
    told = set(player.state.conversation.said)
    assert {fact.id for fact in engine.scenario.person("guide").what_they_know} <= told


async def test_a_pivot_is_answered_in_words_too(play: Play) -> None:
    player = play()
    await arrive(player, 2)
    record = await player.say("Your real read. I'd rather hear it now than after the launch.")
    assert "Then I'll give it to you straight." in record.line
    assert player.state.conversation.pointer.node_history[-1] == OPEN_TALK


@pytest.mark.parametrize("scenario", ["bridge_closure", "night_shift", "tree_rings"])
def test_everybody_in_the_library_can_be_steered_by_counting(
    library: Library, scenario: str
) -> None:
    parts = SimEngine(
        *sim_documents(sim_content(library, scenario, "counted")),
        embedder(),
        WrittenEar(),
        syntax(),
    ).parts
    for part in parts.values():
        told = {material.id for materials in part.content.values() for material in materials}
        known = (*part.person.what_they_know, *part.person.decision_facts)
        assert {fact.id for fact in known} <= told
        assert not any(node.is_gate or node.is_terminal for node in part.graph.nodes)
