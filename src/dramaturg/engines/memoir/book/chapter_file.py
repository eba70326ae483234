"""The chapters of a book as a file that a person edits: a line for each passage, to be moved."""

from __future__ import annotations

from typing import Any

import yaml

from dramaturg.engines.memoir.base.story import BookArrangement, ChapterArranged
from dramaturg.engines.memoir.book.passages import BookSource
from dramaturg.engines.memoir.book.view import arrangement_shown
from dramaturg.kernel.errors import BadInput

FIRST_WORDS = 10
EXAMPLE = "write chapters as `dramaturg memoir chapters` prints them"


def write_chapters(memoir: BookSource) -> str:
    """Title, dedication, and each chapter with its passages: their turn and how they begin."""
    book = arrangement_shown(memoir)
    texts = {passage.turn: passage.text.split() for passage in memoir.passages}
    shown = {
        "title": book.title,
        "dedication": book.dedication,
        "chapters": [
            {
                "title": chapter.title,
                "passages": {turn: " ".join(texts[turn][:FIRST_WORDS]) for turn in chapter.turns},
            }
            for chapter in book.chapters
        ],
    }
    return str(yaml.safe_dump(shown, sort_keys=False, allow_unicode=True, width=120))


def read_chapters(text: str) -> BookArrangement:
    """What such a file says. Raises BadInput with all faults."""
    try:
        read = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise BadInput(f"this is no YAML: {error}; {EXAMPLE}") from error
    if not isinstance(read, dict):
        raise BadInput(f"there is no title and no chapter in it; {EXAMPLE}")
    faults = [f"{key!r} is not known" for key in read.keys() - {"title", "dedication", "chapters"}]
    chapters = [
        _chapter(number, each, faults) for number, each in enumerate(read.get("chapters") or [], 1)
    ]
    if faults:
        raise BadInput(f"{'; '.join(faults)}; {EXAMPLE}")
    return BookArrangement(
        str(read.get("title") or ""), str(read.get("dedication") or ""), tuple(chapters)
    )


def _chapter(number: int, read: Any, faults: list[str]) -> ChapterArranged:
    passages = read.get("passages") if isinstance(read, dict) else None
    turns = tuple(passages or ())
    if not turns or not all(isinstance(turn, int) for turn in turns):
        faults.append(f"chapter {number} has no passages by their numbers")
        return ChapterArranged(())
    return ChapterArranged(turns, str(read.get("title") or ""))
