"""Judging a page: what axe finds, at every width, in light and in dark."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

NARROW, WIDE = 320, 1280


def violations(page: Page) -> list[str]:
    """What axe finds wrong with the page as it stands, in a line each."""
    found = Axe().run(page).response["violations"]
    return [f"{each['id']}: {each['help']} ({', '.join(str(node['target']) for node in each['nodes'][:3])})" for each in found]


def overflows(page: Page) -> bool:
    """Whether the page must be scrolled sideways."""
    return bool(page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth + 1"))


def assert_fit(page: Page) -> None:
    """No violation, in light and dark, wide and narrow; and nothing to scroll sideways where it is narrow."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == [], scheme
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": NARROW, "height": 800})
    assert violations(page) == [], "narrow"
    assert not overflows(page), "the page must be scrolled sideways at 320 px"
    page.set_viewport_size({"width": WIDE, "height": 900})
