"""Groups: who of the respondents spoke of what, by what they answered to a question of the
screener.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from dramaturg.kernel.conditions import Value
from dramaturg.studies.findings import StudyFindings

UNKNOWN = "not known"


@dataclass(frozen=True, slots=True)
class Group:
    """The respondents with one answer to the question."""

    name: str
    respondents: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GroupCounts:
    """A code, or a step from one to another: how many of each group, in their order. `apart` is the
    difference of the largest and the smallest share.
    """

    code: str
    name: str
    kind: str
    counts: tuple[int, ...]
    apart: float
    leads_to: str = ""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Codes and steps by group, those first that tell the groups apart most."""

    question: str
    groups: tuple[Group, ...]
    codes: tuple[GroupCounts, ...]
    steps: tuple[GroupCounts, ...]


def compare(findings: StudyFindings, question: str) -> Comparison:
    """By the answers to a question of the screener; numbers below and from their middle on."""
    answers = {
        each.respondent: each.variables[question]
        for each in findings.held
        if question in each.variables
    }
    groups = _groups(answers, [each.respondent for each in findings.held])
    names = findings.names
    kinds = findings.context.methodology.ontology.by_type
    codes = [
        _counted(
            groups,
            {ref.respondent for ref in code.ideas},
            code.id,
            names[code.id],
            kinds[code.type].title if code.type in kinds else code.type,
        )
        for code in findings.book.codes.values()
        if code.support > 1
    ]
    steps = [
        _counted(groups, {*cell.by}, cell.source, names[cell.source], "", names[cell.target])
        for cell in findings.figures.matrix.cells.values()
        if len(cell.by) > 1
    ]
    return Comparison(question, tuple(groups), _ranked(codes), _ranked(steps))


def _groups(given: Mapping[str, Value], everybody: Sequence[str]) -> list[Group]:
    numbers = [float(v) for v in given.values() if isinstance(v, int | float) and v is not True]
    middle = median(numbers) if numbers else 0.0

    def named(value: Value) -> str:
        if isinstance(value, int | float) and not isinstance(value, bool):
            return f"below {middle:g}" if value < middle else f"{middle:g} or more"
        return str(value).replace("_", " ")

    found: dict[str, list[str]] = {}
    for who, value in given.items():
        found.setdefault(named(value), []).append(who)
    if unknown := [who for who in everybody if who not in given]:
        found[UNKNOWN] = unknown
    return [Group(name, tuple(who)) for name, who in found.items()]


def _counted(
    groups: Sequence[Group], by: set[str], code: str, name: str, kind: str, leads_to: str = ""
) -> GroupCounts:
    counts = tuple(len(by.intersection(group.respondents)) for group in groups)
    told = zip(counts, groups, strict=True)
    known = [count / len(g.respondents) for count, g in told if g.name != UNKNOWN]
    apart = max(known, default=0.0) - min(known, default=0.0)
    return GroupCounts(code, name, kind, counts, round(apart, 3), leads_to)


def _ranked(counted: list[GroupCounts]) -> tuple[GroupCounts, ...]:
    return tuple(sorted(counted, key=lambda each: (-each.apart, -sum(each.counts), each.name)))
