"""The report and the transcript of an interview."""

from __future__ import annotations

import pytest
from tests.engines.interviews.handmade_interviews import (
    SUBJECT,
    Story,
    added,
    linked,
    methodology,
    oat_milk,
    random_story,
)

from dramaturg.engines.interviews.base.methodology import Guide
from dramaturg.engines.interviews.base.state import Termination
from dramaturg.engines.interviews.knowledge.ladders import ladders
from dramaturg.engines.interviews.report.interview_report import (
    ENDINGS,
    ReportedInterview,
    plain,
    report,
    transcript,
)

GUIDE = Guide.model_validate(
    {
        "kind": "guide",
        "id": "coffee",
        "title": "Coffee at home",
        "topics": [
            {
                "id": "first_time",
                "title": "the first time",
                "about": ["first time"],
                "questions": ["How was the first time?"],
                "points": [{"id": "who_with", "about": ["with a friend"], "required": True}],
            }
        ],
    }
)


def told(story: Story, guide: Guide | None = None) -> str:
    return report(
        ReportedInterview(story.records, story.state, methodology(), SUBJECT, guide, "r-17")
    )


@pytest.fixture(scope="module")
def text() -> str:
    return told(oat_milk())


def test_a_report_begins_with_what_it_was_about(text: str) -> None:
    assert text.startswith("# oat milk in coffee\n\nWhy people take it, and what for.\n")
    assert "| Respondent | r-17 |" in text
    assert "| Length | 5 answers, 45 words, 4 minutes |" in text


def test_a_ladder_has_words_and_turn_behind_every_step(text: str) -> None:
    assert "**1. thick foam → a treat → peace**\n" in text
    assert "- thick foam (attribute of it): “thick foam” (turn 1)" in text
    assert (
        "- leads to a treat (consequence of it): “makes it a treat” (turn 2); “The foam makes it a treat” (turn 2)"
        in text
    )


def test_concepts_are_told_by_type_with_their_support(text: str) -> None:
    assert "### attribute of it (3)" in text
    assert "- thick foam (said 2 times; also: foam): “The foam” (turn 2)" in text
    assert "- ~~sweet~~ (taken back later; not linked): “sweet” (turn 1)" in text


def test_a_refusal_is_counted_and_not_told(text: str) -> None:
    assert "| Left alone | 1 time the respondent did not want to answer |" in text
    assert "rather not say" not in text


def test_strategies_are_told_by_phase(text: str) -> None:
    assert "- early: Ask what it is for (2)" in text
    assert "- mid: Ask what it is for (2)" in text


def test_signals_are_told_over_time(text: str) -> None:
    assert "| 3 | deep | 0.50 | – | – | 2 + 1 | 0.25 | Ask what it is for | peace |" in text


def test_the_end_and_its_reason_are_told(text: str) -> None:
    assert f"| Ended | {ENDINGS['max_turns_reached']} |" in text


def test_every_ending_has_words() -> None:
    assert set(ENDINGS) == set(Termination.__args__)  # type: ignore[attr-defined]  # a Literal's words


def test_what_could_not_be_read_is_told(text: str) -> None:
    assert "- Not to be had in 1 turn: llm.valence: reader failed" in text
    assert "- Questions written by: code, without a model (5 turns)" in text


def test_a_guide_is_told_with_what_was_missed() -> None:
    assert "- the first time: not reached; missed: who with" in told(oat_milk(), GUIDE)


def test_an_interview_that_has_hardly_begun_has_a_report() -> None:
    story = Story()
    story.open()
    assert "It has not ended yet." in told(story)


def test_a_transcript_has_every_line_with_its_turn() -> None:
    lines = transcript(oat_milk().records, "Oat milk", "r-17").splitlines()
    assert lines[0] == "# Oat milk"
    assert "**0 Interviewer:** What comes to mind about oat milk?" in lines
    assert "**4 Respondent:** I'd rather not say." in lines


def test_words_are_never_markdown() -> None:
    assert plain("*so* <b>bold</b> | a\n# b") == r"\*so\* \<b\>bold\</b\> \| a \# b"


@pytest.mark.parametrize("seed", range(10))
def test_whatever_was_said_can_be_told(seed: int) -> None:
    assert told(random_story(seed, turns=20)).count("\n## ") >= 3


def test_at_a_fork_a_ladder_goes_where_it_can_be_completed() -> None:
    story = Story()
    story.open()
    kinds = ("attribute", "consequence", "consequence", "consequence", "value")
    concepts = [added(number, 1, f"thing {number}", kind) for number, kind in enumerate(kinds, 1)]
    edges = [
        linked(number, 1, *ends) for number, ends in enumerate([(1, 2), (2, 3), (1, 4), (4, 5)], 1)
    ]
    story.turn("words", *concepts, *edges)
    found = ladders(story.state.graph)
    assert [concept.id for concept in found[0].concepts] == ["c1", "c4", "c5"]
    assert found[0].is_complete
