"""Flags: what an operator should know of a session. The kinds there are, and what several engines
find alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

FlagKind = Literal[
    "self_harm", "distress", "doubt", "waiting", "model", "stuck", "stop", "refusal", "mood"
]
FoundFlags = Iterator[tuple[FlagKind, str]]
"""What was found, and why in words, none of which was said."""

# what a rule finds in the words; below, a small reader guesses, and harmless words are among what
# it guesses
CERTAIN = 0.95
DOUBTED_DISTRESS, DOUBTED_HARM = 0.7, 0.5


def distress(readings: Mapping[str, float], person: str) -> FoundFlags:
    """What a rule finds counts as distress; what is only guessed is told as that, so that nobody
    learns to look away.
    """
    read = readings.get("distress", 0.0)
    if read >= CERTAIN:
        yield "distress", f"The {person} seems to be in distress."
    elif read >= DOUBTED_DISTRESS or readings.get("self_harm", 0.0) >= DOUBTED_HARM:
        yield "doubt", "Something in the words could be meant as distress. It may be harmless."
