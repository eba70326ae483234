"""Phases: by turns, in proportion to the length of the interview; in the older form by concepts."""

from __future__ import annotations

import pytest
from tests.engines.interviews.short_ladder import methodology

from dramaturg.engines.interviews.strategy.phases import phase_of

BY_TURNS = methodology()
BY_CONCEPTS = methodology(
    more="phases: {early: {phase_boundaries: {early_max_nodes: 5, mid_max_nodes: 15}}}\n"
)


def phases(max_turns: int) -> list[tuple[str, int]]:
    """Each phase with the first turn it covers."""
    first: dict[str, int] = {}
    for turn in range(1, max_turns + 1):
        first.setdefault(phase_of(BY_TURNS, turn, max_turns, 0), turn)
    return list(first.items())


@pytest.mark.parametrize(
    ("max_turns", "mid", "late"),
    [(20, 4, 12), (40, 8, 24), (100, 20, 60), (10, 2, 6), (12, 2, 7), (6, 2, 4), (5, 2, 4)],
)
def test_phases_are_in_proportion_to_the_length_and_never_shorter_than_two_turns(
    max_turns: int, mid: int, late: int
) -> None:
    assert phases(max_turns) == [("early", 1), ("mid", mid), ("late", late)]


def test_by_turns_concepts_do_not_count() -> None:
    assert {phase_of(BY_TURNS, 3, 20, concepts) for concepts in (0, 7, 70)} == {"early"}


@pytest.mark.parametrize(
    ("concepts", "phase"),
    [(0, "early"), (4, "early"), (5, "mid"), (14, "mid"), (15, "late"), (80, "late")],
)
def test_in_the_older_form_concepts_count_and_turns_do_not(concepts: int, phase: str) -> None:
    assert {phase_of(BY_CONCEPTS, turn, 20, concepts) for turn in (1, 10, 20)} == {phase}
