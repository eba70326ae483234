"""Hearing a question: what a simulated respondent takes it to be after, and which of their facts it
reaches.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Literal

from dramaturg.data_files import load
from dramaturg.engines.interviews.profile import OCCASION, REASONS, PersonalFact, Profile
from dramaturg.english.prose import content_words, plain
from dramaturg.turn.ports import Embedder

Wish = Literal["plain", "reasons", "grounds", "occasion", "next", "before", "contrast"]


def _any_of(phrases: str) -> re.Pattern[str]:
    """Any of these phrases, which are separated by commas."""
    return re.compile(
        rf"\b(?:{'|'.join(' '.join(phrase.split()) for phrase in phrases.split(','))})\b"
    )


@dataclass(frozen=True, slots=True)
class QuestionWords:
    """What question_words.yaml holds; phrases have commas between them."""

    wishes: dict[Wish, str]
    wide: str
    framing: str


_WORDS = load(__file__, "question_words.yaml", QuestionWords)
_WISHES = {wish: _any_of(phrases) for wish, phrases in _WORDS.wishes.items()}
_WIDE, _FRAMING = _any_of(_WORDS.wide), content_words(_WORDS.framing)
_POINTING = re.compile(r"\b(?:that|this|it|those|these)\b")
_QUOTED = re.compile(r'"([^"]{1,300})"')

WORDS = 0.5  # how much shared words weigh beside nearness in meaning
REACHED = 0.30  # a fact the question may be about
CLEARLY = 0.44  # a fact the question is certainly about


@dataclass(frozen=True, slots=True)
class Understood:
    """A question as it was taken: what it wants, which fact it starts from, whether it is about
    everything, what it reaches.
    """

    wish: Wish
    start: str | None
    wide: bool
    near: Mapping[str, float]

    @property
    def about_everything(self) -> bool:
        """It starts from nothing that was told, and is about nothing else in particular."""
        return self.wide or (self.start is None and max(self.near.values()) < CLEARLY)

    def opens(self, fact: PersonalFact, told: Sequence[str]) -> bool:
        keys = {REASONS: self.wish in ("reasons", "before"), OCCASION: self.wish == "occasion"}
        return not fact.opens or any(keys.get(name, name in told) for name in fact.opens)


class Hearing:
    """How somebody with this profile hears. `subject` is what the interview is about, as questions
    name it.
    """

    def __init__(self, profile: Profile, embedder: Embedder, subject: str = "") -> None:
        self._profile = profile
        self._embedder = embedder
        phrases = [
            (fact.id, phrase)
            for fact in profile.facts
            for phrase in (fact.text, fact.again, "; ".join(fact.about))
        ]
        self._owners = [owner for owner, _ in phrases]
        self._vectors = embedder.embed([phrase for _, phrase in phrases])
        self._words = {
            fact.id: content_words(" ".join((fact.text, fact.again, *fact.about)))
            for fact in profile.facts
        }
        self._weights = _weights(list(self._words.values()))
        self._subject = content_words(subject or profile.subject.replace("_", " "))
        self._rare = log(1 + len(self._words))

    def understand(self, question: str, told: Sequence[str]) -> Understood:
        """What a question is after; `told` are the facts told so far, the last one last."""
        asked = plain(question)
        quoted = " ".join(_QUOTED.findall(asked))
        near = self._nearness(asked)
        named = quoted or any(near[name] >= CLEARLY for name in told)
        wide = not named and (bool(_WIDE.search(asked)) or self._subject <= content_words(asked))
        return Understood(_wish(asked), self._start(asked, quoted, near, told, wide), wide, near)

    def _start(
        self, asked: str, quoted: str, near: Mapping[str, float], told: Sequence[str], wide: bool
    ) -> str | None:
        """The fact a question starts from: the one it quotes, else the told one it names, else the
        last when it points at one.
        """
        if not told:
            return None
        if quoted:
            said = self._nearness(quoted)
            return max(told, key=lambda name: said[name])
        named = max(told, key=lambda name: near[name])
        if near[named] >= REACHED and not wide:
            return named
        return told[-1] if _POINTING.search(asked) and not wide else None

    def _nearness(self, text: str) -> Mapping[str, float]:
        """By fact, from 0 to about 1: how much a text is about it, in meaning and in words."""
        cosines = self._vectors @ self._embedder.embed([text])[0]
        meaning: dict[str, float] = {}
        for owner, cosine in zip(self._owners, cosines, strict=True):
            meaning[owner] = max(meaning.get(owner, 0.0), float(cosine))
        said = {
            word: self._weights.get(word, self._rare)
            for word in content_words(text) - _FRAMING - self._subject
        }
        whole = sum(said.values()) or 1.0
        return {
            name: (
                (1 - WORDS) * meaning[name]
                + WORDS * sum(weight for word, weight in said.items() if word in words) / whole
            )
            for name, words in self._words.items()
        }


def _wish(asked: str) -> Wish:
    return next((wish for wish, pattern in _WISHES.items() if pattern.search(asked)), "plain")


def _weights(texts: Sequence[frozenset[str]]) -> Mapping[str, float]:
    """How much a word tells one fact from the others: little when many have it."""
    counts: dict[str, int] = {}
    for text in texts:
        for word in text:
            counts[word] = counts.get(word, 0) + 1
    return {word: log(1 + len(texts) / count) for word, count in counts.items()}


def linked(profile: Profile, start: str, wish: Wish) -> Sequence[str]:
    """Facts that hang together with one, those the wish is after first."""
    ahead, behind = profile.by_id[start].leads_to, profile.behind[start]
    opened = tuple(fact.id for fact in profile.facts if start in fact.opens)
    back_first = wish in ("before", "grounds")
    ways = (
        (behind, opened, ahead)
        if back_first
        else (opened, ahead, behind)
        if wish == "contrast"
        else (ahead, opened, behind)
    )
    return tuple(dict.fromkeys(name for way in ways for name in way))
