"""Names by a methodology's convention."""

from __future__ import annotations

import pytest

from dramaturg.engines.interviews.base.methodology import Naming
from dramaturg.engines.interviews.extract.concept_names import is_conventional, name_of
from dramaturg.engines.interviews.extract.phrases import phrases
from dramaturg.language.syntax import best_syntax

NAMED: list[tuple[Naming, str, str]] = [
    ("noun_phrase", "I like the creamy texture.", "creamy texture"),
    ("noun_phrase", "It saves me time.", "saving time"),
    ("noun_phrase", "We visited Lisbon.", "visiting Lisbon"),
    (
        "noun_phrase",
        "I don't worry about ordering the wrong size.",
        "not worrying about ordering wrong size",
    ),
    ("verb_object", "I want reliable coffee.", "get reliable coffee"),
    ("verb_object", "I try to avoid wasting money.", "avoid wasting money"),
    ("verb_object", "We use WhatsApp.", "use WhatsApp"),
    ("verb_object", "I felt prepared.", "feel prepared"),
    ("event", "I missed the last train.", "missed the last train"),
    ("event", "Nobody heard the bell.", "nobody heard the bell"),
    ("event", "I didn't sleep.", "did not sleep"),
    ("event", "The teacher ignored the warning light.", "teacher ignored the warning light"),
    ("event", "I wanted to know the price.", "wanted to know the price"),
    ("event", "One girl started singing.", "one girl started singing"),
    ("event", "Nobody had the key.", "nobody had the key"),
    ("event", "I couldn't find the entrance.", "could not find the entrance"),
    ("event", "Two of the scanners were broken.", "scanners were broken"),
    ("event", "Everybody joined in.", "joined in"),
    ("event", "We sat in an old house at the lake with friends.", "sat in an old house"),
    ("verb_object", "I'd like to be a better mother.", "be a better mother"),
    ("verb_object", "More time with the kids in the evening.", "have more time with the kids"),
    ("verb_object", "I like the creamy texture.", "like the creamy texture"),
    ("verb_object", "There is no signal in our cellar.", "have no signal in cellar"),
    ("verb_object", "My sister copies it by hand.", "have sister copying it by hand"),
    ("construct", "She never raised her voice.", "never raises voice"),
    ("construct", "You dare to speak up.", "dare to speak up"),
    ("construct", "The coach was loud.", "loud"),
    ("construct", "She is easy to talk to.", "easy to talk"),
    ("construct", "He keeps his promises.", "keeps promises"),
]


@pytest.mark.parametrize(("naming", "text", "wanted"), NAMED)
def test_a_phrase_is_named_as_the_convention_says(naming: Naming, text: str, wanted: str) -> None:
    assert wanted in [name_of(phrase, naming) for phrase in phrases(best_syntax().read(text))]


@pytest.mark.parametrize(("naming", "text", "wanted"), NAMED)
def test_names_made_by_a_convention_are_conventional(
    naming: Naming, text: str, wanted: str
) -> None:
    assert is_conventional(wanted, naming)


@pytest.mark.parametrize(
    ("label", "naming"),
    [
        ("the creamy texture", "noun_phrase"),
        ("it is creamy", "noun_phrase"),
        ("because it is so creamy and does not split", "noun_phrase"),
        ("creamy, sweet", "noun_phrase"),
        ("", "noun_phrase"),
        ("coffee", "verb_object"),
        ("wasting money", "verb_object"),
    ],
)
def test_other_labels_are_not(label: str, naming: Naming) -> None:
    assert not is_conventional(label, naming)
