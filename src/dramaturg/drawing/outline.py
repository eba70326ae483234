"""Outlines: what several overlapping shapes cover together, as one polygon. Counted on a fine grid,
so it cannot go wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dramaturg.drawing.geometry import (
    Box,
    Flags,
    Point,
    Polygon,
    area,
    bounds,
    signed_area,
    simplified,
)

_CELLS = 800  # along the longer side: less than a pixel on a usual screen
_SPECK = 0.002  # a piece or a hole smaller than this share of the whole is left out
_CRACK = 3  # cells to either side of a gap that still counts as a line of the drawing
_MOST_PIECES = 40
_MOST_CORNERS = 360

Corner = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Region:
    """A filled shape: its loops, and whether loops inside one another are holes whichever way they
    go round.
    """

    loops: tuple[Polygon, ...]
    even_odd: bool = False


def outline(
    regions: Sequence[Region], frame: Box, without: Sequence[Region] = ()
) -> Polygon | None:
    """One polygon around all the regions, as far as they lie in the frame and under nothing else;
    None where nothing is left.
    """
    if exact := _plain(regions, frame, without):
        return _few_corners(exact, frame)
    corners = [point for region in regions for loop in region.loops for point in loop]
    window = _common(bounds(corners), frame) if corners else None
    if window is None:
        return None
    covered = _mended(covers(regions, window)) & ~covers(without, window)
    loops = _loops(covered)
    if not loops:
        return None
    largest = max(map(area, loops))
    kept = sorted((loop for loop in loops if area(loop) >= _SPECK * largest), key=area)[
        -_MOST_PIECES:
    ]
    size = _cell(window)
    joined = bridged([simplified(loop, 0.6) for loop in kept])
    return _few_corners(
        tuple(_within(frame, window[0] + x * size, window[1] + y * size) for x, y in joined), frame
    )


def _within(frame: Box, x: float, y: float) -> Point:
    return min(max(x, frame[0]), frame[2]), min(max(y, frame[1]), frame[3])


def _plain(regions: Sequence[Region], frame: Box, without: Sequence[Region]) -> Polygon | None:
    """The one loop there is, where nothing has to be joined, cut or taken away: it stays exact."""
    loops = [loop for region in regions for loop in region.loops if len(loop) >= 3]
    if len(loops) != 1 or without:
        return None
    left, top, right, bottom = bounds(loops[0])
    inside = left >= frame[0] and top >= frame[1] and right <= frame[2] and bottom <= frame[3]
    return loops[0] if inside and area(loops[0]) > 0 else None


def _few_corners(polygon: Polygon, frame: Box) -> Polygon:
    """Without corners that nobody can see, and with fewer still where there are very many."""
    tolerance = max(frame[2] - frame[0], frame[3] - frame[1]) / 2500
    fewer = simplified(polygon, tolerance)
    while len(fewer) > _MOST_CORNERS and tolerance < (frame[2] - frame[0]) / 100:
        tolerance *= 1.6
        fewer = simplified(polygon, tolerance)
    return fewer


def _common(one: Box, other: Box) -> Box | None:
    box = max(one[0], other[0]), max(one[1], other[1]), min(one[2], other[2]), min(one[3], other[3])
    return box if box[0] < box[2] and box[1] < box[3] else None


def _cell(window: Box) -> float:
    return max(window[2] - window[0], window[3] - window[1]) / _CELLS


def covers(regions: Iterable[Region], window: Box) -> Flags:
    """Which cells of the window are in any of the regions."""
    size = _cell(window)
    rows = max(1, round((window[3] - window[1]) / size))
    columns = max(1, round((window[2] - window[0]) / size))
    covered = np.zeros((rows, columns), dtype=np.bool_)
    for region in regions:
        turns = _turns(region, window, size, rows, columns)
        covered |= (turns % 2 == 1) if region.even_odd else (turns != 0)
    return covered


def _mended(covered: Flags) -> Flags:
    """Without the cracks that the lines of a drawing leave between its shapes."""
    room = np.pad(covered, _CRACK)
    for _ in range(_CRACK):
        room = _grown(room)
    for _ in range(_CRACK):
        room = ~_grown(~room)
    return room[_CRACK:-_CRACK, _CRACK:-_CRACK] | covered


def _grown(covered: Flags) -> Flags:
    grown = covered.copy()
    grown[1:] |= covered[:-1]
    grown[:-1] |= covered[1:]
    grown[:, 1:] |= covered[:, :-1]
    grown[:, :-1] |= covered[:, 1:]
    return grown


def _turns(region: Region, window: Box, size: float, rows: int, columns: int) -> NDArray[np.int32]:
    """How often the region goes round the middle of each cell."""
    crossings = np.zeros((rows, columns + 1), dtype=np.int32)
    for loop in region.loops:
        cells = [((x - window[0]) / size, (y - window[1]) / size) for x, y in loop]
        for start, end in zip(cells, (*cells[1:], cells[0]), strict=True):
            _cross(crossings, start, end, rows, columns)
    turns: NDArray[np.int32] = crossings.cumsum(axis=1, dtype=np.int32)[:, :columns]
    return turns


def _cross(crossings: NDArray[np.int32], start: Point, end: Point, rows: int, columns: int) -> None:
    (x0, y0), (x1, y1), way = (start, end, 1) if start[1] < end[1] else (end, start, -1)
    first, last = max(0, int(np.ceil(y0 - 0.5))), min(rows - 1, int(np.ceil(y1 - 0.5)) - 1)
    if first > last:
        return
    lines = np.arange(first, last + 1)
    meets = x0 + (lines + 0.5 - y0) * (x1 - x0) / (y1 - y0)
    crossings[lines, np.clip(np.ceil(meets - 0.5), 0, columns).astype(np.int64)] += way


def _loops(covered: Flags) -> list[Polygon]:
    """The borders of what is covered, through the middles of the cells' sides; a border goes round
    its inside clockwise.
    """
    follows = _borders(np.pad(covered, 1))
    loops = []
    while follows:
        start, loop = next(iter(follows)), []
        here: Corner | None = None
        while here != start:
            here = here or start
            there = _next(follows, here)
            loop.append(((here[1] + there[1]) / 2 - 1, (here[0] + there[0]) / 2 - 1))
            here = there
        loops.append(tuple(loop))
    return loops


def _borders(covered: Flags) -> dict[Corner, list[Corner]]:
    """From each corner of the grid the corners that a border leads to, with what is covered on its
    right.
    """
    follows: dict[Corner, list[Corner]] = {}
    inner = covered[1:-1, 1:-1]
    for neighbour, (top, left), (bottom, right) in (
        (covered[:-2, 1:-1], (1, 1), (1, 2)),
        (covered[1:-1, 2:], (1, 2), (2, 2)),
        (covered[2:, 1:-1], (2, 2), (2, 1)),
        (covered[1:-1, :-2], (2, 1), (1, 1)),
    ):
        for row, column in np.argwhere(inner & ~neighbour).tolist():
            follows.setdefault((row + top, column + left), []).append(
                (row + bottom, column + right)
            )
    return follows


def _next(follows: dict[Corner, list[Corner]], here: Corner) -> Corner:
    there = follows[here].pop()
    if not follows[here]:
        del follows[here]
    return there


def bridged(loops: Sequence[Polygon]) -> Polygon:
    """Several loops as one polygon: each further one is joined where it is nearest, by a way there
    and the same way back.
    """
    first, *others = sorted(loops, key=lambda loop: -abs(signed_area(loop)))
    joined = list(first)
    for loop in others:
        here, there = _nearest(joined, loop)
        joined[here + 1 : here + 1] = [*loop[there:], *loop[: there + 1], joined[here]]
    return tuple(joined)


def _nearest(polygon: Sequence[Point], other: Sequence[Point]) -> tuple[int, int]:
    apart = np.array(polygon)[:, None, :] - np.array(other)[None, :, :]
    distances = (apart**2).sum(axis=2)
    here, there = np.unravel_index(int(distances.argmin()), distances.shape)
    return int(here), int(there)
