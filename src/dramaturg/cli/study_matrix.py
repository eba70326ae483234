"""`dramaturg study matrix`: ladders of a study or a CSV file in; implication matrix, measures,
cut-offs and value map out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from math import ceil
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from dramaturg.app.studies.csv_figures import ladders_in
from dramaturg.app.studies.csv_files import text_of
from dramaturg.cli.study_options import CutoffOption, Json, Source, is_file
from dramaturg.kernel.errors import BadInput
from dramaturg.studies.figures.cutoffs import Cutoff
from dramaturg.studies.figures.matrix import Ladder, implication_matrix
from dramaturg.studies.figures.matrix_table import MatrixFigures, matrix_figures, matrix_json
from dramaturg.studies.figures.value_map import DroppedEdge

commands = typer.Typer(add_completion=False)


MOST_CODES = 12  # up to which the matrix is shown as a square
MOST_ROWS = 40  # of a table; JSON has all
IN_WORDS = frozenset(
    {"code", "from", "to", "proposed by", "why"}
)  # columns of words; the others are of figures

Rows = Sequence[tuple[str, ...]]


@commands.command("matrix")
def run_matrix(
    source: Source,
    count: Annotated[
        Literal["respondents", "mentions"], typer.Option(help="What a cell counts.")
    ] = "respondents",
    cutoff: CutoffOption = None,
    relations: Annotated[
        Literal["direct", "all"],
        typer.Option(help="Whether measures, cut-offs and map also count indirect relations."),
    ] = "direct",
    as_json: Json = False,
) -> None:
    """Implication matrix, measures, cut-offs and value map, of a study or of ladders from anywhere.

    CSV columns: respondent, ladder, position, code.
    """
    if cutoff is not None and cutoff < 1:
        raise BadInput(f"a cut-off of {cutoff} leaves nothing out: give 1 or more")
    matrix = implication_matrix(_ladders(source), count)
    if as_json:
        print(json.dumps(matrix_json(matrix, cutoff, relations), ensure_ascii=False, indent=2))
    else:
        Console(highlight=False).print(shown(matrix_figures(matrix, cutoff, relations)))


# ── in ────────────────────────────────────────────────────────────────────────────────────────────


def _ladders(source: Path) -> list[Ladder]:
    if is_file(source):
        return ladders_in(text_of(source), str(source))
    from dramaturg.cli.open_study import named_ladders, of_study

    return of_study(str(source), named_ladders)


# ── out ───────────────────────────────────────────────────────────────────────────────────────────


def shown(told: MatrixFigures) -> RenderableType:
    """Matrix, measures, cut-offs and map, to be read in a terminal."""
    matrix = told.matrix
    about = (
        f"{matrix.ladders} ladders of {matrix.respondents} respondents, {len(matrix.codes)} codes."
        f" Cells count {matrix.count}."
    )
    square = _square(told) if len(matrix.codes) <= MOST_CODES else _pairs(told)
    return Group(
        Text(about),
        square,
        _measures(told),
        _cutoffs(told),
        *_rules(told),
        _edges(told),
        _dropped(told),
    )


def _square(told: MatrixFigures) -> RenderableType:
    """Rows lead to columns; codes that nothing leads to have no column."""
    cells, codes = told.matrix.cells, told.matrix.codes
    numbered = {code: str(number) for number, code in enumerate(codes, start=1)}
    reached = {target for _, target in cells}
    across = [code for code in codes if code in reached]
    texts = {pair: cell.text for pair, cell in cells.items()}
    rows = [
        (numbered[code], code, *(texts.get((code, target), "") for target in across))
        for code in codes
    ]
    title = "Implication matrix: rows lead to columns, 10.06 is ten directly and six indirectly"
    return _table(title, ("", "code", *(numbered[code] for code in across)), rows)


def _pairs(told: MatrixFigures) -> RenderableType:
    strongest = sorted(told.matrix.cells.values(), key=lambda cell: (-cell.direct, -cell.indirect))
    rows = [(cell.source, cell.target, cell.text, str(len(cell.by))) for cell in strongest]
    title = "Implication matrix, the strongest first: 10.06 is ten directly and six indirectly"
    return _table(title, ("from", "to", "cell", "respondents"), rows)


def _measures(told: MatrixFigures) -> RenderableType:
    def ratio(value: float | None) -> str:
        return "-" if value is None else f"{value:.2f}"

    rows = [
        (it.code, *map(str, (it.into, it.out)), *map(ratio, (it.abstractness, *whole)))
        for it in sorted(told.measures, key=lambda each: -each.centrality)
        for whole in ((it.centrality, it.prestige),)
    ]
    title = f"Codes, the most central first ({_which(told)})"
    return _table(title, ("code", "in", "out", "abstractness", "centrality", "prestige"), rows)


def _cutoffs(told: MatrixFigures) -> RenderableType:
    rows = [
        (*map(str, (it.k, it.cells, it.relations, f"{it.share:.0%}", it.codes)), proposed)
        for it in _telling(told)
        for proposed in (", ".join(_marks(told, it)),)
    ]
    title = f"Cut-offs: what is left when a cell needs k relations ({_which(told)})"
    return _table(title, ("k", "cells", "relations", "share", "codes", "proposed by"), rows)


def _telling(told: MatrixFigures) -> Iterator[Cutoff]:
    """The cut-offs that somebody proposes and those at which something changes: all of these, or
    every few if there are many.
    """
    by_cells = {
        each.cells: each.k for each in reversed(told.cutoffs)
    }  # the least k of those that leave the same
    changing = sorted(by_cells.values())
    every = max(1, ceil(len(changing) / (MOST_ROWS - len(told.rules) - 1)))
    some = set(changing[::every])
    return (each for each in told.cutoffs if each.k in some or any(_marks(told, each)))


def _marks(told: MatrixFigures, cutoff: Cutoff) -> Iterator[str]:
    yield from (rule.rule for rule in told.rules if rule.k == cutoff.k)
    if told.chosen == "given" and told.map.k == cutoff.k:
        yield "given"


def _rules(told: MatrixFigures) -> Iterator[Text]:
    for rule in told.rules:
        followed = " (followed)" if told.chosen == rule.rule else ""
        yield Text(f"{rule.rule}{followed}: k = {rule.k}, {rule.because}")
    if told.chosen == "given":
        yield Text(f"given (followed): k = {told.map.k}")


def _edges(told: MatrixFigures) -> RenderableType:
    rows = [(edge.source, edge.target, str(edge.count)) for edge in told.map.edges]
    title = f"Value map at k = {told.map.k} ({told.chosen}), the strongest edges first"
    return _table(title, ("from", "to", "relations"), rows)


def _dropped(told: MatrixFigures) -> RenderableType:
    if not told.map.dropped:
        return Text("\nNo edge closed a circle, and none was redundant.")

    def why(edge: DroppedEdge) -> str:
        back = edge.why == "cycle"
        start, end = (edge.target, edge.source) if back else (edge.source, edge.target)
        return (
            f"{'closes a circle' if back else 'redundant'}: {' → '.join((start, *edge.via, end))}"
        )

    rows = [(it.source, it.target, why(it), str(it.count)) for it in told.map.dropped]
    return _table("Not drawn", ("from", "to", "why", "relations"), rows)


def _table(title: str, headings: Sequence[str], rows: Rows) -> RenderableType:
    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for heading in headings:
        table.add_column(heading, justify="left" if heading in IN_WORDS else "right")
    for row in rows[:MOST_ROWS]:
        table.add_row(*map(Text, row))
    left = len(rows) - MOST_ROWS
    more = [Text(f"and {left} more; --json has all")] if left > 0 else []
    return Group(Text(f"\n{title}", style="bold"), table, *more)


def _which(told: MatrixFigures) -> str:
    return "direct relations" if told.relations == "direct" else "direct and indirect relations"
