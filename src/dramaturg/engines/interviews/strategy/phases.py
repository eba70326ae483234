"""Phases: how far along an interview is, by its turns or, in the older form, by its concepts."""

from __future__ import annotations

from dramaturg.engines.interviews.base.methodology import Boundaries, Methodology, PhaseName
from dramaturg.english.forms import many

EARLY, MID, USUAL = 4, 12, 20  # where the phases of an interview of the usual length end
SHORTEST = 2


def phase_of(methodology: Methodology, turn: int, max_turns: int, concepts: int) -> PhaseName:
    """The phase in which the question after this turn is asked."""
    count, early, mid = _measured(methodology, turn, max_turns, concepts)
    return "early" if count < early else "mid" if count < mid else "late"


def phase_reason(methodology: Methodology, turn: int, max_turns: int, concepts: int) -> str:
    """Why it is that phase, in words."""
    count, early, mid = _measured(methodology, turn, max_turns, concepts)
    what = "concept" if _older(methodology) else "answer"
    return f"{many(count, what)} so far: early before {early}, mid before {mid}, then late"


def _measured(
    methodology: Methodology, turn: int, max_turns: int, concepts: int
) -> tuple[int, int, int]:
    """How far along it is, and where early and mid end."""
    if older := _older(methodology):
        return concepts, older.early_max_nodes, older.mid_max_nodes
    early = max(SHORTEST, round(EARLY * max_turns / USUAL))
    return turn, early, max(early + SHORTEST, round(MID * max_turns / USUAL))


def _older(methodology: Methodology) -> Boundaries | None:
    boundaries = (phase.phase_boundaries for phase in methodology.phases.values())
    return next(filter(None, boundaries), None)
