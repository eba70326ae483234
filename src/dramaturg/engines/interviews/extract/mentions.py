"""Mentions: where an answer names again what was said before, and where it takes it back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from dramaturg.engines.interviews.base.extraction import KnownConcept
from dramaturg.english.prose import plain_word, table
from dramaturg.turn.ports import Sentence, Token

WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
SMALL = table(
    "a an the of to in on at for with about from by and or my your his her our their its it is are"
    " was be being been i me we you that this so very too really having have has had do does did"
    " get getting feel feeling"
)
ENDINGS = ("ing", "edly", "ed", "es", "s", "ly")
NEGATIVE = table("not n't never no")
SAID_BEFORE = re.compile(r"(?i)\bi (?:said|told you|mentioned)\b")


@dataclass(frozen=True, slots=True)
class KnownMention:
    """A known concept, named again between two characters of the answer."""

    known: KnownConcept
    start: int
    end: int
    sentence: int
    denied: bool = False


def stems(label: str) -> frozenset[str]:
    """The words of a label that carry it, whatever their ending; negation counts."""
    words = [plain_word(word) for word in WORD.findall(label)]
    return frozenset(stem(word) for word in words if word not in SMALL) or frozenset(words)


def stem(word: str) -> str:
    for ending in ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3 and not word.endswith("ss"):
            word = word[: -len(ending)]
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "ls":
        word = word[:-1]
    return word.removesuffix("e").removesuffix("i").removesuffix("y") if len(word) > 3 else word


def mentions(
    known: Sequence[KnownConcept], sentences: Sequence[Sentence]
) -> tuple[KnownMention, ...]:
    """Every known concept all of whose words stand in one sentence of the answer."""
    wanted = [(each, stems(each.label)) for each in dict.fromkeys(known)]
    return tuple(
        found
        for number, sentence in enumerate(sentences)
        for found in _in_sentence(wanted, sentence, number)
    )


def _in_sentence(
    wanted: Iterable[tuple[KnownConcept, frozenset[str]]], sentence: Sentence, number: int
) -> Iterator[KnownMention]:
    by_stem = {stem(plain_word(token.text)): token for token in reversed(sentence)}
    for known, parts in wanted:
        if parts and parts <= by_stem.keys():
            tokens = sorted((by_stem[part] for part in parts), key=lambda token: token.start)
            yield KnownMention(
                known, tokens[0].start, tokens[-1].end, number, _denied(sentence, tokens[0])
            )


def _denied(sentence: Sentence, token: Token) -> bool:
    """Whether 'not' stands shortly before, with no comma between."""
    before = [each for each in sentence if each.start < token.start][-5:]
    after_comma = max(
        (index for index, each in enumerate(before) if each.pos == "PUNCT"), default=-1
    )
    return any(plain_word(each.text) in NEGATIVE for each in before[after_comma + 1 :])


def taken_back(text: str, named: Iterable[KnownMention]) -> Iterator[KnownMention]:
    """What an answer that corrects takes back: no, it is not the price; I said the price, but
    really it is the smell.
    """
    said = SAID_BEFORE.search(text)
    for mention in named:
        if mention.denied or (
            said and said.end() <= mention.start and " but " in text[mention.end :]
        ):
            yield mention
