"""Polygons: areas, insides, deepest points, what two of them share."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dramaturg.drawing.geometry import (
    Polygon,
    area,
    box_polygon,
    contains,
    ellipse_polygon,
    inner_point,
    overlap,
    simplified,
)

SQUARE = box_polygon(10, 10, 80, 80)
ARROW: Polygon = ((0, 0), (100, 50), (0, 100), (90, 50))
SIZES = st.floats(1, 1000)


@given(SIZES, SIZES)
def test_the_area_of_a_box_is_its_width_times_its_height(width: float, height: float) -> None:
    assert area(box_polygon(3, 4, width, height)) == pytest.approx(width * height, abs=1e-6)


@pytest.mark.parametrize(
    ("point", "inside"), [((50, 50), True), ((5, 50), False), ((95, 50), False), ((50, 5), False)]
)
def test_a_point_is_inside_or_outside(point: tuple[float, float], inside: bool) -> None:
    assert contains(SQUARE, point) is inside


def test_the_deepest_point_of_a_square_is_its_middle() -> None:
    point, clearance = inner_point(SQUARE)
    assert math.dist(point, (50, 50)) < 1
    assert clearance == pytest.approx(40, rel=0.02)


def test_the_deepest_point_keeps_out_of_the_holes() -> None:
    hole = box_polygon(15, 15, 70, 40)
    point, clearance = inner_point(SQUARE, [hole])
    assert contains(SQUARE, point)
    assert not contains(hole, point)
    assert clearance == pytest.approx(17.5, rel=0.05)


def test_a_sliver_still_has_a_point_inside() -> None:
    point, clearance = inner_point(ARROW)
    assert contains(ARROW, point)
    assert clearance > 0


def test_where_holes_cover_everything_there_is_no_room() -> None:
    assert inner_point(SQUARE, [box_polygon(0, 0, 100, 100)])[1] == 0


@pytest.mark.parametrize(
    ("other", "shared"),
    [
        (box_polygon(50, 50, 80, 80), 1600.0),
        (box_polygon(20, 20, 10, 10), 100.0),
        (box_polygon(90, 10, 50, 80), 0.0),
        (ellipse_polygon((50, 50), 40, 40, 200), math.pi * 1600),
    ],
)
def test_two_polygons_share_an_area(other: Polygon, shared: float) -> None:
    assert overlap(SQUARE, other) == pytest.approx(shared, rel=0.02)


def test_a_simplified_polygon_loses_corners_and_keeps_its_form() -> None:
    circle = ellipse_polygon((50, 50), 40, 40, 400)
    simple = simplified(circle, 0.2)
    assert len(simple) < 60
    assert area(simple) == pytest.approx(area(circle), rel=0.02)
