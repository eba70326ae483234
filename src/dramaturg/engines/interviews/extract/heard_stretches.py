"""Phrases and what the ear hears: of the phrases of an answer those that the ear takes for
concepts, each as far as the ear hears it.

A parser knows where a phrase begins and what hangs on it; the ear knows what is worth naming and
where it ends. What both have is a concept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from dramaturg.engines.interviews.extract.phrases import Phrase
from dramaturg.english.prose import content_words
from dramaturg.turn.ports import Sentence
from dramaturg.turn.readings import Span

_PARTS = re.compile(r"(?i)[,;:.!?–—]|\b(?:and|but|so|because|or|when|if|while|though)\b")
BESIDE = 2  # letters between two stretches that are one
REACH = 40  # letters by which a stretch that was heard may reach beyond a phrase


def as_heard(
    found: Sequence[Phrase], spans: Sequence[Span], sentences: Sequence[Sentence], text: str
) -> tuple[Phrase, ...]:
    """The phrases that were heard, each grown to all that was heard of it. Of several in one
    stretch with nothing between them the weightiest is kept.
    """
    heard = [each for each in spans if content_words(each.text)]
    kept: list[Phrase] = []
    for phrase in sorted(found, key=lambda each: (each.start, -each.end)):
        mine = [each for each in heard if _meets(each, phrase.start, phrase.end)]
        if not mine:
            continue
        before = kept[-1] if kept else None
        together = before and any(_meets(each, before.start, before.end) for each in mine)
        if before is None or not together or _is_parted(text[before.end : phrase.start]):
            kept.append(phrase)
        elif _says_more(phrase, before):
            kept[-1] = phrase
    grown = (_grown(each, heard, sentences) for each in kept)
    return tuple(_apart(sorted(grown, key=lambda each: (each.start, each.end))))


def _meets(span: Span, start: int, end: int) -> bool:
    return span.start < end and start < span.start + len(span.text)


def _is_parted(between: str) -> bool:
    """Whether a new clause may begin there."""
    return bool(_PARTS.search(between))


def _says_more(one: Phrase, other: Phrase) -> bool:
    return (one.weight, one.end - one.start) > (other.weight, other.end - other.start)


def _grown(phrase: Phrase, heard: Sequence[Span], sentences: Sequence[Sentence]) -> Phrase:
    """To all that was heard of it and right beside it, within its sentence."""
    sentence, start, end = sentences[phrase.sentence], phrase.start, phrase.end
    for span in heard:
        if _meets(span, start, end + BESIDE):
            start = min(start, max(span.start, sentence[0].start, phrase.start - REACH))
            after = min(span.start + len(span.text), sentence[-1].end, phrase.end + REACH)
            end = max(end, after)
    return replace(phrase, start=start, end=end)


def _apart(found: Sequence[Phrase]) -> Iterator[Phrase]:
    """None reaches into the next."""
    for place, phrase in enumerate(found):
        after = found[place + 1].start if place + 1 < len(found) else phrase.end
        if after <= phrase.start:
            continue
        yield replace(phrase, end=min(phrase.end, after))
