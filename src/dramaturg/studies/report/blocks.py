"""A report as values: the same Markdown that becomes a web page, taken apart for whoever draws it
in their own way.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Annotated, Literal

from pydantic import Field

from dramaturg.drawing.webpage import ESCAPED, PICTURE, RULE, cells_of, kind_of

QUOTED = re.compile(r"“(?P<text>.*)” \((?P<who>.+), turn (?P<turn>\d+)\)")
STRONG = re.compile(r"(?<!\\)\*\*(.+?)(?<!\\)\*\*")


@dataclass(frozen=True, slots=True)
class TextSpan:
    """Words of one weight."""

    text: str
    strong: bool = False


@dataclass(frozen=True, slots=True)
class HeadingBlock:
    level: int
    text: str
    kind: Literal["heading"] = "heading"


@dataclass(frozen=True, slots=True)
class ParagraphBlock:
    spans: tuple[TextSpan, ...]
    kind: Literal["paragraph"] = "paragraph"


@dataclass(frozen=True, slots=True)
class BulletsBlock:
    items: tuple[tuple[TextSpan, ...], ...]
    kind: Literal["bullets"] = "bullets"


@dataclass(frozen=True, slots=True)
class QuoteBlock:
    """Somebody's words; `session` and `turn` are where they stand."""

    text: str
    respondent: str = ""
    turn: int = 0
    session: str = ""
    kind: Literal["quote"] = "quote"


@dataclass(frozen=True, slots=True)
class TableBlock:
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    kind: Literal["table"] = "table"


@dataclass(frozen=True, slots=True)
class PictureBlock:
    """`source` is the picture itself, as an address that needs no other."""

    alt: str
    source: str
    kind: Literal["picture"] = "picture"


Block = Annotated[
    HeadingBlock | ParagraphBlock | BulletsBlock | QuoteBlock | TableBlock | PictureBlock,
    Field(discriminator="kind"),
]


def blocks(
    markdown: str, pictures: Mapping[str, str], sessions: Mapping[str, str]
) -> Iterator[Block]:
    """`pictures` are SVGs by name; `sessions` are the interviews by respondent, which quotes lead
    back to.
    """
    for kind, found in groupby(markdown.splitlines(), key=kind_of):
        lines = list(found)
        match kind:
            case "heading":
                yield from (_heading(line) for line in lines)
            case "picture":
                yield from _pictures(lines, pictures)
            case "bullets":
                yield BulletsBlock(tuple(spans(line[2:]) for line in lines))
            case "quote":
                yield from (_quote(line[2:], sessions) for line in lines if line[2:])
            case "table":
                rows = [
                    tuple(map(_plain, cells_of(line)))
                    for line in lines
                    if not RULE.fullmatch(line.strip())
                ]
                yield TableBlock(rows[0] if any(rows[0]) else (), tuple(rows[1:]))
            case "paragraph":
                yield ParagraphBlock(spans(" ".join(lines)))


def spans(text: str) -> tuple[TextSpan, ...]:
    """What stands between two pairs of stars is strong: every second piece of what they part."""
    parts = enumerate(STRONG.split(text))
    return tuple(TextSpan(_plain(part), strong=at % 2 == 1) for at, part in parts if part)


def _heading(line: str) -> HeadingBlock:
    marks, _, text = line.partition(" ")
    return HeadingBlock(len(marks), _plain(text))


def _pictures(lines: Sequence[str], pictures: Mapping[str, str]) -> Iterator[PictureBlock]:
    for found in filter(None, map(PICTURE.fullmatch, lines)):
        if svg := pictures.get(found[2]):
            yield PictureBlock(
                found[1], f"data:image/svg+xml;base64,{b64encode(svg.encode()).decode()}"
            )


def _quote(line: str, sessions: Mapping[str, str]) -> QuoteBlock:
    found = QUOTED.fullmatch(line)
    if found is None:
        return QuoteBlock(_plain(line))
    who = _plain(found["who"])
    return QuoteBlock(_plain(found["text"]), who, int(found["turn"]), sessions.get(who, ""))


def _plain(text: str) -> str:
    return ESCAPED.sub(r"\1", text)
