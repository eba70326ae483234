"""Every mechanic can be played to full marks by mouse, by keyboard alone and by taps, and Python
counts the same points.
"""

from __future__ import annotations

import pytest
from tests.engines.games.page.conftest import Opener
from tests.engines.games.page.fixtures import MODES, ZONE, only, whole
from tests.engines.games.page.hands import CONTEXT, HANDS, downloaded, play_right
from tests.engines.games.page.judging import go_on, graded

pytestmark = pytest.mark.slow

GAMES = {
    **{mode: only(mode) for mode in MODES},
    "timed_challenge": only("sorting_categories", limit=300),
}


@pytest.mark.parametrize("way", HANDS)
@pytest.mark.parametrize("name", GAMES)
def test_full_marks(open_game: Opener, name: str, way: str) -> None:
    blueprint = GAMES[name]
    page = open_game(blueprint, **CONTEXT[way])
    hand = HANDS[way](page)
    hand.press(hand.named("Begin"))
    play_right(hand, blueprint.scenes[0].mechanics[0])
    go_on(hand)
    assert page.locator(".total").inner_text().split()[0] == str(blueprint.total_max_score)
    record = downloaded(page)
    assert record["blueprint"] == blueprint.id
    assert graded(blueprint, record) == (record["score"], record["events"])
    assert record["score"] == blueprint.total_max_score


@pytest.mark.parametrize("way", HANDS)
def test_a_whole_game_through_all_its_scenes(open_game: Opener, way: str) -> None:
    blueprint = whole()
    page = open_game(blueprint, **CONTEXT[way])
    hand = HANDS[way](page)
    hand.press(hand.named("Begin"))
    for scene in blueprint.scenes:
        for round in scene.mechanics:
            play_right(hand, round)
            go_on(hand)
        if scene.scene_id == "scene_2":  # its transition is a button
            go_on(hand)
    record = downloaded(page)
    assert graded(blueprint, record) == (record["score"], record["events"])
    assert record["score"] == blueprint.total_max_score


@pytest.mark.parametrize("mode", ["click_to_identify", "drag_drop"])
def test_the_shape_on_the_picture_can_be_chosen_too_not_only_its_pin(
    open_game: Opener, mode: str
) -> None:
    blueprint = only(mode)
    page = open_game(blueprint)
    page.get_by_role("button", name="Begin", exact=True).click()
    item = next(
        item for item in blueprint.scenes[0].mechanics[0].items if item.answer == ZONE["Spring"]
    )  # a square one
    if mode == "drag_drop":
        page.locator(f'[data-key="piece:{item.id}"]').click()
    page.locator(f'[data-shape="{item.answer}"]').click(position={"x": 4, "y": 24})
    assert page.locator(".score strong").inner_text() == "10"


def test_a_double_click_answers_once(open_game: Opener) -> None:
    page = open_game(only("click_to_identify"))
    page.get_by_role("button", name="Begin", exact=True).click()
    page.get_by_role("button", name="Area 5").dblclick()
    assert page.locator(".verdict-title").inner_text() == "Right: +10 points"
    assert "2 of 3" in page.locator(".prompt").inner_text()


def test_what_was_missed_is_practised_and_counts_for_nothing(open_game: Opener) -> None:
    blueprint = only("click_to_identify")
    round = blueprint.scenes[0].mechanics[0]
    page = open_game(blueprint)
    hand = HANDS["pointer"](page)
    hand.press(hand.named("Begin"))
    first = round.items[0]
    wrong = next(choice.id for choice in round.choices if choice.id != first.answer)
    hand.press(hand.at(f"zone:{wrong}"))
    for item in round.items:
        hand.press(hand.at(f"zone:{item.answer}"))
    go_on(hand)
    points = page.locator(".total").inner_text()
    hand.press(hand.named("Practise what was missed (1)"))
    hand.press(hand.at(f"zone:{first.answer}"))
    go_on(hand)
    assert "right now" in page.locator(".lead").inner_text()
    hand.press(hand.named("Back to your result"))
    assert page.locator(".total").inner_text() == points
