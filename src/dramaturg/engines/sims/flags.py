"""What an operator should know of a sim, from what its turns recorded, not what was said."""

from __future__ import annotations

from collections.abc import Mapping

from dramaturg.engines.sims.base.state import SimState
from dramaturg.turn.contract import AnyRecord
from dramaturg.turn.flags import FoundFlags

DWELLING = 6  # exchanges at one point of a scenario
MOODS: Mapping[str, str] = {
    "hostile": "The learner sounds angry.",
    # heard before there was an ear
    "anxious": "The learner sounds anxious.",
}


def of_turn(record: AnyRecord) -> FoundFlags:
    mood = str(record.percept.facts.get("mood", ""))
    if mood in MOODS:
        yield "mood", MOODS[mood]


def of_state(state: SimState) -> FoundFlags:
    here = state.conversations.get(state.person)
    if here and not here.pointer.closed and here.pointer.node_turn_count >= DWELLING:
        yield (
            "stuck",
            (
                f"The conversation has been at the same point for {here.pointer.node_turn_count}"
                " exchanges."
            ),
        )
