"""The implication matrix: how often one code leads to another, directly and by way of others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import Literal

Count = Literal["respondents", "mentions"]
Relations = Literal["direct", "all"]
Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Ladder:
    """A chain of codes as one respondent went through it, the most concrete first."""

    respondent: str
    ladder: str
    codes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """`direct`: one comes right after the other in a ladder; `indirect`: with others between them.
    `by` are the respondents.
    """

    source: str
    target: str
    direct: int
    indirect: int
    by: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """10.06: ten times directly, six times indirectly."""
        return f"{self.direct}.{self.indirect:02d}"

    def relations(self, which: Relations) -> int:
        """How many relations it holds. With `all`, whoever has it directly and indirectly counts
        for both.
        """
        return self.direct if which == "direct" else self.direct + self.indirect


@dataclass(frozen=True, slots=True)
class ImplicationMatrix:
    """`codes` in the order of the ladders; `cells` only where something leads on."""

    codes: tuple[str, ...]
    cells: Mapping[Pair, Cell]
    count: Count
    respondents: int
    ladders: int

    def counts(self, which: Relations) -> dict[Pair, int]:
        """How many relations lead from one code to another, where any do."""
        counted = ((pair, cell.relations(which)) for pair, cell in self.cells.items())
        return {pair: count for pair, count in counted if count}


def implication_matrix(
    ladders: Iterable[Ladder], count: Count = "respondents"
) -> ImplicationMatrix:
    """Counts who, or with `mentions` how many ladders, lead from one code to another.

    `implication_matrix([Ladder("R1", "1", ("light", "fast", "joy"))])` has the cells light to fast
    and fast to joy with one direct relation each (`1.00`), and light to joy with an indirect one
    (`0.01`).

    A ladder has a pair once, directly if the two stand side by side anywhere in it, however often a
    code comes. A code that leads to itself is no cell.
    """
    places: dict[str, int] = {}
    # of each pair, the respondent of every ladder that has it
    behind: defaultdict[Pair, tuple[list[str], list[str]]] = defaultdict(lambda: ([], []))
    respondents: set[str] = set()
    told = 0
    for ladder in ladders:
        told += 1
        respondents.add(ladder.respondent)
        for code in ladder.codes:
            places.setdefault(code, len(places))
        beside = set(pairwise(ladder.codes))
        for pair in set(combinations(ladder.codes, 2)):
            if pair[0] != pair[1]:
                behind[pair][pair not in beside].append(ladder.respondent)
    cells: dict[Pair, Cell] = {}
    for pair in sorted(behind, key=lambda pair: (places[pair[0]], places[pair[1]])):
        direct, indirect = (it if count == "mentions" else set(it) for it in behind[pair])
        by = tuple(sorted({*direct, *indirect}))
        cells[pair] = Cell(*pair, len(direct), len(indirect), by)
    return ImplicationMatrix(tuple(places), cells, count, len(respondents), told)
