"""The book as EPUB 3: the same bytes for the same draft, whenever and wherever it is made."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from io import BytesIO
from uuid import NAMESPACE_URL, uuid5
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from dramaturg.engines.memoir.book.draft import BookDraft
from dramaturg.engines.memoir.book.markup import BACK_MATTER, Markup, Pages, text

OURS = uuid5(NAMESPACE_URL, "urn:dramaturg:memoir")
CONTAINER = (
    '<?xml version="1.0" encoding="utf-8"?>\n<container version="1.0"'
    ' xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile'
    ' full-path="EPUB/package.opf"'
    ' media-type="application/oebps-package+xml"/></rootfiles></container>\n'
)
STYLE = """
body{font-family:serif;line-height:1.5}
h1,h2{font-weight:normal;line-height:1.2}
.front{text-align:center;margin-top:20%}
.days,.timeline,.plain{list-style:none;padding:0}
.linking{font-style:italic}
.turn{font-size:.7em;text-decoration:none}
.when{display:block}
.origins{font-size:.9em}
"""
XHTML = "application/xhtml+xml"


def epub(draft: BookDraft) -> bytes:
    markup = Markup(draft, Pages(split=True))
    files = {"nav.xhtml": _page("Contents", _nav(markup)), **dict(_pages(markup))}
    made = BytesIO()
    with ZipFile(made, "w") as archive:
        archive.writestr(_entry("mimetype", ZIP_STORED), "application/epub+zip")
        archive.writestr(_entry("META-INF/container.xml"), CONTAINER)
        archive.writestr(_entry("EPUB/package.opf"), _package(draft, list(files)))
        archive.writestr(_entry("EPUB/style.css"), STYLE)
        for name, body in files.items():
            archive.writestr(_entry(f"EPUB/{name}"), body)
    return made.getvalue()


def _entry(name: str, compression: int = ZIP_DEFLATED) -> ZipInfo:
    """A file in the book without the time or the machine of its writing."""
    info = ZipInfo(name)
    info.create_system, info.external_attr, info.compress_type = 3, 0o644 << 16, compression
    return info


def _pages(markup: Markup) -> Iterator[tuple[str, str]]:
    """The files of the book in the order of reading."""
    draft = markup.draft
    yield "front.xhtml", _page(draft.title, markup.title_page())
    for number, chapter in enumerate(draft.chapters, 1):
        yield markup.pages.chapter(number), _page(chapter.title.text, markup.chapter(number))
    for id, title in BACK_MATTER:
        yield markup.pages.named(id), _page(title, markup.back_matter(id))


def _page(title: str, body: str) -> str:
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n<html'
        ' xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" lang="en"'
        f' xml:lang="en">\n<head><title>{text(title)}</title><link rel="stylesheet" type="text/css"'
        f' href="style.css"/></head>\n<body>\n{body}\n</body>\n</html>\n'
    )


def _nav(markup: Markup) -> str:
    listed = "\n".join(
        f'<li><a href="{href}">{text(title)}</a></li>' for href, title in markup.contents()
    )
    return f'<nav epub:type="toc" id="toc">\n<h1>Contents</h1>\n<ol>\n{listed}\n</ol>\n</nav>'


def _package(draft: BookDraft, pages: list[str]) -> str:
    items = "\n".join(
        f'<item id="{_id(name)}" href="{name}" media-type="{XHTML}"{_nav_property(name)}/>'
        for name in pages
    )
    spine = "\n".join(f'<itemref idref="{_id(name)}"/>' for name in _in_reading_order(pages))
    creator = f"<dc:creator>{text(draft.name)}</dc:creator>\n" if draft.name else ""
    day = _moment(max((sitting.at for sitting in draft.sittings), default=0.0))
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n<package xmlns="http://www.idpf.org/2007/opf"'
        ' version="3.0" unique-identifier="book" xml:lang="en">\n<metadata'
        ' xmlns:dc="http://purl.org/dc/elements/1.1/">\n<dc:identifier'
        f' id="book">urn:uuid:{uuid5(OURS, text(draft.id))}</dc:identifier>\n<dc:title>{text(draft.title)}</dc:title>\n{creator}<dc:language>en</dc:language>\n<dc:date>{day}</dc:date>\n<meta'
        f' property="dcterms:modified">{day}</meta>\n</metadata>\n<manifest>\n{items}\n<item'
        ' id="style" href="style.css"'
        f' media-type="text/css"/>\n</manifest>\n<spine>\n{spine}\n</spine>\n</package>\n'
    )


def _in_reading_order(pages: list[str]) -> list[str]:
    """The title page, the contents, and the rest."""
    return [
        "front.xhtml",
        "nav.xhtml",
        *(name for name in pages if name not in ("front.xhtml", "nav.xhtml")),
    ]


def _id(name: str) -> str:
    return name.removesuffix(".xhtml")


def _nav_property(name: str) -> str:
    return ' properties="nav"' if name == "nav.xhtml" else ""


def _moment(at: float) -> str:
    """The last sitting: a book is as old as what was told."""
    try:
        return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    except (OverflowError, ValueError, OSError):
        return "1970-01-01T00:00:00Z"
