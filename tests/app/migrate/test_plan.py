"""What becomes of a session in another version: at the counterpart of its place, or asked about,
and never anywhere else.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any, cast

import pytest
from tests.support.content_edits import paused
from tests.support.migrations import judged, sound_edits

from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.app.content.kinds import KINDS
from dramaturg.app.content.migration import Answers
from dramaturg.app.content.swap import revised
from dramaturg.app.migrate.plan import Passage, plan_session
from dramaturg.content.documents import canonical
from dramaturg.content.library import Library, packaged
from dramaturg.engines import engine_of
from dramaturg.engines.kit import Version
from dramaturg.engines.sims.base.state import Conversation, SimState
from dramaturg.engines.sims.content import sim_content
from dramaturg.engines.sims.engine import SimEngine
from dramaturg.engines.sims.migrate import moved
from dramaturg.kernel.walker import Pointer
from dramaturg.turn.ports import StoredContent

Body = dict[str, Any]

EDITS = 8  # of the 200 of `make bench ONLY=migration`


@cache
def content(scenario: str = "launch_decision") -> StoredContent:
    return sim_content(Library(KINDS, (packaged(),)), scenario)


def engine(of: StoredContent) -> SimEngine:
    return cast(SimEngine, engine_of(of, LOCAL_MODELS))


def passage(change: Callable[[Body], object], backbone: str = "technical") -> Passage:
    body = json.loads(content().body)["backbones"][backbone]
    change(body)
    return to_backbone(content(), backbone, canonical(body))


def to_scenario(change: Callable[[Body], object]) -> Passage:
    parts = json.loads(content().body)
    change(parts["scenario"])
    backbones = tuple((name, canonical(each)) for name, each in parts["backbones"].items())
    new = revised(
        content(),
        Version("scenario", "launch_decision", "2", canonical(parts["scenario"]), backbones),
    )
    assert new is not None
    return Passage(content(), new, engine(new))


def to_backbone(old: StoredContent, backbone: str, body: str) -> Passage:
    new = revised(old, Version("backbone", backbone, "2", body))
    assert new is not None
    return Passage(old, new, engine(new))


def node(body: Body, id: str) -> Body:
    return next(each for each in body["nodes"] if each["id"] == id)


def at(node: str, *history: str, **more: Any) -> SimState:
    return SimState(
        "qa_lead", {"qa_lead": Conversation(Pointer(node, node_history=history, **more))}
    )


def rename(was: str, now: str) -> Callable[[Body], object]:
    return lambda body: body.update(json.loads(json.dumps(body).replace(f'"{was}"', f'"{now}"')))


def remove_deepen(body: Body) -> None:
    body["nodes"].remove(node(body, "DEEPEN"))
    node(body, "SURFACE")["advance"] = "PIVOT_1"


def insert_gate(body: Body) -> None:
    gate = {
        "id": "EARLY_GATE",
        "intent": "Be heard.",
        "content_source": ["decision_facts"],
        "is_gate": True,
        "advance": "SURFACE",
    }
    body["nodes"].insert(1, gate)
    node(body, "GROUND")["advance"] = "EARLY_GATE"


def place(was: str, now: str) -> Answers:
    return Answers(places={"node": {f"technical/{was}": f"technical/{now}"}})


PAST = ("GROUND", "SURFACE")


@pytest.mark.parametrize(
    ("change", "state", "answers", "fate", "worries"),
    [
        (rename("x", "y"), at("DEEPEN", *PAST), Answers(), "keeps its place", []),
        (rename("DEEPEN", "TEACH"), at("DEEPEN", *PAST), Answers(), "remapped", []),
        (remove_deepen, at("DEEPEN", *PAST), Answers(), "needs a decision", ["gone"]),
        (remove_deepen, at("DEEPEN", *PAST), place("DEEPEN", "PIVOT_1"), "remapped", []),
        (remove_deepen, at("SURFACE", "GROUND"), Answers(), "keeps its place", []),
        (remove_deepen, at("PIVOT_1", *PAST, "DEEPEN"), Answers(), "keeps its place", []),
        (insert_gate, at("DEEPEN", *PAST), Answers(), "needs a decision", ["gate-never-met"]),
        (
            insert_gate,
            at("DEEPEN", *PAST),
            Answers(accept=frozenset({"gate-never-met"})),
            "keeps its place",
            [],
        ),
        (insert_gate, at("DEEPEN", *PAST), place("DEEPEN", "EARLY_GATE"), "remapped", []),
        (insert_gate, at("GROUND"), Answers(), "keeps its place", []),
        (insert_gate, at("GROUND"), place("GROUND", "EARLY_GATE"), "keeps its place", []),
        (insert_gate, at("DEEPEN", *PAST), Answers(stays=True), "stays", []),
        (insert_gate, replace(at("DEEPEN", *PAST), decision="hold"), Answers(), "over", []),
        (
            lambda body: node(body, "SURFACE").update(max_turns=1),
            at("SURFACE", node_turn_count=2),
            Answers(),
            "keeps its place",
            [],
        ),
    ],
)
def test_a_session_keeps_its_place_is_remapped_or_asked_about(
    change: Callable[[Body], object],
    state: SimState,
    answers: Answers,
    fate: str,
    worries: list[str],
) -> None:
    plan = plan_session("s", passage(change), state, answers)
    assert (plan.fate, [worry.code for worry in plan.worries]) == (fate, worries)


def test_history_goes_along_with_what_was_renamed() -> None:
    state = at("DEEPEN", *PAST, nodes_satisfied=PAST)
    plan = plan_session("s", passage(rename("SURFACE", "PROBLEM")), state, Answers())
    pointer = moved(state, plan.moves).conversation.pointer
    assert pointer.node_history == pointer.nodes_satisfied == ("GROUND", "PROBLEM")


def test_whoever_is_put_elsewhere_begins_there_and_keeps_what_lies_behind() -> None:
    state = at("DEEPEN", *PAST, node_turn_count=2, spoken=True)
    plan = plan_session("s", passage(remove_deepen), state, place("DEEPEN", "PIVOT_1"))
    assert moved(state, plan.moves).conversation.pointer == Pointer("PIVOT_1", node_history=PAST)


def test_a_node_of_the_same_name_in_another_backbone_is_a_question() -> None:
    change = to_scenario(lambda scenario: scenario["people"][0].update(backbone="academic"))
    plan = plan_session("s", change, at("GROUND"), Answers())
    (worry,) = plan.worries
    assert (worry.code, worry.at, worry.candidates) == (
        "gone",
        ("node", "technical/GROUND"),
        ("academic/GROUND",),
    )


def test_a_person_who_was_renamed_is_still_talked_to() -> None:
    plan = plan_session(
        "s", to_scenario(rename("qa_lead", "quality")), at("DEEPEN", *PAST), Answers()
    )
    state = moved(at("DEEPEN", *PAST), plan.moves)
    assert (plan.fate, state.person, state.conversation.pointer.current_node) == (
        "remapped",
        "quality",
        "DEEPEN",
    )


def test_a_question_that_waits_for_its_answer_is_not_exchanged_for_another() -> None:
    waiting = SimState(
        "qa_lead", {"qa_lead": Conversation(Pointer("PIVOT_1", armed=True), said=("p1",))}
    )
    swapped = to_scenario(lambda scenario: scenario["people"][0]["pivots"].reverse())
    assert [worry.code for worry in plan_session("s", swapped, waiting, Answers()).worries] == [
        "other-question"
    ]


def test_ids_that_changed_hands_are_asked_about() -> None:
    def swap(body: Body) -> None:
        node(body, "SURFACE").update(id="TMP", advance="SURFACE")
        node(body, "DEEPEN").update(id="SURFACE")
        node(body, "TMP").update(id="DEEPEN")
        node(body, "GROUND").update(advance="DEEPEN")

    plan = plan_session("s", passage(swap), at("SURFACE", "GROUND"), Answers())
    assert [(worry.code, worry.candidates) for worry in plan.worries] == [
        ("perhaps-renamed", ("technical/DEEPEN",))
    ]
    answers = Answers(
        renamed={
            "node": {
                "technical/SURFACE": "technical/DEEPEN",
                "technical/DEEPEN": "technical/SURFACE",
            }
        }
    )
    plan = plan_session("s", passage(swap), at("SURFACE", "GROUND"), answers)
    assert moved(at("SURFACE", "GROUND"), plan.moves).conversation.pointer.current_node == "DEEPEN"


def test_a_once_only_way_under_a_new_name_is_not_opened_twice_silently() -> None:
    told = at("CLOSE", "DECISIVE", "RESOLVE", flags=("key_reveal_done",))
    change = passage(
        lambda body: body.update(json.loads(json.dumps(body).replace("key_reveal_done", "told_it")))
    )
    (worry,) = plan_session("s", change, told, Answers()).worries
    assert (worry.code, worry.candidates) == ("may-happen-again", ("technical/told_it",))
    answered = Answers(renamed={"flag": {"technical/key_reveal_done": "technical/told_it"}})
    plan = plan_session("s", change, told, answered)
    assert moved(told, plan.moves).conversation.pointer.flags == ("told_it",)


# ── random edits ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seed", range(EDITS))
def test_no_session_is_lost_and_none_at_a_wrong_place_silently(seed: int) -> None:
    case = next(sound_edits([content(), content("bridge_closure")], LOCAL_MODELS, 100 * seed))
    before = engine(case.passage.old)
    for state in (state for person in case.people[:2] for state in paused(before, person)):
        _, wrong = judged(case, state)
        assert not wrong, (case.edit.kinds, state)
