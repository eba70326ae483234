"""Steering: the graph beside counting exchanges, on the same learners, while the speaker's reports
are flipped more and more.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from operator import attrgetter

from bench.report import Finding, share
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import KINDS
from dramaturg.app.simulate.run import simulate
from dramaturg.content.library import Library, packaged
from dramaturg.engines.sims.learners import LEARNERS
from dramaturg.engines.sims.outcomes import SimOutcome
from dramaturg.engines.sims.simulate import SIMULATOR, STEERINGS, runs_of, stages
from dramaturg.engines.sims.simulation_report import SimSummary, summary

NOISE = (0.0, 0.05, 0.1, 0.2, 0.4)
RUNS = (
    20  # of each learner, under each steering, at each noise: all who hold a decisive fact in turn
)
SEED = 1
MEASURED = {
    "decisive fact heard": "heard",
    "decisive fact acknowledged": "acknowledged",
    "ended properly": "proper",
}


def findings() -> Iterator[Finding]:
    outcomes = played()
    for what, name in MEASURED.items():
        for noise in NOISE:
            graph, counted = (_summary(outcomes, steering, noise) for steering in STEERINGS)
            value = attrgetter(name)
            yield Finding(
                f"{what}, reports flipped {noise:.0%}; counted", value(graph), value(counted), share
            )


def played() -> Sequence[SimOutcome]:
    library = Library(KINDS, (packaged(),))
    runs = [
        run
        for noise in NOISE
        for run in runs_of(stages(library), LEARNERS, RUNS * len(LEARNERS), STEERINGS, SEED, noise)
    ]
    results = simulate(
        [SIMULATOR.plan_runs(library, runs)],
        Settings(store="", model="offline"),
        os.cpu_count() or 1,
    )
    return [result.own for result in results]


def _summary(outcomes: Sequence[SimOutcome], steering: str, noise: float) -> SimSummary:
    return summary(
        [
            outcome
            for outcome in outcomes
            if (outcome.run.steering, outcome.run.noise) == (steering, noise)
        ]
    )
