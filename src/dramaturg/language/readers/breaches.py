"""Breaches of good manners: which rules a turn breaks, once what is innocent has been set aside.

Innocent is what stands in quotation marks, what repeats the person's own words, what is told as
somebody's view or as a condition ("you feel you should", "when you have to"), and information that
the person had asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from dramaturg.english.prose import table
from dramaturg.language.readers.manners import RULES, MannersRule
from dramaturg.language.readers.parsed_text import ParsedText, SeenTurn
from dramaturg.language.readers.questions import questions
from dramaturg.turn.ports import Sentence, Token

FILLERS = table("uh um er erm ah hm hmm mm mhm")
QUOTES = table("\" “ ” « » `` ''")
SILENT = table("PUNCT SYM")
SPELLINGS: Mapping[str, str] = {
    **dict.fromkeys(("n't", "nt"), "not"),
    **dict.fromkeys(("'re", "re"), "are"),
    **dict.fromkeys(("'ve", "ve"), "have"),
    **dict.fromkeys(("'ll", "ll"), "will"),
    **dict.fromkeys(("realise", "realised", "realized"), "realize"),
    "'m": "am",
    "'s": "is",
    "ca": "can",
    "wo": "will",
    "cannot": "can not",
    "gon": "going",
    "na": "to",
    "ta": "to",
    "gonna": "going to",
    "gotta": "got to",
}
"""How the parser parts contractions, as the rules have them."""

REPORTED = table(
    "say says said saying tell tells told telling feel feels felt feeling think thinks thought"
    " believe believes heard wish wished want wanted like though as than if when whenever unless"
    " until till before after while what whatever where why how which who that anything everything"
    " something things nothing all else or do did does would will could makes made"
)
VIEWS = table("think feel believe say that like")
SPEAKER = table("i we")
GUESSES = table("sounds looks seems")
EMPTY = table(
    "i you he she it we they me him her us them my your his its our their mine yours myself"
    " yourself a an the and or but so to of in on at for with be do have not that this there then"
    " well oh okay yes no just really what how"
)
MIRRORED = 0.6  # share of a sentence's words that the person has just used
NEAR = 20  # characters around a breach in which its excuse must stand


@dataclass(frozen=True)
class BreachLine:
    """A sentence as the rules have it, beginning and ending with a comma."""

    sentence: Sentence

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        return tuple(
            token
            for token in _unquoted(self.sentence)
            if token.text.lower() not in FILLERS and token.pos != "SPACE"
        )

    @cached_property
    def text(self) -> str:
        return f" , {' '.join(_written(self.tokens))} , "

    def mirrors(self, told: frozenset[str]) -> bool:
        """Most of it are words that the person has just used."""
        own = {token.lemma.lower() for token in self.tokens if token.pos not in SILENT} - EMPTY
        return bool(own) and len(own & told) >= MIRRORED * len(own)


def breaches(seen: SeenTurn) -> dict[str, MannersRule]:
    """The rules that are broken, by name."""
    told = frozenset(token.lemma.lower() for token in seen.context.tokens)
    lines = [line for line in map(BreachLine, seen.text.sentences) if not line.mirrors(told)]
    return {
        name: rule
        for name, rule in _rules(seen.context).items()
        if any(_breaks(line.text, rule) for line in lines)
    }


def _rules(context: ParsedText) -> dict[str, MannersRule]:
    """The rules that hold after what the person said."""
    asked = bool(questions(context))
    heard = "".join(BreachLine(sentence).text for sentence in context.sentences)
    return {
        name: rule
        for name, rule in RULES.items()
        if not (rule.on_request and asked) and not (rule.named and rule.named.search(heard))
    }


def _breaks(line: str, rule: MannersRule) -> bool:
    return any(not _innocent(line, rule, match) for match in rule.pattern.finditer(line))


def _innocent(line: str, rule: MannersRule, match: re.Match[str]) -> bool:
    if rule.unless and rule.unless.search(line, max(0, match.start() - NEAR), match.end() + NEAR):
        return True
    return not rule.of_others and _reported(
        line[max(0, match.start() - 2 * NEAR) : match.start()].split()[-6:]
    )


def _reported(before: Sequence[str]) -> bool:
    """The words before make it somebody's view or a condition; "I think you should" and "it sounds
    as if you have" are the speaker's own.
    """
    if not before or before[-1] not in REPORTED:
        return False
    if before[-1] in ("if", "though", "like") and GUESSES & set(before):
        return False
    return not (before[-1] in VIEWS and SPEAKER & set(before[-4:]))


def _written(tokens: Sequence[Token]) -> Iterator[str]:
    before = ""
    for token in tokens:
        word = token.text.lower().replace("’", "'")
        if token.pos in SILENT:
            word = "?" if "?" in word else ","
        elif before == "let" and word == "'s":
            word = "us"
        yield SPELLINGS.get(word, word)
        before = word


def _unquoted(sentence: Sentence) -> Iterator[Token]:
    marks = [place for place, token in enumerate(sentence) if token.text in QUOTES]
    inside = {
        place
        for start, end in zip(marks[::2], marks[1::2], strict=False)
        for place in range(start, end)
    }
    return (token for place, token in enumerate(sentence) if place not in inside)
