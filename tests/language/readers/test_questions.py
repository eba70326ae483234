"""What a turn asks, by the order of its words."""

from __future__ import annotations

import pytest

from dramaturg.language.embedder import HashingEmbedder
from dramaturg.language.readers.parsed_text import ParsedText
from dramaturg.language.readers.questions import QuestionTurn, ReadQuestion, questions
from dramaturg.language.rule_syntax import RuleSyntax
from dramaturg.language.syntax import best_syntax


def text(words: str) -> ParsedText:
    return ParsedText(words, best_syntax().read(words), HashingEmbedder())


def asked(words: str) -> tuple[ReadQuestion, ...]:
    return questions(text(words))


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("And so what happened after the bakery shut?", "wh"),
        ("what did your aunt say when you told her", "wh"),
        ("You rowed across how often?", "wh"),
        ("Was the harbour frozen that winter?", "polar"),
        ("I-- I mean, did you ever, uh, go back there?", "polar"),
        ("Could you tell me a bit about the choir?", "request"),
        ("Describe the smell of the tannery.", "request"),
        ("I'd love to hear how the two of you met.", "request"),
        ("So you took the night train?", "statement"),
        ("And the piano?", "fragment"),
    ],
)
def test_a_turn_asks_in_the_form_its_word_order_shows(words: str, kind: str) -> None:
    assert [question.kind for question in asked(words)] == [kind]


@pytest.mark.parametrize(
    "words", ["We moved when I was six.", "That is what he told me.", "Thank you, that helps.", ""]
)
def test_a_turn_that_only_states_asks_nothing(words: str) -> None:
    assert asked(words) == ()


@pytest.mark.parametrize(
    ("words", "tag"),
    [
        ("You were cold, weren't you?", "were n't you"),
        ("It was Tuesday, right?", "right"),
        ("She lied to you. Right?", "right"),
    ],
)
def test_a_tag_belongs_to_the_statement_before_it(words: str, tag: str) -> None:
    (question,) = asked(words)
    assert (question.kind, question.tag) == ("statement", tag)


def test_an_aside_at_the_end_is_neither_a_tag_nor_a_second_question() -> None:
    (question,) = asked("What year did the ferry sink, do you recall?")
    assert (question.wh, question.sought, question.tag) == ("what", "year", "")


def test_a_question_within_a_question_gives_its_question_word() -> None:
    (question,) = asked("Do you remember how the strike began?")
    assert (question.kind, question.wh) == ("polar", "how")


def test_two_questions_joined_by_and_are_two() -> None:
    first, second = asked("Where were you born, and what did your parents do?")
    assert (first.wh, second.wh, second.linked) == ("where", "what", True)


def test_answers_offered_with_or_are_choices_and_or_something_is_none() -> None:
    assert asked("Was it the pay or the foreman that drove you out?")[0].choices
    assert not asked("Was it the pay or something?")[0].choices


@pytest.mark.parametrize(
    "words", ["Were you glad or were you sorry?", "Were you glad? Or were you sorry?"]
)
def test_two_yes_or_no_questions_joined_by_or_are_one_choice(words: str) -> None:
    (question,) = asked(words)
    assert question.kind == "polar" and question.choices


def test_talking_about_something_back_then_is_no_request_to_talk() -> None:
    assert [question.kind for question in asked("Did you all talk about it at supper?")] == [
        "polar"
    ]


@pytest.mark.parametrize(
    "words",
    [
        "",
        "?",
        "how ?!",
        "🙂🙂?",
        "¿Dónde naciste?",
        "なぜですか?",
        "'s n't ?",
        "or or or?",
        "-- ... --",
    ],
)
def test_odd_text_is_read_without_complaint(words: str) -> None:
    for syntax in (best_syntax(), RuleSyntax()):
        turn = QuestionTurn(ParsedText(words, syntax.read(words), HashingEmbedder()))
        assert isinstance(turn.asking, str) and len(turn.asked) <= 2


def test_rules_alone_see_plain_questions_too() -> None:
    words = "What did you do then? Did you leave?"
    found = questions(ParsedText(words, RuleSyntax().read(words), HashingEmbedder()))
    assert [question.kind for question in found] == ["wh", "polar"]
