"""Coverage: which things of some content sessions have reached, in how many of them, and which none
has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from dramaturg.engines.games import coverage as games
from dramaturg.engines.games.engine import GameEngine
from dramaturg.engines.interviews import coverage as interviews
from dramaturg.engines.interviews.engine import InterviewEngine
from dramaturg.engines.memoir import coverage as memoir
from dramaturg.engines.memoir.engine import MemoirEngine
from dramaturg.engines.sims import coverage as sims
from dramaturg.engines.sims.engine import SimEngine
from dramaturg.turn.contract import AnyRecord
from dramaturg.turn.engine import AnyEngine, fold
from dramaturg.turn.migration import Item


class Covering(NamedTuple):
    """How an engine tells what its content has, and what a turn reached of it."""

    things: Callable[[Any], tuple[Item, ...]]
    used: Callable[[Any, Any, Any], Iterable[Item]]


COVERING: Mapping[type, Covering] = {
    SimEngine: Covering(sims.things, sims.used),
    InterviewEngine: Covering(interviews.things, interviews.used),
    MemoirEngine: Covering(memoir.things, memoir.used),
    GameEngine: Covering(games.things, games.used),
}


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


def covering(engine: AnyEngine) -> Covering:
    return next(telling for kind, telling in COVERING.items() if isinstance(engine, kind))


def things_of(engine: AnyEngine) -> tuple[Item, ...]:
    """Everything of an engine's content that a session can reach."""
    return covering(engine).things(engine)


def used_by(engine: AnyEngine, records: Iterable[AnyRecord], start: Any = None) -> frozenset[Item]:
    """What the turns of one session reached. `start` is the state before the first of them, if it
    is not that of the opening.
    """
    return used_along(
        ((engine, record) for record in records), engine.start() if start is None else start
    )


def used_along(turns: Iterable[tuple[AnyEngine, AnyRecord]], state: Any) -> frozenset[Item]:
    """What turns reached that follow one another, each with the engine of the content that the
    session had by then.
    """
    found: set[Item] = set()
    for engine, record in turns:
        seen = fold(engine.apply, record.percept.events, state)
        found.update(covering(engine).used(engine, seen, record))
        state = fold(engine.apply, record.settlement.events, seen)
    return frozenset(found)


def coverage_of(engine: AnyEngine, *sessions: Sequence[AnyRecord], subject: str = "") -> Coverage:
    """How whole sessions, each with the records from its opening on, cover an engine's content."""
    return counted(subject, things_of(engine), [used_by(engine, records) for records in sessions])


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
