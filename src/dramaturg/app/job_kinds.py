"""The kinds of jobs that a server runs: one table from a kind's name to what makes the job, given
the settings.
"""

from __future__ import annotations

from dramaturg.app.config.jobs import JobKinds
from dramaturg.app.games.game_store import SHELF_JOB, shelf_job
from dramaturg.app.simulate.jobs import SIMULATION_JOB, simulation_job

KINDS: JobKinds = {SHELF_JOB: shelf_job, SIMULATION_JOB: simulation_job}
