"""Labels on lines."""

from __future__ import annotations

from itertools import pairwise
from math import dist

from dramaturg.drawing.labels import Rect, labels_at
from dramaturg.drawing.layers import Bend, Track

SIZE = (14.0, 13.0)


def straight(x: float, y: float, to_x: float, to_y: float) -> Track:
    bend: Bend = ((x, y), (x, y), (to_x, to_y), (to_x, to_y))
    return Track((bend,))


def test_alone_a_label_stands_in_the_middle_of_its_line() -> None:
    x, y = labels_at([straight(0, 0, 0, 200)], {0: SIZE}, [])[0]
    assert x == 0
    assert abs(y - 100) < 10


def test_a_label_makes_way_for_a_line_that_crosses_in_the_middle() -> None:
    (_, y) = labels_at([straight(0, 0, 0, 200), straight(-100, 100, 100, 100)], {0: SIZE}, [])[0]
    assert abs(y - 100) > SIZE[1] / 2


def test_a_label_makes_way_for_a_box() -> None:
    (_, y) = labels_at([straight(0, 0, 0, 200)], {0: SIZE}, [Rect(-50, 60, 50, 140)])[0]
    assert y < 60 - SIZE[1] / 2 or y > 140 + SIZE[1] / 2


def test_labels_of_lines_side_by_side_are_not_on_top_of_one_another() -> None:
    found = labels_at(
        [straight(4 * at, 0, 4 * at, 200) for at in range(5)], dict.fromkeys(range(5), SIZE), []
    )
    heights = sorted(y for _, y in found.values())
    assert min(after - before for before, after in pairwise(heights)) >= SIZE[1]


def test_a_line_that_is_all_in_a_box_still_gets_its_label() -> None:
    point = labels_at([straight(0, 0, 0, 30)], {0: SIZE}, [Rect(-50, -50, 50, 80)])[0]
    assert dist(point, (0, 15)) < 15


def test_only_what_has_a_size_gets_a_place() -> None:
    assert list(labels_at([straight(0, 0, 0, 99), straight(50, 0, 50, 99)], {1: SIZE}, [])) == [1]
