"""The hierarchical value map: what leads to what often enough, without circles and without ways
round.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from dramaturg.studies.figures.matrix import ImplicationMatrix, Pair, Relations
from dramaturg.studies.figures.measures import measures
from dramaturg.studies.figures.paths import Reachability, without_circles


@dataclass(frozen=True, slots=True)
class MapEdge:
    source: str
    target: str
    count: int


@dataclass(frozen=True, slots=True)
class DroppedEdge:
    """An edge that reached the cut-off and is not drawn: it closed a circle, or another way leads
    there as well.

    `via` are the codes between the two on the strongest way that is drawn: for a redundant edge
    from source to target, for a circle back from target to source.
    """

    source: str
    target: str
    count: int
    why: Literal["cycle", "redundant"]
    via: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ValueMap:
    """`edges` and `dropped`, each with the strongest first."""

    k: int
    edges: tuple[MapEdge, ...]
    dropped: tuple[DroppedEdge, ...]


def value_map(matrix: ImplicationMatrix, k: int, relations: Relations = "direct") -> ValueMap:
    """The edges of at least `k` relations, taken from the strongest on:
    `value_map(implication_matrix(ladders), k=3).edges`.

    One that would close a circle with stronger ones is dropped: it is the weakest of that circle.
    Of equals, the one that rises most in abstractness is taken first, then the one whose codes come
    first in the matrix. Of what is left, an edge is dropped when a longer way leads there.
    """
    counts = {
        pair: count for pair, count in _strongest_first(matrix, relations).items() if count >= k
    }
    ways, rising, closing = without_circles(counts)
    drawn, redundant = _reduced(rising, ways)
    via = _strongest_ways(
        {edge: counts[edge] for edge in drawn},
        ways,
        [*redundant, *((end, start) for start, end in closing)],
    )
    return ValueMap(
        k,
        tuple(MapEdge(*edge, counts[edge]) for edge in drawn),
        (
            *(DroppedEdge(*edge, counts[edge], "cycle", via[edge[1], edge[0]]) for edge in closing),
            *(DroppedEdge(*edge, counts[edge], "redundant", via[edge]) for edge in redundant),
        ),
    )


def _strongest_first(matrix: ImplicationMatrix, relations: Relations) -> dict[Pair, int]:
    height = {each.code: each.abstractness or 0.0 for each in measures(matrix, relations)}
    counts = matrix.counts(relations)  # in the order of the matrix, which a sort keeps among equals
    in_order = sorted(counts, key=lambda pair: (-counts[pair], height[pair[0]] - height[pair[1]]))
    return {pair: counts[pair] for pair in in_order}


def _reduced(edges: Sequence[Pair], ways: Reachability) -> tuple[list[Pair], list[Pair]]:
    """The edges that alone lead from their source to their target, and the others."""
    onward: defaultdict[str, list[str]] = defaultdict(list)
    for source, target in edges:
        onward[source].append(target)
    gone = {
        (source, target)
        for source, targets in onward.items()
        for target in ways.behind_others(targets)
    }
    return [edge for edge in edges if edge not in gone], [edge for edge in edges if edge in gone]


# ── the strongest way ─────────────────────────────────────────────────────────────────────────────


def _strongest_ways(
    edges: Mapping[Pair, int], ways: Reachability, asked: Iterable[Pair]
) -> dict[Pair, tuple[str, ...]]:
    """For each pair, the codes between the two on the way whose weakest edge is strongest."""
    before: defaultdict[str, list[str]] = defaultdict(list)
    for source, target in edges:
        before[target].append(source)
    targets: defaultdict[str, list[str]] = defaultdict(list)
    for source, target in asked:
        targets[source].append(target)
    found: dict[Pair, tuple[str, ...]] = {}
    for source, ends in targets.items():
        came_from = _best_steps(source, ways.between(source, ends), before, edges)
        found |= {(source, end): _walked_back(source, end, came_from) for end in ends}
    return found


def _best_steps(
    source: str,
    codes: Iterable[str],
    before: Mapping[str, Sequence[str]],
    edges: Mapping[Pair, int],
) -> dict[str, str]:
    """From which code each is reached on the strongest way from the source; `codes` come in an
    order that ways follow.
    """
    strength: dict[str, float] = {source: float("inf")}
    came_from: dict[str, str] = {}
    for code in codes:
        reached = [step for step in before[code] if step in strength]
        best = max(reached, key=lambda step: min(strength[step], edges[step, code]))
        strength[code], came_from[code] = min(strength[best], edges[best, code]), best
    return came_from


def _walked_back(source: str, target: str, came_from: Mapping[str, str]) -> tuple[str, ...]:
    steps: list[str] = []
    code = came_from[target]
    while code != source:
        steps.append(code)
        code = came_from[code]
    return tuple(reversed(steps))
