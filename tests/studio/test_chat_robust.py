"""A chat under all that can go wrong: nothing is lost, nothing doubled, and the page says what is
going on.
"""

from __future__ import annotations

from collections.abc import Iterator

import httpx2
import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.hanging import LONG
from tests.studio.accessibility import assert_fit
from tests.studio.server import Server, serving
from tests.studio.slow_model import SENTENCES, SlowModel

SIM = {"engine": "sims", "scenario": "launch_decision", "npc": "qa_lead"}
WHOLE = " ".join(SENTENCES)

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def model() -> Iterator[SlowModel]:
    with SlowModel().listening() as model:
        yield model


@pytest.fixture(scope="module")
def slow_server(tmp_path_factory: pytest.TempPathFactory, model: SlowModel) -> Iterator[Server]:
    settings = {
        "DRAMATURG_MODEL": "compatible:slow",
        "DRAMATURG_BASE_URL": model.base_url,
        "DRAMATURG_LEASE": "5",
    }
    with serving(tmp_path_factory.mktemp("slow"), **settings) as server:
        yield server


class Room:
    """A session and the pages of those who take part in it."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self._browser, self._server = browser, server
        model = httpx2.post(f"{server.api}/sessions", json=SIM, timeout=LONG)
        self.session = model.json()["head"]["id"]

    def enter(self) -> Page:
        page = self._browser.new_context(
            base_url=self._server.url, viewport={"width": 1280, "height": 900}
        ).new_page()
        page.goto(f"/sessions/{self.session}")
        expect(standing(page)).to_contain_text("Everything is kept")
        return page

    def turns(self) -> list[int]:
        turns = httpx2.get(f"{self._server.api}/sessions/{self.session}/turns", timeout=LONG).json()
        return [turn["turn"] for turn in turns]


@pytest.fixture
def room(browser: Browser, slow_server: Server, model: SlowModel) -> Iterator[Room]:
    model.forget()
    yield Room(browser, slow_server)
    for context in browser.contexts:
        context.close()


def standing(page: Page) -> Locator:
    return page.locator(".chat-standing")


def said(page: Page) -> Locator:
    return page.locator("[role=log] .chat-line")


def say(page: Page, text: str) -> None:
    page.get_by_role("textbox").fill(text)
    page.get_by_role("textbox").press("Enter")


def expect_turn(page: Page, words: str) -> None:
    """The turn is there, once."""
    expect(said(page)).to_have_count(2)
    expect(said(page).first).to_contain_text(words)
    expect(said(page).last).to_contain_text(WHOLE)
    expect(page.locator(".chat-waiting")).to_have_count(0)


def test_two_browsers_see_each_others_turns_as_they_are_played(
    room: Room, model: SlowModel
) -> None:
    one, other = room.enter(), room.enter()
    say(one, "Who are you?")
    expect(standing(one)).to_contain_text("The answer is coming")
    expect(standing(other)).to_contain_text("Somebody else is answering")
    model.allow(2)
    for page in (one, other):
        expect(page.locator(".chat-waiting")).to_contain_text(SENTENCES[0])
    assert_fit(other)
    model.allow()
    for page in (one, other):
        expect_turn(page, "Who are you?")
    assert room.turns() == [0, 1]


def test_of_two_who_speak_at_once_one_is_told_and_keeps_the_words(
    room: Room, model: SlowModel
) -> None:
    one, other = room.enter(), room.enter()
    other.route("**/events?*", lambda route: route.abort())
    other.reload()
    expect(standing(other)).to_contain_text("cannot be reached")
    say(one, "Me first.")
    expect(standing(one)).to_contain_text("The answer is coming")
    say(other, "No, me.")
    expect(standing(other)).to_contain_text("Somebody else spoke at the same moment")
    expect(other.get_by_role("textbox")).to_have_value("No, me.")
    other.unroute("**/events?*")
    model.allow()
    for page in (one, other):
        expect_turn(page, "Me first.")
    expect(other.get_by_role("textbox")).to_have_value("No, me.")
    assert room.turns() == [0, 1]


def test_a_reload_in_the_middle_of_a_turn_loses_nothing(room: Room, model: SlowModel) -> None:
    page = room.enter()
    say(page, "Who are you?")
    expect(standing(page)).to_contain_text("The answer is coming")
    page.get_by_role("textbox").fill("And what")
    model.allow(2)
    expect(page.locator(".chat-waiting")).to_contain_text(SENTENCES[0])
    page.reload()
    expect(page.locator(".chat-waiting")).to_contain_text("Who are you?")
    expect(page.locator(".chat-waiting")).to_contain_text(SENTENCES[0])
    expect(page.get_by_role("textbox")).to_have_value("And what")
    model.allow()
    expect_turn(page, "Who are you?")
    assert room.turns() == [0, 1]


def test_a_dropped_stream_is_taken_up_where_it_was(room: Room, model: SlowModel) -> None:
    page, other = room.enter(), room.enter()
    page.context.set_offline(True)
    expect(standing(page)).to_contain_text("The server cannot be reached")
    say(other, "Who are you?")
    model.allow()
    expect_turn(other, "Who are you?")
    expect(said(page)).to_have_count(0)
    page.context.set_offline(False)
    expect_turn(page, "Who are you?")
    expect(standing(page)).to_contain_text("Everything is kept")


def test_what_is_said_without_a_server_is_kept_and_sent_later(room: Room, model: SlowModel) -> None:
    page = room.enter()
    page.context.set_offline(True)
    say(page, "Who are you?")
    expect(standing(page)).to_contain_text("What you said is kept")
    model.allow()
    page.context.set_offline(False)
    expect_turn(page, "Who are you?")
    assert room.turns() == [0, 1]


def test_a_server_that_is_killed_in_the_middle_of_a_turn_plays_it_once_when_it_is_back(
    room: Room, model: SlowModel, slow_server: Server
) -> None:
    page, other = room.enter(), room.enter()
    say(page, "Who are you?")
    model.allow(2)
    expect(page.locator(".chat-waiting")).to_contain_text(SENTENCES[0])
    slow_server.kill()
    expect(standing(page)).to_contain_text("What you said is kept")
    expect(standing(other)).to_contain_text("The server cannot be reached")
    model.allow(30)
    slow_server.start()
    for each in (page, other):
        expect_turn(each, "Who are you?")
    assert room.turns() == [0, 1]


def test_what_a_killed_server_left_waits_for_somebody_who_asks_for_it(
    room: Room, model: SlowModel, slow_server: Server
) -> None:
    gone, other = room.enter(), room.enter()
    say(gone, "Who are you?")
    expect(standing(other)).to_contain_text("Somebody else is answering")
    gone.context.close()
    slow_server.kill()
    slow_server.start()
    expect(standing(other)).to_contain_text("begun and is not answered yet")
    assert room.turns() == [0]
    model.allow(30)
    while not said(other).count():  # until the lease of the dead server is over
        other.get_by_role("button", name="Try again").or_(said(other).first).click()
    expect_turn(other, "Who are you?")
    assert room.turns() == [0, 1]
