"""The book as Markdown: the teller's words, linking text in italics, and a footnote with the origin
of each passage.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import count

from dramaturg.drawing.markdown import markdown_words
from dramaturg.engines.memoir.book import origins
from dramaturg.engines.memoir.book.draft import BookDraft, DraftChapter, DraftParagraph
from dramaturg.engines.memoir.book.markup import BACK_MATTER, shown_name
from dramaturg.engines.memoir.book.sentences import DraftSentence
from dramaturg.engines.memoir.book.timeline import Timeline, TimelineName


def markdown(draft: BookDraft) -> bytes:
    """The whole book: front, chapters, timeline, people, notes, a footnote for every passage."""
    lines = [*_front(draft), *_contents(draft)]
    footnotes: list[str] = []
    for number, chapter in enumerate(draft.chapters, 1):
        lines += _chapter(draft, chapter, number, footnotes)
    titles = dict(BACK_MATTER)
    lines += [f"## {titles['timeline']}", "", *timeline_lines(draft.timeline)]
    lines += [f"## {titles['people']}", "", *_people(draft.timeline)]
    lines += [
        f"## {titles['notes']}",
        "",
        *(line for note in origins.notes(draft) for line in (markdown_words(note), "")),
    ]
    lines += [f"## {titles['sources']}", "", "By the numbers behind the passages.", "", *footnotes]
    return ("\n".join(lines).rstrip() + "\n").encode()


def _front(draft: BookDraft) -> Iterator[str]:
    yield from (f"# {markdown_words(draft.title)}", "")
    if draft.name:
        yield from (f"**{markdown_words(draft.name)}**", "")
    yield from (f"{markdown_words(origins.sittings(draft))}.", "")
    for line in filter(None, draft.dedication.splitlines()):
        yield from (f"*{markdown_words(line)}*", "")


def _contents(draft: BookDraft) -> Iterator[str]:
    yield from ("## Contents", "")
    yield from (
        f"{number}. {markdown_words(chapter.title.text)}"
        for number, chapter in enumerate(draft.chapters, 1)
    )
    yield ""


def _chapter(
    draft: BookDraft, chapter: DraftChapter, number: int, footnotes: list[str]
) -> Iterator[str]:
    labels = (f"{number}.{place}" for place in count(1))
    ours = (chapter.subtitle, *chapter.opening)
    mark = _footnote(draft, next(labels), (chapter.title, *ours), footnotes)
    yield from (
        f"## {markdown_words(chapter.title.text)}",
        "",
        f"{' '.join(_sentence(each) for each in ours[:1] if each.text)}{'' if ours[1:] else mark}",
        "",
    )
    if chapter.opening:
        yield from (f"{' '.join(map(_sentence, chapter.opening))}{mark}", "")
    for place, section in enumerate(chapter.sections):
        if section.title:
            yield from (f"### {markdown_words(section.title.text)}", "")
        elif place:
            yield from ("* * *", "")
        for paragraph in section.paragraphs:
            yield from (_paragraph(draft, paragraph, next(labels), footnotes), "")


def _paragraph(
    draft: BookDraft, paragraph: DraftParagraph, label: str, footnotes: list[str]
) -> str:
    text = " ".join(map(_sentence, paragraph.sentences))
    return f"{text}{_footnote(draft, label, paragraph.sentences, footnotes)}"


def _sentence(sentence: DraftSentence) -> str:
    return (
        markdown_words(sentence.text)
        if sentence.kind == "told"
        else f"*{markdown_words(sentence.text)}*"
    )


def _footnote(
    draft: BookDraft, label: str, sentences: Sequence[DraftSentence], footnotes: list[str]
) -> str:
    """The mark of a new footnote, in which each sentence has its words as they were said."""
    by_origin: dict[str, dict[str, None]] = {}
    for quote in (quote for sentence in sentences for quote in sentence.sources):
        by_origin.setdefault(origins.origin(draft, quote), {})[
            f"“{markdown_words(origins.said(draft, quote))}”"
        ] = None
    said = " · ".join(f"{origin}: {' '.join(quoted)}" for origin, quoted in by_origin.items())
    footnotes += [f"[^{label}]: {said}", ""]
    return f"[^{label}]"


def timeline_lines(timeline: Timeline) -> Iterator[str]:
    """As Markdown, which a terminal shows as well."""
    for entry in timeline.entries:
        correction = f" *({markdown_words(entry.correction)})*" if entry.correction else ""
        yield (
            f"- **{markdown_words(entry.when)}** {markdown_words(entry.text)}{correction}"
            f" ({origins.turns(entry.quotes)})"
        )
    yield ""
    for stretch in timeline.stretches:
        threads = "; ".join(
            f"{markdown_words(title)} ({', '.join(map(str, told))})"
            for title, told in stretch.threads
        )
        yield f"- **{stretch.name}** in turns: {threads}"
    yield ""
    for each in timeline.corrections:
        yield (
            f"- “{markdown_words(each.said)}”, corrected later: “{markdown_words(each.now)}”"
            f" ({origins.turns(each.quotes)})"
        )
    yield ""


def _people(timeline: Timeline) -> Iterator[str]:
    for title, named in (("People", timeline.people), ("Places", timeline.places)):
        if named:
            yield from (f"### {title}", "", *map(_named, named), "")


def _named(named: TimelineName) -> str:
    return f"- {markdown_words(shown_name(named))}: {origins.turns(named.quotes)}"
