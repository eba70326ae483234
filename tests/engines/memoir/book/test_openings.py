"""Openings by a model are taken only if nothing is in them that was not told."""

from __future__ import annotations

import pytest
from tests.engines.memoir.book.life import SITTINGS, WORLD
from tests.engines.memoir.book.told_lives import memoir

from dramaturg.engines.memoir.asks.chapter_opening import ChapterOpeningAsk
from dramaturg.engines.memoir.book.draft import draft
from dramaturg.engines.memoir.book.openings import with_openings
from dramaturg.language.voices import ScriptVoice
from dramaturg.turn.asks import OfflineVoice, Prompter, Unreadable

BOOK = draft(memoir(SITTINGS, WORLD))
ASK = ChapterOpeningAsk(
    "Margaret",
    "The mill. Working life, 1945 to 1971.",
    "I started at the mill in 1945. Mr Hartley wore a bowler hat.",
    "Ours.",
)


@pytest.mark.parametrize(
    "line",
    [
        "In 1945 Margaret started at the mill.",
        "Here begins the mill, with Mr Hartley",
        "The mill and a bowler hat: Margaret remembers the mill.",
    ],
)
def test_what_was_told_may_be_said(line: str) -> None:
    assert ASK.read(line).startswith(line)


@pytest.mark.parametrize(
    "line",
    [
        "In 1946 Margaret started at the mill.",
        "Margareta started at the mill.",
        "At the mill Margaret met Mr Hartley and Mrs Brown.",
        "Those were happy years at the mill.",
        "Was the mill in Leeds?",
        "Margaret started. Mr Hartley wore a hat.",
        "The mill.",
        "",
        "Margaret started " + "at the mill " * 20,
    ],
)
def test_what_was_not_told_is_refused(line: str) -> None:
    with pytest.raises(Unreadable):
        ASK.read(line)


async def test_a_good_opening_takes_the_place_of_ours_and_leads_to_its_words() -> None:
    line = "This chapter tells of the mill, Mr Hartley and Edna."
    replies = ["nonsense"] * 2 * 3 + [line] + ["nonsense"] * 2 * 2
    book = await with_openings(BOOK, Prompter(ScriptVoice(replies)))
    assert book.chapters[3].opening[0].text == line
    assert {quote.turn for quote in book.chapters[3].opening[0].sources} >= {19, 21, 25}
    assert book.chapters[0] == BOOK.chapters[0]


async def test_without_a_model_the_book_is_as_it_was() -> None:
    assert await with_openings(BOOK, Prompter(OfflineVoice())) == BOOK
