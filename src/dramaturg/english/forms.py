"""Forms of English words: `making` is of make, `slept` of sleep, one turn and three turns."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from dramaturg.data_files import WordList, load
from dramaturg.english.prose import table, words


@dataclass(frozen=True, slots=True)
class IrregularForms:
    """By the word they are forms of: go has went and gone."""

    verbs: dict[str, WordList]
    nouns: dict[str, WordList]
    adjectives: dict[str, WordList]


_IRREGULAR = load(__file__, "irregular_forms.yaml", IrregularForms)


def _bases(forms: Mapping[str, tuple[str, ...]]) -> dict[str, str]:
    return {form: base for base, others in forms.items() for form in others}


VERB_BASES: Mapping[str, str] = _bases(_IRREGULAR.verbs)
"""Irregular verb forms and the verbs they are of: `went` is of go."""
NOUN_BASES: Mapping[str, str] = _bases(_IRREGULAR.nouns)
ADJECTIVE_BASES: Mapping[str, str] = _bases(_IRREGULAR.adjectives)


def many(count: int, what: str) -> str:
    """So many of something: "1 turn", "3 turns"."""
    return f"{count} {what}{'' if count == 1 else 's'}"


# ── verbs ─────────────────────────────────────────────────────────────────────────────────────────

_ONE_BEAT = re.compile(r"(?:qu|[^aeiou])*[aeiou][bdfgklmnprtz]")
_STRESSED_END = table(
    "admit allot begin commit compel control equip expel forget input occur omit outbid outrun"
    " outwit patrol permit prefer rebel refer regret remit repel reset submit transfer transmit"
    " unplug upset"
)


def gerund(verb: str) -> str:
    """The verb as something one does: getting, making, lying, being."""
    if verb.endswith("ing") and len(verb) > 5:
        return verb
    verb = VERB_BASES.get(verb, verb)
    if verb.endswith("ie"):
        return f"{verb[:-2]}ying"
    if verb.endswith("e") and verb != "be" and not verb.endswith(("ee", "oe", "ye")):
        return f"{verb[:-1]}ing"
    if verb in _STRESSED_END or _ONE_BEAT.fullmatch(verb):
        return f"{verb}{verb[-1]}ing"
    return f"{verb}ing"


# ── any word ──────────────────────────────────────────────────────────────────────────────────────

_ENDINGS = tuple(
    (end, put)
    for put, ends in (
        ("y", "ies ied"),
        ("", "ing ed es s er est ly or ion ment"),
        ("e", "ing ed es er ion ery"),
    )
    for end in ends.split()
)
_SHORTEST_BASE = 4  # `hated` must not become a hat


@lru_cache(maxsize=8192)
def bases(word: str) -> frozenset[str]:
    """What a word may be a form of, itself among them: `walking` of walk, `stories` of story."""
    word = word.removesuffix("'s")
    cut = {word.removesuffix(end) + put for end, put in _ENDINGS if word.endswith(end)}
    single = {base[:-1] for base in cut if base[-1:] == base[-2:-1]}
    irregular = VERB_BASES.get(word) or NOUN_BASES.get(word) or word
    return frozenset(
        {word, irregular, *(base for base in cut | single if len(base) >= _SHORTEST_BASE)}
    )


def bases_of(text: str) -> frozenset[str]:
    """What the words of a text may be forms of."""
    return frozenset[str]().union(*map(bases, words(text)))
