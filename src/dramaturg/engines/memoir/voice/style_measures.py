"""Measuring a style: of which types its sentences are, and how long its lines and questions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import get_args

from dramaturg.data_files import Pattern, load
from dramaturg.engines.memoir.base.artifacts import SentenceType
from dramaturg.engines.memoir.voice.way_out import offers_sideways
from dramaturg.english.prose import plain, sentences, words

_PATTERNS = load(__file__, "patterns.yaml", dict[str, dict[str, Pattern]])["style_measures"]

_INVITES = _PATTERNS["invites"]
_OFFERS = _PATTERNS["offers"]
_REFLECTS = _PATTERNS["reflects"]


def sentence_type(sentence: str) -> SentenceType:
    """What a sentence of the interviewer's does."""
    said = plain(sentence)
    if said.rstrip("\"'”’)").endswith("?"):
        return "ask"
    if offers_sideways(sentence):
        return "offer"
    if _INVITES.search(said):
        return "invite"
    if _OFFERS.search(said):
        return "offer"
    return "reflect" if _REFLECTS.search(said) else "acknowledge"


@dataclass(frozen=True, slots=True)
class StyleMeasures:
    """Shares of sentence types, and means in words."""

    shares: Mapping[SentenceType, float]
    turn: float
    question: float


def measure(lines: Sequence[str]) -> StyleMeasures:
    """How these lines were said."""
    spoken = [sentence for line in lines for sentence in sentences(line)]
    counted = Counter(map(sentence_type, spoken))
    types: tuple[SentenceType, ...] = get_args(SentenceType)
    shares = {each: round(counted[each] / max(1, len(spoken)), 3) for each in types}
    asked = [sentence for sentence in spoken if sentence_type(sentence) == "ask"]
    return StyleMeasures(shares, _mean_words(lines), _mean_words(asked))


def _mean_words(texts: Iterable[str]) -> float:
    lengths = [len(words(text)) for text in texts]
    return round(fmean(lengths), 1) if lengths else 0.0
