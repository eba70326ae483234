"""The layout of layered pictures: nothing overlaps, nothing is run through, few lines cross."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, permutations
from math import dist
from random import Random

import pytest

from dramaturg.drawing.layers import GAP, TIP, LayerBox, Layout, Link, crossings, laid_out, rows_of

NUMBER = re.compile(r"-?\d+\.\d+")


def random_boxes(seed: int, count: int) -> tuple[list[LayerBox], list[Link]]:
    random = Random(seed)
    boxes = [
        LayerBox(f"c{n}", random.randrange(5), 146.0, random.choice((33.0, 48.0, 93.0)))
        for n in range(count)
    ]
    ids = [box.id for box in boxes]
    return boxes, [
        (a, b) for a, b in (random.sample(ids, 2) for _ in range(count))
    ] if count > 1 else []


@pytest.mark.parametrize("count", [1, 3, 12, 40, 150])
def test_boxes_never_touch(count: int) -> None:
    boxes, links = random_boxes(count, count)
    layout = laid_out(boxes, links)
    for one, other in combinations(boxes, 2):
        a, b = layout.spots[one.id], layout.spots[other.id]
        beside = abs(a.x - b.x) >= (one.width + other.width) / 2 + GAP - 0.01
        above = a.top + one.height <= b.top or b.top + other.height <= a.top
        assert beside or above, (one.id, other.id)


@pytest.mark.parametrize("count", [12, 40, pytest.param(120, marks=pytest.mark.slow)])
def test_no_line_runs_through_a_box(count: int) -> None:
    boxes, links = random_boxes(count, count)
    layout = laid_out(boxes, links)
    for link, line in zip(links, layout.lines, strict=True):
        for x, y in points_on(line):
            hit = [box.id for box in boxes if box.id not in link and is_inside(box, layout, x, y)]
            assert not hit, (link, hit)


@pytest.mark.parametrize("count", [3, 40, 150])
def test_everything_lies_on_the_sheet(count: int) -> None:
    boxes, links = random_boxes(count, count)
    layout = laid_out(boxes, links)
    assert all(layout.spots[box.id].x - box.width / 2 >= -0.01 for box in boxes)
    assert all(layout.spots[box.id].x + box.width / 2 <= layout.width + 0.01 for box in boxes)
    assert all(0 <= x <= layout.width for line in layout.lines for x, _ in points_on(line))
    assert all(0 <= layout.spots[box.id].top <= layout.height - box.height + 0.01 for box in boxes)


def test_higher_levels_stand_above_lower_ones() -> None:
    boxes, links = random_boxes(7, 60)
    layout = laid_out(boxes, links)
    for one, other in combinations(boxes, 2):
        if one.level < other.level:
            assert layout.spots[one.id].top > layout.spots[other.id].top


def test_a_line_leads_from_its_source_to_its_target() -> None:
    low, high = LayerBox("low", 0, 100.0, 40.0), LayerBox("high", 1, 100.0, 40.0)
    up, down = (laid_out([low, high], [link]) for link in (("low", "high"), ("high", "low")))
    (first, *_, last), (start, *_, end) = (
        list(points_on(layout.lines[0])) for layout in (up, down)
    )
    assert first[1] > last[1]
    assert start[1] < end[1]


def test_a_line_stops_where_the_head_of_its_arrow_begins() -> None:
    low, high = LayerBox("low", 0, 100.0, 40.0), LayerBox("high", 1, 100.0, 40.0)
    up, down = (laid_out([low, high], [link]) for link in (("low", "high"), ("high", "low")))
    assert list(points_on(up.lines[0]))[-1][1] == up.spots["high"].top + 40 + TIP
    assert list(points_on(down.lines[0]))[-1][1] == down.spots["low"].top - TIP


def test_the_points_of_a_track_are_on_its_path() -> None:
    boxes, links = random_boxes(5, 20)
    for track in laid_out(boxes, links).tracks:
        points, path = list(track.points()), list(points_on(track.path))
        assert dist(points[0], path[0]) < 0.1
        assert dist(points[-1], path[-1]) < 0.1
        assert all(min(dist(point, other) for other in path) < 40 for point in points)


def test_what_leads_on_within_a_level_stands_higher() -> None:
    boxes = [LayerBox(id, 0, 100.0, 40.0) for id in ("a", "b", "c")]
    assert rows_of(boxes, [("a", "b"), ("b", "c")]) == {"a": 0, "b": 1, "c": 2}


def test_a_circle_within_a_level_ends() -> None:
    boxes = [LayerBox(id, 0, 100.0, 40.0) for id in ("a", "b")]
    assert laid_out(boxes, [("a", "b"), ("b", "a")]).lines


def test_hardly_more_lines_cross_than_must() -> None:
    """Beside every order there is of two small rows."""
    low, high = "abcd", "wxyz"
    found = least = 0
    for seed in range(25):
        pairs = [(one, other) for one in low for other in high]
        links = Random(seed).sample(pairs, 7)
        above = {one: [other for start, other in links if start == one] for one in low}
        layout = laid_out([LayerBox(id, int(id in high), 100.0, 40.0) for id in low + high], links)
        found += crossings(
            [sorted(row, key=lambda each: layout.spots[each].x) for row in (low, high)], above
        )
        least += min(
            crossings([list(a), list(b)], above)
            for a in permutations(low)
            for b in permutations(high)
        )
    assert least <= found <= least * 1.15


def test_crossings_are_counted() -> None:
    assert crossings([["a", "b"], ["x", "y"]], {"a": ["y"], "b": ["x"]}) == 1
    assert crossings([["a", "b"], ["x", "y"]], {"a": ["x", "y"], "b": ["x", "y"]}) == 1


def is_inside(box: LayerBox, layout: Layout, x: float, y: float) -> bool:
    spot = layout.spots[box.id]
    return abs(x - spot.x) < box.width / 2 and spot.top < y < spot.top + box.height


def points_on(path: str) -> Iterator[tuple[float, float]]:
    """Points along a path of M, V and C, close enough together to hit any box on the way."""
    at = (0.0, 0.0)
    for part in re.findall(r"[MVC][^MVC]*", path):
        numbers = [float(number) for number in NUMBER.findall(part)]
        ends = (
            [(at[0], numbers[0])]
            if part[0] == "V"
            else list(zip(numbers[::2], numbers[1::2], strict=True))
        )
        if part[0] != "M":
            first, second, last = (ends * 3)[:3] if part[0] == "C" else (at, ends[0], ends[0])
            for step in range(21):
                t = step / 20
                weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
                curve = (at, first, second, last)
                yield (
                    sum(w * p[0] for w, p in zip(weights, curve, strict=True)),
                    sum(w * p[1] for w, p in zip(weights, curve, strict=True)),
                )
        at = ends[-1]
