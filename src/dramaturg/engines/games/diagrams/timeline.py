"""Timeline: an axis with dates, and a card for each event, left and right of it in turn."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree.ElementTree import Element

from dramaturg.drawing.canvas import (
    BACKGROUND,
    EDGE,
    EDGES,
    INK,
    MARGIN,
    WIDTH,
    dot,
    line,
    panel,
    rounded,
    text,
)
from dramaturg.drawing.geometry import Point
from dramaturg.drawing.lettering import fitted
from dramaturg.engines.games.diagrams.items import SLOT_HEIGHT, Drawing, DrawnItem, clue, place_for
from dramaturg.engines.games.diagrams.zones import Area

_CARD = 268.0
_PAD = 12.0
_AXIS = WIDTH / 2
_DATE = 28.0  # of height, above the clue


def timeline(items: Sequence[DrawnItem]) -> Drawing:
    clues = max(
        (
            fitted(item.caption, _CARD - 2 * _PAD, 90.0).height + _PAD
            for item in items
            if item.caption
        ),
        default=0.0,
    )
    dates = _DATE if any(item.when for item in items) else 0.0
    height = max(88.0, dates + clues + SLOT_HEIGHT + 2 * _PAD)
    step = height / 2 + 16.0
    marks: list[Element] = []
    areas: list[Area] = []
    for number, item in enumerate(items):
        top = MARGIN + 14.0 + number * step
        x = MARGIN if number % 2 == 0 else WIDTH - MARGIN - _CARD
        at = (x + _CARD / 2, top + height - _PAD - SLOT_HEIGHT / 2)
        marks += _card(item, number, x, top, height, at)
        areas += (
            [Area(item.label, rounded(x, top, _CARD, height), at, caption=item.caption)]
            if item.asked
            else []
        )
    bottom = MARGIN + 28.0 + (len(items) - 1) * step + height
    axis = line([(_AXIS, MARGIN), (_AXIS, bottom)], EDGE, 3)
    return Drawing((axis, *marks), tuple(areas), WIDTH, bottom + MARGIN)


def _card(
    item: DrawnItem, number: int, x: float, top: float, height: float, at: Point
) -> list[Element]:
    middle, room = x + _CARD / 2, _CARD - 2 * _PAD
    joint = top + _PAD + _DATE / 2
    edge = x + _CARD if x < _AXIS else x
    date = _DATE if item.when else 0.0
    words = height - date - SLOT_HEIGHT - 3 * _PAD
    marks = [line([(edge, joint), (_AXIS, joint)], EDGE, 1.6), dot((_AXIS, joint), 9, BACKGROUND)]
    marks += [
        dot((_AXIS, joint), 6.5, EDGES[number % len(EDGES)]),
        panel(x, top, _CARD, height, number),
    ]
    if item.when:
        marks += text(fitted(item.when, room, 20.0), (middle, joint), INK, "700")
    marks += clue(item, (middle, top + _PAD + date + words / 2), room, words)
    return [*marks, *place_for(item, at, room)]
