"""Names of concepts: the respondent's own words."""

from __future__ import annotations

import pytest

from dramaturg.engines.interviews.extract.concept_names import in_own_words, is_name, name_of
from dramaturg.engines.interviews.extract.phrases import phrases
from dramaturg.language.syntax import best_syntax

NAMED = [
    ("I like the creamy texture.", "creamy texture"),
    ("It saves me time.", "saves me time"),
    ("I don't worry about ordering the wrong size.", "don't worry about ordering the wrong size"),
    ("I want reliable coffee.", "want reliable coffee"),
    ("I felt prepared.", "felt prepared"),
    ("I missed the last train.", "missed the last train"),
    ("Nobody heard the bell.", "nobody heard the bell"),
    ("I didn't sleep.", "didn't sleep"),
    ("One girl started singing.", "one girl started singing"),
    ("I couldn't find the entrance.", "couldn't find the entrance"),
    ("Everybody joined in.", "joined in"),
    ("There is no signal in our cellar.", "no signal in our cellar"),
    ("She never raised her voice.", "never raised her voice"),
    ("My sister copies it by hand.", "sister copies it by hand"),
]


def names(text: str) -> list[str]:
    found = phrases(best_syntax().read(text))
    return [name_of(in_own_words(phrase, text), text) for phrase in found]


@pytest.mark.parametrize(("text", "wanted"), NAMED)
def test_a_phrase_is_called_what_was_said_with_its_denial_and_its_wish(
    text: str, wanted: str
) -> None:
    assert wanted.lower() in [name.lower() for name in names(text)]


@pytest.mark.parametrize(("text", "wanted"), NAMED)
def test_every_word_of_a_name_was_said(text: str, wanted: str) -> None:
    assert all(name.lower() in text.lower() for name in names(text))


@pytest.mark.parametrize(
    "label",
    [
        "the creamy texture",
        "because it is so creamy and does not split in tea",
        "creamy, sweet",
        "",
    ],
)
def test_other_labels_are_no_names(label: str) -> None:
    assert not is_name(label)
