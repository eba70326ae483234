"""A report as one web page: the Markdown that reports are written in, as HTML that needs nothing
else and runs nothing.

Understood is what reports use: headings, paragraphs, bullets, quotes, tables, pictures, bold,
struck, and escaped characters.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

HEADING = re.compile(r"(#{1,6}) (.*)")
PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)]+)\)")
RULE = re.compile(r"\|(?: *:?-+:? *\|)+")
CELLS = re.compile(r"(?<!\\)\|")
ESCAPED = re.compile(r"\\([\\`*_\[\]<>|#])")
INLINE = (
    (re.compile(r"\*\*(.+?)\*\*"), r"<strong>\1</strong>"),
    (re.compile(r"~~(.+?)~~"), r"<s>\1</s>"),
)
HIDDEN = "\ue000{}\ue001"  # stands for an escaped character while marks are looked for
FOUND = re.compile("\ue000(\\d+)\ue001")

STYLE = Path(__file__).with_name("webpage.css").read_text(encoding="utf-8")

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


class PagePicture(NamedTuple):
    """An SVG, as an image of its own or as a part of the page."""

    svg: str
    in_page: bool

    def html(self, alt: str) -> str:
        if self.in_page:
            return self.svg
        return (
            f'<img alt="{escape(alt)}"'
            f' src="data:image/svg+xml;base64,{b64encode(self.svg.encode()).decode()}">'
        )


Pictures = Mapping[str, PagePicture]


def webpage(markdown: str, title: str, pictures: Mapping[str, str], style: str = "") -> str:
    """`pictures` are SVGs by the name the Markdown shows them under; one that is not there is left
    out.

    Each is an image with colours of its own. With a `style` for them, they are drawn in the page,
    and take its colours.
    """
    shown = {name: PagePicture(svg, bool(style)) for name, svg in pictures.items()}
    body = "\n".join(_blocks(markdown, shown))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}{style}</style>\n</head>\n<body>\n<main>\n{body}\n</main>\n</body>\n</html>\n"
    )


def _blocks(markdown: str, pictures: Pictures) -> Iterator[str]:
    """Lines of one kind that follow one another make a block."""
    for kind, lines in groupby(markdown.splitlines(), key=kind_of):
        yield from BLOCKS[kind](list(lines), pictures)


def kind_of(line: str) -> str:
    """What a line of Markdown is: a part of a paragraph unless it begins otherwise."""
    if not line.strip():
        return "nothing"
    if HEADING.fullmatch(line):
        return "heading"
    if PICTURE.fullmatch(line):
        return "picture"
    return next((kind for mark, kind in STARTS.items() if line.startswith(mark)), "paragraph")


STARTS = {"- ": "bullets", ">": "quote", "|": "table"}


def no_html(lines: Sequence[str], pictures: Pictures) -> Iterator[str]:
    yield from ()


def heading_html(lines: Sequence[str], pictures: Pictures) -> Iterator[str]:
    for line in lines:
        found = HEADING.fullmatch(line)
        if found:
            level = len(found[1])
            yield f"<h{level}>{_inline(found[2])}</h{level}>"


def picture_html(lines: Sequence[str], pictures: Pictures) -> Iterator[str]:
    for line in lines:
        found = PICTURE.fullmatch(line)
        if found and found[2] in pictures:
            yield f"<figure>{pictures[found[2]].html(found[1])}</figure>"


def bullets_html(lines: Sequence[str], pictures: Pictures) -> Iterator[str]:
    yield f"<ul>{''.join(f'<li>{_inline(line[2:])}</li>' for line in lines)}</ul>"


def quote_html(lines: Sequence[str], pictures: Pictures) -> Iterator[str]:
    said = "".join(f"<p>{_inline(line[2:])}</p>" for line in lines if line[2:])
    yield f"<blockquote>{said}</blockquote>"


def paragraph_html(lines: Sequence[str], pictures: Pictures) -> Iterator[str]:
    yield f"<p>{_inline(' '.join(lines))}</p>"


def table_html(lines: Sequence[str], pictures: Pictures) -> Iterator[str]:
    rows = [cells_of(line) for line in lines if not RULE.fullmatch(line.strip())]
    head, body = (rows[0], rows[1:]) if any(rows[0]) else ((), rows[1:])
    heading = (
        f"<thead><tr>{''.join(f'<th scope=col>{_inline(cell)}</th>' for cell in head)}</tr></thead>"
        if head
        else ""
    )
    written = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in body)
    table = f"<table>{heading}<tbody>{written}</tbody></table>"
    yield f'<div class="wide" tabindex="0" role="group" aria-label="Table">{table}</div>'


def cells_of(line: str) -> list[str]:
    return [cell.strip() for cell in CELLS.split(line.strip())[1:-1]]


def _cell(cell: str) -> str:
    number = cell.replace("%", "").replace(",", "").replace("–", "0").strip()
    kind = ' class="number"' if re.fullmatch(r"-?\d+(\.\d+)?", number) else ""
    return f"<td{kind}>{_inline(cell)}</td>"


BLOCKS = {
    "nothing": no_html,
    "heading": heading_html,
    "picture": picture_html,
    "bullets": bullets_html,
    "quote": quote_html,
    "table": table_html,
    "paragraph": paragraph_html,
}


def _inline(text: str) -> str:
    """Everything is text; only our own marks become tags, and an escaped character is
    never a mark.
    """
    hidden = ESCAPED.sub(
        lambda found: HIDDEN.format(ord(found[1])), text.replace("\ue000", "").replace("\ue001", "")
    )
    marked = escape(hidden, quote=False)
    for mark, tag in INLINE:
        marked = mark.sub(tag, marked)
    return FOUND.sub(lambda found: escape(chr(int(found[1])), quote=False), marked)
