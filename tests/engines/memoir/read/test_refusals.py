"""A refusal is narrow: what it names, and not the passage it stands in; and what only sounds like
one is none. With the ear that ships.
"""

from __future__ import annotations

import pytest
from bench.memoir_refusals import measured
from tests.engines.memoir.sittings import told
from tests.support.ears import doing

from dramaturg.app.config.providers import ear, syntax
from dramaturg.engines.memoir.read.refusals import Refusals, refusals_in, rest_of

BANK = "We had two good years in that house. What happened with the bank I'd rather keep to myself. After that I opened the wool shop."


def refusals(text: str, before: str = "Go on.") -> Refusals:
    return refusals_in(text, before, ear().hear(text, before), ear(), syntax())


def refused(text: str, before: str = "Go on.") -> str:
    found = refusals(text, before).hearing.refused
    return found.text if found else ""


@pytest.mark.parametrize(
    ("text", "named"),
    [
        (BANK, "What happened with the bank"),
        ("We lost the farm in the flood year and I cannot speak about the animals.", "the animals"),
        ("You can ask me about anything except my daughter's death.", "my daughter's death"),
        ("My first marriage is nobody's business but mine.", "My first marriage"),
        ("Could we leave the divorce? I would like to tell you about the boats.", "the divorce"),
    ],
)
def test_what_is_refused_is_named_whole_and_alone(text: str, named: str) -> None:
    assert refused(text) == named


def test_all_else_of_the_passage_is_told() -> None:
    assert rest_of(BANK, refusals(BANK).sentences) == (
        "We had two good years in that house. After that I opened the wool shop."
    )


@pytest.mark.parametrize(
    "text",
    [
        "I'm happy, you great tin can! Go on, ask me about the wedding.",
        "I did not say I want to leave it! I want to tell about it.",
        "You can leave that bit out of the book. We were married in 1957.",
        "My grandfather wouldn't talk about the mine. We children were not to ask.",
    ],
)
def test_joy_protest_wishes_and_what_others_refused_are_none(text: str) -> None:
    assert "refusal" not in refusals(text).hearing.does


def test_a_refusal_in_a_story_leaves_the_topic_open_and_answers_the_story() -> None:
    heard = {BANK: doing("refusal", refused="the bank", at=BANK.index("the bank"))}
    sitting = told("I grew up in Leeds.", BANK, heard=heard)
    whole = sitting.state.story
    assert not any(thread.left_alone for thread in whole.threads.values())


def test_who_says_that_nothing_was_refused_is_heard_and_it_is_taken_back() -> None:
    home, no = "I grew up in Leeds with my brother Peter.", "I don't talk about my brother."
    protest = "I did not say I want to leave it! I want to tell about it."
    refusing = doing("refusal", refused="my brother", at=no.index("my brother"))
    sitting = told(home, no, protest, heard={no: refusing})
    assert sitting.states[-2].story.left_alone
    assert not sitting.state.story.left_alone
    assert sitting.state.tactics[-1] == "take_up_again"


@pytest.mark.slow
def test_most_refusals_are_met_and_hardly_anything_else_is() -> None:
    found = measured()
    assert found.met >= 52 and found.narrow >= 50
    assert len(found.needless) <= 4
