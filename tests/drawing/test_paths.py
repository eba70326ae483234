"""Path data: every command, and what a browser does with mistakes."""

from __future__ import annotations

import math

import pytest

from dramaturg.drawing.geometry import area, bounds
from dramaturg.drawing.paths import path_loops

SHAPES = {
    "M10 10H90V90H10Z": 6400.0,
    "m10 10h80v80h-80z": 6400.0,
    "M10,10 90,10 90,90 10,90z": 6400.0,
    "m10-10.5.5.5-1 0z": 0.25,
    "M10 50a40 40 0 1 0 80 0a40 40 0 1 0-80 0z": math.pi * 1600,
    "M10 50A40 40 0 1050 10L50 50z": math.pi * 1200,
    "M10 50A40 40 0 1150 10L50 50z": math.pi * 1200 + 1600,
    "M0 0a25 25 0 01.0 50z": math.pi * 625 / 2,
    "M0 0Q50 100 100 0Z": 100 * 100 / 3,
    "M0 0C0 80 100 80 100 0Z": 100 * 80 * 3 / 5,
    "M0 50Q25 0 50 50T100 50V100H0Z": 5000.0,
    "M0 50C0 0 50 0 50 50S100 100 100 50V100H0Z": 5000.0,
    "M0 0a0 9 0 0 1 10 0V10H0z": 100.0,
    "M0 0A5 5 0 0 1 40 0z": math.pi * 200,
}


@pytest.mark.parametrize(("data", "size"), SHAPES.items())
def test_a_path_covers_the_area_it_should(data: str, size: float) -> None:
    (loop,) = path_loops(data, 0.01)
    assert area(loop) == pytest.approx(size, rel=0.01)


def test_a_path_may_have_several_loops() -> None:
    assert [area(loop) for loop in path_loops("M0 0h10v10h-10zm20 20h5v5h-5z", 0.1)] == [100, 25]


def test_a_new_loop_after_closing_begins_where_the_last_one_began() -> None:
    assert bounds(path_loops("M10 10h5v5zl-5 0v5z", 0.1)[1]) == (5, 10, 10, 15)


@pytest.mark.parametrize(
    "data",
    ["M0 0L10 0L10 10 L foo", "M0 0 10 0 10 10 #", "M0 0 10 0 10 10 L 5", "M0 0 10 0 10 10 z 7"],
)
def test_a_path_is_drawn_up_to_the_first_mistake(data: str) -> None:
    assert [area(loop) for loop in path_loops(data, 0.1)] == [50]


@pytest.mark.parametrize("data", ["", "nonsense", "L10 10", "M", "M1e999 1e999"])
def test_what_is_no_path_draws_nothing_and_breaks_nothing(data: str) -> None:
    assert all(
        math.isfinite(number)
        for loop in path_loops(data, 0.1)
        for point in loop
        for number in point
    )
