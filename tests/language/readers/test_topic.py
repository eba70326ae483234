"""Topics: going on, coming back, and beginning something new."""

from __future__ import annotations

import json
from dataclasses import asdict

import pytest

from dramaturg.language.embedder import best_embedder
from dramaturg.language.readers.parsed_text import ParsedText
from dramaturg.language.readers.topic import TopicThread, joined, opened, same_topic, topic_of
from dramaturg.language.syntax import best_syntax

NEAR = 0.35


def text(words: str) -> ParsedText:
    return ParsedText(words, best_syntax().read(words), best_embedder())


@pytest.fixture(scope="module")
def threads() -> list[TopicThread]:
    return [
        opened(
            "farm",
            text("We had cows and a tractor on the farm, and my uncle milked them before dawn."),
        ),
        opened(
            "shop", text("My mother kept the till in the grocery shop and weighed out the sugar.")
        ),
    ]


def test_a_turn_about_the_same_stays_in_its_thread(threads: list[TopicThread]) -> None:
    topic = topic_of(text("The cows had to be milked again every evening."), threads, "farm", NEAR)
    assert (topic.id, topic.returned) == ("farm", False)


def test_a_turn_about_something_else_opens_a_new_thread(threads: list[TopicThread]) -> None:
    assert topic_of(text("The surgeon took my tonsils out."), threads, "farm", NEAR).id is None


def test_a_turn_about_an_older_thread_comes_back_to_it(threads: list[TopicThread]) -> None:
    topic = topic_of(
        text("The grocery shop had sugar in big sacks behind the till."), threads, "farm", NEAR
    )
    assert (topic.id, topic.returned) == ("shop", True)


@pytest.mark.parametrize(
    "said",
    [
        "Anyway, back to the farm, I broke my arm there.",
        "Going back to the farm, that was the year of the strike.",
        "So, as I said about the farm, there was never any money.",
        "Let’s go back to the farm for a minute.",
    ],
)
def test_a_return_that_is_said_goes_to_the_thread_it_names(
    said: str, threads: list[TopicThread]
) -> None:
    topic = topic_of(text(said), threads, "shop", 0.99)
    assert (topic.id, topic.returned) == ("farm", True)


def test_going_back_to_a_place_in_a_story_is_no_return(threads: list[TopicThread]) -> None:
    assert (
        topic_of(text("After the war we went back to the farm."), threads, "shop", 0.99).id is None
    )


@pytest.mark.parametrize("said", ["Yes.", "no", "Mm.", "", "🙂", "Well, yes."])
def test_a_short_answer_stays_where_the_talk_is(said: str, threads: list[TopicThread]) -> None:
    topic = topic_of(text(said), threads, "shop", NEAR)
    assert (topic.id, topic.returned) == ("shop", False)


def test_without_threads_everything_is_new() -> None:
    assert topic_of(text("We had cows on the farm."), [], None, NEAR).id is None


def test_a_thread_moves_towards_what_is_said_in_it(threads: list[TopicThread]) -> None:
    tractor = text("The tractor never started in the rain.")
    moved = joined(threads[0], tractor)
    assert (
        topic_of(tractor, [moved], "farm", NEAR).nearness
        > topic_of(tractor, [threads[0]], "farm", NEAR).nearness
    )
    assert "rain" in moved.words


def test_a_short_answer_does_not_move_a_thread(threads: list[TopicThread]) -> None:
    assert joined(threads[0], text("Yes.")) == threads[0]


def test_a_thread_can_be_kept_as_json(threads: list[TopicThread]) -> None:
    kept = json.loads(json.dumps(asdict(threads[0])))
    assert TopicThread(kept["id"], tuple(kept["centroid"]), tuple(kept["words"])) == threads[0]


def test_two_texts_about_the_same_are_nearer_than_two_that_are_not() -> None:
    farm, milk, tonsils = map(
        text, ("We kept cows.", "The cows gave us milk.", "I had my tonsils out.")
    )
    assert same_topic(farm, milk) > same_topic(farm, tonsils)
