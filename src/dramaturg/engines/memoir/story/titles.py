"""What a thread is called: a short phrase in the teller's own words, to be read aloud after `you
told me about`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dramaturg.engines.memoir.base.story import Period
from dramaturg.engines.memoir.base.story_events import Mentioned
from dramaturg.engines.memoir.story.kin import KIN
from dramaturg.engines.memoir.story.passage import ParsedPassage
from dramaturg.engines.memoir.story.vectors import nearness
from dramaturg.english.prose import plain, table
from dramaturg.turn.ports import Embedder

LONGEST = 5  # words
CANDIDATES = 16
_LEADING = re.compile(r"(?i)^(?:the one about|some|any|all|what happened (?:to|with)|how)\s+")
_DETERMINED = table("the my our his her their this that")
_POINTS = {"place": 0.12, "person": 0.1, "thing": -0.1, "year": -0.05}
BY_PERIOD: dict[Period, str] = {
    "origins": "where your family came from",
    "childhood": "when you were small",
    "youth": "your young years",
    "early_adulthood": "your first grown-up years",
    "family": "your family",
    "work": "your working life",
    "middle_years": "your middle years",
    "later_years": "your later years",
    "now": "your life these days",
}
ANYTHING = "those days"


@dataclass(frozen=True, slots=True)
class _Candidate:
    words: str
    points: float


def title_from(words: str) -> str:
    """The teller's own words for it, if they can be a title: `my brother Tom`."""
    words = _LEADING.sub("", " ".join(words.split()))
    kept = words.split()[:LONGEST]
    while kept and plain(kept[-1]) in (
        "the",
        "a",
        "my",
        "of",
        "in",
        "at",
        "and",
        "our",
        "on",
        "with",
        "that",
        "who",
    ):
        kept.pop()
    first = plain(kept[0]) if kept else ""
    spoken = (
        first in _DETERMINED or first in KIN or (kept and kept[0][0].isupper()) or len(kept) == 1
    )
    return (
        " ".join(kept)
        if spoken
        and first not in ("it", "that", "this", "him", "her", "them", "me", "us", "you", "what")
        else ""
    )


def title_of(
    passage: ParsedPassage,
    mentions: Sequence[Mentioned],
    periods: Sequence[Period],
    embedder: Embedder,
) -> str:
    """Of everything named, what says most of what the passage is about; else the time of life."""
    candidates = list(dict.fromkeys(_candidates(passage, mentions)))[:CANDIDATES]
    if not candidates:
        return BY_PERIOD[periods[0]] if periods else ANYTHING
    vectors = embedder.embed([passage.text[:1_000], *(each.words for each in candidates)])
    near = nearness(list(vectors[1:]), vectors[0])
    return max(zip(candidates, near, strict=True), key=lambda each: each[0].points + each[1])[
        0
    ].words


def _candidates(passage: ParsedPassage, mentions: Sequence[Mentioned]) -> Iterator[_Candidate]:
    """What was named, in the words in which it was; what comes first or again counts more."""
    lowered = plain(passage.text)
    for mention in mentions:
        words = _said(passage, mention)
        if not words or len(words.split()) > LONGEST or mention.mention == "year":
            continue
        again = 0.05 * min(2, lowered.count(plain(mention.key)) - 1)
        early = 0.06 * (1 - mention.quote.span.start / max(1, len(passage.text)))
        first = 0.15 if mention.quote.span.start == _first_place(mentions) else 0.0
        yield _Candidate(words, _POINTS[mention.mention] + again + early + first)


def _first_place(mentions: Sequence[Mentioned]) -> int:
    """Where the first person or place is named: mostly that is what it is about."""
    return min(
        (each.quote.span.start for each in mentions if each.mention in ("person", "place")),
        default=-1,
    )


def _said(passage: ParsedPassage, mention: Mentioned) -> str:
    """The words of the quote, as they can stand behind `about`: a red bicycle is `the red
    bicycle`.
    """
    said = " ".join(mention.quote.span.text.split())
    said = re.sub(r"['’]s$", "", said).replace(",", "")
    said = re.sub(r"(?i)^(?:a|an|that|these|those|this)\s+", "the ", said)
    if (
        mention.mention == "place"
        and mention.name.startswith("the ")
        and not said.lower().startswith("the ")
    ):
        said = f"the {said}"
    if plain(said).split()[:1] and plain(said).split()[0] in _DETERMINED:
        return said[:1].lower() + said[1:]
    return said
