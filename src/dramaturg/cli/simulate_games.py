"""What `dramaturg simulate game` tells: how players of every manner fare, and how each
game does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict

from rich.console import Console
from rich.table import Column, Table

from dramaturg.engines.games.outcomes import Outcome, Summary, summary
from dramaturg.engines.games.simulate import WantedGames
from dramaturg.engines.simulation import summed_up

Key = Callable[[Outcome], str]
BY: Mapping[str, Key] = {
    "player": lambda outcome: outcome.run.player,
    "game": lambda outcome: outcome.run.game,
}


def report(outcomes: Sequence[Outcome], wanted: WantedGames) -> Mapping[str, object]:
    """All together, and by player and game."""
    parts = {f"{name}s": summed_up(outcomes, key, summary) for name, key in BY.items()}
    return {**asdict(wanted), "all": summary(outcomes), **parts}


# ── as tables ─────────────────────────────────────────────────────────────────────────────────────

COLUMNS: Mapping[str, Callable[[Summary], str]] = {
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


def show(console: Console, outcomes: Sequence[Outcome], model: str) -> None:
    for name, key in BY.items():
        console.print(
            _table(
                f"By {name}, model: {model}",
                name,
                {**summed_up(outcomes, key, summary), "all": summary(outcomes)},
            )
        )


def _table(title: str, first: str, rows: Mapping[str, Summary]) -> Table:
    columns = (Column(name, justify="right", no_wrap=True) for name in COLUMNS)
    table = Table(
        Column(first, no_wrap=True),
        *columns,
        title=title,
        title_justify="left",
        padding=(0, 1, 0, 0),
    )
    for name, found in rows.items():
        table.add_row(name.replace("_", " "), *(written(found) for written in COLUMNS.values()))
    return table
