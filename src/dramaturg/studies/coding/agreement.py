"""Coder agreement: how far two people, or we and a person, give the same answers the same codes,
beyond what chance would.

Cohen's kappa and Krippendorff's alpha (nominal, two coders) by code, and alpha over all decisions
together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from typing import NamedTuple

RELIABLE = 0.8  # Krippendorff (2004): draw conclusions from here on
TENTATIVE = 0.667  # and tentative ones from here on


class CodedAnswer(NamedTuple):
    """An answer: the interview and the turn."""

    interview: str
    turn: int


@dataclass(frozen=True, slots=True)
class Coding:
    """What one coder gave each answer they looked at; nothing, if nothing fits. An answer that is
    not here was not looked at.
    """

    codes: Mapping[CodedAnswer, frozenset[str]]

    def over(self, answers: Iterable[CodedAnswer]) -> Coding:
        """With those of these answers that lie in the coder's interviews: whoever coded an
        interview looked at all of it.
        """
        interviews = {unit.interview for unit in self.codes}
        looked_at = {unit: frozenset[str]() for unit in answers if unit.interview in interviews}
        return Coding({**looked_at, **self.codes})


def coding(codes: Mapping[CodedAnswer, Iterable[str]]) -> Coding:
    return Coding({answer: frozenset(given) for answer, given in codes.items()})


@dataclass(frozen=True, slots=True)
class Counts:
    """Answers that got the code from both, from us only, from them only, from neither."""

    both: int
    ours: int
    theirs: int
    neither: int

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.both + other.both,
            self.ours + other.ours,
            self.theirs + other.theirs,
            self.neither + other.neither,
        )


@dataclass(frozen=True, slots=True)
class CodeAgreement:
    """`kappa` and `alpha` are None where they are not defined, and `why` says for what reason."""

    code: str
    counts: Counts
    kappa: float | None
    alpha: float | None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Agreement:
    """`units` were looked at by both; those of one coder only say nothing and are counted beside.

    `alpha` is over the codes both used, `alpha_all` over all: a code the other never used may be
    one they did not know.
    """

    units: int
    units_ours: int
    units_theirs: int
    codes: tuple[CodeAgreement, ...]
    only_ours: tuple[str, ...]
    only_theirs: tuple[str, ...]
    alpha: float | None
    alpha_all: float | None
    verdict: str


def agreement(ours: Coding, theirs: Coding) -> Agreement:
    """Codes are the same when they are spelt the same, upper and lower case aside; told as we spell
    them, or as they do.
    """
    names = {**_names(theirs), **_names(ours)}
    units = ours.codes.keys() & theirs.codes.keys()
    in_ours, in_theirs = (_answers_by_code(each, units) for each in (ours, theirs))
    counts = {
        key: _counts(in_ours.get(key, set()), in_theirs.get(key, set()), len(units))
        for key in sorted(names)
    }
    shared = in_ours.keys() & in_theirs.keys()
    alpha = krippendorff(_sum(counts[key] for key in shared))
    return Agreement(
        units=len(units),
        units_ours=len(ours.codes.keys() - units),
        units_theirs=len(theirs.codes.keys() - units),
        codes=tuple(
            CodeAgreement(names[key], it, cohen(it), krippendorff(it), _why_undefined(it))
            for key, it in counts.items()
        ),
        only_ours=tuple(names[key] for key in sorted(in_ours.keys() - shared)),
        only_theirs=tuple(names[key] for key in sorted(in_theirs.keys() - shared)),
        alpha=alpha,
        alpha_all=krippendorff(_sum(counts.values())),
        verdict=_verdict(alpha, len(units), len(shared)),
    )


def cohen(counts: Counts) -> float | None:
    """(observed - expected) / (1 - expected); None when chance alone must agree, everywhere or
    nowhere.
    """
    both, ours, theirs, neither = counts.both, counts.ours, counts.theirs, counts.neither
    by_chance = (both + ours) * (ours + neither) + (both + theirs) * (theirs + neither)
    return 2 * (both * neither - ours * theirs) / by_chance if by_chance else None


def krippendorff(counts: Counts) -> float | None:
    """1 - observed / expected disagreement, each answer's two values paired; None when all values
    are the same.
    """
    disagreed = counts.ours + counts.theirs
    given, withheld = 2 * counts.both + disagreed, 2 * counts.neither + disagreed
    if not given or not withheld:
        return None
    return 1 - (given + withheld - 1) * disagreed / (given * withheld)


def _spelling(code: str) -> str:
    return " ".join(code.split()).casefold()


def _names(coding: Coding) -> dict[str, str]:
    """How the coder spells each code; of several ways the first in order."""
    spelt = sorted({code for codes in coding.codes.values() for code in codes}, reverse=True)
    return {_spelling(code): code for code in spelt}


def _answers_by_code(coding: Coding, units: Set[CodedAnswer]) -> dict[str, set[CodedAnswer]]:
    answers: dict[str, set[CodedAnswer]] = {}
    for unit in units:
        for code in coding.codes[unit]:
            answers.setdefault(_spelling(code), set()).add(unit)
    return answers


def _counts(ours: Set[CodedAnswer], theirs: Set[CodedAnswer], units: int) -> Counts:
    both, either = len(ours & theirs), len(ours | theirs)
    return Counts(both, len(ours) - both, len(theirs) - both, units - either)


def _sum(counts: Iterable[Counts]) -> Counts:
    return sum(counts, Counts(0, 0, 0, 0))


def _why_undefined(counts: Counts) -> str:
    if counts.ours or counts.theirs or (counts.both and counts.neither):
        return ""
    if counts.both:
        return "both gave it to every answer"
    return (
        "neither gave it to an answer both looked at"
        if counts.neither
        else "there is no answer both looked at"
    )


def _verdict(alpha: float | None, units: int, shared: int) -> str:
    over = f"over {units} answers and the {shared} codes both used"
    if alpha is None:
        return f"Nothing can be said {over}: the decisions do not vary."
    if alpha >= RELIABLE:
        return f"Reliable: alpha is {alpha:.2f} {over} ({RELIABLE} or more)."
    if alpha >= TENTATIVE:
        return (
            f"Good for tentative conclusions: alpha is {alpha:.2f} {over} (from {TENTATIVE} to"
            f" {RELIABLE})."
        )
    return f"Not reliable: alpha is {alpha:.2f} {over} (below {TENTATIVE})."
