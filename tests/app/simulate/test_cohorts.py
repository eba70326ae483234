"""Cohorts: groups in proportion, everybody with a seed of their own, and everything that can be
wrong with one, told at once.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dramaturg.app.check.check import check
from dramaturg.app.content.kinds import KINDS
from dramaturg.app.simulate.cohorts import find_cohort, in_proportion, plan_cohort
from dramaturg.app.simulate.groups import GroupedPlan
from dramaturg.content.library import Library, packaged
from dramaturg.kernel.errors import BadInput, ContentError, NotFound

LIBRARY = Library(KINDS, (packaged(),))

HEAD = "kind: cohort\nid: some\n"
FAULTY = """\
play:
  sim: {scenario: launch_decision, to: qa_leed}
groups:
  - {name: one, learners: [rushd]}
  - {name: one, players: [hasty], people: 2}
  - {name: everybody}
"""


def planned(text: str, folder: Path, count: int | None = None, seed: int = 1) -> GroupedPlan:
    file = folder / "some.yaml"
    file.write_text(HEAD + text, encoding="utf-8")
    return plan_cohort(LIBRARY, find_cohort(LIBRARY, str(file)), count, seed)


# ── how many ──────────────────────────────────────────────────────────────────────────────────────


@given(shares=st.lists(st.integers(1, 50), min_size=1, max_size=6), count=st.integers(1, 300))
def test_groups_are_in_proportion_and_nobody_is_lost(shares: list[int], count: int) -> None:
    sizes = in_proportion(shares, count)
    assert sum(sizes) == count
    assert all(
        abs(size - count * share / sum(shares)) < 1
        for size, share in zip(sizes, shares, strict=True)
    )


def test_there_are_as_many_as_the_groups_say_or_as_are_wanted() -> None:
    cohort = find_cohort(LIBRARY, "a_team_in_a_hurry")
    assert Counter(plan_cohort(LIBRARY, cohort).groups) == {
        "in a hurry": 18,
        "listening": 6,
        "resisting": 6,
    }
    assert Counter(plan_cohort(LIBRARY, cohort, 5).groups) == {
        "in a hurry": 3,
        "listening": 1,
        "resisting": 1,
    }


def test_everybody_of_a_group_takes_turns_and_has_a_seed_of_their_own() -> None:
    plan = plan_cohort(LIBRARY, find_cohort(LIBRARY, "a_team_in_a_hurry"), 10, seed=7)
    people = [(run.learner, run.seed) for run in plan.plan.runs]
    assert len(set(people)) == 10
    hurried = {
        run.learner
        for run, group in zip(plan.plan.runs, plan.groups, strict=True)
        if group == "in a hurry"
    }
    assert hurried == {"rushed", "terse"}


@pytest.mark.slow
def test_groups_stand_in_the_order_of_the_document() -> None:
    assert list(
        dict.fromkeys(plan_cohort(LIBRARY, find_cohort(LIBRARY, "easy_and_hard_to_hear")).groups)
    ) == ["willing", "with limits"]


# ── every engine ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a_team_in_a_hurry", "sim"),
        ("talkative_and_tired", "interview"),
        pytest.param("easy_and_hard_to_hear", "memoir", marks=pytest.mark.slow),
        pytest.param("a_mixed_class", "game", marks=pytest.mark.slow),
    ],
)
def test_there_is_a_cohort_for_every_engine_with_all_that_its_people_need(
    name: str, kind: str
) -> None:
    plan = plan_cohort(LIBRARY, find_cohort(LIBRARY, name)).plan
    assert plan.simulator.word == kind
    assert {plan.simulator.needs(run) for run in plan.runs} == set(plan.materials)


def test_people_drawn_from_a_population_are_all_different_even_in_two_groups(
    tmp_path: Path,
) -> None:
    text = """\
play:
  interview: {turns: 6}
groups:
  - {name: as they come, people: 4, population: oat_milk_drinkers}
  - {name: terse, people: 4, population: oat_milk_drinkers, manners: [terse]}
"""
    plan = planned(text, tmp_path)
    facts = {
        material.person.model_dump_json(exclude={"id"})
        for material in plan.plan.materials.values()
        if material.person
    }
    assert len(plan.plan.materials) == len(facts) == 8
    assert {
        run.manner
        for run, group in zip(plan.plan.runs, plan.groups, strict=True)
        if group == "terse"
    } == {"terse"}


def test_a_group_that_says_nothing_is_everybody(tmp_path: Path) -> None:
    plan = planned(
        "play: {sim: {scenario: tree_rings}}\ngroups: [{name: all sorts, people: 7}]\n", tmp_path
    )
    assert len({run.learner for run in plan.plan.runs}) == 7


# ── what is wrong ─────────────────────────────────────────────────────────────────────────────────


def test_everything_that_is_wrong_is_told_with_its_line_and_a_remedy(tmp_path: Path) -> None:
    (tmp_path / "some.yaml").write_text(HEAD + FAULTY, encoding="utf-8")
    told = [
        (fault.line, fault.code, fault.message, fault.remedy) for fault in check([tmp_path]).faults
    ]
    assert told == [
        (4, "unknown-name", "there is no person qa_leed", "Did you mean 'qa_lead'?"),
        (6, "unknown-name", "there is no learner rushd", "Did you mean 'rushed'?"),
        (7, "duplicate-name", "there is a group 'one' already", "Give each its own name."),
        (7, "not-of-this-engine", "a group of a sim knows no 'players'", "Known: learners."),
        (8, "duplicate-name", "there is a group 'everybody' already", "Give each its own name."),
    ]


@pytest.mark.parametrize(
    ("play", "group", "codes"),
    [
        ("{}", "", ["one-of-these"]),
        ("{sim: {scenario: launch_decision}, game: {game: heart}}", "", ["one-of-these"]),
        ("{sim: {scenario: lunch_decision}}", "", ["unknown-name"]),
        ("{game: {game: hart}}", "", ["unknown-name"]),
        (
            "{memoir: {artifacts: orgins}}",
            ", lives: [nobody], manners: [verbose]",
            ["unknown-name"] * 3,
        ),
        (
            "{interview: {guide: none}}",
            ", profiles: [nobody], manners: [generous]",
            ["unknown-name"] * 3,
        ),
        (
            "{interview: {}}",
            ", profiles: [sven_bike], population: oat_milk_drinkers",
            ["one-of-these"],
        ),
        ("{interview: {}}", ", population: nobody", ["unknown-name"]),
        ("{game: {game: heart}}", ", players: []", ["wrong-length"]),
    ],
)
def test_what_is_not_there_is_a_fault_before_anything_is_played(
    play: str, group: str, codes: list[str], tmp_path: Path
) -> None:
    with pytest.raises(ContentError) as raised:
        planned(f"play: {play}\ngroups:\n  - {{name: one{group}}}\n", tmp_path)
    assert [fault.code for fault in raised.value.faults] == codes
    assert all(fault.file and fault.line and fault.remedy for fault in raised.value.faults)


def test_a_cohort_is_named_by_its_file_or_its_id(tmp_path: Path) -> None:
    with pytest.raises(
        NotFound, match=r"There is no cohort 'a_mixed_clas'\. Did you mean 'a_mixed_class'"
    ):
        find_cohort(LIBRARY, "a_mixed_clas")
    with pytest.raises(NotFound, match="there is no file"):
        find_cohort(LIBRARY, str(tmp_path / "none.yaml"))
    with pytest.raises(BadInput, match="is a backbone"):
        find_cohort(LIBRARY, str(packaged() / "sims" / "backbones" / "technical.yaml"))
