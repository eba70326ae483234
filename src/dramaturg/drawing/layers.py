"""Where the boxes of a layered picture stand and how its lines run, so that nothing overlaps and
few lines cross.

A level with too many boxes for one row takes several. A line that passes a row has a narrow place
of its own there.
"""

from __future__ import annotations

from bisect import bisect, insort
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, copysign, dist, sqrt

GAP = 22.0  # between two boxes of a row
LANE = 12.0  # for a line that passes between boxes
RISE = 58.0  # between two rows, and a little more where many lines pass
TIP = 8.0  # the head of an arrow, which begins where its line ends
LEAST_ROW = 5
DEEPEST_WITHIN = 3  # rows that links within one level may add
SWEEPS = 14  # in search of the best order, fewer for very large pictures
EFFORT = 40_000  # boxes and lanes that are gone through in all these sweeps
PULLS = 40  # towards neighbours, which straightens lines
STRAIGHT = 3.0  # how much more a lane's wish counts than a box's
PORTS = 0.7  # the part of a box's side that lines may start from
STRIDE = 8.0  # between two points along a line, more or less

Point = tuple[float, float]
# of third degree: where it begins, two points that draw it, where it ends
Bend = tuple[Point, Point, Point, Point]


@dataclass(frozen=True, slots=True)
class LayerBox:
    """Something to place. Level 0 is the lowest."""

    id: str
    level: int
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class BoxSpot:
    """Where a box is: its middle across, its top down."""

    x: float
    top: float


@dataclass(frozen=True, slots=True)
class LayerRow:
    level: int
    top: float
    height: float

    @property
    def bottom(self) -> float:
        return self.top + self.height


@dataclass(frozen=True, slots=True)
class Track:
    """How a line runs, from its source to the head of its arrow."""

    bends: tuple[Bend, ...]

    @property
    def path(self) -> str:
        """For SVG."""
        x, y = self.bends[0][0]
        return f"M{x:.1f} {y:.1f}" + "".join(_written(bend) for bend in self.bends)

    def points(self) -> Iterator[Point]:
        """Along the line, from one end to the other."""
        for bend in self.bends:
            steps = ceil(dist(bend[0], bend[3]) / STRIDE)
            yield from (_point(bend, step / steps) for step in range(steps))
        yield self.bends[-1][3]


@dataclass(frozen=True, slots=True)
class Layout:
    """A spot for each box and a track for each link."""

    spots: Mapping[str, BoxSpot]
    tracks: tuple[Track, ...]
    rows: tuple[LayerRow, ...]
    width: float
    height: float

    @property
    def lines(self) -> tuple[str, ...]:
        """The tracks as SVG paths."""
        return tuple(track.path for track in self.tracks)


Link = tuple[str, str]
Order = list[list[str]]


@dataclass(frozen=True, slots=True)
class Web:
    """Boxes and lanes by row, and each one's neighbours in the row below and the row above."""

    rows: Order
    below: Mapping[str, list[str]]
    above: Mapping[str, list[str]]
    ways: tuple[tuple[str, ...], ...]
    """For each link the boxes and lanes on its way, lowest first; links within a row go straight
    from source to target.
    """


@dataclass(frozen=True, slots=True)
class LayerPlan:
    """Everything that is known before lines are drawn."""

    boxes: Mapping[str, LayerBox]
    row_of: Mapping[str, int]
    web: Web
    across: Mapping[str, float]
    rows: Sequence[LayerRow]
    rise: float

    def row(self, id: str) -> LayerRow:
        """The row of a box or a lane."""
        return self.rows[self.row_of[id] if id in self.row_of else _row_of_lane(id)]

    def top(self, id: str) -> float:
        return self.row(id).top + (self.row(id).height - self.boxes[id].height) / 2

    def bottom(self, id: str) -> float:
        return self.top(id) + self.boxes[id].height

    def is_level(self, link: Link) -> bool:
        return self.row_of[link[0]] == self.row_of[link[1]]


def laid_out(boxes: Sequence[LayerBox], links: Sequence[Link], rise: float = RISE) -> Layout:
    """A place for every box and a way for every link, the rows `rise` apart. Links never lead from
    a box to itself.
    """
    plan = _plan(boxes, links, rise)
    spots = {box.id: BoxSpot(plan.across[box.id], plan.top(box.id)) for box in boxes}
    width = max((x + _width(id, plan.boxes) / 2 for id, x in plan.across.items()), default=0.0)
    return Layout(
        spots,
        _tracks(plan, links),
        tuple(plan.rows),
        width,
        max((row.bottom for row in plan.rows), default=0.0),
    )


def _plan(boxes: Sequence[LayerBox], links: Sequence[Link], rise: float) -> LayerPlan:
    by_id = {box.id: box for box in boxes}
    row_of = rows_of(boxes, links)
    web = _untangled(_web(row_of, links))
    across = _gathered(web, _across(web, by_id), by_id)
    least = min((across[id] - _width(id, by_id) / 2 for id in across), default=0.0)
    # the rows from the lowest up; the uppermost begins at 0
    found: list[LayerRow] = []
    top = 0.0
    for row in reversed(web.rows):
        height = max(by_id[id].height for id in row if id in by_id)
        level = next(by_id[id].level for id in row if id in by_id)
        found.append(LayerRow(level, top, height))
        passing = sum(len(web.below.get(id, ())) for id in row)
        top += height + rise + min(40.0, 0.8 * passing)
    return LayerPlan(
        by_id, row_of, web, {id: x - least for id, x in across.items()}, found[::-1], rise
    )


# ── which row ─────────────────────────────────────────────────────────────────────────────────────


def rows_of(boxes: Sequence[LayerBox], links: Sequence[Link]) -> dict[str, int]:
    """The row of each box, 0 the lowest: level by level, and within a level what leads on above
    what it comes from.
    """
    most = max(LEAST_ROW, round(1.15 * sqrt(len(boxes))))
    level = {box.id: box.level for box in boxes}
    depth = dict.fromkeys(level, 0)
    inside = [link for link in links if level[link[0]] == level[link[1]]]
    for _ in range(DEEPEST_WITHIN):
        for source, target in inside:
            depth[target] = min(DEEPEST_WITHIN, max(depth[target], depth[source] + 1))
    within = depth
    lean = _lean(level, links)
    groups: dict[tuple[int, int], list[str]] = defaultdict(list)
    for box in boxes:
        groups[box.level, within[box.id]].append(box.id)
    found: dict[str, int] = {}
    first = 0
    for key in sorted(groups):
        members = sorted(groups[key], key=lean.__getitem__)
        count = ceil(len(members) / most)
        found |= {id: first + number * count // len(members) for number, id in enumerate(members)}
        first += count
    return found


def _lean(level: Mapping[str, int], links: Sequence[Link]) -> dict[str, int]:
    """How many more links a box has upwards than downwards."""
    lean = dict.fromkeys(level, 0)
    for source, target in links:
        step = (level[target] > level[source]) - (level[target] < level[source])
        lean[source] += step
        lean[target] -= step
    return lean


# ── lanes and order ───────────────────────────────────────────────────────────────────────────────


def _web(row_of: Mapping[str, int], links: Sequence[Link]) -> Web:
    rows: Order = [[] for _ in range(max(row_of.values(), default=-1) + 1)]
    below: dict[str, list[str]] = defaultdict(list)
    above: dict[str, list[str]] = defaultdict(list)
    ways = []
    # all boxes, those that hang together one after the other
    for id in (id for part in _parts(row_of, links) for id in part):
        rows[row_of[id]].append(id)
    for number, link in enumerate(links):
        low, high = sorted(link, key=row_of.__getitem__)
        lanes = [f"{number}:{row}" for row in range(row_of[low] + 1, row_of[high])]
        way = (low, *lanes, high) if row_of[low] != row_of[high] else link
        ways.append(way)
        for lane in lanes:
            rows[_row_of_lane(lane)].append(lane)
        if row_of[low] != row_of[high]:
            for lower, upper in pairwise(way):
                above[lower].append(upper)
                below[upper].append(lower)
    return Web(rows, below, above, tuple(ways))


def _row_of_lane(lane: str) -> int:
    return int(lane.partition(":")[2])


def _parts(ids: Iterable[str], ways: Iterable[Sequence[str]]) -> Iterator[list[str]]:
    """What hangs together: everything that can be reached along the ways, part by part."""
    beside: dict[str, list[str]] = defaultdict(list)
    for one, other in (pair for way in ways for pair in pairwise(way)):
        beside[one].append(other)
        beside[other].append(one)
    seen: set[str] = set()
    for start in ids:
        part, waiting = list[str](), [start]
        while waiting:
            id = waiting.pop()
            if id not in seen:
                seen.add(id)
                part.append(id)
                waiting += reversed(beside[id])
        if part:
            yield part


def _untangled(web: Web) -> Web:
    """The order with the fewest crossings that is found by going up and down, each time by the
    middle of the neighbours, and then exchanging neighbours wherever it helps.
    """
    best, fewest, rows = web.rows, crossings(web.rows, web.above), web.rows
    for sweep in range(min(SWEEPS, 2 + EFFORT // max(1, sum(map(len, rows))))):
        rows = _swept(
            rows,
            web.below if sweep % 2 == 0 else web.above,
            upwards=sweep % 2 == 0,
            turned=sweep % 4 > 1,
        )
        rows = _exchanged(rows, web)
        found = crossings(rows, web.above)
        if found < fewest:
            best, fewest = rows, found
    return Web(best, web.below, web.above, web.ways)


def _swept(rows: Order, towards: Mapping[str, list[str]], upwards: bool, turned: bool) -> Order:
    """Each row by the middle of the neighbours in the row before. `turned`: those that are equal
    change sides.
    """
    rows = [list(row) for row in rows]
    numbers = range(1, len(rows)) if upwards else range(len(rows) - 2, -1, -1)
    for number in numbers:
        beside = rows[number - 1 if upwards else number + 1]
        place = {id: (at + 0.5) / len(beside) for at, id in enumerate(beside)}
        own = {id: (at + 0.5) / len(rows[number]) for at, id in enumerate(rows[number])}
        middle = {
            id: _middle([place[each] for each in towards.get(id, ())], own[id])
            for id in rows[number]
        }
        rows[number] = sorted(
            reversed(rows[number]) if turned else rows[number], key=middle.__getitem__
        )
    return rows


def _exchanged(rows: Order, web: Web) -> Order:
    rows = [list(row) for row in rows]
    place = {id: at for row in rows for at, id in enumerate(row)}
    helped = True
    while helped:
        helped = False
        for row in rows:
            for at, (left, right) in enumerate(pairwise(tuple(row))):
                if row[at] == left and _pair_crossings(left, right, place, web) > _pair_crossings(
                    right, left, place, web
                ):
                    row[at], row[at + 1] = right, left
                    place[left], place[right] = at + 1, at
                    helped = True
    return rows


def _pair_crossings(left: str, right: str, place: Mapping[str, int], web: Web) -> int:
    """How many lines of the two cross, when one is to the left of the other."""
    return sum(
        place[one] > place[other]
        for beside in (web.below, web.above)
        for one in beside.get(left, ())
        for other in beside.get(right, ())
    )


def _middle(places: Sequence[float], otherwise: float) -> float:
    return sum(places) / len(places) if places else otherwise


def crossings(rows: Order, above: Mapping[str, list[str]]) -> int:
    """How many pairs of lines cross between neighbouring rows."""
    return sum(_crossings(lower, upper, above) for lower, upper in pairwise(rows))


def _crossings(lower: list[str], upper: list[str], above: Mapping[str, list[str]]) -> int:
    place = {id: at for at, id in enumerate(upper)}
    ends: list[int] = []
    found = 0
    for id in lower:
        mine = [place[each] for each in above.get(id, ())]
        found += sum(len(ends) - bisect(ends, end) for end in mine)
        for end in mine:
            insort(ends, end)
    return found


# ── across and down ───────────────────────────────────────────────────────────────────────────────


def _across(web: Web, boxes: Mapping[str, LayerBox]) -> dict[str, float]:
    """Everything as near to the middle of its neighbours as the places beside it allow."""
    found: dict[str, float] = {}
    for row in web.rows:
        middle = sum(_width(id, boxes) for id in row) / 2
        found |= dict(zip(row, _spread(row, [-middle] * len(row), boxes), strict=True))
    for pull in range(PULLS):
        for row in web.rows if pull % 2 == 0 else reversed(web.rows):
            beside = (
                [found[each] for each in (*web.below.get(id, ()), *web.above.get(id, ()))]
                for id in row
            )
            wanted = [_middle(places, found[id]) for id, places in zip(row, beside, strict=True)]
            found |= dict(zip(row, _spread(row, wanted, boxes), strict=True))
    return found


def _gathered(
    web: Web, across: Mapping[str, float], boxes: Mapping[str, LayerBox]
) -> dict[str, float]:
    """Parts of the picture that have nothing to do with one another, moved up to what is on their
    left.
    """
    found = dict(across)
    parts = map(frozenset, _parts((id for row in web.rows for id in row), web.ways))
    before = {right: left for row in web.rows for left, right in pairwise(row)}
    edge = min((found[id] - _width(id, boxes) / 2 for id in found), default=0.0)
    for part in sorted(parts, key=lambda part: min(found[id] for id in part)):
        left = {id: found[id] - _width(id, boxes) / 2 for id in part}
        walls = {
            id: found[before[id]] + _width(before[id], boxes) / 2
            for id in part
            if id in before and before[id] not in part
        }
        room = min(left[id] - walls.get(id, edge) for id in part if id in walls or not walls)
        found |= {id: found[id] - room for id in part}
    return found


def _width(id: str, boxes: Mapping[str, LayerBox]) -> float:
    return boxes[id].width + GAP if id in boxes else LANE


def _spread(
    row: Sequence[str], wanted: Sequence[float], boxes: Mapping[str, LayerBox]
) -> list[float]:
    """The places nearest to those wanted, in order and with room for each: least squares, pooling
    neighbours in conflict.
    """
    offsets, at = list[float](), 0.0
    for id in row:
        offsets.append(at + _width(id, boxes) / 2)
        at += _width(id, boxes)
    pools: list[tuple[float, float, int]] = []
    for id, offset, want in zip(row, offsets, wanted, strict=True):
        weight = 1.0 if id in boxes else STRAIGHT
        total, count = weight * (want - offset), 1
        while pools and pools[-1][0] / pools[-1][1] > total / weight:
            earlier, heavy, many = pools.pop()
            total, weight, count = total + earlier, weight + heavy, count + many
        pools.append((total, weight, count))
    shifts = [total / weight for total, weight, count in pools for _ in range(count)]
    return [offset + shift for offset, shift in zip(offsets, shifts, strict=True)]


# ── lines ─────────────────────────────────────────────────────────────────────────────────────────


Ports = Mapping[tuple[int, str], float]


def _tracks(plan: LayerPlan, links: Sequence[Link]) -> tuple[Track, ...]:
    ports = _ports(plan)
    return tuple(
        (
            _arc(plan, link, ports[number, link[0]], ports[number, link[1]])
            if plan.is_level(link)
            else _track(_points(plan, number, ports), backwards=link[0] != plan.web.ways[number][0])
        )
        for number, link in enumerate(links)
    )


def _ports(plan: LayerPlan) -> Ports:
    """Where along its box each line begins or ends, by number of the link: in the order in which
    the lines go on.
    """
    sides: dict[tuple[str, bool], list[tuple[float, int]]] = defaultdict(list)
    for number, way in enumerate(plan.web.ways):
        sides[way[0], True].append((plan.across[way[1]], number))
        sides[way[-1], plan.is_level((way[0], way[-1]))].append((plan.across[way[-2]], number))
    found = {}
    for (id, _), ends in sides.items():
        for place, (_, number) in enumerate(sorted(ends), 1):
            share = place / (len(ends) + 1) - 0.5
            found[number, id] = plan.across[id] + share * plan.boxes[id].width * PORTS
    return found


def _points(plan: LayerPlan, number: int, ports: Ports) -> list[Point]:
    """From the top of the lowest box to the bottom of the highest: straight through rows, and bends
    only between them.
    """
    low, *lanes, high = plan.web.ways[number]
    start, end = ports[number, low], ports[number, high]
    points = [(start, plan.top(low)), (start, plan.row(low).top)]
    for lane in lanes:
        points += [
            (plan.across[lane], plan.row(lane).bottom),
            (plan.across[lane], plan.row(lane).top),
        ]
    return [*points, (end, plan.row(high).bottom), (end, plan.bottom(high))]


def _track(points: Sequence[Point], backwards: bool) -> Track:
    ordered = _stopped(points[::-1] if backwards else points)
    bends = (
        (_bend if number % 2 else _straight)(*ends) for number, ends in enumerate(pairwise(ordered))
    )
    # one of no length would turn the arrow's head
    return Track(tuple(bend for bend in bends if bend[0] != bend[3]))


def _stopped(points: Sequence[Point]) -> list[Point]:
    """To where the head of the arrow begins."""
    *most, (_, turn), (x, end) = points
    back = copysign(TIP, points[0][1] - end)
    stop = end + back
    return [*most, (x, max(turn, stop) if back > 0 else min(turn, stop)), (x, stop)]


def _straight(start: Point, end: Point) -> Bend:
    return start, start, end, end


def _bend(start: Point, end: Point) -> Bend:
    half = (start[1] + end[1]) / 2
    return start, (start[0], half), (end[0], half), end


def _arc(plan: LayerPlan, link: Link, x: float, to_x: float) -> Track:
    """Over the row, from the top of one box to the top of another."""
    source, target = link
    peak = plan.row(source).top - plan.rise * 0.6
    return Track(
        (((x, plan.top(source)), (x, peak), (to_x, peak), (to_x, plan.top(target) - TIP)),)
    )


def _written(bend: Bend) -> str:
    (x, _), (x1, y1), (x2, y2), (to_x, to_y) = bend
    return (
        f"V{to_y:.1f}"
        if x == to_x
        else f"C{x1:.1f} {y1:.1f} {x2:.1f} {y2:.1f} {to_x:.1f} {to_y:.1f}"
    )


def _point(bend: Bend, t: float) -> Point:
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    x, y = (
        sum(weight * each[axis] for weight, each in zip(weights, bend, strict=True))
        for axis in (0, 1)
    )
    return x, y
