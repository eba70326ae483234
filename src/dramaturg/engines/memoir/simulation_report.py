"""Many simulated memoirs in figures and tables: how the interviewer fares with all tellers, and
with each manner of telling.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import mean

from dramaturg.engines.memoir.outcomes import TENTHS, MemoirOutcome, Met
from dramaturg.engines.simulation import (
    ReportTable,
    SimulationReport,
    Written,
    parted_table,
    rows_of,
    summed_up,
)

MOST_SHOWN = 20  # rules that were broken


@dataclass(frozen=True, slots=True)
class MemoirSummary:
    """Many memoirs in a few figures."""

    memoirs: int
    sittings: int
    passages: int
    routes: Mapping[str, int]
    levels: tuple[int, ...]
    depth_over_time: tuple[float, ...]
    refusals: Met
    stops: Met
    slips: Met
    consents: Met
    overrides: Mapping[str, int]
    repeated: int
    taking_up: float
    pressed: int
    tokens_a_line: float
    verbosity: float
    life_told: float
    violations: tuple[str, ...]
    seconds: float


def summary(outcomes: Sequence[MemoirOutcome]) -> MemoirSummary:
    tenths = [
        [level for each in outcomes for level in each.over_time[tenth]] for tenth in range(TENTHS)
    ]
    return MemoirSummary(
        memoirs=len(outcomes),
        sittings=sum(each.run.sittings for each in outcomes),
        passages=sum(each.passages for each in outcomes),
        routes=sum((Counter(each.routes) for each in outcomes), Counter()),
        levels=tuple(map(sum, zip(*(each.levels for each in outcomes), strict=True))),
        depth_over_time=tuple(round(mean(levels), 2) if levels else 0.0 for levels in tenths),
        refusals=sum((each.refusals for each in outcomes), Met()),
        stops=sum((each.stops for each in outcomes), Met()),
        slips=sum((each.slips for each in outcomes), Met()),
        consents=sum((each.consents for each in outcomes), Met()),
        overrides=sum((Counter(each.overrides) for each in outcomes), Counter()),
        repeated=sum(each.repeated for each in outcomes),
        taking_up=sum(each.taking_up for each in outcomes)
        / max(1, sum(each.questions for each in outcomes)),
        pressed=sum(each.pressed for each in outcomes),
        tokens_a_line=sum(each.tokens for each in outcomes)
        / max(1, sum(each.lines for each in outcomes)),
        verbosity=sum(each.words_asked for each in outcomes)
        / max(1, sum(each.words_told for each in outcomes)),
        life_told=mean(each.life_told for each in outcomes),
        violations=tuple(
            f"{each.run.life}, {each.run.manner}, seed {each.run.seed}: {found}"
            for each in outcomes
            for found in each.violations
        ),
        seconds=mean(each.seconds for each in outcomes),
    )


# ── as a report ───────────────────────────────────────────────────────────────────────────────────


def _met(met: Met) -> str:
    return f"{met.met} of {met.times}" + (f", {met.needless} needless" if met.needless else "")


def _met_briefly(met: Met) -> str:
    return f"{met.met}/{met.times}" if met.times else "-"


def _counts(counts: Mapping[str, int]) -> str:
    most_first = sorted(counts.items(), key=lambda each: -each[1])
    return "\n".join(f"{count} {name}" for name, count in most_first) or "none"


ROWS: Written = {
    "memoirs, sittings": lambda found: f"{found.memoirs}, {found.sittings}",
    "passages": lambda found: f"{found.passages}",
    "styles": lambda found: _counts(found.routes),
    "turns at depth 0, 1, 2, 3": lambda found: " / ".join(map(str, found.levels)),
    "depth by tenth of a sitting": lambda found: " ".join(
        f"{level:.1f}" for level in found.depth_over_time
    ),
    "refusals met": lambda found: _met(found.refusals),
    "stops met": lambda found: _met(found.stops),
    "contradictions met": lambda found: _met(found.slips),
    "leave asked, given": lambda found: f"{found.consents.times}, {found.consents.met}",
    "overrides": lambda found: _counts(found.overrides),
    "questions asked twice": lambda found: f"{found.repeated}",
    "questions with the teller's words": lambda found: f"{found.taking_up:.0%}",
    "refused things named again": lambda found: f"{found.pressed}",
    "words asked to words told": lambda found: f"{found.verbosity:.2f}",
    "tokens a line": lambda found: f"{found.tokens_a_line:.1f}",
    "of the life told": lambda found: f"{found.life_told:.0%}",
    "rules broken": lambda found: f"{len(found.violations)}",
    "seconds a turn": lambda found: f"{found.seconds:.3f}",
}


def _mean_depth(levels: Sequence[int]) -> float:
    return sum(level * turns for level, turns in enumerate(levels)) / max(1, sum(levels))


BY_MANNER: Written = {
    "told": ROWS["passages"],
    "depth": lambda found: f"{_mean_depth(found.levels):.1f}",
    "refused": lambda found: _met_briefly(found.refusals),
    "stopped": lambda found: _met_briefly(found.stops),
    "slipped": lambda found: _met_briefly(found.slips),
    "leave": lambda found: f"{found.consents.met}/{found.consents.times}",
    "words": ROWS["questions with the teller's words"],
    "broken": ROWS["rules broken"],
}
"""Short enough for 80 columns: passages, mean depth, what was met of what happened, leave given of
leave asked, questions with the teller's words, rules broken.
"""


def report(
    outcomes: Sequence[MemoirOutcome], request: Mapping[str, object], model: str
) -> SimulationReport:
    whole = summary(outcomes)
    manners = summed_up(outcomes, lambda outcome: outcome.run.manner, summary)
    return SimulationReport(
        {**request, "all": whole, "manners": manners},
        (
            ReportTable(f"All tellers, model: {model}", ("", "all"), rows_of(ROWS, whole)),
            parted_table("By manner", "manner", BY_MANNER, manners),
        ),
        tuple(f"Broken: {violation}." for violation in whole.violations[:MOST_SHOWN]),
    )
