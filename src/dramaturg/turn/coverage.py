"""Coverage: which things of some content sessions have reached, in how many of them, and which none
has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from dramaturg.turn.contract import AnyRecord
from dramaturg.turn.engine import AnyEngine, fold
from dramaturg.turn.migration import Item

# ── what was reached ──────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Kind:
    """The things of one kind, in the order of the content, each with the number of sessions that
    reached it.
    """

    name: str
    sessions: Mapping[str, int]

    @property
    def reached(self) -> tuple[str, ...]:
        return tuple(name for name, count in self.sessions.items() if count)

    @property
    def missed(self) -> tuple[str, ...]:
        return tuple(name for name, count in self.sessions.items() if not count)

    @property
    def share(self) -> float:
        return len(self.reached) / len(self.sessions)


@dataclass(frozen=True, slots=True)
class Coverage:
    """All things of some content, and how many of the `sessions` reached each.

    `others` are those of the sessions that were held with another version than the one these things
    are of.
    """

    subject: str
    things: tuple[Item, ...]
    times: Mapping[Item, int]
    sessions: int
    others: int = 0

    @property
    def kinds(self) -> tuple[Kind, ...]:
        names = dict.fromkeys(kind for kind, _ in self.things)
        return tuple(
            Kind(name, {thing[1]: self.times.get(thing, 0) for thing in self._of(name)})
            for name in names
        )

    def _of(self, kind: str) -> Iterator[Item]:
        return (thing for thing in self.things if thing[0] == kind)


class Reaching(Protocol):
    """What an engine's content has, and what of it a turn reached."""

    def things(self, engine: Any) -> tuple[Item, ...]: ...

    def used(self, engine: Any, seen: Any, record: Any) -> Iterable[Item]: ...


def used_by(
    reaching: Reaching, engine: AnyEngine, records: Iterable[AnyRecord], start: Any = None
) -> frozenset[Item]:
    """What the turns of one session reached. `start` is the state before the first of them, if it
    is not that of the opening.
    """
    state = engine.start() if start is None else start
    return used_along(reaching, ((engine, record) for record in records), state)


def used_along(
    reaching: Reaching, turns: Iterable[tuple[AnyEngine, AnyRecord]], state: Any
) -> frozenset[Item]:
    """What turns reached that follow one another, each with the engine of the content that the
    session had by then.
    """
    found: set[Item] = set()
    for engine, record in turns:
        seen = fold(engine.apply, record.percept.events, state)
        found.update(reaching.used(engine, seen, record))
        state = fold(engine.apply, record.settlement.events, seen)
    return frozenset(found)


def coverage_of(
    reaching: Reaching, engine: AnyEngine, *sessions: Sequence[AnyRecord], subject: str = ""
) -> Coverage:
    """How whole sessions, each with the records from its opening on, cover an engine's content."""
    reached = [used_by(reaching, engine, records) for records in sessions]
    return counted(subject, reaching.things(engine), reached)


def counted(
    subject: str, things: Iterable[Item], sessions: Sequence[Iterable[Item]], others: int = 0
) -> Coverage:
    """How sessions cover things, from what each of them reached. What they reached that is none of
    the things does not count.
    """
    all_things = tuple(dict.fromkeys(things))
    times = Counter(item for session in sessions for item in frozenset(session))
    return Coverage(
        subject, all_things, {thing: times[thing] for thing in all_things}, len(sessions), others
    )


def joined(coverages: Iterable[Coverage]) -> tuple[Coverage, ...]:
    """Those about the same subject added up, in the order in which the subjects come."""
    found: dict[str, Coverage] = {}
    for each in coverages:
        found[each.subject] = _sum(found[each.subject], each) if each.subject in found else each
    return tuple(found.values())


def _sum(one: Coverage, other: Coverage) -> Coverage:
    things = tuple(dict.fromkeys((*one.things, *other.things)))
    times = {thing: one.times.get(thing, 0) + other.times.get(thing, 0) for thing in things}
    return Coverage(
        one.subject, things, times, one.sessions + other.sessions, one.others + other.others
    )
