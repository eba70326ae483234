"""What is proven of a game: over every course that a play can take, by the rules of play, with a
walk where it is not true.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

import pytest

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.base.state import Entered
from dramaturg.engines.games.checks.blueprint import prove_course, prove_rounds, structure_issues
from dramaturg.engines.games.content import make_at_once
from dramaturg.engines.games.job import Order
from dramaturg.engines.games.rules.paths import Course, CoursePlace, course_of
from dramaturg.engines.games.rules.players import PLAYERS, play_through
from dramaturg.kernel.explore import Proof

pytestmark = pytest.mark.slow  # a whole game is made and proven
ORDER = Order(id="heart", knowledge="heart", difficulty="advanced", minutes=20, seed=2)


@pytest.fixture(scope="module")
def made() -> Mapping[str, Any]:
    blueprint: Mapping[str, Any] = asyncio.run(make_at_once(ORDER, library_of(Settings(store=""))))[
        "blueprint"
    ]
    return blueprint


@pytest.fixture(scope="module")
def heart(made: Mapping[str, Any]) -> Blueprint:
    return Blueprint.model_validate(made)


def changed(made: Mapping[str, Any], path: str, value: Any) -> Blueprint:
    """The blueprint with another value at `path`, such as `scenes.0.maxScore`."""
    whole = Blueprint.model_validate(made).model_dump(mode="json", by_alias=True)
    *way, last = (int(step) if step.isdigit() else step for step in path.split("."))
    part: Any = whole
    for step in way:
        part = part[step]
    assert last in (part if isinstance(part, dict) else range(len(part)))
    part[last] = value
    return Blueprint.model_validate(whole)


def proofs(blueprint: Blueprint) -> dict[str, Proof]:
    found = (*prove_course(blueprint, "heart"), *prove_rounds(blueprint, "heart"))
    return {proof.code: proof for proof in found if not proof.holds}


@pytest.fixture(scope="module")
def course(heart: Blueprint) -> Course:
    return course_of(heart)


@pytest.mark.parametrize("player", PLAYERS)
def test_every_play_stays_on_the_course(player: str, heart: Blueprint, course: Course) -> None:
    """What follows upon a mechanic in a play is a step of the course."""
    steps = {
        (place.mechanic, to.mechanic)
        for place, ways in course.world.steps.items()
        for _, to in ways
    }
    for seed in range(5):
        entered = [
            event.mechanic
            for event in play_through(heart, PLAYERS[player], seed).events
            if isinstance(event, Entered)
        ]
        assert set(pairwise(("", *entered, ""))) <= steps


def test_a_course_begins_with_clocks_and_without(course: Course) -> None:
    assert {place.timers for _, place in course.world.steps[CoursePlace()]} == {True, False}


def test_all_holds_of_a_game_that_was_made(heart: Blueprint) -> None:
    assert proofs(heart) == {}


def test_a_round_of_ways_is_refuted_by_the_walk_into_it(made: Mapping[str, Any]) -> None:
    endless = changed(made, "scenes.0.modeTransitions.3.to_mechanic_id", "s1_m2")
    found = proofs(endless)
    assert set(found) == {"game-endless", "mechanic-unplayed"}
    assert found["game-endless"].counterexample[:2] == (
        "the play begins",
        "s1_m1: won, on to s1_m2",
    )
    assert found["game-endless"].counterexample[-1] == "... and again, for ever"
    assert "s2_m1" in found["mechanic-unplayed"].note


@pytest.mark.parametrize(
    ("path", "value", "name"),
    [
        ("scenes.0.modeTransitions.2.trigger_value", 1.01, "s1_m2"),
        ("sceneTransitions.0.condition", 1.01, "scene_1"),
    ],
)
def test_a_way_out_that_wants_more_than_all_points_is_shut(
    path: str, value: float, name: str, made: Mapping[str, Any]
) -> None:
    found = proofs(changed(made, path, value))
    assert set(found) == {"exit-shut"}
    assert name in found["exit-shut"].note


def test_points_that_nobody_can_have_are_told(made: Mapping[str, Any]) -> None:
    found = proofs(changed(made, "scenes.0.mechanics.0.credit", [0.5]))
    assert found["game-score"].note == "40 of the 80 points of s1_m1 can be had"


@pytest.mark.parametrize(
    ("path", "value", "code", "place"),
    [
        ("scenes.0.startingMechanicId", "s2_m1", "scene-edge", "scenes[0].startingMechanicId"),
        (
            "scenes.0.modeTransitions.1.judged_over",
            [],
            "scene-edge",
            "scenes[0].modeTransitions[1].judged_over",
        ),
        (
            "scenes.0.modeTransitions.1.judged_over",
            ["s9"],
            "scene-edge",
            "scenes[0].modeTransitions[1].judged_over",
        ),
        (
            "scenes.0.modeTransitions.0.from_mechanic_id",
            "start",
            "scene-edge",
            "scenes[0].modeTransitions[0].from_mechanic_id",
        ),
        ("sceneTransitions.1.toSceneId", "scene_9", "scene-edge", "sceneTransitions[1].toSceneId"),
        (
            "scenes.0.mechanics.0.items.1.id",
            "right_ventricle",
            "name-twice",
            "scenes[0].mechanics[0].items[1]",
        ),
        (
            "scenes.0.mechanics.0.items.1.after",
            "nothing",
            "round-closed",
            "scenes[0].mechanics[0].items[1].after",
        ),
        ("scenes.0.mechanics.0.credit", [], "round-score", "scenes[0].mechanics[0].credit"),
        (
            "scenes.3.mechanics.0.moments.0.options",
            [],
            "round-story",
            "scenes[3].mechanics[0].moments[0].options",
        ),
        (
            "scenes.3.mechanics.0.moments.0.options.0.next",
            "nowhere",
            "round-story",
            "scenes[3].mechanics[0].moments[0].options[0].next",
        ),
        ("scenes.3.mechanics.0.endings", [], "round-story", "scenes[3].mechanics[0].moments"),
        (
            "scenes.2.mechanics.0.cards.0.item",
            "nothing",
            "round-cards",
            "scenes[2].mechanics[0].items",
        ),
    ],
)
def test_parts_that_do_not_fit_are_found_before_anyone_plays(
    path: str, value: Any, code: str, place: str, made: Mapping[str, Any]
) -> None:
    found = {
        issue.code: issue.place for issue in reversed(structure_issues(changed(made, path, value)))
    }
    assert found[code].startswith(place)
