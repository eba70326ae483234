"""The report of simulated memoirs fits into a terminal of eighty columns."""

from __future__ import annotations

import json

import pytest

from dramaturg.cli.simulate import Choices, run_simulate
from dramaturg.engines.memoir.simulate import SIMULATOR, SimulateMemoirs

REQUEST = SimulateMemoirs(
    life="jens_thyboron", manners=("asking_to_stop",), sittings=1, turns=4
)  # one memoir is played in this process


@pytest.mark.slow
def test_every_column_can_be_read_at_eighty_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    run_simulate(SIMULATOR, REQUEST, Choices())
    shown = capsys.readouterr().out
    by_manner = shown.partition("By manner")[2]
    assert "…" not in shown
    assert max(map(len, shown.splitlines())) <= 80
    assert all(
        word in by_manner
        for word in ("asking to stop", "depth", "refused", "stopped", "slipped", "broken")
    )


@pytest.mark.slow
def test_as_json_it_has_all_figures_together_and_by_manner(
    capsys: pytest.CaptureFixture[str],
) -> None:
    run_simulate(SIMULATOR, REQUEST, Choices(as_json=True))
    report = json.loads(capsys.readouterr().out)
    assert report["manners"] == {"asking_to_stop": report["all"]}
    assert report["all"]["memoirs"] == 1
    assert report["all"]["violations"] == []
