"""Process and cycle: boxes joined by arrows, in rows that turn at their ends, or in a ring."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from xml.etree.ElementTree import Element

from dramaturg.drawing.canvas import MARGIN, WIDTH, arrow, panel, rounded
from dramaturg.drawing.geometry import Point
from dramaturg.drawing.lettering import fitted
from dramaturg.engines.games.diagrams.items import SLOT_HEIGHT, Drawing, DrawnItem, clue, place_for
from dramaturg.engines.games.diagrams.zones import Area

_GAP = 46.0
_PAD = 12.0
_STEPS = 720  # places on a ring that are tried


@dataclass(frozen=True, slots=True)
class FlowBox:
    item: DrawnItem
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> Point:
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def slot(self) -> Point:
        below = self.y + self.height - _PAD - SLOT_HEIGHT / 2
        return self.middle[0], below if self.item.caption else self.middle[1]

    def near(self, point: Point, room: float) -> bool:
        return (
            abs(point[0] - self.middle[0]) < self.width / 2 + room
            and abs(point[1] - self.middle[1]) < self.height / 2 + room
        )


def process(items: Sequence[DrawnItem]) -> Drawing:
    """Boxes in rows of three; every second row goes back, so that each arrow is short."""
    columns = min(3, len(items))
    width = (WIDTH - 2 * MARGIN - (columns - 1) * _GAP) / columns
    height = _box_height(items, width)
    boxes = [
        FlowBox(
            item, MARGIN + column * (width + _GAP), MARGIN + row * (height + _GAP), width, height
        )
        for number, item in enumerate(items)
        for row, place in [divmod(number, columns)]
        for column in [place if row % 2 == 0 else columns - 1 - place]
    ]
    arrows = [mark for one, other in pairwise(boxes) for mark in arrow(_between(one, other))]
    rows = math.ceil(len(items) / columns)
    return _drawing(boxes, arrows, rows * (height + _GAP) - _GAP + 2 * MARGIN)


def _between(one: FlowBox, other: FlowBox) -> list[Point]:
    (x0, y0), (x1, y1) = one.middle, other.middle
    if y1 > y0:
        return [(x0, one.y + one.height + 5), (x0, other.y - 5)]
    half = one.width / 2 + 5
    return [(x0 + half, y0), (x1 - half, y0)] if x1 > x0 else [(x0 - half, y0), (x1 + half, y0)]


def _box_height(items: Sequence[DrawnItem], width: float) -> float:
    """High enough for the longest clue and the slot below it."""
    highest = max(
        (fitted(item.caption, width - 2 * _PAD, 90).height for item in items if item.caption),
        default=0.0,
    )
    return max(84.0, highest + SLOT_HEIGHT + 3 * _PAD)


def cycle(items: Sequence[DrawnItem]) -> Drawing:
    """Boxes round a ring, clockwise from the top, with arrows along it."""
    width = max(118.0, 208.0 - 9.0 * max(0, len(items) - 3))
    height = _box_height(items, width)
    across, down = (WIDTH - width) / 2 - MARGIN, 150.0 + height / 2
    while _crowded(_ring(items, across, down, width, height)):
        down += 20.0
    boxes = _ring(items, across, down, width, height)
    path = _ellipse(across, down, boxes[0].middle)
    arrows = [mark for number in range(len(boxes)) for mark in _along(path, boxes, number)]
    lowest = max(*(box.y + height for box in boxes), *(y for _, y in path))
    return _drawing(boxes, arrows, lowest + MARGIN)


def _ring(
    items: Sequence[DrawnItem], across: float, down: float, width: float, height: float
) -> list[FlowBox]:
    path = _ellipse(across, down, (WIDTH / 2, MARGIN + height / 2))
    places = [path[round(number * _STEPS / len(items))] for number in range(len(items))]
    return [
        FlowBox(item, x - width / 2, y - height / 2, width, height)
        for item, (x, y) in zip(items, places, strict=True)
    ]


def _ellipse(across: float, down: float, top: Point) -> list[Point]:
    """Points on the ring at even distances along it, clockwise from the top."""
    fine = [2 * math.pi * step / (4 * _STEPS) - math.pi / 2 for step in range(4 * _STEPS + 1)]
    points = [
        (top[0] + across * math.cos(turn), top[1] + down + down * math.sin(turn)) for turn in fine
    ]
    gone = [0.0]
    for one, other in pairwise(points):
        gone.append(gone[-1] + math.dist(one, other))
    places, at = [], 0
    for step in range(_STEPS):
        while gone[at] < gone[-1] * step / _STEPS:
            at += 1
        places.append(points[at])
    return places


def _crowded(boxes: Sequence[FlowBox]) -> bool:
    """Whether two boxes stand so close that no arrow fits between them."""
    return any(
        abs(one.x - other.x) < one.width + 34 and abs(one.y - other.y) < one.height + 34
        for number, one in enumerate(boxes)
        for other in boxes[number + 1 :]
    )


def _along(path: Sequence[Point], boxes: Sequence[FlowBox], number: int) -> list[Element]:
    """The arrow from a box to the next, on the part of the ring that is free of both."""
    one, other = boxes[number], boxes[(number + 1) % len(boxes)]
    first, last = (round(step * _STEPS / len(boxes)) for step in (number, number + 1))
    way = [path[step % _STEPS] for step in range(first, last + 1)]
    free = [point for point in way if not one.near(point, 6) and not other.near(point, 6)]
    return arrow(free) if len(free) > 2 else []


def _drawing(boxes: Sequence[FlowBox], arrows: Sequence[Element], height: float) -> Drawing:
    marks = [mark for number, box in enumerate(boxes) for mark in _box(box, number)]
    areas = [
        Area(
            box.item.label,
            rounded(box.x, box.y, box.width, box.height),
            box.slot,
            caption=box.item.caption,
        )
        for box in boxes
        if box.item.asked
    ]
    return Drawing((*arrows, *marks), tuple(areas), WIDTH, height)


def _box(box: FlowBox, number: int) -> list[Element]:
    room = box.width - 2 * _PAD
    above = box.height - SLOT_HEIGHT - 3 * _PAD
    return [
        panel(box.x, box.y, box.width, box.height, number),
        *clue(box.item, (box.middle[0], box.y + _PAD + above / 2), room, above),
        *place_for(box.item, box.slot, room),
    ]
