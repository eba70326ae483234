"""The evaluator: measures of a line and of a sitting."""

from __future__ import annotations

import pytest
from tests.engines.memoir.origins import artifacts

from dramaturg.engines.memoir.safety.metrics import Exchanged, evaluate, metrics_of


@pytest.mark.parametrize(
    ("line", "tokens", "questions", "mean"),
    [
        ("", 0, 0, 0.0),
        ("I see. What happened then?", 5, 1, 3.0),
        ("Who was there? And what did your brother say?", 9, 2, 4.5),
        ("What happened then", 3, 1, 3.0),
        ("Thank you. What you told me is kept.", 8, 0, 0.0),
    ],
)
def test_a_line_is_measured_in_words_and_questions(
    line: str, tokens: int, questions: int, mean: float
) -> None:
    measured = metrics_of(line)
    assert (measured.response_tokens, measured.question_count, measured.question_tokens_mean) == (
        tokens,
        questions,
        mean,
    )


def test_a_sitting_is_measured_against_the_profile_of_each_style() -> None:
    sitting = [
        Exchanged(
            "We had a farm near the mill, and my brother slept in the barn.",
            "What was the barn like?",
            "EMPATHY_BASE",
        ),
        Exchanged(
            "Cold.", "What was on the table, what did the room look like?", "PRECISION_NARROW"
        ),
    ]
    found = evaluate(sitting, artifacts())
    assert (found.turns, found.questions, found.taken_up) == (2, 1.0, 0.5)
    assert found.ratio == round(16 / 15, 3)
    assert found.styles["EMPATHY_BASE"].within
    assert not found.styles["PRECISION_NARROW"].within
    assert found.styles["EMPATHY_BASE"].shares["ask"] == 1.0
    assert found.styles["EMPATHY_BASE"].farthest == pytest.approx(0.8, abs=0.1)


def test_a_sitting_in_which_nothing_was_said_has_measures_too() -> None:
    assert evaluate([], artifacts()).ratio == 0.0
