"""A study, taken elsewhere: report, tables, JSON, graph and REFI-QDA project, each written as
interviews are read.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Mapping
from contextlib import ExitStack
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from dramaturg.app.studies.read_study import StudyMaterial
from dramaturg.drawing.webpage import webpage
from dramaturg.kernel.errors import BadInput, did_you_mean
from dramaturg.studies.base.codes import CodedInterview
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


def write_markdown(material: StudyMaterial, findings: StudyFindings, out: Path) -> list[Path]:
    """The report with its pictures in a folder."""
    told = report(findings)
    return [_written(out / name, text) for name, text in _files(told)]


def write_html(material: StudyMaterial, findings: StudyFindings, out: Path) -> list[Path]:
    told = report(findings)
    return [_written(out, webpage(told.markdown, told.title, told.pictures))]


def write_report(material: StudyMaterial, findings: StudyFindings, out: Path) -> list[Path]:
    told = report(findings)
    page = webpage(told.markdown, told.title, told.pictures)
    markdown, *pictures = _files(told)
    files = (markdown, ("report.html", page), *pictures)
    return [_written(out / name, text) for name, text in files]


def _files(told: StudyReport) -> list[tuple[str, str]]:
    return [("report.md", told.markdown), *told.pictures.items()]


def write_svg(material: StudyMaterial, findings: StudyFindings, out: Path) -> list[Path]:
    told, context = findings.figures, findings.context
    about = f"{told.matrix.respondents} respondents, cut-off {told.map.k} ({told.chosen})"
    ontology, title = context.methodology.ontology, context.study.title
    return [_written(out, draw_map(told.map, findings.book, ontology, title, about))]


# ── to count with ─────────────────────────────────────────────────────────────────────────────────


def write_csv(material: StudyMaterial, findings: StudyFindings, out: Path) -> list[Path]:
    """A folder with a file for each table."""
    out.mkdir(parents=True, exist_ok=True)
    questions = [question.id for question in findings.context.study.screener]
    analysis = analysis_of(findings.context.methodology.ontology)
    particular = analysis.as_rows(findings.particular, findings.names) if analysis else {}
    whole, names = {**_tables(findings), **particular}, findings.names
    with ExitStack() as open_files:

        def write(name: str, rows: Iterable[Row]) -> Callable[[Row], object]:
            """The rows, and what writes more: UTF-8 with a mark, no cell that would be run."""
            path = out / f"{name}.csv"
            file = open_files.enter_context(path.open("w", encoding="utf-8-sig", newline=""))
            writer = csv.writer(file)
            writer.writerows(map(harmless, row) for row in rows)
            return lambda row: writer.writerow(map(harmless, row))

        heads = {**HEADS, "respondents": (*HEADS["respondents"], *questions)}
        add = {name: write(name, [head]) for name, head in heads.items()}
        for interview in material.coded(findings.book):
            ladders = ladders_of(interview)
            for name, row in interview_rows(interview, ladders, findings.book, names, questions):
                add[name](row)
        for name, rows in whole.items():
            write(name, rows)
    return [out / f"{name}.csv" for name in (*HEADS, *whole)]


def _tables(findings: StudyFindings) -> dict[str, Iterable[Row]]:
    told, found, names = findings.figures, findings.saturation, findings.names
    rules = {rule.k: rule.rule for rule in told.rules}
    cells = (
        (names[it.source], names[it.target], it.direct, it.indirect, it.text, " ".join(it.by))
        for it in told.matrix.cells.values()
    )
    measures = (
        (names[it.code], it.into, it.out, it.abstractness, it.centrality, it.prestige)
        for it in told.measures
    )
    cutoffs = (
        (it.k, it.cells, it.relations, it.share, it.codes, rules.get(it.k)) for it in told.cutoffs
    )
    drawn = ((names[it.source], names[it.target], it.count, None, None) for it in told.map.edges)
    dropped = (
        (names[it.source], names[it.target], it.count, it.why, " > ".join(names[c] for c in it.via))
        for it in told.map.dropped
    )
    new = zip(found.interviews, found.new, found.cumulative, strict=True)
    return {
        "codes": codes_table(findings.book, names),
        "matrix": [("from", "to", "direct", "indirect", "text", "respondents"), *cells],
        "measures": [("code", "in", "out", "abstractness", "centrality", "prestige"), *measures],
        "cutoffs": [("k", "cells", "relations", "share", "codes", "proposed_by"), *cutoffs],
        "map": [("from", "to", "count", "dropped", "via"), *drawn, *dropped],
        "saturation": [("interview", "new", "cumulative"), *new],
    }


def write_json(material: StudyMaterial, findings: StudyFindings, out: Path) -> list[Path]:
    """One document: the study, all figures, and all interviews with their codes."""
    out.parent.mkdir(parents=True, exist_ok=True)
    with out.open("w", encoding="utf-8") as file:
        file.write(json.dumps(_figures(findings), ensure_ascii=False)[:-1] + ', "interviews": [')
        for number, each in enumerate(material.coded(findings.book)):
            told = json.dumps(_interview(each), ensure_ascii=False)
            file.write((",\n" if number else "\n") + told)
        file.write("\n]}\n")
    return [out]


def _figures(findings: StudyFindings) -> dict[str, Any]:
    context, told = findings.context, findings.figures
    study, given = context.study, told.map.k if told.chosen == "given" else None
    return {
        "study": study.model_dump(mode="json") | {"consent_hash": study.consent.hash},
        "methodology": {"id": context.methodology.id, "version": context.methodology.version},
        "codes": [
            asdict(code) | {"ideas": [list(ref) for ref in code.ideas]}
            for code in findings.book.codes.values()
        ],
        "decisions": [asdict(each) for each in context.state.decisions],
        "matrix": matrix_json(told.matrix, given, told.relations),
        "links": [asdict(link) for link in findings.links],
        "saturation": saturation_json(findings.saturation),
        "particular": asdict(findings.particular) if findings.particular is not None else None,
    }


def _interview(interview: CodedInterview) -> dict[str, Any]:
    """Ideas beside their codes; vectors say nothing to a reader."""
    told = asdict(interview.evidence)
    for idea in told["ideas"]:
        del idea["vector"]
        idea["code"] = interview.code_of[idea["id"]]
    return told | {"ladders": [list(ladder.codes) for ladder in ladders_of(interview)]}


# ── to draw and to code with ──────────────────────────────────────────────────────────────────────


def write_graphml(material: StudyMaterial, findings: StudyFindings, out: Path) -> list[Path]:
    """The map, and beside it the merged graph of everything that was linked."""
    told, ontology = findings.figures, findings.context.methodology.ontology
    merged = out.with_name(f"{out.stem}.merged{out.suffix}")
    return [
        _written(out, map_graphml(told.map, told.matrix, findings.book, ontology)),
        _written(merged, merged_graphml(findings.links, findings.book, ontology)),
    ]


def write_qdpx(material: StudyMaterial, findings: StudyFindings, out: Path) -> list[Path]:
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
    "qdpx": write_qdpx,
    "graphml": write_graphml,
    "csv": write_csv,
    "json": write_json,
    "md": write_markdown,
    "html": write_html,
    "svg": write_svg,
    "report": write_report,
}
FOLDERS = ("csv", "md", "report")  # what is written into a folder and not into one file
