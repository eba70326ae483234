"""The peer of an interview's turn: everything is loaded again every turn, as seeds 002 and 004 describe it, written out plainly.

Each turn reads all concepts and edges of the session, counts the graph anew, compares a new label with every stored vector of its
type, reads the tracker from its document, scores all pairs by merging dictionaries, and writes the document back. One commit a
turn, where the original has several. Extraction and signals of the answer are given, as they are to us.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from bench.interview_given import GivenEmbedder
from dramaturg.engines.interviews.extraction import Extraction
from dramaturg.engines.interviews.methodology import Methodology
from dramaturg.kernel.scoring import rank

TABLES = """
CREATE TABLE sessions (id TEXT PRIMARY KEY, turn_count INTEGER, node_tracker_state TEXT);
CREATE TABLE utterances (id TEXT PRIMARY KEY, session TEXT, turn INTEGER, speaker TEXT, text TEXT);
CREATE TABLE kg_nodes (id TEXT PRIMARY KEY, session TEXT, label TEXT, type TEXT, utterances TEXT, embedding BLOB);
CREATE TABLE kg_edges (id TEXT PRIMARY KEY, session TEXT, source TEXT, target TEXT, type TEXT, utterance TEXT);
CREATE TABLE canonical_slots (id TEXT PRIMARY KEY, session TEXT, name TEXT, type TEXT, support INTEGER, embedding BLOB);
CREATE TABLE surface_to_slot_mapping (node TEXT PRIMARY KEY, session TEXT, slot TEXT);
CREATE TABLE scoring_history (session TEXT, turn INTEGER, strategy TEXT, node TEXT, score REAL, alternatives TEXT);
CREATE INDEX nodes_of ON kg_nodes (session);
CREATE INDEX edges_of ON kg_edges (session);
CREATE INDEX slots_of ON canonical_slots (session);
"""
SAME_LABEL, SAME_SLOT = 0.80, 0.60
ALTERNATIVES = 24


class ReloadingInterview:
    """One session, one turn at a time, with nothing kept in memory."""

    def __init__(self, folder: Path, methodology: Methodology) -> None:
        self._db = sqlite3.connect(folder / "peer.db", isolation_level=None)
        self._db.executescript("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;" + TABLES)
        self._db.execute("INSERT INTO sessions VALUES ('s', 0, NULL)")
        self._weights = {each.name: each.signal_weights for each in methodology.strategies}
        self._methodology = methodology
        self._embedder = GivenEmbedder()

    def turn(self, text: str, extraction: Extraction, readings: Mapping[str, Any]) -> tuple[str, str]:
        self._db.execute("BEGIN IMMEDIATE")
        turn, tracker = self._context()
        self._db.execute("INSERT INTO utterances VALUES (?, 's', ?, 'user', ?)", (f"u{turn}", turn, text))
        changed = self._grow(extraction, turn, tracker)
        graph = self._graph_state()
        if changed and tracker["previous_focus"]:
            focus = tracker["states"][tracker["previous_focus"]]
            focus["last_yield_turn"], focus["yield_count"] = turn, focus["yield_count"] + 1
        strategy, node, alternatives = self._select(graph, readings, tracker, turn)
        self._update_focus(tracker, strategy, node, turn)
        self._db.execute("INSERT INTO utterances VALUES (?, 's', ?, 'system', ?)", (f"q{turn}", turn, f"{strategy}: {node}?"))
        self._db.execute(
            "INSERT INTO scoring_history VALUES ('s', ?, ?, ?, ?, ?)", (turn, strategy, node, 0.0, json.dumps(alternatives))
        )
        self._db.execute("UPDATE sessions SET turn_count = ?, node_tracker_state = ?", (turn, json.dumps(tracker)))
        self._db.execute("COMMIT")
        return strategy, node

    def _context(self) -> tuple[int, dict[str, Any]]:
        count, document = self._db.execute("SELECT turn_count, node_tracker_state FROM sessions").fetchone()
        self._db.execute("SELECT text FROM utterances WHERE session = 's' ORDER BY turn DESC LIMIT 10").fetchall()
        self._db.execute("SELECT label FROM kg_nodes WHERE session = 's'").fetchall()
        return count + 1, json.loads(document) if document else {"previous_focus": None, "states": {}, "history": []}

    # ── stages 4 and 4.5 ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def _grow(self, extraction: Extraction, turn: int, tracker: dict[str, Any]) -> bool:
        known = {label: id for id, label in self._db.execute("SELECT id, label FROM kg_nodes WHERE session = 's'")}
        changed = False
        for concept in extraction.concepts:
            if concept.label in known:
                continue
            vector = self._embedder.embed([concept.label])[0]
            same = self._similar("kg_nodes", concept.type, vector, SAME_LABEL)
            if same:
                known[concept.label] = same
                continue
            known[concept.label] = id = f"c{len(known) + 1}"
            row = (id, concept.label, concept.type, json.dumps([f"u{turn}"]), vector.tobytes())
            self._db.execute("INSERT INTO kg_nodes VALUES (?, 's', ?, ?, ?, ?)", row)
            tracker["states"][id] = _fresh(id, concept.label, turn)
            self._slot(id, concept.label, concept.type, vector)
            changed = True
        edges = self._db.execute("SELECT source, target, type FROM kg_edges WHERE session = 's'").fetchall()
        for relation in extraction.relationships:
            source, target = known.get(relation.source), known.get(relation.target)
            if source and target and (source, target, relation.type) not in edges:
                row = (f"e{len(edges) + 1}", source, target, relation.type, f"u{turn}")
                self._db.execute("INSERT INTO kg_edges VALUES (?, 's', ?, ?, ?, ?)", row)
                edges.append((source, target, relation.type))
                tracker["states"][source]["edge_count_outgoing"] += 1
                tracker["states"][target]["edge_count_incoming"] += 1
                changed = True
        return changed

    def _similar(self, table: str, type: str, vector: Any, threshold: float) -> str | None:
        best, found = threshold, None
        for id, blob in self._db.execute(f"SELECT id, embedding FROM {table} WHERE session = 's' AND type = ?", (type,)):  # noqa: S608 - our own table names
            near = float(np.dot(np.frombuffer(blob, np.float32), vector))
            if near >= best:
                best, found = near, id
        return found

    def _slot(self, node: str, label: str, type: str, vector: Any) -> None:
        slot = self._similar("canonical_slots", type, vector, SAME_SLOT)
        if slot is None:
            (count,) = self._db.execute("SELECT count(*) FROM canonical_slots WHERE session = 's'").fetchone()
            slot = f"s{count + 1}"
            self._db.execute("INSERT INTO canonical_slots VALUES (?, 's', ?, ?, 1, ?)", (slot, label, type, vector.tobytes()))
        else:
            self._db.execute("UPDATE canonical_slots SET support = support + 1 WHERE id = ?", (slot,))
        self._db.execute("INSERT INTO surface_to_slot_mapping VALUES (?, 's', ?)", (node, slot))

    # ── stage 5 ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _graph_state(self) -> dict[str, Any]:
        nodes = [id for (id,) in self._db.execute("SELECT id FROM kg_nodes WHERE session = 's'")]
        edges = self._db.execute("SELECT source, target FROM kg_edges WHERE session = 's'").fetchall()
        slots = self._db.execute("SELECT id, support FROM canonical_slots WHERE session = 's'").fetchall()
        after: dict[str, list[str]] = {}
        for source, target in edges:
            after.setdefault(source, []).append(target)
        linked = {end for edge in edges for end in edge}
        active = [slot for slot, support in slots if support > 1]
        return {
            "graph.node_count": min(len(nodes) / 50, 1.0),
            "graph.orphan_count": min(len([node for node in nodes if node not in linked]) / 10, 1.0),
            "graph.max_depth": min(_longest(nodes, after) / 10, 1.0),
            "graph.canonical_concept_count": min(len(active) / 25, 1.0),
            "graph.chain_completion.has_complete": False,
        }

    # ── stage 6 ───────────────────────────────────────────────────────────────────────────────────────────────────────────────

    def _select(
        self, graph: Mapping[str, Any], readings: Mapping[str, Any], tracker: dict[str, Any], turn: int
    ) -> tuple[str, str, list[Any]]:
        if tracker["previous_focus"]:
            tracker["states"][tracker["previous_focus"]]["all_response_depths"].append("moderate")
        common = {**graph, **{f"llm.{name}": value for name, value in readings.items()}, "llm.response_depth": "moderate"}
        nodes = {id: _signals(state, tracker, turn) for id, state in tracker["states"].items()}
        recent = tracker["history"][-5:]
        about = {name: {"temporal.strategy_repetition_count": recent.count(name) / 5} for name in self._weights}
        ranked = rank(self._weights, common, nodes, about)
        best = ranked[0]
        kept = [{"strategy": pair.strategy, "node_id": pair.node_id, "score": pair.score} for pair in ranked[:ALTERNATIVES]]
        return best.strategy, best.node_id, kept

    def _update_focus(self, tracker: dict[str, Any], strategy: str, node: str, turn: int) -> None:
        for id, state in tracker["states"].items():
            state["turns_since_last_focus"] += 1
            state["turns_since_last_yield"] += 1
            if id != node:
                state["current_focus_streak"] = 0
        focus = tracker["states"][node]
        focus["focus_count"] += 1
        focus["current_focus_streak"] += 1
        focus["last_focus_turn"] = turn
        focus["turns_since_last_focus"] = 0
        focus["strategy_usage_count"][strategy] = focus["strategy_usage_count"].get(strategy, 0) + 1
        tracker["previous_focus"] = node
        tracker["history"] = [*tracker["history"], strategy][-30:]


def _fresh(id: str, label: str, turn: int) -> dict[str, Any]:
    """A node's state with the fields of seed 002."""
    numbers = (
        "depth focus_count turns_since_last_focus current_focus_streak turns_since_last_yield yield_count "
        "edge_count_outgoing edge_count_incoming consecutive_same_strategy"
    )
    return {
        **dict.fromkeys(numbers.split(), 0),
        "node_id": id,
        "label": label,
        "created_at_turn": turn,
        "last_focus_turn": None,
        "last_yield_turn": None,
        "all_response_depths": [],
        "connected_node_ids": [],
        "strategy_usage_count": {},
        "last_strategy_used": None,
    }


def _signals(state: Mapping[str, Any], tracker: Mapping[str, Any], turn: int) -> dict[str, Any]:
    depths = state["all_response_depths"][-3:]
    shallow = sum(depth in ("surface", "shallow") for depth in depths) / max(1, len(depths))
    stagnation, streak = state["turns_since_last_yield"], state["current_focus_streak"]
    edges = state["edge_count_outgoing"] + state["edge_count_incoming"]
    return {
        "graph.node.exhausted": state["focus_count"] > 0 and stagnation >= 3 and streak >= 2 and shallow >= 2 / 3,
        "graph.node.exhaustion_score": min(stagnation, 10) / 10 * 0.4 + min(streak, 5) / 5 * 0.3 + shallow * 0.3,
        "graph.node.yield_stagnation": stagnation >= 3,
        "graph.node.focus_streak": "none" if not streak else "low" if streak == 1 else "medium" if streak < 4 else "high",
        "graph.node.is_current_focus": state["node_id"] == tracker["previous_focus"],
        "graph.node.recency_score": max(0.0, 1 - state["turns_since_last_focus"] / 20),
        "graph.node.is_orphan": not edges,
        "graph.node.edge_count": min(edges / 10, 1.0),
        "graph.node.is_new": state["created_at_turn"] == turn,
        "meta.node.opportunity": "fresh",
        "technique.node.strategy_repetition": "low" if state["consecutive_same_strategy"] else "none",
    }


def _longest(nodes: Sequence[str], after: Mapping[str, list[str]]) -> int:
    """The longest way from any concept, each looked up once; whatever leads back into the way at hand is left out."""
    known: dict[str, int] = {}
    for start in nodes:
        waiting = [(start, iter(after.get(start, ())))]
        on_way = {start}
        while waiting:
            id, rest = waiting[-1]
            step = next((each for each in rest if each not in known and each not in on_way), None)
            if step is None:
                known[id] = 1 + max((known.get(each, 0) for each in after.get(id, ())), default=0)
                waiting.pop()
                on_way.discard(id)
            else:
                waiting.append((step, iter(after.get(step, ()))))
                on_way.add(step)
    return max(known.values(), default=0)
