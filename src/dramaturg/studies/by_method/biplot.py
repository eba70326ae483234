"""The biplot of a repertory grid: elements are points, constructs lines from one pole to the other,
in one plane.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from dramaturg.drawing.sheet import LABEL, Anchor, Ink, Sheet
from dramaturg.drawing.svg import text_width, wrapped
from dramaturg.studies.by_method.common import Names, namer
from dramaturg.studies.by_method.grid import Components, Grid, GridPoint

SIDE, ASIDE = 460.0, 170.0  # of the plane, and beside it for names
DRAWN = 14  # elements, and constructs, that lie farthest out
INWARD = 0.8  # elements keep off the border, where the poles are
ELEMENT, POLE = 0, 1  # colours
START: Anchor = "start"
END: Anchor = "end"
# a name that would cover another goes up or down by this much, so many times
STEP, TRIES = 13.0, 24


@dataclass(frozen=True, slots=True)
class NamedPoint:
    """A point of the picture with its name."""

    name: str
    x: float
    y: float
    is_element: bool

    @property
    def is_right(self) -> bool:
        return self.x >= ASIDE + SIDE / 2


def as_svg(result: Grid, names: Names, title: str) -> str:
    """Elements near a pole were described so; directions that lie close together mean much the
    same.
    """
    found = result.components
    if found is None:
        return Sheet(title, f"No picture of components: {result.too_little}.", 520).written(0)
    first, second = found.shares
    about = (
        f"{first:.0%} of the variance lies across, {second:.0%} upwards; {found.filled:.0%} of"
        " these cells were told. Bold: what was compared; lines: qualities, from pole to pole."
    )
    sheet = Sheet(title, about, SIDE + 2 * ASIDE)
    sheet.line(ASIDE, SIDE / 2, ASIDE + SIDE, SIDE / 2, "rung")
    sheet.line(ASIDE + SIDE / 2, 0, ASIDE + SIDE / 2, SIDE, "rung")
    reach = _reach(found.constructs)
    for point in _outermost(found.constructs):
        sheet.line(*_place(point, reach), *_place(point, -reach), dashed=True)
    _put(sheet, list(_named_points(result, found, namer(names))))
    return sheet.written(SIDE + 10)


def _named_points(
    result: Grid, found: Components, name: Callable[[str], str]
) -> Iterator[NamedPoint]:
    """The elements, then the poles."""
    reach = _reach(found.elements) / INWARD
    for point in _outermost(found.elements):
        yield NamedPoint(name(point.code), *_place(point, reach), is_element=True)
    opposite = {each.pole: each.opposite for each in result.constructs}
    reach = _reach(found.constructs)
    for point in _outermost(found.constructs):
        yield NamedPoint(name(point.code), *_place(point, reach), is_element=False)
        if other := opposite[point.code]:
            yield NamedPoint(name(other), *_place(point, -reach), is_element=False)


def _outermost(points: Sequence[GridPoint]) -> list[GridPoint]:
    return sorted(points, key=lambda point: (-(point.x**2 + point.y**2), point.code))[:DRAWN]


def _reach(points: Sequence[GridPoint]) -> float:
    return max((max(abs(point.x), abs(point.y)) for point in points), default=1.0) or 1.0


def _place(point: GridPoint, reach: float) -> tuple[float, float]:
    """In the plane; with a negative reach on the other side of the middle."""
    return ASIDE + SIDE / 2 * (1 + point.x / reach), SIDE / 2 * (1 - point.y / reach)


def _put(sheet: Sheet, spots: Sequence[NamedPoint]) -> None:
    """All points, then their names where they cover neither a point nor another name, as far as
    there is room.
    """
    taken = [(spot.x - 6, spot.x + 6, spot.y + 4) for spot in spots]

    def is_free(left: float, right: float, y: float) -> bool:
        return all(
            right < start or left > end or abs(y - other) >= STEP - 1 for start, end, other in taken
        )

    for spot in spots:
        size, colour = (5, ELEMENT) if spot.is_element else (3, POLE)
        sheet.dot(spot.x, spot.y, size, colour, spot.name)
    for spot in spots:
        line = wrapped(spot.name, ASIDE - 16, 1, LABEL)[0]
        wide = text_width(line, LABEL) * 1.1
        left = spot.x + 9 if spot.is_right else spot.x - 9 - wide
        # 0, down, up, farther down and so on
        steps = (STEP * ((step + 1) // 2) * (1 if step % 2 else -1) for step in range(TRIES))
        heights = (spot.y + 4 + step for step in steps)
        fitting = (y for y in heights if 8 <= y <= SIDE + 8 and is_free(left, left + wide, y))
        y = next(fitting, spot.y + 4)
        taken.append((left, left + wide, y))
        ink: Ink = "ink" if spot.is_element else "soft"
        at, anchor = (left, START) if spot.is_right else (spot.x - 9, END)
        sheet.label(line, at, y, ink, anchor=anchor, bold=spot.is_element)
