"""Measuring a style: of which types its sentences are, and how long its lines and questions."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import get_args

from dramaturg.engines.memoir.base.artifacts import SentenceType
from dramaturg.engines.memoir.voice.way_out import offers_sideways
from dramaturg.english.prose import plain, sentences, words

_INVITES = re.compile(
    r"^(?:please |so |and |then |gladly |perhaps )?(?:only )?"
    r"(?:if you \w+,? |when you \w+ \w+,? |in your own time,? |as \w+ as you [\w ]+, )?"
    r"(?:tell me|take me|walk me|put me|set the scene|go on|carry"
    r" on|begin|start|describe|pick|say|take|choose|come back"
    r"|help me)\b"
    r"|\bi would (?:also |gladly )?(?:like to )?(?:hear|know|stay)\b|\bplease (?:go"
    r" on|tell)\b|\btell me\b"
)
_OFFERS = re.compile(
    r"\b(?:only if|if you (?:want|wish|like|would rather)|as you (?:like|wish)|just as"
    r" you|whenever you"
    r"|you (?:decide|choose|set|can)|no hurry|take your time|as far as you|as long as you|there is"
    r" (?:time|room)"
    r"|a pause|a break|need not|nothing (?:has|needs))\b"
)
_REFLECTS = re.compile(
    r"^(?:so |earlier )?(?:you|your)\b|\byou (?:said|told|mentioned|spoke)\b|\bi have"
    r" (?!that\b)|\bmy notes\b"
)


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
    spoken = [sentence for line in lines for sentence in sentences(line)]
    counted = Counter(map(sentence_type, spoken))
    types: tuple[SentenceType, ...] = get_args(SentenceType)
    shares = {each: round(counted[each] / max(1, len(spoken)), 3) for each in types}
    asked = [sentence for sentence in spoken if sentence_type(sentence) == "ask"]
    return StyleMeasures(shares, _mean_words(lines), _mean_words(asked))


def _mean_words(texts: Iterable[str]) -> float:
    lengths = [len(words(text)) for text in texts]
    return round(fmean(lengths), 1) if lengths else 0.0
