"""What changed between two versions of a content, by ids: added, removed, renamed, moved, changed,
split.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any, Literal

from dramaturg.app.migrate.renames import TELLING, Same, Things, alike, by_pairs, counterparts
from dramaturg.app.migrate.things import Thing, own, texts, things_in, without, words
from dramaturg.turn.migration import Item

How = Literal["added", "removed", "renamed", "moved", "changed", "split"]

MOST_CANDIDATES = 5
FAINTLY_ALIKE = 0.15  # of the words of both; below that, nobody would take one for the other
A_PIECE = 0.6  # of a new thing's words, which it has from the old one that was split
LONGEST, LEAD = (
    60,
    20,
)  # characters of a value that are shown, and of them before the first that differs


@dataclass(frozen=True, slots=True)
class VersionChange:
    """One difference. `words` is what a reader is told; `now` has the new names of what was renamed
    or split.
    """

    how: How
    item: Item
    words: str
    now: tuple[str, ...] = ()

    def __str__(self) -> str:
        kind, name = self.item
        return f"{kind} {name}: {self.words}" if name else self.words


@dataclass(frozen=True, slots=True)
class Changes:
    """All differences, what is certainly the same in both versions, and what else it might be.

    `candidates`: for what is gone, what could take its place. `doubtful`: what kept its name, while
    what it said stands under another one now.
    """

    all: tuple[VersionChange, ...]
    old: Things
    new: Things
    same: Mapping[Item, Item]
    candidates: Mapping[Item, tuple[str, ...]]
    doubtful: Mapping[Item, tuple[str, ...]]


def changes_between(was: Any, now: Any, named: Mapping[str, str]) -> Changes:
    """The differences of two contents' JSON, whose things are named by the engine's patterns."""
    old, new = things_in(was, named), things_in(now, named)
    found = counterparts(old, new)
    reading = by_pairs({(old[one].id, new[other].id) for one, other in found.items()})
    gone = [thing for item, thing in old.items() if item not in found]
    taken = set(found.values())
    fresh = [thing for item, thing in new.items() if item not in taken]
    told = (
        *_around(was, now, old, new, reading),
        *_come_and_gone(gone, fresh, found, old, new),
        *_renamed(found),
        *_changed(old, new, found, reading),
        *_moved(old, new, found),
    )
    candidates = {thing.item: _candidates(thing, fresh, found, new) for thing in gone}
    return Changes(told, old, new, found, candidates, _doubtful(old, new, found, reading))


# ── come, gone, split, renamed ────────────────────────────────────────────────────────────────────


def _come_and_gone(
    gone: Sequence[Thing],
    fresh: Sequence[Thing],
    found: Mapping[Item, Item],
    old: Things,
    new: Things,
) -> Iterator[VersionChange]:
    """What is part of something that is gone or new is not told by itself."""
    pieces: set[Item] = set()
    for thing, is_gone in (
        *((each, True) for each in gone),
        *((each, False) for each in _shortened(old, new, found)),
    ):
        split = _pieces(thing, fresh, found)
        if len(split) > is_gone:
            pieces |= {piece.item for piece in split}
            names = tuple(piece.name for piece in split)
            yield VersionChange(
                "split",
                thing.item,
                f"split into {'' if is_gone else 'itself and '}{', '.join(names)}",
                names,
            )
        elif is_gone and not _inside_any(thing, gone):
            yield VersionChange("removed", thing.item, "removed")
    for thing in fresh:
        if thing.item not in pieces and not _inside_any(thing, fresh):
            yield VersionChange("added", thing.item, f"added{_where(thing, new)}")


def _shortened(old: Things, new: Things, found: Mapping[Item, Item]) -> list[Thing]:
    return [
        old[was]
        for was, now in found.items()
        if len(words(old[was].body) - words(new[now].body)) >= TELLING
    ]


def _inside_any(thing: Thing, others: Collection[Thing]) -> bool:
    return any(
        other.place == thing.place[: len(other.place)]
        for other in others
        if len(other.place) < len(thing.place)
    )


def _where(thing: Thing, new: Things) -> str:
    before = [
        other
        for other in _siblings(thing, new)
        if _shelf(other) == _shelf(thing) and _order(other) < _order(thing)
    ]
    return f", after {max(before, key=_order).id}" if before else ""


def _shelf(thing: Thing) -> str:
    """The name of the list it stands in."""
    return next((step for step in reversed(thing.place) if isinstance(step, str)), "")


def _order(thing: Thing) -> tuple[int, ...]:
    return tuple(step for step in thing.place if isinstance(step, int))


def _pieces(thing: Thing, fresh: Sequence[Thing], found: Mapping[Item, Item]) -> list[Thing]:
    """New things that have most of their words from this one."""
    said = words(thing.body)
    return [
        other
        for other in fresh
        if _could_be(thing, other, found)
        and (theirs := words(other.body))
        and len(theirs & said) / len(theirs) >= A_PIECE
    ]


def _could_be(thing: Thing, other: Thing, found: Mapping[Item, Item]) -> bool:
    """Of the same kind, and part of the same."""
    if thing.kind != other.kind or len(thing.ids) != len(other.ids):
        return False
    parent = "/".join(thing.ids[:-1])
    parents = {now for (_, was), (_, now) in found.items() if was == parent} or {parent}
    return "/".join(other.ids[:-1]) in parents


def _renamed(found: Mapping[Item, Item]) -> Iterator[VersionChange]:
    for was, now in found.items():
        if was[1].rpartition("/")[2] != now[1].rpartition("/")[2]:
            yield VersionChange("renamed", was, f"renamed to {now[1]}", (now[1],))


def _candidates(
    thing: Thing, fresh: Sequence[Thing], found: Mapping[Item, Item], new: Things
) -> tuple[str, ...]:
    """What could take its place, the likeliest first: what is new and says something like it, then
    where it led to.
    """
    likeness = {
        other.name: _likeness(thing, other) for other in fresh if _could_be(thing, other, found)
    }
    like = sorted(
        (name for name, value in likeness.items() if value >= FAINTLY_ALIKE),
        key=lambda name: -likeness[name],
    )
    said = set(texts(thing.body))
    onward = [
        now
        for (kind, was), (_, now) in found.items()
        if kind == thing.kind
        and was != thing.name
        and was.rpartition("/")[2] in said
        and _could_be(thing, new[kind, now], found)
    ]
    return tuple(dict.fromkeys((*like, *onward, *likeness)))[:MOST_CANDIDATES]


def _likeness(one: Thing, other: Thing) -> float:
    first, second = words(one.body), words(other.body)
    return len(first & second) / len(first | second) if first | second else 0.0


def _doubtful(
    old: Things, new: Things, found: Mapping[Item, Item], same: Same
) -> dict[Item, tuple[str, ...]]:
    """Kept its name and says something else, while another says what it said."""
    doubtful: dict[Item, tuple[str, ...]] = {}
    for was, now in found.items():
        if was == now and not alike(old[was].body, new[now].body, same):
            siblings = _siblings(new[now], new)
            anyhow = _but_for_names({each.id for each in siblings}, same)
            heirs = [
                each.name
                for each in siblings
                if each.item != now and alike(old[was].body, each.body, anyhow)
            ]
            if heirs and len(words(old[was].body)) >= TELLING:
                doubtful[was] = tuple(heirs)
    return doubtful


def _but_for_names(ids: Collection[str], same: Same) -> Same:
    return lambda was, now: same(was, now) or (was in ids and now in ids)


def _siblings(thing: Thing, things: Things) -> list[Thing]:
    """Those of its kind that are part of the same, in their order."""
    return [
        other
        for other in things.values()
        if other.kind == thing.kind and other.ids[:-1] == thing.ids[:-1]
    ]


# ── changed ───────────────────────────────────────────────────────────────────────────────────────


def _around(was: Any, now: Any, old: Things, new: Things, same: Same) -> Iterator[VersionChange]:
    """What changed outside of all things."""
    before = without(was, (), {thing.place for thing in old.values()})
    after = without(now, (), {thing.place for thing in new.values()})
    yield from (
        VersionChange("changed", ("content", ""), words)
        for words in _differences(before, after, same)
    )


def _changed(
    old: Things, new: Things, found: Mapping[Item, Item], same: Same
) -> Iterator[VersionChange]:
    before, after = {thing.place for thing in old.values()}, {thing.place for thing in new.values()}
    for was, now in found.items():
        told = list(_differences(own(old[was], before), own(new[now], after), same))
        if told:
            yield VersionChange("changed", now, "; ".join(told))


def _differences(was: Any, now: Any, same: Same, path: str = "") -> Iterator[str]:
    if isinstance(was, dict) and isinstance(now, dict):
        for key in (*was, *(key for key in now if key not in was)):
            yield from _differences(
                was.get(key), now.get(key), same, f"{path}.{key}" if path else str(key)
            )
    elif not alike(was, now, same):
        yield f"{path} {_side_by_side(_written(was), _written(now))}".strip()


def _written(value: Any) -> str:
    return "(nothing)" if value is None else json.dumps(value, ensure_ascii=False)


def _side_by_side(was: str, now: str) -> str:
    """What does not fit is shown from a few words before the two part."""
    parting = next(
        (place for place, (one, other) in enumerate(zip(was, now, strict=False)) if one != other), 0
    )
    first = max(0, parting - LEAD) if max(len(was), len(now)) > LONGEST else 0
    return f"{_shown(was, first)} -> {_shown(now, first)}"


def _shown(text: str, first: int) -> str:
    rest = text[first:]
    end = rest if len(rest) <= LONGEST else f"{rest[: LONGEST - 3]}..."
    return f"...{end}" if first else end


# ── moved ─────────────────────────────────────────────────────────────────────────────────────────


def _moved(old: Things, new: Things, found: Mapping[Item, Item]) -> Iterator[VersionChange]:
    """Another place in the order, or led to from elsewhere."""
    reordered = set(_reordered(old, new, found))
    for was, now in found.items():
        before, after = (
            {found.get(item, item) for item in _led_from(old[was], old)},
            set(_led_from(new[now], new)),
        )
        if before != after:
            yield VersionChange(
                "moved", now, f"led to from {_names(after)}, before from {_names(before)}"
            )
        elif now in reordered:
            yield VersionChange("moved", now, f"another place in the order{_where(new[now], new)}")


def _names(items: Collection[Item]) -> str:
    return ", ".join(sorted(name.rpartition("/")[2] for _, name in items)) or "nowhere"


def _led_from(thing: Thing, things: Things) -> Iterator[Item]:
    for other in _siblings(thing, things):
        if other is not thing and thing.id in texts(other.body):
            yield other.item


def _reordered(old: Things, new: Things, found: Mapping[Item, Item]) -> Iterator[Item]:
    """What stands in another list, or elsewhere among those that stayed in theirs."""
    lists: dict[tuple[str, tuple[str, ...], str], list[Item]] = {}
    for was, now in sorted(found.items(), key=lambda pair: _order(old[pair[0]])):
        if _shelf(old[was]) == _shelf(new[now]):
            lists.setdefault((now[0], new[now].ids[:-1], _shelf(new[now])), []).append(now)
        elif isinstance(new[now].place[-1], int):
            yield now
    for before in lists.values():
        after = sorted(before, key=lambda item: _order(new[item]))
        blocks = SequenceMatcher(None, before, after, autojunk=False).get_matching_blocks()
        stayed = {item for block in blocks for item in before[block.a : block.a + block.size]}
        yield from (item for item in before if item not in stayed)
