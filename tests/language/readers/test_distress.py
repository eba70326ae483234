"""Distress: what is acute now, and what is a hard time told or borne."""

from __future__ import annotations

import pytest

from dramaturg.language.embedder import best_embedder
from dramaturg.language.readers import distress
from dramaturg.language.readers.parsed_text import look
from dramaturg.language.syntax import best_syntax
from dramaturg.turn.readings import Reading, Utterance


def read(text: str) -> Reading:
    (seen,) = look([Utterance(text)], best_embedder(), best_syntax())
    return distress.READER.read(seen)


@pytest.mark.parametrize(
    "text",
    [
        "I can't breathe, I can't breathe, please.",
        "I'm having a panic attack.",
        "I can't stop crying, I don't know what's happening to me.",
        "I can't go on any more.",
        "I'm falling apart.",
        "He's going to kill me if he finds out I called.",
        "I'm so scared, please help me.",
        "I want to die.",
    ],
)
def test_acute_distress_is_heard(text: str) -> None:
    assert read(text).value >= 0.5


@pytest.mark.parametrize(
    "text",
    [
        "I miss him every day, but I get on with it.",
        "I had panic attacks in my twenties, years ago.",
        "I can't breathe in these jeans.",
        "It was a hard week and I'm looking forward to Saturday.",
        "I cried at the funeral, and then we all went for a pint.",
        "The soldiers came at night. I was seven, and I hid under the stairs.",
        "I can't stop crying, these onions are strong.",
        "Could you help me with this form?",
    ],
)
def test_grief_memory_and_everyday_stress_are_not_acute(text: str) -> None:
    assert read(text).value < 0.5


def test_the_rule_that_decided_is_named() -> None:
    assert read("I'm having a panic attack.").reader == "rule: panic, first person, present"
