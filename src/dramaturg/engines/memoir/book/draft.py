"""The draft of the book: the teller's own words in chapters, and a little linking text made of
facts in the story.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from dramaturg.engines.memoir.base.story import KeptClaim, TellerQuote
from dramaturg.engines.memoir.book.arranged import arranged
from dramaturg.engines.memoir.book.chapters import ChapterPart, ChapterPlan, PassageInBook, chapters
from dramaturg.engines.memoir.book.dates import Dating, current, datings, years_of
from dramaturg.engines.memoir.book.linking_text import Linker
from dramaturg.engines.memoir.book.passages import BookPassage, BookSitting, BookSource
from dramaturg.engines.memoir.book.selection import (
    BookSelection,
    Include,
    Reader,
    note_for_teller,
    select,
)
from dramaturg.engines.memoir.book.sentences import DraftSentence
from dramaturg.engines.memoir.book.timeline import Timeline, timeline
from dramaturg.engines.memoir.book.wishes import renamed
from dramaturg.english.prose import words

LONG_PART = 3
"""From how many passages on a part of a chapter has a title of its own."""


@dataclass(frozen=True, slots=True)
class BookOptions:
    """`include`: what would stay out and is wanted in: "sensitive", or passages by their turns.
    `title`: instead of ours.
    """

    include: tuple[Include, ...] = ()
    title: str = ""
    reader: Reader = "everyone"
    """Whose copy it is: the family's has what is for the family only."""


@dataclass(frozen=True, slots=True)
class DraftParagraph:
    """What was told in one turn, perhaps with a word before it."""

    turn: int
    sentences: tuple[DraftSentence, ...]


@dataclass(frozen=True, slots=True)
class DraftSection:
    """A long part of a chapter under its title, or short ones together, which have none."""

    title: DraftSentence | None
    paragraphs: tuple[DraftParagraph, ...]

    @property
    def sentences(self) -> tuple[DraftSentence, ...]:
        told = (sentence for paragraph in self.paragraphs for sentence in paragraph.sentences)
        return (self.title, *told) if self.title else tuple(told)


@dataclass(frozen=True, slots=True)
class DraftChapter:
    """`subtitle` and `opening` are ours; nothing is in them that was not told. `known` is what a
    model may open it with.
    """

    title: DraftSentence
    subtitle: DraftSentence
    sections: tuple[DraftSection, ...]
    opening: tuple[DraftSentence, ...] = ()
    known: tuple[DraftSentence, ...] = ()

    @property
    def sentences(self) -> tuple[DraftSentence, ...]:
        return (
            self.title,
            *((self.subtitle,) if self.subtitle.text else ()),
            *self.opening,
            *(each for section in self.sections for each in section.sentences),
        )


@dataclass(frozen=True, slots=True)
class BookDraft:
    """A book to read and to mend. `for_teller` is not part of it: what stayed out, in numbers."""

    id: str
    title: str
    name: str
    dedication: str
    sittings: tuple[BookSitting, ...]
    passages: Mapping[int, BookPassage]
    """Those it draws on, by turn."""
    chapters: tuple[DraftChapter, ...]
    timeline: Timeline
    for_teller: str
    selection: BookSelection
    """What was taken, and what was left out and why."""

    @property
    def sentences(self) -> tuple[DraftSentence, ...]:
        return tuple(sentence for chapter in self.chapters for sentence in chapter.sentences)


def draft(memoir: BookSource, options: BookOptions | None = None) -> BookDraft:
    """The same memoir always makes the same book."""
    options = options or BookOptions()
    selection = select(memoir, options.include, options.reader)
    memoir = renamed(memoir, selection.renamings)
    dated = datings(memoir, selection.passages)
    found = ((passage, selection.told[passage.turn]) for passage in selection.passages)
    told = tuple(
        PassageInBook(passage, told, _readable(dated[passage.turn], selection))
        for passage, told in _once(found)
        if told
    )
    writer = _Writer(memoir, Linker(memoir, selection.passages))
    return BookDraft(
        id=memoir.id,
        title=options.title
        or memoir.book.title
        or (f"What {memoir.name} told" if memoir.name else "What was told"),
        name=memoir.name,
        sittings=memoir.sittings,
        passages={passage.turn: passage for passage in selection.passages},
        dedication=memoir.book.dedication,
        chapters=writer.chapters(arranged(chapters(memoir, told), memoir.book)),
        timeline=timeline(memoir, selection),
        for_teller=note_for_teller(selection),
        selection=selection,
    )


def _readable(dated: Sequence[Dating], selection: BookSelection) -> tuple[Dating, ...]:
    """What was left out dates nothing."""
    return tuple(each for each in dated if each.corrected or selection.sentence_at(each.quote))


def _once(
    found: Iterable[tuple[BookPassage, tuple[DraftSentence, ...]]],
) -> Iterator[tuple[BookPassage, tuple[DraftSentence, ...]]]:
    """What was told word for word before stands where it was told first."""
    known: set[tuple[str, ...]] = set()
    for passage, told in found:
        new = {
            said: sentence
            for sentence in reversed(told)
            if (said := words(sentence.text)) not in known
        }
        known.update(new)
        yield passage, tuple(reversed(new.values()))


class _Writer:
    """Writes the chapters as they are planned."""

    def __init__(self, memoir: BookSource, linker: Linker) -> None:
        self._claims = memoir.claims
        self._linker = linker
        self._superseded: dict[int, list[KeptClaim]] = {}
        for kept in memoir.claims.values():
            if kept.superseded_by in memoir.claims:
                self._superseded.setdefault(kept.turn, []).append(kept)

    def chapters(self, plans: Sequence[ChapterPlan]) -> tuple[DraftChapter, ...]:
        written: list[DraftChapter] = []
        for plan in plans:
            title = self._linker.title(plan, [chapter.title.text for chapter in written])
            written.append(self._chapter(plan, title))
        return tuple(
            chapter
            for chapter in written
            if any(section.paragraphs for section in chapter.sections)
        )

    def _chapter(self, plan: ChapterPlan, title: DraftSentence) -> DraftChapter:
        told = tuple(section for section in self._sections(plan) if section.paragraphs)
        return DraftChapter(
            title, self._linker.subtitle(plan, title), told, known=self._linker.opening(plan)
        )

    def _sections(self, plan: ChapterPlan) -> Iterator[DraftSection]:
        several = len(plan.parts) > 1
        for long, found in groupby(
            plan.parts, key=lambda part: several and len(part.tellings) >= LONG_PART
        ):
            parts = list(found)
            if long:
                yield from (self._section([part], self._linker.heading(part)) for part in parts)
            else:
                yield self._section(parts, None)

    def _section(self, parts: Sequence[ChapterPart], title: DraftSentence | None) -> DraftSection:
        tellings = [telling for part in parts for telling in part.tellings]
        turns = {telling.passage.turn for telling in tellings}
        paragraphs = (
            self._paragraph(telling, telling.passage.turn - 1 in turns) for telling in tellings
        )
        return DraftSection(
            title, tuple(paragraph for paragraph in paragraphs if paragraph.sentences)
        )

    def _paragraph(self, telling: PassageInBook, follows: bool) -> DraftParagraph:
        told = tuple(self._with_corrections(telling))
        link = self._linker.before(telling, follows) if told else None
        return DraftParagraph(telling.passage.turn, (link, *told) if link else told)

    def _with_corrections(self, telling: PassageInBook) -> Iterator[DraftSentence]:
        """A year that was corrected is the right one; another fact stays as it was said with the
        correction beside it. Where that may not be told, it goes.
        """
        wrong = self._superseded.get(telling.passage.turn, ())
        for sentence in telling.sentences:
            shown, notes = sentence, list[DraftSentence | None]()
            for kept in (each for each in wrong if _says(sentence, each)):
                now = current(self._claims, kept)
                note = self._linker.correction(kept, now)
                right = put_right(shown, kept, now) if note else None
                shown = right or shown
                notes += [] if right else [note]
            if None not in notes:
                yield from dict.fromkeys((shown, *(note for note in notes if note)))


def put_right(sentence: DraftSentence, kept: KeptClaim, now: KeptClaim) -> DraftSentence | None:
    """The sentence with the year that counts; None where it is said in another way."""
    was, right = years_of(kept), years_of(now)
    if not (was and right) or str(was[0]) not in sentence.text:
        return None
    by = TellerQuote(now.turn, now.claim.span)
    text = sentence.text.replace(str(was[0]), str(right[0]))
    return DraftSentence(text, "told", (*sentence.sources, by))


def _says(sentence: DraftSentence, kept: KeptClaim) -> bool:
    span, claimed = sentence.sources[0].span, kept.claim.span
    return span.start < claimed.end and claimed.start < span.end
