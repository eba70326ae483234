"""The report of a study, in Markdown: what was found, how sure it is, the words behind it, how it
was done, and its limits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import sqrt

from dramaturg.engines.interviews.report.interview_report import plain
from dramaturg.english.forms import many
from dramaturg.studies.base.codes import Code
from dramaturg.studies.by_method import analysis_of
from dramaturg.studies.by_method.common import quoted
from dramaturg.studies.findings import StudyFindings
from dramaturg.studies.report.curve_picture import draw_saturation
from dramaturg.studies.report.ladder_sections import map_section, matrix_section, ways_section
from dramaturg.studies.report.map_picture import draw_map
from dramaturg.studies.report.method_sections import (
    decisions_section,
    limits_section,
    method_section,
    saturation_section,
)

MOST_CODES, MOST_NAMES = 12, 30
MOST_SENTENCES, FEWEST = 6, 2  # steps told in short, and who must have said one
SURE = 1.96  # standard deviations: nineteen times out of twenty


@dataclass(frozen=True, slots=True)
class StudyReport:
    """`pictures` are SVGs by the name of the file that the Markdown shows."""

    title: str
    markdown: str
    pictures: Mapping[str, str]


def report(findings: StudyFindings) -> StudyReport:
    title = findings.context.study.title
    pictures = dict(_pictures(findings))
    sections = (
        _head(findings),
        _in_short(findings),
        *(
            (ways_section(findings), map_section(findings), matrix_section(findings))
            if findings.has_ladders
            else ()
        ),
        _particular(findings, pictures),
        _codes(findings),
        saturation_section(findings),
        method_section(findings),
        decisions_section(findings),
        limits_section(findings),
    )
    return StudyReport(
        title, "\n\n".join("\n".join(section) for section in sections if section) + "\n", pictures
    )


def _pictures(findings: StudyFindings) -> Iterator[tuple[str, str]]:
    title, ontology = findings.context.study.title, findings.context.methodology.ontology
    told, found = findings.figures, findings.saturation
    if findings.has_ladders and told.map.edges:
        who = many(told.matrix.respondents, "respondent")
        about = f"{who}, cut-off {told.map.k} ({told.chosen})"
        yield "map.svg", draw_map(told.map, findings.book, ontology, title, about)
    if len(findings.held) > 1:
        counts = found.new, found.cumulative, found.chao2, found.guest.reached_at
        yield "saturation.svg", draw_saturation(*counts, title)
    analysis = analysis_of(ontology)
    if analysis and analysis.as_svg and findings.particular is not None:
        yield f"{analysis.name}.svg", analysis.as_svg(findings.particular, findings.names, title)


# ── in short ──────────────────────────────────────────────────────────────────────────────────────


def _head(findings: StudyFindings) -> list[str]:
    context, held = findings.context, [each.conduct for each in findings.held]
    opened = [conduct.opened_at for conduct in held if conduct.opened_at]
    days = dict.fromkeys((_day(min(opened)), _day(max(opened)))) if opened else ()
    when = f", {' to '.join(days)}" if days else ""
    words = sum(conduct.words for conduct in held)
    answers = sum(conduct.answers for conduct in held)
    method = f"{plain(context.methodology.title)} ({plain(context.methodology.method)})"
    return [
        f"# {plain(context.study.title)}",
        "",
        plain(context.subject.objective),
        "",
        f"{many(len(held), 'interview')}{when}. {many(answers, 'answer')}, {many(words, 'word')}."
        f" Method: {method}.",
    ]


def _day(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%d %B %Y").lstrip("0")


def _in_short(findings: StudyFindings) -> list[str]:
    """One statement a line: what most people spoke of of each kind, with how sure it is."""
    of = len(findings.held)
    lines = [
        "## In short",
        "",
        f"Behind each: how many of {many(of, 'respondent')}, and between which shares of all such"
        " people that lies, nineteen times out of twenty, if these were drawn by chance.",
        "",
    ]
    for kind in findings.context.methodology.ontology.concepts:
        if best := findings.shared(kind.type)[:3]:
            told = (f"**{plain(code.name)}** ({_how_many(code.support, of)})" for code in best)
            lines.append(f"- {plain(kind.title).capitalize()}: {'; '.join(told)}.")
    lines += _sentences(findings)
    if not lines[-1]:
        lines.append("Nothing was said by more than one respondent yet.")
    return [*lines, "", f"Enough interviews? {findings.saturation.enough.sentence}"]


def _sentences(findings: StudyFindings) -> Iterator[str]:
    """What leads to what in sentences, the best supported steps first: with how many said it, and
    the words of one of them.
    """
    of = len(findings.held)
    edges = sorted(findings.figures.map.edges, key=lambda edge: -edge.count)
    for edge in edges[:MOST_SENTENCES] if findings.has_ladders else ():
        cell = findings.figures.matrix.cells[edge.source, edge.target]
        if len(cell.by) < FEWEST:
            continue
        names = findings.told(edge.source), findings.told(edge.target)
        who = f"For {len(cell.by)} of {many(of, 'respondent')}"
        words = next(iter(findings.words_of(edge.source, edge.target)), None)
        said = f": “{plain(words.text)}” ({words.respondent}, turn {words.turn})" if words else ""
        yield f"- {who}, **{names[0]}** leads to **{names[1]}**{said}."


def _how_many(count: int, of: int) -> str:
    low, high = interval(count, of)
    return f"{count} of {of}; {100 * low:.0f} to {100 * high:.0f}%"


def interval(count: int, of: int) -> tuple[float, float]:
    """Wilson's: between which shares of all such people it may lie, if these were drawn by
    chance.
    """
    if not of:
        return 0.0, 1.0
    share, square = count / of, SURE**2
    middle = share + square / (2 * of)
    width = SURE * sqrt(share * (1 - share) / of + square / (4 * of * of))
    whole = 1 + square / of
    return max(0.0, (middle - width) / whole), min(1.0, (middle + width) / whole)


# ── what was found otherwise ──────────────────────────────────────────────────────────────────────


def _particular(findings: StudyFindings, pictures: Mapping[str, str]) -> list[str]:
    analysis = analysis_of(findings.context.methodology.ontology)
    if analysis is None or findings.particular is None:
        return []
    shown = f"{analysis.name}.svg"
    picture = [f"![{analysis.title}]({shown})", ""] if shown in pictures else []
    return [
        f"## {analysis.title}",
        "",
        *picture,
        *analysis.as_markdown(findings.particular, findings.names),
    ]


def _codes(findings: StudyFindings) -> list[str]:
    lines = ["## What was spoken of"]
    for kind in findings.context.methodology.ontology.concepts:
        codes = [code for code in findings.book.ranked if code.type == kind.type and code.support]
        if codes:
            title = f"### {plain(kind.title).capitalize()} ({many(len(codes), 'code')})"
            lines += ["", title, *_of_kind(findings, codes)]
    return lines if lines[1:] else [*lines, "", "Nothing yet."]


def _of_kind(findings: StudyFindings, codes: Sequence[Code]) -> Iterator[str]:
    """What several respondents said with quotes, the rest by name."""
    shared = [code for code in codes if code.support > 1][:MOST_CODES]
    for code in shared:
        often = f"{_how_many(code.support, len(findings.held))}; said {many(code.mentions, 'time')}"
        yield from ("", f"**{plain(code.name)}** ({often})", "")
        yield from quoted(findings.support[code.id].quotes)
    if others := [plain(code.name) for code in codes if code not in shared]:
        left = len(others) - MOST_NAMES
        more = f" and {left} more, which are in the export" if left > 0 else ""
        who = "Fewer spoke of" if shared else "One respondent each spoke of"
        yield from ("", f"{who}: {', '.join(others[:MOST_NAMES])}{more}.")
