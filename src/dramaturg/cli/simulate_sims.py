"""What `dramaturg simulate sim` tells: the graph beside counting exchanges, all learners together
and each by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict

from rich.console import Console
from rich.table import Table

from dramaturg.engines.sims.outcomes import Outcome, Run, Summary, summary
from dramaturg.engines.sims.simulate import WantedSims
from dramaturg.engines.simulation import summed_up


def _by(outcomes: Sequence[Outcome], key: Callable[[Run], str]) -> Mapping[str, Summary]:
    return summed_up(outcomes, lambda outcome: key(outcome.run), summary)


def report(outcomes: Sequence[Outcome], wanted: WantedSims) -> Mapping[str, object]:
    """All together, and each learner by itself, under every steering."""
    return {
        "seed": wanted.seed,
        "noise": wanted.noise,
        "steering": {
            steering: {
                **asdict(whole),
                "learners": {
                    name: asdict(each)
                    for name, each in _by(_of(outcomes, steering), lambda run: run.learner).items()
                },
            }
            for steering, whole in _by(outcomes, lambda run: run.steering).items()
        },
    }


def _of(outcomes: Sequence[Outcome], steering: str) -> list[Outcome]:
    return [outcome for outcome in outcomes if outcome.run.steering == steering]


# ── as tables ─────────────────────────────────────────────────────────────────────────────────────

ROWS: Mapping[str, Callable[[Summary], str]] = {
    "conversations": lambda found: f"{found.conversations}",
    "decisive fact heard": lambda found: f"{found.heard:.0%}",
    "decisive fact acknowledged": lambda found: f"{found.acknowledged:.0%}",
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


def show(console: Console, outcomes: Sequence[Outcome], model: str) -> None:
    noise = outcomes[0].run.noise
    wholes = _by(outcomes, lambda run: run.steering)
    title = f"All learners, reports flipped {noise:.0%}, speaker: {model}"
    table = Table("", *wholes, title=title, title_justify="left")
    for name, written in ROWS.items():
        table.add_row(name, *(written(whole) for whole in wholes.values()))
    console.print(table)
    console.print(_learners(outcomes, tuple(wholes)))


def _learners(outcomes: Sequence[Outcome], steerings: Sequence[str]) -> Table:
    table = Table(
        "learner",
        "acknowledged",
        "ended properly",
        "exchanges to the end",
        title="Each learner",
        title_justify="left",
    )
    table.caption = " / ".join(steerings)
    found = {
        steering: _by(_of(outcomes, steering), lambda run: run.learner) for steering in steerings
    }
    for name in found[steerings[0]]:
        each = [found[steering][name] for steering in steerings]
        acknowledged = " / ".join(f"{one.acknowledged:.0%}" for one in each)
        proper = " / ".join(f"{one.proper:.0%}" for one in each)
        table.add_row(
            name, acknowledged, proper, " / ".join(_number(one.exchanges_to_close) for one in each)
        )
    return table


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:g}"
