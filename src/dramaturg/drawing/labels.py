"""Where the numbers on the lines of a picture stand: clear of boxes and of one another, and where
few other lines pass.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice, pairwise
from math import ceil, dist

from dramaturg.drawing.layers import Point, Track

CLEAR = 5.0  # between a label and whatever else there is
ENDS = 10.0  # of a line, at its beginning and its end, are left to its port and its head
AWAY = 0.6  # what standing at the very end of a line costs, in lines that pass through a label
MOST_PLACES = 80  # of a line, to choose from
SQUARE = 32.0  # things are looked up by squares of this side

Size = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Rect:
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Rect) -> bool:
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


@dataclass(frozen=True, slots=True)
class LabelPlace:
    """Where a label may stand, with some room around it; `away` is how far from the middle of its
    line, 0 to 1.
    """

    point: Point
    rect: Rect
    away: float


def labels_at(
    tracks: Sequence[Track], sizes: Mapping[int, Size], walls: Sequence[Rect]
) -> dict[int, Point]:
    """The middle of each label, by number of its track. Those with the fewest places to choose from
    choose first.
    """
    lines, boxes, taken = _Field(), _Field(), _Field()
    for number, wall in enumerate(walls):
        boxes.put(wall, number)
    places: dict[int, list[LabelPlace]] = {}
    for number, points in ((number, list(track.points())) for number, track in enumerate(tracks)):
        for x, y in points:
            lines.put(Rect(x, y, x, y), number)
        if number in sizes:
            every = list(_places(points, sizes[number]))
            places[number] = [place for place in every if not boxes.at(place.rect)] or every
    found: dict[int, Point] = {}
    for number in sorted(places, key=lambda number: (len(places[number]), number)):
        clear = [place for place in places[number] if not taken.at(place.rect)] or places[number]
        best = min(
            clear, key=lambda place: len(lines.at(place.rect) - {number}) + AWAY * place.away
        )
        found[number] = best.point
        taken.put(best.rect, number)
    return dict(sorted(found.items()))


def _places(points: Sequence[Point], size: Size) -> Iterator[LabelPlace]:
    gone = list(accumulate((dist(*ends) for ends in pairwise(points)), initial=0.0))
    half = gone[-1] / 2
    ends = min(ENDS, half / 2)
    across, down = size[0] / 2 + CLEAR, size[1] / 2 + CLEAR
    for (x, y), at in islice(
        zip(points, gone, strict=True), 0, None, ceil(len(points) / MOST_PLACES)
    ):
        if ends <= at <= 2 * half - ends:
            yield LabelPlace(
                (x, y), Rect(x - across, y - down, x + across, y + down), abs(at / half - 1)
            )


class _Field:
    """What stands where, by number."""

    def __init__(self) -> None:
        self._squares: dict[tuple[int, int], list[tuple[Rect, int]]] = defaultdict(list)

    def put(self, rect: Rect, number: int) -> None:
        for square in _squares(rect):
            self._squares[square].append((rect, number))

    def at(self, rect: Rect) -> set[int]:
        near = (each for square in _squares(rect) for each in self._squares.get(square, ()))
        return {number for other, number in near if rect.meets(other)}


def _squares(rect: Rect) -> Iterator[tuple[int, int]]:
    for across in range(int(rect.left // SQUARE), int(rect.right // SQUARE) + 1):
        for down in range(int(rect.top // SQUARE), int(rect.bottom // SQUARE) + 1):
            yield across, down
