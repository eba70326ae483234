"""Vectors of labels: packed, unpacked, and kept in rows that many versions share."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from dramaturg.engines.interviews.base.vectors import MANY, Rows, Vector, packed, unpacked
from dramaturg.language.embedder import MiniLM


def unit(number: int, width: int = 8) -> Vector:
    return unpacked(packed(np.cos(np.arange(width) * (number + 1)).astype(np.float32)))


def rows_of(*numbers: int) -> Rows:
    rows = Rows()
    for number in numbers:
        rows = rows.with_row(f"c{number}", unit(number))
    return rows


def test_packing_keeps_the_direction() -> None:
    vectors = MiniLM().embed(["a warm kitchen", "time for myself", "not having to queue", ""])
    assert all(float(unpacked(packed(vector)) @ vector) > 0.9998 for vector in vectors)


def test_packing_again_changes_nothing() -> None:
    once = packed(MiniLM().embed(["a warm kitchen"])[0])
    assert packed(unpacked(once)) == once


def test_a_vector_without_direction_is_near_to_nothing() -> None:
    nothing = unpacked(packed(np.zeros(8, np.float32)))
    assert rows_of(1, 2).nearness(nothing).tolist() == [0.0, 0.0]


def test_each_version_sees_its_own_rows() -> None:
    versions = [rows_of()]
    for number in range(40):
        versions.append(versions[-1].with_row(f"c{number}", unit(number)))
    for count, rows in enumerate(versions):
        assert rows.ids == [f"c{number}" for number in range(count)]
        assert rows.nearness(unit(3)) == pytest.approx(
            [float(unit(number) @ unit(3)) for number in range(count)], abs=1e-6
        )
        assert rows.vector(f"c{count}") is None


@given(
    st.lists(st.integers(0, 30), max_size=40),
    st.lists(st.integers(0, 30), max_size=20),
    st.lists(st.integers(0, 30), max_size=20),
)
def test_two_branches_do_not_disturb_each_other(
    trunk: list[int], left: list[int], right: list[int]
) -> None:
    start = rows_of(*trunk)
    branches = []
    for branch in (left, right):
        rows = start
        for number in branch:
            rows = rows.with_row(f"c{number}", unit(number))
        branches.append(rows)
    assert [start, *branches] == [rows_of(*trunk), rows_of(*trunk, *left), rows_of(*trunk, *right)]


def test_growing_the_same_way_twice_copies_nothing() -> None:
    start = rows_of(*range(10))
    once, twice = (start.with_row("c10", unit(10)) for _ in range(2))
    assert np.shares_memory(once.matrix, twice.matrix)
    for id, number in (("c11", 10), ("c10", 11)):
        other = start.with_row(id, unit(number))
        assert not np.shares_memory(once.matrix, other.matrix)
        assert other.vector(id) == pytest.approx(unit(number))


def test_the_nearest_come_first_and_ties_by_age() -> None:
    rows = Rows()
    for id in ("a", "b", "c"):
        rows = rows.with_row(id, unit({"a": 5, "b": 1, "c": 5}[id]))
    assert [id for id, _ in rows.nearest(unit(5))] == ["a", "c", "b"]
    assert [id for id, _ in rows.nearest(unit(5), most=2)] == ["a", "c"]


def test_rows_with_other_vectors_are_not_equal() -> None:
    assert rows_of(1) != Rows().with_row("c1", unit(2))
    assert rows_of(1) != Rows().with_row("c2", unit(1))
    assert rows_of(1) == rows_of(1)
    assert len({rows_of(1), rows_of(1), rows_of(1, 2)}) == 2


@pytest.mark.parametrize("count", [0, 1, 16, 17])
def test_rows_come_back_from_json_as_they_were(count: int) -> None:
    adapter, rows = TypeAdapter(Rows), rows_of(*range(count))
    assert adapter.validate_json(adapter.dump_json(rows)) == rows


def test_among_very_many_the_nearest_are_found_as_among_few() -> None:
    chance = np.random.default_rng(7)
    many = chance.standard_normal((3 * MANY, 96)).astype(np.float32)
    many /= np.linalg.norm(many, axis=1, keepdims=True)
    rows = Rows()
    for number, vector in enumerate(many):
        rows = rows.with_row(f"c{number}", vector)
    for number in range(0, len(many), 97):
        near = many[number] + 0.06 * chance.standard_normal(96).astype(np.float32)
        near /= np.linalg.norm(near)
        cosines = (many @ near).round(4)
        ((found, nearness),) = rows.nearest(near, 1)
        assert found == f"c{cosines.argmax()}"
        assert nearness == pytest.approx(float(cosines.max()), abs=2e-4)
