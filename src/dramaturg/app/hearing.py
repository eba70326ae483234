"""Hearing a question: what a simulated respondent takes it to be after, and which of their facts it reaches."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Literal

import numpy as np

from dramaturg.engines.interviews.profile import OCCASION, REASONS, PersonalFact, Profile
from dramaturg.kernel.prose import content_words, plain
from dramaturg.turn.ports import Embedder

Wish = Literal["plain", "reasons", "grounds", "occasion", "next", "before", "contrast"]


def _any_of(phrases: str) -> re.Pattern[str]:
    """Any of these phrases, which are separated by commas."""
    return re.compile(rf"\b(?:{'|'.join(' '.join(phrase.split()) for phrase in phrases.split(','))})\b")


# The first that matches tells. `reasons` is last: "what happened next that mattered" wants what happened next.
_WISHES: Mapping[Wish, re.Pattern[str]] = {
    "contrast": _any_of(
        """
        opposite, contrary, unlike, contrast, differ, differs, different from, differently, other end, other side, in
        common, alike
        """
    ),
    "occasion": _any_of(
        """
        a time, one time, last time, first time, that time, a moment, the moment, one moment, that day, one day, a
        day, an occasion, one occasion, a situation, an example, for instance, walk me through, take me back, take me
        through, actually happened, most recent, most recently, particular time, particular moment, specific time,
        specific moment
        """
    ),
    "before": _any_of(
        """
        before that, before it, before this, beforehand, led up to, leading up to, lead up to, led to, come about,
        came about, how did it start, how did that start, how did it begin, how did that begin, what started, what
        brought
        """
    ),
    "next": _any_of(
        """
        next, after that, after it, after this, afterwards, and then, then what, did it end, did that end, turn out,
        turned out, came of, comes of, result, results, outcome, what did you do, follows, followed
        """
    ),
    "grounds": _any_of(
        """
        what is it about, what exactly, which part, what part, depends on, depend on, comes from, come from, what
        gives, how can you tell, how do you know, what shows, what about it
        """
    ),
    "reasons": _any_of(
        """
        why, how come, what makes, made that, made it, matter, matters, mattered, important, importance, mean to you,
        mean for you, means to you, means for you, what does that, what does it, what does this, what does having, do
        you get, give you, gives you, difference, what for, good for, benefit, lead to, leads to, cause, causes,
        caused, reason, reasons, behind, without, missing, avoid, feel, felt, feeling, allow, allows, weren't, wasn't,
        explain, explains, at stake, worth, hope, hoping, want, wanted, need, needed
        """
    ),
}
_WIDE = _any_of(
    """
    what else, anything else, something else, other things, other sides, other parts, other ways, other people, other
    moments, in general, overall, first comes, first come, comes to mind, come to mind, begin with, start with, to
    start, as a whole, not talked, not spoken, not asked, not touched, haven't talked, haven't spoken, haven't asked,
    haven't touched, another side, another part, another thing, a different side, a different part, a different angle
    """
)
_FRAMING = content_words(
    """
    tell talk speak spoke say said mention mentioned describe explain wonder know think mind come go happen happens happened
    make makes made matter matters important give gives mean means feel feels felt feeling notice time moment day example
    thing things something anything way part side else little bit thank thanks see understand first last next lead leads because
    people person good help helps hear heard look like really picture point take took want wanted need needed work works
    """
)
_POINTING = re.compile(r"\b(?:that|this|it|those|these)\b")
_QUOTED = re.compile(r'"([^"]{1,300})"')

WORDS = 0.5  # how much shared words weigh beside nearness in meaning
REACHED = 0.30  # a fact the question may be about
CLEARLY = 0.44  # a fact the question is certainly about


@dataclass(frozen=True, slots=True)
class Understood:
    """A question as it was taken: what it wants, which fact it starts from, whether it is about everything, what it reaches."""

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
    """How somebody with this profile hears."""

    def __init__(self, profile: Profile, embedder: Embedder) -> None:
        self._profile = profile
        self._embedder = embedder
        phrases = [(fact.id, phrase) for fact in profile.facts for phrase in (fact.text, fact.again, "; ".join(fact.about))]
        self._owners = [owner for owner, _ in phrases]
        self._vectors = embedder.embed([phrase for _, phrase in phrases])
        self._words = {fact.id: content_words(" ".join((fact.text, fact.again, *fact.about))) for fact in profile.facts}
        self._weights = _weights(list(self._words.values()))
        self._rare = log(1 + len(self._words))

    def understand(self, question: str, told: Sequence[str]) -> Understood:
        """What a question is after; `told` are the facts told so far, the last one last."""
        asked = plain(question)
        quoted = " ".join(_QUOTED.findall(asked))
        near = self._nearness(asked)
        wide = bool(_WIDE.search(asked))
        return Understood(_wish(asked), self._start(asked, quoted, near, told, wide), wide, near)

    def _start(self, asked: str, quoted: str, near: Mapping[str, float], told: Sequence[str], wide: bool) -> str | None:
        """The fact a question starts from: the one it quotes, else the told one it names, else the last when it points at one."""
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
        said = {word: self._weights.get(word, self._rare) for word in content_words(text) - _FRAMING}
        whole = sum(said.values()) or 1.0
        return {
            name: (1 - WORDS) * meaning[name] + WORDS * sum(weight for word, weight in said.items() if word in words) / whole
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
    ways = (behind, opened, ahead) if back_first else (opened, ahead, behind) if wish == "contrast" else (ahead, opened, behind)
    return tuple(dict.fromkeys(name for way in ways for name in way))


def nearest(vectors: np.ndarray[tuple[int, int], np.dtype[np.float32]], embedder: Embedder, text: str) -> int:
    """The row that is nearest in meaning."""
    return int(np.argmax(vectors @ embedder.embed([text])[0]))
