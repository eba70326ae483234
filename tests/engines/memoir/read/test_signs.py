"""Which reading counts as what: told emotion is no emergency, and no model's alarm alone ends a
sitting.
"""

from __future__ import annotations

import pytest

from dramaturg.engines.memoir.read.signs import ACUTE, Signs, signs_of
from dramaturg.turn.readings import Reading, Readings

QUIET = {name: Reading(0.05, 0.9, "rule") for name in ("stop", "distress", "self_harm", "refusal")}


def readings(**values: Reading) -> Readings:
    return Readings({**QUIET, **values})


def signs(found: Readings, local: Readings | None = None, text: str = "It was like that.") -> Signs:
    return signs_of(text, found, local or found)


def test_strong_emotion_that_is_told_of_stays_below_the_hard_stop() -> None:
    assert signs(readings(emotion=Reading(0.99, 0.9, "head"))).emotion == 0.89


def test_acute_distress_reaches_the_hard_stop_whatever_emotion_says() -> None:
    found = readings(
        emotion=Reading(0.3, 0.5, "head"), distress=Reading(0.93, 0.8, "rule: falls apart")
    )
    assert signs(found).emotion == 0.93


def test_an_unsure_head_alone_is_no_acute_distress() -> None:
    assert signs(readings(distress=Reading(0.93, 0.3, "head"))).emotion < 0.9


def test_danger_by_a_rule_is_danger() -> None:
    assert signs(readings(self_harm=Reading(0.75, 0.2, "rule: wants to die"))).self_harm


DOUBTS = [
    (readings(self_harm=Reading(0.95, 0.9, "model")), readings()),
    (readings(self_harm=Reading(0.65, 0.9, "head")), None),
    (readings(self_harm=Reading(0.8, 0.2, "head")), None),
]


@pytest.mark.parametrize(
    ("found", "local"), DOUBTS, ids=["only a model sees it", "middling", "an unsure head"]
)
def test_doubted_danger_is_no_refusal_and_ends_nothing(
    found: Readings, local: Readings | None
) -> None:
    seen = signs(found, local)
    assert (seen.self_harm, seen.refusal, seen.stop, seen.sensitive) == (False, False, False, True)


@pytest.mark.parametrize(
    ("found", "local"), DOUBTS, ids=["only a model sees it", "middling", "an unsure head"]
)
def test_doubted_danger_is_met_as_strong_feeling_is_and_goes_no_deeper(
    found: Readings, local: Readings | None
) -> None:
    seen = signs(Readings({**found.by_signal, "elaboration": Reading(0.9, 0.9, "head")}), local)
    assert 0.6 <= seen.emotion < ACUTE
    assert not seen.elaboration


def test_a_refusal_beside_doubted_danger_is_still_a_refusal() -> None:
    assert signs(
        readings(self_harm=Reading(0.65, 0.9, "head"), refusal=Reading(0.9, 0.9, "rule"))
    ).refusal


def test_a_wish_to_stop_in_few_words_needs_less_than_a_story_with_a_stop_in_it() -> None:
    found = readings(stop=Reading(0.8, 0.8, "head"))
    assert signs(found, text="Please stop.").stop
    assert not signs(found, text="and then he said we should stop " * 8).stop


def test_who_is_getting_tired_gets_a_closing_and_no_stop() -> None:
    found = readings(stop=Reading(0.94, 0.8, "head"), refusal=Reading(0.94, 0.8, "head"))
    seen = signs(found, text="I'm getting tired now.")
    assert (seen.stop, seen.refusal) == (False, False)
    assert signs(readings(stop=Reading(0.99, 0.9, "rule")), text="Let's finish. Stop now.").stop


def test_turning_to_something_else_is_no_wish_to_stop() -> None:
    assert not signs(readings(stop=Reading(0.9, 0.9, "rule: turns to something else"))).stop


def test_what_is_told_in_raw_pain_is_sensitive_and_joy_is_not() -> None:
    pain = readings(
        emotion=Reading(0.8, 0.9, "head"),
        valence=Reading(0.2, 0.9, "head"),
        emotional_disclosure=Reading(0.7, 0.9, "head"),
    )
    joy = readings(
        emotion=Reading(0.8, 0.9, "head"),
        valence=Reading(0.9, 0.9, "head"),
        emotional_disclosure=Reading(0.7, 0.9, "head"),
    )
    assert (signs(pain).sensitive, signs(joy).sensitive) == (True, False)


def test_what_could_not_be_read_counts_as_nothing() -> None:
    seen = signs_of("Words.", Readings({}), Readings({}))
    assert (seen.vagueness, seen.emotion, seen.refusal, seen.stop, seen.self_harm) == (
        0.0,
        0.0,
        False,
        False,
        False,
    )


def test_who_tells_at_length_and_deeply_leads_the_way() -> None:
    found = readings(elaboration=Reading(0.3, 0.8, "head"), depth=Reading(0.7, 0.8, "head"))
    assert signs(found, text="and nobody ever spoke of it again " * 5).elaboration
    assert not signs(found, text="Nobody spoke of it.").elaboration


def test_a_goodbye_after_the_last_question_is_no_stop() -> None:
    found = readings(stop=Reading(0.99, 0.9, "rule"), refusal=Reading(0.99, 0.9, "rule"))
    seen = signs_of("No, that's all for today. Thank you.", found, found, ending=True)
    assert (seen.stop, seen.refusal) == (False, False)
