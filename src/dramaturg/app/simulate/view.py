"""A simulation as data for a page: how sessions ended and how long they were, figures, A beside B,
and what was reached.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dramaturg.app.simulate.compare import METHOD, Difference
from dramaturg.app.simulate.results import Held, Side
from dramaturg.drawing.plots import bins_of
from dramaturg.engines.simulation import AnyResult, overview

MOST_NAMED = 200  # things of a kind that nobody reached


@dataclass(frozen=True, slots=True)
class EndingCounted:
    """A way to end, and how many sessions of each side ended so."""

    name: str
    sessions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bin:
    """How many sessions of each side had so many turns."""

    low: int
    high: int
    sessions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SoFar:
    """What is known while it is still played; `sessions` are those of each side."""

    sessions: tuple[int, ...]
    endings: tuple[EndingCounted, ...] = ()
    turns: tuple[Bin, ...] = ()


@dataclass(frozen=True, slots=True)
class ContentPlayed:
    engine: str
    id: str
    version: str
    hash: str


@dataclass(frozen=True, slots=True)
class Figure:
    """The mean of a figure over `number` sessions that have it, and its 95 % interval, unless there
    are too few.
    """

    name: str
    number: int
    mean: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class GroupTold:
    name: str
    sessions: int
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class KindReached:
    """Things of one kind: how many there are, how many were reached, and those that nobody
    reached.
    """

    name: str
    things: int
    reached: int
    missed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reached:
    """What of some content was reached."""

    content: str
    sessions: int
    kinds: tuple[KindReached, ...]


@dataclass(frozen=True, slots=True)
class SideTold:
    """A, or B: what was played, in how many sessions, how many of them were stuck, and what came of
    it.
    """

    name: str
    sessions: int
    stuck: int
    turns: int
    seconds: float
    contents: tuple[ContentPlayed, ...]
    groups: tuple[GroupTold, ...]
    reached: tuple[Reached, ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """What B has more of a figure than A, in pairs, and in a few words what that tells."""

    figure: str
    a: float
    b: float
    pairs: int
    mean: float
    low: float | None
    high: float | None
    higher: int
    lower: int
    equal: int
    told: str


@dataclass(frozen=True, slots=True)
class GroupCompared:
    name: str
    figures: tuple[Compared, ...]


@dataclass(frozen=True, slots=True)
class SimulationTold:
    """What became of a simulation. `other` says what B is; `left_out` counts sessions that would
    not have met it.
    """

    title: str
    model: str
    seed: int
    other: str
    left_out: int
    sides: tuple[SideTold, ...]
    endings: tuple[EndingCounted, ...]
    turns: tuple[Bin, ...]
    comparison: tuple[GroupCompared, ...]
    method: str


def told(held: Held) -> SimulationTold:
    counted = so_far([side.results for side in held.sides])
    other = held.other
    return SimulationTold(
        title=held.title,
        model=held.model,
        seed=held.seed,
        other=", ".join(filter(None, (other.name, *other.settings))) if other else "",
        left_out=held.left_out,
        sides=tuple(_side(side, held.seed) for side in held.sides),
        endings=counted.endings,
        turns=counted.turns,
        comparison=tuple(_compared(held)),
        method=METHOD,
    )


def so_far(sides: Sequence[Sequence[AnyResult]]) -> SoFar:
    found = [overview(results).endings for results in sides]
    names = dict.fromkeys(name for each in found for name in each)
    endings = tuple(
        EndingCounted(name, tuple(each.get(name, 0) for each in found)) for name in names
    )
    return SoFar(tuple(map(len, sides)), endings, tuple(_turns(sides)))


def _turns(sides: Sequence[Sequence[AnyResult]]) -> Iterator[Bin]:
    every = [result.turns for results in sides for result in results]
    for low, high in bins_of(every) if every else ():
        yield Bin(
            low,
            high,
            tuple(sum(low <= result.turns <= high for result in results) for results in sides),
        )


def _side(side: Side, seed: int) -> SideTold:
    found, figures = overview(side.results), side.figures(seed)
    return SideTold(
        name=side.name,
        sessions=found.sessions,
        stuck=found.stuck,
        turns=found.turns,
        seconds=found.seconds,
        contents=tuple(
            ContentPlayed(each.engine, each.id, each.version, each.hash)
            for each in side.contents.values()
        ),
        groups=tuple(
            GroupTold(
                name,
                len(results),
                tuple(
                    Figure(figure, each.number, each.mean, each.low, each.high)
                    for figure, each in figures[name].items()
                ),
            )
            for name, results in side.groups.items()
        ),
        reached=tuple(_reached(side)),
    )


def _reached(side: Side) -> Iterator[Reached]:
    for coverage in side.coverage:
        kinds = (
            KindReached(kind.name, len(kind.sessions), len(kind.reached), kind.missed[:MOST_NAMED])
            for kind in coverage.kinds
        )
        yield Reached(coverage.subject, coverage.sessions, tuple(kinds))


def _compared(held: Held) -> Iterator[GroupCompared]:
    for group, differences in held.comparison.items():
        yield GroupCompared(group, tuple(_difference(each) for each in differences))


def _difference(each: Difference) -> Compared:
    found, counts = each.interval, (each.higher, each.lower, each.equal)
    return Compared(
        each.figure,
        each.a,
        each.b,
        found.number,
        found.mean,
        found.low,
        found.high,
        *counts,
        each.told,
    )
