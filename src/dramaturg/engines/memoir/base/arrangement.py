"""The arrangement of a book as it is sent and kept: a choice that is JSON, checked as a whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pydantic import TypeAdapter, ValidationError

from dramaturg.engines.memoir.base.story import BookArrangement
from dramaturg.kernel.errors import BadInput

ARRANGING = "book:"
LONGEST_TITLE, LONGEST_DEDICATION, MOST_CHAPTERS = 200, 2_000, 200
_ADAPTER = TypeAdapter(BookArrangement)


def choice_of(book: BookArrangement) -> str:
    """As a turn says it. Raises BadInput with all faults."""
    faults = list(_faults(book))
    if faults:
        raise BadInput("the book cannot be arranged so: " + "; ".join(faults))
    return ARRANGING + _ADAPTER.dump_json(book).decode()


def arrangement_in(choice: str) -> BookArrangement:
    """What a turn says. Raises BadInput."""
    try:
        book = _ADAPTER.validate_json(choice.removeprefix(ARRANGING))
    except ValidationError as error:
        places = (".".join(map(str, each["loc"])) for each in error.errors())
        raise BadInput(f"this is no arrangement of a book, at: {', '.join(places)}") from error
    choice_of(book)
    return book


def _faults(book: BookArrangement) -> Iterator[str]:
    counts = Counter(turn for chapter in book.chapters for turn in chapter.turns)
    twice = sorted(turn for turn, count in counts.items() if count > 1)
    if twice:
        yield f"passages stand in it twice: {', '.join(map(str, twice))}"
    if len(book.chapters) > MOST_CHAPTERS:
        yield f"{len(book.chapters)} chapters; at most {MOST_CHAPTERS}"
    if len(book.dedication) > LONGEST_DEDICATION:
        yield f"a dedication of {len(book.dedication)} characters; at most {LONGEST_DEDICATION}"
    for title in (book.title, *(chapter.title for chapter in book.chapters)):
        if len(title) > LONGEST_TITLE:
            yield f"a title of {len(title)} characters, “{title[:30]}…”; at most {LONGEST_TITLE}"
