"""What a turn comes to: the result of the whole, and the output of each of its twelve stages, both
read from the record.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, TypeAlias, TypeVar

from pydantic_core import to_jsonable_python

from dramaturg.engines.interviews.base.directive import InterviewDirective, QuestionReport
from dramaturg.engines.interviews.base.state import (
    Answered,
    Asked,
    ConceptAdded,
    ConceptMapped,
    ConceptMentioned,
    ConceptRevised,
    EdgeAdded,
    EdgeLeftOut,
    EdgeMentioned,
    Ended,
    Extracted,
    InterviewEvent,
    Measured,
    SignalsRead,
    SlotAdded,
    StructureRead,
    Termination,
)
from dramaturg.kernel.conditions import Value
from dramaturg.kernel.scoring import Ranked
from dramaturg.kernel.values import parts_of, replace
from dramaturg.turn.contract import Decision, TurnRecord

InterviewRecord: TypeAlias = TurnRecord[InterviewEvent, InterviewDirective, QuestionReport]

# a turn's whole time; stages are parts of them
STEPS = ("opening", "perceive", "decide", "express", "check", "settle")

E = TypeVar("E")


def of_kind(record: InterviewRecord, kind: type[E]) -> Iterator[E]:
    return (event for event in record.events if isinstance(event, kind))


def only(record: InterviewRecord, kind: type[E]) -> E | None:
    """The event of a kind that a turn has at most once."""
    return next(of_kind(record, kind), None)


# ── the whole ─────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class TurnResult:
    """A turn in figures, in the seed's shape (002, Pipeline Output). An opening has decided
    nothing, so much of it is absent.
    """

    turn_number: int
    extracted: Mapping[str, Any]
    graph_state: Mapping[str, Any]
    scoring: Mapping[str, Any]
    strategy_selected: str | None
    next_question: str
    should_continue: bool
    signals: Mapping[str, Value] | None = None
    strategy_alternatives: tuple[Ranked, ...] | None = None
    degraded_signals: Mapping[str, str] = field(default_factory=dict)
    termination_reason: Termination | None = None
    canonical_graph: Mapping[str, Any] | None = None
    graph_comparison: Mapping[str, float] | None = None
    latency_ms: int = 0
    stage_timings: Mapping[str, float] = field(default_factory=dict)


def turn_result(record: InterviewRecord, timings: Mapping[str, float]) -> TurnResult:
    if record.decision is None:
        result = TurnResult(record.turn, {}, {}, {}, None, record.line, should_continue=True)
    else:
        result = _decided(record, record.decision)
    stages = {name: took for name, took in timings.items() if name not in STEPS}
    return replace(result, latency_ms=latency_ms(timings), stage_timings=stages)


def _decided(record: InterviewRecord, decision: Decision[InterviewDirective]) -> TurnResult:
    directive, found = decision.directive, only(record, Extracted)
    canonical = parts_of(directive.canonical)
    return TurnResult(
        turn_number=record.turn,
        extracted=asdict(found.extraction) | {"source": found.source} if found else {},
        graph_state={**parts_of(directive.graph), "depth_achieved": directive.graph.max_depth},
        scoring=_scoring(decision.reason, directive),
        strategy_selected=directive.strategy or None,
        next_question=record.line,
        should_continue=directive.continues,
        signals=directive.signals,
        strategy_alternatives=directive.alternatives,
        degraded_signals=degraded(record),
        termination_reason=None if directive.continues else directive.termination,
        canonical_graph={
            part: {name: canonical[name] for name in names} for part, names in CANONICAL.items()
        },
        graph_comparison=parts_of(directive.comparison),
    )


CANONICAL: Mapping[str, tuple[str, ...]] = {
    "slots": ("concept_count", "orphan_count", "avg_support", "slot_count"),
    "edges": ("edge_count",),
    "metrics": ("max_depth",),
}


def latency_ms(timings: Mapping[str, float]) -> int:
    return round(1000 * sum(timings.get(step, 0.0) for step in STEPS))


def degraded(record: InterviewRecord) -> dict[str, str]:
    """The signals that could not be had this turn, and why."""
    read = only(record, SignalsRead)
    decided = record.decision.directive.degraded if record.decision else {}
    return {**(read.degraded if read else {}), **decided}


def _scoring(reason: str, directive: InterviewDirective) -> dict[str, Any]:
    """Its score is that of the best pair of the strategy and, where it asks about one, of the
    concept.
    """
    pairs = (pair for pair in directive.alternatives if pair.strategy == directive.strategy)
    scores = (pair.score for pair in pairs if directive.focus in ("", pair.node_id))
    return {
        "strategy_id": directive.strategy or None,
        "node_id": directive.focus or None,
        "score": next(scores, None),
        "pairs": directive.pairs,
        "reasoning": reason,
    }


# ── stage by stage ────────────────────────────────────────────────────────────────────────────────


def stage_outputs(record: InterviewRecord) -> dict[str, dict[str, Any]]:
    """What each stage gave, by its name, in order and ready for JSON. A stage that had nothing to
    do is left out.
    """
    made = (*_of_answer(record), *_of_extraction(record), *_of_decision(record), *_of_line(record))
    found: dict[str, dict[str, Any]] = to_jsonable_python(dict(made))
    return found


Output = tuple[str, dict[str, Any]]


def _of_answer(record: InterviewRecord) -> Iterator[Output]:
    if heard := only(record, Answered):
        context = {"strategy_history": heard.strategy_history, "known": heard.known}
        yield "ContextLoading", {"turn_number": heard.turn, **context}
        yield "UtteranceSaving", {"utterance_id": heard.utterance, "text": heard.text}
    if read := only(record, StructureRead):
        structure = {"discourse_relations": read.relations, "srl_frames": read.frames}
        yield "SRLPreprocessing", structure


def _of_extraction(record: InterviewRecord) -> Iterator[Output]:
    found = only(record, Extracted)
    if found is None:
        return
    yield (
        "Extraction",
        {
            "extraction": found.extraction,
            "source": found.source,
            "timestamp": record.heard.at,
            "concept_count": len(found.extraction.concepts),
            "relationship_count": len(found.extraction.relationships),
        },
    )
    ids: dict[str, Any] = {
        "nodes_added": ConceptAdded,
        "nodes_mentioned": ConceptMentioned,
        "nodes_revised": ConceptRevised,
        "edges_added": EdgeAdded,
        "edges_mentioned": EdgeMentioned,
    }
    came = {name: [each.id for each in of_kind(record, kind)] for name, kind in ids.items()}
    yield "GraphUpdate", {**came, "edges_left_out": list(of_kind(record, EdgeLeftOut))}
    created = [each.id for each in of_kind(record, SlotAdded)]
    mappings = list(of_kind(record, ConceptMapped))
    updated = dict.fromkeys(each.slot for each in mappings if each.slot not in created)
    slots = {"slots_created": created, "slots_updated": list(updated)}
    yield "SlotDiscovery", {**slots, "mappings_created": mappings}


def _of_decision(record: InterviewRecord) -> Iterator[Output]:
    if record.decision is None:
        return
    made, read = record.decision.directive, only(record, SignalsRead)
    yield (
        "StateComputation",
        {
            "graph_state": made.graph,
            "canonical_graph_state": made.canonical,
            "graph_comparison": made.comparison,
            "velocity": made.velocity,
        },
    )
    yield (
        "StrategySelection",
        {
            "strategy": made.strategy,
            "focus": made.focus,
            "reason": record.decision.reason,
            "signals": made.signals,
            "node_signals": made.node_signals,
            "strategy_alternatives": made.alternatives,
            "pairs": made.pairs,
            "degraded_signals": degraded(record),
            "rationales": read.rationales if read else {},
            "exhausted": made.exhausted,
            "rested": made.rested,
        },
    )
    going_on = {"should_continue": made.continues, "reason": made.termination}
    yield "Continuation", {**going_on, "purpose": made.purpose, "focus_concept": made.concept}


def _of_line(record: InterviewRecord) -> Iterator[Output]:
    """`refused` are the rules that earlier tries broke, `overridden` those that the last one
    did.
    """
    draft, asked = record.draft, only(record, Asked)
    yield (
        "QuestionGeneration",
        {
            "question": record.line,
            "source": draft.source if draft else None,
            "template": draft.report.template if draft else "",
            "refused": draft.report.refused if draft else (),
            "overridden": [each.rule for each in record.verdict.overrides],
        },
    )
    purpose, strategy = (asked.purpose, asked.strategy) if asked else (None, "")
    yield "ResponseSaving", {"line": record.line, "purpose": purpose, "strategy": strategy}
    if record.decision is None:
        return
    made, measured, ended = record.decision.directive, only(record, Measured), only(record, Ended)
    yield (
        "ScoringPersistence",
        {
            "velocity": measured.velocity if measured else None,
            "max_depth": measured.longest if measured else made.graph.max_depth,
            "scored": len(made.alternatives),
            "ended": ended.termination if ended else None,
        },
    )
