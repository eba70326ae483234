"""Scripted people say a walkthrough's lines one after the other, in every kind of session."""

from __future__ import annotations

from pathlib import Path

import pytest

from dramaturg.app.config.settings import Settings
from dramaturg.app.simulate.run import simulate
from dramaturg.app.simulate.scripted import plan_scripts
from dramaturg.content.library import packaged
from dramaturg.kernel.errors import ContentError, NotFound

OFFLINE = Settings(store="", model="offline", content="")
WRITTEN = packaged() / "walkthroughs"
PLAY = """kind: walkthrough
id: two_moves
play: {game: heart}
turns:
  - move: {do: next}
  - move: {do: flip, cards: [no_card, no_other]}
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    file = tmp_path / "two_moves.yaml"
    file.write_text(PLAY, encoding="utf-8")
    return file


def test_lines_are_said_in_turn_and_what_is_refused_is_counted(script: Path) -> None:
    (plan,) = plan_scripts([script], OFFLINE)
    (result,) = simulate([plan], OFFLINE)
    assert (result.kind, result.ending, result.stuck) == ("game", "script over", False)
    assert (result.own.played, result.own.refused) == (1, 1)
    assert result.used


def test_scripts_are_played_in_turn_until_there_are_enough(script: Path) -> None:
    (plan,) = plan_scripts([script], OFFLINE, count=3)
    assert [run.time for run in plan.runs] == [1, 2, 3]


def test_only_scripts_of_the_wanted_kind_are_played(script: Path) -> None:
    with pytest.raises(NotFound, match="no walkthrough of a memoir"):
        plan_scripts([script], OFFLINE, words=("memoir",))


def test_everything_that_is_wrong_with_a_script_is_told(script: Path) -> None:
    script.write_text(
        PLAY.replace("heart", "sell").replace("do: next", "do: nxt"), encoding="utf-8"
    )
    with pytest.raises(ContentError):
        plan_scripts([script], OFFLINE)


@pytest.mark.slow
def test_what_comes_as_walkthroughs_can_be_played_as_scripts() -> None:
    plans = plan_scripts([WRITTEN], OFFLINE, count=1, words=("sim", "game"))
    assert [plan.simulator.word for plan in plans] == ["sim", "game"]
    for result in simulate(plans, OFFLINE):
        assert result.turns > 0 and not result.stuck and result.used, result
