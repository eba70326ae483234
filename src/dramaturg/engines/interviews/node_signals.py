"""Signals of single concepts, as columns: one array per signal, one place in it per concept that may be asked about next."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from dramaturg.engines.interviews import tracker
from dramaturg.engines.interviews.graph import Concept
from dramaturg.engines.interviews.methodology import Limits, Ontology
from dramaturg.engines.interviews.signals import AMOUNTS, SIGNALS, TYPE, USUAL_NORMS
from dramaturg.engines.interviews.state import InterviewState
from dramaturg.engines.interviews.tracker import NodeState, Tracker
from dramaturg.kernel.conditions import Facts, Flag, Number, Value, Vocabulary, Words
from dramaturg.kernel.signals import Detector, Inputs, order, read

MEMBERS = 20  # of a slot's concepts, the newest ones are looked at
FORGOTTEN = 20  # turns after which having asked about something no longer counts (seed 002)

Array = NDArray[Any]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Column:
    """One signal of all concepts: numbers, flags, or codes for `words`. `there`: of which it is known, if not of all."""

    values: Array
    words: tuple[str, ...] = ()
    there: Flags | None = None

    def at(self, place: int) -> Value | None:
        if self.there is not None and not self.there[place]:
            return None
        found: bool | float | int = self.values[place].item()
        return self.words[int(found)] if self.words else found

    def take(self, places: Array) -> Column:
        return Column(self.values[places], self.words, None if self.there is None else self.there[places])


@dataclass(frozen=True, slots=True)
class Columns:
    """The signals of the concepts with these keys, and why some could not be read."""

    keys: tuple[str, ...]
    by_signal: Mapping[str, Column]
    degraded: Mapping[str, str] = field(default_factory=dict)

    def where(self, keys: Collection[str]) -> Columns:
        """Of these concepts only, in the order they have here."""
        wanted = set(keys)
        places = np.array([place for place, key in enumerate(self.keys) if key in wanted], dtype=np.intp)
        return replace(
            self,
            keys=tuple(self.keys[place] for place in places),
            by_signal={name: column.take(places) for name, column in self.by_signal.items()},
        )


def facts_of(columns: Columns, key: str) -> dict[str, Value]:
    """One concept's signals as plain facts."""
    return facts_at(columns, columns.keys.index(key))


def facts_at(columns: Columns, place: int) -> dict[str, Value]:
    found = {name: column.at(place) for name, column in columns.by_signal.items()}
    return {name: value for name, value in found.items() if value is not None}


def columns_of(nodes: Mapping[str, Facts], vocabulary: Vocabulary) -> Columns:
    """Columns from plain facts; their values are of the kinds that the vocabulary has."""
    names = dict.fromkeys(name for facts in nodes.values() for name in facts)
    return Columns(
        tuple(nodes), {name: _column([facts.get(name) for facts in nodes.values()], vocabulary[name]) for name in names}
    )


def _column(values: Sequence[Any], kind: Flag | Number | Words) -> Column:
    """A column of values, None where there is none."""
    there = None if all(value is not None for value in values) else np.array([value is not None for value in values])
    match kind:
        case Flag():
            return Column(np.array([bool(value) for value in values], dtype=np.bool_), there=there)
        case Number():
            return Column(np.array([value or 0.0 for value in values], dtype=np.float64), there=there)
        case Words(words):
            codes = {word: code for code, word in enumerate(words)}
            return Column(np.array([codes[value or words[0]] for value in values], dtype=np.intp), words, there)


# ── reading them from the state ───────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Candidates:
    """The concepts that were touched last, newest first, and what their signals are read from."""

    state: InterviewState
    turn: int
    limits: Limits
    ontology: Ontology
    on_topic: Collection[str]
    norms: Mapping[str, float]
    keys: tuple[str, ...]
    nodes: tuple[NodeState, ...]
    concepts: tuple[tuple[Concept, ...], ...]
    """Of each key: the concept itself, or the newest ones of the slot."""

    @property
    def tracker(self) -> Tracker:
        return self.state.tracker


def node_columns(
    state: InterviewState,
    turn: int,
    limits: Limits,
    ontology: Ontology,
    on_topic: Collection[str] = (),
    norms: Mapping[str, float] = USUAL_NORMS,
    strict: bool = False,
) -> Columns:
    """The signals of all concepts that may be asked about next, newest first. `on_topic` holds keys of the guide's topic."""
    keys = tuple(reversed(state.tracker.active))
    candidates = Candidates(
        state,
        turn,
        limits,
        ontology,
        on_topic,
        norms,
        keys,
        tuple(state.tracker.states[key] for key in keys),
        tuple(_members(state, key) for key in keys),
    )
    found = read(NODE_DETECTORS, {"candidates": candidates, "response_depth": state.depths[-1] if state.depths else ""}, strict)
    return Columns(keys, cast(Mapping[str, Column], found.values), found.degraded)


def used(columns: Columns, state: InterviewState, strategies: Sequence[str], norm: float = 3) -> Floats:
    """How often each strategy was used on each concept, as a share of the norm: a row per strategy."""
    table = np.zeros((len(strategies), len(columns.keys)))
    rows = {name: row for row, name in enumerate(strategies)}
    for place, key in enumerate(columns.keys):
        for strategy, count in state.tracker.states[key].strategy_usage.items():
            if strategy in rows:
                table[rows[strategy], place] = min(count / norm, 1.0)
    return table


def _members(state: InterviewState, key: str) -> tuple[Concept, ...]:
    slot = state.graph.slots.get(key)
    ids = slot.concepts[-MEMBERS:] if slot else (key,)
    return tuple(state.graph.concepts[id] for id in ids)


def _by_node(name: str, measure: Callable[[Candidates, NodeState], Value | None]) -> Detector:
    return _detector(name, lambda found: (measure(found, node) for node in found.nodes))


def _by_concepts(name: str, measure: Callable[[Candidates, tuple[Concept, ...]], Value]) -> Detector:
    return _detector(name, lambda found: (measure(found, concepts) for concepts in found.concepts))


def _detector(name: str, values: Callable[[Candidates], Iterable[Value | None]]) -> Detector:
    def detect(inputs: Inputs) -> Mapping[str, Any]:
        candidates: Candidates = inputs["candidates"]
        return {name: _column(list(values(candidates)), _kind(name, candidates.ontology))}

    return Detector(name, (name,), ("candidates",), detect)


def _kind(name: str, ontology: Ontology) -> Flag | Number | Words:
    return Words(tuple(ontology.by_type)) if name == TYPE else SIGNALS[name].kind


def _share(found: Candidates, count: float, name: str) -> float:
    return min(count / found.norms[name], 1.0)


def _is_exhausted(found: Candidates, node: NodeState) -> bool:
    """Found so earlier and not lifted since, or from this answer on. Going to and fro lifts it from all but those two."""
    lifted = tracker.ping_pong(found.tracker) and node.key not in found.tracker.focuses[-2:]
    stays = tracker.is_exhausted(found.tracker, node.key, found.turn, found.limits.rest_turns)
    return (stays and not lifted) or tracker.becomes_exhausted(found.tracker, node.key, found.turn)


def _stagnates(found: Candidates, node: NodeState) -> bool:
    return node.focus_count > 0 and node.turns_since_yield(found.turn) >= tracker.STAGNANT


def _streak(found: Candidates, node: NodeState) -> str:
    return _amount(found.tracker.streak(node.key), (1, 2, 4))


def _repetition(_: Candidates, node: NodeState) -> str:
    return _amount(node.consecutive_same_strategy, (1, 3, 5))


def _amount(count: int, steps: tuple[int, int, int]) -> str:
    """The word for a count: low, medium and high begin at these steps."""
    return AMOUNTS.words[sum(count >= step for step in steps)]


def _recency(found: Candidates, node: NodeState) -> float:
    if node.last_focus_turn is None:
        return 0.0
    age = found.turn - node.last_focus_turn - 1  # what was asked at the end of the last turn is asked about now
    return min(max(1 - age / FORGOTTEN, 0.0), 1.0)


def _level(found: Candidates, node: NodeState) -> float | None:
    return None if node.level is None else node.level / max(1, found.ontology.deepest)


def _has_upward(found: Candidates, concepts: tuple[Concept, ...]) -> bool:
    return _has_chain(found, (edge for concept in concepts for edge in concept.outgoing))


def _has_downward(found: Candidates, concepts: tuple[Concept, ...]) -> bool:
    return _has_chain(found, (edge for concept in concepts for edge in concept.incoming))


def _has_chain(found: Candidates, edges: Iterator[str]) -> bool:
    return any(found.state.graph.edges[edge].chain for edge in edges)


def _mentions(found: Candidates, concepts: tuple[Concept, ...]) -> float:
    return _share(found, sum(concept.mentions for concept in concepts), "graph.node.mentions")


def _opportunity(inputs: Inputs) -> Mapping[str, Any]:
    """What there is to gain from each: a deep answer that brought nothing new holds something that was not understood yet."""
    found: Candidates = inputs["candidates"]
    exhausted: Column = inputs["graph.node.exhausted"]
    streak: Column = inputs["graph.node.focus_streak"]
    barren = np.array([node.turns_since_yield(found.turn) > 0 for node in found.nodes], dtype=np.bool_)
    deeper = barren & (streak.values > 0) & (inputs["response_depth"] == "deep")
    words = cast(Words, SIGNALS["meta.node.opportunity"].kind).words
    codes = np.where(
        exhausted.values, words.index("exhausted"), np.where(deeper, words.index("probe_deeper"), words.index("fresh"))
    )
    return {"meta.node.opportunity": Column(codes, words)}


NODE_DETECTORS: tuple[Detector, ...] = order(
    (
        _by_node("graph.node.exhausted", _is_exhausted),
        _by_node(
            "graph.node.exhaustion_score", lambda found, node: tracker.exhaustion_score(found.tracker, node.key, found.turn)
        ),
        _by_node("graph.node.yield_stagnation", _stagnates),
        _by_node("graph.node.focus_streak", _streak),
        _by_node("graph.node.is_current_focus", lambda found, node: node.key == found.tracker.previous_focus),
        _by_node("graph.node.recency_score", _recency),
        _by_node("graph.node.is_orphan", lambda _, node: node.is_orphan),
        _by_node("graph.node.edge_count", lambda found, node: _share(found, node.edges, "graph.node.edge_count")),
        _by_node(TYPE, lambda _, node: node.type),
        _by_node("graph.node.level", _level),
        _by_node("graph.node.is_terminal", lambda _, node: node.is_terminal),
        _by_concepts("graph.node.has_upward", _has_upward),
        _by_concepts("graph.node.has_downward", _has_downward),
        _by_node("graph.node.is_new", lambda found, node: node.created_at_turn == found.turn),
        _by_concepts("graph.node.mentions", _mentions),
        Detector(
            "meta.node.opportunity",
            ("meta.node.opportunity",),
            ("candidates", "graph.node.exhausted", "graph.node.focus_streak", "response_depth"),
            _opportunity,
        ),
        _by_node("technique.node.strategy_repetition", _repetition),
        _by_node("guide.node.on_topic", lambda found, node: node.key in found.on_topic),
    ),
    given=("candidates", "response_depth"),
)
