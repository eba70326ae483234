"""Tables: never changed, cheap to make anew, and written to JSON in an order that
everybody shares.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from random import Random

from hypothesis import given
from hypothesis import strategies as st
from immutables import Map
from pydantic import TypeAdapter

from dramaturg.turn.tables import Table, empty, in_order


@dataclass(frozen=True, slots=True)
class Thing:
    name: str
    sizes: Table[int] = field(default_factory=empty)


@dataclass(frozen=True, slots=True)
class Shelf:
    things: Table[Thing] = field(default_factory=empty)


SHELF = TypeAdapter(Shelf)
tables = st.dictionaries(st.text(max_size=4), st.integers(), max_size=30)


def test_a_later_number_comes_later() -> None:
    assert list(in_order({"c10": 1, "c2": 2, "c1": 3})) == ["c1", "c2", "c10"]


def test_a_new_table_leaves_the_old_one_as_it_was() -> None:
    before: Map[str, int] = Map({"a": 1})
    after = before.set("b", 2)
    assert (dict(before), dict(after)) == ({"a": 1}, {"a": 1, "b": 2})


@given(tables)
def test_what_was_written_comes_back_as_a_table(entries: dict[str, int]) -> None:
    shelf = Shelf(Map({"one": Thing("one", Map(entries))}))
    back = SHELF.validate_json(SHELF.dump_json(shelf))
    assert back == shelf
    assert isinstance(back.things["one"].sizes, Map)


@given(tables, st.randoms(use_true_random=False))
def test_the_order_in_which_entries_came_does_not_show(
    entries: dict[str, int], random: Random
) -> None:
    shuffled = list(entries.items())
    random.shuffle(shuffled)
    one, other = (
        Shelf(Map({"t": Thing("t", Map(entries))})),
        Shelf(Map({"t": Thing("t", Map(shuffled))})),
    )
    assert SHELF.dump_json(one) == SHELF.dump_json(other)


def test_entries_are_written_as_an_object_in_order() -> None:
    shelf = Shelf(Map({f"c{number}": Thing("x") for number in (11, 2, 1)}))
    assert list(json.loads(SHELF.dump_json(shelf))["things"]) == ["c1", "c2", "c11"]


def test_nothing_is_an_empty_table() -> None:
    assert Shelf().things == empty() == Map()
