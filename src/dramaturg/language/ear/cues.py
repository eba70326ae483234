"""Cues: what can be counted in words where a small word is the sign. Inputs of the heads beside
what the encoder makes of the whole, and nothing but counts.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import log1p

import numpy as np
from numpy.typing import NDArray

from dramaturg.data_files import Words, load
from dramaturg.english.prose import table
from dramaturg.english.sentiment import Sentiment, sentiment

_LISTS = load(__file__, "cues.yaml", dict[str, Words])
_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?|\d[\d.,:]*")
_SENTENCE = re.compile(r"(?<![.!?…])[.!?…]+(?=\s|$)")
_CAPITAL = re.compile(r"(?<=[a-z,;] )[A-Z][a-z]+")
_FACE = re.compile(r"[:;=]-?[()DPp/]|<3|[\U0001F300-\U0001FAFF\u2600-\u27BF]")
_ASKING = table(
    "what why how who whose whom which when where what's how's who's where's is are was were do"
    " does did have has had can could will would should may might am isn't aren't wasn't weren't"
    " don't doesn't didn't haven't hasn't can't couldn't won't wouldn't shouldn't"
)
_INVITING = re.compile(
    r"\b(tell me|talk me|walk me|take me|describe|explain|say (a bit|some)? ?more|go on)\b"
)
_TAG = re.compile(
    r",\s*(right|isn't|wasn't|didn't|don't|aren't|weren't|no|yes|eh|huh|correct)\b.{0,12}\?\s*$"
)


@dataclass(frozen=True)
class _Counted:
    text: str

    @cached_property
    def lower(self) -> str:
        return self.text.lower().replace("’", "'")

    @cached_property
    def words(self) -> list[str]:
        return _WORD.findall(self.lower)

    @cached_property
    def times(self) -> Counter[str]:
        return Counter(self.words)

    @property
    def total(self) -> int:
        return max(1, len(self.words))

    @cached_property
    def sentiment(self) -> Sentiment:
        return sentiment(self.text)

    @cached_property
    def last_sentence(self) -> list[str]:
        parts = [part for part in _SENTENCE.split(self.lower) if part.strip()]
        return _WORD.findall(parts[-1]) if parts else []

    def count(self, words: Words) -> int:
        return sum(map(self.times.__getitem__, self.times.keys() & words))


def _listed(name: str) -> Mapping[str, Callable[[_Counted], float]]:
    words = _LISTS[name]
    return {
        name: lambda c: log1p(c.count(words)),
        f"share of {name}": lambda c: c.count(words) / c.total,
    }


CUES: Mapping[str, Callable[[_Counted], float]] = {
    "words": lambda c: log1p(len(c.words)),
    "word length": lambda c: sum(map(len, c.words)) / c.total / 5,
    "sentences": lambda c: log1p(len(_SENTENCE.findall(c.text))),
    "different words": lambda c: len(c.times) / c.total,
    "figures": lambda c: log1p(sum(word[0].isdigit() for word in c.words)),
    "capitals": lambda c: log1p(len(_CAPITAL.findall(c.text))),
    **{key: cue for name in _LISTS for key, cue in _listed(name).items()},
    "question marks": lambda c: log1p(c.text.count("?")),
    "ends as a question": lambda c: float(c.text.rstrip(" \"'”’)").endswith("?")),
    "asks at the start": lambda c: float(bool(c.words) and c.words[0] in _ASKING),
    "asks at last": lambda c: float(bool(c.last_sentence) and c.last_sentence[0] in _ASKING),
    "how or why": lambda c: float(any(w in ("how", "why", "what") for w in c.last_sentence[:3])),
    "invites": lambda c: float(bool(_INVITING.search(c.lower))),
    "tag": lambda c: float(bool(_TAG.search(c.lower))),
    "exclamations": lambda c: log1p(c.text.count("!")),
    "dots": lambda c: log1p(c.text.count("...") + c.text.count("…")),
    "commas": lambda c: log1p(c.text.count(",")),
    "faces": lambda c: log1p(len(_FACE.findall(c.text))),
    "pleasant": lambda c: c.sentiment.pleasant,
    "unpleasant": lambda c: c.sentiment.unpleasant,
    "tone": lambda c: c.sentiment.tone,
    "tone strength": lambda c: abs(c.sentiment.tone),
}


def cues(text: str) -> NDArray[np.float32]:
    """All cues of a text, in the order of `CUES`."""
    counted = _Counted(text)
    return np.array([cue(counted) for cue in CUES.values()], dtype=np.float32)
