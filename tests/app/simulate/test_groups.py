"""The same people with other content: what stands in for what, who is left out, and what cannot be
compared.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import KINDS
from dramaturg.app.simulate.groups import GroupedPlan, Other, by_person, joined, opposed
from dramaturg.app.simulate.run import simulate
from dramaturg.content.library import Library, packaged
from dramaturg.engines.interviews.simulate import SimulateInterviews, plan_interviews
from dramaturg.engines.sims.simulate import SimulateSims, plan_sims
from dramaturg.kernel.errors import BadInput

LIBRARY = Library(KINDS, (packaged(),))
BACKBONE = packaged() / "sims" / "backbones" / "technical.yaml"


@pytest.fixture(scope="module")
def plan() -> GroupedPlan:
    """Two learners before a launch, whose person walks the technical backbone, and two with an
    expert.
    """
    plans = [
        plan_sims(LIBRARY, SimulateSims(scenario=name, count=2, learners=("attentive", "terse")))
        for name in ("launch_decision", "tree_rings")
    ]
    return joined({"launch": plans[0], "rings": plans[1]})


def contents(plan: GroupedPlan) -> dict[str, str]:
    return {name: material.content.hash for name, material in plan.plan.materials.items()}


def test_the_same_people_meet_both(plan: GroupedPlan) -> None:
    a, b = opposed(plan, LIBRARY, Other(settings=("scenario.title=Another",)))
    assert a.plan.runs == b.plan.runs == plan.plan.runs
    assert a.groups == b.groups == plan.groups == ("launch", "rings", "launch", "rings")
    assert not set(contents(a).values()) & set(contents(b).values())


def test_an_edited_file_stands_in_for_what_has_its_id_and_who_does_not_meet_it_is_left_out(
    plan: GroupedPlan, tmp_path: Path
) -> None:
    file = tmp_path / "technical.yaml"
    file.write_text(
        BACKBONE.read_text(encoding="utf-8").replace("backstop: 6", "backstop: 7"), encoding="utf-8"
    )
    a, b = opposed(plan, LIBRARY, Other(str(file)))
    assert set(a.groups) == {"launch"}
    assert list(contents(a)) == list(contents(b)) == ["launch_decision, graph"]
    (material,) = b.plan.materials.values()
    assert json.loads(material.content.body)["backbones"]["technical"]["backstop"] == 7


def test_something_with_another_id_stands_in_for_the_only_thing_of_its_kind() -> None:
    plan = by_person(
        plan_interviews(LIBRARY, SimulateInterviews(profile="nadia_oat_milk", count=1))
    )
    _, b = opposed(plan, LIBRARY, Other("commuting_by_bike"))
    (material,) = b.plan.materials.values()
    body = json.loads(material.content.body)
    assert (body["subject"]["id"], body["methodology"]["id"]) == (
        "commuting_by_bike",
        "means_end_chain",
    )


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (Other("technical"), "B would be the same as A"),
        (
            Other("five_whys"),
            "can stand in for nothing of these sessions. They have: scenario launch_decision",
        ),
        (Other("night_shift"), "nobody in night_shift is called"),
        (
            Other(settings=("scenario.titel=x",)),
            "launch_decision: 'scenario.titel=x': there is no 'titel' here. Did you mean 'title'?",
        ),
    ],
)
def test_what_cannot_be_compared_is_a_message(
    plan: GroupedPlan, other: Other, message: str
) -> None:
    with pytest.raises(BadInput) as raised:
        opposed(plan.only(lambda run: run.scenario == "launch_decision"), LIBRARY, other)
    assert message in str(raised.value)


@pytest.mark.slow
def test_people_who_never_hear_the_decisive_fact_in_b_are_compared_too(plan: GroupedPlan) -> None:
    someone = plan.only(lambda run: (run.scenario, run.learner) == ("launch_decision", "attentive"))
    sides = opposed(
        someone, LIBRARY, Other(settings=("scenario.people.qa_lead.backbone=academic",))
    )
    a, b = simulate([side.plan for side in sides], Settings(store="", model="offline"))
    assert (a.figures["heard"], b.figures["heard"], b.figures["acknowledged"]) == (1, 0, 0)


def test_people_belong_to_groups_by_what_they_are_like() -> None:
    plan = by_person(
        plan_sims(
            LIBRARY, SimulateSims(scenario="tree_rings", learners=("terse", "rushed"), count=3)
        )
    )
    assert plan.groups == ("terse", "rushed", "terse")
