"""Danger: whose an expression is, when it is meant, and whether."""

from __future__ import annotations

import pytest

from dramaturg.language.embedder import HashingEmbedder
from dramaturg.language.readers.danger import Standing, mentions
from dramaturg.language.readers.seen import Text
from dramaturg.language.readers.self_harm import TABLE
from dramaturg.language.rules import RuleSyntax
from dramaturg.language.syntax import best_syntax


def standings(text: str) -> set[Standing]:
    return {mention.standing for mention in mentions(Text(text, best_syntax().read(text), HashingEmbedder()), TABLE)}


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
    "spelling", ["I wanna die", "i want to die", "I WANT TO DIE", "I’m gonna kill myself", "im gonna kill myself"]
)
def test_spelling_does_not_matter(spelling: str) -> None:
    assert standings(spelling) == {"now"}


def test_somebody_who_cannot_is_not_somebody_who_denies() -> None:
    assert "denied" not in standings("I can't even kill myself properly.")


@pytest.mark.slow
def test_an_unpunctuated_text_is_read_to_the_end() -> None:
    text = "i used to want to die and i thought i want to kill myself " * 1600
    assert len(mentions(Text(text, RuleSyntax().read(text), HashingEmbedder()), TABLE)) >= 1600
