"""The job map: what people try to get done, in which circumstances, with what pains and gains, and
what they take for it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from dramaturg.drawing.sheet import Sheet
from dramaturg.drawing.svg import wrapped
from dramaturg.engines.interviews.report.interview_report import plain
from dramaturg.english.forms import many
from dramaturg.studies.base.codes import CodedInterview
from dramaturg.studies.base.evidence import Idea
from dramaturg.studies.by_method.common import (
    COUNTED,
    Ground,
    Names,
    Support,
    SupportCount,
    Tables,
    counted,
    namer,
    quoted,
    table,
    weight,
    with_quotes,
)
from dramaturg.studies.by_method.grouping import neighbours, of_types, turns_of

JOBS = ("job", "functional_job", "emotional_job", "social_job")
WAYS = ("solution", "workaround")

# What is told of a job, side by side, and the types that belong there.
FACETS: Mapping[str, tuple[str, ...]] = {
    "circumstances": ("situation", "circumstance", "trigger", "step", "job_step"),
    "pains": ("pain", "anxiety", "habit", "firing_criterion"),
    "gains": ("gain", "desired_outcome", "hiring_criterion"),
    "ways": WAYS,
    "other jobs": JOBS,
}
FACET_OF = {type: facet for facet, types in FACETS.items() for type in types}
MOST_JOBS, MOST_PARTS, MOST_FORCES = 12, 4, 20  # told in the report; tables have all


@dataclass(frozen=True, slots=True)
class JobPart:
    """Something told of a job. `linked` counts the respondents who linked the two; the others said
    them in the same answer.
    """

    code: str
    type: str
    facet: str
    support: Support
    linked: int


@dataclass(frozen=True, slots=True)
class JobOfMap:
    code: str
    type: str
    support: Support
    parts: tuple[JobPart, ...]

    def of(self, facet: str) -> list[JobPart]:
        return [part for part in self.parts if part.facet == facet]


@dataclass(frozen=True, slots=True)
class Force:
    """What speaks for or against a way: `type` is the link's, such as pushes, pulls or
    holds_back.
    """

    way: str
    reason: str
    reason_type: str
    type: str
    support: Support


@dataclass(frozen=True, slots=True)
class JobMap:
    """All jobs, those of most respondents first. `titles` are those of the types."""

    respondents: int
    jobs: tuple[JobOfMap, ...]
    forces: tuple[Force, ...]
    titles: Mapping[str, str]


class JobMapTally:
    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._respondents = 0
        self._jobs: defaultdict[str, SupportCount] = defaultdict(SupportCount)
        # by job and part: how often it was told of the job, and how often the two were linked
        self._parts: defaultdict[tuple[str, str], SupportCount] = defaultdict(SupportCount)
        self._linked: defaultdict[tuple[str, str], SupportCount] = defaultdict(SupportCount)
        self._forces: defaultdict[tuple[str, str, str], SupportCount] = defaultdict(SupportCount)

    def add(self, interview: CodedInterview) -> None:
        self._respondents += 1
        who, code_of = interview.evidence.respondent, interview.code_of
        jobs = of_types(interview, self._ground, JOBS)
        for job in jobs:
            self._jobs[code_of[job.id]].add(who, job.mentions, job.words)
        for job, part, linked in _parts(interview, self._ground):
            ends = code_of[job.id], code_of[part.id]
            if ends[0] != ends[1]:
                for counts in (self._parts, self._linked) if linked else (self._parts,):
                    counts[ends].add(who, part.mentions, part.words)
        ways = {idea.id for idea in of_types(interview, self._ground, WAYS)}
        others = ways | {job.id for job in jobs}
        for link in interview.evidence.links:
            speaks = link.target in ways and link.source not in others
            if speaks and not self._ground.is_order(link.type):
                way, reason = code_of[link.target], code_of[link.source]
                self._forces[way, reason, link.type].add(who, link.mentions, link.words)

    def result(self) -> JobMap:
        type_of, parts = self._ground.type_of, self._parts_by_job()
        jobs = (
            JobOfMap(code, type_of(code), count.support, tuple(parts.get(code, ())))
            for code, count in self._jobs.items()
        )
        forces = [
            Force(way, reason, type_of(reason), type, count.support)
            for (way, reason, type), count in self._forces.items()
        ]
        forces.sort(key=lambda each: (*weight(each.support), each.way, each.reason, each.type))
        return JobMap(
            self._respondents,
            tuple(sorted(jobs, key=lambda job: (*weight(job.support), job.code))),
            tuple(forces),
            {type: self._ground.title(type) for type in self._ground.has(FACET_OF)},
        )

    def _parts_by_job(self) -> dict[str, list[JobPart]]:
        found: defaultdict[str, list[JobPart]] = defaultdict(list)
        for (job, code), count in self._parts.items():
            type, linked = self._ground.type_of(code), self._linked.get((job, code))
            by = linked.support.respondents if linked else 0
            found[job].append(JobPart(code, type, FACET_OF[type], count.support, by))
        for parts in found.values():
            parts.sort(key=lambda part: (*weight(part.support), -part.linked, part.code))
        return found


def _parts(interview: CodedInterview, ground: Ground) -> Iterator[tuple[Idea, Idea, bool]]:
    """Job, part, and whether a link joins them. What is linked to no job belongs to those in the
    same answer.
    """
    jobs = of_types(interview, ground, JOBS)
    linked = neighbours(interview.evidence.links)
    by_id = {job.id: job for job in jobs}
    for part in of_types(interview, ground, FACET_OF):
        joined = [by_id[id] for id in sorted(linked.get(part.id, set()) & by_id.keys())]
        yield from ((job, part, True) for job in joined)
        if not joined and part.id not in by_id:
            yield from ((job, part, False) for job in jobs if turns_of(job) & turns_of(part))


# ── telling ───────────────────────────────────────────────────────────────────────────────────────


def as_markdown(result: JobMap, names: Names) -> list[str]:
    if not result.jobs:
        return ["No interview has a job so far."]
    lines = [
        f"{many(len(result.jobs), 'job')} from {many(result.respondents, 'respondent')}, the most"
        " frequent first. A number after a name counts respondents. ° marks what no respondent"
        " linked to the job: it was said in the same answer."
    ]
    for job in result.jobs[:MOST_JOBS]:
        lines += _job(job, result.titles.get(job.type, job.type), names)
    return lines + _forces(result, names)


def _job(job: JobOfMap, kind: str, names: Names) -> Iterator[str]:
    name = namer(names, plain)
    yield from ("", f"### {name(job.code)}", "")
    yield f"{kind}; {many(job.support.respondents, 'respondent')}, {job.support.mentions}×"
    yield ""
    for facet in FACETS:
        parts = [
            f"{name(part.code)}{'' if part.linked else '°'} ({part.support.respondents})"
            for part in job.of(facet)
        ]
        if parts:
            more = f" and {len(parts) - MOST_PARTS} more" if len(parts) > MOST_PARTS else ""
            yield f"- {facet}: {', '.join(parts[:MOST_PARTS])}{more}"
    yield from ("", *quoted(job.support.quotes))


def _forces(result: JobMap, names: Names) -> list[str]:
    if not result.forces:
        return []
    name, head = namer(names, plain), ("way", "force", "by", "respondents")
    rows = (
        (name(each.way), each.type.replace("_", " "), name(each.reason), each.support.respondents)
        for each in result.forces[:MOST_FORCES]
    )
    return ["", "### What speaks for and against each way", "", *table(head, rows)]


def as_rows(result: JobMap, names: Names) -> Tables:
    name = namer(names)
    jobs = ((name(job.code), job.type, *counted(job.support)) for job in result.jobs)
    parts = (
        (
            name(job.code),
            each.facet,
            name(each.code),
            each.type,
            each.linked,
            *counted(each.support),
        )
        for job in result.jobs
        for each in job.parts
    )
    forces = (
        (name(each.way), each.type, name(each.reason), each.reason_type, *counted(each.support))
        for each in result.forces
    )
    return {
        "jobs": [("job", "type", *COUNTED), *jobs],
        "job_parts": [("job", "facet", "part", "part_type", "linked_by", *COUNTED), *parts],
        "job_forces": [("way", "force", "reason", "reason_type", *COUNTED), *forces],
    }


# ── the picture ───────────────────────────────────────────────────────────────────────────────────

COLUMN, FIRST, GAP, PAD, LINE = 186.0, 170.0, 10.0, 7.0, 15.0
DRAWN = 8  # jobs in the picture
COLOUR = {"circumstances": 0, "pains": 4, "gains": 2, "ways": 1, "other jobs": 3}


def as_svg(result: JobMap, names: Names, title: str) -> str:
    """A table: a job a row, what is told of it in columns. Dashed is what was only said in the same
    answer.
    """
    facets = [facet for facet in FACETS if any(job.of(facet) for job in result.jobs[:DRAWN])]
    width = FIRST + GAP + len(facets) * (COLUMN + GAP)
    sheet = Sheet(
        title,
        f"{many(result.respondents, 'respondent')}. Numbers count them; dashed: said in the same"
        " answer.",
        width,
    )
    for at, facet in enumerate(facets):
        sheet.text(facet, FIRST + GAP + at * (COLUMN + GAP), 14, "soft", bold=True)
    top = 26.0
    for job in result.jobs[:DRAWN]:
        top = _drawn_job(sheet, job, result.titles.get(job.type, ""), facets, names, top)
    if not result.jobs:
        sheet.text("No job so far.", 0, top, "soft")
    return sheet.written(top)


def _drawn_job(
    sheet: Sheet, job: JobOfMap, kind: str, facets: Sequence[str], names: Names, top: float
) -> float:
    def chip(each: JobOfMap | JobPart, x: float, y: float, width: float, colour: int) -> float:
        """A box with a name in it; its bottom is returned."""
        label = f"{names.get(each.code, each.code)} ({each.support.respondents})"
        dashed = isinstance(each, JobPart) and not each.linked
        lines = wrapped(label, width - 2 * PAD - 8, 4)
        height = len(lines) * LINE + 2 * PAD - 3
        sheet.box(x, y, width, height, colour, with_quotes(label, each.support), dashed=dashed)
        for at, line in enumerate(lines):
            sheet.text(line, x + PAD, y + PAD + 10 + at * LINE, "ink")
        return y + height

    sheet.line(0, top, sheet.width, top, "rung")
    top += GAP
    bottom = chip(job, 0, top, FIRST, 7) + LINE
    sheet.text(kind, PAD, bottom, "soft", size=11)
    for at, facet in enumerate(facets):
        y = top
        for part in job.of(facet)[:MOST_PARTS]:
            y = chip(part, FIRST + GAP + at * (COLUMN + GAP), y, COLUMN, COLOUR[facet]) + 5
        bottom = max(bottom, y - 5)
    return bottom + GAP
