"""How a page is judged: its points by Python's rules, its screens by axe and by their width."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page
from tests.engines.games.page.hands import Hand
from tests.engines.games.parity.plays import outcomes

from dramaturg.engines.games.base.blueprint import Blueprint

SMALL = {"width": 320, "height": 640}
RULES = {"resultTypes": ["violations"], "rules": {"target-size": {"enabled": True}}}


def graded(blueprint: Blueprint, record: dict[str, Any]) -> tuple[int, list[Any]]:
    """The points and the events that Python's rules give to a downloaded play."""
    said = outcomes(blueprint, record["timers"], record["moves"])
    events = [event for outcome in said for event in outcome["events"]]
    return events[-1]["points"], events


def go_on(hand: Hand) -> None:
    """As people do: not within the blink of an eye, which would be the second half of a
    double tap.
    """
    hand.page.wait_for_timeout(400)
    hand.press(hand.named("Continue"))


APART = """() => [...document.querySelectorAll("button.pin")].every((one, place, pins) => pins.slice(place + 1).every((other) =>
    Math.max(Math.abs(one.offsetLeft - other.offsetLeft), Math.abs(one.offsetTop - other.offsetTop)) >= 24))"""


def expect_pins_apart(page: Page) -> None:
    """They are moved once they have been drawn; none of them stays on another."""
    page.wait_for_function(APART)


def violations(page: Page) -> list[str]:
    found = Axe().run(page, options=RULES).response["violations"]
    return [
        f"{each['id']}: {node['html'][:160]} {node['failureSummary']}"
        for each in found
        for node in each["nodes"]
    ]


def sideways(page: Page) -> bool:
    wide: bool = page.evaluate(
        "document.documentElement.scrollWidth > document.documentElement.clientWidth"
    )
    return wide
