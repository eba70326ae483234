"""Graphs grown at random, and their figures worked out anew from all events, the slow and simple
way.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from hypothesis import strategies as st

from dramaturg.engines.interviews.base.extraction import Quote
from dramaturg.engines.interviews.base.state import (
    ConceptAdded,
    ConceptMapped,
    ConceptMentioned,
    ConceptRevised,
    EdgeAdded,
    EdgeMentioned,
    InterviewEvent,
    InterviewState,
    SlotAdded,
    apply,
)
from dramaturg.engines.interviews.base.vectors import packed
from dramaturg.turn.engine import fold

QUOTE = Quote("u1", 0, 4, "said")
KINDS = {
    "attribute": (1, False),
    "consequence": (2, False),
    "value": (3, True),
    "remark": (None, False),
}
CHAIN = {"leads_to": True, "belongs_to": False}
SUPPORT = 2

Edge = tuple[str, str, str]
Step = tuple[str, int, int, str]

numbers = st.integers(0, 9)
steps = st.one_of(
    st.tuples(st.just("concept"), numbers, numbers, st.sampled_from(sorted(KINDS))),
    st.tuples(st.just("edge"), numbers, numbers, st.sampled_from(sorted(CHAIN))),
    st.tuples(st.just("edge"), numbers, numbers, st.just("leads_to")),
    st.tuples(st.just("map"), numbers, numbers, st.just("")),
    st.tuples(
        st.sampled_from(["slot", "mention", "again", "revise"]), numbers, numbers, st.just("")
    ),
)
BEGUN: list[Step] = [("concept", 0, 0, kind) for kind in (*KINDS, *KINDS)] + [
    ("slot", 0, 0, "")
] * 3
MAPPED: list[Step] = [*BEGUN, *(("map", number, number, "") for number in range(6))]
histories = st.builds(
    lambda begun, more: begun + more,
    st.sampled_from([[], BEGUN, MAPPED]),
    st.lists(steps, max_size=70),
)


def vector_of(number: int) -> str:
    return packed(np.cos(np.arange(8) * (number + 1)).astype(np.float32))


def events_of(history: Iterable[Step]) -> Iterator[InterviewEvent]:
    """The history as events; steps that cannot be taken are left out."""
    concepts: list[str] = []
    edges: list[Edge] = []
    slots: list[str] = []
    mapped: set[str] = set()
    for kind, first, second, name in history:
        one = concepts[first % len(concepts)] if concepts else ""
        other = concepts[second % len(concepts)] if concepts else ""
        slot = slots[second % len(slots)] if slots else ""
        if kind == "concept":
            concepts.append(f"c{len(concepts) + 1}")
            level, terminal = KINDS[name]
            keys = (f"{name} {concepts[-1]}",)
            yield ConceptAdded(
                concepts[-1],
                concepts[-1],
                name,
                QUOTE,
                keys,
                vector_of(len(concepts)),
                level,
                terminal,
            )
        elif kind == "slot":
            slots.append(f"s{len(slots) + 1}")
            yield SlotAdded(
                slots[-1], slots[-1], "value", (f"value {slots[-1]}",), vector_of(len(slots))
            )
        elif kind == "edge" and one and (one, other, name) not in edges:
            edges.append((one, other, name))
            yield EdgeAdded(f"e{len(edges)}", one, other, name, QUOTE, CHAIN[name])
        elif kind == "map" and one and slot and one not in mapped:
            mapped.add(one)
            yield ConceptMapped(one, slot, "meaning", 0.7, SUPPORT)
        elif kind == "mention" and one:
            yield ConceptMentioned(one, f"{one} again", QUOTE, (f"value {one} again",), "meaning")
        elif kind == "again" and edges:
            yield EdgeMentioned(f"e{first % len(edges) + 1}", QUOTE)
        elif kind == "revise" and one:
            yield ConceptRevised(one, by=other)


def grown(events: Iterable[InterviewEvent]) -> InterviewState:
    return fold(apply, events, InterviewState())


# ── the same, worked out ──────────────────────────────────────────────────────────────────────────


@dataclass
class Figures:
    orphans: int
    ranks: tuple[int, ...]
    starts: int
    risen: int
    mapped: int
    active_slots: int
    active_support: int
    active_edges: int
    active_orphans: int
    slot_ranks: tuple[int, ...]


@dataclass
class Worked:
    """Everything that happened, in plain lists."""

    concepts: dict[str, ConceptAdded] = field(default_factory=dict)
    edges: list[Edge] = field(default_factory=list)
    chain: list[Edge] = field(default_factory=list)
    revised: set[str] = field(default_factory=set)
    slot_of: dict[str, str] = field(default_factory=dict)
    slots: list[str] = field(default_factory=list)
    active: list[str] = field(default_factory=list)
    slot_edges: list[Edge] = field(default_factory=list)
    """Between active slots, in the order in which both were active."""
    slot_chain: list[Edge] = field(default_factory=list)

    def happen(self, event: InterviewEvent) -> None:
        match event:
            case ConceptAdded():
                self.concepts[event.id] = event
            case ConceptRevised(id):
                self.revised.add(id)
            case SlotAdded(id):
                self.slots.append(id)
            case EdgeAdded(_, source, target, type):
                self.edges.append((source, target, type))
                if event.chain and not leads(self.living(), target, source):
                    self.chain.append((source, target, type))
                self.lift([(source, target, type)])
            case ConceptMapped(concept, slot):
                self.map(concept, slot)

    def map(self, concept: str, slot: str) -> None:
        self.slot_of[concept] = slot
        woken = slot not in self.active and list(self.slot_of.values()).count(slot) >= SUPPORT
        if not woken:
            own = [edge for edge in self.edges if edge[0] == concept] + [
                edge for edge in self.edges if edge[1] == concept
            ]
            self.lift(own)
            return
        self.active.append(slot)
        between = {self.between_slots(edge) for edge in self.edges} - {None}
        out = sorted(
            (target, type) for source, target, type in filter(None, between) if source == slot
        )
        into = sorted(
            (source, type) for source, target, type in filter(None, between) if target == slot
        )
        self.wake(
            [(slot, target, type) for target, type in out]
            + [(source, slot, type) for source, type in into]
        )

    def lift(self, edges: Sequence[Edge]) -> None:
        self.wake([edge for edge in map(self.between_slots, edges) if edge])

    def between_slots(self, edge: Edge) -> Edge | None:
        source, target = self.slot_of.get(edge[0]), self.slot_of.get(edge[1])
        return (source, target, edge[2]) if source and target and source != target else None

    def wake(self, edges: Sequence[Edge]) -> None:
        for source, target, type in edges:
            if (
                source in self.active
                and target in self.active
                and (source, target, type) not in self.slot_edges
            ):
                self.slot_edges.append((source, target, type))
                if CHAIN[type] and not leads(self.slot_chain, target, source):
                    self.slot_chain.append((source, target, type))

    def living(self) -> list[Edge]:
        return [
            edge
            for edge in self.chain
            if edge[0] not in self.revised and edge[1] not in self.revised
        ]

    def figures(self) -> Figures:
        linked = {end for edge in self.edges for end in edge[:2]}
        starts = [
            id
            for id, each in self.concepts.items()
            if each.level in (None, 1) and not each.terminal and id not in self.revised
        ]
        ends = [
            id for id, each in self.concepts.items() if each.terminal and id not in self.revised
        ]
        living, in_slots = (
            self.living(),
            [slot for slot in self.slot_of.values() if slot in self.active],
        )
        return Figures(
            orphans=len(self.concepts.keys() - linked),
            ranks=counted(self.concepts, living),
            starts=len(starts),
            risen=sum(any(leads(living, start, end) for end in ends) for start in starts),
            mapped=len(self.slot_of),
            active_slots=len(self.active),
            active_support=len(in_slots),
            active_edges=len(self.slot_edges),
            active_orphans=len(
                set(self.active) - {end for edge in self.slot_edges for end in edge[:2]}
            ),
            slot_ranks=counted(self.active, self.slot_chain),
        )


def worked_out(events: Iterable[InterviewEvent]) -> Worked:
    worked = Worked()
    for event in events:
        worked.happen(event)
    return worked


def leads(edges: Sequence[Edge], start: str, end: str) -> bool:
    """Whether a way leads from one to the other; from everything a way leads to itself."""
    reached, before = {start}, 0
    while len(reached) > before:
        before = len(reached)
        reached |= {target for source, target, _ in edges if source in reached}
    return end in reached


def rank_of(edges: Sequence[Edge], all_ids: Iterable[str]) -> dict[str, int]:
    """How many are on the longest way that ends at each."""
    before: dict[str, list[str]] = defaultdict(list)
    for source, target, _ in edges:
        before[target].append(source)

    def rank(id: str) -> int:
        return 1 + max(map(rank, before[id]), default=0)

    return {id: rank(id) for id in all_ids}


def counted(ids: Iterable[str], edges: Sequence[Edge]) -> tuple[int, ...]:
    counts = Counter(rank_of(edges, ids).values())
    return tuple(counts[rank] for rank in range(1, max(counts, default=0) + 1))
