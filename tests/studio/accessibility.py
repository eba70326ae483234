"""Judging a page: what axe finds, whether it fits where it is narrow or enlarged, and whether keys
reach all of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

NARROW, WIDE = 320, 1280
EVERYTHING: Mapping[str, Any] = {"rules": {"target-size": {"enabled": True}}}
OF_COLOUR: Mapping[str, Any] = {"runOnly": ["color-contrast"]}
OF_WIDTH: Mapping[str, Any] = {"runOnly": ["target-size", "scrollable-region-focusable"]}


def violations(page: Page, of: Mapping[str, Any] = EVERYTHING) -> list[str]:
    """What axe finds wrong with the page as it stands, in a line each."""
    found = Axe().run(page, options=dict(of)).response["violations"]
    return [
        f"{each['id']}: {each['help']} ({', '.join(str(node['target']) for node in each['nodes'][:3])})"
        for each in found
    ]


def overflows(page: Page) -> bool:
    """Whether the page must be scrolled sideways."""
    return bool(
        page.evaluate(
            "document.documentElement.scrollWidth > document.documentElement.clientWidth + 1"
        )
    )


def assert_fit(page: Page) -> None:
    """No violation, in light and dark, wide and narrow; nothing to scroll sideways where it is
    narrow, or enlarged to 200 %.
    """
    found = violations(page)
    page.emulate_media(color_scheme="dark")
    found += [f"dark: {each}" for each in violations(page, OF_COLOUR)]
    page.emulate_media(color_scheme="light")
    page.set_viewport_size({"width": NARROW, "height": 800})
    found += [f"narrow: {each}" for each in violations(page, OF_WIDTH)]
    found += ["the page must be scrolled sideways at 320 px"] if overflows(page) else []
    page.set_viewport_size({"width": WIDE // 2, "height": 450})
    found += ["the page must be scrolled sideways at 200 %"] if overflows(page) else []
    page.set_viewport_size({"width": WIDE, "height": 900})
    assert not found, found


CONTROLS = """() => {
  const all = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')];
  const reached = new Set();
  document.activeElement.blur();
  document.addEventListener("focusin", (event) => reached.add(event.target));
  const open = all.filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.disabled && each.tabIndex >= 0);
  window.missed = () => open.filter((each) => each.isConnected && !reached.has(each)).map((each) => each.outerHTML.slice(0, 120));
  return open.length;
}"""


def missed_by_tab(page: Page, more: int = 3) -> list[str]:
    """Which controls Tab does not come to from the top of the page; `more` presses are for what is
    in frames.
    """
    for _ in range(page.evaluate(CONTROLS) + more):
        page.keyboard.press("Tab")
    page.evaluate("document.activeElement.blur()")
    return list(page.evaluate("missed()"))
