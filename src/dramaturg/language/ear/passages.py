"""Passages: a long answer in stretches of whole sentences, so that nothing in it drowns."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

LONGEST = 40  # words: what is said in one sentence must not drown in a long answer
_SENTENCE = re.compile(r"[^.!?…\n]+[.!?…\n]*[\"'”’)]*\s*|[.!?…\n]+\s*")
_WORD = re.compile(r"\S+\s*")


class Passage(NamedTuple):
    text: str
    start: int


def passages(text: str) -> list[Passage]:
    """The text in passages, in order; itself when it is short."""
    if len(text.split()) <= LONGEST:
        return [Passage(text, 0)]
    found: list[Passage] = []
    start = size = 0
    end = 0
    for sentence in _pieces(text):
        words = len(sentence.split())
        if size and size + words > LONGEST:
            found.append(Passage(text[start:end], start))
            start, size = end, 0
        size += words
        end += len(sentence)
    found.append(Passage(text[start:], start))
    return found


def _pieces(text: str) -> Iterator[str]:
    """Sentences, and those without an end in stretches of words."""
    for sentence in _SENTENCE.findall(text):
        words = _WORD.findall(sentence)
        if len(words) <= LONGEST:
            yield sentence
            continue
        lead = sentence[: len(sentence) - len(sentence.lstrip())]
        for at in range(0, len(words), LONGEST):
            yield (lead if at == 0 else "") + "".join(words[at : at + LONGEST])
