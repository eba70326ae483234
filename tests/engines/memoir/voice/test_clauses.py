"""Clauses: what of a passage is given back to the teller, whole and in their words."""

from __future__ import annotations

import pytest

from dramaturg.engines.memoir.base.story import StoryMention, TellerQuote
from dramaturg.engines.memoir.voice.clauses import clause_of, given_back
from dramaturg.engines.memoir.voice.follow_ups import called
from dramaturg.english.second_person import to_you
from dramaturg.turn.readings import Span

GIVEN_BACK = [
    (
        "We moved to Leeds in 1958 and I found work.",
        "you moved to Leeds in 1958 and you found work",
    ),
    ("In 1951 we moved to our uncle's house.", "you moved to your uncle's house"),
    ("I minded the shop on my days off.", None),  # it ends in `off`
    ("I still sleep on my side.", "you still sleep on your side"),
    ("It rained. I'd already poured his tea.", "you'd already poured his tea"),
    ("My mother used to say we were lucky.", "your mother used to say you were lucky"),
    ("Ruth taught second grade for thirty years.", "Ruth taught second grade for thirty years"),
    (
        "The rain came down for a week and the river rose, but I walked home the long way round.",
        "you walked home the long way round",
    ),
]
NOT_GIVEN_BACK = (
    *("", "Yes.", "…", "🙂🙂", "Ich war in Bremen.", "It rained.", "I think so.", "I don't know."),
    *("It was cold.", "Corn, hogs. Six brothers.", "I was born in Kumasi.", "I never told her."),
    *("She said, I know love, pass the gravy.", 'I "went" home (again).', "Did I go home?"),
    *("The driver he clap for me.", "I wash dishes every night.", "My brother was hold the phone."),
    *(
        "He died in Kayseri.",
        "I drank the furniture.",
        "You learned to lip-read.",
        "We was robbed.",
    ),
)


@pytest.mark.parametrize(("passage", "expected"), GIVEN_BACK)
def test_the_last_clause_that_can_stand_alone_is_given_back(
    passage: str, expected: str | None
) -> None:
    found = clause_of(passage)
    assert (found and given_back(found)) == expected


@pytest.mark.parametrize("passage", NOT_GIVEN_BACK)
def test_what_nobody_would_say_back_is_not_said_back(passage: str) -> None:
    assert clause_of(passage) is None


def test_what_the_ear_marked_is_given_back_before_the_last_words() -> None:
    passage = "I walked home the long way. Then I ate my supper."
    marked = clause_of(passage, Span("the long way", passage.index("the long")))
    assert marked and given_back(marked) == "you walked home the long way"


def test_a_clause_leads_back_to_its_words() -> None:
    passage = "Oh, that. In the end we moved to Leeds."
    found = clause_of(passage)
    assert found and passage[found.start : found.end] == found.text == "we moved to Leeds"


def test_a_very_long_passage_is_read_at_its_end_only() -> None:
    found = clause_of("We moved to Leeds. " + "uh, " * 10_000 + "\nI bought a dog.")
    assert found and given_back(found) == "you bought a dog"


@pytest.mark.parametrize(
    ("said", "name", "role", "expected"),
    [
        ("My sister Ann", "Ann", "my sister", "your sister Ann"),
        ("Ann", "Ann", "my sister", "your sister Ann"),
        ("Nan", "your grandmother", "my grandmother", "your nan"),
        ("my da", "your father", "my father", "your da"),
        ("Mr. Dodoo", "Mr. Dodoo", "", "Mr. Dodoo"),
    ],
)
def test_whoever_was_named_is_called_as_the_teller_called_them(
    said: str, name: str, role: str, expected: str
) -> None:
    quote = TellerQuote(1, Span(said, 0))
    assert called(StoryMention("key", "person", name, (quote,), role=role)) == expected


def test_only_what_is_about_the_teller_is_turned() -> None:
    assert (
        to_you("I was at my aunt's, and he was with us")
        == "you were at your aunt's, and he was with you"
    )
