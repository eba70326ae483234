"""A draft as pieces of XHTML, which a web page and an e-book share. The words are text, never
markup.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import count

from dramaturg.engines.memoir.base.story import TellerQuote
from dramaturg.engines.memoir.book import origins
from dramaturg.engines.memoir.book.draft import (
    BookDraft,
    DraftChapter,
    DraftParagraph,
    DraftSection,
)
from dramaturg.engines.memoir.book.sentences import DraftSentence
from dramaturg.engines.memoir.book.timeline import TimelineEntry, TimelineName

MOST_DAYS = 12
"""More sittings than these are not listed by their days on the title page."""
UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def text(words: str) -> str:
    """Words as they are, whatever they look like; a mark for each character that XML
    cannot hold.
    """
    return escape(UNWRITABLE.sub("\ufffd", words))


@dataclass(frozen=True, slots=True)
class Pages:
    """Where things stand: on one page, or each in a file of its own."""

    split: bool

    def chapter(self, number: int) -> str:
        return f"chapter-{number}.xhtml" if self.split else ""

    def named(self, name: str) -> str:
        return f"{name}.xhtml" if self.split else ""


@dataclass(frozen=True, slots=True)
class Markup:
    draft: BookDraft
    pages: Pages

    def title_page(self) -> str:
        name = f'<p class="name">{text(self.draft.name)}</p>' if self.draft.name else ""
        days = [day for sitting in self.draft.sittings if (day := origins.date_of(sitting.at))]
        listed = "".join(f"<li>{text(day)}</li>" for day in days if 1 < len(days) <= MOST_DAYS)
        dates = f'<p class="sittings">{text(origins.sittings(self.draft))}</p>' + (
            f'<ul class="days">{listed}</ul>' if listed else ""
        )
        return (
            '<header class="front"'
            f' id="front"><h1>{text(self.draft.title)}</h1>{name}{dates}</header>'
        )

    def contents(self) -> Iterator[tuple[str, str]]:
        """Where each part stands, and what it is called."""
        for number, chapter in enumerate(self.draft.chapters, 1):
            yield f"{self.pages.chapter(number)}#chapter-{number}", chapter.title.text
        for id, title in BACK_MATTER:
            yield f"{self.pages.named(id)}#{id}", title

    # ── chapters ──────────────────────────────────────────────────────────────────────────────────

    def chapter(self, number: int) -> str:
        chapter = self.draft.chapters[number - 1]
        ids = (f"c{number}s{place}" for place in count(1))
        title = f'<h2 id="{next(ids)}">{text(chapter.title.text)}</h2>'
        subtitle = f'<p class="subtitle">{self._sentence(chapter.subtitle, next(ids))}</p>'
        opening = "".join(
            f'<p class="opening">{self._sentence(sentence, next(ids))}</p>'
            for sentence in chapter.opening
        )
        sections = "\n".join(
            self._section(section, ids, place > 0) for place, section in enumerate(chapter.sections)
        )
        return (
            '<section class="chapter"'
            f' id="chapter-{number}">\n{title}\n{subtitle}\n{opening}\n{sections}\n</section>'
        )

    def _section(self, section: DraftSection, ids: Iterator[str], follows: bool) -> str:
        title = (
            f'<h3 id="{next(ids)}">{text(section.title.text)}</h3>\n'
            if section.title
            else "<hr/>\n"
            if follows
            else ""
        )
        return title + "\n".join(
            self._paragraph(paragraph, ids) for paragraph in section.paragraphs
        )

    def _paragraph(self, paragraph: DraftParagraph, ids: Iterator[str]) -> str:
        named = [(sentence, next(ids)) for sentence in paragraph.sentences]
        words = " ".join(self._sentence(sentence, id) for sentence, id in named)
        return f"<p>{words}\u202f{self._link(named[0][1], str(paragraph.turn), f'Where this comes from: turn {paragraph.turn}')}</p>"

    def _sentence(self, sentence: DraftSentence, id: str) -> str:
        where = origins.turns(sentence.sources)
        if sentence.kind == "told":
            return (
                f'<span class="told" id="{id}" title="Told in {where}">{text(sentence.text)}</span>'
            )
        return (
            f'<em class="linking" id="{id}" title="Linking text, from'
            f' {where}">{text(sentence.text)}</em>'
        )

    def _link(self, id: str, shown: str, label: str) -> str:
        href = f"{self.pages.named('sources')}#from-{id}"
        return f'<a class="turn" href="{href}" aria-label="{text(label)}">{text(shown)}</a>'

    # ── what stands behind the chapters ───────────────────────────────────────────────────────────

    def back_matter(self, id: str) -> str:
        body = {
            "timeline": self.timeline,
            "people": self._people,
            "notes": self._notes,
            "sources": self._sources,
        }[id]()
        return (
            '<section class="back"'
            f' id="{id}">\n<h2>{text(dict(BACK_MATTER)[id])}</h2>\n{body}\n</section>'
        )

    def timeline(self) -> str:
        """Years, periods and corrections, each with its turns."""
        told = self.draft.timeline
        years = "\n".join(
            self._entry(entry, number) for number, entry in enumerate(told.entries, 1)
        )
        stretches = "\n".join(
            f"<li><strong>{text(stretch.name)}</strong> {text(_threads(stretch.threads))}</li>"
            for stretch in told.stretches
        )
        corrections = "\n".join(
            f"<li>“{text(each.said)}”, corrected later: “{text(each.now)}”"
            f" ({origins.turns(each.quotes)})</li>"
            for each in told.corrections
        )
        parts = (
            ("Years", years, "timeline"),
            ("Times of life", stretches, "plain"),
            ("Corrected", corrections, "plain"),
        )
        return "\n".join(
            f'<h3>{title}</h3>\n<ul class="{kind}">\n{items}\n</ul>'
            for title, items, kind in parts
            if items
        )

    def _entry(self, entry: TimelineEntry, number: int) -> str:
        when = f'<strong class="when">{text(entry.when)}</strong>'
        correction = (
            f' <em class="linking">({text(entry.correction)})</em>' if entry.correction else ""
        )
        link = self._link(
            f"e{number}",
            origins.turns(entry.quotes),
            f"Where this comes from: {origins.turns(entry.quotes)}",
        )
        return (
            f'<li id="e{number}">{when} <span class="told">{text(entry.text)}</span>{correction}'
            f" {link}</li>"
        )

    def _people(self) -> str:
        groups = (
            ("People", "p", self.draft.timeline.people),
            ("Places", "q", self.draft.timeline.places),
        )
        return (
            "\n".join(self._group(title, mark, named) for title, mark, named in groups if named)
            or "<p>Nobody was named.</p>"
        )

    def _group(self, title: str, mark: str, named: Sequence[TimelineName]) -> str:
        items = "\n".join(
            f'<li id="{mark}{number}">{text(shown_name(each))} '
            f"{self._link(f'{mark}{number}', origins.turns(each.quotes), f'Where {each.name} is named')}</li>"
            for number, each in enumerate(named, 1)
        )
        return f'<h3>{title}</h3>\n<ul class="plain">\n{items}\n</ul>'

    def _notes(self) -> str:
        return "\n".join(f"<p>{text(note)}</p>" for note in origins.notes(self.draft))

    # ── where every sentence comes from ───────────────────────────────────────────────────────────

    def _sources(self) -> str:
        chapters = (
            self._origins(
                chapter.title.text, self.pages.chapter(number), self._of_chapter(number, chapter)
            )
            for number, chapter in enumerate(self.draft.chapters, 1)
        )
        told = self.draft.timeline
        entries = (
            (f"e{number}", entry.when, entry.quotes) for number, entry in enumerate(told.entries, 1)
        )
        people = (
            (f"p{number}", each.name, each.quotes) for number, each in enumerate(told.people, 1)
        )
        places = (
            (f"q{number}", each.name, each.quotes) for number, each in enumerate(told.places, 1)
        )
        timeline = self._origins("Timeline", self.pages.named("timeline"), entries)
        named = self._origins("People and places", self.pages.named("people"), (*people, *places))
        return "\n".join((*chapters, timeline, named))

    def _of_chapter(
        self, number: int, chapter: DraftChapter
    ) -> Iterator[tuple[str, str, tuple[TellerQuote, ...]]]:
        for place, sentence in enumerate(chapter.sentences, 1):
            shown = "" if sentence.kind == "told" else sentence.text
            yield f"c{number}s{place}", shown, sentence.sources

    def _origins(
        self, title: str, page: str, items: Iterable[tuple[str, str, tuple[TellerQuote, ...]]]
    ) -> str:
        listed = "\n".join(self._origin(page, *item) for item in items)
        if not listed:
            return ""
        whole, heading = ("section", "h3") if self.pages.split else ("details", "summary")
        return (
            f"<{whole}><{heading}>{text(title)}</{heading}>\n<ol"
            f' class="origins">\n{listed}\n</ol>\n</{whole}>'
        )

    def _origin(self, page: str, id: str, shown: str, quotes: Sequence[TellerQuote]) -> str:
        ours = f"<em>{text(shown)}</em> " if shown else ""
        return (
            f'<li id="from-{id}"><a href="{page}#{id}">Back</a> {ours}{self._quoted(quotes)}</li>'
        )

    def _quoted(self, quotes: Sequence[TellerQuote]) -> str:
        return " ".join(
            f'<span class="where">{text(origins.origin(self.draft, quote))}:</span> <q'
            f' class="words">{text(quote.span.text)}</q>'
            for quote in quotes
        )


BACK_MATTER = (
    ("timeline", "Timeline"),
    ("people", "People and places"),
    ("notes", "Notes on the text"),
    ("sources", "Where every sentence comes from"),
)


def shown_name(named: TimelineName) -> str:
    """`Jean (“my sister”)`."""
    role = named.role and named.role.casefold() != named.name.casefold()
    return f"{named.name} (“{named.role}”)" if role else named.name


def _threads(threads: Sequence[tuple[str, tuple[int, ...]]]) -> str:
    return "; ".join(
        f"{title} ({'turn' if len(told) == 1 else 'turns'} {', '.join(map(str, told))})"
        for title, told in threads
    )
