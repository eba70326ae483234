"""Many simulated conversations in figures and tables: the graph beside counting exchanges, all
learners together and each by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from statistics import median

from dramaturg.engines.sims.outcomes import SimOutcome
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
class SimSummary:
    """Many outcomes in a few figures. Shares are of conversations, from 0 to 1;
    `exchanges_to_close` is the median.
    """

    conversations: int
    heard: float
    acknowledged: float
    proper: float
    backstop: float
    premature: float
    left: float
    detours: int
    bridged: int
    exchanges_to_close: float | None
    most_exchanges: int
    facts_per_exchange: float
    longest_repetition: int
    opened_understood: float | None = None
    opened_not_understood: float | None = None


def summary(outcomes: Sequence[SimOutcome]) -> SimSummary:
    closed = [outcome.exchanges for outcome in outcomes if outcome.ending != "left"]
    return SimSummary(
        conversations=len(outcomes),
        heard=_share([outcome.heard == outcome.decisive for outcome in outcomes]),
        acknowledged=_share([outcome.acknowledged == outcome.decisive for outcome in outcomes]),
        proper=_share([outcome.proper for outcome in outcomes]),
        backstop=_share([outcome.ending == "backstop" for outcome in outcomes]),
        premature=_share([outcome.ending == "premature" for outcome in outcomes]),
        left=_share([outcome.ending == "left" for outcome in outcomes]),
        detours=sum(outcome.detours for outcome in outcomes),
        bridged=sum(outcome.bridged for outcome in outcomes),
        exchanges_to_close=median(closed) if closed else None,
        most_exchanges=max((outcome.exchanges for outcome in outcomes), default=0),
        facts_per_exchange=sum(outcome.facts for outcome in outcomes)
        / max(1, sum(outcome.exchanges for outcome in outcomes)),
        longest_repetition=max((outcome.repetition for outcome in outcomes), default=0),
        opened_understood=_opened(outcomes, understood=True),
        opened_not_understood=_opened(outcomes, understood=False),
    )


def _opened(outcomes: Sequence[SimOutcome], *, understood: bool) -> float | None:
    """How many of those who understood, or did not, opened their gate."""
    some = [outcome.opened for outcome in outcomes if outcome.understood is understood]
    return _share(some) if some else None


def _share(holds: Sequence[bool]) -> float:
    return sum(holds) / max(1, len(holds))


# ── as a report ───────────────────────────────────────────────────────────────────────────────────

ROWS: Written = {
    "conversations": lambda found: f"{found.conversations}",
    "decisive fact heard": lambda found: f"{found.heard:.0%}",
    "decisive fact acknowledged": lambda found: f"{found.acknowledged:.0%}",
    "gate opened, who understood": lambda found: _percent(found.opened_understood),
    "gate opened, who did not": lambda found: _percent(found.opened_not_understood),
    "ended properly": lambda found: f"{found.proper:.0%}",
    "  of all, by the backstop": lambda found: f"{found.backstop:.0%}",
    "ended too early": lambda found: f"{found.premature:.0%}",
    "left hanging": lambda found: f"{found.left:.0%}",
    "detours bridged": lambda found: f"{found.bridged} of {found.detours}",
    "exchanges to the end, middle": lambda found: _number(found.exchanges_to_close),
    "exchanges, most": lambda found: f"{found.most_exchanges}",
    "fresh facts an exchange": lambda found: f"{found.facts_per_exchange:.2f}",
    "exchanges without news, most in a row": lambda found: f"{found.longest_repetition}",
}
BY_LEARNER: Written = {
    "acknowledged": ROWS["decisive fact acknowledged"],
    "opened, understood": ROWS["gate opened, who understood"],
    "opened, did not": ROWS["gate opened, who did not"],
    "ended properly": ROWS["ended properly"],
    "exchanges to the end": ROWS["exchanges to the end, middle"],
}
_STEERING: Key = attrgetter("run.steering")
_LEARNER: Key = attrgetter("run.learner")


def report(outcomes: Sequence[SimOutcome], seed: int, model: str) -> SimulationReport:
    noise = outcomes[0].run.noise
    wholes = summed_up(outcomes, _STEERING, summary)
    learners = summed_up(outcomes, _STEERING, lambda some: summed_up(some, _LEARNER, summary))
    title = f"All learners, reports flipped {noise:.0%}, speaker: {model}"
    return SimulationReport(
        {
            "seed": seed,
            "noise": noise,
            "steering": broken_down(outcomes, _STEERING, {"learners": _LEARNER}, summary),
        },
        (
            ReportTable(title, ("", *wholes), rows_of(ROWS, *wholes.values())),
            parted_table(
                "Each learner",
                "learner",
                BY_LEARNER,
                *learners.values(),
                caption=" / ".join(wholes),
                style="plain",
            ),
        ),
    )


def _percent(value: float | None) -> str:
    return "-" if value is None else f"{value:.0%}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:g}"
