"""The list of sessions: looked for, opened, deleted; several chosen to be compared."""

from __future__ import annotations

import httpx2
import pytest
from playwright.sync_api import Page, expect
from tests.hanging import LONG
from tests.studio.server import Server

pytestmark = pytest.mark.slow


@pytest.fixture
def bridge(server: Server) -> str:
    """A session about the bridge, which nobody else here holds."""
    response = httpx2.post(
        f"{server.api}/sessions",
        json={"engine": "sims", "scenario": "bridge_closure"},
        timeout=LONG,
    )
    session: str = response.json()["head"]["id"]
    return session


def test_sessions_are_looked_for_opened_and_deleted(page: Page, bridge: str) -> None:
    page.goto("/sessions")
    table = page.get_by_role("table", name="Sessions, newest first")
    row = table.get_by_role("row").filter(has_text=bridge[:13])
    expect(row).to_contain_text("going on")

    page.get_by_label("State").focus()
    page.get_by_label("State").select_option("Ended")
    expect(row).to_have_count(0)
    expect(page.get_by_label("State")).to_be_focused()
    page.get_by_label("State").select_option("All")
    page.get_by_label("Words of a title, or an id").fill(bridge[:30])
    page.keyboard.press("Enter")
    expect(table.get_by_role("row")).to_have_count(2)

    row.get_by_role("checkbox").check()
    expect(page.get_by_role("link", name="What if: 1 session")).to_have_attribute(
        "href", f"/what-if?sessions={bridge}"
    )
    row.get_by_role("button", name="Delete").click()
    dialog = page.get_by_role("dialog", name="Delete this session for good?")
    dialog.get_by_role("button", name="Cancel").click()
    expect(row).to_be_visible()
    row.get_by_role("button", name="Delete").click()
    dialog.get_by_role("button", name="Delete it").click()
    expect(page.get_by_text("No session matches.")).to_be_visible()


def test_an_address_keeps_what_is_looked_for(page: Page, bridge: str) -> None:
    page.goto("/sessions?engine=sims&content=bridge_closure")
    expect(page.get_by_label("Kind")).to_have_value("sims")
    expect(page.get_by_label("About")).to_have_value("bridge_closure")
    page.get_by_role("row").filter(has_text=bridge[:13]).get_by_role("link", name="Replay").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Replay:")
    page.go_back()
    expect(page.get_by_label("About")).to_have_value("bridge_closure")
