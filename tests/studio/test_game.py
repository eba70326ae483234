"""Games in the studio: made, played by pointer, keyboard and tap, taken up again, edited, built
again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Browser, FrameLocator, Locator, Page, Route, expect
from tests.engines.games.page.hands import CONTEXT, HANDS, Hand, Mouse, play_right
from tests.hanging import LONG
from tests.studio.accessibility import assert_fit, violations
from tests.studio.server import Server

from dramaturg.engines.games.base.blueprint import Blueprint

pytestmark = pytest.mark.slow

SMALL = {"knowledge": "water_cycle", "scenes": 1, "minutes": 2, "mechanics": ["drag_drop"]}
OF_TWO_ROUNDS = {
    "knowledge": "earth_layers",
    "scenes": 1,
    "minutes": 3,
    "mechanics": ["drag_drop", "memory_match"],
}


def made(server: Server, wanted: dict[str, Any]) -> str:
    begun = httpx2.post(f"{server.api}/games", json=wanted, timeout=LONG).json()
    with httpx2.stream("GET", f"{server.api}/jobs/{begun['job']}/events", timeout=LONG) as events:
        for _ in events.iter_lines():
            pass
    game: str = begun["game"]
    return game


@pytest.fixture(scope="module")
def game(server: Server) -> str:
    return made(server, SMALL)


@pytest.fixture(scope="module")
def of_two_rounds(server: Server) -> str:
    return made(server, OF_TWO_ROUNDS)


def blueprint_of(server: Server, game: str) -> Blueprint:
    return Blueprint.model_validate(httpx2.get(f"{server.api}/games/{game}/blueprint").json())


def play_begun(server: Server, game: str) -> str:
    play: str = httpx2.post(
        f"{server.api}/plays", json={"game": game, "timers": False}, timeout=LONG
    ).json()["session"]
    return play


def play_kept(server: Server, play: str) -> dict[str, Any]:
    kept: dict[str, Any] = httpx2.get(f"{server.api}/plays/{play}").json()
    return kept


def frame_of(page: Page) -> FrameLocator:
    return page.frame_locator("iframe")


def place(hand: Hand, blueprint: Blueprint, *numbers: int) -> None:
    """Put some items of the first round where they belong."""
    for number in numbers:
        item = blueprint.scenes[0].mechanics[0].items[number]
        hand.put(hand.at(f"piece:{item.id}"), hand.at(f"zone:{item.answer}"))


class Patient(Mouse):
    """Waits after each piece until the page beside the game has told why: until then things may
    still move.
    """

    def put(self, piece: Locator, place: Locator) -> None:
        told = self.page.get_by_role("heading", name=re.compile("^Why turn"))
        before = "".join(told.all_text_contents())
        super().put(piece, place)
        expect(told).not_to_have_text(before)


PLAYERS: Mapping[str, type[Hand]] = {**HANDS, "pointer": Patient}


@contextmanager
def elsewhere(browser: Browser, server: Server, **context: Any) -> Iterator[Page]:
    """A page in a browser of its own; what the server refuses there may be told on its console."""
    opened = browser.new_context(base_url=server.url, **context)
    yield opened.new_page()
    opened.close()


def test_a_game_is_made_from_a_topic_step_by_step(page: Page) -> None:
    page.goto("/games")
    page.get_by_label("A topic").select_option("water_cycle")
    page.get_by_text("How it should be").click()
    page.get_by_label("Scenes").fill("1")
    page.get_by_label("Minutes").fill("2")
    page.get_by_label("Put in order").check()
    assert_fit(page)
    page.get_by_role("button", name="Make the game").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The water cycle")
    expect(page.get_by_role("tab", name="Overview")).to_be_visible()
    page.goto("/games")
    expect(page.get_by_role("button", name="Play The water cycle").first).to_be_visible()


def test_a_question_nobody_can_answer_is_told(page: Page) -> None:
    page.goto("/games")
    page.get_by_label("A question").fill("zzz qqq xxx")
    page.get_by_role("button", name="Make the game").click()
    expect(page.get_by_text("nothing is known about")).to_be_visible()


@pytest.mark.parametrize("means", ["pointer", "keyboard", "tap"])
def test_a_game_is_played_to_its_end(
    browser: Browser, server: Server, game: str, means: str
) -> None:
    blueprint = blueprint_of(server, game)
    with elsewhere(browser, server, **CONTEXT[means]) as page:
        page.goto(f"/games/{game}")
        page.get_by_role("button", name="Play without a clock").click()
        hand = PLAYERS[means](page, frame_of(page))
        expect(hand.at("heading")).to_have_text("Place the labels")
        for round in blueprint.scenes[0].mechanics:
            play_right(hand, round)
            hand.press(hand.named("Continue"))
        most = blueprint.total_max_score
        expect(frame_of(page).locator(".total")).to_have_text(f"{most} of {most} points")
        expect(page.get_by_role("cell", name=f"{most} / {most}")).to_be_visible()
        expect(page.get_by_text(f"Finished with {most} of {most} points")).to_be_visible()
        kept = play_kept(server, page.url.rsplit("/", 1)[1])
        assert (kept["scene"]["points"], kept["scene"]["ended"]) == (most, "finished")
        if means == "pointer":
            hand.press(hand.named("Play again"))
            expect(hand.at("heading")).to_have_text("Place the labels")


def test_a_play_goes_on_after_a_reload_and_on_another_device(
    browser: Browser, page: Page, server: Server, game: str
) -> None:
    blueprint, play = blueprint_of(server, game), play_begun(server, game)
    each = blueprint.scenes[0].mechanics[0].points_per_item
    page.goto(f"/plays/{play}")
    hand = HANDS["pointer"](page, frame_of(page))
    place(hand, blueprint, 0, 1)
    expect(page.get_by_role("heading", name="Why turn 2 went so")).to_be_visible()
    assert_fit(page)
    page.reload()
    expect(frame_of(page).locator(".score")).to_contain_text(str(2 * each))
    place(hand, blueprint, 2)
    expect(page.get_by_role("heading", name="Why turn 3 went so")).to_be_visible()
    with elsewhere(browser, server) as other:
        other.goto(f"/plays/{play}")
        expect(frame_of(other).locator(".score")).to_contain_text(str(3 * each))
        place(HANDS["pointer"](other, frame_of(other)), blueprint, 3)
        expect(other.get_by_role("heading", name="Why turn 4 went so")).to_be_visible()
    place(hand, blueprint, 4)
    expect(page.get_by_text("Somebody else made a move")).to_be_visible()
    kept = play_kept(server, play)
    assert kept["scene"]["points"] == 5 * each
    expect(frame_of(page).locator(".score")).to_contain_text(str(5 * each))


def test_moves_made_without_a_network_are_sent_when_it_is_back(
    browser: Browser, server: Server, game: str
) -> None:
    blueprint, play = blueprint_of(server, game), play_begun(server, game)
    with elsewhere(browser, server) as page:
        page.goto(f"/plays/{play}")
        hand = HANDS["pointer"](page, frame_of(page))
        expect(hand.at("heading")).to_be_visible()
        page.context.set_offline(True)
        place(hand, blueprint, 0, 1)
        expect(page.get_by_text("The server cannot be reached")).to_be_visible()
        assert play_kept(server, play)["moves"] == []
        page.context.set_offline(False)
        expect(page.get_by_role("heading", name="Why turn 2 went so")).to_be_visible()
        expect(page.get_by_text("The server cannot be reached")).to_be_hidden()
        assert [move["item"] for move in play_kept(server, play)["moves"]] == [
            item.id for item in blueprint.scenes[0].mechanics[0].items[:2]
        ]


def test_where_page_and_server_disagree_it_is_said_reported_and_the_server_counts(
    browser: Browser, server: Server, game: str
) -> None:
    blueprint, play = blueprint_of(server, game), play_begun(server, game)
    each = blueprint.scenes[0].mechanics[0].points_per_item

    def counted_otherwise(route: Route) -> None:
        answer = route.fetch()
        shown = answer.json()
        shown["scene"]["points"] += 1
        route.fulfill(response=answer, json=shown)

    with elsewhere(browser, server) as page:
        page.route("**/turns", counted_otherwise)
        page.goto(f"/plays/{play}")
        hand = HANDS["pointer"](page, frame_of(page))
        with page.expect_request("**/differences") as reported:
            place(hand, blueprint, 0)
        assert reported.value.post_data_json == {"turn": 1, "points": each}
        expect(
            page.get_by_text(f"The page counted {each} points and the server {each + 1}.")
        ).to_be_visible()
        expect(frame_of(page).locator(".score")).to_contain_text(str(each))


def test_nobody_but_the_game_in_its_frame_makes_moves(
    page: Page, server: Server, game: str
) -> None:
    blueprint, play = blueprint_of(server, game), play_begun(server, game)
    page.goto(f"/plays/{play}")
    hand = HANDS["pointer"](page, frame_of(page))
    expect(hand.at("heading")).to_be_visible()
    page.evaluate(
        "window.postMessage({type: 'dramaturg:move', number: 1, move: {do: 'next'}, score: 0}, '*')"
    )
    place(hand, blueprint, 0)
    expect(page.get_by_role("heading", name="Why turn 1 went so")).to_be_visible()
    assert [move["do"] for move in play_kept(server, play)["moves"]] == ["answer"]


def test_the_page_of_a_game_has_no_violations_of_its_own(page: Page, game: str) -> None:
    page.goto(f"/api/v1/games/{game}/page")
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Place the labels")
    assert violations(page) == []


def rounds(page: Page) -> list[str]:
    return page.locator(".games-entry .games-entry summary strong").all_inner_texts()


def test_an_edited_design_is_checked_saved_built_and_previewed(
    page: Page, server: Server, of_two_rounds: str
) -> None:
    page.goto(f"/games/{of_two_rounds}?tab=design")
    page.locator("summary", has_text="Label the picture").click()
    page.locator("summary", has_text="Find the pairs").click()
    page.get_by_label("Points each").nth(1).fill("-3")
    save = page.get_by_role("button", name="Save the design")
    expect(page.locator(".games-entry .games-entry").nth(1).get_by_text("Errors")).to_be_visible()
    expect(save).to_be_disabled()
    assert_fit(page)
    page.get_by_label("Points each").nth(1).fill("20")
    page.get_by_label("Title", exact=True).fill("The <b>earth</b>")
    page.get_by_label("When the next round opens").nth(0).select_option("completion")
    page.get_by_role("button", name="Move Find the pairs up").click()
    assert rounds(page) == ["Find the pairs", "Label the picture"]
    expect(page.get_by_text("The changed design is sound")).to_be_visible()
    save.click()
    expect(page.get_by_text("This game was edited since it was built")).to_be_visible()
    page.get_by_role("button", name="Build it again").click()
    expect(page.get_by_role("cell", name="is kept")).to_have_count(2)
    page.get_by_role("button", name="Build the game again").click()
    expect(page.get_by_text("The game is built.")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_have_text("The <b>earth</b>")
    page.get_by_role("tab", name="Preview").click()
    expect(frame_of(page).get_by_role("heading", level=1)).to_have_text("The <b>earth</b>")
    assert httpx2.get(f"{server.api}/games/{of_two_rounds}").json()["card"]["rounds"] == [
        "memory_match",
        "drag_drop",
    ]


def test_rounds_are_put_in_order_by_dragging_and_by_keys(page: Page, of_two_rounds: str) -> None:
    page.goto(f"/games/{of_two_rounds}?tab=design")
    expect(page.get_by_text("The design is sound")).to_be_visible()
    grips = page.locator(".games-entry .games-entry .games-grip")
    first, second = grips.nth(0).bounding_box(), grips.nth(1).bounding_box()
    assert first is not None and second is not None
    one, other = rounds(page)
    page.mouse.move(first["x"] + 5, first["y"] + 5)
    page.mouse.down()
    page.mouse.move(second["x"] + 5, second["y"] + 10, steps=6)
    page.mouse.up()
    assert rounds(page) == [other, one]
    grips.nth(1).press("ArrowUp")
    assert rounds(page) == [one, other]
    expect(
        page.get_by_role("status").filter(has_text=f"{one} is now number 1 of 2.")
    ).to_have_count(1)


def test_content_is_edited_in_a_form_and_its_faults_are_told(
    browser: Browser, server: Server, game: str
) -> None:
    with elsewhere(browser, server) as page:
        page.goto(f"/games/{game}?tab=content")
        page.locator("summary", has_text="Label the picture").click()
        page.locator(".games-item summary").first.click()
        page.get_by_label("Hint").first.fill("It shines.")
        page.get_by_role("button", name="Save this round").click()
        expect(page.get_by_text("Kept. Build the game again")).to_be_visible()
        page.get_by_role("tab", name="JSON").click()
        page.get_by_label("The content as JSON").fill('{"items": []}')
        page.get_by_role("button", name="Save this round").click()
        expect(page.get_by_role("alert")).to_be_visible()
        assert violations(page) == []


def test_every_tab_of_a_game_is_fit_to_be_used(page: Page, of_two_rounds: str) -> None:
    page.goto(f"/games/{of_two_rounds}")
    for tab in ("Overview", "Plan", "Rebuild", "Export"):
        page.get_by_role("tab", name=tab).click()
        expect(page.get_by_role("tab", selected=True)).to_have_text(tab)
        expect(page.get_by_text("Loading")).to_have_count(0)
        assert violations(page) == [], tab
