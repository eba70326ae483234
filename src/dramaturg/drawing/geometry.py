"""Geometry: areas, insides and distances of polygons, which may have holes and pieces joined by
bridges without width.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]
Polygon = tuple[Point, ...]
Box = tuple[float, float, float, float]
Numbers = NDArray[np.float64]
Flags = NDArray[np.bool_]

_AT_ONCE = 1_000_000  # points times edges held in memory together
_SCAN_LINES = 33
_GRID = 64


def signed_area(polygon: Sequence[Point]) -> float:
    """The area, positive where the corners go round clockwise as seen on a screen."""
    following = (*polygon[1:], *polygon[:1])
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(polygon, following, strict=True)) / 2


def area(polygon: Sequence[Point]) -> float:
    return abs(signed_area(polygon))


def bounds(points: Iterable[Point]) -> Box:
    """Left, top, right and bottom of at least one point."""
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def box_polygon(x: float, y: float, width: float, height: float) -> Polygon:
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def ellipse_polygon(middle: Point, rx: float, ry: float, corners: int = 48) -> Polygon:
    turns = (2 * math.pi * step / corners for step in range(corners))
    return tuple(
        (middle[0] + rx * math.cos(turn), middle[1] + ry * math.sin(turn)) for turn in turns
    )


def contains(polygon: Sequence[Point], point: Point) -> bool:
    return bool(all_inside(polygon, np.array([point], dtype=np.float64))[0])


def all_inside(polygon: Sequence[Point], points: Numbers) -> Flags:
    """Which of many points lie in the polygon: those from which a ray crosses its edges an odd
    number of times.
    """
    starts, ends = _edges(polygon)
    rows = max(1, _AT_ONCE // max(1, len(starts)))
    parts = [_inside(starts, ends, points[at : at + rows]) for at in range(0, len(points), rows)]
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.bool_)


def _inside(starts: Numbers, ends: Numbers, points: Numbers) -> Flags:
    x, y = points[:, 0, None], points[:, 1, None]
    crossed = (starts[:, 1] > y) != (ends[:, 1] > y)
    rise = np.where(ends[:, 1] == starts[:, 1], 1.0, ends[:, 1] - starts[:, 1])
    meets = starts[:, 0] + (y - starts[:, 1]) * (ends[:, 0] - starts[:, 0]) / rise
    odd: Flags = ((crossed & (x < meets)).sum(axis=1) % 2).astype(np.bool_)
    return odd


def _edges(polygon: Sequence[Point]) -> tuple[Numbers, Numbers]:
    starts = np.array(polygon, dtype=np.float64).reshape(-1, 2)
    return starts, np.roll(starts, -1, axis=0)


def edge_distances(polygons: Iterable[Sequence[Point]], points: Numbers) -> Numbers:
    """How far each point is from the nearest edge of any of the polygons."""
    nearest = np.full(len(points), np.inf)
    for polygon in polygons:
        starts, ends = _edges(polygon)
        rows = max(1, _AT_ONCE // max(1, len(starts)))
        for at in range(0, len(points), rows):
            block = slice(at, at + rows)
            nearest[block] = np.minimum(nearest[block], _distances(starts, ends, points[block]))
    return nearest


def _distances(starts: Numbers, ends: Numbers, points: Numbers) -> Numbers:
    along = ends - starts
    length = np.maximum((along**2).sum(axis=1), 1e-18)
    away = points[:, None, :] - starts
    share = np.clip((away * along).sum(axis=2) / length, 0, 1)
    nearest: Numbers = np.sqrt(((away - share[:, :, None] * along) ** 2).sum(axis=2).min(axis=1))
    return nearest


def inner_point(polygon: Polygon, holes: Sequence[Polygon] = ()) -> tuple[Point, float]:
    """The point deepest inside the polygon and outside the holes, and how far it is from any edge;
    0 where there is none.
    """
    points = _candidates(polygon, holes)
    best, clearance = polygon[0], 0.0
    left, top, right, bottom = bounds(polygon)
    reach = max(right - left, bottom - top) / 16
    for _ in range(4):
        free = all_inside(polygon, points)
        for hole in holes:
            free &= ~all_inside(hole, points)
        clear = np.where(free, edge_distances((polygon, *holes), points), 0.0)
        deepest = int(clear.argmax()) if len(points) else 0
        if len(points) and clear[deepest] > clearance:
            best, clearance = (
                (float(points[deepest, 0]), float(points[deepest, 1])),
                float(clear[deepest]),
            )
        points = _around(best, reach)
        reach /= 5
    return best, clearance


def _candidates(polygon: Polygon, holes: Sequence[Polygon]) -> Numbers:
    """Midway between each two crossings of some horizontal lines: however thin a part is, it is not
    missed.
    """
    _, top, _, bottom = bounds(polygon)
    step = (bottom - top) / _SCAN_LINES
    return np.array(
        [
            ((left + right) / 2, y)
            for y in (top + step * (line + 0.5) for line in range(_SCAN_LINES))
            for crossings in [sorted(x for one in (polygon, *holes) for x in _crossings(one, y))]
            for left, right in pairwise(crossings)
        ],
        dtype=np.float64,
    ).reshape(-1, 2)


def _crossings(polygon: Polygon, y: float) -> list[float]:
    following = (*polygon[1:], polygon[0])
    return [
        x0 + (y - y0) * (x1 - x0) / (y1 - y0)
        for (x0, y0), (x1, y1) in zip(polygon, following, strict=True)
        if (y0 > y) != (y1 > y)
    ]


def _around(middle: Point, reach: float) -> Numbers:
    offsets = np.linspace(-reach, reach, 11)
    grid = np.stack(np.meshgrid(offsets, offsets), axis=-1).reshape(-1, 2)
    return grid + np.array(middle, dtype=np.float64)


def overlap(one: Polygon, other: Polygon) -> float:
    """The area two polygons share, counted on a grid over the box that both reach into: right
    within about one percent.
    """
    a, b = bounds(one), bounds(other)
    left, top, right, bottom = max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])
    if left >= right or top >= bottom:
        return 0.0
    xs = left + (np.arange(_GRID) + 0.5) * (right - left) / _GRID
    ys = top + (np.arange(_GRID) + 0.5) * (bottom - top) / _GRID
    points = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    shared = all_inside(one, points)
    if shared.any():
        shared &= all_inside(other, points)
    return float(shared.mean()) * (right - left) * (bottom - top)


def simplified(polygon: Polygon, tolerance: float) -> Polygon:
    """The polygon without the corners that lie within the tolerance of a line between their
    neighbours.
    """
    if len(polygon) < 5:
        return polygon
    points = np.array(polygon, dtype=np.float64)
    start = int(points[:, 0].argmin())
    points = np.roll(points, -start, axis=0)
    far = int(((points - points[0]) ** 2).sum(axis=1).argmax())
    closed = np.vstack([points, points[:1]])
    kept = {
        0,
        far,
        *_corners(closed, 0, far, tolerance),
        *_corners(closed, far, len(points), tolerance),
    }
    corners = tuple(
        (float(points[at, 0]), float(points[at, 1])) for at in sorted(kept) if at < len(points)
    )
    return corners if len(corners) >= 3 else polygon


def _corners(points: Numbers, first: int, last: int, tolerance: float) -> set[int]:
    """Between first and last, the corners that matter (Douglas and Peucker's rule, without
    recursion).
    """
    kept: set[int] = set()
    open_runs = [(first, last)]
    while open_runs:
        start, end = open_runs.pop()
        if end - start < 2:
            continue
        away = _distances(points[start : start + 1], points[end : end + 1], points[start + 1 : end])
        farthest = int(away.argmax())
        if away[farthest] > tolerance:
            middle = start + 1 + farthest
            kept.add(middle)
            open_runs += [(start, middle), (middle, end)]
    return kept
