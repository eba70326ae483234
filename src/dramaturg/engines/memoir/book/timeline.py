"""The timeline: what happened when, who and where, with the words that say so. What was corrected
is told as corrected.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from dramaturg.engines.memoir.base.story import (
    PERIODS,
    KeptClaim,
    Period,
    StoryMention,
    TellerQuote,
)
from dramaturg.engines.memoir.book.dates import Dating, current, datings, period_told, years_of
from dramaturg.engines.memoir.book.passages import (
    BookPassage,
    BookSource,
    headed,
    is_proper,
    title_of,
)
from dramaturg.engines.memoir.book.selection import BookSelection, select
from dramaturg.engines.memoir.book.wishes import renamed
from dramaturg.engines.memoir.story.passage import sentence_spans
from dramaturg.english.prose import plain
from dramaturg.turn.readings import Span

PERIOD_NAMES: Mapping[Period, str] = {
    "origins": "Origins",
    "childhood": "Childhood",
    "youth": "Youth",
    "early_adulthood": "Early adult years",
    "family": "Family life",
    "work": "Working life",
    "middle_years": "Middle years",
    "later_years": "Later years",
    "now": "Today",
}


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    """Something at a time, in the teller's words. `reckoned`: the year follows from an age.
    `correction`: what was said first.
    """

    year: int
    when: str
    text: str
    quotes: tuple[TellerQuote, ...]
    reckoned: bool = False
    correction: str = ""


@dataclass(frozen=True, slots=True)
class TimelinePeriod:
    """A period of the life: what was told of it, by the titles of its threads, with the turns."""

    period: Period
    name: str
    threads: tuple[tuple[str, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class TimelineName:
    """Somebody or some place, and where they were spoken of."""

    name: str
    role: str
    quotes: tuple[TellerQuote, ...]


@dataclass(frozen=True, slots=True)
class TimelineCorrection:
    """Something that is not a year and was told differently later."""

    said: str
    now: str
    quotes: tuple[TellerQuote, ...]


@dataclass(frozen=True, slots=True)
class Timeline:
    """What happened when, the times of life, who and where, and what was put right."""

    title: str
    entries: tuple[TimelineEntry, ...]
    stretches: tuple[TimelinePeriod, ...]
    people: tuple[TimelineName, ...]
    places: tuple[TimelineName, ...]
    corrections: tuple[TimelineCorrection, ...]


def timeline(memoir: BookSource, selection: BookSelection | None = None) -> Timeline:
    """Made from what may be read; what is withheld from the book is not dated either."""
    selection = selection or select(memoir)
    return _Telling(renamed(memoir, selection.renamings), selection).timeline()


@dataclass(frozen=True)
class _Telling:
    """A memoir as far as it may be told."""

    memoir: BookSource
    selection: BookSelection

    @property
    def passages(self) -> Sequence[BookPassage]:
        return self.selection.passages

    @cached_property
    def by_turn(self) -> Mapping[int, BookPassage]:
        return {passage.turn: passage for passage in self.passages}

    @cached_property
    def datings(self) -> Mapping[int, tuple[Dating, ...]]:
        return datings(self.memoir, self.passages)

    def timeline(self) -> Timeline:
        dated = [entry for found in self.datings.values() for entry in self._entries(found)]
        entries = (*dated, *self._corrected_years())
        return Timeline(
            title=f"{self.memoir.name}: a timeline" if self.memoir.name else "A timeline",
            entries=tuple(
                sorted(dict.fromkeys(entries), key=lambda entry: (entry.year, entry.quotes[0].turn))
            ),
            stretches=tuple(self._stretches()),
            people=tuple(self._named(self.memoir.people)),
            places=tuple(self._named(self.memoir.places)),
            corrections=tuple(self._corrections()),
        )

    def _entries(self, found: Sequence[Dating]) -> Iterator[TimelineEntry]:
        for dating in found:
            sentence = self.sentence_at(dating.quote)
            if sentence is not None and not dating.corrected:
                when = dating.label if dating.age is None else f"{dating.label} (aged {dating.age})"
                yield TimelineEntry(dating.year, when, *sentence, reckoned=dating.age is not None)

    def sentence_at(self, quote: TellerQuote) -> tuple[str, tuple[TellerQuote, ...]] | None:
        """The sentence in which the words stand; None when it is not in the book."""
        sentence = self.selection.sentence_at(quote)
        return (sentence.text, sentence.sources) if sentence else None

    # ── what was corrected ────────────────────────────────────────────────────────────────────────

    def _superseded(self) -> Iterator[tuple[KeptClaim, KeptClaim]]:
        """What was said first and what is true now, where both may be told."""
        for kept in self.memoir.claims.values():
            now = current(self.memoir.claims, kept)
            if (
                now is not kept
                and kept.turn in self.by_turn
                and (now.turn in self.by_turn or now.turn == kept.turn)
            ):
                yield kept, now

    def _corrected_years(self) -> Iterator[TimelineEntry]:
        for kept, now in self._superseded():
            was, years = years_of(kept), years_of(now)
            quote = TellerQuote(kept.turn, kept.claim.span)
            sentence = self.sentence_at(quote) or self._putting_right(kept, now)
            if was and years and sentence and was != years:
                text, quotes = sentence
                if str(years[0]) not in text:
                    text = text.replace(str(was[0]), str(years[0]))
                correction = f"{was[0]}, corrected to {years[0]} in turn {now.turn}"
                yield TimelineEntry(
                    years[0],
                    str(years[0]),
                    text,
                    (*quotes, TellerQuote(now.turn, now.claim.span)),
                    correction=correction,
                )

    def _putting_right(
        self, kept: KeptClaim, now: KeptClaim
    ) -> tuple[str, tuple[TellerQuote, ...]] | None:
        """The sentence that says both, which is no part of the book, where nothing else that was
        told leads to the correction; none that is left out of the book.
        """
        others = (was for was, then in self._superseded() if then is now and was is not kept)
        if kept.turn != now.turn or any(others):
            return None
        at, turn = kept.claim.span.start, kept.turn
        if any(out.turn == turn and _holds(out.span, at) for out in self.selection.left):
            return None
        spans = sentence_spans(self.by_turn[turn].text)
        found = next((span for span in spans if _holds(span, at)), None)
        return (found.text, (TellerQuote(turn, found),)) if found else None

    def _corrections(self) -> Iterator[TimelineCorrection]:
        for kept, now in self._superseded():
            if years_of(kept) is None:
                quotes = (
                    TellerQuote(kept.turn, kept.claim.span),
                    TellerQuote(now.turn, now.claim.span),
                )
                yield TimelineCorrection(kept.claim.span.text, now.claim.span.text, quotes)

    # ── who, where, when roughly ──────────────────────────────────────────────────────────────────

    def _named(self, mentions: Sequence[StoryMention]) -> Iterator[TimelineName]:
        for mention in mentions:
            quotes = tuple(filter(self.selection.sentence_at, mention.quotes))
            if len(quotes) > 1 or (quotes and is_proper(mention.name)):
                said = any(
                    plain(mention.role) in plain(self.by_turn[quote.turn].text) for quote in quotes
                )
                yield TimelineName(headed(mention.name), mention.role if said else "", quotes)

    def _stretches(self) -> Iterator[TimelinePeriod]:
        told_sentence: dict[Period, dict[str, list[int]]] = {period: {} for period in PERIODS}
        for passage in self.passages:
            period = period_told(self.memoir, passage, self.datings[passage.turn])
            if period and passage.thread in self.memoir.threads:
                told_sentence[period].setdefault(passage.thread, []).append(passage.turn)
        for period, turns in told_sentence.items():
            titled = ((self._title(id, told_in), tuple(told_in)) for id, told_in in turns.items())
            threads = tuple((title, told_in) for title, told_in in titled if title)
            if threads:
                yield TimelinePeriod(period, PERIOD_NAMES[period], threads)

    def _title(self, thread: str, turns: Sequence[int]) -> str:
        return headed(title_of(self.memoir, thread, [self.by_turn[turn] for turn in turns]))


def _holds(span: Span, at: int) -> bool:
    return span.start <= at < span.end
