"""Promises: explicit words that must never be missed, whatever the network makes of them. Few, and
on record as rules.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from dramaturg.data_files import load
from dramaturg.languages.letters import bare
from dramaturg.turn.hearing import Act, Danger

_QUOTED = re.compile(
    r'"[^"]{0,400}"|“[^”]{0,400}”|„[^“”]{0,400}[“”]|«[^»]{0,400}»|「[^」]{0,400}」|《[^》]{0,400}》'
)
_SAYS = r"(?:said|says|say|told|tells|thought|thinks|wrote|sang|sings|shouted|screamed)"
_OTHERS = (
    r"(?:he|she|they|we|people|who|nobody|mother|father|mum|dad|wife|husband|son|daughter|brother"
    r"|sister)"
)
_DENIED = re.compile(
    r"(?:\b(?:not|never)|n't)(?: really| even| ever)?"
    r" (?:say|saying|said|mean|meaning|think|thinking|that|as if|like)(?: that)? $"
    rf"|\bif $|\b{_OTHERS}(?: \w+){{0,2}} {_SAYS}(?: \w+){{0,2}} $"
    r"|\b(?:film|book|song|poem|character|called|titled|used to (?:say|think|feel))(?: \w+){0,3} $"
)
_TOLD_OF = re.compile(
    r"\b(?:told|asked|said to) (?!you\b)\w+(?: \w+)? $|\b(?:asked|they) and i said $"
    r"|\b(?:every|always|each|used to)\b[^.!?]* $"
)
_SUPPOSED = re.compile(r"\b(?:i'd|would|had to|have to|always) $|\bif\b[^.!?]* $")
_TAKES_BACK = {"self_harm": _DENIED, "medical": _SUPPOSED, "stop": _TOLD_OF, "refusal": _TOLD_OF}
"""Words right before a wish that take it back: denied, supposed, or told of others or of then."""
_NEAR = 80  # letters: what stands further off takes nothing back


Kind = Literal["self_harm", "medical", "stop", "refusal"]


@dataclass(frozen=True, slots=True)
class Promise:
    name: str = ""
    acts: frozenset[Act] = frozenset()
    danger: Danger | None = None


_PROMISED: Mapping[Kind, Promise] = {
    "self_harm": Promise("rule: self_harm", danger="self_harm"),
    "medical": Promise("rule: medical", danger="medical"),
    "stop": Promise("rule: stop", frozenset({"stop"})),
    "refusal": Promise("rule: refusal", frozenset({"refusal"})),
}


@dataclass(frozen=True, slots=True)
class _Elsewhere:
    """One language's entry in promises_elsewhere.yaml."""

    promised: dict[Kind, tuple[str, ...]]
    takes_back: dict[Kind, str]


_Rules = tuple[tuple[Kind, re.Pattern[str], re.Pattern[str]], ...]
"""What is promised, the words that call for it, and words before them that take them back."""


@cache
def _english() -> _Rules:
    written = load(__file__, "promises.yaml", dict[Kind, tuple[str, ...]])
    return tuple((name, _any(each), _TAKES_BACK[name]) for name, each in written.items())


@cache
def _elsewhere() -> _Rules:
    written = load(__file__, "promises_elsewhere.yaml", dict[str, _Elsewhere])
    return tuple(
        (name, _any(patterns), re.compile(each.takes_back[name]))
        for name in _PROMISED
        for each in written.values()
        for patterns in [each.promised[name]]
    )


def _any(patterns: Sequence[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{each})" for each in patterns))


def kept(text: str) -> Promise:
    """The promise that these words call for, in whichever of the languages that promises are
    written in; an empty one where they call for none.
    """
    said = _QUOTED.sub(" ", text)
    plain = re.sub(r"\s+", " ", said.lower().replace("’", "'"))
    return _called_for(plain, _english()) or _called_for(bare(said), _elsewhere()) or Promise()


def _called_for(plain: str, rules: _Rules) -> Promise | None:
    for name, pattern, takes_back in rules:
        for found in pattern.finditer(plain):
            before = re.sub(r"[,:;]", "", plain[max(0, found.start() - _NEAR) : found.start()])
            if not takes_back.search(before):
                return _PROMISED[name]
    return None
