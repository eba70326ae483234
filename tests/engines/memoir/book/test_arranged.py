"""Chapters as the family arranges them: order, titles, cut and joined; kept through what is told
later.
"""

from __future__ import annotations

import pytest
from tests.engines.memoir.book.test_chapters import ADA, many, turns
from tests.engines.memoir.book.told_lives import Said, World, memoir

from dramaturg.engines.memoir.base.arrangement import arrangement_in, choice_of
from dramaturg.engines.memoir.base.story import BookArrangement, ChapterArranged
from dramaturg.engines.memoir.book.chapter_file import read_chapters, write_chapters
from dramaturg.engines.memoir.book.draft import BookDraft, draft
from dramaturg.engines.memoir.book.passages import BookSource
from dramaturg.kernel.errors import BadInput
from dramaturg.kernel.values import replace

YOUNG = many("We slept three in a bed.", 3, "t1", "childhood")
OLD = many("We sold the boat and bought a caravan.", 3, "t2", "later_years")
LATER = Said("We had one blanket between us, and it was red.", "t1", ("childhood",))


def told(*more: Said) -> BookSource:
    return memoir([[*YOUNG, *OLD], *([list(more)] if more else [])], World({}, {}), ADA)


def arranged(book: BookArrangement, *more: Said) -> BookDraft:
    return draft(replace(told(*more), book=book))


def test_chapters_stand_as_they_were_put_with_their_titles_and_a_dedication() -> None:
    book = arranged(
        BookArrangement(
            "Salt",
            "For Bridie",
            (ChapterArranged((5, 4), "The caravan"), ChapterArranged((1, 2, 3, 6), "All the rest")),
        )
    )
    assert turns(book.chapters) == [[5, 4], [1, 2, 3, 6]]
    assert [chapter.title.text for chapter in book.chapters] == ["The caravan", "All the rest"]
    assert (book.title, book.dedication) == ("Salt", "For Bridie")


def test_what_is_told_in_a_later_sitting_stands_beside_what_it_belongs_to() -> None:
    book = arranged(
        BookArrangement(
            chapters=(ChapterArranged((4, 5, 6)), ChapterArranged((3, 2, 1), "Three in a bed"))
        ),
        LATER,
    )
    assert turns(book.chapters) == [[4, 5, 6], [3, 8, 2, 1]]
    assert book.chapters[1].title.text == "Three in a bed"


def test_nothing_is_lost_that_no_chapter_names() -> None:
    book = arranged(BookArrangement(chapters=(ChapterArranged((1,), "First"),)))
    assert sorted(turn for chapter in turns(book.chapters) for turn in chapter) == [
        1,
        2,
        3,
        4,
        5,
        6,
    ]


def test_an_arrangement_is_the_same_after_its_turn_and_after_its_file() -> None:
    book = BookArrangement(
        "Salt",
        "For Bridie,\nwho is four",
        (ChapterArranged((2, 1, 3), "A"), ChapterArranged((6, 5, 4), "B")),
    )
    assert arrangement_in(choice_of(book)) == book
    assert read_chapters(write_chapters(replace(told(), book=book))) == book


def test_all_faults_of_an_arrangement_are_told_at_once() -> None:
    with pytest.raises(BadInput, match=r"twice: 1; a title of 201 characters"):
        choice_of(
            BookArrangement(chapters=(ChapterArranged((1,), "x" * 201), ChapterArranged((1,))))
        )


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("- 1", "no title and no chapter"),
        (
            "chapters: [{passages: {}}]\nauthor: me",
            "'author' is not known; chapter 1 has no passages",
        ),
        ("chapters: [", "no YAML"),
    ],
)
def test_a_file_that_says_no_chapters_is_refused(text: str, fault: str) -> None:
    with pytest.raises(BadInput, match=fault):
        read_chapters(text)
