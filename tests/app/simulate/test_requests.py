"""Simulations as a request asks for them: planned by ids alone."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.app.games.game_store import GameStore
from dramaturg.app.simulate.jobs import batch_size, steps_of
from dramaturg.app.simulate.requests import body_in, plan_simulation

CASES: list[tuple[Mapping[str, Any], str, int]] = [
    (
        {"kind": "sims", "scenario": "launch_decision", "count": 4},
        "Conversations: Ship in 48 hours?",
        4,
    ),
    ({"kind": "sims", "steering": "both", "count": 4}, "Conversations", 8),
    ({"kind": "interviews", "count": 3, "manners": ["terse", "open"]}, "Interviews", 3),
    ({"kind": "memoir", "count": 2}, "Life stories", 2),
    ({"kind": "cohort", "cohort": "a_team_in_a_hurry", "count": 5}, "", 5),
]


@pytest.mark.slow
@pytest.mark.parametrize(("wanted", "title", "sessions"), CASES)
def test_a_simulation_is_planned(
    tmp_path: Path, wanted: Mapping[str, Any], title: str, sessions: int
) -> None:
    shelf = GameStore(tmp_path, library_of(Settings(store="-")))
    planned = plan_simulation(body_in({"wanted": wanted}), shelf)
    assert planned.sessions == sessions
    assert planned.title.startswith(title)


@pytest.mark.parametrize(
    ("sessions", "size", "steps"),
    [(1, 1, 1), (6, 1, 6), (26, 2, 13), (200, 8, 25), (5000, 24, 209)],
)
def test_a_simulation_is_kept_in_steps_of_no_more_than_can_be_lost(
    sessions: int, size: int, steps: int
) -> None:
    assert (batch_size(sessions), steps_of(sessions)) == (size, steps)
