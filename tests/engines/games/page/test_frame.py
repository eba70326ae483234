"""Around the rounds: feedback, hints, gates, clocks, reloads, the result, and what an embedding
page is told.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page
from tests.engines.games.page.conftest import Opener
from tests.engines.games.page.fixtures import game_of, only, round_of, scene_of, whole
from tests.engines.games.page.hands import begin, downloaded, resume

from dramaturg.engines.games.base.blueprint import Blueprint, SceneTransition
from dramaturg.engines.games.page import page_of

pytestmark = pytest.mark.slow


def place(page: Page, piece: str, area: str) -> None:
    page.get_by_role("button", name=piece).first.click()
    page.get_by_role("button", name=area).click()


def press(page: Page, *names: str) -> None:
    for name in names:
        page.get_by_role("button", name=name, exact=True).click()


def verdict(page: Page) -> str:
    return page.locator(".verdict").inner_text()


def score(page: Page) -> str:
    return page.locator(".score strong").inner_text()


# ── feedback ──────────────────────────────────────────────────────────────────────────────────────


def test_a_right_answer_says_why_and_what_it_brought(open_game: Opener) -> None:
    page = open_game(only("drag_drop"))
    begin(page)
    place(page, "Lake", "Area 2")
    assert verdict(page).splitlines()[0] == "Right: +10 points"
    assert "Because the water rests here and drops its gravel." in verdict(page)
    assert page.locator("#spoken").inner_text().startswith("Right: +10 points.")


def test_a_misconception_is_put_right_when_it_shows(open_game: Opener) -> None:
    page = open_game(only("drag_drop"))
    begin(page)
    place(page, "Meander", "Area 3")
    assert "At the mouth a river splits" in verdict(page)
    assert "worth 5 points, 2 tries left" in verdict(page)
    place_again = page.get_by_role("button", name="Area 6")
    place_again.click()
    assert score(page) == "5"


def test_an_answer_is_shown_when_the_tries_are_used_up(open_game: Opener) -> None:
    page = open_game(only("click_to_identify"))
    begin(page)
    for _ in range(3):
        page.get_by_role("button", name="Area 1").click()
    assert "last try" in verdict(page)
    assert "The answer is Area 5." in verdict(page)


def test_what_belongs_nowhere_costs_nothing(open_game: Opener) -> None:
    page = open_game(only("drag_drop"))
    begin(page)
    place(page, "Fjord", "Area 8")
    assert "A fjord was carved by ice" in verdict(page)
    assert "costs nothing" in verdict(page)


def test_a_place_chosen_with_nothing_picked_says_what_to_do(open_game: Opener) -> None:
    page = open_game(only("drag_drop"))
    begin(page)
    page.get_by_role("button", name="Area 2").click()
    assert "Pick a label first" in verdict(page)


def test_a_hint_helps_and_is_recorded(open_game: Opener) -> None:
    page = open_game(only("sorting_categories"))
    begin(page)
    page.get_by_role("button", name="A weir").click()
    press(page, "Give me a hint")
    assert page.locator(".hint").inner_text() == "Hint: Think: of who made it."
    moves = json.loads(
        page.evaluate("sessionStorage.getItem('dramaturg:river_sorting_categories')")
    )["moves"]
    assert moves[0]["do"] == "hint"
    assert moves[0]["item"] == "weir"


def test_an_order_says_how_much_of_it_is_right_and_holds_that_in_place(open_game: Opener) -> None:
    page = open_game(only("sequencing"))
    begin(page)
    press(page, "Move up: The sun lifts water from the sea", "Check the order")
    assert verdict(page).startswith("1 of 4 in the right place")
    assert page.get_by_role("button", name="The sun lifts water from the sea").count() == 0


def test_a_story_tells_what_came_of_each_decision(open_game: Opener) -> None:
    page = open_game(only("branching_scenario"))
    begin(page)
    page.get_by_role("button", name="Wait and see").click()
    assert "By night the water is at the rim." in verdict(page)
    assert "A dam only holds what it was built for." in verdict(page)
    page.get_by_role("button", name="Call the town").click()
    assert "By night the water is at the rim." in page.locator(".trail").inner_text()


# ── focus ─────────────────────────────────────────────────────────────────────────────────────────


def focused(page: Page) -> str:
    key: str = page.evaluate("document.activeElement.dataset.key ?? document.activeElement.tagName")
    return key


def test_focus_goes_to_the_picture_with_a_piece_and_back_to_the_next_one(open_game: Opener) -> None:
    page = open_game(only("drag_drop"))
    begin(page)
    page.locator('[data-key="piece:delta"]').focus()
    page.keyboard.press("Enter")
    assert focused(page) == "zone:z1"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert score(page) == "10"
    assert focused(page) == "piece:fjord"


def test_escape_puts_a_piece_back(open_game: Opener) -> None:
    page = open_game(only("drag_drop"))
    begin(page)
    page.locator('[data-key="piece:delta"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    assert focused(page) == "piece:delta"
    assert page.locator('[aria-pressed="true"]').count() == 0


def test_a_new_screen_is_entered_at_its_heading(open_game: Opener) -> None:
    page = open_game(only("sequencing"))
    page.get_by_role("button", name="Begin", exact=True).focus()
    page.keyboard.press("Enter")
    assert focused(page) == "heading"


# ── ways out ──────────────────────────────────────────────────────────────────────────────────────


def leave(page: Page, yes: str = "Leave") -> None:
    page.locator('[data-key="leave"]').click()
    page.get_by_role("dialog").get_by_role("button", name=yes, exact=True).click()


def test_leaving_is_asked_first(open_game: Opener) -> None:
    page = open_game(only("drag_drop"))
    begin(page)
    press(page, "Leave this round")
    assert "5 answers are still open" in page.get_by_role("dialog").inner_text()
    press(page, "Keep playing")
    assert page.get_by_role("dialog").count() == 0
    assert page.get_by_role("heading", name="Place the labels").is_visible()


def test_an_unmet_round_is_tried_again_and_after_two_tries_one_may_go_on(open_game: Opener) -> None:
    page = open_game(only("drag_drop", way=("score_threshold", 0.7)))
    begin(page)
    leave(page)
    assert "you need 35 of 50 points; you have 0" in page.locator(".sheet").inner_text()
    assert page.get_by_role("button", name="Continue anyway").count() == 0
    press(page, "Try again")
    place(page, "Lake", "Area 2")
    leave(page)
    press(page, "Continue anyway")
    assert "went on without enough" in page.locator("table").inner_text()
    assert downloaded(page)["score"] == 10


def test_a_reached_threshold_opens_the_way_while_playing(open_game: Opener) -> None:
    page = open_game(only("drag_drop", way=("score_threshold", 0.2)))
    begin(page)
    assert page.locator('[data-key="leave"]').inner_text() == "Leave this round"
    place(page, "Lake", "Area 2")
    assert page.locator('[data-key="leave"]').inner_text() == "Go on"
    leave(page, "Go on")
    assert page.get_by_role("heading", name="Your result").is_visible()


def gated() -> Blueprint:
    scenes = (
        scene_of(1, "First", (round_of("memory_match", "s1_m1"),)),
        scene_of(2, "Second", (round_of("sequencing", "s2_m1"),)),
    )
    gate = SceneTransition(
        from_scene_id="scene_1", to_scene_id="scene_2", type="score_gate", condition=0.5
    )
    return game_of(*scenes, transitions=(gate,), id="gated")


POOR = [
    {"do": "flip", "cards": ["c1", "c2"]},
    {"do": "flip", "cards": ["c3", "c4"]},
    {"do": "flip", "cards": ["c5", "c6"]},
    *(
        {"do": "flip", "cards": pair}
        for pair in (
            ["c1", "c2"],
            ["c1", "c2"],
            ["c1", "c2"],
            ["c2", "c3"],
            ["c2", "c3"],
            ["c2", "c3"],
        )
    ),
    *({"do": "flip", "cards": pair} for pair in (["c3", "c5"],)),
]


def test_a_scene_gate_says_what_is_needed_and_lets_one_play_the_scene_again(
    open_game: Opener,
) -> None:
    blueprint = gated()
    page = open_game(blueprint)
    resume(page, blueprint, [*POOR, {"do": "next"}])
    assert "you need 15 of 30 points" in page.locator(".sheet").inner_text()
    press(page, "Play this scene again")
    assert page.get_by_role("heading", name="Find the pairs").is_visible()


# ── clocks ────────────────────────────────────────────────────────────────────────────────────────


LIMIT = 600  # seconds, of a clock that is set by hand


def test_a_round_ends_when_its_time_is_up(open_game: Opener) -> None:
    page = open_game(only("sorting_categories", limit=LIMIT))
    page.clock.install()
    begin(page)
    assert page.get_by_role("timer").is_visible()
    page.clock.fast_forward(1000 * LIMIT)
    page.get_by_role("heading", name="Time is up").wait_for()
    assert page.get_by_role("button", name="Try again").is_visible()


def test_clocks_can_be_switched_off_before_the_game(open_game: Opener) -> None:
    page = open_game(only("sorting_categories", limit=LIMIT))
    page.clock.install()
    page.get_by_role("switch", name="Play against the clock").uncheck()
    begin(page)
    assert page.get_by_role("timer").count() == 0
    page.clock.fast_forward(1000 * LIMIT)
    page.wait_for_timeout(600)  # twice as long as the page would need to notice
    assert page.get_by_role("heading", name="Sort", exact=True).is_visible()


def test_a_game_without_clocks_has_no_switch(open_game: Opener) -> None:
    assert open_game(only("sequencing")).get_by_role("switch").count() == 0


# ── what stays ────────────────────────────────────────────────────────────────────────────────────


def test_a_play_outlives_a_reload(open_game: Opener) -> None:
    page = open_game(only("drag_drop"))
    begin(page)
    place(page, "Lake", "Area 2")
    page.reload()
    assert score(page) == "10"
    assert page.get_by_role("button", name="Area 2: Lake").is_visible()
    place(page, "Gorge", "Area 7")
    assert score(page) == "20"


def test_a_kept_play_that_no_longer_fits_is_let_go(open_game: Opener) -> None:
    blueprint = only("drag_drop")
    page = open_game(blueprint)
    resume(page, blueprint, [{"do": "answer", "item": "no_longer_there", "answer": "z1"}])
    assert page.get_by_role("button", name="Begin", exact=True).is_visible()


def test_play_again_begins_anew(open_game: Opener) -> None:
    blueprint = only("branching_scenario")
    page = open_game(blueprint)
    resume(
        page,
        blueprint,
        [{"do": "answer", "answer": "open"}, {"do": "answer", "answer": "low"}, {"do": "next"}],
    )
    press(page, "Play again", "Begin")
    assert score(page) == "0"


def test_the_result_tells_what_was_believed_what_was_right_and_whose_picture_it_was(
    open_game: Opener,
) -> None:
    blueprint = only("drag_drop", way=("user_choice", None))
    page = open_game(blueprint)
    resume(page, blueprint, [{"do": "answer", "item": "meander", "answer": "z3"}, {"do": "next"}])
    assert "A river bends most where it meets the sea." in page.locator(".beliefs").inner_text()
    page.get_by_text("Along the river: Place the labels").click()
    assert "Because slow water swings from side to side" in page.locator(".answers").inner_text()
    assert page.locator(".credits").inner_text() == "Drawing: Dramaturg, CC0 1.0"


def test_labels_that_are_still_to_be_found_are_told_nowhere(open_game: Opener) -> None:
    page = open_game(only("click_to_identify"))
    begin(page)
    names: list[str] = page.locator("button").evaluate_all(
        "nodes => nodes.map((node) => node.ariaLabel ?? node.textContent)"
    )
    shown = " ".join([*names, page.locator("#game").inner_text()])
    assert not [
        label for label in ("Spring", "Gorge", "Lake", "Meander", "Delta") if label in shown
    ]


# ── the hook ──────────────────────────────────────────────────────────────────────────────────────

FRAME = """(html) => new Promise((done) => {
  window.told = [];
  window.addEventListener("message", (message) => window.told.push(message.data));
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.width = 900;
  frame.height = 700;
  frame.onload = done;
  frame.srcdoc = html;
  document.body.append(frame);
})"""


def test_an_embedding_page_is_told_of_every_event_even_where_storage_is_forbidden(
    open_game: Opener,
) -> None:
    blueprint = only("branching_scenario")
    page = open_game(whole())
    page.goto("about:blank")
    page.evaluate(FRAME, page_of(blueprint))
    frame = page.frame_locator("iframe")
    for name in ("Begin", "B Open a gate a little"):
        frame.get_by_role("button", name=name.removeprefix("B ")).click()
    messages: list[dict[str, Any]] = page.evaluate("window.told")
    assert messages[0]["type"] == "dramaturg:ready"
    assert (messages[-1]["type"], messages[-1]["number"]) == ("dramaturg:move", 1)
    told = [message for message in messages if message["type"] == "dramaturg:event"]
    assert [
        message["event"]["kind"] for message in told if message["event"]["kind"] != "clocked"
    ] == ["began", "entered", "answered", "went"]
    assert told[-1]["score"] == 10
    assert told[-1]["maxScore"] == 20
    assert told[-1]["move"]["answer"] == "open"


def test_scripts_in_the_page_can_listen_too(open_game: Opener) -> None:
    page = open_game(only("branching_scenario"))
    page.evaluate(
        "document.addEventListener('dramaturg:event', (event) => (window.heard ??= []).push(event.detail.event.kind))"
    )
    begin(page)
    assert page.evaluate("window.heard") == ["began", "entered"]
