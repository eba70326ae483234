"""The question guard's readers, with the heads as shipped."""

from __future__ import annotations

import pytest

from dramaturg.language.embedder import best_embedder
from dramaturg.language.readers import (
    leading_question,
    near_repeat,
    open_question,
    presupposing_question,
    question,
    several_questions,
)
from dramaturg.language.readers.parsed_text import SeenTurn, look
from dramaturg.language.readers.reader import Reader
from dramaturg.language.syntax import best_syntax
from dramaturg.turn.readings import Said

READERS = [
    module.READER
    for module in (
        question,
        open_question,
        leading_question,
        presupposing_question,
        several_questions,
        near_repeat,
    )
]


def seen(text: str, context: str = "", earlier: tuple[str, ...] = ()) -> SeenTurn:
    return look([Said(text, context, earlier)], best_embedder(), best_syntax())[0]


def value(reader: Reader, text: str, context: str = "", earlier: tuple[str, ...] = ()) -> float:
    return reader.read(seen(text, context, earlier)).value


@pytest.mark.parametrize(
    "text",
    [
        "What was it like, coming home to an empty house?",
        "Could you tell me about your first week at the mill?",
        "How did you feel when the letter came?",
        "Why did you choose the violin?",
        "Do you remember what the kitchen was like?",
        "What worries do you have about going home?",
        "Maybe you can tell me a little about your week.",
        "Why don't you tell me how it started.",
        "Where do you see yourself in ten years?",
    ],
)
def test_what_invites_a_story_is_open(text: str) -> None:
    assert value(open_question.READER, text) > 0.5


@pytest.mark.parametrize(
    "text",
    [
        "What year did you leave school?",
        "How many brothers did you have?",
        "Did you like the teacher?",
        "Was it the bus or the tram you took?",
        "So you were the youngest?",
        "We can stop there for today.",
    ],
)
def test_what_a_word_can_answer_is_closed(text: str) -> None:
    assert value(open_question.READER, text) < 0.5


@pytest.mark.parametrize(
    "text",
    [
        "You were furious with her, weren't you?",
        "Don't you think the union let you down?",
        "Surely you must have known about the money?",
        "Why didn't you just leave him?",
    ],
)
def test_what_asks_for_agreement_is_leading(text: str) -> None:
    assert value(leading_question.READER, text) > 0.5


@pytest.mark.parametrize(
    "text",
    [
        "Do you think she stayed because she was afraid of your uncle?",
        "Did that make you feel like a guest in your own house?",
        "So would you say the choir kept the village together?",
    ],
)
def test_a_whole_view_offered_for_a_yes_is_leading(text: str) -> None:
    assert value(leading_question.READER, text) > 0.5


@pytest.mark.parametrize(
    ("text", "leading"),
    [
        ("Were you proud of it or were you kind of embarrassed?", True),
        ("Is it more about the money or more about being respected, do you think?", True),
        ("Did you take the early ferry or the late one?", False),
        ("Was the barn north or south of the house?", False),
    ],
)
def test_a_forced_choice_is_leading_unless_it_is_about_a_plain_fact(
    text: str, leading: bool
) -> None:
    assert (value(leading_question.READER, text) > 0.5) is leading


def test_an_answer_offered_after_an_open_question_makes_it_leading() -> None:
    asked = "How was it, telling your mother?"
    assert (
        value(leading_question.READER, asked)
        < 0.5
        < value(leading_question.READER, f"{asked} Was it awful?")
    )


@pytest.mark.parametrize(
    "text",
    [
        "What happened next?",
        "Where did you live then?",
        "Can you tell me more about the garden?",
        "Did you have a bicycle?",
        "Do you remember the ice storm?",
        "So this was after you left Akron?",
        "It sounds like it has been a long week.",
    ],
)
def test_what_leaves_the_answer_free_is_not_leading(text: str) -> None:
    assert value(leading_question.READER, text) < 0.5


def test_a_leading_question_says_which_rule_saw_it() -> None:
    assert (
        leading_question.READER.read(seen("It was a Monday, wasn't it?")).reader
        == "rule: a tag wants a nod"
    )


@pytest.mark.parametrize(
    "text", ["How badly did your brother hurt you?", "Why do you hate your stepfather so much?"]
)
def test_harm_nobody_spoke_of_is_presupposed(text: str) -> None:
    assert value(presupposing_question.READER, text) > 0.5


def test_what_the_person_said_before_is_not_presupposed() -> None:
    asked, told = (
        "Why do you hate your stepfather so much?",
        "I hate my stepfather. I always did, so much.",
    )
    assert (
        value(presupposing_question.READER, asked, context=told)
        < 0.5
        < value(presupposing_question.READER, asked)
    )


def test_a_topic_that_was_named_does_not_settle_the_harm() -> None:
    assert (
        value(
            presupposing_question.READER,
            "How badly did your brother hurt you?",
            context="My brother was a baker.",
        )
        > 0.5
    )


@pytest.mark.parametrize(
    ("text", "several"),
    [
        ("Where did you train, and who taught you?", True),
        ("What was the sea like? Were you sick? Who looked after you?", True),
        ("What year did the shop open, do you recall?", False),
        ("You sold it, didn't you?", False),
        ("Were you relieved or were you sorry?", False),
        ("Did you sell the boat? Or did you keep it?", False),
        ("What was the winter like, was it long?", False),
        ("Let's turn to the orchard. Who looked after it?", False),
        ("And have you, uh, have you ever gone back?", False),
        ("What part, if any, did the priest play in it?", False),
        ("I see.", False),
    ],
)
def test_only_questions_that_want_an_answer_of_their_own_are_counted(
    text: str, several: bool
) -> None:
    assert (value(several_questions.READER, text) > 0.5) is several


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("who taught you to swim", True),
        ("Tell me about the lighthouse.", True),
        ("Well, that's all I have.", False),
    ],
)
def test_a_question_is_seen_without_its_mark(text: str, asks: bool) -> None:
    assert (value(question.READER, text) > 0.5) is asks


def test_the_same_words_again_are_a_repeat() -> None:
    assert (
        value(
            near_repeat.READER,
            "Who taught you to swim?",
            earlier=("How old are you?", "who taught you to swim"),
        )
        == 1.0
    )


def test_the_same_question_in_other_words_is_a_repeat_and_another_topic_is_none() -> None:
    earlier = ("How did you feel when your father died?",)
    assert (
        value(
            near_repeat.READER, "What was it like for you when you lost your dad?", earlier=earlier
        )
        > 0.5
    )
    assert value(near_repeat.READER, "Which tools did you keep in the shed?", earlier=earlier) < 0.5


def test_nothing_is_a_repeat_when_nothing_was_asked() -> None:
    assert value(near_repeat.READER, "Who taught you to swim?") == 0.0


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.signal)
@pytest.mark.parametrize("text", ["", "?", "🙂", "¿Cómo estás?", "uh, I-- I mean, uh"])
def test_odd_text_gets_a_reading_from_every_reader(reader: Reader, text: str) -> None:
    reading = reader.read(seen(text, "", ("", "What?")))
    assert 0 <= reading.value <= 1 and 0 <= reading.confidence <= 1 and reading.reader


@pytest.mark.slow
@pytest.mark.parametrize(
    "words", ["do you um do you, ", "what so and what was it ", "or not so how "]
)
def test_a_very_long_turn_is_read_to_the_end(words: str) -> None:
    turn = seen(words * 2400)
    assert all(0 <= reader.read(turn).value <= 1 for reader in READERS)
