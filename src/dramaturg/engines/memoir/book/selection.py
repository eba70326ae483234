"""What may go into the book, sentence by sentence, and why the rest stays out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from dramaturg.engines.memoir.base.story import BookWish, TellerQuote
from dramaturg.engines.memoir.book.clean_speech import finished
from dramaturg.engines.memoir.book.passages import BookPassage, BookSource
from dramaturg.engines.memoir.book.sentences import DraftSentence, told_sentences
from dramaturg.engines.memoir.book.wishes import Place, Renaming, Wishes, WishMet, called
from dramaturg.engines.memoir.story.passage import sentence_spans
from dramaturg.english.prose import words
from dramaturg.kernel.values import replace
from dramaturg.turn.readings import Span

Include: TypeAlias = Literal["sensitive"] | int
"""What is wanted in the book that would stay out: all sensitive passages, or a passage by its turn.
"""
Reader = Literal["everyone", "family"]
Withheld = Literal["off_record", "stopped", "refused", "sensitive", "wished", "family", "talk"]
CORE = 3
SAME = 3  # words by which a sentence begins like the one that was to stand before it


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A sentence, or a whole passage, that stays out, and why; with the wish, where it was one."""

    turn: int
    span: Span
    reason: Withheld
    wish: BookWish | None = None


@dataclass(frozen=True, slots=True)
class BookSelection:
    """The passages of which something may be read, their sentences, and what stays out."""

    passages: tuple[BookPassage, ...]
    told: Mapping[int, tuple[DraftSentence, ...]] = field(default_factory=dict)
    left: tuple[LeftOut, ...] = ()
    unmet: tuple[BookWish, ...] = ()
    """Wishes that nothing told fits: the teller has to say what they meant."""
    renamings: tuple[Renaming, ...] = ()

    @property
    def withheld(self) -> Mapping[Withheld, int]:
        """How many passages something of was left out, by reason."""
        return Counter(reason for _, reason in {(left.turn, left.reason) for left in self.left})

    def sentence_at(self, quote: TellerQuote) -> DraftSentence | None:
        """The sentence in which words stand; None where they may not be read."""
        for sentence in self.told.get(quote.turn, ()):
            source = sentence.sources[0]
            if (
                source.turn == quote.turn
                and source.span.start <= quote.span.start < source.span.end
            ):
                return sentence
        return None


def select(
    memoir: BookSource, include: tuple[Include, ...] = (), reader: Reader = "everyone"
) -> BookSelection:
    """The passages that may be read in the book, and why others may not."""
    return _Selecting(memoir, include, reader).selection()


def why_withheld(
    passage: BookPassage, include: tuple[Include, ...] = (), reader: Reader = "everyone"
) -> Withheld | None:
    """Why a whole passage stays out of the book; None when it may be used."""
    if passage.turn in include or passage.mark == "wanted":
        return None
    if passage.mark == "off_record":
        return "off_record"
    if passage.mark == "family" and reader != "family":
        return "family"
    if passage.stopped and not (passage.stopped == "stop_requested" and passage.refusing):
        return "stopped"
    if passage.refused and not _says_more(passage):
        return "refused"
    sensitive = passage.mark == "sensitive" or passage.level >= CORE
    return "sensitive" if sensitive and "sensitive" not in include else None


def _says_more(passage: BookPassage) -> bool:
    """Whether anything is told beside the words that refuse."""
    spans = sentence_spans(passage.text)
    return bool(passage.refusing) and not all(_refuses(passage, span) for span in spans)


def _refuses(passage: BookPassage, sentence: Span) -> bool:
    """Whether words that refuse stand in a sentence. What a refusal names, it leaves."""
    return any(sentence.start < span.end and span.start < sentence.end for span in passage.refusing)


@dataclass(frozen=True)
class _Selecting:
    memoir: BookSource
    include: tuple[Include, ...]
    reader: Reader

    def selection(self) -> BookSelection:
        wishes = Wishes(self.memoir)
        corrections = _corrections(self.memoir)
        told: dict[int, tuple[DraftSentence, ...]] = {}
        left: list[LeftOut] = []
        for passage in self.memoir.passages:
            reason = why_withheld(passage, self.include, self.reader)
            if reason:
                left.append(LeftOut(passage.turn, Span(passage.text, 0), reason))
                continue
            out = dict(self._left(passage, wishes))
            left += out.values()
            kept = told_sentences(
                passage.turn,
                passage.text,
                corrections.get(passage.turn, ()),
                frozenset(start for _, start in out),
            )
            told[passage.turn] = tuple(
                replace(sentence, text=called(wishes.renamings, sentence.text))
                for sentence in _in_other_words(kept, passage.turn, wishes)
            )
        readable = tuple(each for each in self.memoir.passages if each.turn in told)
        return BookSelection(
            readable,
            told,
            tuple(left),
            tuple(met.wish for met in wishes.met if not met.places and met.wish.said.text),
            wishes.renamings,
        )

    def _left(self, passage: BookPassage, wishes: Wishes) -> Iterator[tuple[Place, LeftOut]]:
        """The sentences of a passage that stay out. Who takes a passage in takes in all of it but
        the talk.
        """
        wanted = passage.turn in self.include or passage.mark == "wanted"
        talk = {span.start for span in passage.talk}
        apart = not wanted or _says_more(passage)  # of all that refuses, what is wanted stays
        for span in sentence_spans(passage.text):
            place = (passage.turn, span.start)
            met = self._wished(place, wishes.met)
            refuses = apart and _refuses(passage, span)
            if place in wishes.said or span.start in talk or refuses:
                yield place, LeftOut(passage.turn, span, "talk")
            elif met and not wanted:
                reason: Withheld = "family" if met.wish.kind == "family" else "wished"
                yield place, LeftOut(passage.turn, span, reason, met.wish)

    def _wished(self, place: Place, met: tuple[WishMet, ...]) -> WishMet | None:
        return next(
            (
                each
                for each in met
                if place in each.places
                and not (each.wish.kind == "family" and self.reader == "family")
            ),
            None,
        )


def _in_other_words(
    told: tuple[DraftSentence, ...], turn: int, wishes: Wishes
) -> Iterator[DraftSentence]:
    """With what the teller wanted to stand there instead, unless they go on with the same words."""
    instead = [
        (min(start for at, start in met.places if at == turn), met.wish)
        for met in wishes.met
        if met.wish.instead and any(at == turn for at, _ in met.places)
    ]
    for sentence in told:
        while instead and instead[0][0] < sentence.sources[0].span.start:
            put = _put(instead.pop(0)[1])
            if words(put.text)[:SAME] != words(sentence.text)[:SAME]:
                yield put
        yield sentence
    yield from (_put(wish) for _, wish in instead)


def _put(wish: BookWish) -> DraftSentence:
    span = wish.instead or wish.said
    return DraftSentence(finished(span.text), "told", (TellerQuote(wish.turn, span),))


def _corrections(memoir: BookSource) -> dict[int, list[Span]]:
    """By turn, the words with which something said before was put right."""
    found: dict[int, list[Span]] = {}
    for kept in memoir.claims.values():
        by = memoir.claims.get(kept.superseded_by or "")
        if by:
            found.setdefault(by.turn, []).append(by.claim.span)
    return found


WHY: Mapping[Withheld, tuple[str, str]] = {
    "off_record": ("was told off the record", "were told off the record"),
    "stopped": (
        "was said when the talk was stopped, or after",
        "were said when the talk was stopped, or after",
    ),
    "refused": (
        "is one in which you did not want to go on",
        "are ones in which you did not want to go on",
    ),
    "sensitive": ("is a sensitive one", "are sensitive ones"),
    "wished": ("has something that you wanted out", "have something that you wanted out"),
    "family": ("is for the family only", "are for the family only"),
}


def note_for_teller(selection: BookSelection) -> str:
    """For the teller alone, never in the book: how much stayed out and why, without a word
    of it.
    """
    counts = {reason: selection.withheld.get(reason, 0) for reason in WHY}
    total = sum(counts.values())
    if not total:
        return "Nothing you told was held back from the book."
    parts = [f"{count} {WHY[reason][count > 1]}" for reason, count in counts.items() if count]
    told = "1 passage is" if total == 1 else f"{total} passages are"
    ways = "You can have sensitive ones put in, and any passage by its turn."
    return f"{told} not in the book, or not whole: {'; '.join(parts)}. {ways}"
