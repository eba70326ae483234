"""Many simulated interviews in figures and tables: how each interviewer fares, by methodology,
manner and profile.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from statistics import mean

from dramaturg.engines.interviews.outcomes import InterviewOutcome
from dramaturg.engines.simulation import (
    Key,
    ReportTable,
    SimulationReport,
    Written,
    broken_down,
    parted_table,
    rows_of,
    summed_up,
)


@dataclass(frozen=True, slots=True)
class InterviewSummary:
    """Many outcomes in a few figures. Shares and means are over interviews; runs are the longest of
    all.
    """

    interviews: int
    coverage: float
    turns: float
    fewest_turns: int
    strategy_run: int
    focus_run: int
    strategies: float
    all_phases: float
    exhaustions: float
    fatigued: int
    turned: int
    refusals: int
    probed: int
    guarded: float
    concepts: float
    edges: float
    terminal: float
    complete: float
    terminations: Mapping[str, int]
    seconds: float


def summary(outcomes: Sequence[InterviewOutcome]) -> InterviewSummary:
    endings = [each.termination for each in outcomes]
    return InterviewSummary(
        interviews=len(outcomes),
        coverage=mean(each.coverage for each in outcomes),
        turns=mean(each.turns for each in outcomes),
        fewest_turns=min(each.turns for each in outcomes),
        strategy_run=max(each.strategy_run for each in outcomes),
        focus_run=max(each.focus_run for each in outcomes),
        strategies=mean(len(each.strategies) for each in outcomes),
        all_phases=mean(len(each.phases) == 3 for each in outcomes),
        exhaustions=mean(each.exhaustions for each in outcomes),
        fatigued=sum(each.fatigued for each in outcomes),
        turned=sum(each.turned for each in outcomes),
        refusals=sum(each.refusals for each in outcomes),
        probed=sum(each.probed for each in outcomes),
        guarded=mean(each.guarded for each in outcomes),
        concepts=mean(each.concepts for each in outcomes),
        edges=mean(each.edges for each in outcomes),
        terminal=mean(each.terminal for each in outcomes),
        complete=mean(each.complete for each in outcomes),
        terminations={name: endings.count(name) for name in sorted(set(endings))},
        seconds=mean(each.seconds for each in outcomes),
    )


# ── as a report ───────────────────────────────────────────────────────────────────────────────────

ROWS: Written = {
    "interviews": lambda found: f"{found.interviews}",
    "facts brought out": lambda found: f"{found.coverage:.1%}",
    "turns, mean (fewest)": lambda found: f"{found.turns:.1f} ({found.fewest_turns})",
    "longest run of one strategy": lambda found: f"{found.strategy_run}",
    "longest run of one concept": lambda found: f"{found.focus_run}",
    "strategies used": lambda found: f"{found.strategies:.1f}",
    "all three phases": lambda found: f"{found.all_phases:.0%}",
    "concepts exhausted": lambda found: f"{found.exhaustions:.1f}",
    "tired, and the strategy changed": lambda found: f"{found.turned} of {found.fatigued}",
    "refusals, and probed after": lambda found: f"{found.refusals}, {found.probed}",
    "tries the guard turned down": lambda found: f"{found.guarded:.1f}",
    "concepts, edges": lambda found: f"{found.concepts:.1f}, {found.edges:.1f}",
    "what matters in the end, reached": lambda found: f"{found.terminal:.0%}",
    "a whole chain": lambda found: f"{found.complete:.0%}",
    "seconds a turn": lambda found: f"{found.seconds:.3f}",
    "ended by": lambda found: ", ".join(
        f"{name} {count}" for name, count in found.terminations.items()
    ),
}
BY_PART: Written = {
    "facts brought out": lambda found: f"{found.coverage:.0%}",
    "turns": lambda found: f"{found.turns:.1f}",
    "run of a strategy": ROWS["longest run of one strategy"],
    "run of a concept": ROWS["longest run of one concept"],
    "end reached": ROWS["what matters in the end, reached"],
}
_INTERVIEWER: Key = attrgetter("run.interviewer")
PARTS: Mapping[str, Key] = {
    "methodologies": lambda outcome: outcome.methodology,
    "manners": lambda outcome: outcome.run.manner,
    "profiles": lambda outcome: outcome.run.profile,
}


def report(
    outcomes: Sequence[InterviewOutcome], seed: int, turns: int, model: str
) -> SimulationReport:
    wholes = summed_up(outcomes, _INTERVIEWER, summary)

    def parted(title: str, key: Key) -> ReportTable:
        sides = summed_up(outcomes, _INTERVIEWER, lambda some: summed_up(some, key, summary))
        return parted_table(
            f"The {title}",
            title,
            BY_PART,
            *sides.values(),
            caption=" / ".join(wholes),
            style="named",
        )

    whole = ReportTable(
        f"All respondents, model: {model}", ("", *wholes), rows_of(ROWS, *wholes.values())
    )
    figures = broken_down(outcomes, _INTERVIEWER, PARTS, summary)
    return SimulationReport(
        {"seed": seed, "turns": turns, "interviewers": figures},
        (whole, *(parted(title, key) for title, key in PARTS.items())),
    )
