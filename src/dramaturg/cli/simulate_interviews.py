"""What `dramaturg simulate interview` tells: how each interviewer fares, by methodology, manner and
profile.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict

from rich.console import Console
from rich.table import Column, Table

from dramaturg.engines.interviews.outcomes import Outcome, Summary, summary
from dramaturg.engines.interviews.simulate import WantedInterviews
from dramaturg.engines.simulation import summed_up

Key = Callable[[Outcome], str]
BY: Mapping[str, Key] = {
    "methodologies": lambda outcome: outcome.methodology,
    "manners": lambda outcome: outcome.run.manner,
    "profiles": lambda outcome: outcome.run.profile,
}


def _interviewer(outcome: Outcome) -> str:
    return outcome.run.interviewer


def report(outcomes: Sequence[Outcome], wanted: WantedInterviews) -> Mapping[str, object]:
    """All together, and by methodology, manner and profile, for every interviewer."""
    return {
        "seed": wanted.seed,
        "turns": wanted.turns,
        "interviewers": {
            name: {
                **asdict(whole),
                **{
                    title: {
                        each: asdict(part)
                        for each, part in summed_up(_of(outcomes, name), key, summary).items()
                    }
                    for title, key in BY.items()
                },
            }
            for name, whole in summed_up(outcomes, _interviewer, summary).items()
        },
    }


def _of(outcomes: Sequence[Outcome], interviewer: str) -> list[Outcome]:
    return [outcome for outcome in outcomes if outcome.run.interviewer == interviewer]


# ── as tables ─────────────────────────────────────────────────────────────────────────────────────

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
    "ended by": lambda found: ", ".join(
        f"{name} {count}" for name, count in found.terminations.items()
    ),
}


def show(console: Console, outcomes: Sequence[Outcome], model: str) -> None:
    wholes = summed_up(outcomes, _interviewer, summary)
    table = Table("", *wholes, title=f"All respondents, model: {model}", title_justify="left")
    for name, written in ROWS.items():
        table.add_row(name, *(written(whole) for whole in wholes.values()))
    console.print(table)
    for title, key in BY.items():
        console.print(_parts(outcomes, title, key, tuple(wholes)))


def _parts(outcomes: Sequence[Outcome], title: str, key: Key, interviewers: Sequence[str]) -> Table:
    columns = ("facts brought out", "turns", "run of a strategy", "run of a concept", "end reached")
    names = Column(title, no_wrap=True, min_width=max(len(key(outcome)) for outcome in outcomes))
    table = Table(
        names,
        *columns,
        title=f"The {title}",
        title_justify="left",
        caption=" / ".join(interviewers),
    )
    found = {name: summed_up(_of(outcomes, name), key, summary) for name in interviewers}
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
