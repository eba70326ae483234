"""Saturation rises while discovery falls, and the form first written down can still be had."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as some

from dramaturg.engines.interviews.base.graph import Concept, KnowledgeGraph
from dramaturg.engines.interviews.base.methodology import Limits
from dramaturg.engines.interviews.base.state import InterviewState, Velocity
from dramaturg.engines.interviews.strategy.saturation import faster, saturation, score
from dramaturg.turn.tables import empty

SLOWING = (5, 5, 4, 3, 2, 1, 0, 0, 0, 0)


def scores(deltas: Sequence[int], density: float, limits: Limits) -> list[float]:
    """The saturation after each turn of an interview that finds so many concepts a turn."""
    velocity, found, turn_scores = Velocity(), 0, []
    for turn, delta in enumerate(deltas, 1):
        found += delta
        new = faster(velocity, _with_concepts(found), turn, limits)
        seen = velocity if limits.compat == "seed" else new
        turn_scores.append(
            score(seen.surface_velocity_ewma, seen.surface_velocity_peak, density, turn)
        )
        velocity = new
    return turn_scores


def _with_concepts(count: int) -> KnowledgeGraph:
    named = {f"c{number}": Concept(f"c{number}", "", "", 1, ()) for number in range(1, count + 1)}
    return replace(KnowledgeGraph(), concepts=empty().update(named))


def test_read_literally_the_formula_reports_76_percent_at_the_first_turn() -> None:
    assert scores(SLOWING, 1.2, Limits(compat="seed"))[0] == pytest.approx(0.76)


def test_saturation_is_low_at_the_first_turn() -> None:
    assert scores(SLOWING, 1.2, Limits())[0] == pytest.approx(0.25 * 0.6 + 0.15 / 15)


def test_saturation_rises_while_discovery_falls() -> None:
    rising = scores(SLOWING, 1.2, Limits())
    assert rising == sorted(rising)
    assert rising[-1] > 0.75


def test_saturation_falls_again_when_something_new_comes_up() -> None:
    *_, before, after = scores((*SLOWING, 5), 1.2, Limits())
    assert after < before


def test_the_turn_at_hand_counts() -> None:
    state = replace(InterviewState(), turn=3, graph=_with_concepts(9))
    before = Velocity(surface_velocity_ewma=4, surface_velocity_peak=5, prev_surface_node_count=9)
    now = faster(before, state.graph, 3, Limits())
    assert now.surface_velocity_ewma == pytest.approx(4 * 0.6)
    assert (
        saturation(state, now, Limits()).conversation
        > saturation(state, before, Limits()).conversation
    )


@given(some.lists(some.integers(0, 12), min_size=1, max_size=60), some.floats(0, 5))
def test_saturation_stays_within_0_and_1(deltas: list[int], density: float) -> None:
    for compat in (Limits(), Limits(compat="seed")):
        assert all(0 <= each <= 1 for each in scores(deltas, density, compat))
