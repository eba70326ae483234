"""A turn as the readers see it: parsed, counted and placed in meaning once, however many readers
look at it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, wraps
from itertools import pairwise
from typing import TypeVar
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from dramaturg.language.readers.features import features
from dramaturg.turn.ports import Embedder, Sentence, Syntax, Token
from dramaturg.turn.readings import Said

Vector = NDArray[np.float32]
Found = TypeVar("Found")

# words: what the heads learned from is rarely longer, and a refusal must not drown in a long answer
PASSAGE = 40
PHRASE_WORD = re.compile(r"[a-z']+|\d+|[?!]")


@dataclass(frozen=True, eq=False)
class ParsedText:
    """Words of one speaker at one time. Its place in meaning is the mean of its passages', so that
    nothing is cut off.

    Only itself is equal to it: comparing all tokens would take longer than most readers do.
    """

    text: str
    sentences: tuple[Sentence, ...]
    embedder: Embedder

    @cached_property
    def passages(self) -> tuple[ParsedText, ...]:
        """The text in stretches of whole sentences, each short enough to be read at once; itself
        when it is short.
        """
        groups = list(_grouped(self.sentences))
        if len(groups) <= 1:
            return (self,)
        return tuple(ParsedText(words(group, self.text), group, self.embedder) for group in groups)

    @cached_property
    def vector(self) -> Vector:
        if len(self.passages) == 1:
            return np.asarray(self.embedder.embed([self.text])[0])
        mean = np.mean([passage.vector for passage in self.passages], axis=0)
        return np.asarray(mean / np.linalg.norm(mean), dtype=np.float32)

    @cached_property
    def features(self) -> Vector:
        return features(self.text, self.sentences)

    @cached_property
    def phrases(self) -> frozenset[str]:
        """Its words and pairs of neighbouring words, in lower case, figures as 0."""
        return phrases(self.text)

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        return tuple(token for sentence in self.sentences for token in sentence)

    @cached_property
    def length(self) -> int:
        """How many words there are."""
        return len(self.text.split())


def once(read: Callable[[ParsedText], Found]) -> Callable[[ParsedText], Found]:
    """Reads a text the first time; what was found is kept for as long as the text is, however many
    readers ask for it.
    """
    known: WeakKeyDictionary[ParsedText, Found] = WeakKeyDictionary()

    @wraps(read)
    def kept(text: ParsedText) -> Found:
        if text not in known:
            known[text] = read(text)
        return known[text]

    return kept


@dataclass(frozen=True)
class SeenTurn:
    """A turn: the words, what was said to the person before, and what the same person had said
    earlier.
    """

    text: ParsedText
    context: ParsedText
    earlier: tuple[ParsedText, ...]


def look(said: Sequence[Said], embedder: Embedder, syntax: Syntax) -> list[SeenTurn]:
    """The turns, made ready. Every text is parsed once; vectors come when a reader asks
    for them.
    """
    wanted = dict.fromkeys(text for one in said for text in (one.text, one.context, *one.earlier))
    texts = {text: ParsedText(text, syntax.read(text), embedder) for text in wanted}
    return [
        SeenTurn(texts[one.text], texts[one.context], tuple(texts[text] for text in one.earlier))
        for one in said
    ]


def words(sentences: Sequence[Sentence], text: str) -> str:
    """Sentences as they stand in their text."""
    return text[sentences[0][0].start : sentences[-1][-1].end]


def phrases(text: str) -> frozenset[str]:
    found = [
        "0" if word.isdigit() else word
        for word in PHRASE_WORD.findall(text.lower().replace("’", "'"))
    ]
    return frozenset(found) | {f"{left} {right}" for left, right in pairwise(found)}


def _grouped(sentences: Sequence[Sentence]) -> Iterator[tuple[Sentence, ...]]:
    group: list[Sentence] = []
    size = 0
    for sentence in sentences:
        if group and size + len(sentence) > PASSAGE:
            yield tuple(group)
            group, size = [], 0
        group.append(sentence)
        size += len(sentence)
    if group:
        yield tuple(group)
