"""The figures of a growing graph: kept as it grows, beside worked out from all rows after each
turn, as the seeds describe it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from bench.measure import Cost, in_rounds, metered
from bench.report import Finding, at_most, micros
from dramaturg.engines.interviews.base.extraction import Quote
from dramaturg.engines.interviews.base.graph import KnowledgeGraph
from dramaturg.engines.interviews.base.state import (
    ConceptAdded,
    EdgeAdded,
    InterviewEvent,
    InterviewState,
    apply,
)
from dramaturg.turn.engine import fold

SIZES = (50, 500, 5_000, 50_000)
TURNS = 24  # ours in a round
THEIRS = 2  # theirs, which take longer
A_TURN = 3  # concepts
ROUNDS = 5
RUNGS = 5
QUOTE = Quote("u1", 0, 4, "said")

Row = tuple[str, int]
EdgeRow = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Figures:
    concepts: int
    edges: int
    orphans: int
    longest: int
    starts: int
    complete: int


def findings() -> Iterator[Finding]:
    grown = [Grown(size) for size in SIZES]
    for each in grown:
        each.compare()
    costs = in_rounds(
        ROUNDS, *(contender for each in grown for contender in (each.ours, each.theirs))
    )
    ours, theirs = costs[::2], costs[1::2]
    for size, mine, other in zip(SIZES, ours, theirs, strict=True):
        yield Finding(
            f"processor time of a turn at {size:,} concepts, beside all rows anew",
            mine.cpu,
            other.cpu,
            micros,
        )
    for (small, large), (before, after) in zip(pairwise(SIZES), pairwise(ours), strict=True):
        step = f"at {large:,} concepts, beside {small:,}"
        yield Finding(
            f"processor time of a turn {step}", after.cpu, before.cpu, micros, at_most(1.5)
        )


class Grown:
    """A graph of one size, and the turns it is to grow by: chains of five rungs, as laddering makes
    them.
    """

    def __init__(self, size: int) -> None:
        events = list(_events(size + TURNS * A_TURN))
        first = next(
            place
            for place, event in enumerate(events)
            if isinstance(event, ConceptAdded) and event.id == f"c{size + 1}"
        )
        self._state = fold(apply, events[:first], InterviewState())
        self._rest = events[first:]
        self._rows = _rows(events[:first])

    def ours(self) -> Cost:
        turns = _in_turns(self._rest)
        with metered() as cost:
            state = self._state
            for turn in turns:
                state = fold(apply, turn, state)
                _read(state.graph)
        return cost.over(TURNS)

    def theirs(self) -> Cost:
        concepts, edges = list(self._rows[0]), list(self._rows[1])
        turns = [_rows(turn) for turn in _in_turns(self._rest)[:THEIRS]]
        with metered() as cost:
            for more_concepts, more_edges in turns:
                concepts += more_concepts
                edges += more_edges
                worked_out(concepts, edges)
        return cost.over(THEIRS)

    def compare(self) -> None:
        if _read(self._state.graph) != worked_out(*self._rows):
            raise AssertionError("Kept and worked out, the figures differ.")


def _events(concepts: int) -> Iterator[InterviewEvent]:
    """Every concept leads on to one of the next rung among those said lately, every fifth
    to two.
    """
    chance, edges = Random(6), 0
    for number in range(1, concepts + 1):
        rung = (number - 1) % RUNGS + 1
        yield ConceptAdded(
            f"c{number}",
            f"concept {number}",
            f"rung{rung}",
            QUOTE,
            (f"rung{rung} {number}",),
            "",
            rung,
            rung == RUNGS,
        )
        for _ in range(1 + (number % 5 == 0)):
            source = number - 1 - RUNGS * chance.randrange(4)
            if source > 0 and rung > 1:
                edges += 1
                yield EdgeAdded(
                    f"e{edges}", f"c{source}", f"c{number}", "leads_to", QUOTE, chain=True
                )


def _in_turns(events: Sequence[InterviewEvent]) -> list[Sequence[InterviewEvent]]:
    size = -(-len(events) // TURNS)
    return [events[start : start + size] for start in range(0, len(events), size)]


def _read(graph: KnowledgeGraph) -> Figures:
    return Figures(
        len(graph.concepts),
        len(graph.edges),
        graph.orphans,
        graph.longest,
        graph.starts,
        graph.risen,
    )


# ── all rows anew ─────────────────────────────────────────────────────────────────────────────────


def _rows(events: Iterable[InterviewEvent]) -> tuple[list[Row], list[EdgeRow]]:
    concepts = [(event.id, event.level or 0) for event in events if isinstance(event, ConceptAdded)]
    return concepts, [
        (event.source, event.target) for event in events if isinstance(event, EdgeAdded)
    ]


def worked_out(concepts: Sequence[Row], edges: Sequence[EdgeRow]) -> Figures:
    """Counts, orphans, longest chain and complete chains of a session, from its rows."""
    after: dict[str, list[str]] = {id: [] for id, _ in concepts}
    linked: set[str] = set()
    for source, target in edges:
        after[source].append(target)
        linked |= {source, target}
    starts = [id for id, level in concepts if level == 1]
    length, complete = _remembering(after, {id for id, level in concepts if level == RUNGS})
    return Figures(
        len(concepts),
        len(edges),
        len(concepts) - len(linked),
        max(map(length, after), default=0),
        len(starts),
        sum(map(complete, starts)),
    )


def _remembering(
    after: dict[str, list[str]], terminal: set[str]
) -> tuple[Callable[[str], int], Callable[[str], bool]]:
    """The longest chain from a concept, and whether one from there is complete, each worked out
    once for a concept.
    """
    lengths: dict[str, int] = {}
    completes: dict[str, bool] = {}

    def length(id: str) -> int:
        if id not in lengths:
            lengths[id] = 1 + max(map(length, after[id]), default=0)
        return lengths[id]

    def complete(id: str) -> bool:
        if id not in completes:
            completes[id] = id in terminal or any(map(complete, after[id]))
        return completes[id]

    return length, complete
