"""Many simulated plays in figures and tables: how players of every manner fare, and how each game
does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import mean

from dramaturg.engines.games.outcomes import FINISHED, GameOutcome
from dramaturg.engines.simulation import Key, SimulationReport, Written, parted_table, summed_up


@dataclass(frozen=True, slots=True)
class GameSummary:
    """Many plays in a few figures: means, and `most_moves` of all."""

    plays: int
    finished: float
    points: float
    moves: float
    most_moves: int
    right: float
    hints: float
    retries: float
    time_ups: float
    waived: float
    misconceptions: float
    minutes: float
    endings: Mapping[str, int]


def summary(outcomes: Sequence[GameOutcome]) -> GameSummary:
    return GameSummary(
        plays=len(outcomes),
        finished=mean(each.ending == FINISHED for each in outcomes),
        points=mean(each.share for each in outcomes),
        moves=mean(each.moves for each in outcomes),
        most_moves=max(each.moves for each in outcomes),
        right=sum(each.right for each in outcomes) / max(1, sum(each.answers for each in outcomes)),
        hints=mean(each.hints for each in outcomes),
        retries=mean(each.retries for each in outcomes),
        time_ups=mean(each.time_ups for each in outcomes),
        waived=mean(each.waived for each in outcomes),
        misconceptions=mean(each.misconceptions for each in outcomes),
        minutes=mean(each.played for each in outcomes) / 60,
        endings=Counter(each.ending for each in outcomes),
    )


# ── as a report ───────────────────────────────────────────────────────────────────────────────────

COLUMNS: Written = {
    "plays": lambda found: f"{found.plays}",
    "points": lambda found: f"{found.points:.0%}",
    "right": lambda found: f"{found.right:.0%}",
    "moves": lambda found: f"{found.moves:.0f}",
    "hints": lambda found: f"{found.hints:.1f}",
    "tries": lambda found: f"{found.retries:.1f}",
    "waived": lambda found: f"{found.waived:.1f}",
    "beliefs": lambda found: f"{found.misconceptions:.1f}",
}
"""Short enough for 80 columns: all but the first are means of a play; `right` is a share of
answers, `tries` are further ones, `waived` ways out that were taken unmet, `beliefs` wrong ones
that showed.
"""
BY: Mapping[str, Key] = {
    "player": lambda outcome: outcome.run.player,
    "game": lambda outcome: outcome.run.game,
}


def report(
    outcomes: Sequence[GameOutcome], request: Mapping[str, object], model: str
) -> SimulationReport:
    whole, parts = summary(outcomes), {by: summed_up(outcomes, BY[by], summary) for by in BY}
    return SimulationReport(
        {**request, "all": whole, **{f"{by}s": each for by, each in parts.items()}},
        tuple(
            parted_table(f"By {by}, model: {model}", by, COLUMNS, {**each, "all": whole})
            for by, each in parts.items()
        ),
    )
