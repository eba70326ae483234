"""Faults and their places: a path touches what it leads to, what lies in it and what lies around it."""

from __future__ import annotations

import pytest

from dramaturg.kernel.errors import Path, touches


@pytest.mark.parametrize(
    ("path", "other", "expected"),
    [
        (("people", 0), ("people", 0), True),
        (("people", 0, "goal"), ("people", 0), True),
        (("people", 0), ("people", 0, "goal"), True),
        (("people", 0, "goal"), ("people", 1), False),
        (("people", 0, "goal"), ("people", 0, "name"), False),
        (("people", 0), ("documents", 0), False),
    ],
)
def test_a_path_touches_what_is_in_it_and_around_it(
    path: Path, other: Path, expected: bool
) -> None:
    assert touches(path, [("title",), other]) is expected


def test_nothing_is_touched_by_nothing() -> None:
    assert not touches(("people",), [])
