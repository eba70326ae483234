"""The monitor in the browser: whoever needs somebody comes up by themselves, and nothing that was said
is shown.
"""

from __future__ import annotations

from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import Browser, Page, expect
from tests.hanging import LONG
from tests.studio.accessibility import assert_fit
from tests.studio.server import Server, serving

pytestmark = pytest.mark.slow

DANGER = "Honestly I don't want to live any more. I think about killing myself every night."


def test_a_session_in_danger_comes_up_announced_and_first_without_a_reload(
    page: Page, server: Server
) -> None:
    with httpx2.Client(base_url=server.api, timeout=LONG) as client:
        memoir = {"engine": "memoir", "teller": {"name": "Wilhelmina"}}
        session = client.post("/sessions", json=memoir).json()["head"]["id"]
        client.post(
            "/sessions", json={"engine": "sims", "scenario": "launch_decision", "npc": "qa_lead"}
        )
        page.goto("/monitor")
        cards = (
            page.get_by_role("list", name="Running sessions")
            .get_by_role("listitem")
            .filter(has=page.get_by_role("heading"))
        )
        card = page.get_by_role("listitem", name="The story of Wilhelmina")
        expect(card).to_contain_text("Life story · 1 turn")
        expect(card.get_by_text("Danger")).to_have_count(0)
        client.post(
            f"/sessions/{session}/turns", json={"text": DANGER}, headers={"Idempotency-Key": "1"}
        )
    why = "The words speak of harming oneself."
    expect(card).to_contain_text(why)
    expect(cards.first).to_contain_text("The story of Wilhelmina")
    expect(page.get_by_role("status", name="What is new")).to_contain_text(
        f"The story of Wilhelmina: {why}"
    )
    expect(page.get_by_text("killing myself")).to_have_count(0)
    assert_fit(page)
    page.get_by_label("Kind").select_option("Scene")
    expect(card).to_have_count(0)
    page.get_by_label("Kind").select_option("All kinds")
    page.get_by_label("Flag", exact=True).select_option("Danger")
    card.get_by_role("link").click()
    expect(page.get_by_role("log")).to_contain_text("killing myself")
    page.go_back()
    card.get_by_role("button", name="Mark as seen").click()
    expect(card).to_contain_text("Turn 1, seen")


def test_people_on_duty_see_whom_to_look_after_and_say_who_does(page: Page, server: Server) -> None:
    with httpx2.Client(base_url=server.api, timeout=LONG) as client:
        memoir = {"engine": "memoir", "teller": {"name": "Theodora"}}
        session = client.post("/sessions", json=memoir).json()["head"]["id"]
        client.post(
            f"/sessions/{session}/turns", json={"text": DANGER}, headers={"Idempotency-Key": "1"}
        )
    page.goto("/monitor")
    duty = page.get_by_role("region", name="People to look after")
    raised = duty.get_by_role("listitem").filter(
        has=page.locator(f"a[href*='{session}']"), has_text="Nobody has seen this yet."
    )
    raised.get_by_role("button", name="Show the words").click()
    expect(raised.get_by_text(DANGER)).to_be_visible()
    assert_fit(page)
    page.get_by_label("Your name, for the others on duty").fill("Ada")
    raised.get_by_role("button", name="I have seen it").click()
    seen = duty.get_by_role("listitem").filter(has=page.locator(f"a[href*='{session}']"))
    expect(seen).to_contain_text("Seen by Ada.")
    seen.get_by_role("button", name="It is handled").click()
    expect(seen).to_have_count(0)


def test_only_an_author_is_offered_to_take_a_flag_down_for_everybody(
    browser: Browser, tmp_path: Path
) -> None:
    keys = {"author": "the author's own key", "analyst": "the analyst's own key"}
    settings = {"DRAMATURG_AUTHOR_KEYS": keys["author"], "DRAMATURG_ANALYST_KEYS": keys["analyst"]}
    with serving(tmp_path, **settings) as server:
        headers = {"Authorization": f"Bearer {keys['author']}", "Idempotency-Key": "1"}
        with httpx2.Client(base_url=server.api, timeout=LONG, headers=headers) as client:
            memoir = {"engine": "memoir", "teller": {"name": "Wilhelmina"}}
            session = client.post("/sessions", json=memoir).json()["head"]["id"]
            client.post(f"/sessions/{session}/turns", json={"text": DANGER})
        for role, offered in (("analyst", 0), ("author", 1)):
            page = browser.new_context(base_url=server.url).new_page()
            page.goto("/login?back=/monitor")
            page.get_by_label("Key").fill(keys[role])
            with page.expect_response(
                lambda answer: answer.url.endswith("/access") and answer.request.method == "GET"
            ):
                page.get_by_role("button", name="Log in").click()
            expect(page.get_by_role("listitem", name="The story of Wilhelmina")).to_contain_text(
                "Danger"
            )
            expect(page.get_by_role("button", name="Mark as seen")).to_have_count(offered)
            page.context.close()
