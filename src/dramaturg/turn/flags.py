"""Flags: what an operator should know of a session. The kinds there are, and what several engines
find alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from dramaturg.turn.care import Speech, taken_in
from dramaturg.turn.contract import AnyRecord
from dramaturg.turn.hearing import Danger

FlagKind = Literal[Danger, "doubt", "waiting", "model", "stuck", "stop", "refusal", "mood"]
FoundFlags = Iterator[tuple[FlagKind, str]]
"""What was found, and why in words, none of which was said."""

# what a rule finds in the words; below, a small reader guesses, and harmless words are among what
# it guesses
CERTAIN = 0.95
DOUBTED_DISTRESS, DOUBTED_HARM = 0.7, 0.5


DANGERS: Mapping[Danger, str] = {
    "self_harm": "The words speak of harming oneself.",
    "abuse": "The words speak of somebody who is being hurt.",
    "medical": "The words speak of an emergency.",
    "threat": "The words speak of harm to somebody else.",
    "distress": "Somebody is in acute distress.",
}
DOING: Mapping[Speech, str] = {
    "check": "Something may be wrong; whether they are safe was asked.",
    "offer": "Whether they are safe was left open; guidance was offered.",
    "relieve": "They say that they are safe.",
    "stay": "They wrote on after the stop, and were told again whom to turn to.",
    "still": "They wrote on after the stop, and were told again whom to turn to.",
    "guide": "They asked who helps, and were told again whom to turn to.",
    "who_reads": "They asked who reads this or is called, and were told, and whom to turn to.",
    "leaving": "Somebody came in, and they had to leave.",
    "on_the_way": "They say that help is on its way.",
    "way_back": "After a stop they say that they are safe; whether to go on was asked.",
    "leave_it": "They are safe, and would rather not go on today.",
    "glad": "After a stop they say that they are safe. It does not go on.",
    "resume": "They say again that they are safe, and it goes on.",
    "check_in": "They are back after a stop, and were asked how they are.",
}


def care(record: AnyRecord) -> FoundFlags:
    """What was said to somebody who may be in danger, and why they should be looked after."""
    taken = taken_in(record.percept)
    if taken is None:
        return
    done = DOING.get(taken.speech, "The conversation stopped, and guidance was given.")
    is_sure = taken.raises and taken.speech != "check"
    yield taken.danger if is_sure else "doubt", f"{DANGERS[taken.danger]} {done}"


def distress(readings: Mapping[str, float], person: str) -> FoundFlags:
    """What a rule finds counts as distress; what is only guessed is told as that, so that nobody
    learns to look away.
    """
    read = readings.get("distress", 0.0)
    if read >= CERTAIN:
        yield "distress", f"The {person} seems to be in distress."
    elif read >= DOUBTED_DISTRESS or readings.get("self_harm", 0.0) >= DOUBTED_HARM:
        yield "doubt", "Something in the words could be meant as distress. It may be harmless."
