"""Coverage: how much of what respondents know comes out in 20 turns, asked adaptively, by a fixed
guide, and at random.

`python -m bench.interview_coverage [SEEDS] [MANNER...]`: all profiles in all manners, with
intervals by bootstrap over profiles and the difference on the same respondents.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import mean

import numpy as np

from bench.report import Finding, at_least, rows_of, share
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import KINDS
from dramaturg.app.simulate.run import simulate
from dramaturg.content.library import Library, packaged
from dramaturg.engines.interviews.outcomes import InterviewOutcome
from dramaturg.engines.interviews.respondents import MANNERS
from dramaturg.engines.interviews.rival_interviewers import INTERVIEWERS
from dramaturg.engines.interviews.simulate import SIMULATOR, profiles_of, runs_of

SEEDS = 1
RESAMPLED = 2000
HEADINGS = ("facts brought out in 20 turns", "mean", "95 % from", "to")


@dataclass(frozen=True, slots=True)
class Interval:
    mean: float
    low: float
    high: float


def findings() -> Iterator[Finding]:
    outcomes = played(SEEDS, list(MANNERS))
    ours = coverage(outcomes, "adaptive")
    for other in INTERVIEWERS[1:]:
        theirs = mean(coverage(outcomes, other).values())
        yield Finding(
            f"facts brought out in 20 turns; {other}",
            mean(ours.values()),
            theirs,
            share,
            at_least(1.0),
        )


def played(seeds: int, manners: Sequence[str]) -> Sequence[InterviewOutcome]:
    library = Library(KINDS, (packaged(),))
    profiles = profiles_of(library)
    plan = SIMULATOR.plan_runs(
        library,
        runs_of(profiles, manners, INTERVIEWERS, seeds * len(profiles) * len(manners), seed=1),
    )
    return [
        result.own
        for result in simulate([plan], Settings(store="", model="offline"), os.cpu_count() or 1)
    ]


Respondents = Mapping[tuple[str, str, int], float]


def coverage(outcomes: Sequence[InterviewOutcome], interviewer: str) -> Respondents:
    """By respondent: profile, manner, seed."""
    return {
        (outcome.run.profile, outcome.run.manner, outcome.run.seed): outcome.coverage
        for outcome in outcomes
        if outcome.run.interviewer == interviewer
    }


def bootstrap(values: Respondents) -> Interval:
    """The mean, and where it lies when profiles are drawn anew: the manners of one profile are no
    independent respondents.
    """
    by_profile: dict[str, list[float]] = {}
    for (profile, _, _), value in values.items():
        by_profile.setdefault(profile, []).append(value)
    means = np.array([mean(each) for each in by_profile.values()])
    drawn = np.random.default_rng(1).choice(means, (RESAMPLED, len(means))).mean(axis=1)
    low, high = np.quantile(drawn, (0.025, 0.975))
    return Interval(float(means.mean()), float(low), float(high))


def rows(outcomes: Sequence[InterviewOutcome]) -> Iterator[tuple[str, ...]]:
    by_interviewer = {name: coverage(outcomes, name) for name in INTERVIEWERS}
    for name, values in by_interviewer.items():
        yield name, *_cells(bootstrap(values))
    ours = by_interviewer["adaptive"]
    for name in INTERVIEWERS[1:]:
        differences = {key: ours[key] - value for key, value in by_interviewer[name].items()}
        yield f"adaptive less {name}, same respondents", *_cells(bootstrap(differences))


def _cells(interval: Interval) -> tuple[str, str, str]:
    return f"{interval.mean:.1%}", f"{interval.low:.1%}", f"{interval.high:.1%}"


if __name__ == "__main__":
    seeds_wanted = int(sys.argv[1]) if len(sys.argv) > 1 else SEEDS
    print(rows_of(HEADINGS, list(rows(played(seeds_wanted, sys.argv[2:] or list(MANNERS))))))
