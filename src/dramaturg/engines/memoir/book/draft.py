"""The draft of the book: the teller's own words in chapters, and a little linking text made of
facts in the story.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from dramaturg.engines.memoir.base.story import KeptClaim
from dramaturg.engines.memoir.book.chapters import ChapterPart, ChapterPlan, PassageInBook, chapters
from dramaturg.engines.memoir.book.dates import current, datings
from dramaturg.engines.memoir.book.linking_text import Linker
from dramaturg.engines.memoir.book.passages import BookPassage, BookSitting, BookSource
from dramaturg.engines.memoir.book.selection import Include, note_for_teller, select
from dramaturg.engines.memoir.book.sentences import DraftSentence, told_sentences
from dramaturg.engines.memoir.book.timeline import Timeline, timeline
from dramaturg.english.prose import words
from dramaturg.turn.readings import Span

LONG_PART = 3
"""From how many passages on a part of a chapter has a title of its own."""


@dataclass(frozen=True, slots=True)
class BookOptions:
    """`include`: what would stay out and is wanted in: "sensitive", or passages by their turns.
    `title`: instead of ours.
    """

    include: tuple[Include, ...] = ()
    title: str = ""


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
    """`subtitle` and `opening` are ours; nothing is in them that was not told."""

    title: DraftSentence
    subtitle: DraftSentence
    opening: tuple[DraftSentence, ...]
    sections: tuple[DraftSection, ...]

    @property
    def sentences(self) -> tuple[DraftSentence, ...]:
        return (
            self.title,
            self.subtitle,
            *self.opening,
            *(each for section in self.sections for each in section.sentences),
        )


@dataclass(frozen=True, slots=True)
class BookDraft:
    """A book to read and to mend. `for_teller` is not part of it: what stayed out, in numbers."""

    id: str
    title: str
    name: str
    sittings: tuple[BookSitting, ...]
    passages: Mapping[int, BookPassage]
    """Those it draws on, by turn."""
    chapters: tuple[DraftChapter, ...]
    timeline: Timeline
    for_teller: str

    @property
    def sentences(self) -> tuple[DraftSentence, ...]:
        return tuple(sentence for chapter in self.chapters for sentence in chapter.sentences)


def draft(memoir: BookSource, options: BookOptions | None = None) -> BookDraft:
    """The same memoir always makes the same book."""
    options = options or BookOptions()
    selection = select(memoir, options.include)
    dated, corrections = datings(memoir, selection.passages), _corrections(memoir)
    found = (
        (passage, told_sentences(passage.turn, passage.text, corrections.get(passage.turn, ())))
        for passage in selection.passages
    )
    told = tuple(
        PassageInBook(passage, told, dated[passage.turn]) for passage, told in _once(found) if told
    )
    writer = _Writer(memoir, Linker(memoir, selection.passages))
    return BookDraft(
        id=memoir.id,
        title=options.title or (f"What {memoir.name} told" if memoir.name else "What was told"),
        name=memoir.name,
        sittings=memoir.sittings,
        passages={passage.turn: passage for passage in selection.passages},
        chapters=writer.chapters(chapters(memoir, told)),
        timeline=timeline(memoir, options.include),
        for_teller=note_for_teller(selection),
    )


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


def _corrections(memoir: BookSource) -> dict[int, list[Span]]:
    """By turn, the words with which something said before was put right."""
    found: dict[int, list[Span]] = {}
    for kept in memoir.claims.values():
        by = memoir.claims.get(kept.superseded_by or "")
        if by:
            found.setdefault(by.turn, []).append(by.claim.span)
    return found


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
        return DraftChapter(title, self._linker.subtitle(plan), self._linker.opening(plan), told)

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
        runs = (run for part in parts for run in part.runs)
        paragraphs = (
            self._paragraph(telling, place > 0)
            for run in runs
            for place, telling in enumerate(run.tellings)
        )
        return DraftSection(
            title, tuple(paragraph for paragraph in paragraphs if paragraph.sentences)
        )

    def _paragraph(self, telling: PassageInBook, follows: bool) -> DraftParagraph:
        told = tuple(self._with_corrections(telling))
        link = self._linker.before(telling, follows) if told else None
        return DraftParagraph(telling.passage.turn, (link, *told) if link else told)

    def _with_corrections(self, telling: PassageInBook) -> Iterator[DraftSentence]:
        """A fact that was corrected stays as it was said with the correction beside it; where that
        may not be told, it goes.
        """
        wrong = self._superseded.get(telling.passage.turn, ())
        for sentence in telling.sentences:
            notes = [
                self._linker.correction(kept, current(self._claims, kept))
                for kept in wrong
                if _says(sentence, kept)
            ]
            if None not in notes:
                yield from dict.fromkeys((sentence, *(note for note in notes if note)))


def _says(sentence: DraftSentence, kept: KeptClaim) -> bool:
    span, claimed = sentence.sources[0].span, kept.claim.span
    return span.start < claimed.end and claimed.start < span.end
