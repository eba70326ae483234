"""`dramaturg simulate sim`: simulated learners in many conversations, and a report of the graph beside counting."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Literal

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from dramaturg.app.settings import Settings
from dramaturg.app.simulating.learners import LEARNERS
from dramaturg.app.simulating.sims import AT_A_TIME, STEERINGS, Outcome, Run, Summary, cast, play_all, stages, summary
from dramaturg.app.wiring import library_of
from dramaturg.content.library import Library


def run_simulate(
    scenario: str | None,
    npc: str | None,
    learners: str,
    steering: Literal["both", "graph", "counted"],
    runs: int,
    seed: int,
    noise: float,
    as_json: bool,
) -> None:
    settings = Settings()
    library = library_of(settings)
    names = [name.strip() for name in learners.split(",")] if learners else LEARNERS
    steerings = STEERINGS if steering == "both" else (steering,)
    plan = cast(stages(library, scenario, npc), names, runs, steerings, seed, noise)
    outcomes = _played(plan, library, settings)
    if as_json:
        print(json.dumps(_json(outcomes, seed, noise), indent=2))
    else:
        _show(outcomes, noise, settings.model)


def _played(plan: Sequence[Run], library: Library, settings: Settings) -> list[Outcome]:
    """In as many processes as there is work for, with a bar."""
    jobs = min(os.cpu_count() or 1, 1 + len(plan) // AT_A_TIME)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        return list(progress.track(play_all(plan, library, settings, jobs), total=len(plan), description="conversations"))


def _by(outcomes: Sequence[Outcome], key: Callable[[Run], str]) -> Mapping[str, Summary]:
    keys = dict.fromkeys(key(outcome.run) for outcome in outcomes)
    return {each: summary([outcome for outcome in outcomes if key(outcome.run) == each]) for each in keys}


def _json(outcomes: Sequence[Outcome], seed: int, noise: float) -> dict[str, object]:
    """All together, and each learner by itself, under every steering."""
    return {
        "seed": seed,
        "noise": noise,
        "steering": {
            steering: {
                **asdict(whole),
                "learners": {name: asdict(each) for name, each in _by(_of(outcomes, steering), lambda run: run.learner).items()},
            }
            for steering, whole in _by(outcomes, lambda run: run.steering).items()
        },
    }


def _of(outcomes: Sequence[Outcome], steering: str) -> list[Outcome]:
    return [outcome for outcome in outcomes if outcome.run.steering == steering]


# ── as tables ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────

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


def _show(outcomes: Sequence[Outcome], noise: float, model: str) -> None:
    console = Console(highlight=False)
    wholes = _by(outcomes, lambda run: run.steering)
    title = f"All learners, reports flipped {noise:.0%}, speaker: {model}"
    table = Table("", *wholes, title=title, title_justify="left")
    for name, written in ROWS.items():
        table.add_row(name, *(written(whole) for whole in wholes.values()))
    console.print(table)
    console.print(_learners(outcomes, tuple(wholes)))


def _learners(outcomes: Sequence[Outcome], steerings: Sequence[str]) -> Table:
    table = Table("learner", "acknowledged", "ended properly", "exchanges to the end", title="Each learner", title_justify="left")
    table.caption = " / ".join(steerings)
    found = {steering: _by(_of(outcomes, steering), lambda run: run.learner) for steering in steerings}
    for name in found[steerings[0]]:
        each = [found[steering][name] for steering in steerings]
        acknowledged = " / ".join(f"{one.acknowledged:.0%}" for one in each)
        proper = " / ".join(f"{one.proper:.0%}" for one in each)
        table.add_row(name, acknowledged, proper, " / ".join(_number(one.exchanges_to_close) for one in each))
    return table


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:g}"
