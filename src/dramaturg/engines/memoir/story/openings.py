"""What a passage begins with: somebody brought in, a place or time set, a step in life; or it goes
on with what is being told.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from dramaturg.data_files import Pattern, Words, load
from dramaturg.engines.memoir.base.story_events import Mentioned
from dramaturg.engines.memoir.story.figures import ages, years
from dramaturg.engines.memoir.story.passage import ParsedPassage
from dramaturg.english.prose import table
from dramaturg.turn.ports import Sentence, Token

_WORDS = load(__file__, "words.yaml", dict[str, dict[str, Words]])["openings"]
_PATTERNS = load(__file__, "patterns.yaml", dict[str, dict[str, Pattern]])["openings"]

STEPS = _WORDS["steps"]
"""What one does when a part of life begins."""
_MEETING = table("meet marry")
_UPHEAVAL = "(?:war|depression|partition|strike|revolution|famine)"
_TIME = re.compile(
    rf"(?i)^\W*(?:after|during|before|in|when) (?P<words>(?:the|that) (?:\w+ )?{_UPHEAVAL})\b"
)
_FIRST = _PATTERNS["first"]
_THEY = table("he she him her his hers")
_SUBJECTS = ("nsubj", "nsubjpass")


@dataclass(frozen=True, slots=True)
class PassageOpening:
    """Somebody or some place by key, or a `step` in life: `At fifteen I started at the mill`."""

    key: str = ""
    step: bool = False
    words: str = ""
    """What it may be called, in the teller's words."""


def opening_of(passage: ParsedPassage, named: Sequence[Mentioned]) -> PassageOpening | None:
    """Who or what the first sentence brings in; None where it goes on with what is being told."""
    first = next((sentence for sentence in passage.sentences if sentence), ())
    text = passage.text[first[0].start : first[-1].end] if first else ""
    named_first = _TIME.match(text) or _FIRST.match(text)
    if named_first:
        return PassageOpening(step=True, words=named_first["words"])
    subject = next(
        (
            token
            for token in first
            if token.dep in _SUBJECTS and first[token.head].dep in ("ROOT", "conj", "ccomp")
        ),
        None,
    )
    if subject is None or _is_of_somebody_before(first, named):
        return None
    set_in = next(
        (
            each.key
            for each in named
            if each.mention == "place" and each.quote.span.end <= subject.start
        ),
        "",
    )
    if subject.text.lower() in ("i", "we"):
        return _step(passage, first, named) or (PassageOpening(set_in) if set_in else None)
    key = _key_at(subject, named) or set_in
    return PassageOpening(key) if key else None


def _is_of_somebody_before(first: Sentence, named: Sequence[Mentioned]) -> bool:
    """Whether a `he` or `she` is somebody of whom the teller spoke before."""
    pronoun = next((token.start for token in first if token.text.lower() in _THEY), None)
    people = (each.quote.span.start for each in named if each.mention == "person")
    return pronoun is not None and not any(start < pronoun for start in people)


def _step(
    passage: ParsedPassage, first: Sentence, named: Sequence[Mentioned]
) -> PassageOpening | None:
    """What the teller did that begins something, or at a time they name, or whom they met."""
    text = passage.text[first[0].start : first[-1].end]
    met = next(
        (token for token in first if token.dep == "dobj" and first[token.head].lemma in _MEETING),
        None,
    )
    who = _key_at(met, named) if met else ""
    begins = any(token.lemma in STEPS and token.pos == "VERB" for token in first)
    return PassageOpening(who, step=True) if who or begins or years(text) or ages(text) else None


def _key_at(token: Token, named: Sequence[Mentioned]) -> str:
    return next(
        (each.key for each in named if each.quote.span.start <= token.start < each.quote.span.end),
        "",
    )
