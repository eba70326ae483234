"""The peer of an interview's turn: everything is loaded again every turn, as seeds 002 and 004
describe it, written out plainly.

All concepts and edges of the session are loaded as models where the context is loaded, where the
graph is updated and where its state is computed; a new label is compared with every stored vector
of its type; the tracker is read from its document and written back whole; each detector goes over
all tracked concepts; all pairs are scored from merged dictionaries. The seeds do not say when it
commits: once a turn, or with `every_call` after each call that writes. Extraction and signals of
the answer are given, as they are to us.
"""

from __future__ import annotations

import json
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import BaseModel

from bench.interview_given import GivenEmbedder
from dramaturg.engines.interviews.base.extraction import Extraction
from dramaturg.engines.interviews.base.methodology import Methodology
from dramaturg.kernel.scoring import rank

TABLES = """
CREATE TABLE sessions (id TEXT PRIMARY KEY, turn_count INTEGER, node_tracker_state TEXT);
CREATE TABLE utterances (id TEXT PRIMARY KEY, session_id TEXT, turn INTEGER, speaker TEXT, text TEXT);
CREATE TABLE kg_nodes (id TEXT PRIMARY KEY, session_id TEXT, label TEXT, node_type TEXT, utterance_id TEXT, embedding BLOB);
CREATE TABLE kg_edges (
  id TEXT PRIMARY KEY, session_id TEXT, source_node_id TEXT, target_node_id TEXT, type TEXT, utterance_id TEXT
);
CREATE TABLE canonical_slots (id TEXT PRIMARY KEY, session_id TEXT, name TEXT, node_type TEXT, support INTEGER, embedding BLOB);
CREATE TABLE surface_to_slot_mapping (node_id TEXT PRIMARY KEY, session_id TEXT, slot_id TEXT);
CREATE TABLE scoring_history (session_id TEXT, turn INTEGER, strategy TEXT, node_id TEXT, score REAL, alternatives TEXT);
CREATE INDEX nodes_of ON kg_nodes (session_id);
CREATE INDEX edges_of ON kg_edges (session_id);
CREATE INDEX slots_of ON canonical_slots (session_id);
CREATE INDEX mappings_of ON surface_to_slot_mapping (session_id);
"""
SAME_LABEL, SAME_SLOT = 0.80, 0.60
ALTERNATIVES = 24


class KGNode(BaseModel):
    id: str
    label: str
    node_type: str
    utterance_id: str


class KGEdge(BaseModel):
    id: str
    source_node_id: str
    target_node_id: str
    type: str
    utterance_id: str


class Slot(BaseModel):
    id: str
    name: str
    node_type: str
    support: int


class Repository:
    """The tables of one session."""

    def __init__(self, folder: Path, every_call: bool) -> None:
        self._db = sqlite3.connect(folder / "peer.db", isolation_level=None)
        self._db.row_factory = sqlite3.Row
        self._db.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;" + TABLES)
        self._db.execute("INSERT INTO sessions VALUES ('s', 0, NULL)")
        self._every_call = every_call

    def begin(self) -> None:
        if not self._every_call:
            self._db.execute("BEGIN IMMEDIATE")

    def commit(self) -> None:
        if not self._every_call:
            self._db.execute("COMMIT")

    def write(self, statement: str, *values: Any) -> None:
        self._db.execute(statement, values)

    def nodes(self) -> list[KGNode]:
        return [
            KGNode(**row)
            for row in self._all(
                "SELECT id, label, node_type, utterance_id FROM kg_nodes WHERE session_id = 's'"
            )
        ]

    def edges(self) -> list[KGEdge]:
        columns = "id, source_node_id, target_node_id, type, utterance_id"
        return [
            KGEdge(**row)
            for row in self._all(f"SELECT {columns} FROM kg_edges WHERE session_id = 's'")
        ]

    def slots(self) -> list[Slot]:
        return [
            Slot(**row)
            for row in self._all(
                "SELECT id, name, node_type, support FROM canonical_slots WHERE session_id = 's'"
            )
        ]

    def mappings(self) -> dict[str, str]:
        rows = self._all(
            "SELECT node_id, slot_id FROM surface_to_slot_mapping WHERE session_id = 's'"
        )
        return {row["node_id"]: row["slot_id"] for row in rows}

    def vectors(self, table: str, type: str) -> Iterable[tuple[str, Any]]:
        query = f"SELECT id, embedding FROM {table} WHERE session_id = 's' AND node_type = ?"
        return (
            (row["id"], np.frombuffer(row["embedding"], np.float32))
            for row in self._all(query, type)
        )

    def session(self) -> tuple[int, str | None]:
        (row,) = self._all("SELECT turn_count, node_tracker_state FROM sessions")
        return row["turn_count"], row["node_tracker_state"]

    def utterances(self) -> list[str]:
        return [
            row["text"]
            for row in self._all(
                "SELECT text FROM utterances WHERE session_id = 's' ORDER BY turn DESC LIMIT 10"
            )
        ]

    def _all(self, query: str, *values: Any) -> list[sqlite3.Row]:
        return self._db.execute(query, values).fetchall()


# ── the tracker ───────────────────────────────────────────────────────────────────────────────────


@dataclass
class NodeState:
    """One concept's state with the fields of seed 002."""

    node_id: str
    label: str
    created_at_turn: int
    depth: int = 0
    focus_count: int = 0
    last_focus_turn: int | None = None
    turns_since_last_focus: int = 0
    current_focus_streak: int = 0
    last_yield_turn: int | None = None
    turns_since_last_yield: int = 0
    yield_count: int = 0
    yield_rate: float = 0.0
    all_response_depths: list[str] = field(default_factory=list)
    connected_node_ids: list[str] = field(default_factory=list)
    edge_count_outgoing: int = 0
    edge_count_incoming: int = 0
    strategy_usage_count: dict[str, int] = field(default_factory=dict)
    last_strategy_used: str | None = None
    consecutive_same_strategy: int = 0

    @property
    def edge_count(self) -> int:
        return self.edge_count_outgoing + self.edge_count_incoming

    @property
    def shallow_share(self) -> float:
        depths = self.all_response_depths[-3:]
        return sum(depth in ("surface", "shallow") for depth in depths) / max(1, len(depths))


@dataclass
class Tracker:
    previous_focus: str | None = None
    states: dict[str, NodeState] = field(default_factory=dict)
    history: list[str] = field(default_factory=list)

    @classmethod
    def read(cls, document: str | None) -> Tracker:
        if document is None:
            return cls()
        found = json.loads(document)
        states = {id: NodeState(**state) for id, state in found["states"].items()}
        return cls(found["previous_focus"], states, found["history"])

    def written(self) -> str:
        states = {id: vars(state) for id, state in self.states.items()}
        return json.dumps(
            {"previous_focus": self.previous_focus, "states": states, "history": self.history}
        )

    def connect(self, source: str, target: str) -> None:
        self.states[source].edge_count_outgoing += 1
        self.states[target].edge_count_incoming += 1
        self.states[source].connected_node_ids.append(target)
        self.states[target].connected_node_ids.append(source)

    def record_yield(self, turn: int) -> None:
        if self.previous_focus:
            focus = self.states[self.previous_focus]
            focus.last_yield_turn, focus.turns_since_last_yield, focus.yield_count = (
                turn,
                0,
                focus.yield_count + 1,
            )
            focus.yield_rate = focus.yield_count / focus.focus_count

    def append_depth(self, depth: str) -> None:
        if self.previous_focus:
            self.states[self.previous_focus].all_response_depths.append(depth)

    def update_focus(self, node: str, strategy: str, turn: int) -> None:
        for id, state in self.states.items():
            state.turns_since_last_focus += 1
            state.turns_since_last_yield += 1
            if id != node:
                state.current_focus_streak = 0
        focus = self.states[node]
        focus.focus_count += 1
        focus.current_focus_streak += 1
        focus.last_focus_turn, focus.turns_since_last_focus = turn, 0
        focus.strategy_usage_count[strategy] = focus.strategy_usage_count.get(strategy, 0) + 1
        focus.consecutive_same_strategy = (
            focus.consecutive_same_strategy + 1 if focus.last_strategy_used == strategy else 1
        )
        focus.last_strategy_used = strategy
        self.previous_focus, self.history = node, [*self.history, strategy][-30:]


# ── a detector for each signal, over all tracked concepts ─────────────────────────────────────────


def _exhausted(state: NodeState) -> bool:
    stuck = state.turns_since_last_yield >= 3 and state.current_focus_streak >= 2
    return state.focus_count >= 1 and stuck and state.shallow_share >= 2 / 3


def _exhaustion_score(state: NodeState) -> float:
    stagnation, persistence = (
        min(state.turns_since_last_yield, 10) / 10,
        min(state.current_focus_streak, 5) / 5,
    )
    return stagnation * 0.4 + persistence * 0.3 + state.shallow_share * 0.3


def _amount(count: int, *steps: int) -> str:
    return ("none", "low", "medium", "high")[sum(count >= step for step in steps)]


def _recency(state: NodeState) -> float:
    return 0.0 if state.last_focus_turn is None else max(0.0, 1 - state.turns_since_last_focus / 20)


DETECTORS: Mapping[str, Callable[[NodeState], Any]] = {
    "graph.node.exhausted": _exhausted,
    "graph.node.exhaustion_score": _exhaustion_score,
    "graph.node.yield_stagnation": lambda state: state.turns_since_last_yield >= 3,
    "graph.node.focus_streak": lambda state: _amount(state.current_focus_streak, 1, 2, 4),
    "graph.node.recency_score": _recency,
    "graph.node.is_orphan": lambda state: not state.edge_count,
    "graph.node.edge_count": lambda state: min(state.edge_count / 10, 1.0),
    "technique.node.strategy_repetition": lambda state: _amount(
        state.consecutive_same_strategy, 1, 3, 5
    ),
}


def _node_signals(tracker: Tracker, depth: str) -> dict[str, dict[str, Any]]:
    """What every detector gives, `{node_id: value}`, brought together by concept."""
    found = {
        name: {id: detect(state) for id, state in tracker.states.items()}
        for name, detect in DETECTORS.items()
    }
    found["graph.node.is_current_focus"] = {
        id: id == tracker.previous_focus for id in tracker.states
    }
    found["meta.node.opportunity"] = {
        id: _opportunity(
            found["graph.node.exhausted"][id], found["graph.node.focus_streak"][id], depth
        )
        for id in tracker.states
    }
    merged: dict[str, dict[str, Any]] = {id: {} for id in tracker.states}
    for name, values in found.items():
        for id, value in values.items():
            merged[id][name] = value
    return merged


def _opportunity(exhausted: bool, streak: str, depth: str) -> str:
    return (
        "exhausted"
        if exhausted
        else "probe_deeper"
        if streak != "none" and depth == "deep"
        else "fresh"
    )


# ── a turn ────────────────────────────────────────────────────────────────────────────────────────


class ReloadingInterview:
    """One session, one turn at a time, with nothing kept in memory."""

    def __init__(self, folder: Path, methodology: Methodology, every_call: bool = False) -> None:
        self._repo = Repository(folder, every_call)
        self._weights = {
            each.name: each.signal_weights
            for each in methodology.strategies
            if not each.ends_interview
        }
        self._embedder = GivenEmbedder()

    def turn(
        self, text: str, extraction: Extraction, readings: Mapping[str, Any]
    ) -> tuple[str, str]:
        repo = self._repo
        repo.begin()
        turn, tracker = self._context()
        repo.write("INSERT INTO utterances VALUES (?, 's', ?, 'user', ?)", f"u{turn}", turn, text)
        if self._graph_update(extraction, turn, tracker):
            tracker.record_yield(turn)
        signals = {
            **self._graph_state(),
            **self._canonical_state(),
            **{f"llm.{name}": value for name, value in readings.items()},
        }
        strategy, node, alternatives = self._select(signals, tracker)
        tracker.update_focus(node, strategy, turn)
        repo.write(
            "INSERT INTO utterances VALUES (?, 's', ?, 'system', ?)",
            f"q{turn}",
            turn,
            f"{strategy}: {node}?",
        )
        score, kept = alternatives[0]["score"], json.dumps(alternatives)
        repo.write(
            "INSERT INTO scoring_history VALUES ('s', ?, ?, ?, ?, ?)",
            turn,
            strategy,
            node,
            score,
            kept,
        )
        repo.write(
            "UPDATE sessions SET turn_count = ?, node_tracker_state = ?", turn, tracker.written()
        )
        repo.commit()
        return strategy, node

    def _context(self) -> tuple[int, Tracker]:
        """The turn and the tracker. Lines, labels and the graph's state are loaded too, for the
        stages before it is refreshed.
        """
        turns, document = self._repo.session()
        self._repo.utterances()
        self._graph_state()
        _labels = [node.label for node in self._repo.nodes()]
        return turns + 1, Tracker.read(document)

    def _graph_update(self, extraction: Extraction, turn: int, tracker: Tracker) -> bool:
        """Stages 4 and 4.5; whether the graph has changed."""
        known = {node.label.lower(): node.id for node in self._repo.nodes()}
        count, changed = len(known), False
        for concept in (each for each in extraction.concepts if each.label.lower() not in known):
            vector = self._embedder.embed([concept.label])[0]
            id = self._similar("kg_nodes", concept.type, vector, SAME_LABEL)
            if id is None:
                count, changed = count + 1, True
                id = f"c{count}"
                row = (id, concept.label, concept.type, f"u{turn}", vector.tobytes())
                self._repo.write("INSERT INTO kg_nodes VALUES (?, 's', ?, ?, ?, ?)", *row)
                tracker.states[id] = NodeState(id, concept.label, turn)
                self._slot(id, concept.label, concept.type, vector)
            known[concept.label.lower()] = id
        return self._edges_added(extraction, known, turn, tracker) or changed

    def _edges_added(
        self, extraction: Extraction, known: Mapping[str, str], turn: int, tracker: Tracker
    ) -> bool:
        there = {
            (edge.source_node_id, edge.target_node_id, edge.type) for edge in self._repo.edges()
        }
        before = len(there)
        for relation in extraction.relationships:
            edge = known[relation.source.lower()], known[relation.target.lower()], relation.type
            if edge not in there:
                there.add(edge)
                self._repo.write(
                    "INSERT INTO kg_edges VALUES (?, 's', ?, ?, ?, ?)",
                    f"e{len(there)}",
                    *edge,
                    f"u{turn}",
                )
                tracker.connect(*edge[:2])
        return len(there) > before

    def _similar(self, table: str, type: str, vector: Any, threshold: float) -> str | None:
        best, found = threshold, None
        for id, other in self._repo.vectors(table, type):
            near = float(np.dot(other, vector))
            if near >= best:
                best, found = near, id
        return found

    def _slot(self, node: str, label: str, type: str, vector: Any) -> None:
        slot = self._similar("canonical_slots", type, vector, SAME_SLOT)
        if slot is None:
            slot = f"s{node}"
            self._repo.write(
                "INSERT INTO canonical_slots VALUES (?, 's', ?, ?, 1, ?)",
                slot,
                label,
                type,
                vector.tobytes(),
            )
        else:
            self._repo.write("UPDATE canonical_slots SET support = support + 1 WHERE id = ?", slot)
        self._repo.write("INSERT INTO surface_to_slot_mapping VALUES (?, 's', ?)", node, slot)

    def _graph_state(self) -> dict[str, Any]:
        """Stage 5."""
        nodes, edges = self._repo.nodes(), self._repo.edges()
        pairs = [(edge.source_node_id, edge.target_node_id) for edge in edges]
        linked = {end for pair in pairs for end in pair}
        return {
            "graph.node_count": min(len(nodes) / 50, 1.0),
            "graph.edge_count": min(len(edges) / 50, 1.0),
            "graph.orphan_count": min(sum(node.id not in linked for node in nodes) / 10, 1.0),
            "graph.max_depth": min(_longest(pairs) / 10, 1.0),
            "graph.chain_completion.has_complete": False,
        }

    def _canonical_state(self) -> dict[str, Any]:
        """Edges between concepts as edges between their slots, as far as these are active."""
        active = {slot.id for slot in self._repo.slots() if slot.support > 1}
        slot_of = self._repo.mappings()
        ends = (
            (slot_of[edge.source_node_id], slot_of[edge.target_node_id])
            for edge in self._repo.edges()
        )
        edges = Counter(pair for pair in ends if pair[0] != pair[1] and active.issuperset(pair))
        return {
            "graph.canonical_concept_count": min(len(active) / 25, 1.0),
            "graph.canonical_edge_density": min(len(edges) / max(1, len(active)), 1.0),
        }

    def _select(self, common: Mapping[str, Any], tracker: Tracker) -> tuple[str, str, list[Any]]:
        """Stage 6."""
        depth = "moderate"
        tracker.append_depth(depth)
        recent = tracker.history[-5:]
        about = {
            name: {"temporal.strategy_repetition_count": recent.count(name) / 5}
            for name in self._weights
        }
        ranked = rank(
            self._weights,
            {**common, "llm.response_depth": depth},
            _node_signals(tracker, depth),
            about,
        )
        kept = [
            {"strategy": pair.strategy, "node_id": pair.node_id, "score": pair.score}
            for pair in ranked[:ALTERNATIVES]
        ]
        return ranked[0].strategy, ranked[0].node_id, kept


def _longest(edges: Iterable[tuple[str, str]]) -> int:
    """How many concepts are on the longest way, each looked at once; what leads back into the way
    at hand is left out.
    """
    after: dict[str, list[str]] = {}
    for source, target in edges:
        after.setdefault(source, []).append(target)
    known: dict[str, int] = {}
    for start in after:
        waiting, on_way = [start], set[str]()
        while waiting:
            id = waiting[-1]
            on_way.add(id)
            step = next(
                (each for each in after.get(id, ()) if each not in known and each not in on_way),
                None,
            )
            if step is not None:
                waiting.append(step)
                continue
            known[id] = 1 + max((known.get(each, 0) for each in after.get(id, ())), default=0)
            waiting.pop()
            on_way.discard(id)
    return max(known.values(), default=0)
