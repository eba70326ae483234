"""Danger: whose an expression is, when it is meant, and whether."""

from __future__ import annotations

import pytest

from dramaturg.language.embedder import HashingEmbedder
from dramaturg.language.readers.danger import Standing, mentions
from dramaturg.language.readers.parsed_text import ParsedText
from dramaturg.language.readers.self_harm import TABLE
from dramaturg.language.rule_syntax import RuleSyntax
from dramaturg.language.syntax import best_syntax


def standings(text: str) -> set[Standing]:
    return {
        mention.standing
        for mention in mentions(
            ParsedText(text, best_syntax().read(text), HashingEmbedder()), TABLE
        )
    }


@pytest.mark.parametrize(
    ("text", "standing"),
    [
        ("I want to die.", "now"),
        ("I cut myself again last night.", "now"),
        ("I wanted to die, years ago.", "past"),
        ("When I was a student I tried to kill myself.", "past"),
        ("My mother wanted to die.", "other"),
        ("He said I want to die.", "other"),
        ("I don't want to die.", "denied"),
        ("I'm not going to kill myself.", "denied"),
        ("I nearly killed myself laughing, I could kill myself laughing.", "idiom"),
        ("Do you ever want to die?", "unclear"),
    ],
)
def test_an_expression_is_judged_where_it_stands(text: str, standing: Standing) -> None:
    assert standings(text) == {standing}


def test_ordinary_talk_has_no_such_expression() -> None:
    assert not standings("We painted the boat blue and sailed it to the island.")


@pytest.mark.parametrize(
    "spelling",
    [
        "I wanna die",
        "i want to die",
        "I WANT TO DIE",
        "I’m gonna kill myself",
        "im gonna kill myself",
    ],
)
def test_spelling_does_not_matter(spelling: str) -> None:
    assert standings(spelling) == {"now"}


@pytest.mark.parametrize(
    "text",
    ["I never told anyone I want to die.", "I didn't tell the doctor I want to kill myself."],
)
def test_what_was_told_to_nobody_is_not_denied(text: str) -> None:
    assert standings(text) == {"now"}


def test_somebody_who_cannot_is_not_somebody_who_denies() -> None:
    assert "denied" not in standings("I can't even kill myself properly.")


@pytest.mark.parametrize(
    "text",
    [
        "When I am not busy I just wanna die.",
        "Whenever I'm not working I think about killing myself.",
        "If he does not come back I want to die.",
        "If I don't get help I am going to kill myself.",
        "Since she is not here any more I want to die.",
        "With no job I just want to die.",
        "Having no friends makes me want to die.",
        "No one understands that I want to die.",
        "dont talk to me i want to die",
    ],
)
def test_a_no_in_another_clause_denies_nothing(text: str) -> None:
    assert standings(text) == {"now"}


@pytest.mark.parametrize(
    "text",
    [
        "I have never been this close to suicide.",
        "I've never been closer to killing myself.",
        "I haven't been this close to killing myself in years.",
        "Never have I been so close to ending my life.",
        "I have never wanted to die more than tonight.",
        "I've never wanted to die so badly.",
    ],
)
def test_never_so_much_as_now_is_no_denial(text: str) -> None:
    assert standings(text) == {"now"}


@pytest.mark.parametrize(
    "text",
    [
        "I have never thought of suicide.",
        "I have never thought of suicide so far.",
        "I have never been suicidal as far as I remember.",
        "I have never been so low that I wanted to die.",
        "I've never been so sad I wanted to kill myself.",
        "I do not think I want to die.",
        "It's not that I want to die.",
        "There is no way I would kill myself.",
        "I told you I don't want to die.",
        "I never said I wanted to die.",
        "I no longer want to die.",
        "I don't want to die any more.",
        "Even when I am sad I do not want to die.",
        "When I am alone I never think about killing myself.",
        "I've not thought about killing myself more than anybody does.",
    ],
)
def test_a_denial_stays_one_whatever_stands_around_it(text: str) -> None:
    assert standings(text) == {"denied"}


@pytest.mark.slow
def test_an_unpunctuated_text_is_read_to_the_end() -> None:
    text = "i used to want to die and i thought i want to kill myself " * 1600
    assert (
        len(mentions(ParsedText(text, RuleSyntax().read(text), HashingEmbedder()), TABLE)) >= 1600
    )
