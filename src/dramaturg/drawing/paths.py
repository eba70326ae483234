"""Path data of SVG as polygons: every command, curves and arcs as short lines."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from dramaturg.drawing.geometry import Point
from dramaturg.drawing.transforms import NUMBER, number

_COMMAND = re.compile(r"\s*([MmZzLlHhVvCcSsQqTtAa])")
_FLAG = re.compile(r"[\s,]*([01])")
_NEXT_NUMBER = re.compile(rf"[\s,]*({NUMBER.pattern})")
_REST = re.compile(r"[\s,]*\Z")
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_FLAGS = (3, 4)  # the arguments of an arc that are written as single digits, often without a space
_MOST_LINES = 32


@dataclass(slots=True)
class _Pen:
    """Where the drawing of a path has come to."""

    tolerance: float
    loops: list[list[Point]] = field(default_factory=list)
    at: Point = (0.0, 0.0)
    start: Point = (0.0, 0.0)
    control: Point | None = None
    curve: str = ""

    def move(self, point: Point) -> None:
        self.loops.append([point])
        self.at = self.start = point

    def line(self, *points: Point) -> None:
        if not self.loops:
            self.loops.append([self.at])
        self.loops[-1].extend(points)
        self.at = points[-1]

    def close(self) -> None:
        if self.loops:
            self.at = self.start
            self.loops.append([self.start])

    def mirrored(self, curve: str) -> Point:
        """The control point of a smooth curve: the last one, seen through the place where the pen
        is.
        """
        if self.control is None or self.curve != curve:
            return self.at
        return 2 * self.at[0] - self.control[0], 2 * self.at[1] - self.control[1]


def path_loops(data: str, tolerance: float) -> tuple[tuple[Point, ...], ...]:
    """The loops of a path. As in a browser, it is drawn up to the first mistake."""
    pen = _Pen(tolerance)
    for command, arguments in _commands(data):
        _DRAW[command.upper()](pen, _absolute(command, arguments, pen.at))
        if command.upper() not in "CSQT":
            pen.control = None
    return tuple(tuple(loop) for loop in pen.loops if len(loop) > 1)


def _commands(data: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    at, command = 0, ""
    while at < len(data):
        match = _COMMAND.match(data, at)
        if match:
            command, at = match.group(1), match.end()
        elif not command or command in "Zz":
            return
        arguments, at = _read(data, at, _ARGUMENTS[command.upper()], command in "Aa")
        if arguments is None:
            return
        yield command, arguments
        command = {"M": "L", "m": "l"}.get(command, command)
        if _REST.match(data, at):
            return


def _read(data: str, at: int, count: int, arc: bool) -> tuple[tuple[float, ...] | None, int]:
    found: list[float] = []
    for place in range(count):
        match = (_FLAG if arc and place in _FLAGS else _NEXT_NUMBER).match(data, at)
        if not match:
            return None, at
        found.append(number(match.group(1)))
        at = match.end()
    return tuple(found), at


def _absolute(command: str, arguments: tuple[float, ...], at: Point) -> tuple[float, ...]:
    if command.isupper() or not arguments:
        return arguments
    if command == "h":
        return (arguments[0] + at[0],)
    if command == "v":
        return (arguments[0] + at[1],)
    if command == "a":
        return (*arguments[:5], arguments[5] + at[0], arguments[6] + at[1])
    return tuple(argument + at[place % 2] for place, argument in enumerate(arguments))


def _cubic(pen: _Pen, numbers: tuple[float, ...]) -> None:
    x1, y1, x2, y2, x, y = numbers
    p0, p1, p2, p3 = pen.at, (x1, y1), (x2, y2), (x, y)
    count = _lines(math.dist(p0, p1) + math.dist(p1, p2) + math.dist(p2, p3), pen.tolerance)
    pen.line(*(_on_cubic(p0, p1, p2, p3, step / count) for step in range(1, count)), p3)
    pen.control, pen.curve = p2, "cubic"


def _on_cubic(p0: Point, p1: Point, p2: Point, p3: Point, t: float) -> Point:
    a, b, c, d = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3
    return (
        a * p0[0] + b * p1[0] + c * p2[0] + d * p3[0],
        a * p0[1] + b * p1[1] + c * p2[1] + d * p3[1],
    )


def _smooth_cubic(pen: _Pen, numbers: tuple[float, ...]) -> None:
    _cubic(pen, (*pen.mirrored("cubic"), *numbers))


def _quadratic(pen: _Pen, numbers: tuple[float, ...]) -> None:
    x1, y1, x, y = numbers
    x0, y0 = pen.at
    _cubic(
        pen,
        (
            x0 + (x1 - x0) * 2 / 3,
            y0 + (y1 - y0) * 2 / 3,
            x + (x1 - x) * 2 / 3,
            y + (y1 - y) * 2 / 3,
            x,
            y,
        ),
    )
    pen.control, pen.curve = (x1, y1), "quadratic"


def _smooth_quadratic(pen: _Pen, numbers: tuple[float, ...]) -> None:
    _quadratic(pen, (*pen.mirrored("quadratic"), *numbers))


def _arc(pen: _Pen, numbers: tuple[float, ...]) -> None:
    """An elliptical arc, from its end points to its middle and angles (SVG 1.1, appendix F.6)."""
    rx, ry, degrees, large, sweep, x, y = numbers
    (x0, y0), rx, ry, turn = pen.at, abs(rx), abs(ry), math.radians(degrees)
    if not rx or not ry or (x0, y0) == (x, y):
        pen.line((x, y))
        return
    cos, sin = math.cos(turn), math.sin(turn)
    dx, dy = (x0 - x) / 2, (y0 - y) / 2
    px, py = cos * dx + sin * dy, cos * dy - sin * dx
    grow = math.sqrt(max(1.0, (px / rx) ** 2 + (py / ry) ** 2))
    rx, ry = rx * grow, ry * grow
    rest = max(0.0, (rx * ry) ** 2 - (rx * py) ** 2 - (ry * px) ** 2)
    root = math.sqrt(rest / ((rx * py) ** 2 + (ry * px) ** 2)) * (-1 if large == sweep else 1)
    qx, qy = root * rx * py / ry, -root * ry * px / rx
    middle = cos * qx - sin * qy + (x0 + x) / 2, sin * qx + cos * qy + (y0 + y) / 2
    first = math.atan2((py - qy) / ry, (px - qx) / rx)
    span = (math.atan2((-py - qy) / ry, (-px - qx) / rx) - first) % (2 * math.pi)
    span = span if sweep else span - 2 * math.pi
    count = _lines(abs(span) * max(rx, ry), pen.tolerance)
    angles = (first + span * step / count for step in range(1, count))
    pen.line(*(_on_ellipse(middle, rx, ry, cos, sin, angle) for angle in angles), (x, y))


def _on_ellipse(middle: Point, rx: float, ry: float, cos: float, sin: float, angle: float) -> Point:
    u, v = rx * math.cos(angle), ry * math.sin(angle)
    return middle[0] + cos * u - sin * v, middle[1] + sin * u + cos * v


def _lines(length: float, tolerance: float) -> int:
    return max(2, min(_MOST_LINES, math.ceil(math.sqrt(length / tolerance)))) if length else 1


_DRAW: Mapping[str, Callable[[_Pen, tuple[float, ...]], None]] = {
    "M": lambda pen, numbers: pen.move((numbers[0], numbers[1])),
    "L": lambda pen, numbers: pen.line((numbers[0], numbers[1])),
    "H": lambda pen, numbers: pen.line((numbers[0], pen.at[1])),
    "V": lambda pen, numbers: pen.line((pen.at[0], numbers[0])),
    "C": _cubic,
    "S": _smooth_cubic,
    "Q": _quadratic,
    "T": _smooth_quadratic,
    "A": _arc,
    "Z": lambda pen, numbers: pen.close(),
}
