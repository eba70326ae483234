"""`dramaturg simulate interview`: simulated respondents in many interviews, and a report of how each interviewer fares."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from dramaturg.app.settings import Settings
from dramaturg.app.simulating.interviews import (
    AT_A_TIME,
    INTERVIEWERS,
    Outcome,
    Run,
    Summary,
    cast_of,
    play_all,
    profiles_of,
    summary,
)
from dramaturg.app.simulating.respondents import MANNERS
from dramaturg.app.wiring import library_of
from dramaturg.content.library import Library


@dataclass(frozen=True, slots=True)
class Wanted:
    """What to simulate; None and an empty text mean all."""

    profile: str | None
    methodology: str | None
    manners: str
    interviewer: Literal["all", "adaptive", "fixed", "random"]
    guide: str | None
    runs: int
    turns: int
    seed: int


def run_simulate_interviews(wanted: Wanted, as_json: bool) -> None:
    settings = Settings()
    library = library_of(settings)
    manners = [name.strip() for name in wanted.manners.split(",")] if wanted.manners else list(MANNERS)
    interviewers = INTERVIEWERS if wanted.interviewer == "all" else (wanted.interviewer,)
    profiles = profiles_of(library, wanted.profile, wanted.methodology)
    plan = cast_of(profiles, manners, interviewers, wanted.runs, wanted.seed, wanted.turns)
    outcomes = _played(plan, library, settings, wanted.guide)
    if as_json:
        print(json.dumps(_json(outcomes, wanted), indent=2))
    else:
        _show(outcomes, settings.model)


def _played(plan: Sequence[Run], library: Library, settings: Settings, guide: str | None) -> list[Outcome]:
    """In as many processes as there is work for, with a bar."""
    jobs = min(os.cpu_count() or 1, 1 + len(plan) // AT_A_TIME)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        return list(progress.track(play_all(plan, library, settings, jobs, guide), total=len(plan), description="interviews"))


Key = Callable[[Outcome], str]
BY: Mapping[str, Key] = {
    "methodologies": lambda outcome: outcome.methodology,
    "manners": lambda outcome: outcome.run.manner,
    "profiles": lambda outcome: outcome.run.profile,
}


def _interviewer(outcome: Outcome) -> str:
    return outcome.run.interviewer


def _by(outcomes: Sequence[Outcome], key: Key) -> Mapping[str, Summary]:
    keys = dict.fromkeys(key(outcome) for outcome in outcomes)
    return {each: summary([outcome for outcome in outcomes if key(outcome) == each]) for each in keys}


def _json(outcomes: Sequence[Outcome], wanted: Wanted) -> dict[str, object]:
    """All together, and by methodology, manner and profile, for every interviewer."""
    return {
        "seed": wanted.seed,
        "turns": wanted.turns,
        "interviewers": {
            name: {
                **asdict(whole),
                **{
                    title: {each: asdict(part) for each, part in _by(_of(outcomes, name), key).items()}
                    for title, key in BY.items()
                },
            }
            for name, whole in _by(outcomes, _interviewer).items()
        },
    }


def _of(outcomes: Sequence[Outcome], interviewer: str) -> list[Outcome]:
    return [outcome for outcome in outcomes if outcome.run.interviewer == interviewer]


# ── as tables ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────

ROWS: Mapping[str, Callable[[Summary], str]] = {
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
    "ended by": lambda found: ", ".join(f"{name} {count}" for name, count in found.terminations.items()),
}


def _show(outcomes: Sequence[Outcome], model: str) -> None:
    console = Console(highlight=False)
    wholes = _by(outcomes, _interviewer)
    table = Table("", *wholes, title=f"All respondents, model: {model}", title_justify="left")
    for name, written in ROWS.items():
        table.add_row(name, *(written(whole) for whole in wholes.values()))
    console.print(table)
    for title, key in BY.items():
        console.print(_parts(outcomes, title, key, tuple(wholes)))


def _parts(outcomes: Sequence[Outcome], title: str, key: Key, interviewers: Sequence[str]) -> Table:
    columns = ("facts brought out", "turns", "run of a strategy", "run of a concept", "end reached")
    table = Table(title, *columns, title=f"The {title}", title_justify="left", caption=" / ".join(interviewers))
    found = {name: _by(_of(outcomes, name), key) for name in interviewers}
    for part in found[interviewers[0]]:
        each = [found[name][part] for name in interviewers]
        cells = (
            [f"{one.coverage:.0%}" for one in each],
            [f"{one.turns:.1f}" for one in each],
            [f"{one.strategy_run}" for one in each],
            [f"{one.focus_run}" for one in each],
            [f"{one.terminal:.0%}" for one in each],
        )
        table.add_row(part, *(" / ".join(cell) for cell in cells))
    return table
