"""The table of signals."""

from __future__ import annotations

import pytest

from dramaturg.language.ear.ear import network
from dramaturg.language.ear.signals import SIGNALS, HeardTurn, Signal
from dramaturg.language.embedder import HashingEmbedder
from dramaturg.turn.readings import Reading, Utterance

FIRST_EDITION = (
    *("valence", "emotion", "certainty", "vagueness", "specificity", "engagement", "refusal"),
    *("stop", "distress", "self_harm", "contradiction", "elaboration", "causal", "disclosure"),
    *("emotional_disclosure", "information_disclosure", "intimacy", "question", "open_question"),
    *("leading_question", "prohibited", "presupposing_question", "several_questions"),
    *("near_repeat", "uptake", "acknowledgement", "depth"),
)
"""Stored sessions and authors' documents name them."""


def read(name: str, text: str, context: str = "", *earlier: str) -> Reading:
    signal = next(signal for signal in SIGNALS if signal.name == name)
    turn = HeardTurn(Utterance(text, context, earlier), network(), HashingEmbedder())
    return signal.read(turn)


def test_what_the_first_edition_read_is_still_read_in_the_same_order() -> None:
    names = [signal.name for signal in SIGNALS]
    assert len(names) == len(set(names))
    assert [name for name in names if name in FIRST_EDITION] == list(FIRST_EDITION)


@pytest.mark.parametrize("signal", SIGNALS, ids=lambda signal: signal.name)
def test_every_signal_says_what_it_measures_and_a_rubric_has_five_steps(signal: Signal) -> None:
    assert signal.description.strip().endswith(".")
    assert len(signal.rubric) in (0, 5)


@pytest.mark.parametrize("signal", SIGNALS, ids=lambda signal: signal.name)
@pytest.mark.parametrize("text", ["", "👍🏽", "a" * 20_000, "We moved to Leeds in 1962."])
def test_every_reading_lies_from_0_to_1(signal: Signal, text: str) -> None:
    reading = read(signal.name, text, "Where did you live?", "We lived in York.")
    assert 0 <= reading.value <= 1
    assert 0 <= reading.confidence <= 1
    assert reading.reader


@pytest.mark.parametrize(
    "name", [name for name in FIRST_EDITION if name not in ("near_repeat", "uptake")]
)
def test_what_is_in_another_language_is_unread_and_unsure(name: str) -> None:
    german = "Das weiß ich nicht mehr, das ist schon so lange her."
    reading = read(name, german, "Und wo war das?", "Wir haben damals in Köln gewohnt.")
    assert (reading.confidence, reading.reader) == (0.0, "unread: de")


def test_a_promise_is_on_record_as_a_rule() -> None:
    assert read("stop", "Stop the interview.") == Reading(1.0, 1.0, "rule: stop")
    assert read("self_harm", "I want to kill myself.") == Reading(1.0, 1.0, "rule: self_harm")
    assert read("distress", "I want to kill myself.") == Reading(1.0, 1.0, "rule: self_harm")


def test_without_anything_before_there_is_nothing_to_compare_with() -> None:
    assert read("contradiction", "I was born in Leeds.").value == 0
    assert read("near_repeat", "Where were you born?").value == 0
    assert read("acknowledgement", "I see.").value == 0
