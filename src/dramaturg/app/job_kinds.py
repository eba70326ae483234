"""The kinds of jobs that a server runs: one table from a kind's name to what makes the job, given
the settings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from dramaturg.app.config.settings import Settings
from dramaturg.app.games.game_store import SHELF_JOB, shelf_job
from dramaturg.app.simulate.jobs import SIMULATION_JOB, simulation_job
from dramaturg.turn.jobs import Job

KINDS: Mapping[str, Callable[[Settings], Job]] = {
    SHELF_JOB: shelf_job,
    SIMULATION_JOB: simulation_job,
}
