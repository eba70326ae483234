"""Promises: what is said outright is never missed, and what is only spoken of is not taken for it."""

from __future__ import annotations

import time

import pytest

from dramaturg.language.ear.ear import LocalEar, network
from dramaturg.language.ear.promises import kept
from dramaturg.language.embedder import HashingEmbedder

SELF_HARM = (
    "I want to kill myself.",
    "I'm going to kill myself tonight",
    "i wanna die",
    "I just want to die.",
    "I'm suicidal.",
    "I am thinking of ending my life.",
    "I don't want to live anymore.",
    "I do not want to be alive.",
    "I’m gonna hang myself",
    "Honestly I want to end it all.",
    "I wish I was dead",
    "I feel like I want to die.",
    "When I wake up I want to kill myself.",
    "I told you I want to die",
    "I can't do this anymore I want to die",
    "I'm not okay I want to kill myself",
    "I dont want to live anymore",
    "I'm gonna end it all",
    "So that was the shop. Thirty years. I want to kill myself. And then we moved.",
)
MEDICAL = ("Call an ambulance!", "please call 911", "Help me!", "help me")
STOP = (
    "Stop the interview.",
    "I'd like to stop now.",
    "I want to stop here.",
    "I withdraw my consent.",
    "Stop.",
    "please stop",
    "I would like to withdraw.",
    "Please end this session now.",
    "I'd like to stop, please.",
    "I would like to stop, I'm tired.",
)
REFUSAL = ("I would rather skip this question.", "I'd rather not answer that.")
NONE = (
    'My brother said "I want to kill myself" and left.',
    "My brother said “I want to die” and left.",
    "I never said I want to die.",
    "I don't want to kill myself.",
    "I am not going to kill myself.",
    "I'm not suicidal.",
    "Back then I was so low that I wanted to kill myself.",
    "I used to say I want to die.",
    "In the film he says I want to die.",
    "I want to die laughing.",
    "I want to die of embarrassment.",
    "I want a blade I can grind myself",
    "We called an ambulance that night.",
    "He had to call an ambulance when she fell.",
    'He shouted "Stop the interview!" at them.',
    "We said stop the interview and they did.",
    "I don't want to stop here.",
    "The bus doesn't stop here.",
    "I had to stop here because of the rain.",
    "I told my boss I would like to stop.",
    "I want to be dead and buried before they put a wind farm up there, Dad always said.",
    "If I ever had chest pains I'd ring 999 straight off.",
    "Every new year I say I'd like to stop, but I still smoke.",
    "I don't want to wake up, the bed is so warm.",
    "",
)


@pytest.mark.parametrize("text", SELF_HARM)
def test_an_outright_wish_to_die_is_kept(text: str) -> None:
    assert (kept(text).name, kept(text).danger) == ("rule: self_harm", "self_harm")


@pytest.mark.parametrize("text", MEDICAL)
def test_an_outright_call_for_help_is_kept(text: str) -> None:
    assert (kept(text).name, kept(text).danger) == ("rule: medical", "medical")


@pytest.mark.parametrize("text", STOP)
def test_an_outright_stop_is_kept(text: str) -> None:
    assert (kept(text).name, kept(text).acts) == ("rule: stop", frozenset({"stop"}))


@pytest.mark.parametrize("text", REFUSAL)
def test_an_outright_refusal_is_kept(text: str) -> None:
    assert (kept(text).name, kept(text).acts) == ("rule: refusal", frozenset({"refusal"}))


@pytest.mark.parametrize("text", NONE)
def test_what_is_quoted_denied_past_or_a_saying_is_no_promise(text: str) -> None:
    assert not kept(text).name


@pytest.mark.parametrize("text", [*SELF_HARM, *MEDICAL])
def test_the_ear_stops_by_rule_whatever_the_network_makes_of_it(text: str) -> None:
    heard = LocalEar(network(), HashingEmbedder()).hear(text)
    assert (heard.care, heard.by_rule) == ("stop", kept(text).name)


def test_a_promise_holds_among_words_of_another_language() -> None:
    heard = LocalEar(network(), HashingEmbedder()).hear(
        "Ich kann nicht mehr, das ist alles zu viel für mich, I want to kill myself."
    )
    assert (heard.language, heard.danger, heard.care) == ("de", "self_harm", "stop")
    assert not heard.acts


@pytest.mark.parametrize(
    "unit", ["never i'm suicidal ", "i want to die of ", '"a ', "i ", "stop the interview "]
)
def test_the_same_again_and_again_takes_no_time(unit: str) -> None:
    began = time.perf_counter()
    kept((unit * 80_000)[:80_000])
    assert time.perf_counter() - began < 5
