"""Matrix and map of 1,000 respondents with ten ladders each, beside plain dictionaries that search
again for every edge.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from random import Random

from bench.measure import Cost, in_rounds, metered
from bench.report import Finding, millis
from dramaturg.studies.figures.matrix import ImplicationMatrix, Ladder, Pair, implication_matrix
from dramaturg.studies.figures.matrix_table import matrix_figures
from dramaturg.studies.figures.value_map import value_map

RESPONDENTS, LADDERS = 1_000, 10
CODES, RUNGS = 80, 5
STRAYS = 0.03  # steps that lead anywhere, so that there are circles
ROUNDS = 3
CUTOFF = 3


def findings() -> Iterator[Finding]:
    ladders = list(_ladders())
    matrix = implication_matrix(ladders)
    _compare(matrix, ladders)
    ours, theirs = in_rounds(ROUNDS, lambda: _matrix(ladders), lambda: _plain_matrix(ladders))
    yield Finding("processor time of the matrix", ours.cpu, theirs.cpu, millis)
    ours, theirs = in_rounds(ROUNDS, lambda: _map(matrix), lambda: _plain_map(matrix))
    yield Finding(
        f"processor time of the map at {CUTOFF}, beside a search for every edge",
        ours.cpu,
        theirs.cpu,
        millis,
    )
    whole, alone = in_rounds(ROUNDS, lambda: _everything(ladders), lambda: _matrix(ladders))
    yield Finding(
        "everything that is read from the ladders, beside the matrix alone",
        whole.cpu,
        alone.cpu,
        millis,
    )


def _ladders() -> Iterator[Ladder]:
    """Codes on five rungs; from each, some of the next rung are likelier than others."""
    chance, width = Random(8), CODES // RUNGS
    for respondent in range(RESPONDENTS):
        for ladder in range(LADDERS):
            places = [int(width * chance.random() ** 2) for _ in range(RUNGS)]
            rungs = [
                chance.randrange(RUNGS) if chance.random() < STRAYS else rung
                for rung in range(RUNGS)
            ]
            codes = (f"code {rung}.{place}" for rung, place in zip(rungs, places, strict=True))
            yield Ladder(f"R{respondent:04}", str(ladder), tuple(codes))


def _matrix(ladders: Sequence[Ladder]) -> Cost:
    with metered() as cost:
        implication_matrix(ladders)
    return cost


def _map(matrix: ImplicationMatrix) -> Cost:
    with metered() as cost:
        value_map(matrix, CUTOFF)
    return cost


def _everything(ladders: Sequence[Ladder]) -> Cost:
    with metered() as cost:
        matrix_figures(implication_matrix(ladders))
    return cost


def _compare(matrix: ImplicationMatrix, ladders: Sequence[Ladder]) -> None:
    direct, indirect = plain_counts(ladders)
    if any(
        (cell.direct, cell.indirect) != (len(direct[pair]), len(indirect[pair]))
        for pair, cell in matrix.cells.items()
    ):
        raise AssertionError("Both ways, the cells differ.")
    if {(edge.source, edge.target) for edge in value_map(matrix, CUTOFF).edges} != plain_map(
        _in_order(matrix)
    ):
        raise AssertionError("Both ways, the edges differ.")


# ── plain dictionaries ────────────────────────────────────────────────────────────────────────────


def _plain_matrix(ladders: Sequence[Ladder]) -> Cost:
    with metered() as cost:
        plain_counts(ladders)
    return cost


def _plain_map(matrix: ImplicationMatrix) -> Cost:
    edges = _in_order(matrix)
    with metered() as cost:
        plain_map(edges)
    return cost


def plain_counts(
    ladders: Sequence[Ladder],
) -> tuple[Mapping[Pair, set[str]], Mapping[Pair, set[str]]]:
    """The respondents of each pair, directly and indirectly."""
    direct: defaultdict[Pair, set[str]] = defaultdict(set)
    indirect: defaultdict[Pair, set[str]] = defaultdict(set)
    for ladder in ladders:
        beside = set(zip(ladder.codes, ladder.codes[1:], strict=False))
        for low in range(len(ladder.codes)):
            for high in range(low + 1, len(ladder.codes)):
                pair = (ladder.codes[low], ladder.codes[high])
                (direct if pair in beside else indirect)[pair].add(ladder.respondent)
    return direct, indirect


def plain_map(edges: Sequence[Pair]) -> set[Pair]:
    """Every edge is searched for: whether it closes a circle, and whether another way
    leads there.
    """
    onward: defaultdict[str, set[str]] = defaultdict(set)
    for source, target in edges:
        if not _leads(onward, target, source):
            onward[source].add(target)
    kept = [(source, target) for source, targets in onward.items() for target in targets]
    for source, target in kept:
        onward[source].remove(target)
        if not _leads(onward, source, target):
            onward[source].add(target)
    return {(source, target) for source, targets in onward.items() for target in targets}


def _leads(onward: Mapping[str, set[str]], source: str, target: str) -> bool:
    seen, waiting = {source}, [source]
    while waiting:
        code = waiting.pop()
        if code == target:
            return True
        new = onward.get(code, set()) - seen
        seen |= new
        waiting += new
    return False


def _in_order(matrix: ImplicationMatrix) -> list[Pair]:
    """The edges in the order in which ours takes them, so that the same circles are broken."""
    found = value_map(matrix, CUTOFF)
    taken = {(edge.source, edge.target): edge.count for edge in found.edges}
    taken |= {
        (edge.source, edge.target): edge.count for edge in found.dropped if edge.why == "redundant"
    }
    closing = {
        (edge.source, edge.target): edge.count for edge in found.dropped if edge.why == "cycle"
    }
    return sorted(taken | closing, key=lambda pair: (-(taken | closing)[pair], pair in closing))
