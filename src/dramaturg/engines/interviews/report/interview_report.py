"""One interview told in Markdown: a short report for whoever studies it, and the transcript. Every
quote has its turn.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from dramaturg.engines.interviews.base.directive import InterviewDirective
from dramaturg.engines.interviews.base.extraction import Quote
from dramaturg.engines.interviews.base.graph import Concept
from dramaturg.engines.interviews.base.methodology import Guide, Methodology, Subject
from dramaturg.engines.interviews.base.state import (
    Answered,
    ConceptAdded,
    EdgeAdded,
    Extracted,
    InterviewState,
    SignalsRead,
    Termination,
)
from dramaturg.engines.interviews.knowledge.ladders import Ladder, ladders
from dramaturg.engines.interviews.report.turn_result import InterviewRecord, degraded, of_kind, only
from dramaturg.english.forms import many
from dramaturg.kernel.conditions import Value
from dramaturg.turn.contract import Source
from dramaturg.turn.tables import in_order

MOST_LADDERS = 15
MOST_ROWS = 30
MARKUP = re.compile(r"[\\`*_\[\]<>|#]")

ENDINGS: Mapping[Termination, str] = {
    "max_turns_reached": "The agreed number of questions was reached.",
    "close_strategy": "Closing was what promised most: the interviewer asked its closing question.",
    "depth_plateau": "Chains had stopped getting longer.",
    "quality_degraded": "Several answers in a row were short and brought nothing new.",
    "graph_saturated": "Several answers in a row brought neither a new concept nor a new link.",
    "theoretical_saturation": "Little new was being said: the interview was saturated.",
    "all_nodes_exhausted": (
        "Everything that was spoken of had been asked about until nothing more came."
    ),
    "user_stop": "The respondent wanted to stop.",
    "safety_stop": (
        "The respondent may be in danger: the interview was ended with care, and somebody should"
        " look after them."
    ),
    "quota_full": "The quota for such respondents was full.",
    "error": "The interview broke off with an error.",
}


def plain(text: str) -> str:
    """Words as they are, whatever Markdown would make of them."""
    return MARKUP.sub(r"\\\g<0>", " ".join(text.split()))


@dataclass(frozen=True)
class Interview:
    """What a report is made from."""

    records: Sequence[InterviewRecord]
    state: InterviewState
    methodology: Methodology
    subject: Subject
    guide: Guide | None = None
    respondent: str = ""

    @cached_property
    def turns(self) -> Mapping[str, int]:
        """By utterance."""
        return {
            said.utterance: record.turn
            for record in self.records
            for said in of_kind(record, Answered)
        }

    @cached_property
    def answered(self) -> Sequence[InterviewRecord]:
        return [record for record in self.records if record.decision is not None]

    @property
    def directives(self) -> Iterator[InterviewDirective]:
        return (
            record.decision.directive for record in self.answered if record.decision is not None
        )


def report(interview: Interview) -> str:
    sections = (
        _about(interview),
        _ladders(interview),
        _concepts(interview),
        _asking(interview),
        _guide(interview),
        _over_time(interview),
        _reservations(interview),
    )
    return "\n\n".join("\n".join(section) for section in sections if section) + "\n"


def transcript(records: Sequence[InterviewRecord], title: str, respondent: str = "") -> str:
    """Who said what, turn by turn."""
    lines = [f"# {plain(title)}", ""]
    lines += [f"Respondent {plain(respondent)}", ""] if respondent else []
    for record in records:
        if record.heard.text:
            lines += [f"**{record.turn} Respondent:** {plain(record.heard.text)}", ""]
        if record.line:
            lines += [f"**{record.turn} Interviewer:** {plain(record.line)}", ""]
    return "\n".join(lines)


# ── what was found ────────────────────────────────────────────────────────────────────────────────


def facts(interview: Interview) -> dict[str, str]:
    """What it was, in a few figures and words."""
    method, graph, state = interview.methodology, interview.state.graph, interview.state
    words = sum(len(record.heard.text.split()) for record in interview.records)
    asked = [
        record
        for record in interview.records
        if record.decision and record.decision.directive.continues
    ]
    refusals = sum(read.refusal for record in asked for read in of_kind(record, SignalsRead))
    ending = (
        ENDINGS[state.termination] if state.termination and state.ended else "It has not ended yet."
    )
    found = {
        "Respondent": interview.respondent or "not named",
        "Method": f"{method.title}: {method.method}",
        "Length": (
            f"{many(len(interview.answered), 'answer')}, {words} words{_minutes(interview.records)}"
        ),
        "Found": (
            f"{many(len(graph.concepts), 'concept')} ({graph.orphans} not linked),"
            f" {many(len(graph.edges), 'link')}"
        ),
        "Chains": (
            f"the longest has {graph.longest} concepts; {graph.risen} of {graph.starts} beginnings"
            " lead to an end"
        ),
        "Ended": ending,
    }
    if refusals:
        found["Left alone"] = f"{many(refusals, 'time')} the respondent did not want to answer"
    return found


def _about(interview: Interview) -> list[str]:
    lines = [
        f"# {plain(interview.subject.title)}",
        "",
        plain(interview.subject.objective),
        "",
        "| | |",
        "|---|---|",
    ]
    return lines + [f"| {name} | {plain(words)} |" for name, words in facts(interview).items()]


def _minutes(records: Sequence[InterviewRecord]) -> str:
    times = [record.heard.at for record in records if record.heard.at]
    minutes = round((times[-1] - times[0]) / 60) if times else 0
    return f", {many(minutes, 'minute')}" if minutes else ""


def _ladders(interview: Interview) -> list[str]:
    found = ladders(interview.state.graph)
    if not found:
        return ["## Ladders", "", "No chain was found."]
    lines = [
        "## Ladders",
        "",
        "From what is concrete to what it is for, with the words behind every step.",
    ]
    for number, ladder in enumerate(found[:MOST_LADDERS], 1):
        lines += ["", *_ladder(interview, ladder, number)]
    left = len(found) - MOST_LADDERS
    return (
        [*lines, "", f"{left} more begin elsewhere and are in the picture."] if left > 0 else lines
    )


def _ladder(interview: Interview, ladder: Ladder, number: int) -> Iterator[str]:
    way = " → ".join(plain(concept.label) for concept in ladder.concepts)
    yield f"**{number}. {way}**{'' if ladder.is_complete else ' (not complete)'}"
    yield ""
    for step, concept in enumerate(ladder.concepts):
        edge = ladder.edges[step - 1] if step else None
        link = f"{edge.type.replace('_', ' ')} " if edge else ""
        quotes = [concept.quotes[0]]
        if edge and edge.quote.text not in concept.quotes[0].text:
            quotes.append(edge.quote)
        kind = interview.methodology.ontology.by_type[concept.type].title
        yield (
            f"- {link}{plain(concept.label)} ({kind}):"
            f" {'; '.join(_quoted(interview, quote) for quote in quotes)}"
        )


def _quoted(interview: Interview, quote: Quote) -> str:
    return f"“{plain(quote.text)}” (turn {interview.turns.get(quote.utterance, '?')})"


def _concepts(interview: Interview) -> list[str]:
    lines = ["## Concepts"]
    by_type: dict[str, list[Concept]] = {}
    for concept in in_order(interview.state.graph.concepts).values():
        by_type.setdefault(concept.type, []).append(concept)
    for kind in interview.methodology.ontology.concepts:
        if kind.type in by_type:
            lines += ["", f"### {kind.title} ({len(by_type[kind.type])})", ""]
            ordered = sorted(by_type[kind.type], key=lambda each: -each.mentions)
            lines += [_concept(interview, concept) for concept in ordered]
    return lines if by_type else [*lines, "", "None."]


def _concept(interview: Interview, concept: Concept) -> str:
    notes = [f"said {concept.mentions} times"] if concept.mentions > 1 else []
    notes += ["taken back later"] if concept.revised else []
    notes += ["not linked"] if concept.is_orphan else []
    notes += ["also: " + ", ".join(map(plain, concept.labels))] if concept.labels else []
    name = f"~~{plain(concept.label)}~~" if concept.revised else plain(concept.label)
    told = f" ({'; '.join(notes)})" if notes else ""
    return f"- {name}{told}: {_quoted(interview, concept.quotes[-1])}"


# ── how it was asked ──────────────────────────────────────────────────────────────────────────────


def asked_how(interview: Interview) -> dict[str, Counter[str]]:
    """By phase: how often each strategy was used."""
    used: dict[str, Counter[str]] = {}
    for directive in interview.directives:
        if directive.strategy:
            used.setdefault(directive.phase, Counter())[_title(interview, directive.strategy)] += 1
    return used


def _asking(interview: Interview) -> list[str]:
    used = asked_how(interview)
    lines = ["## How it was asked", ""]
    for phase, counts in used.items():
        named = (f"{title} ({count})" for title, count in counts.most_common())
        lines.append(f"- {phase}: {', '.join(named)}")
    return lines if used else []


def _title(interview: Interview, strategy: str) -> str:
    known = interview.methodology.by_name.get(strategy)
    return known.title if known else strategy


def _guide(interview: Interview) -> list[str]:
    if interview.guide is None:
        return []
    lines = [f"## Guide: {plain(interview.guide.title)}", ""]
    for topic in interview.guide.topics:
        turns = interview.state.topic_turns.get(topic.id, 0)
        points = {
            point.id: f"{topic.id}.{point.id}" in interview.state.points for point in topic.points
        }
        missed = [
            point.id.replace("_", " ")
            for point in topic.points
            if point.required and not points[point.id]
        ]
        told = (
            f"{many(turns, 'turn')}, {sum(points.values())} of {len(points)} points"
            if turns or any(points.values())
            else "not reached"
        )
        lines.append(
            f"- {plain(topic.title)}: {told}{'; missed: ' + ', '.join(missed) if missed else ''}"
        )
    return lines


@dataclass(frozen=True, slots=True)
class InterviewMoment:
    """One answer in figures, and what was asked after it. What could not be read is None."""

    turn: int
    depth: str | None
    engagement: float | None
    valence: float | None
    certainty: float | None
    concepts: int
    links: int
    saturation: float | None
    asked: str
    about: str


def moments(interview: Interview) -> list[InterviewMoment]:
    return [
        _moment(interview, record, record.decision.directive)
        for record in interview.answered
        if record.decision
    ]


def _moment(
    interview: Interview, record: InterviewRecord, directive: InterviewDirective
) -> InterviewMoment:
    read, signals = only(record, SignalsRead), directive.signals
    return InterviewMoment(
        turn=record.turn,
        depth=read.depth if read else None,
        engagement=_number(signals.get("llm.engagement")),
        valence=_number(signals.get("llm.valence")),
        certainty=_number(signals.get("llm.certainty")),
        concepts=sum(1 for _ in of_kind(record, ConceptAdded)),
        links=sum(1 for _ in of_kind(record, EdgeAdded)),
        saturation=_number(signals.get("meta.conversation.saturation")),
        asked=_title(interview, directive.strategy) if directive.strategy else directive.purpose,
        about=interview.state.graph.concepts[directive.concept].label if directive.concept else "",
    )


def _number(value: Value | None) -> float | None:
    return float(value) if isinstance(value, float | int) else None


def _over_time(interview: Interview) -> list[str]:
    if not interview.answered:
        return []
    heads = (
        "turn",
        "depth",
        "engagement",
        "valence",
        "certainty",
        "new concepts + links",
        "saturation",
        "then asked",
        "about",
    )
    lines = ["## Over time", "", f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    return lines + [f"| {' | '.join(_cells(moment))} |" for moment in _some(moments(interview))]


def _some(every: Sequence[InterviewMoment]) -> Iterable[InterviewMoment]:
    """All of them, or as many as a small table holds, evenly spread."""
    most = min(MOST_ROWS, len(every))
    return (every[number * len(every) // most] for number in range(most))


def _cells(moment: InterviewMoment) -> Iterator[str]:
    yield str(moment.turn)
    yield moment.depth or "–"
    yield from map(_told, (moment.engagement, moment.valence, moment.certainty))
    yield f"{moment.concepts} + {moment.links}"
    yield _told(moment.saturation)
    yield moment.asked
    yield plain(moment.about) or "–"


def _told(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}"


def reservations(interview: Interview) -> list[str]:
    """What a reader should know before trusting it: who read and asked, and what could not
    be read.
    """
    extracted = Counter(
        each.source for record in interview.records for each in of_kind(record, Extracted)
    )
    asked = Counter(record.draft.source for record in interview.records if record.draft)
    missing = Counter(
        f"{name}: {why}" for record in interview.records for name, why in degraded(record).items()
    )
    lines = [
        f"Concepts extracted by: {_shares(extracted)}",
        f"Questions written by: {_shares(asked)}",
    ]
    return lines + [
        f"Not to be had in {many(count, 'turn')}: {what}" for what, count in missing.most_common()
    ]


def _reservations(interview: Interview) -> list[str]:
    return ["## How it was made", "", *(f"- {plain(line)}" for line in reservations(interview))]


WRITERS: Mapping[Source, str] = {
    "model": "a model",
    "retry": "a model at the second try",
    "offline": "code, without a model",
}


def _shares(sources: Counter[Source]) -> str:
    return (
        ", ".join(
            f"{WRITERS[source]} ({many(count, 'turn')})" for source, count in sources.most_common()
        )
        or "nobody yet"
    )
