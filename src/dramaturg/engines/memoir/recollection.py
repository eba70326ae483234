"""Recollection: which part of a life a question calls up, for tellers that are simulated."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Any

from dramaturg.data_files import Words, load
from dramaturg.engines.memoir.base.story import Period
from dramaturg.engines.memoir.teller import Episode, Life
from dramaturg.english.prose import content_words, plain
from dramaturg.turn.ports import Embedder

WORDS = 0.5  # how much shared words weigh beside nearness in meaning
IN_PERIOD = 0.12  # for an episode of the time that is asked about
NAMED = 0.2  # for one whose matter is named
CALLED_UP = 0.3  # from here on a question is about it


@dataclass(frozen=True, slots=True)
class RecollectionWords:
    """What recollection_words.yaml holds."""

    framing: str
    periods: dict[Period, Words]


_WORDS = load(__file__, "recollection_words.yaml", RecollectionWords)
_FRAMING, _PERIODS = content_words(_WORDS.framing), _WORDS.periods
_MEANING = re.compile(
    r"\b(?:mean|means|meant|feel|feels|felt|feeling|learn|learned|taught|looking back|look"
    r" back|think of it now|thought|matter"
    r"|mattered|stayed with you|stays with you|carry|carried|changed you|made of|see it"
    r" now|shaped|proud)\b"
)
_ONWARD = re.compile(
    r"\b(?:then|next|after that|go on|more about|what happened|else about|rest of|how did it|and"
    r" how)\b"
)


@dataclass(frozen=True, slots=True)
class Called:
    """What a question calls up: how near it is to every episode, whether it asks on, and whether it
    asks what it meant.
    """

    near: Mapping[str, float]
    onward: bool
    meaning: bool


class Recollection:
    """The memory of one life."""

    def __init__(self, life: Life, embedder: Embedder) -> None:
        self._life = life
        self._embedder = embedder
        texts = [f"{'; '.join(each.about)}. {each.text}" for each in life.episodes]
        self._vectors: Any = embedder.embed(texts)
        self._words = {
            each.id: content_words(text) for each, text in zip(life.episodes, texts, strict=True)
        }
        self._weights = _weights(self._words.values())

    def called_up(self, question: str) -> Called:
        asked = plain(question)
        cosines = self._vectors @ self._embedder.embed([question])[0]
        named = frozenset(asked.replace(",", " ").replace("?", " ").split())
        near = {
            episode.id: (
                (1 - WORDS) * float(cosine)
                + WORDS * self._shared(question, episode)
                + IN_PERIOD * bool(named & _PERIODS[episode.period])
                + NAMED * reaches(question, episode.about)
            )
            for episode, cosine in zip(self._life.episodes, cosines, strict=True)
        }
        return Called(near, bool(_ONWARD.search(asked)), bool(_MEANING.search(asked)))

    def _shared(self, question: str, episode: Episode) -> float:
        said = {word: self._weights.get(word, 0.0) for word in content_words(question) - _FRAMING}
        whole = sum(said.values())
        return (
            sum(weight for word, weight in said.items() if word in self._words[episode.id]) / whole
            if whole
            else 0.0
        )


def reaches(question: str, about: Sequence[str]) -> bool:
    """Whether a question has one of these matters in it, in so many words."""
    asked = content_words(question) - _FRAMING
    return any(words and words <= asked for words in map(content_words, about))


def _weights(texts: Iterable[frozenset[str]]) -> Mapping[str, float]:
    """How much a word tells one episode from the others: little when many have it."""
    all_texts = list(texts)
    counts: dict[str, int] = {}
    for text in all_texts:
        for word in text:
            counts[word] = counts.get(word, 0) + 1
    return {word: log(1 + len(all_texts) / count) for word, count in counts.items()}
