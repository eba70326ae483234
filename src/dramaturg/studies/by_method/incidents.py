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
    namer,
    quoted,
    quotes_of,
    table,
    weight,
)
from dramaturg.studies.by_method.grouping import Belonging, nearest, of_types

Ending = Literal["good", "bad", "not told"]
Teller = Literal["outcome", "behaviour", "feeling", ""]

INCIDENT = "incident"
ENDINGS: tuple[Ending, ...] = ("good", "bad", "not told")
BEHAVIOUR: Mapping[str, float] = {"effective_behaviour": 1.0, "ineffective_behaviour": -1.0}
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
        who, code_of, ground = interview.evidence.respondent, interview.code_of, self._ground
        centres = of_types(interview, ground, (INCIDENT,))
        rest = of_types(interview, ground, set(self._types) - {INCIDENT})
        belonging = nearest(centres, rest, interview.evidence.links)
        self._loose += len(rest) - len(belonging)
        for idea in interview.evidence.ideas:
            self._support[code_of[idea.id]].add(who, idea.mentions, idea.words)
        # by idea, how well things went as far as it tells
        signs = {idea.id: BEHAVIOUR.get(ground.type_of(code_of[idea.id]), 0.0) for idea in rest}
        signs |= ground.tones(interview, rest, READ)
        for centre in centres:
            about = [each for each in belonging if each.centre is centre]
            incident = self._incident(interview, centre, about, signs)
            self._incidents.append(incident)
            for code in dict.fromkeys((incident.code, *(each.code for each in incident.told))):
                self._endings[code][incident.ending] += 1

    def _incident(
        self,
        interview: CodedInterview,
        centre: Idea,
        belonging: Sequence[Belonging],
        signs: Mapping[str, float],
    ) -> Incident:
        who, code_of = interview.evidence.respondent, interview.code_of
        told: list[IncidentPart] = []
        by_type: defaultdict[str, float] = defaultdict(float)
        for each in belonging:
            code, quotes = code_of[each.idea.id], quotes_of(who, each.idea.words)[:1]
            type = self._ground.type_of(code)
            told.append(IncidentPart(code, type, each.linked, tuple(quotes)))
            by_type[type] += signs[each.idea.id]
        quotes = quotes_of(who, centre.words)[:1]
        return Incident(who, code_of[centre.id], tuple(quotes), tuple(told), *ending(by_type))

    def result(self) -> IncidentTable:
        type_of, support = self._ground.type_of, self._support
        found = (
            Category(code, type_of(code), support[code].support, *(ends[end] for end in ENDINGS))
            for code, ends in self._endings.items()
        )
        return IncidentTable(
            self._respondents,
            tuple(self._incidents),
            tuple(sorted(found, key=lambda each: (*weight(each.support), each.code))),
            self._loose,
            {type: self._ground.title(type) for type in self._types},
        )


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
    tellers = ", ".join(f"the {teller} ({count})" for teller, count in by.most_common())
    lines = [
        f"{many(len(result.incidents), 'incident')} from {many(result.respondents, 'respondent')}:"
        f" {endings['good']} ended well, {endings['bad']} badly, of {endings['not told']} it is not"
        f" told. How it ended was told by {tellers or 'nothing'}."
        f" {many(result.loose, 'further idea')} belong to no incident."
    ]
    for type, title in result.titles.items():
        if found := [each for each in result.categories if each.type == type]:
            lines += _categories(found, plain(title), names)
    return [*lines, "", "### Incident by incident", "", *_incidents(result, names)]


def _categories(found: Sequence[Category], title: str, names: Names) -> Iterator[str]:
    name = namer(names, plain)
    rows = (
        (name(each.code), *counted(each.support)[:2], each.good, each.bad, each.not_told)
        for each in found[:MOST_CATEGORIES]
    )
    yield from ("", f"### {title.capitalize()}", "")
    yield from table((title, "respondents", "mentions", "in good", "in bad", "not told"), rows)
    if len(found) > MOST_CATEGORIES:
        yield from ("", f"{len(found) - MOST_CATEGORIES} more in the table.")
    yield from ("", *quoted(found[0].support.quotes))


def _incidents(result: IncidentTable, names: Names) -> Iterator[str]:
    name = namer(names, plain)
    types = [type for type in result.titles if type != INCIDENT]
    used = [type for type in types if any(each.of(type) for each in result.incidents)]

    def parts(incident: Incident, type: str) -> str:
        told = (f"{name(part.code)}{'' if part.linked else '°'}" for part in incident.of(type))
        return "; ".join(told)

    rows = (
        (plain(it.respondent), name(it.code), *(parts(it, type) for type in used), it.ending)
        for it in result.incidents[:MOST_INCIDENTS]
    )
    head = ("respondent", "incident", *(plain(result.titles[type]) for type in used), "ended")
    yield from table(head, rows)
    if len(result.incidents) > MOST_INCIDENTS:
        yield from ("", f"{len(result.incidents) - MOST_INCIDENTS} more in the table.")


def as_rows(result: IncidentTable, names: Names) -> Tables:
    name = namer(names)
    types = [type for type in result.titles if type != INCIDENT]
    incidents = (
        (
            *(it.respondent, name(it.code)),
            *("; ".join(name(told.code) for told in it.of(type)) for type in types),
            *(it.ending, it.ending_by, in_words(it.quotes)),
        )
        for it in result.incidents
    )
    parts = (
        (
            it.respondent,
            name(it.code),
            name(part.code),
            part.type,
            part.linked,
            in_words(part.quotes),
        )
        for it in result.incidents
        for part in it.told
    )
    categories = (
        (name(each.code), each.type, each.good, each.bad, each.not_told, *counted(each.support))
        for each in result.categories
    )
    of_incidents = ("respondent", "incident", *types, "ended", "ended_by", "quotes")
    of_parts = ("respondent", "incident", "part", "type", "is_linked", "quotes")
    of_categories = ("category", "type", "good", "bad", "not_told", *COUNTED)
    return {
        "incidents": [of_incidents, *incidents],
        "incident_parts": [of_parts, *parts],
        "incident_categories": [of_categories, *categories],
    }
