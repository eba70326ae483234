"""Texts that fit their boxes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dramaturg.drawing.lettering import fitted, text_width


@given(st.text(max_size=80), st.floats(60, 400), st.floats(20, 120))
def test_a_text_never_leaves_its_box(text: str, width: float, height: float) -> None:
    lettering = fitted(text, width, height)
    assert lettering.height <= height
    assert all(text_width(line, lettering.size) <= width for line in lettering.lines)


def test_a_text_that_fits_is_whole_and_large() -> None:
    lettering = fitted("upper room, fed by the lungs", 200, 60)
    assert " ".join(lettering.lines) == "upper room, fed by the lungs"
    assert lettering.size == 16


def test_a_long_text_is_set_smaller_before_anything_is_left_out() -> None:
    lettering = fitted("a clue of rather many words for rather a small box", 120, 60)
    assert lettering.size < 16
    assert " ".join(lettering.lines).endswith("small box")


def test_no_word_stands_alone_in_the_last_line() -> None:
    assert fitted("makes sugar from light and air", 244, 60).lines == (
        "makes sugar from",
        "light and air",
    )


def test_what_does_not_fit_at_all_ends_in_dots() -> None:
    assert fitted("word " * 60, 100, 30).lines[-1].endswith("…")


def test_wide_letters_count_as_wide() -> None:
    assert text_width("心臓", 10) > text_width("il", 10) * 2
