"""Phases: how far along an interview is, by its turns or, in the older form, by its concepts."""

from __future__ import annotations

from dramaturg.engines.interviews.methodology import Methodology, PhaseName

EARLY, MID, USUAL = 4, 12, 20  # where the phases of an interview of the usual length end
SHORTEST = 2


def phase_of(methodology: Methodology, turn: int, max_turns: int, concepts: int) -> PhaseName:
    """The phase in which the question after this turn is asked."""
    older = next((phase.phase_boundaries for phase in methodology.phases.values() if phase.phase_boundaries), None)
    if older:
        return _by(concepts, older.early_max_nodes, older.mid_max_nodes)
    early = max(SHORTEST, round(EARLY * max_turns / USUAL))
    mid = max(early + SHORTEST, round(MID * max_turns / USUAL))
    return _by(turn, early, mid)


def _by(count: int, early: int, mid: int) -> PhaseName:
    return "early" if count < early else "mid" if count < mid else "late"
