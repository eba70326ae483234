"""One interview told in Markdown: a short report for whoever studies it, and the transcript. Every
quote has its turn.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
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
from dramaturg.engines.interviews.knowledge.ladders import GraphLadder, ladders
from dramaturg.engines.interviews.report.turn_result import InterviewRecord, degraded, of_kind, only
from dramaturg.english.forms import many
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
    "nothing_more": "The respondent said three times that there was nothing more.",
    "user_stop": "The respondent wanted to stop.",
    "safety_stop": (
        "The respondent may be in danger: the interview was ended with care, and somebody should"
        " look after them."
    ),
    "quota_full": "The quota for such respondents was full.",
    "recording_over": "It was held elsewhere, and read to its end.",
    "error": "The interview broke off with an error.",
}


def plain(text: str) -> str:
    """Words as they are, whatever Markdown would make of them."""
    return MARKUP.sub(r"\\\g<0>", " ".join(text.split()))


@dataclass(frozen=True)
class ReportedInterview:
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
    def answered(self) -> Sequence[tuple[InterviewRecord, InterviewDirective]]:
        """The turns with an answer, and what each decided."""
        return [(each, each.decision.directive) for each in self.records if each.decision]

    def title_of(self, strategy: str) -> str:
        """A strategy's title; its name, where this version of the methodology has none."""
        known = self.methodology.by_name.get(strategy)
        return known.title if known else strategy


def report(interview: ReportedInterview) -> str:
    """The whole report, in Markdown."""
    sections = (
        _about(interview),
        _ladders(interview),
        _concepts(interview),
        _asked(interview),
        _guide(interview),
        _over_time(interview),
        ["## How it was made", "", *(f"- {plain(line)}" for line in reservations(interview))],
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


def facts(interview: ReportedInterview) -> dict[str, str]:
    """What it was, in a few figures and words."""
    method, graph, state = interview.methodology, interview.state.graph, interview.state
    words = sum(len(record.heard.text.split()) for record in interview.records)
    times = [record.heard.at for record in interview.records if record.heard.at]
    minutes = round((times[-1] - times[0]) / 60) if times else 0
    lasted = f", {many(minutes, 'minute')}" if minutes else ""
    refusals = sum(
        read.refusal
        for record, directive in interview.answered
        if directive.continues
        for read in of_kind(record, SignalsRead)
    )
    ended = state.termination if state.ended else None
    found = {
        "Respondent": interview.respondent or "not named",
        "Method": f"{method.title}: {method.method}",
        "Length": f"{many(len(interview.answered), 'answer')}, {words} words{lasted}",
        "Found": (
            f"{many(len(graph.concepts), 'concept')} ({graph.orphans} not linked),"
            f" {many(len(graph.edges), 'link')}"
        ),
        "Chains": (
            f"the longest has {graph.longest} concepts; {graph.risen} of {graph.starts} beginnings"
            " lead to an end"
        ),
        "Ended": ENDINGS[ended] if ended else "It has not ended yet.",
    }
    if refusals:
        found["Left alone"] = f"{many(refusals, 'time')} the respondent did not want to answer"
    return found


def _about(interview: ReportedInterview) -> list[str]:
    subject, rows = interview.subject, facts(interview).items()
    top = [f"# {plain(subject.title)}", "", plain(subject.objective), "", "| | |", "|---|---|"]
    return top + [f"| {name} | {plain(words)} |" for name, words in rows]


def _ladders(interview: ReportedInterview) -> list[str]:
    found = ladders(interview.state.graph)
    if not found:
        return ["## Ladders", "", "No chain was found."]
    told = "From what is concrete to what it is for, with the words behind every step."
    lines = ["## Ladders", "", told]
    for number, ladder in enumerate(found[:MOST_LADDERS], 1):
        lines += ["", *_ladder(interview, ladder, number)]
    left = len(found) - MOST_LADDERS
    more = ["", f"{left} more begin elsewhere and are in the picture."]
    return [*lines, *(more if left > 0 else ())]


def _ladder(interview: ReportedInterview, ladder: GraphLadder, number: int) -> Iterator[str]:
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


def _quoted(interview: ReportedInterview, quote: Quote) -> str:
    return f"“{plain(quote.text)}” (turn {interview.turns.get(quote.utterance, '?')})"


def _concepts(interview: ReportedInterview) -> list[str]:
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


def _concept(interview: ReportedInterview, concept: Concept) -> str:
    notes = [f"said {concept.mentions} times"] if concept.mentions > 1 else []
    notes += ["taken back later"] if concept.revised else []
    notes += ["not linked"] if concept.is_orphan else []
    notes += ["also: " + ", ".join(map(plain, concept.labels))] if concept.labels else []
    name = f"~~{plain(concept.label)}~~" if concept.revised else plain(concept.label)
    told = f" ({'; '.join(notes)})" if notes else ""
    return f"- {name}{told}: {_quoted(interview, concept.quotes[-1])}"


# ── how it was asked ──────────────────────────────────────────────────────────────────────────────


def asked_how(interview: ReportedInterview) -> dict[str, Counter[str]]:
    """By phase: how often each strategy was used."""
    used: dict[str, Counter[str]] = {}
    for _, directive in interview.answered:
        if directive.strategy:
            titles = used.setdefault(directive.phase, Counter())
            titles[interview.title_of(directive.strategy)] += 1
    return used


def _asked(interview: ReportedInterview) -> list[str]:
    lines = [
        f"- {phase}: {', '.join(f'{title} ({count})' for title, count in counts.most_common())}"
        for phase, counts in asked_how(interview).items()
    ]
    return ["## How it was asked", "", *lines] if lines else []


def _guide(interview: ReportedInterview) -> list[str]:
    if interview.guide is None:
        return []
    lines = [f"## Guide: {plain(interview.guide.title)}", ""]
    for topic in interview.guide.topics:
        turns = interview.state.topic_turns.get(topic.id, 0)
        open_points = [
            each for each in topic.points if f"{topic.id}.{each.id}" not in interview.state.points
        ]
        heard = len(topic.points) - len(open_points)
        missed = ", ".join(each.id.replace("_", " ") for each in open_points if each.required)
        told = f"{many(turns, 'turn')}, {heard} of {len(topic.points)} points"
        lines.append(
            f"- {plain(topic.title)}: {told if turns or heard else 'not reached'}"
            f"{f'; missed: {missed}' if missed else ''}"
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


def moments(interview: ReportedInterview) -> list[InterviewMoment]:
    """All answers one by one."""
    return [_moment(interview, *answered) for answered in interview.answered]


def _moment(
    interview: ReportedInterview, record: InterviewRecord, directive: InterviewDirective
) -> InterviewMoment:
    def number(signal: str) -> float | None:
        value = directive.signals.get(signal)
        return float(value) if isinstance(value, float | int) else None

    read, strategy, about = only(record, SignalsRead), directive.strategy, directive.concept
    return InterviewMoment(
        turn=record.turn,
        depth=read.depth if read else None,
        engagement=number("llm.engagement"),
        valence=number("llm.valence"),
        certainty=number("llm.certainty"),
        concepts=sum(1 for _ in of_kind(record, ConceptAdded)),
        links=sum(1 for _ in of_kind(record, EdgeAdded)),
        saturation=number("meta.conversation.saturation"),
        asked=interview.title_of(strategy) if strategy else directive.purpose,
        about=interview.state.graph.concepts[about].label if about else "",
    )


HEADS = "turn|depth|engagement|valence|certainty|new concepts + links|saturation|then asked|about"


def _over_time(interview: ReportedInterview) -> list[str]:
    """All answers, or as many as a small table holds, evenly spread."""
    every, heads = moments(interview), HEADS.split("|")
    most = min(MOST_ROWS, len(every))
    rows = (_cells(every[number * len(every) // most]) for number in range(most))
    lines = ["## Over time", "", f"| {' | '.join(heads)} |", "|" + "---|" * len(heads)]
    return [*lines, *(f"| {' | '.join(cells)} |" for cells in rows)] if every else []


def _cells(moment: InterviewMoment) -> Iterator[str]:
    def told(value: float | None) -> str:
        return "–" if value is None else f"{value:.2f}"

    yield from (str(moment.turn), moment.depth or "–")
    yield from map(told, (moment.engagement, moment.valence, moment.certainty))
    yield from (f"{moment.concepts} + {moment.links}", told(moment.saturation))
    yield from (moment.asked, plain(moment.about) or "–")


def reservations(interview: ReportedInterview) -> list[str]:
    """What a reader should know before trusting it: who read and asked, and what could not
    be read.
    """
    records = interview.records
    extracted = Counter(each.source for record in records for each in of_kind(record, Extracted))
    asked = Counter(record.draft.source for record in records if record.draft)
    missing = Counter(
        f"{name}: {why}" for record in records for name, why in degraded(record).items()
    )
    return [
        f"Concepts extracted by: {_shares(extracted)}",
        f"Questions written by: {_shares(asked)}",
        *(f"Not to be had in {many(n, 'turn')}: {what}" for what, n in missing.most_common()),
    ]


WRITERS: Mapping[Source, str] = {
    "model": "a model",
    "retry": "a model at the second try",
    "offline": "code, without a model",
}


def _shares(sources: Counter[Source]) -> str:
    shares = (f"{WRITERS[each]} ({many(count, 'turn')})" for each, count in sources.most_common())
    return ", ".join(shares) or "nobody yet"
