"""What `dramaturg simulate memoir` tells: how the interviewer fares with all tellers, and with each
manner of telling.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict

from rich.console import Console
from rich.table import Column, Table

from dramaturg.engines.memoir.outcomes import Met, Outcome, Summary, summary
from dramaturg.engines.memoir.simulate import WantedMemoirs
from dramaturg.engines.simulation import summed_up

MOST_SHOWN = 20


def _by_manner(outcomes: Sequence[Outcome]) -> Mapping[str, Summary]:
    return summed_up(outcomes, lambda outcome: outcome.run.manner, summary)


def report(outcomes: Sequence[Outcome], wanted: WantedMemoirs) -> Mapping[str, object]:
    return {**asdict(wanted), "all": summary(outcomes), "manners": _by_manner(outcomes)}


# ── as a table ────────────────────────────────────────────────────────────────────────────────────


def _met(met: Met) -> str:
    return f"{met.met} of {met.times}" + (f", {met.needless} needless" if met.needless else "")


def _counts(counts: Mapping[str, int]) -> str:
    return (
        "\n".join(
            f"{count} {name}" for name, count in sorted(counts.items(), key=lambda each: -each[1])
        )
        or "none"
    )


ROWS: Mapping[str, Callable[[Summary], str]] = {
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


def show(console: Console, outcomes: Sequence[Outcome], model: str) -> None:
    whole = summary(outcomes)
    table = Table("", "all", title=f"All tellers, model: {model}", title_justify="left")
    for name, written in ROWS.items():
        table.add_row(name, written(whole))
    console.print(table)
    console.print(_manners(_by_manner(outcomes)))
    for violation in whole.violations[:MOST_SHOWN]:
        console.print(f"Broken: {violation}.")


BY_MANNER: Mapping[str, Callable[[Summary], str]] = {
    "told": lambda found: f"{found.passages}",
    "depth": lambda found: f"{_mean_depth(found.levels):.1f}",
    "refused": lambda found: _of(found.refusals),
    "stopped": lambda found: _of(found.stops),
    "slipped": lambda found: _of(found.slips),
    "leave": lambda found: f"{found.consents.met}/{found.consents.times}",
    "words": ROWS["questions with the teller's words"],
    "broken": ROWS["rules broken"],
}
"""Short enough for 80 columns: passages, mean depth, what was met of what happened, leave given of
leave asked, questions with the teller's words, rules broken.
"""


def _mean_depth(levels: Sequence[int]) -> float:
    return sum(level * turns for level, turns in enumerate(levels)) / max(1, sum(levels))


def _of(met: Met) -> str:
    return f"{met.met}/{met.times}" if met.times else "-"


def _manners(parts: Mapping[str, Summary]) -> Table:
    columns = (Column(name, justify="right", no_wrap=True) for name in BY_MANNER)
    table = Table(
        Column("manner", no_wrap=True),
        *columns,
        title="By manner",
        title_justify="left",
        padding=(0, 1, 0, 0),
    )
    for name, part in parts.items():
        table.add_row(name.replace("_", " "), *(written(part) for written in BY_MANNER.values()))
    return table
