"""What every chat has: the notice, one's own words and nobody's markup, and what can be done with a
session as a whole.
"""

from __future__ import annotations

import httpx2
import pytest
from playwright.sync_api import Page, expect
from tests.hanging import LONG
from tests.studio.accessibility import assert_fit
from tests.studio.server import Server

SIM = {"engine": "sims", "scenario": "launch_decision", "npc": "qa_lead"}
PAYLOAD = "<img src=x onerror=alert(1)><b>bold</b>"

pytestmark = pytest.mark.slow


@pytest.fixture
def session(page: Page, server: Server) -> str:
    session: str = httpx2.post(f"{server.api}/sessions", json=SIM, timeout=LONG).json()["head"][
        "id"
    ]
    page.goto(f"/sessions/{session}")
    return session


def test_one_is_told_before_the_first_words_that_a_program_answers(
    page: Page, session: str
) -> None:
    notice = page.get_by_text("You are talking with a program, not a person")
    expect(notice).to_be_visible()
    page.get_by_role("button", name="I understand").click()
    expect(notice).to_be_hidden()
    page.reload()
    page.get_by_role("button", name="Who am I talking with?").click()
    expect(notice).to_be_visible()


def test_enter_sends_and_what_was_said_stays_text(page: Page, session: str) -> None:
    box = page.get_by_role("textbox")
    box.fill(PAYLOAD)
    box.press("Shift+Enter")
    box.press_sequentially("second line")
    box.press("Enter")
    lines = page.locator("[role=log] .chat-line")
    expect(lines).to_have_count(2)
    expect(lines.first).to_contain_text(f"{PAYLOAD}\nsecond line")
    expect(box).to_have_value("")
    lines.last.get_by_role("button", name="Why").click()
    expect(lines.last).to_have_attribute("aria-current", "true")


def test_a_link_to_a_turn_shows_that_turn_and_why_it_went_so(
    page: Page, server: Server, session: str
) -> None:
    for number in range(1, 9):
        key = {"Idempotency-Key": str(number)}
        httpx2.post(
            f"{server.api}/sessions/{session}/turns",
            json={"text": f"Number {number}."},
            headers=key,
            timeout=LONG,
        )
    page.goto(f"/sessions/{session}?turn=2")
    expect(page.get_by_text("Number 2.")).to_be_in_viewport()
    expect(page.get_by_text("Number 8.")).not_to_be_in_viewport()
    expect(page.get_by_role("heading", name="Why turn 2 went so")).to_be_visible()


def test_a_session_can_be_taken_along_and_deleted(page: Page, session: str) -> None:
    page.get_by_text("More", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("link", name="The conversation, as text").click()
    assert download.value.suggested_filename == f"session-{session}.md"
    page.get_by_role("button", name="Delete this session").click()
    expect(page.get_by_role("dialog")).to_contain_text("This cannot be undone")
    assert_fit(page)
    page.get_by_role("button", name="Delete it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sessions")
