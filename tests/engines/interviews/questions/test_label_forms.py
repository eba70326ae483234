"""A label in a question: as it was said, with its own article, or not at all."""

from __future__ import annotations

import pytest

from dramaturg.engines.interviews.questions.label_forms import QuestionPhrase, phrase
from dramaturg.language.syntax import best_syntax

SYNTAX = best_syntax()


@pytest.mark.parametrize(
    ("label", "quote", "expected"),
    [
        ("barista one", "the barista one froths properly", QuestionPhrase("the barista one")),
        ("sister", "my sister told me", QuestionPhrase("your sister")),
        ("small rooms", "it has small rooms", QuestionPhrase("small rooms", plural=True)),
        ("Mrs Okafor", "Mrs Okafor listened", QuestionPhrase("Mrs Okafor")),
    ],
)
def test_a_plain_noun_phrase_is_named_under_its_own_article(
    label: str, quote: str, expected: QuestionPhrase
) -> None:
    assert phrase(label, quote, SYNTAX) == expected


@pytest.mark.parametrize(
    ("label", "quote"),
    [
        ("doing on weeks", "I'm doing one thing right on weeks like that"),
        ("save time", "it saves time"),
        ("too sweet", "it's too sweet"),
        ("bag", "it's a bag a month"[:9] + " heavy"),
        ("was forgotten", "I was forgotten"),
        ("kids in bed", "the kids were in bed by eight, kids in bed"),
        ("🙂", "🙂"),
    ],
)
def test_what_would_have_to_be_inflected_or_stands_bare_is_not_named(
    label: str, quote: str
) -> None:
    found = phrase(label, quote, SYNTAX)
    assert found is None or found.text.removeprefix("the ").removeprefix("a ") == label


def test_a_label_is_never_made_into_another_form() -> None:
    """No gerund is made of a noun, whatever the method's names look like."""
    for label in ("money", "sofa", "phone", "get reliable coffee", "pallet not ready"):
        found = phrase(label, f"it was about {label}", SYNTAX)
        assert found is None or label in found.text
