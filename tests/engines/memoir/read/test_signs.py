"""What counts as what: told emotion is no emergency, joy is no pain, and no model's alarm alone ends
a sitting.
"""

from __future__ import annotations

from tests.support.ears import doing

from dramaturg.engines.memoir.read.signs import Signs, reply_to, signs_of
from dramaturg.turn.hearing import Hearing
from dramaturg.turn.readings import Reading, Readings

QUIET = {name: Reading(0.05, 0.9, "ear") for name in ("stop", "distress", "self_harm", "refusal")}
TEXT = "It was like that."


def readings(reader: str = "ear", **values: float) -> Readings:
    read = {name: Reading(value, 0.8, reader) for name, value in values.items()}
    return Readings({**QUIET, **read})


def signs(hearing: Hearing, found: Readings | None = None, text: str = TEXT) -> Signs:
    return signs_of(text, hearing, found or readings(), readings())


# ── feeling ───────────────────────────────────────────────────────────────────────────────────────


def test_strong_emotion_that_is_told_of_stays_below_the_hard_stop() -> None:
    assert signs(doing(emotion=0.99, valence=0.1)).emotion == 0.89


def test_strong_joy_is_no_pain() -> None:
    glad = signs(doing(emotion=0.95, valence=0.9), readings(emotional_disclosure=0.9))
    assert (glad.emotion, glad.sensitive) == (0.0, False)


def test_a_funny_or_proud_story_is_no_pain_however_strong_it_is() -> None:
    strong = doing(emotion=0.8, valence=0.5)
    assert signs(strong, text="I laughed so much I hiccuped all through the vows.").emotion == 0.0
    assert signs(strong, text="I never missed a payment.").emotion == 0.0


def test_between_joy_and_pain_feeling_counts_by_how_dark_it_is() -> None:
    felt = [signs(doing(emotion=0.7, valence=valence)).emotion for valence in (0.3, 0.5, 0.6)]
    assert felt[0] == 0.7 and felt[0] > felt[1] > felt[2] == 0.0


def test_what_is_told_in_raw_pain_is_sensitive() -> None:
    assert signs(doing(emotion=0.8, valence=0.2), readings(emotional_disclosure=0.7)).sensitive


# ── what words do ─────────────────────────────────────────────────────────────────────────────────


def test_a_wish_to_stop_is_one_however_long_the_story_before_it() -> None:
    assert signs(doing("stop"), text="and then he went home again " * 20).stop


def test_a_model_hears_refusals_that_the_ear_does_not() -> None:
    assert signs(doing(), readings("model", refusal=0.8)).refusal
    assert not signs(doing(), readings("ear", refusal=0.8)).refusal


def test_a_goodbye_after_the_last_question_is_no_stop() -> None:
    seen = signs_of(TEXT, doing("stop", "refusal"), readings(), readings(), ending=True)
    assert (seen.stop, seen.refusal) == (False, False)


def test_what_could_not_be_read_counts_as_nothing() -> None:
    seen = signs_of("Words.", Hearing(), Readings({}), Readings({}))
    assert (seen.vagueness, seen.emotion, seen.refusal, seen.stop) == (0.0, 0.0, False, False)


def test_who_tells_at_length_and_deeply_leads_the_way() -> None:
    found = readings(elaboration=0.3, depth=0.7)
    assert signs(doing(), found, "and nobody ever spoke of it again " * 5).elaboration
    assert not signs(doing(), found, "Nobody spoke of it.").elaboration


def test_a_refusal_or_a_stop_weighs_more_than_what_else_is_wished() -> None:
    for hearing in (doing("pause", "refusal"), doing("skip", "stop")):
        assert reply_to(hearing, signs(hearing)) is None
    assert reply_to(doing("pause"), signs(doing("pause"))) == "pause"


def test_who_says_so_is_on_record() -> None:
    assert signs(doing("stop", by_rule="rule: stop")).why["stop"] == "rule: stop"
