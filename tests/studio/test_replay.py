"""Replay and what-if in the studio: stepped through with keys, played again exactly,
decided anew.
"""

from __future__ import annotations

import httpx2
import pytest
from playwright.sync_api import Page, expect
from tests.hanging import LONG
from tests.studio.accessibility import assert_fit
from tests.studio.server import Server

pytestmark = pytest.mark.slow

SAID = ("Hi.", "What did the eval turn up?", "<img src=x onerror=alert(1)>", "And then?")
PATH = "backbones.technical.nodes.DEEPEN.max_turns"


@pytest.fixture(scope="module")
def session(server: Server) -> str:
    with httpx2.Client(base_url=server.api, timeout=LONG) as client:
        opening = {"engine": "sims", "scenario": "launch_decision", "npc": "qa_lead"}
        session: str = client.post("/sessions", json=opening).json()["head"]["id"]
        for number, words in enumerate(SAID):
            said = client.post(
                f"/sessions/{session}/turns",
                json={"text": words},
                headers={"Idempotency-Key": str(number)},
            )
            assert said.status_code == 200
    return session


def test_a_session_is_stepped_through_with_keys_and_is_the_same_again(
    page: Page, session: str
) -> None:
    page.goto(f"/sessions/{session}/replay")
    turn = page.get_by_role("region", name="The session, turn by turn").get_by_role(
        "heading", level=2
    )
    expect(turn).to_have_text("Turn 0 of 4")
    page.get_by_role("button", name="Next turn").focus()
    for key, number in (("ArrowRight", 1), ("End", 4), ("ArrowLeft", 3)):
        page.keyboard.press(key)
        expect(turn).to_have_text(f"Turn {number} of 4")
    expect(page.get_by_text(SAID[2])).to_be_visible()
    expect(page.get_by_role("heading", name="Why turn 3 went so")).to_be_visible()

    page.get_by_role("tab", name="Play it again").click()
    page.get_by_role("button", name="Play it again").click()
    expect(page.get_by_text("The same: 5 turns, to the letter.")).to_be_visible()
    assert_fit(page)


def test_what_if_shows_where_it_would_have_gone_otherwise(page: Page, session: str) -> None:
    page.goto(f"/sessions/{session}/replay")
    page.get_by_role("tab", name="What if").click()
    page.get_by_role("button", name="Decide it anew").click()
    expect(page.get_by_role("alert")).to_contain_text("Choose another version")
    page.get_by_label("Path").fill(PATH)
    expect(page.get_by_text("It is 2 now.")).to_be_visible()
    page.get_by_label("Value").fill("1")
    page.get_by_role("button", name="Decide it anew").click()
    found = page.get_by_role("region", name="What would have been")
    expect(found.get_by_role("heading", name="It would have gone otherwise")).to_be_visible()
    expect(found.get_by_role("listitem")).to_have_count(1)
    expect(found).to_contain_text("max turns reached (1/1)")
    expect(found.locator(".differs")).to_contain_text(["stay", "DEEPEN", "goto", "PIVOT_1"])
    assert_fit(page)

    found.get_by_label("Show turns that stay the same").check()
    expect(found.get_by_role("listitem")).to_have_count(4)
    found.get_by_role("link", name="Go to the first difference").click()
    expect(found.get_by_role("listitem").nth(2)).to_be_focused()
    found.get_by_role("button", name="Show turn 3").click()
    expect(page.get_by_role("heading", level=2)).to_have_text("Turn 3 of 4")


def test_many_sessions_are_summed_up_in_a_table(page: Page, session: str) -> None:
    page.goto(f"/what-if?sessions={session}")
    page.get_by_label("Path").fill(PATH)
    page.get_by_label("Value").fill("1")
    page.get_by_role("button", name="Decide them anew").click()
    expect(page.get_by_role("table", name="Changes, the most frequent first")).to_contain_text(
        "goto PIVOT_1"
    )
    expect(page.get_by_role("table", name="Every session").get_by_role("row")).to_have_count(2)
    assert_fit(page)
