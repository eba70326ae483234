"""Saturation: how far an interview has stopped discovering, from the velocity of new concepts (seed
004, path 16).
"""

from __future__ import annotations

from dataclasses import dataclass

from dramaturg.engines.interviews.base.graph import KnowledgeGraph
from dramaturg.engines.interviews.base.methodology import Limits
from dramaturg.engines.interviews.base.state import InterviewState, Velocity

DECAY, RICHNESS, LENGTH = 0.60, 0.25, 0.15  # what the three parts weigh (seed 004)
RICH = 2.0  # edges per concept that count as all of richness
LONG = 15  # turns that count as all of length


@dataclass(frozen=True, slots=True)
class InterviewSaturation:
    """From 0, discovering as fast as ever, to 1."""

    conversation: float
    canonical: float


def faster(velocity: Velocity, graph: KnowledgeGraph, turn: int, limits: Limits) -> Velocity:
    """The velocity with this turn's discoveries in it."""
    concepts, slots = len(graph.concepts), len(graph.slots)
    surface = max(concepts - velocity.prev_surface_node_count, 0)
    canonical = max(slots - velocity.prev_canonical_node_count, 0)
    first, alpha = turn <= 1 and limits.compat != "seed", limits.alpha
    return Velocity(
        surface_velocity_ewma=_smoothed(velocity.surface_velocity_ewma, surface, alpha, first),
        surface_velocity_peak=max(velocity.surface_velocity_peak, surface),
        prev_surface_node_count=concepts,
        canonical_velocity_ewma=_smoothed(
            velocity.canonical_velocity_ewma, canonical, alpha, first
        ),
        canonical_velocity_peak=max(velocity.canonical_velocity_peak, canonical),
        prev_canonical_node_count=slots,
    )


def _smoothed(ewma: float, delta: float, alpha: float, first: bool) -> float:
    """Started at the first delta: started at zero, an interview would seem to speed up for many
    turns.
    """
    return delta if first else alpha * delta + (1 - alpha) * ewma


def saturation(state: InterviewState, velocity: Velocity, limits: Limits) -> InterviewSaturation:
    """How saturated the interview is. As first written down (`compat: seed`) it looks at the turn
    before this one.
    """
    seen = state.velocity if limits.compat == "seed" else velocity
    graph = state.graph
    surface = len(graph.edges) / max(1, len(graph.concepts))
    canonical = graph.active_edges / max(1, graph.active_slots)
    return InterviewSaturation(
        score(seen.surface_velocity_ewma, seen.surface_velocity_peak, surface, state.turn),
        score(seen.canonical_velocity_ewma, seen.canonical_velocity_peak, canonical, state.turn),
    )


def score(ewma: float, peak: float, density: float, turn: int) -> float:
    decay = 1 - min(ewma / max(peak, 1.0), 1.0)
    return DECAY * decay + RICHNESS * min(density / RICH, 1.0) + LENGTH * min(turn / LONG, 1.0)
