"""Things of authored content: what has an id of its own in a content's JSON, found by the patterns
that each engine gives.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from dramaturg.turn.migration import Item

Place = tuple[str | int, ...]

STEP = re.compile(r"(?P<key>[^\[\]]*)(?P<list>\[(?P<id>\w*)\])?")


@dataclass(frozen=True, slots=True)
class Thing:
    """Something with an id. `ids` are its own and those of what it is part of, `place` is where it
    stands.
    """

    kind: str
    ids: tuple[str, ...]
    place: Place
    body: Any

    @property
    def name(self) -> str:
        return "/".join(self.ids)

    @property
    def item(self) -> Item:
        return self.kind, self.name

    @property
    def id(self) -> str:
        return self.ids[-1]


def things_in(body: Any, named: Mapping[str, str]) -> dict[Item, Thing]:
    """Everything in the content that has an id, by kind and name; where two have the same, the
    first.

    A pattern leads from key to key. `*` is every key, which is an id; `nodes[id]` every item of a
    list, which says its id under that key; `nodes[]` every item, without an id; and at the end
    `topics[]` a list of ids.
    """
    found: dict[Item, Thing] = {}
    for pattern, kind in named.items():
        for thing in _found(body, pattern.split("."), kind, (), ()):
            found.setdefault(thing.item, thing)
    return found


def _found(
    value: Any, steps: list[str], kind: str, ids: tuple[str, ...], place: Place
) -> Iterator[Thing]:
    if not steps:
        yield Thing(kind, ids, place, value)
        return
    for id, key, inner in _inside(value, steps[0], is_last=len(steps) == 1):
        yield from _found(inner, steps[1:], kind, (*ids, *id), (*place, *key))


def _inside(value: Any, step: str, is_last: bool) -> Iterator[tuple[tuple[str, ...], Place, Any]]:
    """What a step leads to: the id it adds, if any, the way there, and what is there."""
    if not isinstance(value, dict):
        return
    if step == "*":
        yield from (((key,), (key,), inner) for key, inner in value.items())
        return
    parsed = STEP.fullmatch(step)
    key = parsed["key"] if parsed else step
    inner = value.get(key)
    if parsed is None or parsed["list"] is None:
        yield (), (key,), inner
        return
    places = (
        [((key, at), each) for at, each in enumerate(inner)]
        if isinstance(inner, list)
        else [((key,), inner)]
    )
    for place, each in places:
        yield from ((id, place, each) for id in _id_of(each, parsed["id"], is_last))


def _id_of(each: Any, field: str, is_last: bool) -> Iterator[tuple[str, ...]]:
    if isinstance(each, dict) and field:
        if each.get(field) is not None:
            yield (str(each[field]),)
    elif isinstance(each, str) and is_last:
        yield (each,)
    elif each is not None and not field:
        yield ()


def own(thing: Thing, places: Collection[Place]) -> Any:
    """What a thing says, without other things in it."""
    return without(thing.body, thing.place, places)


def without(value: Any, place: Place, places: Collection[Place]) -> Any:
    """A part of a content's JSON without the things in it."""
    if isinstance(value, dict):
        kept = {key: each for key, each in value.items() if (*place, key) not in places}
        return {key: without(each, (*place, key), places) for key, each in kept.items()}
    if isinstance(value, list):
        return [
            without(each, (*place, at), places)
            for at, each in enumerate(value)
            if (*place, at) not in places
        ]
    return value


def texts(value: Any) -> Iterator[str]:
    """Every text in a part of a content's JSON."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from texts(each)


def words(value: Any) -> frozenset[str]:
    """The words that tell it from others: of four letters and more."""
    return frozenset(word for text in texts(value) for word in re.findall(r"\w{4,}", text.lower()))
