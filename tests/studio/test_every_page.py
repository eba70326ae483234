"""Every page of the studio: fit for all eyes and hands, reached by keys alone, named, light to
load, and printable.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Browser, Page, expect
from tests.hanging import LONG
from tests.studio.accessibility import assert_fit, missed_by_tab, overflows
from tests.studio.server import Server

pytestmark = pytest.mark.slow

PAGES = Path(__file__).parents[2] / "web" / "src" / "studio.tsx"
SIM = {"engine": "sims", "scenario": "launch_decision", "npc": "qa_lead"}
MEMOIR = {"engine": "memoir", "teller": {"name": "Ida", "born": 1938}}
GAME = {"knowledge": "water_cycle", "scenes": 1, "minutes": 2, "mechanics": ["drag_drop"]}
IN_FRAME = 80  # presses of Tab that lead through a game and out again

# By pattern of address: one such address, and what the page is called.
EVERY: Mapping[str, tuple[str, str]] = {
    "/": ("/", "Good conversations, by design"),
    "/sessions": ("/sessions", "Sessions"),
    "/sessions/:id": ("/sessions/{sim}", "Ship in 48 hours?"),
    "/sessions/:id/replay": ("/sessions/{sim}/replay", "Replay: Ship in 48 hours?"),
    "/what-if": ("/what-if", "What if"),
    "/sessions/:id/book": ("/sessions/{memoir}/book", "What Ida told"),
    "/studies": ("/studies", "Studies"),
    "/studies/:id": ("/studies/{study}", "What oat milk in coffee means to people"),
    "/join/:study": ("/join/{study}", "What oat milk in coffee means to people"),
    "/games": ("/games", "Games"),
    "/games/:id": ("/games/{game}", "The water cycle"),
    "/plays/:id": ("/plays/{play}", "The water cycle"),
    "/content": ("/content", "Content"),
    "/content/:kind/:id": ("/content/subject/oat_milk", "oat milk in coffee"),
    "/simulations": ("/simulations", "Simulations"),
    "/simulations/:id": ("/simulations/{simulation}", "Conversations: Ship in 48 hours?"),
    "/monitor": ("/monitor", "Monitor"),
    "/login": ("/login", "Log in"),
    "*": ("/nowhere/at%E0all", "There is no such page"),
}

Visit = Callable[[str], None]


@pytest.fixture(scope="module")
def made(server: Server) -> Mapping[str, str]:
    """One of everything, by the name that addresses have for it."""
    with httpx2.Client(base_url=server.api, timeout=LONG) as client:

        def asked(path: str, body: Mapping[str, Any]) -> Any:
            answer = client.post(path, json=body, headers={"Idempotency-Key": "1"})
            assert answer.is_success, answer.text
            return answer.json()

        def done(job: str) -> None:
            with client.stream("GET", f"/jobs/{job}/events") as events:
                list(events.iter_lines())

        simulation = asked(
            "/simulations", {"kind": "sims", "scenario": "launch_decision", "count": 1}
        )
        sim, memoir = (asked("/sessions", each)["head"]["id"] for each in (SIM, MEMOIR))
        asked(f"/sessions/{sim}/turns", {"text": "Hi. What did the eval turn up?"})
        asked(
            f"/sessions/{memoir}/turns",
            {"text": "I was born in Leeds in 1938, and my mother Rose worked in the mill."},
        )
        game = asked("/games", GAME)
        study = asked("/studies", {"document": "oat_milk_values"})["head"]["id"]
        done(game["job"])
        play = asked("/plays", {"game": game["game"], "timers": False})["session"]
        done(simulation["id"])
    return {
        "sim": sim,
        "memoir": memoir,
        "game": game["game"],
        "play": play,
        "study": study,
        "simulation": simulation["id"],
    }


@pytest.fixture
def visit(page: Page, made: Mapping[str, str]) -> Visit:
    """Goes to the page of a pattern, and waits until all of it is there."""

    def visit(pattern: str) -> None:
        address, title = EVERY[pattern]
        page.goto(address.format(**made))
        expect(page.get_by_role("heading", level=1)).to_have_text(title)
        expect(page.locator(".busy")).to_have_count(0)

    return visit


def test_the_table_of_pages_holds_nothing_that_is_not_tried_here() -> None:
    patterns = re.findall(
        r'^ {2}\["(/[^"]*)", lazy', PAGES.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert {*patterns, "*"} == set(EVERY)


@pytest.mark.parametrize("pattern", EVERY)
def test_a_page_is_fit_for_everybody_and_keys_reach_all_of_it(
    page: Page, visit: Visit, pattern: str
) -> None:
    visit(pattern)
    expect(page).to_have_title(f"{EVERY[pattern][1]} · Dramaturg")
    assert missed_by_tab(page, IN_FRAME if pattern == "/plays/:id" else 3) == []
    assert_fit(page)


def test_the_first_page_loads_little_and_nothing_jumps(page: Page, visit: Visit) -> None:
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    page.add_init_script(
        "window.jumped = 0; new PerformanceObserver((list) => { for (const each of list.getEntries()) jumped += each.value; })"
        ".observe({ type: 'layout-shift', buffered: true });"
    )
    visit("/")
    names = [url.rsplit("/", 1)[-1] for url in fetched]
    assert not [name for name in names if "drawn" in name], (
        "what draws graphs and charts comes with them"
    )
    assert any(name.startswith("icon") for name in names)
    assert page.evaluate("jumped") < 0.1
    assert all(url.startswith((page.url, "data:", "blob:")) for url in fetched)


def test_text_of_twice_the_size_still_fits(page: Page, visit: Visit) -> None:
    for pattern in ("/", "/sessions", "/sessions/:id"):
        visit(pattern)
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert not overflows(page), pattern


def test_focus_returns_to_where_it_was_when_a_dialog_is_left(page: Page, visit: Visit) -> None:
    visit("/sessions")
    delete = page.get_by_role("button", name=re.compile("^Delete ")).first
    delete.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Cancel")).to_be_focused()
    page.keyboard.press("Escape")
    expect(delete).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Cancel")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(delete).to_be_focused()


def test_a_page_that_fails_says_so_and_can_be_loaded_again(
    browser: Browser, server: Server
) -> None:
    page = browser.new_page(base_url=server.url)
    page.goto("/login")
    page.route(
        "**/assets/monitor-page*",
        lambda route: route.fulfill(status=200, content_type="text/javascript", body="export {}"),
    )
    page.get_by_role("link", name="Monitor").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("This page could not be shown")
    page.unroute("**/assets/monitor-page*")
    page.get_by_role("button", name="Reload").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Monitor")
    page.close()


def test_paper_shows_what_there_is_to_read_and_nothing_to_press(page: Page, visit: Visit) -> None:
    visit("/sessions/:id/book")
    page.emulate_media(media="print")
    expect(page.get_by_role("banner")).to_be_hidden()
    expect(page.locator(".button:visible")).to_have_count(0)
    expect(page.get_by_text("my mother Rose worked in the mill")).to_be_visible()


def test_whoever_wants_no_motion_sees_none(page: Page, visit: Visit) -> None:
    page.emulate_media(reduced_motion="reduce")
    visit("/sessions/:id")
    assert page.evaluate("document.getAnimations().length") == 0
