"""Rows written for the ear: plain text files, one writer a file, one row a line.

A line is `label| words`. A line `key: words` sets what stands for the rows after it, until an empty
line. `[words]` or `[words:kind]` marks words in place, `{words}` the clause worth giving back.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

ROWS = Path(__file__).parent.parent / "rows"
STANDING = ("method", "about")  # stand for all blocks after them, until another takes their place
_KEY = re.compile(r"^([a-z]+|\d+): ?(.*)$")
_ROW = re.compile(r"^([^|\s][^|]{0,40}?) ?\| ?(.*)$")
_MARK = re.compile(r"\[([^\[\]]*?)(?::([a-z_]+))?\]|\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Mark:
    """Words marked in a text, by where they begin and end."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class WrittenRow:
    """One row: its label, the words, the marks in them, and what stood above it."""

    label: str
    text: str
    above: Mapping[str, str]
    marks: tuple[Mark, ...]
    writer: str
    block: int
    after: str = ""


def unmarked(text: str) -> tuple[str, tuple[Mark, ...]]:
    """The words without their marks, and where the marks were."""
    plain, marks, at = "", [], 0
    for found in _MARK.finditer(text):
        plain += text[at : found.start()]
        words = found[1] if found[1] is not None else found[3]
        kind = "clause" if found[1] is None else (found[2] or "matter")
        marks.append(Mark(len(plain), len(plain) + len(words), kind))
        plain, at = plain + words, found.end()
    return plain + text[at:], tuple(marks)


def read(family: str, folder: Path = ROWS) -> Iterator[WrittenRow]:
    """All rows of a family, writer by writer."""
    for path in sorted((folder / family).glob("*.txt")):
        above: dict[str, str] = {}
        block, fresh = 0, True
        for number, raw in enumerate(path.read_text("utf-8").splitlines(), start=1):
            line = raw.strip()
            if not line:
                fresh = True
                continue
            key, row = _KEY.match(line), _ROW.match(line)
            if key and not (row and row.end(1) < key.end(1)):
                if fresh or (key[1] in above and not key[1].isdigit()):
                    kept = {name: above[name] for name in STANDING if name in above}
                    block, above, fresh = block + 1, kept, False
                above[key[1]] = key[2].strip()
            elif row:
                fresh = fresh and not above
                text, _, after = (
                    row[2].rpartition(" | ")
                    if family == "concepts" and " | " in row[2]
                    else (row[2], "", "")
                )
                plain, marks = unmarked(text.strip())
                yield WrittenRow(
                    row[1].strip(),
                    plain.strip(),
                    dict(above),
                    marks,
                    f"{family}/{path.stem}",
                    block,
                    after,
                )
            else:
                raise SystemExit(f"{path}:{number}: neither a row nor a key: {line[:60]!r}")
