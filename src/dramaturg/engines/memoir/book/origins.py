"""Where words come from, in words: sittings, dates, turns; and the notes that stand at the end of a
book.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from dramaturg.data_files import load
from dramaturg.engines.memoir.base.story import TellerQuote
from dramaturg.engines.memoir.book.draft import BookDraft
from dramaturg.engines.memoir.book.wishes import called

MONTHS = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
]
NUMBERS = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]


def date_of(at: float) -> str:
    """`3 March 2026`; empty for a time that no calendar has."""
    try:
        day = datetime.fromtimestamp(at, UTC)
    except (OverflowError, ValueError, OSError):
        return ""
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


def origin(draft: BookDraft, quote: TellerQuote) -> str:
    """`Sitting 1, 3 March 2026, turn 12`."""
    passage = draft.passages.get(quote.turn)
    parts = (f"sitting {passage.sitting}", date_of(passage.at)) if passage else ()
    said = ", ".join(part for part in (*parts, f"turn {quote.turn}") if part)
    return said[:1].upper() + said[1:]


def said(draft: BookDraft, quote: TellerQuote) -> str:
    """The words as they were said, but for names that the teller does not want in the book."""
    return called(draft.selection.renamings, quote.span.text)


def turns(quotes: Sequence[TellerQuote]) -> str:
    """`turn 3`, `turns 3, 7 and 12`."""
    numbers = [str(turn) for turn in dict.fromkeys(quote.turn for quote in quotes)]
    if len(numbers) < 2:
        return f"turn {''.join(numbers)}"
    return f"turns {', '.join(numbers[:-1])} and {numbers[-1]}"


def sittings(draft: BookDraft) -> str:
    """`Told in four sittings, from 3 March to 20 May 2026`."""
    days = [day for sitting in draft.sittings if (day := date_of(sitting.at))]
    count = len(draft.sittings)
    number = NUMBERS[count] if count < len(NUMBERS) else str(count)
    told = f"Told in {number} sitting{'' if count == 1 else 's'}"
    if not days:
        return told
    return (
        f"{told}, on {days[0]}" if days[0] == days[-1] else f"{told}, from {days[0]} to {days[-1]}"
    )


def notes(draft: BookDraft) -> tuple[str, ...]:
    """On how the text came about. What was left out is not told here."""
    whose = f"{draft.name}’s" if draft.name else "the teller’s"
    told = sittings(draft)
    return tuple(
        note.format(whose=whose, told=f"{told[:1].lower()}{told[1:]}")
        for note in load(__file__, "notes.txt", list[str])
    )
