"""Refusing and stopping, with the weights as shipped."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from dramaturg.language.embedder import HashingEmbedder, best_embedder
from dramaturg.language.readers import refusal, stop
from dramaturg.language.readers.parsed_text import SeenTurn, look
from dramaturg.language.readers.reader import Reader
from dramaturg.language.syntax import best_syntax
from dramaturg.turn.ports import Embedder
from dramaturg.turn.readings import Reading, Said

SETS = Path(__file__).parent / "sets"


def seen(text: str, context: str = "", embedder: Embedder | None = None) -> SeenTurn:
    return look([Said(text, context)], embedder or best_embedder(), best_syntax())[0]


def refused(text: str, context: str = "") -> Reading:
    return refusal.READER.read(seen(text, context))


def stopped(text: str, context: str = "") -> Reading:
    return stop.READER.read(seen(text, context))


REFUSALS = [
    "I'd rather not go into what happened with my sister.",
    "That's private, I'm afraid.",
    "Could we talk about something else?",
    "I can't comment on that, it's still in court.",
    "Why do you keep asking me about my father?",
    "You're not listening. I already told you that.",
    "I don't need you to tell me how to raise my kids.",
    "I feel like I'm being interrogated.",
    "i dont wanna talk about it",
    "Whatever you say. You're the expert.",
]
STOPS = [
    "Can we stop here for today?",
    "I think that's enough for now.",
    "I'm sorry, I have to go.",
    "I don't want to do this anymore.",
    "Cancel that, please.",
    "Could you turn the recorder off?",
    "I need a break.",
]
ORDINARY = [
    "No, I never smoked.",
    "I don't know, I was only four.",
    "My father wouldn't talk about the war, not to anybody.",
    "We had to stop the car twice because of the dog.",
    "Uh, well, I'm not, I'm not real familiar with that.",
    "I told the landlord to leave me alone and he did.",
    "It's hard to talk about, but I want to. It was the third of March.",
    "I'd rather walk than take the bus.",
    "I have to go down there once a year to sign the papers.",
    "She passed the exam on the second try.",
    "I was so angry I could have screamed.",
    "I disagree, the old system was better.",
    "you don't get much snow down there, do you",
    "oh, my goodness.",
]


@pytest.mark.parametrize("text", [*REFUSALS, *STOPS])
def test_whoever_declines_bristles_or_wants_to_stop_refuses(text: str) -> None:
    assert refused(text).value >= 0.5


@pytest.mark.parametrize("text", ORDINARY)
def test_ordinary_talk_refuses_nothing_and_stops_nothing(text: str) -> None:
    assert refused(text).value < 0.5
    assert stopped(text).value < 0.5


@pytest.mark.parametrize("text", STOPS)
def test_whoever_wants_to_end_pause_leave_or_cancel_wants_to_stop(text: str) -> None:
    assert stopped(text).value >= 0.5


@pytest.mark.parametrize("text", REFUSALS)
def test_whoever_refuses_a_topic_does_not_want_to_stop(text: str) -> None:
    assert stopped(text).value < 0.5


@pytest.mark.parametrize("text", [*REFUSALS, *STOPS, *ORDINARY])
def test_a_refusal_is_never_read_lower_than_a_stop(text: str) -> None:
    assert refused(text).value >= stopped(text).value


@pytest.mark.parametrize(
    ("context", "text", "expected"),
    [
        ("Tell me about your years in prison.", "No.", True),
        ("Could you describe the room?", "No thanks.", True),
        ("Did you ever smoke?", "No.", False),
        ("Did you have brothers?", "No thanks to my parents, no.", False),
        ("Shall we stop here?", "Yes please.", True),
        ("Would you like to stop?", "No.", False),
        ("Do you want to go on?", "Not really.", True),
        ("Do you want to go on?", "Yes.", False),
    ],
)
def test_a_bare_yes_or_no_means_what_was_asked(context: str, text: str, expected: bool) -> None:
    assert (refused(text, context).value >= 0.5) is expected


def test_one_sentence_is_enough_in_a_long_answer() -> None:
    story = (
        "We went up to the farm every summer and my uncle let us drive the tractor down to the river and back again. "
        * 6
    )
    assert refused(story).value < 0.5
    assert refused(f"{story} I don't want to talk about the accident.").value >= 0.5


def test_the_reason_given_is_the_phrase_that_says_most() -> None:
    assert refused("I'd rather not talk about that.").reader == "rule: will not talk about it"


def test_without_meaning_phrases_still_decide() -> None:
    for text, expected in [
        ("I don't want to talk about that.", True),
        ("We planted apples on the slope.", False),
    ]:
        reading = refusal.READER.read(seen(text, embedder=HashingEmbedder()))
        assert (reading.value >= 0.5) is expected


@pytest.mark.parametrize(
    "odd", ["", " ", "🙂", "не хочу об этом говорить", "uh", "I-- I mean, I--", "a" * 3000]
)
def test_odd_text_is_read_as_no_refusal(odd: str) -> None:
    assert refused(odd).value < 0.5
    assert stopped(odd).value < 0.5


def _share(name: str, reader: Reader) -> float:
    rows = [json.loads(row) for row in (SETS / f"{name}.jsonl").read_text("utf-8").splitlines()]
    alarms = [reader.read(seen(row["text"], row.get("context", ""))).value >= 0.5 for row in rows]
    return sum(alarms) / len(alarms)


@pytest.mark.slow
def test_refusals_that_nobody_tuned_on_are_heard_as_often_as_measured() -> None:
    """A release gate, set a little below what was measured."""
    assert _share("refusals", refusal.READER) >= 0.36


@pytest.mark.slow
def test_ordinary_turns_made_to_sound_like_refusals_seldom_raise_an_alarm() -> None:
    assert _share("ordinary", refusal.READER) <= 0.03
    assert _share("ordinary", stop.READER) <= 0.02
