"""A report taken apart: every mark of its Markdown becomes a value, and what people said stays as
it was said.
"""

from __future__ import annotations

from dramaturg.engines.interviews.report.interview_report import plain
from dramaturg.studies.by_method.common import SourcedQuote, quoted, table
from dramaturg.studies.report.blocks import (
    BulletsBlock,
    HeadingBlock,
    ParagraphBlock,
    PictureBlock,
    QuoteBlock,
    TableBlock,
    TextSpan,
    blocks,
)

NASTY = "**not bold** | <b>no tag</b> [no](link) # `no` _mark_"


def taken_apart(*lines: str, pictures: dict[str, str] | None = None) -> list[object]:
    return list(blocks("\n".join(lines), pictures or {}, {"R001": "a session"}))


def test_every_kind_of_line_becomes_its_block() -> None:
    found = taken_apart(
        "## A title",
        "",
        "Plain and **strong**",
        "words.",
        "- one",
        "- **two**",
        "![A map](map.svg)",
        "",
        *table(("a", "b"), [(1, 2)]),
    )
    assert found == [
        HeadingBlock(2, "A title"),
        ParagraphBlock(
            (TextSpan("Plain and "), TextSpan("strong", strong=True), TextSpan(" words."))
        ),
        BulletsBlock(((TextSpan("one"),), (TextSpan("two", strong=True),))),
        TableBlock(("a", "b"), (("1", "2"),)),
    ]


def test_a_quote_leads_to_where_it_was_said_and_says_what_was_said() -> None:
    assert taken_apart(
        *quoted([SourcedQuote("R001", 3, NASTY), SourcedQuote("R009", 1, "Gone.")])
    ) == [QuoteBlock(NASTY, "R001", 3, "a session"), QuoteBlock("Gone.", "R009", 1, "")]


def test_words_of_people_are_never_taken_for_marks() -> None:
    assert taken_apart(plain(NASTY)) == [ParagraphBlock((TextSpan(NASTY),))]
    assert taken_apart(*table(("", ""), [(plain(NASTY), "x")])) == [TableBlock((), ((NASTY, "x"),))]


def test_a_picture_carries_itself() -> None:
    (picture,) = taken_apart("![A map](map.svg)", pictures={"map.svg": "<svg/>"})
    assert isinstance(picture, PictureBlock)
    assert (picture.alt, picture.source) == ("A map", "data:image/svg+xml;base64,PHN2Zy8+")
