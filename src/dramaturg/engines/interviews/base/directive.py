"""What a turn of an interview decides: the figures of both graphs, the signals, the pairs in their
order, what comes next.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dramaturg.engines.interviews.base.methodology import PhaseName
from dramaturg.engines.interviews.base.state import Purpose, Staying, Termination, Velocity
from dramaturg.english.rules.line_rules import Breach
from dramaturg.kernel.conditions import Value
from dramaturg.kernel.scoring import Ranked

FAREWELLS: tuple[Purpose, ...] = ("thank", "care")
STANDING: tuple[Staying, ...] = ("reply", "wait", "leave", "unread")


@dataclass(frozen=True, slots=True)
class GraphState:
    """The surface graph in figures (seed 002). `max_depth` counts the concepts on the longest
    chain.
    """

    node_count: int
    edge_count: int
    turn_count: int
    max_depth: int
    orphan_count: int
    current_phase: PhaseName
    chain_ratio: float
    has_complete_chain: bool


@dataclass(frozen=True, slots=True)
class CanonicalGraphState:
    """Active slots in figures; `slot_count` counts all."""

    concept_count: int
    edge_count: int
    orphan_count: int
    max_depth: int
    avg_support: float
    slot_count: int


@dataclass(frozen=True, slots=True)
class GraphComparison:
    node_reduction_pct: float
    edge_aggregation_ratio: float
    orphan_improvement_pct: float
    unmapped_share: float
    compression: float


@dataclass(frozen=True, slots=True)
class InterviewDirective:
    """Stages 5 to 7. `focus` is a tracker's key and `concept` the one to name; `others` are further
    concepts a question may name.

    `alternatives` are the best of the `pairs` that were scored, each with its parts.
    """

    purpose: Purpose | Staying
    phase: PhaseName
    graph: GraphState
    canonical: CanonicalGraphState
    comparison: GraphComparison
    velocity: Velocity
    strategy: str = ""
    focus: str = ""
    concept: str = ""
    topic: str = ""
    others: tuple[str, ...] = ()
    termination: Termination | None = None
    signals: Mapping[str, Value] = field(default_factory=dict)
    node_signals: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    degraded: Mapping[str, str] = field(default_factory=dict)
    alternatives: tuple[Ranked, ...] = ()
    pairs: int = 0
    exhausted: tuple[str, ...] = ()
    rested: tuple[str, ...] = ()

    @property
    def continues(self) -> bool:
        """Whether an answer is waited for. After a closing question it is, though why it was the
        last is known already.
        """
        return self.purpose not in FAREWELLS

    @property
    def asks(self) -> bool:
        """Whether a question is put in new words."""
        return self.continues and self.purpose not in STANDING


@dataclass(frozen=True, slots=True)
class QuestionReport:
    """How the question came about: which template, what it breaks (style, or it would not have been
    asked), and what earlier tries broke. What the guard read was kept by an earlier edition.
    """

    template: str = ""
    readings: Mapping[str, float] = field(default_factory=dict)
    refused: tuple[str, ...] = ()
    broken: tuple[Breach, ...] = ()
