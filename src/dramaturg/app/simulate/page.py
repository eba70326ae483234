"""A simulation as one web page: what was played, how it ended, figures by group, A beside B, and
what was reached.

Every plot is followed by a table that says the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dramaturg.app.simulate.compare import METHOD, Difference
from dramaturg.app.simulate.results import SimulationResults
from dramaturg.app.simulate.view import so_far
from dramaturg.drawing.plots import STYLE, Bar, Dots, Interval, bars, dots, histogram, span
from dramaturg.drawing.webpage import webpage
from dramaturg.engines.interviews.report.interview_report import plain
from dramaturg.english.forms import many
from dramaturg.studies.by_method.common import table
from dramaturg.turn.coverage import Coverage

MOST_NAMED = 12  # things of a kind that nobody reached


def report_page(simulation: SimulationResults) -> str:
    plots: dict[str, str] = {}
    markdown = "\n".join(
        line
        for lines in (_opening(simulation), *(part(simulation, plots) for part in PARTS))
        for line in lines
    )
    return webpage(markdown, simulation.title, plots, STYLE)


def _opening(simulation: SimulationResults) -> Iterator[str]:
    pairs = " with A, and as many with B by the same people" if simulation.b else ""
    yield f"# {plain(simulation.title)}\n"
    yield (
        f"{many(len(simulation.a.results), 'session')}{pairs}."
        f" Speaker: {plain(simulation.model)}. Seed: {simulation.seed}.\n"
    )
    if simulation.left_out:
        yield (
            "Not played, for they would not have met what is different in B:"
            f" {many(simulation.left_out, 'session')}.\n"
        )
    if simulation.other is not None:
        yield f"B: {plain(str(simulation.other))}.\n"
    rows = [
        (side.name, each.engine, plain(each.id), plain(each.version), each.hash[:12])
        for side in simulation.sides
        for each in side.contents.values()
    ]
    yield "## What was played\n"
    yield from table(("side", "engine", "content", "version", "hash"), rows)


# ── A beside B ────────────────────────────────────────────────────────────────────────────────────


def _comparison(simulation: SimulationResults, plots: dict[str, str]) -> Iterator[str]:
    if not simulation.comparison:
        return
    yield "## B compared with A\n"
    yield (
        "How much more B has of a figure: the mean over pairs, drawn in standard deviations of it,"
        " and its 95 % interval.\n"
    )
    plots["differences"] = dots(
        "Differences between B and A with their intervals",
        [
            Dots(_words(each.figure), (_standardised(each),), _signed(each.interval.mean))
            for each in simulation.overall
        ],
        zero=True,
    )
    yield "![differences](differences)\n"
    *parts, whole = simulation.comparison.items()
    for group, differences in (whole, *parts):
        yield f"\n### {plain(group)}\n"
        yield from table(COMPARED, [_difference_row(each) for each in differences])
    yield f"\n{METHOD}\n"


def _signed(value: float) -> str:
    return f"{value:+.3g}" if value else "0"


COMPARED = (
    "figure",
    "A",
    "B",
    "B − A",
    "95 % interval",
    "pairs",
    "B higher",
    "B lower",
    "equal",
    "so",
)


def _standardised(found: Difference) -> Interval:
    by, whole = found.spread or 1.0, found.interval
    low, high = (None if end is None else end / by for end in (whole.low, whole.high))
    return Interval(whole.number, whole.mean / by, low, high)


def _difference_row(each: Difference) -> tuple[str, ...]:
    found = each.interval
    counts = (found.number, each.higher, each.lower, each.equal)
    return (
        _words(each.figure),
        number(each.a),
        number(each.b),
        number(found.mean),
        ends(found),
        *map(str, counts),
        each.in_words,
    )


# ── how it went ───────────────────────────────────────────────────────────────────────────────────


def _endings(simulation: SimulationResults, plots: dict[str, str]) -> Iterator[str]:
    counted = so_far([side.results for side in simulation.sides])
    sessions, sides = len(simulation.a.results), [side.name for side in simulation.sides]
    rows = [
        Bar(
            _words(each.name),
            [number / sessions for number in each.sessions],
            " / ".join(map(str, each.sessions)),
        )
        for each in counted.endings
    ]
    plots["endings"] = bars(f"How {many(sessions, 'session')} ended", rows, sides)
    yield "## How sessions ended\n"
    yield "![endings](endings)\n"
    yield from table(
        ("ending", *_sided(sides, "sessions")),
        [(plain(_words(each.name)), *each.sessions) for each in counted.endings],
    )
    stuck = ", ".join(
        f"{side.name}: {sum(result.stuck for result in side.results)}" for side in simulation.sides
    )
    yield f"\nStuck, without an end within their limits: {stuck}.\n"


def _turns(simulation: SimulationResults, plots: dict[str, str]) -> Iterator[str]:
    values = [[result.turns for result in side.results] for side in simulation.sides]
    sides = [side.name for side in simulation.sides]
    plots["turns"] = histogram("How many turns sessions had", sides, values)
    counted = so_far([side.results for side in simulation.sides])
    rows = [(span(each.low, each.high), *each.sessions) for each in counted.turns]
    yield "## Turns\n"
    yield "![turns](turns)\n"
    yield from table(("turns", *_sided(sides, "sessions")), rows)


def _sided(sides: Sequence[str], what: str) -> list[str]:
    return [what] if len(sides) == 1 else [f"{what}, {side}" for side in sides]


# ── figures by group ──────────────────────────────────────────────────────────────────────────────


def _figures(simulation: SimulationResults, plots: dict[str, str]) -> Iterator[str]:
    found = [side.figures(simulation.seed) for side in simulation.sides]
    names = list(dict.fromkeys(name for side in found for group in side.values() for name in group))
    steady = [name for name in names if len(_values(found, name)) == 1]
    plots["figures"] = (
        _legend(simulation)
        + "".join(_dotted(found, name) for name in names if name not in steady)
        + "</div>"
    )
    yield "## Figures by group\n"
    yield "Means over the sessions of a group, with 95 % intervals.\n"
    yield "![figures](figures)\n"
    if steady:
        yield (
            "The same in every session:"
            f" {', '.join(f'{_words(name)} {number(*_values(found, name))}' for name in steady)}.\n"
        )
    for side, groups in zip(simulation.sides, found, strict=True):
        yield from (f"\n### {side.name}\n",) if simulation.b else ()
        head = (f"{plain(group)} ({len(results)})" for group, results in side.groups.items())
        cells = (
            [_words(name), *(_cell(group.get(name)) for group in groups.values())] for name in names
        )
        yield from table(("figure", *head), cells)


Figures = Sequence[Mapping[str, Mapping[str, Interval]]]
"""Of every side: by group and name."""


def _values(found: Figures, name: str) -> set[float]:
    """What is told of a figure anywhere: one value only, where it was the same in every session."""
    intervals = [group[name] for side in found for group in side.values() if name in group]
    return {
        value
        for each in intervals
        for value in (each.mean, each.low, each.high)
        if value is not None
    }


def _legend(simulation: SimulationResults) -> str:
    return (
        bars("A is drawn above B", (), [side.name for side in simulation.sides])
        if simulation.b
        else ""
    ) + '<div class="plots">'


def _dotted(found: Figures, name: str) -> str:
    rows = [(group, [side[group].get(name) for side in found]) for group in found[0]]
    dotted = [
        Dots(group, each, " / ".join(_mean(one) for one in each))
        for group, each in rows
        if any(each)
    ]
    return dots(f"{_words(name)}, by group", dotted, title=_words(name))


def _mean(found: Interval | None) -> str:
    return "–" if found is None else number(found.mean)


def _cell(found: Interval | None) -> str:
    return "" if found is None else f"{number(found.mean)} {ends(found)}".strip()


# ── what was reached ──────────────────────────────────────────────────────────────────────────────


def _coverage(simulation: SimulationResults, plots: dict[str, str]) -> Iterator[str]:
    yield "## What was reached\n"
    for side in simulation.sides:
        for place, coverage in enumerate(side.coverage):
            name = f"coverage {side.name} {place}"
            yield f"\n### {plain(coverage.subject)}{f', {side.name}' if simulation.b else ''}\n"
            plots[name] = _coverage_bars(coverage)
            yield f"![what was reached]({name})\n"
            yield from table(
                ("kind", "reached", "of", "not reached by anybody"),
                [
                    (
                        _words(kind.name),
                        str(len(kind.reached)),
                        str(len(kind.sessions)),
                        _missed(kind.missed),
                    )
                    for kind in coverage.kinds
                ],
            )


def _coverage_bars(coverage: Coverage) -> str:
    rows = [
        Bar(_words(kind.name), [kind.share], f"{len(kind.reached)} of {len(kind.sessions)}")
        for kind in coverage.kinds
    ]
    return bars(f"What was reached of {coverage.subject}", rows, ())


def _missed(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
    return plain(", ".join(names[:MOST_NAMED]) + more)


PARTS = (_comparison, _endings, _turns, _figures, _coverage)


# ── numbers ───────────────────────────────────────────────────────────────────────────────────────


def number(value: float) -> str:
    return f"{value:.3g}"


def ends(found: Interval) -> str:
    return (
        ""
        if found.low is None or found.high is None
        else f"[{number(found.low)}, {number(found.high)}]"
    )


def _words(name: str) -> str:
    return name.replace("_", " ")
