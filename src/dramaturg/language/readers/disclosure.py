"""Disclosure: how much of themselves, of feelings or of facts, somebody gives away."""

from __future__ import annotations

from dramaturg.language.readers import emotional_disclosure, information_disclosure
from dramaturg.language.readers.parsed_text import SeenTurn
from dramaturg.language.readers.reader import Reader
from dramaturg.turn.readings import Reading


def read(seen: SeenTurn) -> Reading:
    """Either kind counts: what both leave hidden stays hidden."""
    feelings, facts = (
        emotional_disclosure.READER.read(seen),
        information_disclosure.READER.read(seen),
    )
    value = 1 - (1 - feelings.value) * (1 - facts.value)
    return Reading(
        round(value, 4),
        min(feelings.confidence, facts.confidence),
        f"{feelings.reader}, {facts.reader}",
    )


READER = Reader(
    "disclosure",
    "How much the person tells of themselves: feelings or facts.",
    read,
    rubric=(
        "nothing about themselves",
        "a bare fact about themselves",
        "some personal fact or opinion",
        "a feeling or a personal experience",
        "feelings and facts that one tells few people",
    ),
)
