"""The part of a report about ladders: what leads to what, the value map, and the implication
matrix.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from dramaturg.english.forms import many
from dramaturg.studies.by_method.common import SourcedQuote, quoted, table
from dramaturg.studies.figures.value_map import DroppedEdge
from dramaturg.studies.findings import StudyFindings

MOST_WAYS, MOST_CELLS, MOST_CODES = 8, 25, 12
LEFT_OUT = {
    "cycle": "Left out, because it closed a circle",
    "redundant": "Left out, because a way round says it",
}


def ways_section(findings: StudyFindings) -> list[str]:
    """The ways through the map from bottom to top, the best supported first."""
    found = strongest_ways(findings)
    lines = ["## What leads to what", ""]
    if not found:
        return [*lines, "No step reaches the cut-off: see the matrix below."]
    lines.append(
        "The ways through the map that most respondents went, with words behind every step."
    )
    told: set[tuple[str, str]] = set()
    for number, way in enumerate(found[:MOST_WAYS], 1):
        lines += ["", f"### {number}. {' → '.join(findings.told(code) for code in way)}"]
        for step in pairwise(way):
            lines += _step(findings, *step) if step not in told else ()
            told.add(step)
    return lines


def strongest_ways(findings: StudyFindings) -> list[tuple[str, ...]]:
    """For each code that nothing in the map leads to: the way up whose weakest step is
    strongest.
    """
    onward: dict[str, list[tuple[str, int]]] = {}
    for edge in findings.figures.map.edges:
        onward.setdefault(edge.source, []).append((edge.target, edge.count))
    best: dict[str, tuple[int, tuple[str, ...]]] = {}

    def climbed(code: str) -> tuple[int, tuple[str, ...]]:
        if code not in best:
            ways = (
                (min(count, climbed(step)[0]), (code, *climbed(step)[1]))
                for step, count in onward.get(code, ())
            )
            best[code] = max(
                ways,
                key=lambda way: (way[0], len(way[1])),
                default=(len(findings.held) + 1, (code,)),
            )
        return best[code]

    led_to = {edge.target for edge in findings.figures.map.edges}
    starts = [climbed(code) for code in onward if code not in led_to]
    return [way for _, way in sorted(starts, key=lambda found: (-found[0], -len(found[1])))]


def _step(findings: StudyFindings, source: str, target: str) -> Iterator[str]:
    matrix, told = findings.figures.matrix, findings.told
    cell = matrix.cells[source, target]
    whom = many(cell.direct, matrix.count.removesuffix("s"))
    often = f"{whom} directly, {cell.indirect} by way of something else"
    yield from ("", f"{told(source)} leads to {told(target)}: {often}.", "")
    # of different respondents where there are some
    first: dict[str, SourcedQuote] = {}
    for each in findings.words_of(source, target):
        first.setdefault(each.respondent, each)
    yield from quoted(list(first.values())[:2])


def map_section(findings: StudyFindings) -> list[str]:
    told = findings.figures
    lines = ["## The value map", ""]
    if told.map.edges:
        lines += ["![The hierarchical value map](map.svg)", ""]
    chosen = "was given" if told.chosen == "given" else f"follows the rule “{told.chosen}”"
    rows = (
        (row.k, row.cells, row.relations, f"{row.share:.0%}", row.codes)
        for row in told.cutoffs[:MOST_CODES]
    )
    lines += [
        f"Drawn are steps with a count of at least {told.map.k}. This cut-off {chosen}; "
        "three rules propose one each, and the choice is the analyst's:",
        "",
        *(f"- **{rule.rule}** proposes {rule.k}: {rule.because}." for rule in told.rules),
        "",
        *table(("cut-off", "cells", "relations", "share of all", "codes"), rows),
    ]
    for why, title in LEFT_OUT.items():
        if dropped := [each for each in told.map.dropped if each.why == why]:
            lines += ["", f"{title}:", "", *(_dropped(findings, each) for each in dropped)]
    return lines


def _dropped(findings: StudyFindings, edge: DroppedEdge) -> str:
    way = f", by way of {', '.join(map(findings.told, edge.via))}" if edge.via else ""
    return f"- {findings.told(edge.source)} → {findings.told(edge.target)} ({edge.count}){way}"


def matrix_section(findings: StudyFindings) -> list[str]:
    name, matrix = findings.told, findings.figures.matrix
    title = "## The implication matrix"
    if not matrix.cells:
        return [title, "", "Nothing leads to anything else yet."]
    cells = sorted(matrix.cells.values(), key=lambda cell: (-cell.direct, -cell.indirect))
    measures = sorted(findings.figures.measures, key=lambda each: -each.centrality)
    of_cells = (
        (name(cell.source), name(cell.target), cell.text, _some(cell.by))
        for cell in cells[:MOST_CELLS]
    )
    of_codes = (
        (
            name(it.code),
            it.into,
            it.out,
            *map(_share, (it.abstractness, it.centrality, it.prestige)),
        )
        for it in measures[:MOST_CODES]
    )
    return [
        title,
        "",
        f"{many(matrix.ladders, 'ladder')} of {many(matrix.respondents, 'respondent')}; counted"
        f" are {matrix.count}. 10.06 means ten times directly, six times indirectly. The"
        " strongest cells; all are in the export.",
        "",
        *table(("from", "to", "cell", "respondents"), of_cells),
        "",
        "Abstractness: near 0 a means, near 1 an end. Centrality and prestige: the share of all"
        " relations that the code has to do with, and that lead to it.",
        "",
        *table(("code", "in", "out", "abstractness", "centrality", "prestige"), of_codes),
    ]


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def _some(respondents: Sequence[str], most: int = 6) -> str:
    more = len(respondents) - most
    return ", ".join(respondents[:most]) + (f" and {more} more" if more > 0 else "")
