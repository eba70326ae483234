"""What each signal of a turn means, in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache

from dramaturg.engines.memoir.why import MEANINGS as OF_MEMOIR
from dramaturg.engines.sims.base.binding import SimPart
from dramaturg.engines.sims.base.state import Spoke
from dramaturg.engines.sims.engine import SimEngine
from dramaturg.turn.conditions_in_words import plain
from dramaturg.turn.contract import AnyRecord
from dramaturg.turn.engine import AnyEngine

Meaning = Callable[[str], str]

OF_SIMS: Mapping[str, str] = {
    "relationship": "How the two get on, from hostile to trusting.",
    "score": "The score that the relationship stands on.",
    "detours": "How often the learner has gone off the point in this conversation.",
    "detour": "Whether the words are off the point.",
    "mood": "How the learner comes across.",
    "question": "Whether the words ask something.",
    "acknowledgement": (
        "How clearly the words register the decisive fact: its figures said back, its meaning, what"
        " follows."
    ),
    "accepts": "How near the words are to accepting what was said.",
    "denies": "How near the words are to denying what was said.",
    "follows_up": "How near the words are to asking on.",
}


def meanings(engine: AnyEngine, record: AnyRecord) -> Meaning:
    """What the signals of this turn mean; an empty text where nobody has said it."""
    if isinstance(engine, SimEngine):
        speaker = next(
            (event.person for event in record.settlement.events if isinstance(event, Spoke)), ""
        )
        return _of_part(engine.parts.get(speaker))
    known = {**_of_readers(), **OF_MEMOIR}
    return lambda name: known.get(name, "")


def _of_part(part: SimPart | None) -> Meaning:
    def meaning(name: str) -> str:
        kind, _, of = name.partition(":")
        if kind in ("about", "fact") and part and of in part.materials:
            material = part.materials[of]
            matter = (
                plain(of) if material.fact == material.say else material.point
            )  # a greeting is long, and says nothing here
            return (
                f"How near the words are to {'registering' if kind == 'fact' else 'the matter'}:"
                f" {matter}"
            )
        if kind == "elsewhere" and part and int(of) < len(part.person.elsewhere):
            return (
                "How near the words are to somebody else's matter:"
                f" {part.person.elsewhere[int(of)].about[0]}"
            )
        if kind == "option":
            return f"How near the words are to option {of}."
        return (
            f"How near the words are to sounding {of}."
            if kind == "mood" and of
            else OF_SIMS.get(name, "")
        )

    return meaning


@cache
def _of_readers() -> Mapping[str, str]:
    from dramaturg.language.readers.table import READERS  # noqa: PLC0415 - loads every reader, only when somebody asks why

    first = {
        reader.signal: f"{reader.description.partition('. ')[0].rstrip('.')}." for reader in READERS
    }
    return {**first, "response_depth": "How deep the answer goes, in a word."}
