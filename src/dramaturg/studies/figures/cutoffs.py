"""Cut-offs: how many relations a cell needs to be drawn. What each choice costs, and three rules
that propose one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Literal

from dramaturg.studies.figures.matrix import ImplicationMatrix, Relations

RuleName = Literal["share", "respondents", "elbow"]

# Reynolds and Gutman (1988) report that a good cut-off leaves about two thirds of all relations in
# the map, and that it lies between 3 and 5 for 50 to 60 respondents.
SHARE = Fraction(2, 3)
OF_RESPONDENTS = Fraction(1, 20)
LEAST_RESPONDENTS = 2


@dataclass(frozen=True, slots=True)
class Cutoff:
    """What is left at a cut-off of `k`: the cells of at least so many relations, the relations in
    them and their share of all, and the codes that these cells are of.
    """

    k: int
    cells: int
    relations: int
    share: float
    codes: int


@dataclass(frozen=True, slots=True)
class CutoffRule:
    """A cut-off that a rule proposes, and why."""

    rule: RuleName
    k: int
    because: str


def cutoff_table(matrix: ImplicationMatrix, relations: Relations = "direct") -> tuple[Cutoff, ...]:
    """What is left at every cut-off, from one relation to as many as the largest cell has."""
    strongest = sorted(matrix.counts(relations).items(), key=lambda entry: -entry[1])
    whole = sum(count for _, count in strongest)
    table: list[Cutoff] = []
    codes: set[str] = set()
    cells = held = 0
    for k in range(strongest[0][1] if strongest else 0, 0, -1):
        while cells < len(strongest) and strongest[cells][1] >= k:
            pair, count = strongest[cells]
            codes.update(pair)
            cells, held = cells + 1, held + count
        table.append(Cutoff(k, cells, held, held / whole, len(codes)))
    return tuple(reversed(table))


def cutoff_rules(
    matrix: ImplicationMatrix, relations: Relations = "direct"
) -> tuple[CutoffRule, ...]:
    """What each rule proposes. No proposal is below 1 or above the largest cell.

    `[(rule.rule, rule.k) for rule in cutoff_rules(matrix)]` is, say, `[("share", 3),
    ("respondents", 2), ("elbow", 4)]`; each rule has its reason in words.
    """
    table = cutoff_table(matrix, relations)
    if not table:
        return tuple(CutoffRule(name, 1, "no code leads to another") for name in RULES)
    return tuple(CutoffRule(name, *rule(matrix, table)) for name, rule in RULES.items())


def proposed(rules: Sequence[CutoffRule]) -> CutoffRule:
    """The rule that is followed when no cut-off is given."""
    return next(rule for rule in rules if rule.rule == "elbow")


def share_rule(matrix: ImplicationMatrix, table: Sequence[Cutoff]) -> tuple[int, str]:
    whole = table[0].relations
    at = max((row for row in table if row.relations >= SHARE * whole), key=lambda row: row.k)
    return (
        at.k,
        (
            "the largest cut-off whose cells still hold two thirds of all relations:"
            f" {at.relations} of {whole}, {at.share:.0%} (after Reynolds and Gutman 1988)"
        ),
    )


def respondents_rule(matrix: ImplicationMatrix, table: Sequence[Cutoff]) -> tuple[int, str]:
    wanted = max(LEAST_RESPONDENTS, ceil(matrix.respondents * OF_RESPONDENTS))
    largest = table[-1].k
    capped = (
        f"; no cell has as many, so it is the largest cell's {largest}" if wanted > largest else ""
    )
    return (
        min(wanted, largest),
        (
            f"five per cent of {matrix.respondents} respondents, rounded up, at least"
            f" {LEAST_RESPONDENTS}: {wanted}{capped} (after Reynolds and Gutman 1988, who report 3"
            " to 5 for 50 to 60 people)"
        ),
    )


def elbow_rule(matrix: ImplicationMatrix, table: Sequence[Cutoff]) -> tuple[int, str]:
    cells, whole = table[0].cells, table[0].relations
    # In whole numbers, so that equals are equal; of equals the first, which leaves out least.
    at = max(table, key=lambda row: row.relations * cells - row.cells * whole)
    return (
        at.k,
        (
            f"where fewest cells say most: {at.cells / cells:.0%} of the cells hold {at.share:.0%}"
            " of the relations, and no cut-off sets these two further apart (after Pieters,"
            " Baumgartner and Allen 1995 and Grunert and Grunert 1995)"
        ),
    )


RULES: dict[RuleName, Callable[[ImplicationMatrix, Sequence[Cutoff]], tuple[int, str]]] = {
    "share": share_rule,
    "respondents": respondents_rule,
    "elbow": elbow_rule,
}
