"""Backbones bound to people: what falls away with the content, what is still proven, and names that
lead nowhere.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import pytest

from dramaturg.content.library import Library
from dramaturg.engines.sims.base.backbone import Backbone
from dramaturg.engines.sims.base.binding import SimPart, bind_part
from dramaturg.engines.sims.base.scenario import Scenario
from dramaturg.engines.sims.proofs import (
    backbone_faults,
    prove_backbone,
    prove_scenario,
    scenario_faults,
)
from dramaturg.kernel.errors import Path
from dramaturg.kernel.walker import ExchangeReport

Change = tuple[Path, Any]


@pytest.fixture(scope="module")
def launch(library: Library) -> Scenario:
    return cast(Scenario, library.get("scenario", "launch_decision").document)


@pytest.fixture(scope="module")
def backbones(library: Library) -> Mapping[str, Backbone]:
    return {
        name: cast(Backbone, library.get("backbone", name).document)
        for name in ("technical", "academic")
    }


def changed(scenario: Scenario, *changes: Change) -> Scenario:
    """The scenario with other values at some paths."""
    body = scenario.model_dump(mode="json")
    for path, value in changes:
        place: Any = body
        for step in path[:-1]:
            place = place[step]
        place[path[-1]] = value
    return Scenario.model_validate(body)


def maya(scenario: Scenario, backbones: Mapping[str, Backbone]) -> SimPart:
    return bind_part(scenario, scenario.person("qa_lead"), backbones["technical"])


def walk(part: SimPart, facts: Mapping[str, str]) -> tuple[str, ...]:
    """The nodes of a conversation in which everything lands at once."""
    pointer = part.walker.start()
    while not pointer.closed:
        step = (
            part.walker.resolve(pointer, facts)
            if pointer.armed
            else part.walker.advance(pointer, ExchangeReport(True), facts)
        )
        pointer = step.pointer
    return pointer.node_history


# ── binding ───────────────────────────────────────────────────────────────────────────────────────


def test_a_person_without_pivots_loses_the_pivot_nodes_and_the_walk_is_still_proven(
    launch: Scenario, backbones: Mapping[str, Backbone]
) -> None:
    plain = changed(launch, (("people", 0, "pivots"), []))
    part = maya(plain, backbones)
    assert [node.id for node in part.graph.nodes] == [
        "GROUND",
        "SURFACE",
        "DEEPEN",
        "DECISIVE",
        "RESOLVE",
        "CLOSE",
    ]
    assert part.pivots == {}
    assert walk(part, {}) == (
        "GROUND",
        "SURFACE",
        "DEEPEN",
        "DECISIVE",
        "DECISIVE",
        "RESOLVE",
        "CLOSE",
    )
    assert scenario_faults(plain, backbones) == ()
    assert all(proof.holds for proof in prove_scenario(plain, backbones))


def test_danger_that_belongs_to_a_scene_is_proven_to_cover_no_other(
    launch: Scenario, backbones: Mapping[str, Backbone]
) -> None:
    burning = launch.model_copy(update={"danger": ("medical",)})
    (proof,) = (each for each in prove_scenario(burning, backbones) if each.path == ("danger",))
    assert (proof.holds, proof.states) == (True, 25)


def test_a_person_with_one_pivot_keeps_the_first_pivot_node_only(
    launch: Scenario, backbones: Mapping[str, Backbone]
) -> None:
    part = maya(
        changed(launch, (("people", 0, "pivots"), [launch.people[0].pivots[1].model_dump()])),
        backbones,
    )
    assert {node: pivot.id for node, pivot in part.pivots.items()} == {"PIVOT_1": "p2"}
    assert "PIVOT_2" not in part.graph.by_id
    assert part.graph.by_id["DECISIVE"].advance == "RESOLVE"


def test_absent_nodes_that_lead_only_to_one_another_lead_to_the_end(
    launch: Scenario, backbones: Mapping[str, Backbone]
) -> None:
    body = backbones["technical"].model_dump(mode="json")
    first, decisive, second = body["nodes"][3:6]
    first["conditional"], first["advance"] = [{"to": "DECISIVE", "when": "true"}], "PIVOT_2"
    second["conditional"], second["advance"] = [{"to": "RESOLVE", "when": "true"}], "PIVOT_1"
    plain = changed(launch, (("people", 0, "pivots"), []))
    graph = maya(plain, {"technical": Backbone.model_validate(body)}).graph
    assert graph.by_id["DEEPEN"].advance == graph.by_id[decisive["id"]].advance == "CLOSE"


@pytest.mark.parametrize(("facts", "turns"), [(1, 1), (2, 2), (5, 2)])
def test_deepen_lasts_no_longer_than_there_are_facts(
    facts: int, turns: int, launch: Scenario, backbones: Mapping[str, Backbone]
) -> None:
    known = [fact.model_dump() for fact in launch.people[0].what_they_know[:facts]]
    part = maya(changed(launch, (("people", 0, "what_they_know"), known)), backbones)
    assert part.graph.by_id["DEEPEN"].max_turns == turns
    assert len(part.content["DEEPEN"]) == facts


def test_without_a_key_reveal_nothing_is_revealed_and_the_walk_is_still_proven(
    launch: Scenario, backbones: Mapping[str, Backbone]
) -> None:
    trusting = {"relationship": "trusting"}
    with_it, without = launch, changed(launch, (("people", 0, "key_reveal"), None))
    reveals = [maya(scenario, backbones) for scenario in (with_it, without)]
    resolve = [part.walker.start()._replace(current_node="RESOLVE") for part in reveals]
    opened = [part.walker.opens(at, trusting) for part, at in zip(reveals, resolve, strict=True)]
    assert [len(asides) for asides in opened] == [1, 0]
    assert all(proof.holds for proof in prove_scenario(without, backbones))


def test_every_person_is_proven_on_the_walk_that_is_theirs(
    launch: Scenario, backbones: Mapping[str, Backbone]
) -> None:
    plain = changed(launch, (("people", 0, "pivots"), []))
    lengths = {
        proof.subject: proof.note
        for proof in prove_scenario(plain, backbones)
        if proof.claim == "every walk ends"
    }
    assert lengths == {
        "launch_decision: technical x qa_lead": "in 7 to 12 exchanges",
        "launch_decision: technical x product_manager": "in 9 to 14 exchanges",
        "launch_decision: technical x model_engineer": "in 9 to 14 exchanges",
        "launch_decision: academic x guide": "in 6 to 10 exchanges",
    }


def test_a_proof_that_fails_for_one_person_points_at_that_person(
    launch: Scenario, backbones: Mapping[str, Backbone]
) -> None:
    """The reveal is what ends the round here, so whoever has none to make goes round for ever."""
    body = backbones["technical"].model_dump(mode="json")
    resolve = body["nodes"][6]
    resolve["asides"][0]["when"] = "true"
    resolve["conditional"] = [{"to": "PIVOT_2", "when": "not key_reveal_done"}]
    round_and_round = Backbone.model_validate(body)
    assert all(proof.holds for proof in prove_backbone(round_and_round))
    silent = changed(launch, (("people", 1, "key_reveal"), None))
    refuted = [
        proof
        for proof in prove_scenario(silent, {**backbones, "technical": round_and_round})
        if not proof.holds
    ]
    assert [proof.code for proof in refuted] == ["endless-walk", "trap"]
    assert {(proof.subject, proof.path) for proof in refuted} == {
        ("launch_decision: technical x product_manager", ("people", 1))
    }


@pytest.mark.parametrize(
    ("key", "node"), [("beat1", "SURFACE"), ("decision_facts", "DECISIVE"), ("beat6", "RESOLVE")]
)
def test_content_that_a_node_needs_and_a_person_lacks_is_named_with_both(
    key: str, node: str, launch: Scenario, backbones: Mapping[str, Backbone]
) -> None:
    (fault,) = scenario_faults(
        changed(launch, (("people", 1, key), [] if key == "decision_facts" else None)), backbones
    )
    assert (fault.code, fault.path) == ("missing-binding", ("people", 1, key))
    assert (
        f"product_manager has no {key}, which {node} of backbone technical speaks from"
        in fault.message
    )


def test_a_second_pivot_that_is_needed_is_asked_for_as_the_second(
    launch: Scenario, backbones: Mapping[str, Backbone]
) -> None:
    technical = backbones["technical"].model_dump(mode="json")
    for node in technical["nodes"]:
        node["optional"] = False
    one = changed(launch, (("people", 0, "pivots"), [launch.people[0].pivots[0].model_dump()]))
    (fault,) = scenario_faults(one, {**backbones, "technical": Backbone.model_validate(technical)})
    assert (fault.code, fault.path) == ("missing-binding", ("people", 0, "pivots"))
    assert "qa_lead has no pivots[p2]" in fault.message


# ── names that lead nowhere, and names that lead to two ───────────────────────────────────────────

NOWHERE: list[tuple[Change, str, str]] = [
    (
        (("decision", "best"), "delay_and_evil"),
        "there is no option delay_and_evil",
        "Did you mean 'delay_and_eval'?",
    ),
    ((("people", 0, "opinion", "option"), "delay"), "there is no option delay", ""),
    (
        (("people", 0, "goal", "objective"), "understand_risk"),
        "there is no objective understand_risk",
        "Did you mean",
    ),
    (
        (("people", 1, "document"), "launch_plans"),
        "there is no document launch_plans",
        "Did you mean 'launch_plan'?",
    ),
    (
        (("people", 1, "redirect", "to"), "guides"),
        "there is no person guides",
        "Did you mean 'guide'?",
    ),
    (
        (("people", 0, "elsewhere", 0, "to"), "marcus"),
        "there is no person marcus",
        "Known: guide, model_engineer, product_manager, qa_lead.",
    ),
    (
        (("people", 2, "backbone"), "acadamic"),
        "there is no backbone acadamic",
        "Did you mean 'academic'?",
    ),
]
TWICE: list[tuple[Change, Path]] = [
    ((("people", 2, "id"), "qa_lead"), ("people", 2, "id")),
    ((("objectives", 1, "id"), "understand_the_risk"), ("objectives", 1, "id")),
    ((("documents", 1, "id"), "eval_run_47"), ("documents", 1, "id")),
    ((("decision", "options", 2, "id"), "delay_and_eval"), ("decision", "options", 2, "id")),
    ((("people", 0, "pivots", 1, "id"), "p1"), ("people", 0, "pivots", 1, "id")),
    (
        (("people", 0, "pivots", 0, "options", 1, "id"), "a"),
        ("people", 0, "pivots", 0, "options", 1, "id"),
    ),
    (
        (("people", 0, "what_they_know", 4, "id"), "concentrated"),
        ("people", 0, "what_they_know", 4, "id"),
    ),
    (
        (("people", 0, "decision_facts", 0, "id"), "concentrated"),
        ("people", 0, "decision_facts", 0, "id"),
    ),
    ((("people", 0, "key_reveal", "id"), "contract_ceiling"), ("people", 0, "key_reveal", "id")),
    ((("people", 0, "what_they_know", 0, "id"), "p1"), ("people", 0, "what_they_know", 0, "id")),
    (
        (("people", 0, "what_they_know", 0, "id"), "greeting"),
        ("people", 0, "what_they_know", 0, "id"),
    ),
]


@pytest.mark.parametrize(("change", "message", "remedy"), NOWHERE, ids=str)
def test_a_name_that_leads_nowhere_is_refused_where_it_stands(
    change: Change, message: str, remedy: str, launch: Scenario, backbones: Mapping[str, Backbone]
) -> None:
    (fault,) = scenario_faults(changed(launch, change), backbones)
    assert (fault.code, fault.path, fault.message) == ("unknown-name", change[0], message)
    assert fault.remedy and fault.remedy.startswith(remedy)


@pytest.mark.parametrize(("change", "place"), TWICE, ids=str)
def test_a_name_that_is_taken_is_refused_where_it_stands_the_second_time(
    change: Change, place: Path, launch: Scenario, backbones: Mapping[str, Backbone]
) -> None:
    doubled = [
        fault
        for fault in scenario_faults(changed(launch, change), backbones)
        if fault.code == "duplicate-name"
    ]
    assert [fault.path for fault in doubled] == [place]


def test_a_document_that_nobody_wrote_is_refused_even_where_there_are_none_to_propose(
    launch: Scenario, backbones: Mapping[str, Backbone]
) -> None:
    faults = scenario_faults(changed(launch, (("documents",), [])), backbones)
    assert [(fault.path, bool(fault.remedy)) for fault in faults] == [
        (("people", 0, "document"), True),
        (("people", 1, "document"), True),
        (("people", 2, "document"), True),
    ]


def test_a_backbone_that_is_not_there_is_told_once_for_all_who_walk_it(
    launch: Scenario, backbones: Mapping[str, Backbone]
) -> None:
    (fault,) = scenario_faults(changed(launch, (("backbone",), "technicall")), backbones)
    assert (fault.code, fault.path) == ("unknown-name", ("backbone",))


# ── backbones ─────────────────────────────────────────────────────────────────────────────────────


def test_the_shipped_backbones_are_sound(backbones: Mapping[str, Backbone]) -> None:
    for backbone in backbones.values():
        assert backbone_faults(backbone) == ()
        assert all(proof.holds for proof in prove_backbone(backbone))


def test_a_flag_is_known_only_after_the_walk_has_set_it(backbones: Mapping[str, Backbone]) -> None:
    """An edge that waits for a flag which nothing before it sets can never open, though its
    condition could hold.
    """
    body = backbones["technical"].model_dump(mode="json")
    body["nodes"][0]["conditional"] = [
        {"to": "CLOSE", "when": "key_reveal_done", "once": "left_early"}
    ]
    early = Backbone.model_validate(body)
    assert backbone_faults(early) == ()
    refuted = [proof for proof in prove_backbone(early) if not proof.holds]
    assert [proof.code for proof in refuted] == ["never-happens"]
    assert "'left_early'" in refuted[0].note


@pytest.mark.parametrize(
    "condition", ["score >= 1.5", "score > 1.2 and score < 2.8", "detours in (1, 3)"]
)
def test_a_condition_on_whole_numbers_that_can_hold_is_taken(
    condition: str, backbones: Mapping[str, Backbone]
) -> None:
    body = backbones["technical"].model_dump(mode="json")
    body["nodes"][6]["asides"][0]["when"] = condition
    taken = Backbone.model_validate(body)
    assert backbone_faults(taken) == ()
    assert all(proof.holds for proof in prove_backbone(taken))
