"""Nested: a hierarchy as boxes in boxes, each row filled to its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from xml.etree.ElementTree import Element

from dramaturg.drawing.canvas import MARGIN, WIDTH, panel, rounded
from dramaturg.drawing.lettering import fitted
from dramaturg.engines.games.diagrams.items import (
    SLOT_HEIGHT,
    Drawing,
    DrawnItem,
    clue,
    clue_from,
    place_for,
)
from dramaturg.engines.games.diagrams.zones import Area

_PAD = 12.0
_NARROWEST = 128.0
_WIDEST_SLOT = 230.0


@dataclass(frozen=True, slots=True)
class _Placed:
    item: DrawnItem
    x: float
    y: float
    width: float
    height: float
    depth: int
    parent: str | None


def nested_boxes(items: Sequence[DrawnItem]) -> Drawing:
    """The items with everything in them. Several at the top stand side by side."""
    width = WIDTH - 2 * MARGIN
    rows = _best_rows(items, width)
    placed = list(_place_rows(rows, MARGIN, MARGIN, width, 0, None))
    height = sum(_row_height(row, width) for row in rows) + _PAD * (len(rows) - 1)
    marks = [mark for box in placed for mark in _marks(box)]
    areas = tuple(_area(box) for box in placed if box.item.asked)
    return Drawing(tuple(marks), areas, WIDTH, height + 2 * MARGIN)


def _weight(item: DrawnItem) -> int:
    """How many boxes stand side by side in it, at the most."""
    return max(1, sum(map(_weight, item.inside)))


def _narrowest(item: DrawnItem) -> float:
    return max((_narrowest(part) for part in item.inside), default=_NARROWEST - 2 * _PAD) + 2 * _PAD


def _widths(row: Sequence[DrawnItem], width: float) -> list[float]:
    """How the width of a row is shared: what each needs at least, and of the rest more for what
    holds more.
    """
    free = width - _PAD * (len(row) - 1) - sum(map(_narrowest, row))
    weights = sum(map(_weight, row))
    return [_narrowest(item) + free * _weight(item) / weights for item in row]


def _best_rows(items: Sequence[DrawnItem], width: float) -> list[Sequence[DrawnItem]]:
    """The items in as many rows as make the whole least high."""
    ways = [_split(items, count) for count in range(1, len(items) + 1)]
    fitting = [rows for rows in ways if all(min(_widths(row, width)) >= _NARROWEST for row in rows)]
    ways_left = [
        rows
        for rows in fitting
        if all(sum(map(_narrowest, row)) + _PAD * (len(row) - 1) <= width for row in rows)
    ] or [ways[-1]]
    return min(
        ways_left, key=lambda rows: sum(_row_height(row, width) for row in rows) + _PAD * len(rows)
    )


def _split(items: Sequence[DrawnItem], count: int) -> list[Sequence[DrawnItem]]:
    """The items in order, in rows of about the same number."""
    cuts = [round(len(items) * number / count) for number in range(count + 1)]
    return [items[start:end] for start, end in pairwise(cuts)]


def _row_height(row: Sequence[DrawnItem], width: float) -> float:
    return max(_height(item, inner) for item, inner in zip(row, _widths(row, width), strict=True))


def _height(item: DrawnItem, width: float) -> float:
    if not item.inside:
        return _head(item, width)
    inner = width - 2 * _PAD
    rows = _best_rows(item.inside, inner)
    return _head(item, width) + sum(_row_height(row, inner) + _PAD for row in rows)


def _side_by_side(item: DrawnItem, width: float) -> bool:
    """Whether a box is wide enough for the clue beside the slot. A box without others in it has
    them one above the other.
    """
    return bool(item.inside) and width >= 330.0


def _slot_width(item: DrawnItem, width: float) -> float:
    beside = _side_by_side(item, width) and item.caption
    return min(_WIDEST_SLOT, (width - 3 * _PAD) * 0.45 if beside else width - 2 * _PAD)


def _head(item: DrawnItem, width: float) -> float:
    """How high the part of a box is in which its own clue and slot stand."""
    room = (
        width - 3 * _PAD - _slot_width(item, width)
        if _side_by_side(item, width)
        else width - 2 * _PAD
    )
    clue_height = fitted(item.caption, room, 90.0).height if item.caption else 0.0
    if _side_by_side(item, width):
        return max(clue_height, SLOT_HEIGHT) + 2 * _PAD
    return clue_height + SLOT_HEIGHT + (3 if item.caption else 2) * _PAD


def _place(
    item: DrawnItem, x: float, y: float, width: float, height: float, depth: int, parent: str | None
) -> Iterator[_Placed]:
    yield _Placed(item, x, y, width, height, depth, parent)
    if not item.inside:
        return
    inner = width - 2 * _PAD
    rows = _best_rows(item.inside, inner)
    spare = (height - _height(item, width)) / len(rows)
    above = item.label if item.asked else parent
    yield from _place_rows(rows, x + _PAD, y + _head(item, width), inner, depth + 1, above, spare)


def _place_rows(
    rows: Sequence[Sequence[DrawnItem]],
    x: float,
    y: float,
    width: float,
    depth: int,
    parent: str | None,
    spare: float = 0.0,
) -> Iterator[_Placed]:
    """Every row as wide as its box, and all boxes of a row as high as the highest."""
    for row in rows:
        height, left = _row_height(row, width) + spare, x
        for item, own in zip(row, _widths(row, width), strict=True):
            yield from _place(item, left, y, own, height, depth, parent)
            left += own + _PAD
        y += height + _PAD


def _slot_at(box: _Placed) -> tuple[float, float]:
    item, width = box.item, _slot_width(box.item, box.width)
    head = _head(item, box.width) if item.inside else box.height
    if _side_by_side(item, box.width):
        return box.x + box.width - _PAD - width / 2, box.y + head / 2
    low = box.y + (head + _head(item, box.width)) / 2 - _PAD - SLOT_HEIGHT / 2
    return box.x + box.width / 2, low if item.caption else box.y + head / 2


def _marks(box: _Placed) -> list[Element]:
    item, width = box.item, _slot_width(box.item, box.width)
    head = _head(item, box.width) if item.inside else box.height
    slot = place_for(item, _slot_at(box), width)
    if _side_by_side(item, box.width):
        room = box.width - 3 * _PAD - width
        words = clue_from(item, box.x + _PAD, box.y + head / 2, room, head)
    else:
        above = _head(item, box.width) - SLOT_HEIGHT - 3 * _PAD
        x, low = _slot_at(box)
        words = clue(
            item, (x, low - SLOT_HEIGHT / 2 - _PAD - above / 2), box.width - 2 * _PAD, above
        )
    return [panel(box.x, box.y, box.width, box.height, box.depth * 3), *words, *slot]


def _area(box: _Placed) -> Area:
    polygon = rounded(box.x, box.y, box.width, box.height)
    return Area(box.item.label, polygon, _slot_at(box), box.parent, box.item.caption)
