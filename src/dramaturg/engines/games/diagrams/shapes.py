"""Shapes: the named parts of an SVG, and the area each of them covers, through groups, transforms
and clones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from xml.etree.ElementTree import Element

from dramaturg.drawing.geometry import Point, Polygon, box_polygon, ellipse_polygon, signed_area
from dramaturg.drawing.outline import Region
from dramaturg.drawing.paths import path_loops
from dramaturg.drawing.transforms import (
    FARTHEST,
    SAME,
    Matrix,
    moved,
    number,
    numbers,
    scaled,
    transform,
)
from dramaturg.engines.games.diagrams.style import (
    Look,
    StyleRule,
    inherited,
    is_hidden,
    is_painted,
    look,
    sheet,
)
from dramaturg.engines.games.diagrams.svg_file import attribute, by_id, tag
from dramaturg.english.prose import table

_NOT_DRAWN = table(
    "defs symbol clipPath mask pattern marker linearGradient radialGradient filter metadata title"
    " desc style script"
)
_ENCODED = re.compile(r"_x([0-9A-Fa-f]{2,4})_")
_COUNTER = re.compile(r"_\d+_$")
_LENGTH = re.compile(r"^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(px|mm|cm|in|pt|pc)?\s*$")
_UNITS = {"": 1.0, "px": 1.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0, "pt": 4 / 3, "pc": 16.0}


@dataclass(frozen=True, slots=True)
class SvgPart:
    """A named part: every area it covers, in the order of drawing, and whether anything of it can
    be seen.
    """

    order: int
    regions: tuple[Region, ...]
    painted: bool


@dataclass(frozen=True, slots=True)
class _Shape:
    region: Region
    painted: bool


@dataclass(frozen=True, slots=True)
class _Place:
    """What holds at a place in the tree: where it is drawn, and how it looks."""

    matrix: Matrix
    looks: Look


def part_key(name: str) -> str:
    """A name as parts are compared: letters and digits only, in one case, with the escapes of
    drawing programs undone.
    """
    plain = _ENCODED.sub(lambda match: chr(int(match.group(1), 16)), _COUNTER.sub("", name))
    return "".join(letter for letter in plain.casefold() if letter.isalnum())


def names_of(element: Element) -> Iterator[str]:
    """All the names an element carries."""
    yield from (
        value
        for name in ("id", "label", "aria-label", "data-name")
        if (value := attribute(element, name))
    )
    yield from (
        text
        for child in element
        if tag(child) == "title" and (text := "".join(child.itertext()).strip())
    )


def length(text: str | None) -> float | None:
    """A length in pixels; None for one that is missing, relative or unreadable."""
    match = _LENGTH.match(text or "")
    return number(match.group(1)) * _UNITS[match.group(2) or ""] if match else None


class SvgTree:
    """An SVG as something to walk: its ids, its style rules, and how fine its curves are read."""

    def __init__(self, root: Element, size: float) -> None:
        self.root = root
        self.ids = by_id(root)
        self.rules: tuple[StyleRule, ...] = sheet(root)
        self.fineness = size / 2000

    def parts(self, wanted: Collection[str]) -> dict[str, SvgPart]:
        """The parts with the wanted keys. Several elements with one name are one part."""
        found: dict[str, SvgPart] = {}
        for order, (element, place) in enumerate(self._elements(self.root, _Place(SAME, {}))):
            keys = {part_key(name) for name in names_of(element)}.intersection(wanted)
            shapes = list(self._shapes(element, place)) if keys else []
            for key in keys if shapes else ():
                found[key] = _joined(found.get(key), order, shapes)
        return found

    def names(self) -> Iterator[str]:
        """Every name that a part of the picture carries."""
        return (
            name
            for element, _ in self._elements(self.root, _Place(SAME, {}))
            for name in names_of(element)
        )

    def _elements(self, element: Element, place: _Place) -> Iterator[tuple[Element, _Place]]:
        """Every element that is drawn, with the place around it. The root itself names the picture,
        not a part.
        """
        inner = self._inside(element, place)
        for child in element:
            if not tag(child) or tag(child) in _NOT_DRAWN or is_hidden(look(child, self.rules)):
                continue
            yield child, inner
            yield from self._elements(child, inner)

    def _inside(self, element: Element, place: _Place) -> _Place:
        matrix = place.matrix @ transform(element.get("transform"))
        if tag(element) == "svg" and element is not self.root:
            matrix = matrix @ _window(element, element)
        return _Place(matrix, inherited(place.looks, look(element, self.rules)))

    def _shapes(self, element: Element, place: _Place) -> Iterator[_Shape]:
        """The shapes of an element and of everything in it, clones included."""
        kind = tag(element)
        if kind in _NOT_DRAWN or is_hidden(look(element, self.rules)):
            return
        inner = self._inside(element, place)
        if kind == "use":
            yield from self._clone(element, inner)
        elif kind in _LOOPS:
            yield from self._shape(element, inner)
        for child in element:
            yield from self._shapes(child, inner)

    def _clone(self, element: Element, place: _Place) -> Iterator[_Shape]:
        target = self.ids.get((attribute(element, "href") or "").strip().removeprefix("#"))
        if target is None:
            return
        matrix = place.matrix @ moved(_number(element, "x"), _number(element, "y"))
        if tag(target) != "symbol":
            yield from self._shapes(target, _Place(matrix, place.looks))
            return
        inside = _Place(
            matrix @ _window(target, element), inherited(place.looks, look(target, self.rules))
        )
        for child in target:
            yield from self._shapes(child, inside)

    def _shape(self, element: Element, place: _Place) -> Iterator[_Shape]:
        scale = place.matrix.scale
        if not 1 / FARTHEST < scale < FARTHEST:
            return
        loops = [
            tuple(map(place.matrix, loop))
            for loop in _LOOPS[tag(element)](element, self.fineness / scale)
        ]
        line = place.looks.get("stroke", "none") not in ("none", "transparent")
        only_line = line and (
            tag(element) == "line" or place.looks.get("fill", "black") in ("none", "transparent")
        )
        if only_line and not _closes(element, loops):
            width = (length(place.looks.get("stroke-width")) or 1.0) * scale
            quads = tuple(
                quad for loop in loops for quad in _stroke(loop, max(width, self.fineness * 8))
            )
            region = Region(quads)
        else:
            region = Region(tuple(loops), place.looks.get("fill-rule") == "evenodd")
        if region.loops:
            yield _Shape(region, is_painted(place.looks))


def _joined(before: SvgPart | None, order: int, shapes: list[_Shape]) -> SvgPart:
    regions = tuple(shape.region for shape in shapes)
    painted = any(shape.painted for shape in shapes)
    if before is None:
        return SvgPart(order, regions, painted)
    return SvgPart(order, (*before.regions, *regions), before.painted or painted)


def _closes(element: Element, loops: list[Polygon]) -> bool:
    """Whether a shape that is only drawn as a line goes all the way round, so that its inside is
    what is meant.
    """
    if tag(element) in ("line", "polyline"):
        return False
    if tag(element) == "path":
        return "z" in element.get("d", "").lower()
    return bool(loops)


def _stroke(loop: Polygon, width: float) -> Iterator[Polygon]:
    """A line as wide as it is drawn: a box for each piece and a disc at each joint."""
    half = width / 2
    for (x0, y0), (x1, y1) in pairwise(loop):
        along = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        if along:
            dx, dy = (y1 - y0) / along * half, (x0 - x1) / along * half
            quad = ((x0 + dx, y0 + dy), (x1 + dx, y1 + dy), (x1 - dx, y1 - dy), (x0 - dx, y0 - dy))
            yield quad if signed_area(quad) > 0 else quad[::-1]
        yield ellipse_polygon((x1, y1), half, half, 12)


def _window(viewed: Element, placed: Element) -> Matrix:
    """The way from inside a nested svg or a symbol to its place outside: moved, and fitted into its
    width and height.
    """
    place = moved(_number(placed, "x"), _number(placed, "y")) if tag(placed) == "svg" else SAME
    view = numbers(viewed.get("viewBox", ""))
    width, height = length(placed.get("width")), length(placed.get("height"))
    if len(view) != 4 or not view[2] or not view[3]:
        return place
    if width is None or height is None:
        return place @ moved(-view[0], -view[1])
    x, y = width / view[2], height / view[3]
    if viewed.get("preserveAspectRatio", "").strip() == "none":
        return place @ scaled(x, y) @ moved(-view[0], -view[1])
    fit = min(x, y)
    middle = moved((width - view[2] * fit) / 2, (height - view[3] * fit) / 2)
    return place @ middle @ scaled(fit) @ moved(-view[0], -view[1])


def _number(element: Element, name: str, otherwise: float = 0.0) -> float:
    found = length(element.get(name))
    return otherwise if found is None else found


def _rect(element: Element, fineness: float) -> tuple[Polygon, ...]:
    x, y, width, height = (_number(element, name) for name in ("x", "y", "width", "height"))
    rx, ry = length(element.get("rx")), length(element.get("ry"))
    rx = min(rx if rx is not None else ry or 0.0, width / 2)
    ry = min(ry if ry is not None else rx, height / 2)
    if width <= 0 or height <= 0:
        return ()
    if not rx or not ry:
        return (box_polygon(x, y, width, height),)
    right, bottom, arc = x + width, y + height, f"A{rx} {ry} 0 0 1"
    data = (
        f"M{x + rx} {y}H{right - rx}{arc}{right} {y + ry}V{bottom - ry}{arc}{right - rx} {bottom}"
        f"H{x + rx}{arc}{x} {bottom - ry}V{y + ry}{arc}{x + rx} {y}Z"
    )
    return path_loops(data, fineness)


def _circle(element: Element, fineness: float) -> tuple[Polygon, ...]:
    middle, radius = (_number(element, "cx"), _number(element, "cy")), _number(element, "r")
    rx, ry = _number(element, "rx", radius), _number(element, "ry", radius)
    return (ellipse_polygon(middle, rx, ry),) if rx > 0 and ry > 0 else ()


def _corners(element: Element, fineness: float) -> tuple[Polygon, ...]:
    found = numbers(element.get("points", ""))
    corners = tuple(zip(found[::2], found[1::2], strict=False))
    return (corners,) if len(corners) > 1 else ()


def _line(element: Element, fineness: float) -> tuple[Polygon, ...]:
    ends: tuple[Point, Point] = (
        (_number(element, "x1"), _number(element, "y1")),
        (_number(element, "x2"), _number(element, "y2")),
    )
    return (ends,)


_LOOPS: Mapping[str, Callable[[Element, float], tuple[Polygon, ...]]] = {
    "rect": _rect,
    "circle": _circle,
    "ellipse": _circle,
    "polygon": _corners,
    "polyline": _corners,
    "line": _line,
    "path": lambda element, fineness: path_loops(element.get("d", ""), fineness),
    "image": _rect,
}
