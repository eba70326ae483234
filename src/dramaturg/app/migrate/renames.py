"""Renames: what is gone and what is new are the same thing when they say the same in everything but
the id, and only they do.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from dramaturg.app.migrate.things import Thing, words
from dramaturg.turn.migration import Item

Things = Mapping[Item, Thing]
Same = Callable[[str, str], bool]
Ids = tuple[str, ...]

TELLING = (
    3  # words: two things that say less than this are not the same only because they say the same
)


def alike(was: Any, now: Any, same: Same) -> bool:
    """Whether two parts of JSON say the same, texts compared by `same`."""
    if isinstance(was, str) and isinstance(now, str):
        return same(was, now)
    if isinstance(was, dict) and isinstance(now, dict):
        return was.keys() == now.keys() and all(alike(was[key], now[key], same) for key in was)
    if isinstance(was, list) and isinstance(now, list):
        return len(was) == len(now) and all(
            alike(one, other, same) for one, other in zip(was, now, strict=True)
        )
    return bool(was == now) and type(was) is type(now)


def by_pairs(pairs: Collection[tuple[str, str]]) -> Same:
    """The same text, or the two names of something renamed."""
    return lambda was, now: was == now or (was, now) in pairs


def counterparts(old: Things, new: Things) -> dict[Item, Item]:
    """What each thing of the old version is in the new one, as far as that is certain."""
    excluded: set[tuple[Item, Item]] = set()
    while True:
        found = _matched(old, new, excluded)
        pairs = {(old[was].id, new[now].id) for was, now in found.items()}
        same = by_pairs(pairs)
        wrong = {
            (was, now)
            for was, now in found.items()
            if old[was].id != new[now].id and not alike(old[was].body, new[now].body, same)
        }
        if not wrong:
            return found
        excluded |= wrong


def _matched(old: Things, new: Things, excluded: Collection[tuple[Item, Item]]) -> dict[Item, Item]:
    """Level by level: what a thing is part of has been matched before it."""
    found: dict[Item, Item] = {}
    ways: dict[Ids, Ids] = {}
    loosely = _any_renamed(old, new)
    for depth in sorted({len(thing.ids) for thing in old.values()}):
        level = [thing for thing in old.values() if len(thing.ids) == depth]
        kept = {thing.item: (thing.kind, "/".join(_expected(thing, ways))) for thing in level}
        found |= {was: now for was, now in kept.items() if now in new}
        taken = set(found.values())
        gone = [thing for thing in level if thing.item not in found]
        fresh = [
            thing for thing in new.values() if len(thing.ids) == depth and thing.item not in taken
        ]
        found |= _renamed(gone, fresh, ways, loosely, excluded)
        ways |= {
            old[was].ids: new[now].ids for was, now in found.items() if len(old[was].ids) == depth
        }
    return found


def _expected(thing: Thing, ways: Mapping[Ids, Ids]) -> Ids:
    """Its ids if it kept its own."""
    return (*ways.get(thing.ids[:-1], thing.ids[:-1]), thing.id)


def _any_renamed(old: Things, new: Things) -> Same:
    """The same text, or one that names something gone and one that names something new."""
    gone = {thing.id for item, thing in old.items() if item not in new}
    fresh = {thing.id for item, thing in new.items() if item not in old}
    return lambda was, now: was == now or (was in gone and now in fresh)


def _renamed(
    gone: Collection[Thing],
    fresh: Collection[Thing],
    ways: Mapping[Ids, Ids],
    same: Same,
    excluded: Collection[tuple[Item, Item]],
) -> dict[Item, Item]:
    """Pairs that fit each other and nobody else."""
    fitting = [
        (one.item, other.item)
        for one in gone
        for other in fresh
        if one.kind == other.kind
        and _expected(one, ways)[:-1] == other.ids[:-1]
        and len(words(one.body)) >= TELLING
        and alike(one.body, other.body, same)
    ]
    olds, news = [was for was, _ in fitting], [now for _, now in fitting]
    return {
        was: now
        for was, now in fitting
        if olds.count(was) == news.count(now) == 1 and (was, now) not in excluded
    }
