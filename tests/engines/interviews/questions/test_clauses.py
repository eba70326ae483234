"""What of an answer is worth giving back, and how it is said back."""

from __future__ import annotations

import pytest

from dramaturg.engines.interviews.questions.clauses import clauses
from dramaturg.language.syntax import best_syntax
from dramaturg.turn.readings import Span

SYNTAX = best_syntax()


def given(said: str, question: str = "What comes to mind?") -> list[str]:
    return [each.given for each in clauses(said, question, SYNTAX, None)]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("I used to have two spoons.", "you used to have two spoons"),
        ("Well, um, my dad had his heart attack at fifty-one.", "your dad had his heart attack at"),
        ("I think it froths better than the others.", '"it froths better than the others"'),
        ("We'd been with them for six years.", "you'd been with them for six years"),
        ("Saves me ten minutes in the morning.", '"saves me ten minutes in the morning"'),
        ("With oat you still get the coffee.", '"with oat you still get the coffee"'),
        ("I was lying there thinking I'd been forgotten.", "you were lying there thinking you'd"),
    ],
)
def test_a_clause_about_the_speaker_is_turned_and_any_other_is_quoted(
    said: str, expected: str
) -> None:
    assert any(each.startswith(expected) for each in given(said))


@pytest.mark.parametrize(
    "said",
    [
        "Price mostly.",
        "I don't know really. It depends.",
        "No, it doesn't bother me.",
        "What do you mean by that?",
        "That's it.",
        "Haha, my boss would sack me on the spot, lol.",
        "If they rang me back.",
        "",
        "🙂",
    ],
)
def test_fragments_fillers_denials_jokes_and_questions_are_not_given_back(said: str) -> None:
    assert given(said) == []


def test_an_echo_of_the_question_is_not_given_back() -> None:
    assert given("I cycle to work.", "Why do you cycle to work?") == []


def test_a_clause_is_whole_and_of_three_to_fourteen_words() -> None:
    said = (
        "Because my wife and I were both working from home and the invoices kept going to the"
        " wrong address, so every month I had to sit down on a Sunday and sort it out by hand."
    )
    found = clauses(said, "", SYNTAX, None)
    assert '"the invoices kept going to the wrong address"' in [each.given for each in found]
    assert all(3 <= len(each.text.split()) <= 14 for each in found)
    assert all(said[each.start : each.end].startswith(each.text[:8]) for each in found)


def test_what_is_only_supposed_is_not_given_back_as_said() -> None:
    found = given("I'd have paid more if somebody had picked up the phone when it rang at nine.")
    assert not any(each.startswith(("somebody had", '"somebody had', '"it rang')) for each in found)


def test_what_the_ear_marks_and_what_moves_somebody_is_worth_most() -> None:
    said = "I bought it on a Monday. I felt stupid for waiting in all day. It came in a box."
    best = max(clauses(said, "", SYNTAX, None), key=lambda each: each.worth)
    assert best.given == "you felt stupid for waiting in all day"
    marked = Span("came in a box", said.index("came in a box"))
    plain = {each.text: each.worth for each in clauses(said, "", SYNTAX, None)}
    heard = {each.text: each.worth for each in clauses(said, "", SYNTAX, marked)}
    assert heard["It came in a box"] > plain["It came in a box"]


def test_only_what_points_at_nothing_around_it_can_be_come_back_to() -> None:
    stands = {
        each.given: each.stands
        for each in clauses("They never rang me back. I send money to my mother.", "", SYNTAX, None)
    }
    assert stands == {"they never rang you back": False, "you send money to your mother": True}
