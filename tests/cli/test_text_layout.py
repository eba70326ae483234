"""Long lines of a labelled list go on under their own words."""

from __future__ import annotations

from dramaturg.cli.text_layout import wrapped


def test_a_long_line_goes_on_under_its_words() -> None:
    line = "  heard       " + "a word " * 20
    first, second, *_ = wrapped([line], 60)
    assert first.startswith("  heard       a word")
    assert second.startswith(" " * 14 + "word") or second.startswith(" " * 14 + "a")


def test_no_line_is_wider_than_asked_whatever_was_said() -> None:
    said = [
        "  heard       “" + "so " * 400 + "”",
        "x" * 500,
        "  said        🙂" + "\n" * 5 + "and\tthen",
    ]
    assert max(map(len, wrapped(said, 72))) <= 72


def test_empty_lines_stay() -> None:
    assert list(wrapped(["Turn 1", "", "Turn 2"], 80)) == ["Turn 1", "", "Turn 2"]


def test_short_lines_are_left_as_they_are() -> None:
    assert list(wrapped(["  depth       stays at 0"], 80)) == ["  depth       stays at 0"]
