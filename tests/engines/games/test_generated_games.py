"""Thirty games made from the knowledge that comes along have none of the faults that were counted
in published ones.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import pytest
from tests.engines.games.library import bundled

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.engines.games.base.blueprint import Blueprint, Misconception, Round, Scene
from dramaturg.engines.games.base.design import DIFFICULTIES, MECHANIC_TYPES, Difficulty
from dramaturg.engines.games.base.issues import errors
from dramaturg.engines.games.base.moves import Answer, Arrange, Flip, Move
from dramaturg.engines.games.base.state import Answered, Entered, GameState, apply
from dramaturg.engines.games.checks.blueprint import blueprint_issues
from dramaturg.engines.games.content import make_at_once
from dramaturg.engines.games.diagrams.check import zone_issues
from dramaturg.engines.games.diagrams.zones import Zone
from dramaturg.engines.games.job import Order
from dramaturg.engines.games.mechanics.mechanic import names_it
from dramaturg.engines.games.rules.play import begin, step, total_points
from dramaturg.engines.games.rules.players import perfect, play_through
from dramaturg.turn.engine import fold

GAMES = range(30)
SAYS_ITS_LABEL = frozenset({"drag_drop", "hierarchical"})  # there the label is what is given


@cache
def game(number: int) -> Blueprint:
    """One of thirty, unlike in subject, difficulty, length and luck."""
    subjects = sorted(bundled())
    levels: tuple[Difficulty, ...] = DIFFICULTIES  # type: ignore[assignment]  # the words of that very type
    order = Order(
        id=f"game_{number}",
        knowledge=subjects[number % len(subjects)],
        difficulty=levels[number % 3],
        minutes=(8, 15, 25)[number // 3 % 3],
        seed=number,
    )
    made = asyncio.run(make_at_once(order, library_of(Settings(store=""))))
    return Blueprint.model_validate(made["blueprint"])


def rounds(blueprint: Blueprint) -> Iterator[tuple[Scene, Round]]:
    return ((scene, round) for scene in blueprint.scenes for round in scene.mechanics)


pytestmark = pytest.mark.slow


@pytest.mark.parametrize("number", GAMES)
def test_declared_points_are_attainable_and_every_mechanic_has_content_and_a_way_out(
    number: int,
) -> None:
    blueprint = game(number)
    assert not blueprint_issues(blueprint)
    assert (
        total_points(blueprint, play_through(blueprint, perfect).state)
        == blueprint.total_max_score
        > 0
    )
    for scene, round in rounds(blueprint):
        assert round.items, round.mechanic_id
        assert scene.way_out[round.mechanic_id].judged_over


@pytest.mark.parametrize("number", GAMES)
def test_every_misconception_shows_when_somebody_has_it(number: int) -> None:
    blueprint = game(number)
    for scene, round in rounds(blueprint):
        for misconception in round.misconceptions:
            assert misconception.id in shown(blueprint, scene, round, misconception), (
                round.mechanic_id,
                misconception,
            )


def shown(
    blueprint: Blueprint, scene: Scene, round: Round, misconception: Misconception
) -> list[str | None]:
    """What shows when the item is answered so, in a round where all else is settled."""
    entered = (*begin(blueprint), Entered(scene.scene_id, round.mechanic_id))
    state = fold(apply, entered, GameState())
    for item in round.items:
        if item.id != misconception.item and round.mode not in (
            "sequencing",
            "memory_match",
            "branching_scenario",
        ):
            settled = Answered(
                round.mechanic_id, item.id, item.answer, right=True, charged=False, settled=True
            )
            state = apply(state, settled)
    return [
        event.misconception
        for event in step(blueprint, state, mistaken(round, misconception))
        if isinstance(event, Answered)
    ]


def mistaken(round: Round, misconception: Misconception) -> Move:
    if round.mode == "sequencing":
        places = [choice.id for choice in round.choices]
        order = sorted(round.by_id, key=lambda name: places.index(round.by_id[name].answer))
        order.remove(misconception.item)
        order.insert(places.index(misconception.answer), misconception.item)
        return Arrange(order=tuple(order))
    if round.mode == "memory_match":
        first = next(card.id for card in round.cards if card.item == misconception.item)
        second = next(card.id for card in round.cards if card.item == misconception.answer)
        return Flip(cards=(first, second))
    return Answer(item=misconception.item, answer=misconception.answer)


@pytest.mark.parametrize("number", GAMES)
def test_no_zones_overlap_and_every_one_can_be_hit(number: int) -> None:
    for scene in game(number).scenes:
        if scene.diagram is None:
            continue
        labels = {zone.id: zone.label for zone in scene.zones}
        zones = [
            Zone(
                zone.id,
                zone.label,
                zone.points,
                zone.at,
                labels[zone.parent_zone_id] if zone.parent_zone_id else None,
            )
            for zone in scene.zones
        ]
        assert not errors(
            zone_issues(
                zones, [zone.label for zone in zones], scene.diagram.width, scene.diagram.height
            )
        )


@pytest.mark.parametrize("number", GAMES)
def test_no_answer_leaks(number: int) -> None:
    for scene, round in rounds(game(number)):
        labels = {zone.id: zone.label for zone in scene.zones}
        for item in round.items:
            answer = labels.get(item.answer)
            if answer is None:
                continue
            texts = (item.hint,) if round.mode in SAYS_ITS_LABEL else (item.text, item.hint)
            assert not any(names_it(text, answer) for text in texts), item
            assert answer.casefold() not in (scene.diagram.alt if scene.diagram else "").casefold()
        assert all(
            choice.text not in labels.values() for choice in round.choices if choice.id in labels
        ), round.mechanic_id


def test_where_the_right_option_stands_and_how_long_it_is_tell_nothing() -> None:
    firsts, expected, longest, stories = 0, 0.0, 0, 0
    for number in GAMES:
        for _, round in rounds(game(number)):
            for moment in round.moments:
                best = max(moment.options, key=lambda option: option.credit)
                firsts += moment.options[0] is best
                expected += 1 / len(moment.options)
                longest += max(moment.options, key=lambda option: len(option.text)) is best
                stories += 1
    spread = 3 * (expected * (1 - expected / stories)) ** 0.5
    assert stories > 60
    assert abs(firsts - expected) < spread, (firsts, expected)
    assert longest < 0.6 * stories, (longest, stories)


def test_nothing_is_shown_in_the_order_of_its_answers() -> None:
    """Where things are put somewhere, their order of appearance says no more about the place than
    chance.
    """
    same, pairs = 0, 0
    for number in GAMES:
        for _, round in rounds(game(number)):
            if round.mode not in (
                "sequencing",
                "drag_drop",
                "sorting_categories",
                "description_matching",
            ):
                continue
            places = [choice.id for choice in round.choices]
            at = [places.index(item.answer) for item in round.items]
            ups = [one < other for one, other in pairwise(at) if one != other]
            same, pairs = same + sum(ups), pairs + len(ups)
    assert pairs > 200
    assert abs(same - pairs / 2) < 3 * (pairs / 4) ** 0.5, (same, pairs)


def test_all_mechanics_and_clocks_come_up_over_the_thirty() -> None:
    played = [round for number in GAMES for _, round in rounds(game(number))]
    assert {round.mode for round in played} == set(MECHANIC_TYPES)
    assert any(round.time_limit_seconds for round in played)
    assert any(round.parent_mechanic_id for round in played)
    assert sum(len(round.misconceptions) for round in played) > 100
