"""A draft as pieces of XHTML, which a web page and an e-book share. The words are text, never
markup.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import count

from dramaturg.drawing.markdown import UNWRITABLE
from dramaturg.engines.memoir.base.story import TellerQuote
from dramaturg.engines.memoir.book import origins
from dramaturg.engines.memoir.book.draft import BookDraft, DraftParagraph, DraftSection
from dramaturg.engines.memoir.book.pictures import family_picture, timeline_picture
from dramaturg.engines.memoir.book.sentences import DraftSentence
from dramaturg.engines.memoir.book.timeline import TimelineEntry, TimelineName

MOST_DAYS = 12
"""More sittings than these are not listed by their days on the title page."""


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
    """The parts of a book, each as a piece of XHTML."""

    draft: BookDraft
    pages: Pages

    def title_page(self) -> str:
        """What the book is called, whose it is, and when it was told."""
        name = f'<p class="name">{text(self.draft.name)}</p>' if self.draft.name else ""
        days = [day for sitting in self.draft.sittings if (day := origins.date_of(sitting.at))]
        listed = "".join(f"<li>{text(day)}</li>" for day in days if 1 < len(days) <= MOST_DAYS)
        dates = f'<p class="sittings">{text(origins.sittings(self.draft))}</p>'
        dates += f'<ul class="days">{listed}</ul>' if listed else ""
        title = f"<h1>{text(self.draft.title)}</h1>"
        given = "".join(
            f'<p class="dedication">{text(line)}</p>'
            for line in filter(None, self.draft.dedication.splitlines())
        )
        return f'<header class="front" id="front">{title}{name}{given}{dates}</header>'

    def contents(self) -> Iterator[tuple[str, str]]:
        """Where each part stands, and what it is called."""
        for number, chapter in enumerate(self.draft.chapters, 1):
            yield f"{self.pages.chapter(number)}#chapter-{number}", chapter.title.text
        for id, title in BACK_MATTER:
            yield f"{self.pages.named(id)}#{id}", title

    # ── chapters ──────────────────────────────────────────────────────────────────────────────────

    def chapter(self, number: int) -> str:
        """A chapter, counted from 1."""
        chapter = self.draft.chapters[number - 1]
        ids = (f"c{number}s{place}" for place in count(1))
        parts = (
            f'<h2 id="{next(ids)}">{text(chapter.title.text)}</h2>',
            "".join(
                f'<p class="subtitle">{_sentence(each, next(ids))}</p>'
                for each in (chapter.subtitle,)
                if each.text
            ),
            "".join(
                f'<p class="opening">{_sentence(each, next(ids))}</p>' for each in chapter.opening
            ),
            *(self._section(each, ids, place > 0) for place, each in enumerate(chapter.sections)),
        )
        return f'<section class="chapter" id="chapter-{number}">\n{_lines(parts)}\n</section>'

    def _section(self, section: DraftSection, ids: Iterator[str], follows: bool) -> str:
        title = "<hr/>\n" if follows else ""
        if section.title:
            title = f'<h3 id="{next(ids)}">{text(section.title.text)}</h3>\n'
        return title + _lines(self._paragraph(each, ids) for each in section.paragraphs)

    def _paragraph(self, paragraph: DraftParagraph, ids: Iterator[str]) -> str:
        named = [(sentence, next(ids)) for sentence in paragraph.sentences]
        words = " ".join(_sentence(sentence, id) for sentence, id in named)
        label = f"Where this comes from: turn {paragraph.turn}"
        return f"<p>{words}\u202f{self._link(named[0][1], str(paragraph.turn), label)}</p>"

    def _link(self, id: str, shown: str, label: str) -> str:
        href = f"{self.pages.named('sources')}#from-{id}"
        return f'<a class="turn" href="{href}" aria-label="{text(label)}">{text(shown)}</a>'

    # ── what stands behind the chapters ───────────────────────────────────────────────────────────

    def back_matter(self, id: str) -> str:
        """The timeline, people and places, notes, or sources."""
        body = {
            "timeline": self.timeline,
            "people": self._people,
            "notes": lambda: _lines(f"<p>{text(note)}</p>" for note in origins.notes(self.draft)),
            "sources": self._sources,
        }[id]()
        title = f"<h2>{text(dict(BACK_MATTER)[id])}</h2>"
        return f'<section class="back" id="{id}">\n{title}\n{body}\n</section>'

    def timeline(self) -> str:
        """Years, periods and corrections, each with its turns."""
        told = self.draft.timeline
        years = (self._entry(entry, f"e{number}") for number, entry in enumerate(told.entries, 1))
        stretches = (
            f"<li><strong>{text(stretch.name)}</strong> {text(_threads(stretch.threads))}</li>"
            for stretch in told.stretches
        )
        corrections = (
            f"<li>“{text(each.said)}”, corrected later: “{text(each.now)}”"
            f" ({origins.turns(each.quotes)})</li>"
            for each in told.corrections
        )
        parts = (
            _picture(timeline_picture(told)),
            _list("Years", years, "timeline"),
            _list("Times of life", stretches),
            _list("Corrected", corrections),
        )
        return _lines(filter(None, parts))

    def _entry(self, entry: TimelineEntry, id: str) -> str:
        correction = f' <em class="linking">({text(entry.correction)})</em>'
        turns = origins.turns(entry.quotes)
        return (
            f'<li id="{id}"><strong class="when">{text(entry.when)}</strong>'
            f' <span class="told">{text(entry.text)}</span>{correction if entry.correction else ""}'
            f" {self._link(id, turns, f'Where this comes from: {turns}')}</li>"
        )

    def _people(self) -> str:
        told = self.draft.timeline
        groups = (
            _picture(family_picture(told, self.draft.name)),
            _list("People", (self._name(each, f"p{at}") for at, each in enumerate(told.people, 1))),
            _list("Places", (self._name(each, f"q{at}") for at, each in enumerate(told.places, 1))),
        )
        return _lines(filter(None, groups)) or "<p>Nobody was named.</p>"

    def _name(self, named: TimelineName, id: str) -> str:
        link = self._link(id, origins.turns(named.quotes), f"Where {named.name} is named")
        return f'<li id="{id}">{text(shown_name(named))} {link}</li>'

    # ── where every sentence comes from ───────────────────────────────────────────────────────────

    def _sources(self) -> str:
        told, pages = self.draft.timeline, self.pages
        chapters = (
            self._origins(
                chapter.title.text,
                pages.chapter(number),
                (
                    (f"c{number}s{place}", "" if each.kind == "told" else each.text, each.sources)
                    for place, each in enumerate(chapter.sentences, 1)
                ),
            )
            for number, chapter in enumerate(self.draft.chapters, 1)
        )
        years = ((f"e{at}", entry.when, entry.quotes) for at, entry in enumerate(told.entries, 1))
        named = (
            (f"{mark}{at}", each.name, each.quotes)
            for mark, group in (("p", told.people), ("q", told.places))
            for at, each in enumerate(group, 1)
        )
        timeline = self._origins("Timeline", pages.named("timeline"), years)
        people = self._origins("People and places", pages.named("people"), named)
        return _lines((*chapters, timeline, people))

    def _origins(
        self, title: str, page: str, items: Iterable[tuple[str, str, tuple[TellerQuote, ...]]]
    ) -> str:
        listed = _lines(
            f'<li id="from-{id}"><a href="{page}#{id}">Back</a>'
            f" {f'<em>{text(shown)}</em> ' if shown else ''}{self._quoted(quotes)}</li>"
            for id, shown, quotes in items
        )
        if not listed:
            return ""
        whole, heading = ("section", "h3") if self.pages.split else ("details", "summary")
        title = f"<{heading}>{text(title)}</{heading}>"
        return f'<{whole}>{title}\n<ol class="origins">\n{listed}\n</ol>\n</{whole}>'

    def _quoted(self, quotes: Sequence[TellerQuote]) -> str:
        return " ".join(
            f'<span class="where">{text(origins.origin(self.draft, quote))}:</span>'
            f' <q class="words">{text(origins.said(self.draft, quote))}</q>'
            for quote in quotes
        )


def _lines(pieces: Iterable[str]) -> str:
    return "\n".join(pieces)


def _picture(svg: str) -> str:
    return f'<div class="picture">{svg.strip()}</div>' if svg else ""


def _list(title: str, items: Iterable[str], kind: str = "plain") -> str:
    """A list under its title; nothing where it would be empty."""
    listed = _lines(items)
    return f'<h3>{title}</h3>\n<ul class="{kind}">\n{listed}\n</ul>' if listed else ""


def _sentence(sentence: DraftSentence, id: str) -> str:
    words, where = text(sentence.text), origins.turns(sentence.sources)
    if sentence.kind == "told":
        return f'<span class="told" id="{id}" title="Told in {where}">{words}</span>'
    return f'<em class="linking" id="{id}" title="Linking text, from {where}">{words}</em>'


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
