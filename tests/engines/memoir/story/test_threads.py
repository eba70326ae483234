from __future__ import annotations

import pytest
from tests.engines.memoir.story.listening import listen, new_sitting, start, told

from dramaturg.engines.memoir.base.state import LineSaid, MemoirState, apply
from dramaturg.engines.memoir.base.story_events import ThreadContinued, ThreadLeftAlone
from dramaturg.engines.memoir.story.titles import LONGEST
from dramaturg.turn.engine import fold

FARM = "I grew up on my grandfather's farm. We had cows and a big barn, and I fed the hens before school."
MILL = "At fifteen I started at the mill. The looms were so loud that you could not hear yourself speak."


def topic_of(state: MemoirState, text: str) -> str:
    return listen(state, text)[0].topic


def test_the_first_passage_opens_the_first_thread() -> None:
    assert topic_of(start(), FARM) == "t1"


def test_a_passage_that_hangs_together_with_nothing_told_before_begins_something_new() -> None:
    assert (
        topic_of(
            told(FARM),
            "Hats, gloves and a fur collar, that is what the rich women bought on Saturdays.",
        )
        == "t2"
    )


def test_a_passage_that_goes_on_with_he_or_it_stays() -> None:
    assert (
        topic_of(told(FARM), "He wore a fur collar on Saturdays, and gloves, and he bought hats.")
        == "t1"
    )


@pytest.mark.parametrize("text", ["", "   ", "Oh.", "😀", "Yes."])
def test_what_tells_nothing_opens_no_thread(text: str) -> None:
    heard, after = listen(start(), text)
    assert heard.topic == "t0"
    assert not after.story.threads


@pytest.mark.parametrize(
    "answer",
    ["Yes, every morning.", "I don't know, really.", "No. I'd rather not say more.", "Sure."],
)
def test_a_short_answer_stays_in_the_thread_of_the_question(answer: str) -> None:
    assert topic_of(told(FARM, MILL), answer) == "t2"


@pytest.mark.parametrize(
    "text",
    [
        "Going back to the farm, the harvest was the best of it.",
        "To return to the farm, we had a horse as well.",
        "As I was saying about the farm, the hens were mine.",
        "Let me go back to the farm for a minute.",
        "Back to the farm: we ate in the barn at long tables.",
    ],
)
def test_a_return_in_plain_words_finds_its_thread(text: str) -> None:
    heard, _ = listen(told(FARM, MILL), text)
    assert heard.topic == "t1"
    assert next(event for event in heard.events if isinstance(event, ThreadContinued)).returned


def test_going_back_somewhere_long_ago_is_no_return() -> None:
    assert (
        topic_of(
            told(FARM, MILL), "Afterwards I went back to the looms and never said a word about it."
        )
        == "t2"
    )


def test_what_is_named_for_the_first_time_opens_a_thread_under_that_name() -> None:
    _, after = listen(
        told(FARM), "Let me tell you about my brother Tom. He went to sea at sixteen."
    )
    assert after.story.threads["t2"].title == "my brother Tom"


def test_threads_keep_their_ids_over_sittings() -> None:
    later = new_sitting(told(FARM, MILL), "Last time you told me about the mill.")
    assert topic_of(later, "Going back to the farm, there was a pond behind the barn.") == "t1"


def test_when_a_sitting_begins_a_short_answer_belongs_to_what_was_recalled() -> None:
    later = new_sitting(
        told(FARM, MILL),
        "Last time you told me about your grandfather's farm. Shall we go on there?",
    )
    assert topic_of(later, "Yes, let's.") == "t1"


def test_a_thread_that_was_left_alone_is_open_again_once_the_teller_returns() -> None:
    refused = fold(apply, (ThreadLeftAlone("t1"),), told(FARM, MILL))
    heard, after = listen(refused, "Going back to the farm, I do want to tell you how we lost it.")
    assert ThreadLeftAlone("t1", left_alone=False) in heard.events
    assert not after.story.threads["t1"].left_alone


def test_a_short_answer_does_not_open_what_was_left_alone() -> None:
    refused = fold(apply, (ThreadLeftAlone("t1"),), told(FARM))
    assert not [
        event
        for event in listen(refused, "No, thank you.")[0].events
        if isinstance(event, ThreadLeftAlone)
    ]


def test_vectors_of_another_embedder_are_never_compared() -> None:
    state = told(FARM)
    thread = state.story.threads["t1"]
    events = [ThreadContinued("t1", 1, 1, "AAAA", thread.keys, embedder="another")]
    heard, after = listen(fold(apply, events, state), "Going back to the farm, there was a pond.")
    assert heard.topic == "t1"
    assert after.story.threads["t1"].embedder == thread.embedder


@pytest.mark.parametrize(
    "text",
    [
        FARM,
        MILL,
        "Mr. Feldman had the candy store on the corner.",
        "In 1968 I went out to Kenya with two bags.",
    ],
)
def test_a_title_is_short_and_in_the_tellers_words(text: str) -> None:
    title = listen(start(), text)[1].story.threads["t1"].title
    assert 0 < len(title.split()) <= LONGEST
    assert title.lower().removeprefix("the ") in text.lower()


def test_a_question_that_leads_elsewhere_takes_the_answer_with_it() -> None:
    asked = fold(
        apply,
        (
            LineSaid(
                "What do you remember of the dances and the music when you were young?",
                "ask",
                "broaden",
            ),
        ),
        told(FARM),
    )
    assert (
        topic_of(
            asked,
            "There was music on Saturdays, a fiddle and an accordion, and we danced until the lamps went out.",
        )
        == "t2"
    )


def test_an_answer_to_a_question_about_the_thread_stays_in_it() -> None:
    asked = fold(
        apply,
        (LineSaid("Which of the animals on the farm did you like best?", "ask", "detail"),),
        told(FARM),
    )
    assert (
        topic_of(
            asked, "My old dog Rex, of all the animals, because he slept on my feet all winter."
        )
        == "t1"
    )
