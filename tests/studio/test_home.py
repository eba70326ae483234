"""The first page: a newcomer is one step from each thing that can be played."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.slow

HEADING = "Good conversations, by design"


def at_home(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("heading", name=HEADING)).to_be_visible()
    expect(page.get_by_role("heading", name="Ship in 48 hours?")).to_be_visible()


def test_the_first_page_says_what_this_is_and_that_one_talks_with_a_program(page: Page) -> None:
    at_home(page)
    expect(page.get_by_text("You are talking with a program, not a person.")).to_be_visible()
    expect(
        page.get_by_text("You are a Machine Learning Engineer brought in to make the call.")
    ).to_be_visible()
    expect(page.get_by_text("Maya Patel")).to_be_visible()


def test_one_step_leads_into_each_kind_of_thing_and_what_was_begun_can_be_gone_on_with(
    page: Page,
) -> None:
    steps = (
        ("Start: Ship in 48 hours?", "/sessions/"),
        ("Begin: Your interview", "/sessions/"),
        ("Begin: Your story", "/sessions/"),
        ("Play: The cell", "/plays/"),
    )
    begun = []
    for button, address in steps:
        at_home(page)
        page.get_by_role("button", name=button).click()
        page.wait_for_url(re.compile(address))
        begun.append(page.url.rpartition("/")[2])
    at_home(page)
    left = page.get_by_role("region", name="Where you left off").get_by_role("link")
    expect(left.first).to_be_visible()
    addresses = " ".join(str(link.get_attribute("href")) for link in left.all())
    assert all(session in addresses for session in begun)


def test_one_can_be_interviewed_about_something_in_ones_own_words_by_keyboard_alone(
    page: Page,
) -> None:
    at_home(page)
    page.get_by_label("What about").focus()
    page.keyboard.press("End")
    page.keyboard.press("Tab")
    page.keyboard.type("my allotment garden")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/sessions/"))
    expect(page.get_by_role("main")).to_contain_text("my allotment garden")
