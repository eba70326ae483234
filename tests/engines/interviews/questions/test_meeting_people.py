"""Meeting people: sad news, tears, a wish to stop, jests, and questions that fit the subject."""

from __future__ import annotations

import pytest
from tests.engines.interviews.interview_setup import engine, hold

from dramaturg.app.config.providers import ear
from dramaturg.engines.interviews.hearing import listen
from dramaturg.engines.interviews.questions.templates import USUAL, fits
from dramaturg.language.syntax import best_syntax


def heard(text: str) -> tuple[frozenset[str], str]:
    words = listen(text, "What was that like for you?", ear(), best_syntax())
    return frozenset(words.hearing.does), words.told.strip()


@pytest.mark.parametrize("text", ["Can we stop soon?", "Are we done?", "Sorry, I have to go."])
def test_who_asks_for_the_end_is_heard(text: str) -> None:
    assert heard(text)[0] & {"stop", "goodbye"}


def test_who_is_moved_to_tears_is_given_time() -> None:
    assert "pause" in heard("Sorry, I'm a bit teary now.")[0]


def test_what_is_said_in_jest_is_not_told_and_what_is_only_laughed_about_is() -> None:
    assert heard("Ha, maybe the boiler just hates me.")[1] == ""
    assert heard("We went for a cat and came back with Bruno lol.")[1].startswith("We went")


@pytest.mark.slow
@pytest.mark.parametrize("news", ["My mother's ill, so I forget it.", "My late husband did that."])
def test_sad_news_is_met_before_the_next_question(news: str) -> None:
    line = hold(engine(), news)[-1].record.line
    assert line.startswith(tuple(USUAL.after_sad_news))


def test_nobody_is_asked_how_they_come_to_choosing_a_bank() -> None:
    template = "To begin with, how did you come to {subject}?"
    assert not fits(template, "choosing a bank")
    assert fits(template, "oat milk")
