"""The knowledge graph: concepts in the respondent's words, edges between them, and the slots they
are brought together in.

Counts, orphans, chains and their completion are kept as the graph grows, so that asking for them
costs the same at 50 concepts and at 50,000. A chain is a way along chain edges. An edge that would
close a circle of chain edges is kept and takes no part in chains, so the length of the longest
chain is always defined. What was revised takes no part either.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from dramaturg.engines.interviews.base.extraction import Quote
from dramaturg.engines.interviews.base.vectors import Rows
from dramaturg.turn.tables import Table, empty

QUOTES_KEPT = 6  # per concept in the state, the newest; the readable tables have all


@dataclass(frozen=True, slots=True)
class Concept:
    """Something the respondent spoke of. `rank` is the number of concepts on the longest chain that
    ends here.

    `rises`: a chain leads on from here to a terminal concept. `outgoing` and `incoming` hold ids of
    edges.
    """

    id: str
    label: str
    type: str
    turn: int
    quotes: tuple[Quote, ...]
    labels: tuple[str, ...] = ()
    level: int | None = None
    terminal: bool = False
    mentions: int = 1
    slot: str = ""
    outgoing: tuple[str, ...] = ()
    incoming: tuple[str, ...] = ()
    rank: int = 1
    rises: bool = False
    revised: bool = False

    @property
    def is_orphan(self) -> bool:
        return not self.outgoing and not self.incoming

    @property
    def is_start(self) -> bool:
        return not self.terminal and self.level in (None, 1)


@dataclass(frozen=True, slots=True)
class ConceptEdge:
    """`chain`: it takes part in chains. `closes`: it would, if it did not close a circle. `skips`:
    it leaves out a rung.
    """

    id: str
    source: str
    target: str
    type: str
    turn: int
    quote: Quote
    chain: bool = False
    closes: bool = False
    skips: bool = False
    mentions: int = 1
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Slot:
    """What several concepts have in common, under the name of the first. `concepts` holds their
    ids.
    """

    id: str
    name: str
    type: str
    turn: int
    concepts: tuple[str, ...] = ()
    active: bool = False
    outgoing: Table[int] = field(default_factory=empty)
    """By `slot type`: how many edges between concepts stand behind an edge to that slot."""
    incoming: tuple[str, ...] = ()
    degree: int = 0
    """Edges to and from active slots, while this one is active."""
    chain: tuple[str, ...] = ()
    """The slots that chains lead on to."""
    rank: int = 1


@dataclass(frozen=True, slots=True)
class KnowledgeGraph:
    """Both graphs of one interview: concepts with their edges, slots with theirs."""

    concepts: Table[Concept] = field(default_factory=empty)
    edges: Table[ConceptEdge] = field(default_factory=empty)
    slots: Table[Slot] = field(default_factory=empty)
    labels: Table[str] = field(default_factory=empty)
    """Which concept has a label: `type`, then the label in plain letters or by its lemmas."""
    slot_names: Table[str] = field(default_factory=empty)
    concept_vectors: Table[Rows] = field(default_factory=empty)
    """By concept type."""
    slot_vectors: Table[Rows] = field(default_factory=empty)
    orphans: int = 0
    ranks: tuple[int, ...] = ()
    """How many concepts have rank 1, rank 2 and so on."""
    starts: int = 0
    """Concepts of the first rung; where there is no ladder, all that are not terminal."""
    risen: int = 0
    """Starts from which a chain leads to a terminal concept."""
    chain_types: tuple[str, ...] = ()
    mapped: int = 0
    active_slots: int = 0
    active_support: int = 0
    active_edges: int = 0
    active_orphans: int = 0
    slot_ranks: tuple[int, ...] = ()

    @property
    def longest(self) -> int:
        """How many concepts are on the longest chain."""
        return len(self.ranks)

    def concept(self, id: str) -> Concept:
        return self.concepts[id]

    def neighbours(self, id: str) -> Iterator[str]:
        concept = self.concepts[id]
        yield from (self.edges[edge].target for edge in concept.outgoing)
        yield from (self.edges[edge].source for edge in concept.incoming)

    def edge_between(self, source: str, target: str, type: str) -> ConceptEdge | None:
        """The edge of that type, if it is there."""
        found = self.concepts.get(source)
        if found is None:
            return None
        outgoing = (self.edges[edge] for edge in found.outgoing)
        return next(
            (edge for edge in outgoing if edge.target == target and edge.type == type), None
        )

    def newest(self, most: int) -> Iterator[Concept]:
        """The concepts that came last, newest first."""
        last = len(self.concepts)
        yield from (self.concepts[f"c{number}"] for number in range(last, max(0, last - most), -1))
