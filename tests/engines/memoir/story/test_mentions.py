from __future__ import annotations

import pytest
from tests.engines.memoir.story.listening import listen, start, told

from dramaturg.engines.memoir.base.state import apply
from dramaturg.engines.memoir.base.story import MentionKind
from dramaturg.engines.memoir.base.story_events import LooseEndFound, Mentioned, PassageMarked


def mentions(text: str, kind: MentionKind, *before: str) -> list[Mentioned]:
    heard, _ = listen(told(*before) if before else start(), text)
    return [
        event for event in heard.events if isinstance(event, Mentioned) and event.mention == kind
    ]


@pytest.mark.parametrize(
    ("text", "key", "name", "role"),
    [
        ("My sister Ann sang.", "ann", "Ann", "my sister"),
        ("My sister sang.", "sister", "your sister", "my sister"),
        ("My older brother drove us.", "older brother", "your older brother", "my older brother"),
        ("Dad never said a word.", "father", "your father", "my father"),
        ("My old man drove a truck.", "father", "your father", "my father"),
        ("We had tea with Miss Price.", "price", "Miss Price", ""),
        ("Uncle Joe played the fiddle.", "joe", "Uncle Joe", "my uncle"),
        ("My mother, Ifeoma Obi, was the first up.", "ifeoma obi", "Ifeoma Obi", "my mother"),
        ("Hilda Crane was my friend for sixty years.", "hilda crane", "Hilda Crane", "my friend"),
        ("Old Mr Sutton came every night.", "sutton", "Mr Sutton", ""),
        ("We stayed at a Mrs Tandy's.", "tandy", "Mrs Tandy", ""),
        ("A teacher called Enid Marsh lent me books.", "enid marsh", "Enid Marsh", ""),
        ("We learned it from Mr D'Costa.", "d'costa", "Mr D'Costa", ""),
        ("Then Mrs So-and-so came in.", "so-and-so", "Mrs So-and-so", ""),
    ],
)
def test_people_are_known_by_name_or_by_what_they_are_and_can_be_spoken_of(
    text: str, key: str, name: str, role: str
) -> None:
    (found,) = mentions(text, "person")
    assert (found.key, found.name, found.role) == (key, name, role)
    assert text[found.quote.span.start : found.quote.span.end] == found.quote.span.text


NOBODY = (
    *(
        "She told him everything.",
        "I said so to them.",
        "My name is Ruth.",
        "On Monday I went out.",
    ),
    *("The sergeant called us all Charlie.", "She read me all of Oliver Twist."),
)


@pytest.mark.parametrize("text", NOBODY)
def test_pronouns_days_nicknames_books_and_the_teller_are_nobody(text: str) -> None:
    assert mentions(text, "person") == []


def test_a_sister_who_was_named_is_known_again_without_her_name() -> None:
    (found,) = mentions("My sister laughed about it.", "person", "My sister Ann sang.")
    assert (found.key, found.name) == ("ann", "Ann")


def test_a_man_and_his_wife_are_told_apart() -> None:
    (found,) = mentions(
        "Mr Heaton played the fiddle.", "person", "Mrs Heaton lived across the road."
    )
    assert (found.key, found.name) == ("mr heaton", "Mr Heaton")


def test_two_of_one_name_are_told_apart() -> None:
    (found,) = mentions("My uncle Tom kept pigeons.", "person", "My brother Tom went to sea.")
    assert (found.key, found.name) == ("uncle tom", "your uncle Tom")


@pytest.mark.parametrize(
    ("text", "key", "name"),
    [
        ("We moved to Bradford.", "bradford", "Bradford"),
        ("I sat in the Bronx all summer.", "bronx", "the Bronx"),
        ("Our village was small.", "village", "your village"),
        ("I liked the candy store.", "candy store", "the candy store"),
        ("When I saw it in Barnes I stopped.", "barnes", "Barnes"),
        ("It fell at the Mill Lane end.", "mill lane", "Mill Lane"),
        ("I went to the Sunday school.", "sunday school", "the Sunday school"),
        ("I waited by my father's post office.", "post office", "your father's post office"),
    ],
)
def test_places_are_named_as_they_can_be_said_to_the_teller(text: str, key: str, name: str) -> None:
    (found,) = mentions(text, "place")
    assert (found.key, found.name) == (key, name)


@pytest.mark.parametrize(
    "text",
    [
        "At Whitsuntide we had new clothes.",
        "They met in our town hall.",
        "We sat by the Persian wheel.",
    ],
)
def test_feasts_and_what_only_describes_something_are_no_places(text: str) -> None:
    assert mentions(text, "place") == []


def test_years_and_decades_are_kept() -> None:
    found = mentions("It was 1947, or was it later in the fifties?", "year")
    assert [(each.key, each.name) for each in found] == [("1947", "1947"), ("1950s", "the fifties")]


def test_at_most_two_things_that_were_dwelt_on_are_worth_asking_about() -> None:
    text = "She had a red bicycle, a wooden train, a copper kettle and a tin whistle. The red bicycle was the best."
    found = mentions(text, "thing")
    assert len(found) == 2
    assert found[0].name == "the red bicycle"


@pytest.mark.parametrize(
    "text",
    [
        "But that is another story.",
        "I'll tell you about that some time.",
        "That was before the accident.",
        "There was a lot of trouble then.",
    ],
)
def test_what_is_touched_on_and_left_is_a_loose_end(text: str) -> None:
    heard, after = listen(start(), text)
    assert [
        event.loose_end.quote.span.text
        for event in heard.events
        if isinstance(event, LooseEndFound)
    ] == [text]
    assert "l1" in after.story.loose_ends


def test_what_is_being_told_is_no_loose_end() -> None:
    heard, _ = listen(
        start(), "Before the accident he was merry. The accident happened on the bridge."
    )
    assert not [event for event in heard.events if isinstance(event, LooseEndFound)]


def test_what_was_left_out_by_hand_can_go_in_after_all() -> None:
    before = told("I love my garden.", "My brother ran away with the money from the church.")
    by_hand = apply(before, PassageMarked(2, "off_record"))
    heard, after = listen(by_hand, "You can put that in after all.")
    assert [event.turn for event in heard.events if isinstance(event, PassageMarked)] == [2]
    assert "2" not in after.story.marks


@pytest.mark.parametrize(
    "text",
    ["We put it off for years.", "I never wrote it on paper.", "He left it out in the rain."],
)
def test_ordinary_talk_is_no_wish(text: str) -> None:
    assert not listen(start(), text)[1].story.wishes
