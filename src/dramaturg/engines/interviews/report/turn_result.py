"""What a turn comes to: the result of the whole, and the output of each of its twelve stages, both
read from the record.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, TypeAlias, TypeVar

from dramaturg.engines.interviews.base.directive import (
    CanonicalGraphState,
    GraphComparison,
    GraphState,
    InterviewDirective,
    QuestionReport,
)
from dramaturg.engines.interviews.base.extraction import Extraction
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
    Purpose,
    SignalsRead,
    SlotAdded,
    StructureRead,
    Termination,
    Velocity,
)
from dramaturg.kernel.conditions import Value
from dramaturg.kernel.scoring import Ranked
from dramaturg.kernel.values import parts_of
from dramaturg.turn.contract import Source, TurnRecord

InterviewRecord: TypeAlias = TurnRecord[InterviewEvent, InterviewDirective, QuestionReport]

STEPS = (
    "opening",
    "perceive",
    "decide",
    "express",
    "check",
    "settle",
)  # a turn's whole time; stages are parts of them

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
    latency, stages = latency_ms(timings), stage_timings(timings)
    if record.decision is None:
        return TurnResult(
            record.turn,
            {},
            {},
            {},
            None,
            record.line,
            True,
            latency_ms=latency,
            stage_timings=stages,
        )
    directive = record.decision.directive
    return TurnResult(
        turn_number=record.turn,
        extracted=_extracted(record),
        graph_state={**parts_of(directive.graph), "depth_achieved": directive.graph.max_depth},
        scoring=_scoring(record.decision.reason, directive),
        strategy_selected=directive.strategy or None,
        next_question=record.line,
        should_continue=directive.continues,
        signals=directive.signals,
        strategy_alternatives=directive.alternatives,
        degraded_signals=degraded(record),
        termination_reason=None if directive.continues else directive.termination,
        canonical_graph=_canonical_graph(directive.canonical),
        graph_comparison=parts_of(directive.comparison),
        latency_ms=latency,
        stage_timings=stages,
    )


def latency_ms(timings: Mapping[str, float]) -> int:
    return round(1000 * sum(timings.get(step, 0.0) for step in STEPS))


def stage_timings(timings: Mapping[str, float]) -> dict[str, float]:
    return {name: seconds for name, seconds in timings.items() if name not in STEPS}


def degraded(record: InterviewRecord) -> dict[str, str]:
    """The signals that could not be had this turn, and why."""
    read = only(record, SignalsRead)
    decided = record.decision.directive.degraded if record.decision else {}
    return {**(read.degraded if read else {}), **decided}


def _extracted(record: InterviewRecord) -> dict[str, Any]:
    found = only(record, Extracted)
    return {} if found is None else asdict(found.extraction) | {"source": found.source}


def _scoring(reason: str, directive: InterviewDirective) -> dict[str, Any]:
    chosen = _chosen(directive)
    return {
        "strategy_id": directive.strategy or None,
        "node_id": directive.focus or None,
        "score": chosen.score if chosen else None,
        "pairs": directive.pairs,
        "reasoning": reason,
    }


def _chosen(directive: InterviewDirective) -> Ranked | None:
    """The best pair of the strategy and, where it asks about one, of the concept."""
    pairs = (pair for pair in directive.alternatives if pair.strategy == directive.strategy)
    return next((pair for pair in pairs if directive.focus in ("", pair.node_id)), None)


def _canonical_graph(canonical: CanonicalGraphState) -> dict[str, Any]:
    return {
        "slots": {
            "concept_count": canonical.concept_count,
            "orphan_count": canonical.orphan_count,
            "avg_support": canonical.avg_support,
            "slot_count": canonical.slot_count,
        },
        "edges": {"edge_count": canonical.edge_count},
        "metrics": {"max_depth": canonical.max_depth},
    }


# ── stage by stage ────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class ContextLoadingOutput:
    """`known` counts the concepts that were handed on as context."""

    turn_number: int
    strategy_history: tuple[str, ...] = ()
    known: int = 0


@dataclass(frozen=True, slots=True)
class UtteranceSavingOutput:
    utterance_id: str
    text: str


@dataclass(frozen=True, slots=True)
class SRLPreprocessingOutput:
    discourse_relations: tuple[str, ...] = ()
    srl_frames: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExtractionOutput:
    extraction: Extraction
    source: Source
    timestamp: float
    concept_count: int
    relationship_count: int


@dataclass(frozen=True, slots=True)
class GraphUpdateOutput:
    """Ids of what came or came again; what was left out says why."""

    nodes_added: tuple[str, ...] = ()
    nodes_mentioned: tuple[str, ...] = ()
    nodes_revised: tuple[str, ...] = ()
    edges_added: tuple[str, ...] = ()
    edges_mentioned: tuple[str, ...] = ()
    edges_left_out: tuple[EdgeLeftOut, ...] = ()


@dataclass(frozen=True, slots=True)
class SlotDiscoveryOutput:
    slots_created: tuple[str, ...] = ()
    slots_updated: tuple[str, ...] = ()
    mappings_created: tuple[ConceptMapped, ...] = ()


@dataclass(frozen=True, slots=True)
class StateComputationOutput:
    graph_state: GraphState
    canonical_graph_state: CanonicalGraphState
    graph_comparison: GraphComparison
    velocity: Velocity


@dataclass(frozen=True, slots=True)
class StrategySelectionOutput:
    """`rationales` say why a model read the answer so."""

    strategy: str
    focus: str
    reason: str
    signals: Mapping[str, Value]
    node_signals: Mapping[str, Mapping[str, Value]]
    strategy_alternatives: tuple[Ranked, ...]
    pairs: int
    degraded_signals: Mapping[str, str]
    rationales: Mapping[str, str]
    exhausted: tuple[str, ...] = ()
    rested: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ContinuationOutput:
    should_continue: bool
    reason: Termination | None
    purpose: Purpose
    focus_concept: str


@dataclass(frozen=True, slots=True)
class QuestionGenerationOutput:
    """`refused` names the rules that earlier tries broke, `overridden` those that the last
    one did.
    """

    question: str
    source: Source | None
    template: str = ""
    refused: tuple[str, ...] = ()
    overridden: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ResponseSavingOutput:
    line: str
    purpose: Purpose | None
    strategy: str = ""


@dataclass(frozen=True, slots=True)
class ScoringPersistenceOutput:
    """What the next turn starts from, and how many scored pairs were written down."""

    velocity: Velocity | None
    max_depth: int
    scored: int
    ended: Termination | None = None


def stage_outputs(record: InterviewRecord) -> dict[str, object]:
    """Each stage's output by its name, in order. A stage that had nothing to do is left out."""
    made = {
        "ContextLoading": _context(record),
        "UtteranceSaving": _utterance(record),
        "SRLPreprocessing": _structure(record),
        "Extraction": _extraction(record),
        "GraphUpdate": _graph_update(record),
        "SlotDiscovery": _slot_discovery(record),
        "StateComputation": _state_computation(record),
        "StrategySelection": _strategy_selection(record),
        "Continuation": _continuation(record),
        "QuestionGeneration": _question(record),
        "ResponseSaving": _response(record),
        "ScoringPersistence": _persistence(record),
    }
    return {name: output for name, output in made.items() if output is not None}


def _context(record: InterviewRecord) -> ContextLoadingOutput | None:
    heard = only(record, Answered)
    return (
        None
        if heard is None
        else ContextLoadingOutput(heard.turn, heard.strategy_history, heard.known)
    )


def _utterance(record: InterviewRecord) -> UtteranceSavingOutput | None:
    heard = only(record, Answered)
    return None if heard is None else UtteranceSavingOutput(heard.utterance, heard.text)


def _structure(record: InterviewRecord) -> SRLPreprocessingOutput | None:
    read = only(record, StructureRead)
    return None if read is None else SRLPreprocessingOutput(read.relations, read.frames)


def _extraction(record: InterviewRecord) -> ExtractionOutput | None:
    found = only(record, Extracted)
    if found is None:
        return None
    concepts, relationships = found.extraction.concepts, found.extraction.relationships
    return ExtractionOutput(
        found.extraction, found.source, record.heard.at, len(concepts), len(relationships)
    )


def _graph_update(record: InterviewRecord) -> GraphUpdateOutput | None:
    if only(record, Extracted) is None:
        return None
    return GraphUpdateOutput(
        nodes_added=tuple(each.id for each in of_kind(record, ConceptAdded)),
        nodes_mentioned=tuple(each.id for each in of_kind(record, ConceptMentioned)),
        nodes_revised=tuple(each.id for each in of_kind(record, ConceptRevised)),
        edges_added=tuple(each.id for each in of_kind(record, EdgeAdded)),
        edges_mentioned=tuple(each.id for each in of_kind(record, EdgeMentioned)),
        edges_left_out=tuple(of_kind(record, EdgeLeftOut)),
    )


def _slot_discovery(record: InterviewRecord) -> SlotDiscoveryOutput | None:
    if only(record, Extracted) is None:
        return None
    created = tuple(each.id for each in of_kind(record, SlotAdded))
    mappings = tuple(of_kind(record, ConceptMapped))
    updated = dict.fromkeys(each.slot for each in mappings if each.slot not in created)
    return SlotDiscoveryOutput(created, tuple(updated), mappings)


def _state_computation(record: InterviewRecord) -> StateComputationOutput | None:
    if record.decision is None:
        return None
    made = record.decision.directive
    return StateComputationOutput(made.graph, made.canonical, made.comparison, made.velocity)


def _strategy_selection(record: InterviewRecord) -> StrategySelectionOutput | None:
    if record.decision is None:
        return None
    made, read = record.decision.directive, only(record, SignalsRead)
    return StrategySelectionOutput(
        strategy=made.strategy,
        focus=made.focus,
        reason=record.decision.reason,
        signals=made.signals,
        node_signals=made.node_signals,
        strategy_alternatives=made.alternatives,
        pairs=made.pairs,
        degraded_signals=degraded(record),
        rationales=read.rationales if read else {},
        exhausted=made.exhausted,
        rested=made.rested,
    )


def _continuation(record: InterviewRecord) -> ContinuationOutput | None:
    if record.decision is None:
        return None
    made = record.decision.directive
    return ContinuationOutput(made.continues, made.termination, made.purpose, made.concept)


def _question(record: InterviewRecord) -> QuestionGenerationOutput:
    overridden = tuple(each.rule for each in record.verdict.overrides)
    if record.draft is None:
        return QuestionGenerationOutput(record.line, None, overridden=overridden)
    report = record.draft.report
    return QuestionGenerationOutput(
        record.line, record.draft.source, report.template, report.refused, overridden
    )


def _response(record: InterviewRecord) -> ResponseSavingOutput:
    asked = only(record, Asked)
    return ResponseSavingOutput(
        record.line, asked.purpose if asked else None, asked.strategy if asked else ""
    )


def _persistence(record: InterviewRecord) -> ScoringPersistenceOutput | None:
    if record.decision is None:
        return None
    measured, ended = only(record, Measured), only(record, Ended)
    return ScoringPersistenceOutput(
        velocity=measured.velocity if measured else None,
        max_depth=measured.longest if measured else record.decision.directive.graph.max_depth,
        scored=len(record.decision.directive.alternatives),
        ended=ended.termination if ended else None,
    )
