"""A sim moves to another version: names replaced everywhere, and every reason not to go on is
found.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest
from tests.support.ears import WrittenEar

from dramaturg.app.config.providers import syntax
from dramaturg.app.content.kinds import KINDS
from dramaturg.content.library import Library, packaged
from dramaturg.engines.sims.base.backbone import Backbone
from dramaturg.engines.sims.base.scenario import Scenario
from dramaturg.engines.sims.base.state import (
    Conversation,
    Happened,
    ObjectiveCompleted,
    PivotAnswered,
    SimState,
    Spoke,
    TurnedTo,
    Walked,
)
from dramaturg.engines.sims.content import sim_content, sim_documents
from dramaturg.engines.sims.engine import SimEngine
from dramaturg.engines.sims.migrate import moved, retold, stands_on, worries
from dramaturg.kernel.walker import Pointer
from dramaturg.language.embedder import HashingEmbedder
from dramaturg.turn.migration import Moved

Body = dict[str, Any]


@cache
def documents() -> tuple[str, str, str]:
    scenario, backbones = sim_documents(
        sim_content(Library(KINDS, (packaged(),)), "launch_decision")
    )
    return (
        scenario.model_dump_json(),
        backbones["technical"].model_dump_json(),
        backbones["academic"].model_dump_json(),
    )


def engine(change: Callable[[Body, Body], object] = lambda scenario, technical: None) -> SimEngine:
    """The launch decision after a change to its scenario or its backbone."""
    scenario, technical, academic = (json.loads(text) for text in documents())
    change(scenario, technical)
    backbones = {
        "technical": Backbone.model_validate(technical),
        "academic": Backbone.model_validate(academic),
    }
    return SimEngine(
        Scenario.model_validate(scenario), backbones, HashingEmbedder(), WrittenEar(), syntax()
    )


def at(node: str, *history: str, said: tuple[str, ...] = (), **more: Any) -> SimState:
    return SimState(
        "qa_lead", {"qa_lead": Conversation(Pointer(node, node_history=history, **more), said=said)}
    )


def in_technical(node: str, **fields: Any) -> Callable[[Body, Body], object]:
    return lambda _, technical: next(
        each for each in technical["nodes"] if each["id"] == node
    ).update(fields)


def without_first_person(scenario: Body, technical: Body) -> None:
    scenario["people"].pop(0)


def without_pivots(scenario: Body, technical: Body) -> None:
    scenario["people"][0]["pivots"] = []


@pytest.mark.parametrize(
    ("change", "state", "codes"),
    [
        (in_technical("SURFACE"), at("SURFACE", "GROUND"), []),
        (in_technical("SURFACE"), at("SOMEWHERE"), ["gone"]),
        (in_technical("SURFACE"), at("CLOSE", closed=True), []),
        (in_technical("SURFACE"), at("OVER_THERE", closed=True), ["gone"]),
        (without_first_person, at("SURFACE", "GROUND"), ["gone"]),
        (without_pivots, at("PIVOT_1", "GROUND"), ["gone"]),
        (in_technical("SURFACE"), at("PIVOT_1", armed=True, said=("p1",)), []),
        (in_technical("SURFACE"), at("PIVOT_1", armed=True, said=("p9",)), ["other-question"]),
        (in_technical("SURFACE"), at("SURFACE", armed=True), ["question-gone"]),
        (in_technical("SURFACE"), at("RESOLVE", "GROUND", "SURFACE", "DEEPEN"), ["gate-never-met"]),
        (in_technical("SURFACE"), at("RESOLVE", "GROUND", "SURFACE", "DEEPEN", "DECISIVE"), []),
        (in_technical("SURFACE"), at("SURFACE", flags=("an_old_one",)), ["may-happen-again"]),
        (in_technical("SURFACE", max_turns=1), at("SURFACE", "GROUND", node_turn_count=4), []),
        (in_technical("DECISIVE", min_turns=1), at("DECISIVE", node_turn_count=5, spoken=True), []),
    ],
)
def test_every_reason_not_to_go_on_is_found(
    change: Callable[[Body, Body], object], state: SimState, codes: list[str]
) -> None:
    assert [worry.code for worry in worries(engine(change), state)] == codes


def test_a_gate_that_can_only_be_left_by_its_backstop_is_told() -> None:
    held = at("DECISIVE", node_turn_count=5, spoken=False)
    assert [worry.code for worry in worries(engine(), held)] == ["only-backstop"]


def test_somebody_who_left_and_is_not_talked_to_keeps_nobody_from_going_on() -> None:
    state = SimState(
        "product_manager",
        {
            "qa_lead": Conversation(Pointer("SURFACE")),
            "product_manager": Conversation(Pointer("GROUND")),
        },
    )
    assert worries(engine(without_first_person), state) == ()


def test_a_session_stands_on_its_person_and_the_node_of_each_conversation() -> None:
    assert stands_on(at("SURFACE")) == (("person", "qa_lead"), ("node", "qa_lead/SURFACE"))
    assert stands_on(SimState()) == ()


MOVES = {
    "person": {"qa_lead": "quality"},
    "node": {"qa_lead/SURFACE": "quality/PROBLEM"},
    "fact": {"qa_lead/ceiling": "quality/limit"},
    "flag": {"qa_lead/done": "quality/told"},
    "objective": {"learn": "find_out"},
}


def test_names_are_replaced_in_everything_that_lies_behind() -> None:
    state = SimState(
        "qa_lead",
        {
            "qa_lead": Conversation(
                Pointer("SURFACE", 2, ("SURFACE",), ("GROUND", "SURFACE"), flags=("done",)),
                said=("ceiling",),
            )
        },
        objectives=("learn",),
    )
    now = moved(state, MOVES)
    pointer = Pointer("PROBLEM", 2, ("PROBLEM",), ("GROUND", "PROBLEM"), flags=("told",))
    assert now == SimState(
        "quality", {"quality": Conversation(pointer, said=("limit",))}, objectives=("find_out",)
    )


def test_moving_is_an_event_like_any_other() -> None:
    event = Moved(MOVES, "2")
    assert engine().apply(at("SURFACE"), event).conversation.pointer.current_node == "PROBLEM"


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (TurnedTo("qa_lead", Pointer("SURFACE")), TurnedTo("quality", Pointer("PROBLEM"))),
        (Spoke("qa_lead", "Hm.", ("ceiling",)), Spoke("quality", "Hm.", ("limit",))),
        (
            Walked("SURFACE", "stay", Pointer("SURFACE"), 1),
            Walked("PROBLEM", "stay", Pointer("PROBLEM"), 1),
        ),
        (
            PivotAnswered("p1", "a", 2, Pointer("SURFACE")),
            PivotAnswered("p1", "a", 2, Pointer("PROBLEM")),
        ),
        (ObjectiveCompleted("learn"), ObjectiveCompleted("find_out")),
    ],
)
def test_what_happened_is_retold_in_new_names(event: Happened, expected: Happened) -> None:
    assert retold(event, "qa_lead", MOVES) == expected
