"""A simulation as data for a page: how sessions ended and how long they were, figures, A beside B,
and what was reached.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from dramaturg.app.simulate.compare import METHOD, Difference
from dramaturg.app.simulate.results import Side, SimulationResults
from dramaturg.drawing.plots import bins_of
from dramaturg.engines.simulation import AnyResult, overview
from dramaturg.turn.coverage import Coverage

MOST_NAMED = 200  # things of a kind that nobody reached


@dataclass(frozen=True, slots=True)
class EndingCount:
    """A way to end, and how many sessions of each side ended so."""

    name: str
    sessions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TurnsCount:
    """How many sessions of each side had so many turns."""

    low: int
    high: int
    sessions: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SoFar:
    """What is known while it is still played; `sessions` are those of each side."""

    sessions: tuple[int, ...]
    endings: tuple[EndingCount, ...] = ()
    turns: tuple[TurnsCount, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayedContent:
    engine: str
    id: str
    version: str
    hash: str


@dataclass(frozen=True, slots=True)
class FigureMean:
    """The mean of a figure over `number` sessions that have it, and its 95 % interval, unless there
    are too few.
    """

    name: str
    number: int
    mean: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class GroupView:
    name: str
    sessions: int
    figures: tuple[FigureMean, ...]


@dataclass(frozen=True, slots=True)
class ReachedKind:
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
    kinds: tuple[ReachedKind, ...]


@dataclass(frozen=True, slots=True)
class SideView:
    """A, or B: what was played, in how many sessions, how many of them were stuck, and what came of
    it.
    """

    name: str
    sessions: int
    stuck: int
    turns: int
    seconds: float
    contents: tuple[PlayedContent, ...]
    groups: tuple[GroupView, ...]
    reached: tuple[Reached, ...]


@dataclass(frozen=True, slots=True)
class ComparedFigure:
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
class ComparedGroup:
    name: str
    figures: tuple[ComparedFigure, ...]


@dataclass(frozen=True, slots=True)
class SimulationView:
    """What became of a simulation. `other` says what B is; `left_out` counts sessions that would
    not have met it.
    """

    title: str
    model: str
    seed: int
    other: str
    left_out: int
    sides: tuple[SideView, ...]
    endings: tuple[EndingCount, ...]
    turns: tuple[TurnsCount, ...]
    comparison: tuple[ComparedGroup, ...]
    method: str


def view_of(found: SimulationResults) -> SimulationView:
    counted = so_far([side.results for side in found.sides])
    return SimulationView(
        title=found.title,
        model=found.model,
        seed=found.seed,
        other=str(found.other or ""),
        left_out=found.left_out,
        sides=tuple(_side(side, found.seed) for side in found.sides),
        endings=counted.endings,
        turns=counted.turns,
        comparison=tuple(
            ComparedGroup(group, tuple(map(_compared, differences)))
            for group, differences in found.comparison.items()
        ),
        method=METHOD,
    )


def so_far(sides: Sequence[Sequence[AnyResult]]) -> SoFar:
    """What is known when so many sessions of each side have been played."""
    found = [overview(results).endings for results in sides]
    names = dict.fromkeys(name for each in found for name in each)
    turns = [[result.turns for result in results] for results in sides]
    every = [number for numbers in turns for number in numbers]
    return SoFar(
        tuple(map(len, sides)),
        tuple(EndingCount(name, tuple(each.get(name, 0) for each in found)) for name in names),
        tuple(
            TurnsCount(
                low, high, tuple(sum(low <= each <= high for each in some) for some in turns)
            )
            for low, high in (bins_of(every) if every else ())
        ),
    )


def _side(side: Side, seed: int) -> SideView:
    found, figures = overview(side.results), side.figures(seed)
    return SideView(
        name=side.name,
        sessions=found.sessions,
        stuck=found.stuck,
        turns=found.turns,
        seconds=found.seconds,
        contents=tuple(
            PlayedContent(each.engine, each.id, each.version, each.hash)
            for each in side.contents.values()
        ),
        groups=tuple(
            GroupView(
                name,
                len(results),
                tuple(FigureMean(figure, **asdict(each)) for figure, each in figures[name].items()),
            )
            for name, results in side.groups.items()
        ),
        reached=tuple(map(_reached, side.coverage)),
    )


def _reached(coverage: Coverage) -> Reached:
    kinds = (
        ReachedKind(kind.name, len(kind.sessions), len(kind.reached), kind.missed[:MOST_NAMED])
        for kind in coverage.kinds
    )
    return Reached(coverage.subject, coverage.sessions, tuple(kinds))


def _compared(each: Difference) -> ComparedFigure:
    found = each.interval
    return ComparedFigure(
        figure=each.figure,
        a=each.a,
        b=each.b,
        pairs=found.number,
        mean=found.mean,
        low=found.low,
        high=found.high,
        higher=each.higher,
        lower=each.lower,
        equal=each.equal,
        told=each.in_words,
    )
