"""Finding what a model quotes in what was said."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dramaturg.english.quotes import find

SAID = "Well, I don’t  like\nthe “creamy” texture — it’s Too Sweet."


@pytest.mark.parametrize(
    ("quote", "stands"),
    [
        ("I don't like the", "I don’t  like\nthe"),
        ('"creamy" texture', "creamy” texture"),
        ("it's too sweet", "it’s Too Sweet"),
        ("Well ... too sweet.", SAID[:-1]),
    ],
)
def test_spaces_capitals_and_quotation_marks_may_differ(quote: str, stands: str) -> None:
    span = find(quote, SAID)
    assert span is not None
    assert SAID[slice(*span)] == stands


@pytest.mark.parametrize("quote", ["", "...", "I like the texture", "too sweet ... well"])
def test_words_may_not(quote: str) -> None:
    assert find(quote, SAID) is None


@given(st.text(), st.text())
def test_a_span_always_lies_in_the_text(quote: str, text: str) -> None:
    span = find(quote, text)
    assert span is None or 0 <= span[0] < span[1] <= len(text)
