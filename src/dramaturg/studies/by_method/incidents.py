"""Critical incident tables: what happened, what was done, what came of it, and how often each kind
of thing was told.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from dramaturg.engines.interviews.report.interview_report import plain
from dramaturg.english.forms import many
from dramaturg.studies.base.codes import CodedInterview
from dramaturg.studies.base.evidence import Idea
from dramaturg.studies.by_method.common import (
    COUNTED,
    Ground,
    Names,
    SourcedQuote,
    Support,
    SupportCount,
    Tables,
    counted,
    in_words,
    name_of,
    quoted,
    quotes_of,
    table,
    weight,
)
from dramaturg.studies.by_method.grouping import Belonging, nearest, of_types

Ending = Literal["good", "bad", "not told"]
Teller = Literal["outcome", "behaviour", "feeling", ""]

INCIDENT = "incident"
BEHAVIOUR: Mapping[str, int] = {"effective_behaviour": 1, "ineffective_behaviour": -1}
READ = ("outcome", "feeling", "emotion")  # types whose words are read for how pleasant they are
# What tells how an incident ended: the first of these that says anything clear.
TELLERS: Sequence[tuple[Teller, tuple[str, ...]]] = (
    ("outcome", ("outcome",)),
    ("behaviour", tuple(BEHAVIOUR)),
    ("feeling", ("feeling", "emotion")),
)
MOST_INCIDENTS, MOST_CATEGORIES = 25, 8  # told in the report; tables have all


@dataclass(frozen=True, slots=True)
class IncidentPart:
    """Something told of an incident. `linked`: links lead there; else it was said in the same
    answer.
    """

    code: str
    type: str
    linked: bool
    quotes: tuple[SourcedQuote, ...]


@dataclass(frozen=True, slots=True)
class Incident:
    """One incident of one respondent. `ending_by` is what tells how it ended."""

    respondent: str
    code: str
    quotes: tuple[SourcedQuote, ...]
    told: tuple[IncidentPart, ...]
    ending: Ending
    ending_by: Teller

    def of(self, type: str) -> list[IncidentPart]:
        return [each for each in self.told if each.type == type]


@dataclass(frozen=True, slots=True)
class Category:
    """What several respondents told of alike, and how many incidents with it ended well, badly, or
    in a way that is not told.
    """

    code: str
    type: str
    support: Support
    good: int
    bad: int
    not_told: int


@dataclass(frozen=True, slots=True)
class IncidentTable:
    """`titles` are those of the types, in the order of the ontology; `loose` counts what belongs to
    no incident.
    """

    respondents: int
    incidents: tuple[Incident, ...]
    categories: tuple[Category, ...]
    loose: int
    titles: Mapping[str, str]


class IncidentTally:
    """Grows by a row for every incident: the rows are what the table is."""

    def __init__(self, ground: Ground) -> None:
        self._ground = ground
        self._types = tuple(each.type for each in ground.ontology.concepts)
        self._respondents = self._loose = 0
        self._incidents: list[Incident] = []
        self._support: defaultdict[str, SupportCount] = defaultdict(SupportCount)
        self._endings: defaultdict[str, Counter[Ending]] = defaultdict(Counter)

    def add(self, interview: CodedInterview) -> None:
        self._respondents += 1
        centres = of_types(interview, self._ground, (INCIDENT,))
        rest = of_types(interview, self._ground, set(self._types) - {INCIDENT})
        belonging = nearest(centres, rest, interview.evidence.links)
        self._loose += len(rest) - len(belonging)
        # by idea, how well things went as far as it tells
        types = {idea.id: self._ground.type_of(interview.code_of[idea.id]) for idea in rest}
        read = [idea for idea in rest if types[idea.id] in READ]
        tones = self._ground.tone([spoken(idea) for idea in read])
        known: dict[str, float] = {
            idea.id: BEHAVIOUR[types[idea.id]] for idea in rest if types[idea.id] in BEHAVIOUR
        }
        signs = known | {idea.id: tone for idea, tone in zip(read, tones, strict=True)}
        for idea in interview.evidence.ideas:
            self._support[interview.code_of[idea.id]].add(
                interview.evidence.respondent, idea.mentions, idea.words
            )
        for centre in centres:
            self._note(
                self._incident(
                    interview, centre, [each for each in belonging if each.centre is centre], signs
                )
            )

    def _incident(
        self,
        interview: CodedInterview,
        centre: Idea,
        belonging: Sequence[Belonging],
        signs: Mapping[str, float],
    ) -> Incident:
        who, code_of = interview.evidence.respondent, interview.code_of
        told = [
            IncidentPart(
                code,
                self._ground.type_of(code),
                each.linked,
                tuple(quotes_of(who, each.idea.words)[:1]),
            )
            for each in belonging
            for code in (code_of[each.idea.id],)
        ]
        by_type: defaultdict[str, float] = defaultdict(float)
        for each in belonging:
            by_type[self._ground.type_of(code_of[each.idea.id])] += signs.get(each.idea.id, 0.0)
        return Incident(
            who,
            code_of[centre.id],
            tuple(quotes_of(who, centre.words)[:1]),
            tuple(told),
            *ending(by_type),
        )

    def _note(self, incident: Incident) -> None:
        self._incidents.append(incident)
        for code in dict.fromkeys((incident.code, *(each.code for each in incident.told))):
            self._endings[code][incident.ending] += 1

    def result(self) -> IncidentTable:
        found = (self._category(code, endings) for code, endings in self._endings.items())
        return IncidentTable(
            self._respondents,
            tuple(self._incidents),
            tuple(sorted(found, key=lambda each: (*weight(each.support), each.code))),
            self._loose,
            {type: self._ground.title(type) for type in self._types},
        )

    def _category(self, code: str, endings: Counter[Ending]) -> Category:
        figures = endings["good"], endings["bad"], endings["not told"]
        return Category(code, self._ground.type_of(code), self._support[code].support, *figures)


def spoken(idea: Idea) -> str:
    return idea.words[0].text if idea.words else idea.label


def ending(by_type: Mapping[str, float]) -> tuple[Ending, Teller]:
    """How it ended, by what is surest: the outcome's words, then whether what was done helped, then
    how people felt.
    """
    for teller, types in TELLERS:
        if sign := sum(by_type.get(type, 0.0) for type in types):
            return "good" if sign > 0 else "bad", teller
    return "not told", ""


# ── telling ───────────────────────────────────────────────────────────────────────────────────────


def as_markdown(result: IncidentTable, names: Names) -> list[str]:
    if not result.incidents:
        return ["No interview has an incident so far."]
    endings = Counter(each.ending for each in result.incidents)
    by = Counter(each.ending_by for each in result.incidents if each.ending_by)
    lines = [
        f"{many(len(result.incidents), 'incident')} from {many(result.respondents, 'respondent')}:"
        f" {endings['good']} ended well, {endings['bad']} badly, of {endings['not told']} it is not"
        " told. How it ended was told by"
        f" {', '.join(f'the {teller} ({count})' for teller, count in by.most_common()) or 'nothing'}."
        f" {many(result.loose, 'further idea')} belong to no incident."
    ]
    for type, title in result.titles.items():
        lines += _categories(
            [each for each in result.categories if each.type == type], title, names
        )
    return [*lines, "", "### Incident by incident", "", *_incidents(result, names)]


def _categories(found: Sequence[Category], title: str, names: Names) -> list[str]:
    if not found:
        return []
    rows = (
        (
            name_of(each.code, names),
            each.support.respondents,
            each.support.mentions,
            each.good,
            each.bad,
            each.not_told,
        )
        for each in found[:MOST_CATEGORIES]
    )
    head = (plain(title), "respondents", "mentions", "in good", "in bad", "not told")
    left = len(found) - MOST_CATEGORIES
    more = ["", f"{left} more in the table."] if left > 0 else []
    return [
        "",
        f"### {plain(title).capitalize()}",
        "",
        *table(head, rows),
        *more,
        "",
        *quoted(found[0].support.quotes),
    ]


def _incidents(result: IncidentTable, names: Names) -> Iterator[str]:
    used = [
        type
        for type in result.titles
        if type != INCIDENT and any(each.of(type) for each in result.incidents)
    ]
    rows = (_row(each, used, names) for each in result.incidents[:MOST_INCIDENTS])
    yield from table(
        ("respondent", "incident", *(plain(result.titles[type]) for type in used), "ended"), rows
    )
    if len(result.incidents) > MOST_INCIDENTS:
        yield ""
        yield f"{len(result.incidents) - MOST_INCIDENTS} more in the table."


def _row(incident: Incident, types: Sequence[str], names: Names) -> tuple[str, ...]:
    cells = (
        "; ".join(
            f"{name_of(each.code, names)}{'' if each.linked else '°'}" for each in incident.of(type)
        )
        for type in types
    )
    return plain(incident.respondent), name_of(incident.code, names), *cells, incident.ending


def as_rows(result: IncidentTable, names: Names) -> Tables:
    def name(code: str) -> str:
        return names.get(code, code)

    types = [type for type in result.titles if type != INCIDENT]
    incidents = (
        (
            *(each.respondent, name(each.code)),
            *("; ".join(name(told.code) for told in each.of(type)) for type in types),
            *(each.ending, each.ending_by, in_words(each.quotes)),
        )
        for each in result.incidents
    )
    parts = (
        (
            each.respondent,
            name(each.code),
            name(told.code),
            told.type,
            told.linked,
            in_words(told.quotes),
        )
        for each in result.incidents
        for told in each.told
    )
    categories = (
        (name(each.code), each.type, each.good, each.bad, each.not_told, *counted(each.support))
        for each in result.categories
    )
    return {
        "incidents": [
            ("respondent", "incident", *types, "ended", "ended_by", "quotes"),
            *incidents,
        ],
        "incident_parts": [
            ("respondent", "incident", "part", "type", "is_linked", "quotes"),
            *parts,
        ],
        "incident_categories": [
            ("category", "type", "good", "bad", "not_told", *COUNTED),
            *categories,
        ],
    }
