"""Asking a model for the line: what it is told, and what is made of its words."""

from __future__ import annotations

import pytest
from tests.engines.memoir.origins import artifacts
from tests.engines.memoir.voice.talking import begun, heard, say

from dramaturg.app.config.providers import readers, syntax
from dramaturg.engines.memoir.asks.line import MemoirLineAsk, Speaker
from dramaturg.engines.memoir.base.artifacts import Teller
from dramaturg.engines.memoir.voice.lines import LineWriter
from dramaturg.engines.memoir.voice.way_out import offers_sideways
from dramaturg.english.rules.spoken_text import spoken
from dramaturg.turn.asks import Unreadable

PASSAGE = "My sister Ann and I shared the attic."


def _ask(emotion: float = 0.0, passage: str = PASSAGE) -> MemoirLineAsk:
    said = say(heard(begun(), passage, emotion_score=emotion))
    return MemoirLineAsk(
        Speaker(artifacts(), Teller(), LineWriter(artifacts(), Teller()), syntax(), readers()),
        said.seen,
        said.directive,
    )


def test_the_system_part_has_the_block_the_style_and_every_constraint() -> None:
    system = _ask().prompt().system
    constraints = artifacts().constraints.constraints
    assert system.startswith(artifacts().prompt_block.strip())
    assert artifacts().personas.by_name["EMPATHY_BASE"].style in system
    assert all(each.description in system for each in constraints)


def test_the_system_part_is_the_same_for_every_turn_of_a_style() -> None:
    assert (
        _ask().prompt().system
        == _ask(passage="We moved to Leeds in 1958, all of us.").prompt().system
    )


def test_the_turn_is_told_its_depth_its_task_what_to_take_up_and_what_was_said() -> None:
    ask = _ask()
    user = ask.prompt().user
    assert "DEPTH: 0, warm up." in user
    assert f"Teller: {PASSAGE}" in user
    assert all(words in user for words in ask.directive.holes.values())
    assert user.count("\n- ") >= 3
    assert "people: Ann (my sister)" in user


def test_the_way_out_is_demanded_only_where_feeling_is_high() -> None:
    assert "TO LEAVE THE MATTER" in _ask(emotion=0.7).prompt().user
    assert "TO LEAVE THE MATTER" not in _ask().prompt().user


def test_a_very_long_passage_is_shown_with_head_and_tail() -> None:
    assert (
        len(
            _ask(passage="We moved. " + "and then it rained, " * 1_000 + "I bought a dog.")
            .prompt()
            .user
        )
        < 4_000
    )


@pytest.mark.parametrize(
    "text",
    [
        "What was the attic like?",
        '"What was the attic like?"',
        "Interviewer: What was the attic like?",
        "**What was the attic like?**",
        "Sure, here is the line: What was the attic like?",
        "“What was\tthe attic   like?”",
    ],
)
def test_only_what_would_be_said_aloud_is_kept(text: str) -> None:
    assert _ask().read(text).line == "What was the attic like?"


@pytest.mark.parametrize("text", ["", "   ", "…", "First this.\n\nThen that?", '""'])
def test_an_answer_that_is_no_line_is_refused_with_words_to_act_on(text: str) -> None:
    with pytest.raises(Unreadable, match="write"):
        spoken(text, "teller")


def test_a_way_out_is_added_to_a_models_line_that_has_none() -> None:
    line = _ask(emotion=0.7).read("What was the attic like?").line
    assert line.startswith("What was the attic like? ")
    assert offers_sideways(line)


def test_a_models_own_way_out_is_left_as_it_is() -> None:
    line = "What was the attic like? We can also leave it there."
    assert _ask(emotion=0.7).read(line).line == line


def test_without_a_model_the_line_is_worded_from_templates() -> None:
    worded = _ask().offline()
    assert worded.template and worded.line
