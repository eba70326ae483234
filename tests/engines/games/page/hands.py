"""Three ways to play the page, each with its own means only: a mouse that drags, a keyboard, and a
finger that taps twice.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import FrameLocator, Locator, Page

from dramaturg.engines.games.base.blueprint import Blueprint, Item, Round

MOST_TABS = 80
RELOADS = 3  # a browser under load now and then forgets what a page from a file has just stored


class Hand(ABC):
    def __init__(self, page: Page, inside: FrameLocator | None = None) -> None:
        """`inside` is the frame that holds the game, where it is not the page itself."""
        self.page, self.game = page, inside or page

    def at(self, key: str) -> Locator:
        return self.game.locator(f'[data-key="{key}"]')

    def named(self, name: str) -> Locator:
        return self.game.get_by_role("button", name=name, exact=True)

    @abstractmethod
    def press(self, what: Locator) -> None: ...

    def put(self, piece: Locator, place: Locator) -> None:
        self.press(piece)
        self.press(place)

    def order(self, round: Round, wanted: list[str]) -> None:
        """Bring rows into an order, each from where it stands to where it belongs."""
        for place, name in enumerate(wanted):
            rows = self.rows()
            if rows[place] != name:
                self.put(self.at(f"piece:{name}"), self.at(f"piece:{rows[place]}"))

    def rows(self) -> list[str]:
        keys = self.game.locator(".row .piece").evaluate_all(
            "nodes => nodes.map((node) => node.dataset.key)"
        )
        return [key.removeprefix("piece:") for key in keys]


class Mouse(Hand):
    """Takes hold of a thing only once it lies still: what is beside it may still be moving it."""

    def press(self, what: Locator) -> None:
        what.click()

    def put(self, piece: Locator, place: Locator) -> None:
        piece.hover()
        self.page.mouse.down()
        self.page.mouse.move(*_middle(place), steps=8)
        self.page.mouse.up()


class Keyboard(Hand):
    def press(self, what: Locator) -> None:
        self.reach(what)
        self.page.keyboard.press("Enter")

    def reach(self, what: Locator) -> None:
        for _ in range(MOST_TABS):
            if what.evaluate("node => node === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{what} cannot be reached with Tab")

    def order(self, round: Round, wanted: list[str]) -> None:
        for place, name in enumerate(wanted):
            while self.rows().index(name) > place:
                self.press(self.at(f"up:{name}"))


class Finger(Hand):
    def press(self, what: Locator) -> None:
        what.tap()


HANDS: Mapping[str, type[Hand]] = {"pointer": Mouse, "keyboard": Keyboard, "tap": Finger}
CONTEXT: Mapping[str, dict[str, Any]] = {
    "pointer": {},
    "keyboard": {},
    "tap": {"has_touch": True, "viewport": {"width": 390, "height": 800}},
}


def _middle(what: Locator) -> tuple[float, float]:
    what.scroll_into_view_if_needed()
    box = what.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


# ── playing a round to full marks ─────────────────────────────────────────────────────────────────


def play_right(hand: Hand, round: Round) -> None:
    BY_MODE[round.mode](hand, round)


def _place(hand: Hand, round: Round) -> None:
    for item in sorted(round.items, key=lambda item: item.after or ""):
        hand.put(hand.at(f"piece:{item.id}"), hand.at(f"zone:{item.answer}"))


def _point(hand: Hand, round: Round) -> None:
    for item in round.items:
        hand.press(hand.at(f"zone:{item.answer}"))


def _sort(hand: Hand, round: Round) -> None:
    for item in round.items:
        hand.put(hand.at(f"piece:{item.id}"), hand.at(f"bin:{item.answer}"))


def _arrange(hand: Hand, round: Round) -> None:
    def place(item: Item) -> int:
        return [choice.id for choice in round.choices].index(item.answer)

    hand.order(round, [item.id for item in sorted(round.items, key=place)])
    hand.press(hand.at("check"))


def _pair(hand: Hand, round: Round) -> None:
    for item in round.items:
        for card in round.cards:
            if card.item == item.id:
                hand.press(hand.at(f"card:{card.id}"))


def _decide(hand: Hand, round: Round) -> None:
    moments = {moment.id: moment for moment in round.moments}
    for item in round.items:
        place = [option.id for option in moments[item.id].options].index(item.answer)
        hand.press(hand.at(f"option:{place}"))


BY_MODE: Mapping[str, Callable[[Hand, Round], None]] = {
    "drag_drop": _place,
    "click_to_identify": _point,
    "trace_path": _point,
    "description_matching": _place,
    "hierarchical": _place,
    "compare_contrast": _sort,
    "sequencing": _arrange,
    "sorting_categories": _sort,
    "memory_match": _pair,
    "branching_scenario": _decide,
}


# ── what a page holds ─────────────────────────────────────────────────────────────────────────────


def begin(page: Page) -> None:
    page.get_by_role("button", name="Begin", exact=True).click()


def resume(
    page: Page, blueprint: Blueprint, moves: list[dict[str, Any]], timers: bool = True
) -> None:
    """Put the page where these moves lead, by the way a reload takes."""
    kept = json.dumps({"timers": timers, "moves": moves})
    store = "([slot, kept]) => sessionStorage.setItem(slot, JSON.stringify({ ...JSON.parse(kept), began: Date.now() }))"
    for _ in range(RELOADS):
        page.evaluate(store, [f"dramaturg:{blueprint.id}", kept])
        page.reload()
        if page.get_by_role("button", name="Begin", exact=True).count() == 0:
            return


def downloaded(page: Page) -> dict[str, Any]:
    with page.expect_download() as coming:
        page.get_by_role("button", name="Download this play").click()
    record: dict[str, Any] = json.loads(coming.value.path().read_text(encoding="utf-8"))
    return record
