"""Manners: what somebody who interviews must never do, as a table of rules over the words of a
sentence.

The rules stand in `manners.yaml`, which says how their patterns are written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from dramaturg.data_files import load

Kind: TypeAlias = Literal["diagnosis", "therapy", "coercion", "accusation", "leading", "advice"]

CLEAR, LIKELY, HINT = 4.0, 2.5, 1.2  # log-odds

SMALL = (
    "(?: (?:just|really|also|even|only|still|ever|always|actually|honestly|definitely|probably|"
    "simply|quite|maybe|now|then|so|"
    "very|all|please|kind|of|sort|absolutely|surely|certainly|clearly|obviously|truly|seriously|first|basically|pretty|too|"
    ",)){0,3}"
)


def said(*patterns: str) -> re.Pattern[str]:
    """One of the patterns, as whole words."""
    return re.compile(rf"(?<= )(?:{'|'.join(patterns).replace('~', SMALL)})(?= )")


def ordered(*patterns: str) -> re.Pattern[str]:
    """One of the patterns where an order would stand: at the start, or after words that only lead
    in.
    """
    lead = (
        "(?:(?:and|so|but|now|well|okay|ok|right|then|please|just|look|come"
        " on|no|yes|all|alright|,) ){0,5}"
    )
    return re.compile(rf"(?<=^ , ){lead}(?:{'|'.join(patterns).replace('~', SMALL)})(?= )")


@dataclass(frozen=True, slots=True)
class MannersRule:
    """A pattern against good manners, and what makes it innocent where it stands.

    `of_others`: it is as bad after "they say". `on_request`: it is no breach when the person had
    asked something. `named`: nor when the person had used one of these words.
    """

    kind: Kind
    worth: float
    pattern: re.Pattern[str]
    unless: re.Pattern[str] | None = None
    of_others: bool = False
    on_request: bool = False
    named: re.Pattern[str] | None = None


@dataclass(frozen=True, slots=True)
class _Written:
    """A rule as the file has it. Its pattern is `said` anywhere, or `ordered`."""

    kind: Kind
    worth: Literal["clear", "likely", "hint"]
    said: tuple[str, ...] = ()
    ordered: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    of_others: bool = False
    on_request: bool = False
    named: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _File:
    words: dict[str, str]
    rules: dict[str, _Written]


def _rules() -> Mapping[str, MannersRule]:
    file = load(__file__, "manners.yaml", _File)

    def filled(patterns: tuple[str, ...]) -> list[str]:
        return [with_parts(pattern, file.words) for pattern in patterns]

    def optional(patterns: tuple[str, ...]) -> re.Pattern[str] | None:
        return said(*filled(patterns)) if patterns else None

    return {
        name: MannersRule(
            rule.kind,
            {"clear": CLEAR, "likely": LIKELY, "hint": HINT}[rule.worth],
            said(*filled(rule.said)) if rule.said else ordered(*filled(rule.ordered)),
            optional(rule.unless),
            rule.of_others,
            rule.on_request,
            optional(rule.named),
        )
        for name, rule in file.rules.items()
    }


def with_parts(pattern: str, parts: Mapping[str, str]) -> str:
    """The pattern with `{NAME}` replaced by the part of that name."""
    return re.sub(r"\{([A-Z_]+)\}", lambda found: parts[found[1]], pattern)


RULES: Mapping[str, MannersRule] = _rules()
