"""What a turn of a sim reaches: nodes that something was said in, edges that were taken, asides,
options, people, decisions.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from tests.support.ears import WrittenEar

from dramaturg.app.config.providers import syntax
from dramaturg.app.content.kinds import KINDS
from dramaturg.content.library import Library, packaged
from dramaturg.engines.sims.base.state import (
    Conversation,
    PivotAnswered,
    SimState,
    TurnedTo,
    Walked,
)
from dramaturg.engines.sims.content import sim_content, sim_documents
from dramaturg.engines.sims.coverage import things, used
from dramaturg.engines.sims.engine import SimEngine, SimRecord
from dramaturg.kernel.walker import ExchangeReport, Pointer
from dramaturg.language.thresholds import Absent
from dramaturg.turn.contract import Heard, Percept, Settlement, TurnRecord, Verdict
from dramaturg.turn.engine import fold
from dramaturg.turn.migration import Item

LIBRARY = Library(KINDS, (packaged(),))


def engine_of(scenario: str, steering: Any = None) -> SimEngine:
    return SimEngine(
        *sim_documents(sim_content(LIBRARY, scenario, steering)),
        Absent("none"),
        WrittenEar(),
        syntax(),
    )


def record_of(
    *, perceived: tuple[Any, ...] = (), settled: tuple[Any, ...] = (), facts: Any = None
) -> SimRecord:
    return TurnRecord(
        1,
        Heard("words"),
        Percept(perceived, facts or {}),
        None,
        None,
        Verdict(""),
        Settlement(settled),
    )


def exchange(
    engine: SimEngine, pointer: Pointer, report: ExchangeReport, score: int = 0
) -> tuple[set[Item], Pointer]:
    """What one exchange with the first person reached, and where it led."""
    person, part = next(iter(engine.parts.items()))
    facts = part.facts(pointer, score)
    step = part.walker.advance(pointer, report, facts)
    seen = SimState(person, {person: Conversation(pointer, score)})
    record = record_of(settled=(Walked(step.node, step.decision, step.pointer, 0),), facts=facts)
    return set(used(engine, seen, record)), step.pointer


async def test_a_whole_conversation_reaches_its_nodes_edges_aside_and_options(
    play: Callable[..., Any],
) -> None:
    player = play()
    states = [player.state]
    while not player.closed:
        armed = player.state.conversation.pointer.armed
        await (
            player.say(choice="a")
            if armed
            else player.say("So 23% against a 2% bar, that is the blocker.")
        )
        states.append(player.state)
    reached = {
        item
        for before, record in zip(states, player.records, strict=False)
        for item in used(
            player.engine, fold(player.engine.apply, record.percept.events, before), record
        )
    }
    assert {name for kind, name in reached if kind == "option"} == {"qa_lead/p1/a", "qa_lead/p2/a"}
    assert ("aside", "technical/RESOLVE/key_reveal") in reached
    missed = {
        name
        for kind, name in things(player.engine)
        if kind in ("node", "edge") and name.startswith("technical/")
    } - {name for _, name in reached}
    assert missed == {"technical/DECISIVE -> CLOSE (by the backstop)"}


def test_a_gate_left_by_the_backstop_and_a_gate_cleared_take_different_edges() -> None:
    engine = engine_of("launch_decision")
    held, cleared = Pointer("DECISIVE", 5, spoken=True), Pointer("DECISIVE", 1, spoken=True)
    assert ("edge", "technical/DECISIVE -> CLOSE (by the backstop)") in exchange(
        engine, held, ExchangeReport(False)
    )[0]
    assert ("edge", "technical/DECISIVE -> PIVOT_2") in exchange(
        engine, cleared, ExchangeReport(True)
    )[0]


def test_staying_in_a_node_takes_no_edge() -> None:
    reached, _ = exchange(
        engine_of("launch_decision"), Pointer("DECISIVE", 1, spoken=True), ExchangeReport(False)
    )
    assert reached == {("node", "technical/DECISIVE")}


def test_an_aside_is_reached_only_where_it_opened() -> None:
    engine, aside = engine_of("launch_decision"), ("aside", "technical/RESOLVE/key_reveal")
    assert aside not in exchange(engine, Pointer("RESOLVE"), ExchangeReport(True), score=-30)[0]
    assert aside in exchange(engine, Pointer("RESOLVE"), ExchangeReport(True), score=30)[0]


def test_words_that_match_no_option_reach_none() -> None:
    engine = engine_of("launch_decision")
    after = Pointer("DECISIVE")
    seen = SimState("qa_lead", {"qa_lead": Conversation(after)})
    reached = set(
        used(engine, seen, record_of(perceived=(PivotAnswered("p1", None, 0, after, "text"),)))
    )
    assert reached == {("edge", "technical/PIVOT_1 -> DECISIVE")}


def test_turning_to_somebody_reaches_them() -> None:
    engine = engine_of("launch_decision")
    record = record_of(settled=(TurnedTo("guide", engine.parts["guide"].walker.start()),))
    assert list(used(engine, SimState(), record)) == [("person", "guide")]


@pytest.mark.parametrize("scenario", [entry.id for entry in LIBRARY.entries("scenario")])
def test_whatever_a_walk_does_it_reaches_only_things_that_there_are(scenario: str) -> None:
    engine, chance = engine_of(scenario), Random(scenario)
    there = set(things(engine))
    part = next(iter(engine.parts.values()))
    for _ in range(60):
        pointer = part.walker.start()
        while not pointer.closed:
            if pointer.armed:
                pointer = part.walker.resolve(pointer, part.facts(pointer, 0)).pointer
                continue
            report = ExchangeReport(chance.random() < 0.6, spoke=chance.random() < 0.9)
            reached, pointer = exchange(engine, pointer, report, chance.randint(-30, 30))
            assert reached <= there


def test_counted_steering_has_nodes_of_its_own() -> None:
    names = {
        name for kind, name in things(engine_of("launch_decision", "counted")) if kind == "node"
    }
    assert names >= {"counted/BEAT_1", "counted/OPEN_TALK"}
    assert not any(name.startswith("technical/") for name in names)
