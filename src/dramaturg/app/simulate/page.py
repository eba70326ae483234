"""A simulation as one web page: what was played, how it ended, figures by group, A beside B, and
what was reached.

Every plot is followed by a table that says the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dramaturg.app.simulate.compare import METHOD, Difference, Interval
from dramaturg.app.simulate.results import Held
from dramaturg.drawing.plots import STYLE, Bar, Dots, bars, bins_of, dots, histogram, span
from dramaturg.drawing.webpage import webpage
from dramaturg.engines.interviews.report.interview_report import plain
from dramaturg.engines.simulation import overview
from dramaturg.english.forms import many
from dramaturg.studies.by_method.common import table
from dramaturg.turn.coverage import Coverage

MOST_NAMED = 12  # things of a kind that nobody reached


def report_page(held: Held) -> str:
    plots: dict[str, str] = {}
    markdown = "\n".join(
        line for lines in (_opening(held), *(part(held, plots) for part in PARTS)) for line in lines
    )
    return webpage(markdown, held.title, plots, STYLE)


def _opening(held: Held) -> Iterator[str]:
    pairs = " with A, and as many with B by the same people" if held.b else ""
    yield f"# {plain(held.title)}\n"
    yield (
        f"{many(len(held.a.results), 'session')}{pairs}. Speaker: {plain(held.model)}. Seed:"
        f" {held.seed}.\n"
    )
    if held.left_out:
        yield (
            "Not played, for they would not have met what is different in B:"
            f" {many(held.left_out, 'session')}.\n"
        )
    if held.other is not None:
        yield f"B: {plain(', '.join(filter(None, (held.other.name, *held.other.settings))))}.\n"
    rows = [
        (side.name, each.engine, plain(each.id), plain(each.version), each.hash[:12])
        for side in held.sides
        for each in side.contents.values()
    ]
    yield "## What was played\n"
    yield from table(("side", "engine", "content", "version", "hash"), rows)


# ── A beside B ────────────────────────────────────────────────────────────────────────────────────


def _comparison(held: Held, plots: dict[str, str]) -> Iterator[str]:
    if not held.comparison:
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
            for each in held.overall
        ],
        zero=True,
    )
    yield "![differences](differences)\n"
    *parts, whole = held.comparison.items()
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
        each.told,
    )


# ── how it went ───────────────────────────────────────────────────────────────────────────────────


def _endings(held: Held, plots: dict[str, str]) -> Iterator[str]:
    found = [overview(side.results).endings for side in held.sides]
    names = dict.fromkeys(name for each in found for name in each)
    counts = {_words(name): [each.get(name, 0) for each in found] for name in names}
    sessions, sides = len(held.a.results), [side.name for side in held.sides]
    rows = [
        Bar(name, [each / sessions for each in row], " / ".join(map(str, row)))
        for name, row in counts.items()
    ]
    plots["endings"] = bars(f"How {many(sessions, 'session')} ended", rows, sides)
    yield "## How sessions ended\n"
    yield "![endings](endings)\n"
    yield from table(
        ("ending", *_sided(sides, "sessions")),
        [(plain(name), *row) for name, row in counts.items()],
    )
    stuck = ", ".join(
        f"{side.name}: {sum(result.stuck for result in side.results)}" for side in held.sides
    )
    yield f"\nStuck, without an end within their limits: {stuck}.\n"


def _turns(held: Held, plots: dict[str, str]) -> Iterator[str]:
    values = [[result.turns for result in side.results] for side in held.sides]
    sides = [side.name for side in held.sides]
    plots["turns"] = histogram("How many turns sessions had", sides, values)
    rows = [
        (span(low, high), *(sum(low <= value <= high for value in some) for some in values))
        for low, high in bins_of([value for some in values for value in some])
    ]
    yield "## Turns\n"
    yield "![turns](turns)\n"
    yield from table(("turns", *_sided(sides, "sessions")), rows)


def _sided(sides: Sequence[str], what: str) -> list[str]:
    return [what] if len(sides) == 1 else [f"{what}, {side}" for side in sides]


# ── figures by group ──────────────────────────────────────────────────────────────────────────────


def _figures(held: Held, plots: dict[str, str]) -> Iterator[str]:
    found = [side.figures(held.seed) for side in held.sides]
    names = list(dict.fromkeys(name for side in found for group in side.values() for name in group))
    steady = [name for name in names if len(_values(found, name)) == 1]
    plots["figures"] = (
        _legend(held)
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
    for side, groups in zip(held.sides, found, strict=True):
        yield from (f"\n### {side.name}\n",) if held.b else ()
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


def _legend(held: Held) -> str:
    return (
        bars("A is drawn above B", (), [side.name for side in held.sides]) if held.b else ""
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


def _coverage(held: Held, plots: dict[str, str]) -> Iterator[str]:
    yield "## What was reached\n"
    for side in held.sides:
        for place, coverage in enumerate(side.coverage):
            name = f"coverage {side.name} {place}"
            yield f"\n### {plain(coverage.subject)}{f', {side.name}' if held.b else ''}\n"
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
