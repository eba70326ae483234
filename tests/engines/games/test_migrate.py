"""A play moved to another version of its game: its names replaced, a try begun anew, and every
reason why it cannot go on.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engines.games.rounds import round_of
from tests.engines.games.rules.test_play import (
    Player,
    edge,
    game,
    nested,
    one_round,
    right,
    scene,
    wrong,
)

from dramaturg.engines.games.base.blueprint import Blueprint, Round
from dramaturg.engines.games.base.design import MECHANIC_TYPES
from dramaturg.engines.games.base.moves import Answer, Flip, Hint, Move, Next
from dramaturg.engines.games.base.state import GameState, apply, moved
from dramaturg.engines.games.engine import CODEC, GameEngine
from dramaturg.engines.games.migrate import stands_on, worries
from dramaturg.engines.games.rules.play import advance, begin
from dramaturg.engines.games.rules.players import guessing, perfect, play_through
from dramaturg.turn.engine import fold
from dramaturg.turn.migration import Moved

MODES = sorted(MECHANIC_TYPES)


def state_after(blueprint: Blueprint, *moves: Move) -> GameState:
    return Player(blueprint).do(*moves)


def states_of(blueprint: Blueprint, seed: int) -> list[GameState]:
    """Every state of a play by guessing."""
    states = [fold(apply, begin(blueprint), GameState())]
    for move in play_through(blueprint, guessing, seed).moves:
        states.append(advance(blueprint, states[-1], move)[1])
    return states


def codes(blueprint: Blueprint, state: GameState) -> list[str]:
    return [worry.code for worry in worries(GameEngine(blueprint), state)]


def changed(blueprint: Blueprint, **changes: Any) -> Blueprint:
    """The game with its first round changed."""
    blueprint = Blueprint.model_validate_json(
        blueprint.model_dump_json()
    )  # a copy would keep what was looked up before
    first, *others = blueprint.scenes[0].mechanics
    rounds = (Round.model_validate({**first.model_dump(by_alias=False), **changes}), *others)
    return blueprint.model_copy(
        update={"scenes": (blueprint.scenes[0].model_copy(update={"mechanics": rounds}),)}
    )


# ── whatever the play ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("mode", MODES)
def test_the_same_version_changes_nothing_and_worries_about_nothing(mode: str) -> None:
    blueprint = one_round(mode)
    for state in states_of(blueprint, seed=3):
        assert moved(state, {}) is state
        assert moved(state, {"mechanic": {}}) is state
        assert moved(state, {"mechanic": {"other": "another"}, "item": {"m1/none": ""}}) == state
        assert worries(GameEngine(blueprint), state) == ()


@settings(max_examples=40)
@given(mode=st.sampled_from(MODES), seed=st.integers(0, 99), place=st.integers(0, 60))
def test_a_renamed_play_is_the_play_of_the_renamed_game(mode: str, seed: int, place: int) -> None:
    """Whether the names change before the play or in the middle of it: the state is the same, also
    through JSON.
    """
    states = states_of(one_round(mode), seed)
    before = states[min(place, len(states) - 1)]
    there = moved(
        before, {"mechanic": {"m1": "first", "m2": "second"}, "scene": {"scene_1": "only"}}
    )
    back = moved(there, {"mechanic": {"first": "m1", "second": "m2"}, "scene": {"only": "scene_1"}})
    assert back == before
    assert "m1" not in str(there)
    assert CODEC.state(CODEC.state_json(there)) == there
    assert apply(before, Moved({"mechanic": {"m1": "first"}}, "2")) == moved(
        before, {"mechanic": {"m1": "first"}}
    )


def test_everything_in_a_try_goes_by_its_new_name() -> None:
    state = state_after(one_round(), wrong(1), right(2), Hint(item="i3"))
    there = moved(
        state,
        {
            "mechanic": {"m1": "n1"},
            "item": {f"m1/i{n}": f"n1/j{n}" for n in (1, 2, 3)},
            "choice": {"m1/a2": "n1/b2"},
        },
    )
    attempt = there.trying
    assert (there.mechanic, attempt.attempts, attempt.settled) == ("n1", {"j1": 1}, {"j2": 10})
    assert (attempt.answers, attempt.hinted) == ({"j2": "b2"}, frozenset({"j3"}))
    assert there.misconceptions == ("n1/mixed_up",)


def test_cards_and_moments_go_by_their_new_names() -> None:
    cards = one_round("memory_match").scenes[0].mechanics[0].cards
    flipped = state_after(one_round("memory_match"), Flip(cards=(cards[0].id, cards[1].id)))
    assert moved(flipped, {"card": {f"m1/{cards[0].id}": "m1/ace"}}).trying.seen == {
        "ace",
        cards[1].id,
    }
    told = state_after(one_round("branching_scenario"), Answer(item="i1", answer="fair"))
    there = moved(
        told,
        {
            "moment": {"m1/i1": "m1/dawn", "m1/i2": "m1/noon"},
            "option": {"m1/i1/fair": "m1/dawn/so_so"},
        },
    )
    assert (there.trying.moment, there.trying.settled, there.trying.answers) == (
        "noon",
        {"dawn": 5},
        {"dawn": "so_so"},
    )


def test_what_is_gone_keeps_its_name() -> None:
    state = state_after(one_round(), right(1))
    assert moved(state, {"mechanic": {"m1": ""}, "item": {"m1/i1": ""}}) == state


# ── begun anew ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("where", ["", "m1"])
def test_a_mechanic_is_begun_again_as_if_it_had_never_been_tried(where: str) -> None:
    player = Player(one_round())
    fresh = player.state
    player.do(right(1), wrong(2))
    assert moved(player.state, {"try": {"m1": where}}) == fresh._replace(
        misconceptions=player.state.misconceptions
    )


def test_a_play_whose_mechanic_is_gone_goes_on_in_another() -> None:
    ended = state_after(one_round(), right(1), right(2), right(3))
    there = moved(ended, {"try": {"m1": "m2"}})
    assert (there.phase, there.mechanic, there.exit, list(there.tries), dict(there.best)) == (
        "playing",
        "m2",
        "",
        ["m2"],
        {},
    )
    assert advance(one_round(), there, right(1))[1].points_of("m2") == 10


def test_points_of_an_earlier_mechanic_can_be_dropped_without_going_back() -> None:
    state = state_after(one_round(), right(1), right(2), right(3), Next(), right(1))
    there = moved(state, {"try": {"m1": "m1"}})
    assert (there.mechanic, there.points_of("m1"), there.points_of("m2"), there.passed) == (
        "m2",
        0,
        10,
        frozenset({"m1"}),
    )


# ── what it stands on ─────────────────────────────────────────────────────────────────────────────


def test_a_play_stands_on_its_scene_and_the_mechanic_that_is_up() -> None:
    assert stands_on(GameState()) == ()
    assert stands_on(state_after(one_round())) == (("scene", "scene_1"), ("mechanic", "m1"))
    leaving = state_after(nested("time_elapsed", 60.0), right(1).model_copy(update={"at": 61.0}))
    assert stands_on(leaving) == (("scene", "scene_1"), ("mechanic", "m1"), ("mechanic", "m2"))
    assert stands_on(play_through(one_round(), guessing, 1).state) == ()


# ── worries ───────────────────────────────────────────────────────────────────────────────────────

ITEMS = one_round().scenes[0].mechanics[0].items
RIGHT_NOW_WRONG = (ITEMS[0].model_copy(update={"answer": "a3"}), *ITEMS[1:])


@pytest.mark.parametrize(
    ("moves", "changes", "code"),
    [
        ((right(1),), {"items": ITEMS[1:]}, "item-gone"),
        ((wrong(1),), {"items": ITEMS[1:]}, "item-gone"),
        ((right(1),), {"items": RIGHT_NOW_WRONG}, "judged-otherwise"),
        ((wrong(1), Answer(item="i1", answer="a3"), wrong(1)), {"items": RIGHT_NOW_WRONG}, None),
        (
            (wrong(1), wrong(1), Answer(item="i1", answer="a3")),
            {"items": RIGHT_NOW_WRONG},
            "judged-otherwise",
        ),
        ((right(2),), {"items": RIGHT_NOW_WRONG}, None),
        ((right(1),), {"points_per_item": 5}, "judged-otherwise"),
        ((wrong(1), wrong(1)), {"credit": (1.0, 0.5)}, "no-attempt-left"),
        ((wrong(1),), {"credit": (1.0, 0.5)}, None),
        ((right(1), right(2)), {"items": ITEMS[:2]}, "nothing-left"),
        ((right(1), right(2)), {"max_score": 15}, "too-many-points"),
        ((right(1),), {"instruction": "Do it well."}, None),
    ],
)
def test_a_running_try_that_does_not_fit_is_a_worry_and_can_be_begun_again(
    moves: tuple[Move, ...], changes: dict[str, Any], code: str | None
) -> None:
    state, newer = state_after(one_round(), *moves), changed(one_round(), **changes)
    found = worries(GameEngine(newer), state)
    assert [worry.code for worry in found] == ([code] if code else [])
    assert all((worry.at, worry.candidates) == (("mechanic", "m1"), ("m1",)) for worry in found)
    assert codes(newer, moved(state, {"try": {"m1": "m1"}})) == []


def test_a_story_that_is_nowhere_is_a_worry() -> None:
    blueprint = one_round("branching_scenario")
    state = state_after(blueprint, Answer(item="i1", answer="fair"))
    moments = blueprint.scenes[0].mechanics[0].moments
    assert codes(changed(blueprint, moments=(moments[0], moments[2])), state) == ["moment-gone"]
    better = moments[0].model_copy(update={"options": moments[0].options[:2]})
    assert codes(changed(blueprint, moments=(better, *moments[1:])), state) == ["judged-otherwise"]


def test_a_place_that_is_gone_is_a_worry_with_the_others_to_choose_from() -> None:
    state = state_after(one_round(), right(1))
    (lost,) = worries(
        GameEngine(game(scene(2, (round_of("drag_drop"),), (edge("m1", "scene_end"),)))), state
    )
    assert (lost.code, lost.at, lost.candidates) == ("gone", ("scene", "scene_1"), ("scene_2",))
    elsewhere = game(
        scene(1, (round_of("drag_drop", mechanic_id="m3"),), (edge("m3", "scene_end"),))
    )
    (lost,) = worries(GameEngine(elsewhere), state)
    assert (lost.code, lost.at, lost.candidates) == ("gone", ("mechanic", "m1"), ("m3",))
    assert codes(elsewhere, moved(state, {"try": {"m1": "m3"}})) == []


def test_a_clock_that_never_began_is_a_worry_and_would_break_the_play() -> None:
    state = state_after(nested(), right(1), right(2), Next())
    clocked = nested("time_elapsed", 60.0)
    late = game(
        clocked.scenes[0].model_copy(
            update={"mode_transitions": (edge("m2", "m3", "time_elapsed", 60.0, ("m3", "m2")),)}
        )
    )
    (worry,) = worries(GameEngine(late), state)
    assert (worry.code, worry.candidates) == ("clock-never-began", ("m3",))
    with pytest.raises(KeyError):
        advance(late, state, right(1).model_copy(update={"at": 5.0}))
    assert codes(late, moved(state, {"try": {"m2": "m3"}})) == []


@settings(max_examples=40)
@given(
    seed=st.integers(0, 99),
    place=st.integers(0, 60),
    mode=st.sampled_from(MODES),
    count=st.integers(1, 4),
    credit=st.sampled_from([(1.0,), (1.0, 0.5), (1.0, 0.75, 0.5, 0.25)]),
)
def test_what_is_no_worry_can_be_played_to_the_end(
    seed: int, place: int, mode: str, count: int, credit: tuple[float, ...]
) -> None:
    states = states_of(one_round(mode, 3), seed)
    state = states[min(place, len(states) - 1)]
    newer = one_round(mode, count, credit=credit)
    if worries(GameEngine(newer), state):
        state = moved(state, {"try": {state.mechanic: state.mechanic}})
    chance = Random(seed)
    for _ in range(200):
        if state.phase == "finished":
            return
        state = advance(newer, state, perfect(newer, state, chance))[1]
    raise AssertionError("the play does not end")
