"""What several shapes cover together, as one polygon."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dramaturg.drawing.geometry import (
    Polygon,
    area,
    box_polygon,
    contains,
    ellipse_polygon,
    overlap,
)
from dramaturg.drawing.outline import Region, outline

FRAME = (0.0, 0.0, 100.0, 100.0)
LARGE = box_polygon(10, 10, 60, 60)


def of(*polygons: Polygon) -> list[Region]:
    return [Region((polygon,)) for polygon in polygons]


def around(regions: list[Region], without: list[Region] | None = None) -> Polygon:
    polygon = outline(regions, FRAME, without or [])
    assert polygon is not None
    return polygon


def test_one_shape_stays_exactly_as_it_is() -> None:
    assert set(around(of(LARGE))) == set(LARGE)


def test_two_shapes_that_overlap_are_counted_once() -> None:
    assert area(around(of(LARGE, box_polygon(40, 40, 50, 50)))) == pytest.approx(
        3600 + 2500 - 900, rel=0.01
    )


def test_two_shapes_apart_are_both_inside_and_what_is_between_them_is_not() -> None:
    both = around(of(box_polygon(5, 5, 20, 20), box_polygon(70, 70, 20, 20)))
    assert contains(both, (15, 15))
    assert contains(both, (80, 80))
    assert not contains(both, (50, 50))
    assert area(both) == pytest.approx(800, rel=0.02)


def test_a_hole_stays_a_hole() -> None:
    ring = around([Region((LARGE, box_polygon(30, 30, 20, 20)), even_odd=True)])
    assert not contains(ring, (40, 40))
    assert contains(ring, (15, 15))
    assert area(ring) == pytest.approx(3200, rel=0.02)


def test_loops_that_turn_the_same_way_leave_no_hole_unless_even_and_odd_are_told_apart() -> None:
    assert contains(around([Region((LARGE, box_polygon(30, 30, 20, 20)))]), (40, 40))


def test_what_lies_above_is_cut_away() -> None:
    left = around(of(LARGE), of(box_polygon(40, 0, 60, 100)))
    assert contains(left, (20, 20))
    assert not contains(left, (50, 20))


def test_what_reaches_out_of_the_frame_is_cut_off() -> None:
    cut = around(of(box_polygon(80, 80, 50, 50)))
    assert all(0 <= number <= 100 for point in cut for number in point)
    assert area(cut) == pytest.approx(400, rel=0.02)


def test_nothing_in_the_frame_is_no_outline() -> None:
    assert outline(of(box_polygon(200, 200, 10, 10)), FRAME) is None


def test_the_cracks_between_the_lines_of_a_drawing_are_closed() -> None:
    strips = of(*(box_polygon(10, 10 + 6 * number, 60, 5.8) for number in range(10)))
    assert area(around(strips)) == pytest.approx(60 * 59.8, rel=0.01)


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.tuples(st.integers(20, 80), st.integers(20, 80), st.integers(5, 15)),
        min_size=2,
        max_size=6,
    )
)
def test_an_outline_covers_every_shape_it_is_made_of(circles: list[tuple[int, int, int]]) -> None:
    shapes = [ellipse_polygon((x, y), radius, radius) for x, y, radius in circles]
    whole = around(of(*shapes))
    for shape in shapes:
        assert overlap(shape, whole) >= 0.95 * area(shape)
    assert area(whole) <= sum(map(area, shapes)) * 1.05
