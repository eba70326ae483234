"""Which of a teller's sentences go into a book."""

from __future__ import annotations

import pytest

from dramaturg.engines.memoir.book.sentences import told_sentences
from dramaturg.engines.memoir.story.passage import sentence_spans
from dramaturg.turn.readings import Span


def texts(said: str, *corrections: Span) -> list[str]:
    return [sentence.text for sentence in told_sentences(7, said, corrections)]


NOTHING = [
    "Yes.",
    "I don't know.",
    "Yes, she did.",
    "We were not.",
    "Two pounds eleven.",
    "In Leeds.",
    "My mother.",
    "Mm-hmm.",
    "Can we stop here?",
    "What was your question again?",
    "I'd rather not talk about that.",
    "Let's talk about something else.",
    "Thank you, dear. Goodbye.",
    "Good afternoon. Yes, I've had my tea.",
    "Where was I?",
    "That's about it for today.",
    "No, nothing more. Till next time.",
    "What was I saying?",
    "But that's neither here nor there.",
    "I am sorry, I always cry when I tell this.",
    "It was somehow different, in some ways, I think.",
    "Some things, and some people, and so on. You know how it is.",
    "Maybe it was like that, maybe not, I couldn't really say.",
    "🙂",
    "",
    "   \n ",
]


@pytest.mark.parametrize("said", NOTHING)
def test_what_tells_a_reader_nothing_is_left_out(said: str) -> None:
    assert texts(said) == []


KEPT = [
    "Some people said it was a kind of place for thieves.",
    "I was sorry for the horse.",
    "Susan teaches music in Harrogate.",
    "I don't know what he died of.",
    "He'd ask me to dance every Saturday.",
    "We bought a record that summer.",
    "No, we were never rich.",
    "We went back to the farm in May.",
    "Nací en un pueblo pequeño cerca del mar.",
    "我出生在海边的一个小村庄里。",
]


@pytest.mark.parametrize("said", KEPT)
def test_what_tells_something_stays(said: str) -> None:
    assert len(texts(said)) == 1


def test_an_answer_that_needs_its_question_goes_and_the_story_behind_it_stays() -> None:
    assert texts("Yes, she did. She kept hens behind the privy.") == [
        "She kept hens behind the privy."
    ]


def test_an_answer_that_is_no_sentence_goes_before_the_story_behind_it() -> None:
    assert texts("Two pounds eleven. My mother gave me back five shillings.") == [
        "My mother gave me back five shillings."
    ]


def test_a_short_phrase_after_a_sentence_stays_with_it() -> None:
    assert texts("He came every single year. Rain or shine.")[1] == "Rain or shine."


def test_a_correction_goes_only_where_the_corrected_fact_will_carry_it() -> None:
    said = "No, it was 1962, not 63."
    assert texts(said, Span("1962", said.index("1962"))) == []
    assert texts(said) == ["It was 1962, not 63."]


def test_every_sentence_knows_where_it_stands() -> None:
    said = "Uh, we had hens.  We had hens.\nAnd Mr. Hartley had a bowler hat."
    for span in sentence_spans(said):
        assert said[span.start : span.end] == span.text
    assert [sentence.sources[0].span.start for sentence in told_sentences(7, said)] == [0, 18, 31]
