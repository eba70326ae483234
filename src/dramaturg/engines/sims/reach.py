"""What a conversation can come to, with relationship and moods as they can be: every place with
every score there, and for each thing that can happen a walk that does it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product

from dramaturg.engines.sims.base.backbone import vocabulary
from dramaturg.engines.sims.base.binding import SimPart
from dramaturg.engines.sims.base.relationship import STATES, relationship_state
from dramaturg.kernel.conditions import All, Facts, Value, Vocabulary, values_that_matter
from dramaturg.kernel.explore import MOST_STATES, Proof, essence, too_many
from dramaturg.kernel.graph import Node, reached
from dramaturg.kernel.walker import ExchangeReport, Pointer

ENGAGEMENT = (-2, -1, 0, 1, 2)
MOST = 250  # points either way: no talk goes on for longer
ZERO = 1 << MOST  # a set of scores is a number: the bit MOST + score stands for a score
ALL = (1 << (2 * MOST + 1)) - 1
NO_CHOICE = ""


@dataclass(frozen=True, slots=True)
class ExchangeWalked:
    """One step of a walk: an exchange as it is reported, or the answer to a pointed question."""

    satisfied: bool = False
    detour: bool = False
    engagement: int = 0
    choice: str | None = None


@dataclass(frozen=True, slots=True)
class _Way:
    """From these scores at a place, by this step, to a place with these moods added."""

    scores: int
    step: ExchangeWalked
    to: Pointer
    moods: tuple[int, ...]

    @property
    def after(self) -> int:
        found = 0
        for mood in self.moods:
            found |= self.scores << mood if mood >= 0 else self.scores >> -mood
        return found & ALL


@dataclass(frozen=True)
class Reach:
    """Everything that can be come to, in layers of as many steps: for each place the scores that
    are new there.
    """

    part: SimPart
    layers: tuple[Mapping[Pointer, int], ...]

    @property
    def places(self) -> set[Pointer]:
        return {pointer for layer in self.layers for pointer in layer}

    def scores(self, node: str) -> tuple[int, int]:
        """The lowest and the highest score that anybody can have at a node."""
        found = 0
        for layer in self.layers:
            for pointer, scores in layer.items():
                found |= scores if pointer.current_node == node else 0
        return (found & -found).bit_length() - 1 - MOST, found.bit_length() - 1 - MOST

    def can_happen(self) -> dict[str, tuple[ExchangeWalked, ...]]:
        """Every node that is come to, gate that is opened and once-only way that is taken, with a
        shortest walk that does it.
        """
        gates = {node.id for node in self.part.graph.nodes if node.is_gate}
        walks: dict[str, tuple[ExchangeWalked, ...]] = {}
        for depth, layer in enumerate(self.layers):
            for pointer, scores in layer.items():
                opened = (f"{gate} is opened" for gate in gates & {*pointer.nodes_satisfied})
                taken = (f"{flag} is set" for flag in pointer.flags)
                for what in (f"{pointer.current_node} is reached", *sorted(opened), *taken):
                    if what not in walks:
                        walks[what] = self._walk_to(depth, pointer, 1 << (scores.bit_length() - 1))
        return walks

    def _walk_to(self, depth: int, pointer: Pointer, score: int) -> tuple[ExchangeWalked, ...]:
        """A walk to one score, a single bit, at a place that is new in this layer."""
        walked: list[ExchangeWalked] = []
        for layer in reversed(self.layers[:depth]):
            pointer, score, step = next(
                (before, start & -start, replace(way.step, engagement=_of(way, mood)))
                for before, scores in layer.items()
                for way in _ways(self.part, before, scores)
                for mood in way.moods
                if way.to == pointer and (start := way.scores & _moved(score, -mood))
            )
            walked.append(step)
        return tuple(reversed(walked))


def explore_scores(part: SimPart) -> Reach:
    """Breadth first. Raises ContentError past as many states as any proof may have."""
    start = essence(part.walker.start(), part.graph)
    layers: list[dict[Pointer, int]] = [{start: ZERO}]
    seen: dict[Pointer, int] = {start: ZERO}
    while layers[-1]:
        fresh: dict[Pointer, int] = {}
        for pointer, scores in layers[-1].items():
            for way in _ways(part, pointer, scores):
                if new := way.after & ~seen.get(way.to, 0):
                    fresh[way.to] = fresh.get(way.to, 0) | new
        for pointer, new in fresh.items():
            seen[pointer] = seen.get(pointer, 0) | new
        if len(seen) > MOST_STATES:
            raise too_many(MOST_STATES)
        layers.append(fresh)
    return Reach(part, tuple(layers[:-1]))


def prove_it_can_happen(part: SimPart, claimed: Proof) -> Proof:
    """The same claim, decided with the relationship as it can be: what never happens, or a walk for
    everything that does.
    """
    reach = explore_scores(part)
    never = list(_never(reach))
    if not claimed.holds or not never:
        walks = {what: walk for what, walk in reach.can_happen().items() if walk}
        return replace(claimed, walks={what: as_reports(walk) for what, walk in walks.items()})
    note = ", ".join(what for _, what in never)
    return replace(claimed, holds=False, note=note, code="never-happens")


def as_reports(walk: tuple[ExchangeWalked, ...]) -> tuple[Mapping[str, object], ...]:
    """A walk as `dramaturg sim walk` reads it: one report an exchange, with the option of a pivot
    that it has armed.
    """
    reports: list[dict[str, object]] = []
    for step in walk:
        if step.choice is None:
            reports.append(
                {
                    "node_satisfied": step.satisfied,
                    "detour_detected": step.detour,
                    "engagement_score": step.engagement,
                }
            )
        elif step.choice:
            reports[-1]["choice"] = step.choice
    return tuple(reports)


def _never(reach: Reach) -> Iterator[tuple[str, str]]:
    graph = reach.part.graph
    visited = {pointer.current_node for pointer in reach.places}
    used = {flag for pointer in reach.places for flag in pointer.flags}
    for node in graph.nodes:
        if node.id in reached(graph, graph.start) - visited:
            yield node.id, f"{node.id} is never reached"
        elif node.id in visited:
            low, high = reach.scores(node.id)
            span = f"the relationship is from {low} to {high} there"
            yield from (
                (node.id, f"the once-only way '{way.once}' never opens: {span}")
                for way in node.ways
                if way.once and way.once not in used
            )


# ── the steps from a place ────────────────────────────────────────────────────────────────────────


def _ways(part: SimPart, pointer: Pointer, scores: int) -> Iterator[_Way]:
    if pointer.closed:
        return
    node = part.walker.node(pointer)
    if pointer.armed:
        yield from _answers(part, pointer, node, scores)
        return
    for facts, these in _cases(part, node, scores):
        for satisfied, detour in product((True, False), _detours(node, facts)):
            report = ExchangeReport(satisfied, detour)
            step = part.walker.advance(pointer, report, {**facts, "detour": detour})
            to = essence(step.pointer, part.graph)
            yield _Way(these, ExchangeWalked(satisfied, detour), to, ENGAGEMENT)


def _answers(part: SimPart, pointer: Pointer, node: Node, scores: int) -> Iterator[_Way]:
    options = [(option.id, option.mood) for option in part.pivots[node.id].options]
    for choice, mood in (*options, (NO_CHOICE, 0)):
        for facts, these in _cases(part, node, _moved(scores, mood)):
            step = part.walker.resolve(pointer, {**facts, "choice": choice, "detour": False})
            to = essence(step.pointer, part.graph)
            yield _Way(_moved(these, -mood), ExchangeWalked(choice=choice), to, (mood,))


def _cases(part: SimPart, node: Node, scores: int) -> Iterator[tuple[Facts, int]]:
    """What the node's conditions can tell apart in these scores, each with the scores it is true
    of.
    """
    conditions = All(tuple(way.when for way in node.ways))
    free: Vocabulary = {
        name: kind for name, kind in vocabulary(part.graph).items() if name == "detours"
    }
    counts: tuple[Value, ...] = (0,)
    if "detours" in conditions.reads:
        counts = values_that_matter("detours", conditions, free)
    by_score = "score" in conditions.reads
    for detours, (name, these) in product(counts, _told_apart(part, scores, by_score)):
        score = (these & -these).bit_length() - 1 - MOST
        yield {"relationship": name, "score": score, "detours": detours, "detour": False}, these


def _told_apart(part: SimPart, scores: int, by_score: bool) -> list[tuple[str, int]]:
    """The scores by the relationship that they stand for, or one by one."""
    thresholds = part.scenario.thresholds
    found = dict.fromkeys(STATES, 0)
    each: list[tuple[str, int]] = []
    left = scores
    while left:
        one = left & -left
        left ^= one
        name = relationship_state(one.bit_length() - 1 - MOST, thresholds)
        found[name] |= one
        each.append((name, one))
    return each if by_score else [(name, these) for name, these in found.items() if these]


def _detours(node: Node, facts: Facts) -> tuple[bool, ...]:
    reads = All(tuple(way.when for way in node.ways)).reads
    return (False, True) if "detour" in reads else (False,)


def _moved(scores: int, mood: int) -> int:
    return (scores << mood if mood >= 0 else scores >> -mood) & ALL


def _of(way: _Way, mood: int) -> int:
    """What an exchange did for the relationship; a chosen option does it by itself."""
    return mood if way.step.choice is None else 0
