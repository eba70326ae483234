"""A memoir to read: its passages, its timeline and the draft of its book, each line with the turns
it leads back to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from dramaturg.engines.memoir.base.story import BookArrangement, ChapterArranged, Mark, TellerQuote
from dramaturg.engines.memoir.book.draft import BookOptions, DraftChapter, DraftSection, draft
from dramaturg.engines.memoir.book.passages import BookPassage, BookSource
from dramaturg.engines.memoir.book.selection import Withheld, select, why_withheld
from dramaturg.engines.memoir.book.sentences import DraftSentence
from dramaturg.engines.memoir.book.timeline import Timeline, TimelineEntry, TimelineName, timeline

WITHHELD: Mapping[Withheld, str] = {
    "off_record": "left out, as you wished",
    "stopped": "left out: said when the talk was stopped, or after",
    "refused": "left out: you did not want to go on with it",
    "sensitive": "left out, because it is sensitive",
    "wished": "left out, as you wished",
    "family": "for the family only",
    "talk": "said to the interviewer, not told",
}


@dataclass(frozen=True, slots=True)
class LeftOutShown:
    """Words that stay out of the book, why, and with which words the teller asked for it. `whole`:
    it is all of its passage.
    """

    turn: int
    text: str
    reason: Withheld
    why: str
    wish: str = ""
    wished_in: int = 0
    whole: bool = False


@dataclass(frozen=True, slots=True)
class WishShown:
    """A wish that nothing told fits."""

    turn: int
    text: str


@dataclass(frozen=True, slots=True)
class LeftOutPage:
    """What the teller is to decide: `told` was told and stays out, `talk` was said to the
    interviewer, `unmet` are wishes that fit nothing told.
    """

    told: tuple[LeftOutShown, ...]
    talk: tuple[LeftOutShown, ...]
    unmet: tuple[WishShown, ...]


@dataclass(frozen=True, slots=True)
class PassageShown:
    """What was told in one turn, word for word. `withheld` is why it stays out of the book, if it
    does.
    """

    turn: int
    sitting: int
    at: float
    text: str
    topic: str = ""
    topic_title: str = ""
    mark: Mark | None = None
    withheld: str = ""


@dataclass(frozen=True, slots=True)
class DatedShown:
    """Something at a time, in the teller's words. `reckoned`: the year follows from an age."""

    when: str
    text: str
    turns: tuple[int, ...]
    reckoned: bool = False
    correction: str = ""


@dataclass(frozen=True, slots=True)
class ToldOf:
    """Somebody, some place or some topic, and the turns in which it was told of."""

    name: str
    turns: tuple[int, ...]
    role: str = ""


@dataclass(frozen=True, slots=True)
class PeriodShown:
    name: str
    topics: tuple[ToldOf, ...]


@dataclass(frozen=True, slots=True)
class CorrectionShown:
    """What was said first, and what it was put right with."""

    said: str
    now: str
    turns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TimelineShown:
    """What happened when, who and where."""

    title: str
    entries: tuple[DatedShown, ...]
    periods: tuple[PeriodShown, ...]
    people: tuple[ToldOf, ...]
    places: tuple[ToldOf, ...]
    corrections: tuple[CorrectionShown, ...]


@dataclass(frozen=True, slots=True)
class BookSentence:
    """`told`: the teller's own words; else linking text, made of names, places and years that were
    told.
    """

    text: str
    told: bool
    turns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BookParagraph:
    turn: int
    sentences: tuple[BookSentence, ...]


@dataclass(frozen=True, slots=True)
class BookSection:
    title: str
    paragraphs: tuple[BookParagraph, ...]


@dataclass(frozen=True, slots=True)
class BookChapter:
    title: str
    subtitle: str
    opening: tuple[BookSentence, ...]
    sections: tuple[BookSection, ...]


@dataclass(frozen=True, slots=True)
class BookShown:
    """The draft. `note` is for the teller alone: how much stayed out, and why."""

    title: str
    dedication: str
    teller: str
    sittings: int
    note: str
    chapters: tuple[BookChapter, ...]
    timeline: TimelineShown


def passages_shown(memoir: BookSource) -> list[PassageShown]:
    """Everything that was told and is still there, in order."""
    return [_passage(memoir, passage) for passage in memoir.passages if passage.text]


def timeline_shown(memoir: BookSource) -> TimelineShown:
    return _timeline(timeline(memoir))


def book_shown(memoir: BookSource, options: BookOptions) -> BookShown:
    written = draft(memoir, options)
    return BookShown(
        title=written.title,
        dedication=written.dedication,
        teller=written.name,
        sittings=len(written.sittings),
        note=written.for_teller,
        chapters=tuple(map(_chapter, written.chapters)),
        timeline=_timeline(written.timeline),
    )


def left_out_shown(memoir: BookSource) -> LeftOutPage:
    """Of the copy for everyone, which has least."""
    selection = select(memoir)
    texts = {passage.turn: passage.text for passage in memoir.passages}
    left = [
        LeftOutShown(
            each.turn,
            each.span.text,
            each.reason,
            WITHHELD[each.reason],
            each.wish.said.text if each.wish else "",
            each.wish.turn if each.wish else 0,
            each.span.text == texts[each.turn],
        )
        for each in selection.left
        if each.span.text
    ]
    return LeftOutPage(
        tuple(each for each in left if each.reason != "talk"),
        tuple(each for each in left if each.reason == "talk"),
        tuple(WishShown(wish.turn, wish.said.text) for wish in selection.unmet),
    )


def left_out_lines(page: LeftOutPage) -> Iterator[str]:
    """The same for a terminal."""
    for each in page.told:
        asked = f" (“{each.wish}”, turn {each.wished_in})" if each.wish else ""
        yield f"{each.turn}  {each.why}{asked}: {each.text}"
    yield from (f"{wish.turn}  wished, and fits nothing told: {wish.text}" for wish in page.unmet)
    if page.talk:
        turns = dict.fromkeys(str(each.turn) for each in page.talk)
        yield f"Talk to the interviewer is left out too, in turns {', '.join(turns)}."
    if not (page.told or page.talk or page.unmet):
        yield "Nothing you told is left out."


def arrangement_shown(memoir: BookSource) -> BookArrangement:
    """The book as it is arranged now, every chapter with its title and its passages."""
    written = draft(memoir, BookOptions(reader="family"))
    return BookArrangement(
        written.title,
        written.dedication,
        tuple(
            ChapterArranged(
                tuple(each.turn for section in chapter.sections for each in section.paragraphs),
                chapter.title.text,
            )
            for chapter in written.chapters
        ),
    )


def _passage(memoir: BookSource, passage: BookPassage) -> PassageShown:
    thread, why = memoir.threads.get(passage.thread), why_withheld(passage)
    return PassageShown(
        turn=passage.turn,
        sitting=passage.sitting,
        at=passage.at,
        text=passage.text,
        topic=passage.thread,
        topic_title=thread.title if thread else "",
        mark=passage.mark,
        withheld=WITHHELD[why] if why else "",
    )


def _timeline(found: Timeline) -> TimelineShown:
    return TimelineShown(
        title=found.title,
        entries=tuple(map(_dated, found.entries)),
        periods=tuple(
            PeriodShown(
                stretch.name, tuple(ToldOf(title, turns) for title, turns in stretch.threads)
            )
            for stretch in found.stretches
        ),
        people=tuple(map(_named, found.people)),
        places=tuple(map(_named, found.places)),
        corrections=tuple(
            CorrectionShown(each.said, each.now, _turns(each.quotes)) for each in found.corrections
        ),
    )


def _dated(entry: TimelineEntry) -> DatedShown:
    return DatedShown(
        entry.when, entry.text, _turns(entry.quotes), entry.reckoned, entry.correction
    )


def _named(named: TimelineName) -> ToldOf:
    return ToldOf(named.name, _turns(named.quotes), named.role)


def _chapter(chapter: DraftChapter) -> BookChapter:
    opening, sections = (
        tuple(map(_sentence, chapter.opening)),
        tuple(map(_section, chapter.sections)),
    )
    return BookChapter(chapter.title.text, chapter.subtitle.text, opening, sections)


def _section(section: DraftSection) -> BookSection:
    paragraphs = (
        BookParagraph(each.turn, tuple(map(_sentence, each.sentences)))
        for each in section.paragraphs
    )
    return BookSection(section.title.text if section.title else "", tuple(paragraphs))


def _sentence(sentence: DraftSentence) -> BookSentence:
    return BookSentence(sentence.text, sentence.kind == "told", _turns(sentence.sources))


def _turns(quotes: Iterable[TellerQuote]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(quote.turn for quote in quotes))
