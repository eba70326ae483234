"""A passage as it is read: what the teller said in one turn, with its sentences."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dramaturg.engines.memoir.base.story import TellerQuote
from dramaturg.english import prose
from dramaturg.turn.ports import Sentence
from dramaturg.turn.readings import Span


@dataclass(frozen=True, slots=True)
class ParsedPassage:
    """The words of one turn, and their sentences as the parser has them."""

    turn: int
    text: str
    sentences: tuple[Sentence, ...] = ()

    def span(self, start: int, end: int) -> Span:
        return Span(self.text[start:end], start)

    def quote(self, start: int, end: int) -> TellerQuote:
        return TellerQuote(self.turn, self.span(start, end))

    def sentence_at(self, place: int) -> Span:
        """The sentence in which a character stands; the whole text when nothing was parsed."""
        for sentence in self.sentences:
            if sentence and sentence[0].start <= place < sentence[-1].end:
                return self.span(sentence[0].start, sentence[-1].end)
        return Span(self.text, 0)


def sentence_spans(text: str) -> Iterator[Span]:
    """The sentences as they stand in a text."""
    place = 0
    for sentence in prose.sentences(text):
        start = text.find(sentence, place)
        if start >= 0:
            yield Span(sentence, start)
            place = start + len(sentence)
