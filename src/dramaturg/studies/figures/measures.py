"""What a code is in the matrix: a means or an end, and how much leads there (Pieters, Baumgartner
and Allen 1995).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from dramaturg.studies.figures.matrix import ImplicationMatrix, Relations


@dataclass(frozen=True, slots=True)
class Measure:
    """`into` and `out` count the relations that lead to a code and on from it.

    `abstractness` is near 0 for means and near 1 for ends; a code that nothing leads to or from has
    none. `centrality` is the part of all relations that the code has to do with, `prestige` the
    part that leads to it.
    """

    code: str
    into: int
    out: int
    abstractness: float | None
    centrality: float
    prestige: float


def measures(matrix: ImplicationMatrix, relations: Relations = "direct") -> tuple[Measure, ...]:
    """The measures of every code, in the order of the matrix."""
    into: Counter[str] = Counter()
    out: Counter[str] = Counter()
    for (source, target), count in matrix.counts(relations).items():
        out[source] += count
        into[target] += count
    whole, found = max(1, into.total()), list[Measure]()
    for code in matrix.codes:
        to, both = into[code], into[code] + out[code]
        abstractness = to / both if both else None
        found.append(Measure(code, to, out[code], abstractness, both / whole, to / whole))
    return tuple(found)
