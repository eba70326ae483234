"""Layers and rings: bands one above the other, or one around the other like the skins of an onion,
the first outermost.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from xml.etree.ElementTree import Element

from dramaturg.drawing.canvas import EDGE, INK, MARGIN, WIDTH, dot, line, shape
from dramaturg.drawing.geometry import Point, Polygon
from dramaturg.drawing.lettering import fitted
from dramaturg.engines.games.diagrams.items import Drawing, DrawnItem, clue_from, place_for
from dramaturg.engines.games.diagrams.zones import Area

_WAVE = 5.0
_WAVE_STEPS = 36
_PAD = 20.0
_SLOT_WIDTH = 240.0
_ARC_STEPS = 40
_DIAL = math.radians(58)  # the direction, from the level, in which the rings are pointed at


def layers(items: Sequence[DrawnItem]) -> Drawing:
    """Bands from top to bottom, their borders gently waved."""
    left, right = MARGIN, WIDTH - MARGIN
    room = right - left - _SLOT_WIDTH - 3 * _PAD
    heights = [
        max(72.0, fitted(item.caption, room, 90.0).height + 2 * _WAVE + _PAD) for item in items
    ]
    tops = [MARGIN + sum(heights[:number]) for number in range(len(items) + 1)]
    marks: list[Element] = []
    areas: list[Area] = []
    for number, item in enumerate(items):
        middle = (tops[number] + tops[number + 1]) / 2
        # A band whose lower border is the upper border of the next
        above = _border(left, right, tops[number], number, wavy=number > 0)
        below = _border(left, right, tops[number + 1], number + 1, wavy=number + 1 < len(items))
        polygon = (*above, *reversed(below))
        at = (right - _PAD - _SLOT_WIDTH / 2, middle)
        marks += [
            shape(polygon, number),
            *clue_from(item, left + _PAD, middle, room, heights[number] - 2 * _WAVE),
        ]
        marks += place_for(item, at, _SLOT_WIDTH)
        areas += [Area(item.label, polygon, at, caption=item.caption)] if item.asked else []
    return Drawing(tuple(marks), tuple(areas), WIDTH, tops[-1] + MARGIN)


def _border(left: float, right: float, y: float, number: int, wavy: bool) -> list[Point]:
    if not wavy:
        return [(left, y), (right, y)]
    xs = [left + (right - left) * step / _WAVE_STEPS for step in range(_WAVE_STEPS + 1)]
    return [(x, y + _WAVE * math.sin((x - left) / 88 + 1.9 * number)) for x in xs]


def rings(items: Sequence[DrawnItem]) -> Drawing:
    """A quarter of a round thing, cut open: rings around a core, each with its clue beside it."""
    count = len(items)
    thickness = max(44.0, 400.0 / count)
    radius = thickness * count
    width = WIDTH + max(0.0, radius - 400.0)
    centre = (MARGIN, MARGIN + radius)
    marks: list[Element] = []
    notes: list[Element] = []
    areas: list[Area] = []
    for number, item in enumerate(items):
        outer, inner = radius - number * thickness, radius - (number + 1) * thickness
        polygon = _ring(centre, outer, max(0.0, inner))
        at = _on(centre, (outer + inner) / 2, _DIAL)
        marks.append(shape(polygon, number))
        notes += _note(
            item, at, centre[0] + radius + _PAD, width - MARGIN, thickness * math.sin(_DIAL)
        )
        areas += (
            [Area(item.label, polygon, _free_point(centre, outer, inner), caption=item.caption)]
            if item.asked
            else []
        )
    return Drawing((*marks, *notes), tuple(areas), width, radius + 2 * MARGIN)


def _ring(centre: Point, outer: float, inner: float) -> Polygon:
    """A quarter of a ring, or of a disc where nothing is inside it."""
    turns = [math.pi / 2 * step / _ARC_STEPS for step in range(_ARC_STEPS + 1)]
    outside = [_on(centre, outer, turn) for turn in turns]
    inside = [_on(centre, inner, turn) for turn in reversed(turns)] if inner else [centre]
    return (*outside, *inside)


def _on(centre: Point, radius: float, turn: float) -> Point:
    return centre[0] + radius * math.cos(turn), centre[1] - radius * math.sin(turn)


def _free_point(centre: Point, outer: float, inner: float) -> Point:
    """The middle of the ring, well away from the lines that lead to the clues."""
    return _on(centre, (outer + inner) / 2 if inner > 1 else outer * 0.55, math.radians(28))


def _note(item: DrawnItem, at: Point, left: float, right: float, height: float) -> list[Element]:
    """A line from the ring to its clue, or to its name where that is given."""
    words = item.caption if item.asked else item.label
    if not words:
        return [dot(at, 4, EDGE)]
    given = DrawnItem(item.label, words)
    return [
        line([at, (left - 8, at[1])], EDGE, 1.2),
        dot(at, 4, INK),
        *clue_from(given, left, at[1], right - left, height),
    ]
