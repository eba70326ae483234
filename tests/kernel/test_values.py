"""Frozen values made anew and taken apart as dataclasses does it."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from dramaturg.kernel.values import parts_of, replace


@dataclasses.dataclass(frozen=True, slots=True)
class Place:
    name: str
    seats: int = 4
    tags: tuple[str, ...] = ()


CAFE = Place("café", tags=("loud",))


def test_a_value_made_anew_differs_in_what_was_named_and_nothing_else() -> None:
    assert (
        replace(CAFE, seats=2) == dataclasses.replace(CAFE, seats=2) == Place("café", 2, ("loud",))
    )
    assert CAFE.seats == 4


def test_a_field_that_does_not_exist_is_refused() -> None:
    unknown: Any = {"colour": "red"}
    with pytest.raises(KeyError, match="colour"):
        replace(CAFE, **unknown)


def test_the_parts_of_a_value_make_it_again() -> None:
    assert parts_of(CAFE) == dataclasses.asdict(CAFE)
    assert Place(**parts_of(CAFE)) == CAFE
