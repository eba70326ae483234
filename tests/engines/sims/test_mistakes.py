"""What an author can get wrong beside what cannot be walked, and what can happen with the
relationship as it can be: every walk that a proof gives does what it says.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import pytest
from tests.engines.sims.test_proofs import changed

from dramaturg.content.library import Library
from dramaturg.engines.sims.base.backbone import Backbone
from dramaturg.engines.sims.base.binding import bind_part
from dramaturg.engines.sims.base.scenario import Scenario
from dramaturg.engines.sims.mistakes import mistakes
from dramaturg.engines.sims.proofs import backbone_of, prove_scenario
from dramaturg.engines.sims.walk import WalkReport, walk
from dramaturg.kernel.errors import Path
from dramaturg.kernel.explore import Proof

CAN_HAPPEN = "every node and every once-only way can happen"
CONTRACT = ("people", 0, "decision_facts", 0)


@pytest.fixture(scope="module")
def backbones(library: Library) -> Mapping[str, Backbone]:
    return {
        entry.id: cast(Backbone, library.get("backbone", entry.id).document)
        for entry in library.entries("backbone")
    }


@pytest.fixture(scope="module")
def launch(library: Library) -> Scenario:
    return cast(Scenario, library.get("scenario", "launch_decision").document)


def proofs(scenario: Scenario, backbones: Mapping[str, Backbone]) -> list[Proof]:
    return [each for each in prove_scenario(scenario, backbones) if each.claim == CAN_HAPPEN]


def test_every_walk_that_a_proof_gives_does_what_it_says(
    library: Library, backbones: Mapping[str, Backbone]
) -> None:
    replayed = 0
    for entry in library.entries("scenario"):
        scenario = cast(Scenario, library.get("scenario", entry.id).document)
        for person, proof in zip(scenario.people, proofs(scenario, backbones), strict=True):
            part = bind_part(scenario, person, backbones[backbone_of(person, scenario)])
            for what, reports in proof.walks.items():
                *_, last = walk(part, [WalkReport.model_validate(each) for each in reports])
                name, verb = what.split(maxsplit=1)
                told = {
                    "is reached": last.next == name,
                    "is opened": last.node == name and "gate cleared" in last.reason,
                    "is set": "KEY_REVEAL fires" in last.reason,
                }
                assert told[verb], (scenario.id, person.id, what)
                replayed += 1
    assert replayed > 100


@pytest.mark.parametrize(("cooperative", "holds"), [(31, True), (48, False)])
def test_trust_can_be_earned_or_not_by_what_pivots_and_exchanges_give(
    cooperative: int, holds: bool, launch: Scenario, backbones: Mapping[str, Backbone]
) -> None:
    far = changed(launch, (("thresholds",), [-25, -10, cooperative, 90]))
    maya = proofs(far, backbones)[0]
    assert maya.holds is holds
    if holds:
        walked = list(
            walk(
                bind_part(far, far.people[0], backbones["technical"]),
                [WalkReport.model_validate(each) for each in maya.walks["key_reveal_done is set"]],
            )
        )
        assert walked[-2].relationship >= cooperative
    else:
        assert maya.code == "never-happens"
        assert "the relationship is from -" in maya.note


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ((*CONTRACT, "say"), "We broke what we signed.", "gate-untold"),
        (("people", 0, "greeting"), "Hello. We measured 23.4%.", "told-too-early"),
        (("people", 0, "invites", 0), "Does 23.4% against 2.0% move you?", "told-too-early"),
        (("people", 0, "what_they_know", 0, "say"), "It's 2.0%, that's all.", "say-against-fact"),
        (("people", 0, "elsewhere", 0, "about", 0), "What is the limit?", "question-taken"),
        (("people", 0, "redirect", "to"), "qa_lead", "sends-to-self"),
        (("people", 0, "goal", "say"), "Bye, [name].", "unfilled"),
        (("people", 0, "goal", "say"), " ", "unfilled"),
        (("people", 0, "pivots", 0, "question"), "I have a question.", "asks-nothing"),
        (("objectives", 0, "id"), "another", "never-completed"),
        (("documents", 0, "id"), "another", "never-completed"),
        (("people", 1, "name"), "Maya Patel", "same-words"),
    ],
)
def test_what_is_wrong_is_found_at_its_place(
    path: Path, value: Any, code: str, launch: Scenario, backbones: Mapping[str, Backbone]
) -> None:
    found = list(mistakes(changed(launch, (path, value)), backbones))
    assert [(fault.code, fault.path[: len(path) - 1]) for fault in found] == [(code, path[:-1])]
    assert all(fault.remedy for fault in found)


def test_a_document_may_have_brackets_of_its_own(
    launch: Scenario, backbones: Mapping[str, Backbone]
) -> None:
    line = ("documents", 0, "lines", 0)
    own = changed(launch, (line, "The rate [sic] is 8.1%"))
    assert not list(mistakes(own, backbones))
    left = changed(launch, (line, "[What stands in it]"))
    assert [fault.code for fault in mistakes(left, backbones)] == ["unfilled"]
