"""What a page shows of an interview: how far along it is, and why a question was asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Literal

from dramaturg.content.library import Library
from dramaturg.engines.interviews.base import tracker
from dramaturg.engines.interviews.base.directive import InterviewDirective
from dramaturg.engines.interviews.base.methodology import PhaseName
from dramaturg.engines.interviews.base.state import (
    ConceptAdded,
    ConceptMentioned,
    EdgeAdded,
    EdgeLeftOut,
    EdgeMentioned,
    Extracted,
    InterviewState,
    Purpose,
    SignalsRead,
    Termination,
)
from dramaturg.engines.interviews.decide import every_pair
from dramaturg.engines.interviews.engine import InterviewEngine
from dramaturg.engines.interviews.knowledge.ladders import ladders
from dramaturg.engines.interviews.report.interview_report import ENDINGS
from dramaturg.engines.interviews.report.turn_result import (
    InterviewRecord,
    of_kind,
    only,
    stage_outputs,
)
from dramaturg.engines.interviews.strategy.phases import phase_of, phase_reason
from dramaturg.engines.interviews.strategy.signals import meaning
from dramaturg.kernel.scoring import Ranked
from dramaturg.turn.care import CALM, CareState
from dramaturg.turn.contract import AnyRecord, Heard
from dramaturg.turn.engine import fold
from dramaturg.turn.tables import in_order
from dramaturg.turn.view import Command, EngineView, Spoken, TextBlock, WholeSession

ENDS: Mapping[Termination, str] = {
    "max_turns_reached": "all questions asked",
    "close_strategy": "closed",
    "depth_plateau": "nothing deeper came",
    "quality_degraded": "answers had become short",
    "graph_saturated": "nothing new came",
    "theoretical_saturation": "nothing new came",
    "all_nodes_exhausted": "everything talked out",
    "nothing_more": "nothing more to say",
    "user_stop": "stopped",
    "safety_stop": "stopped with care",
    "quota_full": "enough such people",
    "recording_over": "held elsewhere",
    "error": "broken off",
}

STOP = "I would like to stop the interview here, please."
INTERVIEWER = "Interviewer"
STRONGEST = 4  # parts of a score that an explanation in words names


@dataclass(frozen=True, slots=True)
class InterviewScene:
    """How far along an interview is. `purpose` is what the last line was for; `ending` says in a
    sentence why it ended.
    """

    title: str
    method: str
    answers: int
    most: int
    phase: PhaseName
    purpose: Purpose
    exhaustion: float
    """How far what was spoken of is talked out, on the whole: from 0 to 1."""
    ended: str = ""
    ending: str = ""
    care: CareState = CALM
    engine: Literal["interviews"] = "interviews"


@dataclass(frozen=True, slots=True)
class PartShown:
    """What a signal brought to a score; the meaning of `key` stands once, with the pairs."""

    key: str
    amount: float


@dataclass(frozen=True, slots=True)
class PairShown:
    """A strategy on a concept, or on the subject. `score` is the sum of its parts times
    `multiplier` plus `bonus`.
    """

    strategy: str
    title: str
    about: str
    score: float
    multiplier: float
    bonus: float
    chosen: bool
    parts: tuple[PartShown, ...]


@dataclass(frozen=True, slots=True)
class FoundShown:
    """A concept that the answer brought, or came back to, and the words for it."""

    label: str
    type: str
    quote: str
    new: bool


@dataclass(frozen=True, slots=True)
class LinkedShown:
    """A link that the answer brought, or came back to."""

    source: str
    target: str
    type: str
    quote: str
    new: bool


@dataclass(frozen=True, slots=True)
class InterviewWhy:
    """Why a question was asked: what was taken from the answer, and all pairs of strategy and
    concept with their scores.
    """

    phase: str = ""
    phase_reason: str = ""
    depth: str = ""
    refusal: bool = False
    spared: tuple[str, ...] = ()
    """What is left alone from now on."""
    rationales: Mapping[str, str] = field(default_factory=dict)
    unread: Mapping[str, str] = field(default_factory=dict)
    """What could not be read, and why."""
    strategy: str = ""
    about: str = ""
    ahead: float | None = None
    """How far the chosen pair lies before the best of another strategy."""
    pairs: tuple[PairShown, ...] = ()
    scored: int = 0
    complete: bool = True
    """Whether all pairs are here. After a change of the methodology only those are that the record
    kept.
    """
    meanings: Mapping[str, str] = field(default_factory=dict)
    """By key of a part."""
    found: tuple[FoundShown, ...] = ()
    linked: tuple[LinkedShown, ...] = ()
    left_out: tuple[str, ...] = ()
    exhausted: tuple[str, ...] = ()
    rested: tuple[str, ...] = ()
    ending: str = ""
    engine: Literal["interviews"] = "interviews"


def title(engine: InterviewEngine) -> str:
    """A subject is called as it stands in a sentence."""
    name = engine.subject.title
    return name[:1].upper() + name[1:]


def ended(engine: InterviewEngine, state: InterviewState) -> str:
    """How the session ended, in a word or two; empty while it goes on."""
    if not state.ended or state.care.is_open:
        return ""
    return ENDS[state.termination] if state.termination else "ended"


def spoken(engine: InterviewEngine, seen: InterviewState, record: AnyRecord) -> Iterator[Spoken]:
    """What was said in a turn, in order; `seen` is the state after it."""
    if record.heard.text:
        yield Spoken(record.turn, "person", "You", record.heard.text, record.heard.at)
    if record.line:
        yield Spoken(record.turn, "program", INTERVIEWER, record.line, record.heard.at)


def speaker(engine: InterviewEngine, state: InterviewState, to: str | None) -> str:
    return INTERVIEWER


def scene(engine: InterviewEngine, state: InterviewState) -> InterviewScene:
    # of what was spoken or asked of last
    scores = [
        tracker.exhaustion_score(state.tracker, key, state.turn) for key in state.tracker.active
    ]
    return InterviewScene(
        title=engine.subject.title,
        method=engine.methodology.title,
        answers=state.turn,
        most=engine.max_turns,
        phase=phase_of(engine.methodology, state.turn, engine.max_turns, len(state.graph.concepts)),
        purpose=state.purpose,
        exhaustion=round(fmean(scores), 3) if scores else 0.0,
        ended=ended(engine, state),
        ending=ENDINGS[state.termination] if state.ended and state.termination else "",
        care=state.care,
    )


# ── why ───────────────────────────────────────────────────────────────────────────────────────────


def why(
    engine: InterviewEngine, before: InterviewState, after: InterviewState, record: AnyRecord
) -> InterviewWhy:
    """`before` and `after` are the states around the turn."""
    if record.decision is None:
        return InterviewWhy()
    directive: InterviewDirective = record.decision.directive
    read = only(record, SignalsRead)
    pairs, complete = _pairs(engine, before, record, directive)
    shown = tuple(_pair(pair, engine, after, directive) for pair in pairs)
    return InterviewWhy(
        phase=directive.phase,
        phase_reason=phase_reason(
            engine.methodology, after.turn, engine.max_turns, directive.graph.node_count
        ),
        depth=read.depth if read else "",
        refusal=read.refusal if read else False,
        spared=_labels(read.spared, after) if read else (),
        rationales=read.rationales if read else {},
        unread=directive.degraded,
        strategy=_title(directive.strategy, engine),
        about=after.graph.concepts[directive.concept].label if directive.concept else "",
        ahead=_ahead(shown),
        pairs=shown,
        scored=directive.pairs,
        complete=complete,
        meanings={
            key: _meaning(key, engine)
            for key in dict.fromkeys(key for pair in pairs for key in pair.parts)
        },
        found=tuple(_found(record, engine, after)),
        linked=tuple(_linked(record, after)),
        left_out=tuple(_left_out(record)),
        exhausted=_labels(directive.exhausted, after),
        rested=_labels(directive.rested, after),
        ending=ENDINGS[directive.termination] if directive.termination else "",
    )


def _pairs(
    engine: InterviewEngine,
    before: InterviewState,
    record: InterviewRecord,
    directive: InterviewDirective,
) -> tuple[Sequence[Ranked], bool]:
    """All pairs, ranked once more as they were then; those of the record where the weights have
    changed since.
    """
    kept = directive.alternatives
    if not set(engine.methodology.by_name).issuperset(pair.strategy for pair in kept):
        return kept, False
    every = every_pair(
        fold(engine.apply, record.percept.events, before), record.percept, engine.rules
    )
    same = {(pair.strategy, pair.node_id): pair for pair in every}
    if all(same.get((pair.strategy, pair.node_id)) == pair for pair in kept):
        return every, True
    return kept, False


def _pair(
    pair: Ranked, engine: InterviewEngine, state: InterviewState, directive: InterviewDirective
) -> PairShown:
    parts = sorted(pair.parts.items(), key=lambda part: -abs(part[1]))
    return PairShown(
        strategy=pair.strategy,
        title=_title(pair.strategy, engine),
        about=next(iter(_labels((pair.node_id,), state)), ""),
        score=pair.score,
        multiplier=pair.multiplier,
        bonus=pair.bonus,
        chosen=(pair.strategy, pair.node_id) == (directive.strategy, directive.focus),
        parts=tuple(PartShown(key, amount) for key, amount in parts if amount),
    )


def _ahead(pairs: Sequence[PairShown]) -> float | None:
    """None where the best pair was not the one to be chosen, for the interview ends; and where
    nothing else was weighed.
    """
    if not pairs or not pairs[0].chosen:
        return None
    second = next((pair for pair in pairs if pair.strategy != pairs[0].strategy), None)
    return pairs[0].score - second.score if second else None


def _title(strategy: str, engine: InterviewEngine) -> str:
    known = engine.methodology.by_name.get(strategy)
    return known.title if known else strategy.replace("_", " ")


def _meaning(key: str, engine: InterviewEngine) -> str:
    """A signal that an older version of the methodology made has no meaning here: its name stands
    for it.
    """
    try:
        return meaning(key, engine.methodology)
    except KeyError:
        return key


def _labels(keys: Sequence[str], state: InterviewState) -> tuple[str, ...]:
    states = state.tracker.states
    return tuple(states[key].label for key in keys if key in states)


def _found(
    record: InterviewRecord, engine: InterviewEngine, after: InterviewState
) -> Iterator[FoundShown]:
    known = engine.methodology.ontology.by_type
    for event in record.events:
        if isinstance(event, ConceptAdded | ConceptMentioned) and event.id in after.graph.concepts:
            type = after.graph.concepts[event.id].type
            title = known[type].title if type in known else type
            yield FoundShown(event.label, title, event.quote.text, isinstance(event, ConceptAdded))


def _linked(record: InterviewRecord, after: InterviewState) -> Iterator[LinkedShown]:
    graph = after.graph
    for event in record.events:
        if isinstance(event, EdgeAdded | EdgeMentioned) and event.id in graph.edges:
            edge = graph.edges[event.id]
            source, target = graph.concepts[edge.source].label, graph.concepts[edge.target].label
            yield LinkedShown(
                source,
                target,
                edge.type.replace("_", " "),
                event.quote.text,
                isinstance(event, EdgeAdded),
            )


def _left_out(record: InterviewRecord) -> Iterator[str]:
    for extracted in of_kind(record, Extracted):
        yield from extracted.extraction.notes
    for edge in of_kind(record, EdgeLeftOut):
        yield f"“{edge.source}” {edge.type.replace('_', ' ')} “{edge.target}”: {edge.reason}"


# ── in words ──────────────────────────────────────────────────────────────────────────────────────


def opening(engine: InterviewEngine, state: InterviewState) -> Iterator[TextBlock]:
    about = f"{engine.methodology.title}, at most {engine.max_turns} answers"
    yield TextBlock((about,), engine.subject.title)


def closing(standing: WholeSession) -> Iterator[TextBlock]:
    report = f"dramaturg interview report {standing.session}"
    yield TextBlock((f"For the report and the picture: {report}",))


def why_words(own: InterviewWhy) -> Iterator[tuple[str, str]]:
    """The same as labels and words: what was heard, what was chosen, what spoke for it, and what
    came second.
    """
    if not own.phase:
        yield "", "This is the opening question: nothing had been said yet."
        return
    yield from _of_answer(own)
    yield "phase", f"{own.phase}: {own.phase_reason}"
    chosen = next((pair for pair in own.pairs if pair.chosen), None)
    if chosen:
        yield "asked to", _in_words(chosen)
        for part in chosen.parts[:STRONGEST]:
            yield "", f"{part.amount:+.2f} {own.meanings[part.key]} [{part.key}]"
        if (chosen.multiplier, chosen.bonus) != (1.0, 0.0):
            yield "", f"for the phase: times {chosen.multiplier:g}, plus {chosen.bonus:g}"
        second = next((each for each in own.pairs if each.strategy != chosen.strategy), None)
        if second:
            behind = chosen.score - second.score
            yield "next best", f"{_in_words(second)}, {behind:.2f} behind"
    elif own.strategy:
        yield "asked to", own.strategy.lower()
    if own.ending:
        yield "ends", own.ending


def _of_answer(own: InterviewWhy) -> Iterator[tuple[str, str]]:
    if own.depth:
        new = ", ".join(each.label for each in own.found if each.new) or "nothing"
        refusal = ", a refusal: left alone" if own.refusal else ""
        links = sum(each.new for each in own.linked)
        yield "your answer", f"{own.depth}{refusal}; new: {new}; links: {links}"
        if own.spared:
            yield "left alone", ", ".join(own.spared)
        for number, note in enumerate(own.left_out):
            yield "" if number else "not as found", note


def _in_words(pair: PairShown) -> str:
    about = f", about ‘{pair.about}’" if pair.about else ""
    return f"{pair.title.lower()}{about} ({pair.score:.2f})"


def _graph(standing: WholeSession, typed: str) -> TextBlock:
    """Concepts by type, then the chains."""
    graph = standing.state.graph
    concepts = in_order(graph.concepts).values()
    lines = []
    for kind in standing.engine.methodology.ontology.concepts:
        labels = [
            f"{each.label} (taken back)" if each.revised else each.label
            for each in concepts
            if each.type == kind.type
        ]
        lines += [f"{kind.title}: {'; '.join(labels)}"] if labels else []
    lines += [
        "  " + " → ".join(concept.label for concept in ladder.concepts) for ladder in ladders(graph)
    ]
    return TextBlock(tuple(lines) or ("Nothing yet.",))


def _chat_models(library: Library) -> dict[str, dict[str, str]]:
    return {
        f"{method.id}/{subject.id}": {"methodology": method.id, "about": subject.id}
        for method in library.entries("methodology")
        for subject in library.entries("subject")
    }


VIEW = EngineView(
    InterviewScene,
    InterviewWhy,
    title,
    ended,
    scene,
    why,
    spoken=spoken,
    speaker=speaker,
    opening=opening,
    closing=closing,
    why_words=why_words,
    stages=stage_outputs,
    chat_models=_chat_models,
    last_cue="InterviewEnded",
    hint="Answer as you would anybody who asks. Besides that:",
    commands=(
        Command("graph", "what was understood so far", _graph),
        Command("end", "stop the interview", lambda standing, typed: Heard(STOP)),
    ),
)
