"""What the teller did, said back to them."""

from __future__ import annotations

import pytest

from dramaturg.engines.memoir.base.story import MentionKind, StoryMention
from dramaturg.engines.memoir.voice.clauses import clauses
from dramaturg.engines.memoir.voice.follow_ups import called
from dramaturg.english.second_person import to_you

SAID_BACK = [
    (
        "We moved to Leeds in 1958 and I found work.",
        ["you found work", "you moved to Leeds in 1958"],
    ),
    ("In 1951 we moved to our uncle's house.", ["you moved to your uncle's house"]),
    ("When I was twelve I won a scholarship.", ["you won a scholarship"]),
    ("Went in the army.", ["you went in the army"]),
    ("Sold them.", ["you sold them"]),
    (
        "I started at the docks on the Friday after I turned fourteen.",
        ["you turned fourteen", "you started at the docks on the Friday"],
    ),
    ("I minded the shop on my days off.", ["you minded the shop on your days off"]),
    (
        "I went to London for the trial with my boots in my hand so that they stayed dry.",
        ["you went to London for the trial"],
    ),
    ("Well, we all slept in one room, me and my brothers.", ["you all slept in one room"]),
    (
        "I carried my sister home across the ice with a broken lantern from the fair that year",
        ["you carried your sister home across the ice with a broken lantern"],
    ),
]
NOT_SAID_BACK = (
    *(
        "",
        "Yes.",
        "…",
        "🙂🙂",
        "Ich war in Bremen.",
        "It rained.",
        "I think so.",
        "I was born in Kumasi.",
        "I don't know.",
        "I hated school and I felt ill.",
    ),
    *(
        "I lost my father.",
        "Uh, I-- I mean, you know.",
        'I "went" home (again)',
        "I lodged with a Mrs. Pearson.",
        "The man we met was old.",
        "I went to look at one of them.",
    ),
)


@pytest.mark.parametrize(("passage", "expected"), SAID_BACK)
def test_what_was_done_is_said_back_to_the_teller_newest_first(
    passage: str, expected: list[str]
) -> None:
    assert [clause.text for clause in clauses(passage)] == expected


@pytest.mark.parametrize("passage", NOT_SAID_BACK)
def test_what_cannot_stand_alone_or_lies_within_is_not_said_back(passage: str) -> None:
    assert clauses(passage) == ()


def test_a_clause_leads_back_to_its_words() -> None:
    passage = "Oh, that. In the end we moved to Leeds, my brother too."
    (clause,) = clauses(passage)
    assert passage[clause.span.start : clause.span.end] == clause.span.text == "we moved to Leeds"


@pytest.mark.parametrize(
    "passage",
    [
        "I used to sing.",
        "We always ate late.",
        "I drove the bus for nineteen years.",
        "We lived above it.",
    ],
)
def test_habits_and_long_times_are_told_from_deeds(passage: str) -> None:
    assert [clause.habit for clause in clauses(passage)] == [True]


def test_a_very_long_passage_is_read_at_its_end_only() -> None:
    passage = "We moved to Leeds. " + "uh, " * 10_000 + "I bought a dog."
    assert [clause.text for clause in clauses(passage)] == ["you bought a dog"]


@pytest.mark.parametrize(
    ("kind", "name", "role", "expected"),
    [
        ("person", "Ann", "my sister", "your sister Ann"),
        ("person", "your mother", "my mother", "your mother"),
        ("person", "Mr. Dodoo", "", "Mr. Dodoo"),
        ("person", "your uncle Harry", "my uncle", "your uncle Harry"),
        ("place", "our kitchen", "", "your kitchen"),
        ("place", "Leeds", "", "Leeds"),
    ],
)
def test_whoever_was_named_is_called_as_the_teller_called_them(
    kind: MentionKind, name: str, role: str, expected: str
) -> None:
    assert called(StoryMention("key", kind, name, (), role=role)) == expected


def test_only_what_is_about_the_teller_is_turned() -> None:
    assert (
        to_you("I was at my aunt's, and he was with us")
        == "you were at your aunt's, and he was with you"
    )
