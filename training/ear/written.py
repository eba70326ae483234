"""Rows written for the ear: plain text files, one writer a file, one row a line.

A line is `label| words`. A line `key: words` sets what stands for the rows after it, until an empty
line. `[words]` or `[words:kind]` marks words in place, `{words}` the clause worth giving back.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROWS = Path(__file__).parent.parent / "rows"
FIRST = Path(
    os.environ.get("FIRST_ROWS", ROWS.parents[2] / "shared" / "train" / "acknowledgement.jsonl")
)
"""The first rows of gates, which are not ours to ship; without them the ear learns from the others."""
STANDING = ("method", "about")  # stand for all blocks after them, until another takes their place
MARKED = ("acts/", "concepts/", "names/")  # in all others brackets are what somebody typed
_KEY = re.compile(r"^([a-z]+|\d+): ?(.*)$")
_ROW = re.compile(r"^([^|\s][^|]{0,40}?) ?\| ?(.*)$")
_LINKS = re.compile(r"^[\d>! ,]+$")
_MARK = re.compile(r"\[([^\[\]]*?)(?::([a-z_]+))?\]|\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class Mark:
    """Words marked in a text, by where they begin and end."""

    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class WrittenRow:
    """One row: its label, the words, the marks in them, what stood above it, who wrote it, and in
    which of their blocks. `links` are those between marked concepts, as written.
    """

    label: str
    text: str
    above: Mapping[str, str]
    marks: tuple[Mark, ...]
    writer: str
    block: int
    links: str = ""


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
    """All rows of a family, writer by writer. Raises SystemExit with every line that is none."""
    for path in sorted((folder / family).glob("*.txt")):
        yield from _rows(path, path.read_text("utf-8").splitlines(), f"{family}/{path.stem}")


def _rows(path: Path, lines: Sequence[str], writer: str) -> Iterator[WrittenRow]:
    above: dict[str, str] = {}
    block, fresh, faults = 0, True, []
    for number, line in enumerate(map(str.strip, lines), start=1):
        key, row = _KEY.match(line), _ROW.match(line)
        if not line:
            fresh = True
        elif key:
            if fresh or (key[1] in above and not key[1].isdigit()):
                kept = {name: above[name] for name in STANDING if name in above}
                block, above, fresh = block + 1, kept, False
            above[key[1]] = key[2].strip()
        elif row:
            fresh = fresh and not above
            said, links = _links_apart(row[2])
            text, marks = unmarked(said) if writer.startswith(MARKED) else (said, ())
            yield WrittenRow(row[1].strip(), text, dict(above), marks, writer, block, links)
        else:
            faults.append(f"{path}:{number}: neither a row nor a key: {line[:60]!r}")
    if faults:
        raise SystemExit("\n".join(faults))


def _links_apart(said: str) -> tuple[str, str]:
    """The words, and the links that stand after a stroke."""
    words, stroke, links = said.rpartition(" | ")
    return (words.strip(), links.strip()) if stroke and _LINKS.match(links) else (said.strip(), "")
