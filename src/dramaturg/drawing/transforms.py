"""Transforms of SVG: moving, scaling, turning and slanting, as six numbers."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from dramaturg.drawing.geometry import Point

FARTHEST = 1e7
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_CALL = re.compile(r"([a-zA-Z]+)\s*\(([^)]*)\)")


@dataclass(frozen=True, slots=True)
class AffineMatrix:
    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    def __call__(self, point: Point) -> Point:
        x, y = point
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def __matmul__(self, inner: AffineMatrix) -> AffineMatrix:
        """First the inner one, then this."""
        return AffineMatrix(
            self.a * inner.a + self.c * inner.b,
            self.b * inner.a + self.d * inner.b,
            self.a * inner.c + self.c * inner.d,
            self.b * inner.c + self.d * inner.d,
            self.a * inner.e + self.c * inner.f + self.e,
            self.b * inner.e + self.d * inner.f + self.f,
        )

    @property
    def scale(self) -> float:
        return math.sqrt(abs(self.a * self.d - self.b * self.c))


SAME = AffineMatrix()


def number(text: str) -> float:
    """A number as written, kept within what can be reckoned with."""
    return min(max(float(text), -FARTHEST), FARTHEST)


def numbers(text: str) -> tuple[float, ...]:
    return tuple(map(number, NUMBER.findall(text)))


def moved(x: float, y: float = 0.0) -> AffineMatrix:
    return AffineMatrix(e=x, f=y)


def scaled(x: float, y: float | None = None) -> AffineMatrix:
    return AffineMatrix(a=x, d=x if y is None else y)


def turned(degrees: float, x: float = 0.0, y: float = 0.0) -> AffineMatrix:
    angle = math.radians(degrees)
    turn = AffineMatrix(math.cos(angle), math.sin(angle), -math.sin(angle), math.cos(angle))
    return moved(x, y) @ turn @ moved(-x, -y)


_KINDS: Mapping[str, tuple[Callable[..., AffineMatrix], Sequence[int]]] = {
    "matrix": (AffineMatrix, (6,)),
    "translate": (moved, (1, 2)),
    "scale": (scaled, (1, 2)),
    "rotate": (turned, (1, 3)),
    "skewX": (lambda degrees: AffineMatrix(c=math.tan(math.radians(degrees))), (1,)),
    "skewY": (lambda degrees: AffineMatrix(b=math.tan(math.radians(degrees))), (1,)),
}


def transform(text: str | None) -> AffineMatrix:
    """A transform attribute, read from left to right. As in a browser, one that cannot be read
    changes nothing.
    """
    whole = SAME
    for kind, arguments in _CALL.findall(text or ""):
        make, counts = _KINDS.get(kind, (AffineMatrix, ()))
        given = numbers(arguments)
        if len(given) not in counts:
            return SAME
        whole = whole @ make(*given)
    return whole
