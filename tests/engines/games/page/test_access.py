"""Everybody can play: no violation that axe knows of on any screen, in both schemes, and no
sideways scrolling on a small one.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.engines.games.page.conftest import Opener
from tests.engines.games.page.fixtures import MODES, only, whole
from tests.engines.games.page.hands import begin, resume
from tests.engines.games.page.judging import SMALL, expect_pins_apart, sideways, violations

from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.base.moves import Move, move_json
from dramaturg.engines.games.base.state import GameState, apply
from dramaturg.engines.games.rules.play import begin as begun
from dramaturg.engines.games.rules.play import step
from dramaturg.engines.games.rules.players import guessing, play_through, worst
from dramaturg.turn.engine import fold

pytestmark = pytest.mark.slow

SCHEMES = ("light", "dark")


def as_moves(moves: tuple[Move, ...]) -> list[dict[str, Any]]:
    return [json.loads(move_json(move)) for move in moves]


def screens() -> dict[str, list[dict[str, Any]]]:
    """Moves of one play of the whole game that lead to each kind of screen beside the rounds."""
    blueprint = whole()
    play = play_through(blueprint, guessing, seed=5)
    found: dict[str, list[dict[str, Any]]] = {}
    state = fold(apply, begun(blueprint), GameState())
    for number, move in enumerate(play.moves, start=1):
        state = fold(apply, step(blueprint, state, move), state)
        if state.phase != "playing":
            found.setdefault(
                f"{state.phase}, {'open' if state.met else 'shut'}", as_moves(play.moves[:number])
            )
    return found


SCREENS = screens()


def test_no_kind_of_screen_is_forgotten() -> None:
    assert set(SCREENS) == {
        "ended, open",
        "ended, shut",
        "between, open",
        "between, shut",
        "finished, open",
    }


def after_a_wrong_answer(page: Page, blueprint: Blueprint) -> None:
    resume(page, blueprint, as_moves(play_through(blueprint, worst).moves[:1]))


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("mode", MODES)
def test_a_round_and_a_wrong_answer(open_game: Opener, mode: str, scheme: str) -> None:
    blueprint = only(mode)
    page = open_game(blueprint, color_scheme=scheme)
    begin(page)
    assert violations(page) == []
    after_a_wrong_answer(page, blueprint)
    expect(page.locator(".verdict")).to_have_count(1)
    assert violations(page) == []


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("screen", SCREENS)
def test_gates_ends_and_result(open_game: Opener, screen: str, scheme: str) -> None:
    blueprint = whole()
    page = open_game(blueprint, color_scheme=scheme)
    resume(page, blueprint, SCREENS[screen])
    for summary in page.locator("summary").all():
        summary.click()
    assert violations(page) == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_start_a_timed_round_and_the_question_before_leaving(
    open_game: Opener, scheme: str
) -> None:
    page = open_game(only("sorting_categories", limit=300), color_scheme=scheme)
    assert violations(page) == []
    begin(page)
    assert violations(page) == []
    page.get_by_role("button", name="Leave this round").click()
    assert violations(page) == []


@pytest.mark.parametrize("mode", MODES)
def test_a_round_fits_a_small_screen(open_game: Opener, mode: str) -> None:
    blueprint = only(mode)
    page = open_game(blueprint, viewport=SMALL)
    begin(page)
    assert not sideways(page)
    after_a_wrong_answer(page, blueprint)
    assert not sideways(page)
    assert violations(page) == []


@pytest.mark.parametrize("screen", ["start", *SCREENS])
def test_the_other_screens_fit_it_too(open_game: Opener, screen: str) -> None:
    blueprint = whole()
    page = open_game(blueprint, viewport=SMALL)
    if screen != "start":
        resume(page, blueprint, SCREENS[screen])
    assert not sideways(page)


def test_nothing_that_can_be_pressed_is_smaller_than_24_pixels(open_game: Opener) -> None:
    for mode in MODES:
        page = open_game(only(mode), viewport=SMALL)
        begin(page)
        sizes = page.locator("button").evaluate_all(
            "nodes => nodes.map((n) => [n.offsetWidth, n.offsetHeight])"
        )
        assert min(min(size) for size in sizes) >= 24, mode


def test_pins_that_would_lie_on_one_another_are_moved_apart(open_game: Opener) -> None:
    blueprint = only("click_to_identify")
    scene = blueprint.scenes[0]
    crowded = tuple(
        zone.model_copy(update={"at": (50 + number / 10, 50)})
        for number, zone in enumerate(scene.zones)
    )
    page = open_game(
        blueprint.model_copy(update={"scenes": (scene.model_copy(update={"zones": crowded}),)}),
        viewport=SMALL,
    )
    begin(page)
    assert page.locator("button.pin").count() == len(crowded)
    expect_pins_apart(page)


def test_text_twice_as_large_still_fits(open_game: Opener) -> None:
    """At 200 % a window of 1280 by 800 has room for 640 by 400 pixels."""
    for mode in MODES:
        page = open_game(only(mode), viewport={"width": 640, "height": 400}, device_scale_factor=2)
        begin(page)
        assert not sideways(page), mode
