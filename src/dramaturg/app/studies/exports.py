"""A study, taken elsewhere: report, tables, JSON, graph and REFI-QDA project, each written as
interviews are read.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO

from dramaturg.app.studies.read_study import StudyMaterial
from dramaturg.drawing.webpage import webpage
from dramaturg.kernel.errors import BadInput, did_you_mean
from dramaturg.studies.base.codes import CodeBook, CodedInterview
from dramaturg.studies.by_method import analysis_of
from dramaturg.studies.figures.ladders import ladders_of
from dramaturg.studies.figures.matrix_table import matrix_json
from dramaturg.studies.figures.saturation import saturation_json
from dramaturg.studies.figures.tables import HEADS, Row, codes_table, harmless, interview_rows
from dramaturg.studies.findings import StudyFindings
from dramaturg.studies.qdpx.write import QdpxWriter
from dramaturg.studies.report.graphml import map_graphml, merged_graphml
from dramaturg.studies.report.map_picture import draw_map
from dramaturg.studies.report.study_report import StudyReport, report

Export = Callable[[StudyMaterial, StudyFindings, Path], list[Path]]


def export(material: StudyMaterial, to: str, out: Path, cutoff: int | None = None) -> list[Path]:
    """Write a study in one of the forms, and tell what was written. Raises BadInput when it cannot
    be.
    """
    if to not in EXPORTS:
        raise BadInput(f"a study cannot be written as {to!r}. {did_you_mean(to, EXPORTS)}")
    try:
        return EXPORTS[to](material, material.findings(cutoff), out)
    except OSError as error:
        raise BadInput(
            f"{error.filename or out} cannot be written: {str(error.strerror).lower()}"
        ) from error


def _written(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="\n")
    return path


# ── to read ───────────────────────────────────────────────────────────────────────────────────────


def _markdown(material: StudyMaterial, findings: StudyFindings, out: Path) -> list[Path]:
    """The report with its pictures in a folder."""
    return _pages(report(findings), out, ("report.md",))


def _html(material: StudyMaterial, findings: StudyFindings, out: Path) -> list[Path]:
    told = report(findings)
    return [_written(out, webpage(told.markdown, told.title, told.pictures))]


def _report(material: StudyMaterial, findings: StudyFindings, out: Path) -> list[Path]:
    return _pages(report(findings), out, ("report.md", "report.html"))


def _pages(told: StudyReport, out: Path, wanted: Sequence[str]) -> list[Path]:
    pages = {
        "report.md": told.markdown,
        "report.html": webpage(told.markdown, told.title, told.pictures),
    }
    return [
        _written(out / name, text)
        for name, text in (*((name, pages[name]) for name in wanted), *told.pictures.items())
    ]


def _svg(material: StudyMaterial, findings: StudyFindings, out: Path) -> list[Path]:
    told, context = findings.figures, findings.context
    about = f"{told.matrix.respondents} respondents, cut-off {told.map.k} ({told.chosen})"
    return [
        _written(
            out,
            draw_map(
                told.map, findings.book, context.methodology.ontology, context.study.title, about
            ),
        )
    ]


# ── to count with ─────────────────────────────────────────────────────────────────────────────────


def _csv(material: StudyMaterial, findings: StudyFindings, out: Path) -> list[Path]:
    """A folder with a file for each table."""
    out.mkdir(parents=True, exist_ok=True)
    questions = [question.id for question in findings.context.study.screener]
    whole, names = {**_tables(findings), **_particular(findings)}, findings.names
    with ExitStack() as open_files:
        sheets = {
            name: _Sheet(open_files, out / f"{name}.csv", head)
            for name, head in {**HEADS, "respondents": (*HEADS["respondents"], *questions)}.items()
        }
        for interview in material.coded(findings.book):
            for name, row in interview_rows(
                interview, ladders_of(interview), findings.book, names, questions
            ):
                sheets[name].write(row)
        for name, rows in whole.items():
            sheet = _Sheet(open_files, out / f"{name}.csv", ())
            for row in rows:
                sheet.write(row)
    return [out / f"{name}.csv" for name in (*HEADS, *whole)]


class _Sheet:
    """A CSV file as spreadsheets read it: UTF-8 with a mark, no cell that would be run."""

    def __init__(self, files: ExitStack, path: Path, head: Row) -> None:
        self._rows = csv.writer(
            files.enter_context(path.open("w", encoding="utf-8-sig", newline=""))
        )
        if head:
            self.write(head)

    def write(self, row: Row) -> None:
        self._rows.writerow([harmless(cell) for cell in row])


def _tables(findings: StudyFindings) -> dict[str, Iterable[Row]]:
    told, found, names = findings.figures, findings.saturation, findings.names
    cells = told.matrix.cells.values()
    rules = {rule.k: rule.rule for rule in told.rules}
    return {
        "codes": codes_table(findings.book, names),
        "matrix": [
            ("from", "to", "direct", "indirect", "text", "respondents"),
            *(
                (names[c.source], names[c.target], c.direct, c.indirect, c.text, " ".join(c.by))
                for c in cells
            ),
        ],
        "measures": [
            ("code", "in", "out", "abstractness", "centrality", "prestige"),
            *(
                (names[m.code], m.into, m.out, m.abstractness, m.centrality, m.prestige)
                for m in told.measures
            ),
        ],
        "cutoffs": [
            ("k", "cells", "relations", "share", "codes", "proposed_by"),
            *(
                (row.k, row.cells, row.relations, row.share, row.codes, rules.get(row.k))
                for row in told.cutoffs
            ),
        ],
        "map": [("from", "to", "count", "dropped", "via"), *_map_rows(findings)],
        "saturation": [
            ("interview", "new", "cumulative"),
            *zip(found.interviews, found.new, found.cumulative, strict=True),
        ],
    }


def _map_rows(findings: StudyFindings) -> Iterator[Row]:
    names, value_map = findings.names, findings.figures.map
    yield from (
        (names[edge.source], names[edge.target], edge.count, None, None) for edge in value_map.edges
    )
    for edge in value_map.dropped:
        yield (
            names[edge.source],
            names[edge.target],
            edge.count,
            edge.why,
            " > ".join(names[code] for code in edge.via),
        )


def _particular(findings: StudyFindings) -> Mapping[str, Iterable[Row]]:
    analysis = analysis_of(findings.context.methodology.ontology)
    return analysis.as_rows(findings.particular, findings.names) if analysis else {}


def _json(material: StudyMaterial, findings: StudyFindings, out: Path) -> list[Path]:
    """One document: the study, all figures, and all interviews with their codes."""
    out.parent.mkdir(parents=True, exist_ok=True)
    with out.open("w", encoding="utf-8") as file:
        _write_json(
            file,
            _figures(findings),
            (_interview(each, findings.book) for each in material.coded(findings.book)),
        )
    return [out]


def _write_json(
    file: TextIO, figures: Mapping[str, Any], interviews: Iterable[Mapping[str, Any]]
) -> None:
    file.write(json.dumps(figures, ensure_ascii=False)[:-1] + ', "interviews": [')
    for number, each in enumerate(interviews):
        file.write((",\n" if number else "\n") + json.dumps(each, ensure_ascii=False))
    file.write("\n]}\n")


def _figures(findings: StudyFindings) -> dict[str, Any]:
    context, told = findings.context, findings.figures
    return {
        "study": context.study.model_dump(mode="json")
        | {"consent_hash": context.study.consent.hash},
        "methodology": {"id": context.methodology.id, "version": context.methodology.version},
        "codes": [_code(code_id, findings) for code_id in findings.book.codes],
        "decisions": [asdict(each) for each in context.state.decisions],
        "matrix": matrix_json(
            told.matrix, told.map.k if told.chosen == "given" else None, told.relations
        ),
        "links": [asdict(link) for link in findings.links],
        "saturation": saturation_json(findings.saturation),
        "particular": asdict(findings.particular) if findings.particular is not None else None,
    }


def _code(id: str, findings: StudyFindings) -> dict[str, Any]:
    code = findings.book.codes[id]
    return asdict(code) | {"ideas": [list(ref) for ref in code.ideas]}


def _interview(interview: CodedInterview, book: CodeBook) -> dict[str, Any]:
    """Ideas beside their codes; vectors say nothing to a reader."""
    told = asdict(interview.evidence)
    for idea in told["ideas"]:
        del idea["vector"]
        idea["code"] = interview.code_of[idea["id"]]
    return told | {"ladders": [list(ladder.codes) for ladder in ladders_of(interview)]}


# ── to draw and to code with ──────────────────────────────────────────────────────────────────────


def _graphml(material: StudyMaterial, findings: StudyFindings, out: Path) -> list[Path]:
    """The map, and beside it the merged graph of everything that was linked."""
    told, ontology = findings.figures, findings.context.methodology.ontology
    merged = out.with_name(f"{out.stem}.merged{out.suffix}")
    return [
        _written(out, map_graphml(told.map, told.matrix, findings.book, ontology)),
        _written(merged, merged_graphml(findings.links, findings.book, ontology)),
    ]


def _qdpx(material: StudyMaterial, findings: StudyFindings, out: Path) -> list[Path]:
    context = findings.context
    out.parent.mkdir(parents=True, exist_ok=True)
    newest = max((each.conduct.opened_at for each in findings.held), default=0.0)
    when = datetime.fromtimestamp(newest, UTC)
    unfinished = out.with_name(f"{out.name}.part")
    writer = QdpxWriter(
        unfinished, context.study, context.methodology, context.subject.title, findings.book, when
    )
    for interview in material.coded(findings.book):
        writer.add(interview)
    writer.close(findings.figures.map)
    return [unfinished.replace(out)]


EXPORTS: Mapping[str, Export] = {
    "qdpx": _qdpx,
    "graphml": _graphml,
    "csv": _csv,
    "json": _json,
    "md": _markdown,
    "html": _html,
    "svg": _svg,
    "report": _report,
}
FOLDERS = ("csv", "md", "report")  # what is written into a folder and not into one file
