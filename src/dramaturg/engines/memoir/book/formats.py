"""A memoir rendered: the book in each form it can have, and the timeline by itself. The same bytes
for the same draft, whenever and wherever they are made.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from io import BytesIO
from typing import Literal
from uuid import NAMESPACE_URL, uuid5
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from dramaturg.data_files import load
from dramaturg.drawing.markdown import markdown_words
from dramaturg.engines.memoir.book.draft import BookDraft
from dramaturg.engines.memoir.book.markdown import markdown, timeline_lines
from dramaturg.engines.memoir.book.markup import BACK_MATTER, Markup, Pages, text
from dramaturg.engines.memoir.book.print import for_print
from dramaturg.engines.memoir.book.timeline import Timeline

Form = Literal["md", "html", "epub", "pdf"]
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
OURS = uuid5(NAMESPACE_URL, "urn:dramaturg:memoir")
_TEMPLATES = load(__file__, "templates.yaml", dict[str, str])


def _filled(template: str, **parts: str) -> str:
    return _TEMPLATES[template].format(**parts) + "\n"


def _contents(markup: Markup) -> str:
    return "\n".join(
        f'<li><a href="{href}">{text(title)}</a></li>' for href, title in markup.contents()
    )


# ── one web page ──────────────────────────────────────────────────────────────────────────────────


def html(draft: BookDraft) -> bytes:
    """One web page: it needs nothing else, runs nothing, and can be printed."""
    markup = Markup(draft, Pages(split=False))
    chapters = (markup.chapter(number) for number in range(1, len(draft.chapters) + 1))
    return _filled(
        "page",
        policy=POLICY,
        title=text(draft.title),
        style=_TEMPLATES["page_style"],
        front=markup.title_page(),
        contents=_contents(markup),
        body="\n".join((*chapters, *(markup.back_matter(id) for id, _ in BACK_MATTER))),
    ).encode()


# ── an e-book ─────────────────────────────────────────────────────────────────────────────────────


def epub(draft: BookDraft) -> bytes:
    """EPUB 3: an archive whose first file says what it is, with no time or machine of its own."""
    markup = Markup(draft, Pages(split=True))
    nav = _TEMPLATES["epub_contents"].format(contents=_contents(markup))
    pages = {"nav.xhtml": ("Contents", nav), **dict(_pages(markup))}
    made = BytesIO()
    with ZipFile(made, "w") as archive:

        def put(name: str, body: str, compression: int = ZIP_DEFLATED) -> None:
            info = ZipInfo(name)
            info.create_system, info.external_attr, info.compress_type = 3, 0o644 << 16, compression
            archive.writestr(info, body)

        put("mimetype", "application/epub+zip", ZIP_STORED)
        put("META-INF/container.xml", _filled("epub_container"))
        put("EPUB/package.opf", _package(draft, pages))
        put("EPUB/style.css", f"\n{_TEMPLATES['epub_style']}\n")
        for name, (title, body) in pages.items():
            put(f"EPUB/{name}", _filled("epub_page", title=text(title), body=body))
    return made.getvalue()


def _pages(markup: Markup) -> Iterator[tuple[str, tuple[str, str]]]:
    """The files of the book in the order of reading, each with its title and body."""
    draft = markup.draft
    yield "front.xhtml", (draft.title, markup.title_page())
    for number, chapter in enumerate(draft.chapters, 1):
        yield markup.pages.chapter(number), (chapter.title.text, markup.chapter(number))
    for id, title in BACK_MATTER:
        yield markup.pages.named(id), (title, markup.back_matter(id))


def _package(draft: BookDraft, pages: Mapping[str, tuple[str, str]]) -> str:
    ids = {name: name.removesuffix(".xhtml") for name in pages}
    drawn = ("timeline.xhtml", "people.xhtml")
    kinds = {"nav.xhtml": ' properties="nav"'} | dict.fromkeys(
        (name for name in drawn if "<svg" in pages[name][1]), ' properties="svg"'
    )
    items = (
        f'<item id="{id}" href="{name}" media-type="application/xhtml+xml"{kinds.get(name, "")}/>'
        for name, id in ids.items()
    )
    # the title page, the contents, and the rest
    reading_order = dict.fromkeys(("front", "nav", *ids.values()))
    return _filled(
        "epub_package",
        id=str(uuid5(OURS, text(draft.id))),
        title=text(draft.title),
        creator=f"<dc:creator>{text(draft.name)}</dc:creator>\n" if draft.name else "",
        day=_moment(max((sitting.at for sitting in draft.sittings), default=0.0)),
        items="\n".join(items),
        spine="\n".join(f'<itemref idref="{id}"/>' for id in reading_order),
    )


def _moment(at: float) -> str:
    """The last sitting: a book is as old as what was told."""
    try:
        return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (OverflowError, ValueError, OSError):
        return "1970-01-01T00:00:00Z"


# ── the timeline by itself ────────────────────────────────────────────────────────────────────────


def timeline_markdown(timeline: Timeline) -> str:
    """Years, times of life and corrections under a title."""
    return (
        "\n".join((f"# {markdown_words(timeline.title)}", "", *timeline_lines(timeline))).rstrip()
        + "\n"
    )


def timeline_json(timeline: Timeline) -> str:
    """Everything the timeline knows, the words with their turns included."""
    return json.dumps(asdict(timeline), ensure_ascii=False, indent=2) + "\n"


FORMS: Mapping[Form, Callable[[BookDraft], bytes]] = {
    "md": markdown,
    "html": html,
    "epub": epub,
    "pdf": for_print,
}
"""How a book is written out, by the ending of the file."""
