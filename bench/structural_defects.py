"""Structural defects: the seven of docs/defects.md, and the sound original, as LangGraph and
Pipecat Flows take them.

Each backbone is translated by the same rules. LangGraph: a StateGraph with one node each; a
conditional edge reads counters in the state and may stay, go on, or, in a gate, give up and go to
the end; what counts is what `compile()` says. Pipecat Flows: a FlowConfig with one node each; a
function with a branch on its result may stay, go on or give up; what counts is what `FlowConfig`
and `Flow` say. Neither has a word for a gate or for a limit on how long one stays, so these are
only conditions inside functions there. Pipecat brings 700 MB, so it is not in our lock: name an
interpreter that has pipecat-ai in PIPECAT_PYTHON.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypedDict, cast

from docs.make_defects import defects, edited
from langgraph.graph import END, START, StateGraph

from bench.report import Finding, rows_of
from dramaturg.app.check.check import check
from dramaturg.app.check.flows import judge_flow
from dramaturg.app.content.kinds import KINDS
from dramaturg.content.documents import Loaded, load_text
from dramaturg.content.library import packaged
from dramaturg.engines.sims.base.backbone import Backbone, BackboneNode
from dramaturg.kernel.errors import Fault

ORIGINAL = "none: the original"
HEADINGS = (
    "defect",
    "Dramaturg",
    "LangGraph, compile()",
    "Pipecat, Flow",
    "Dramaturg on the Pipecat file",
)
ABSENT = "not installed"
LONGEST = 120
Texts = Mapping[str, str]


def findings() -> Iterator[Finding]:
    told = verdicts()
    ours = sum(bool(row[1]) for row in told[1:])
    for column, peer in ((2, "LangGraph, compile()"), (3, "Pipecat, Flow")):
        if told[0][column] != ABSENT:
            yield Finding(
                f"defects found, of {len(told) - 1}; {peer}",
                ours,
                sum(bool(row[column]) for row in told[1:]),
                number,
            )


def details() -> str:
    return rows_of(
        HEADINGS,
        [(name, *(_brief(words) or "accepted" for words in row)) for name, *row in verdicts()],
    )


@cache
def verdicts() -> Sequence[tuple[str, ...]]:
    """For the original and each defect what everybody says of it, an empty text where it is
    accepted.
    """
    texts = backbones()
    loaded = {name: backbone_of(text) for name, text in texts.items()}
    flows = {name: pipecat_flow(backbone) for name, backbone in loaded.items()}
    pipecat = pipecat_says(list(flows.values()))
    with TemporaryDirectory() as folder:
        return [
            (
                name,
                ours(text, Path(folder)),
                langgraph_says(loaded[name]),
                pipecat[at],
                ours_of_flow(flows[name], Path(folder)),
            )
            for at, (name, text) in enumerate(texts.items())
        ]


def backbones() -> Texts:
    seven = [defect for defect in defects() if defect.structural]
    original = (packaged() / seven[0].file).read_text(encoding="utf-8")
    return {ORIGINAL: original} | {defect.name: edited(original, defect) for defect in seven}


def backbone_of(text: str) -> Backbone:
    loaded = load_text(text, "backbone.yaml", KINDS)
    assert isinstance(loaded, Loaded), loaded
    return cast(Backbone, loaded.document)


# ── Dramaturg ─────────────────────────────────────────────────────────────────────────────────────


def ours(text: str, folder: Path) -> str:
    file = folder / "backbone.yaml"
    file.write_text(text, encoding="utf-8")
    return _codes(check([file]).faults)


def ours_of_flow(flow: dict[str, Any], folder: Path) -> str:
    file = folder / "flow.json"
    file.write_text(json.dumps(flow, indent=2), encoding="utf-8")
    return _codes(judge_flow(file).faults)


def _codes(faults: Sequence[Fault]) -> str:
    return ", ".join(dict.fromkeys(fault.code for fault in faults))


# ── where a node can lead ─────────────────────────────────────────────────────────────────────────


def targets_of(node: BackboneNode, backbone: Backbone) -> list[str]:
    """Where its edges lead; in a gate also to the end, when patience is at an end."""
    onward = [edge.to for edge in node.conditional] + ([node.advance] if node.advance else [])
    ends = [other.id for other in backbone.nodes if other.is_terminal]
    return list(dict.fromkeys([*onward, *(ends if node.is_gate and backbone.backstop else [])]))


def may_stay(node: BackboneNode) -> bool:
    return node.is_gate or node.max_turns > 1


# ── LangGraph ─────────────────────────────────────────────────────────────────────────────────────


class Talk(TypedDict, total=False):
    satisfied: bool
    turns: int
    relationship: int


def langgraph_says(backbone: Backbone) -> str:
    builder = StateGraph(Talk)
    builder.add_edge(START, backbone.start)
    for node in backbone.nodes:
        builder.add_node(node.id, _spoken)
        onward = targets_of(node, backbone)
        if node.is_terminal:
            builder.add_edge(node.id, END)
        elif onward:
            stay = [node.id] if may_stay(node) else []
            builder.add_conditional_edges(node.id, _route(node, onward, backbone), [*stay, *onward])
    try:
        builder.compile()
    except ValueError as refusal:
        return str(refusal)
    return ""


def _spoken(state: Talk) -> Talk:
    return {"turns": state.get("turns", 0) + 1}


def _route(node: BackboneNode, onward: Sequence[str], backbone: Backbone) -> Callable[[Talk], str]:
    def route(state: Talk) -> str:
        turns, satisfied = state.get("turns", 0), state.get("satisfied", False)
        if node.is_gate and not satisfied:
            return onward[-1] if turns >= (backbone.backstop or turns + 1) else node.id
        if may_stay(node) and not satisfied and turns < node.max_turns:
            return node.id
        friendly = node.conditional and state.get("relationship", 0) > 0
        return onward[0] if friendly else node.advance or onward[0]

    return route


# ── Pipecat ───────────────────────────────────────────────────────────────────────────────────────


def pipecat_flow(backbone: Backbone) -> dict[str, Any]:
    return {
        "initial_node": backbone.start,
        "nodes": {node.id: _pipecat_node(node, backbone) for node in backbone.nodes},
    }


def _pipecat_node(node: BackboneNode, backbone: Backbone) -> dict[str, Any]:
    cases = {target: target for target in targets_of(node, backbone)}
    branch = {"name": f"talk_{node.id.lower()}", "transition_to": {"field": "next", "cases": cases}}
    ends = {"post_actions": [{"type": "end_conversation"}]} if node.is_terminal else {}
    return {
        "task_messages": [{"role": "developer", "content": node.intent}],
        "functions": [branch] if cases else [],
        **ends,
    }


def pipecat_says(flows: list[dict[str, Any]]) -> list[str]:
    python = os.environ.get("PIPECAT_PYTHON")
    if not python:
        return [ABSENT] * len(flows)
    called = [python, str(Path(__file__).with_name("pipecat_peer.py"))]
    answer = subprocess.run(
        called, input=json.dumps(flows), capture_output=True, text=True, check=True
    ).stdout
    return cast(list[str], json.loads(answer))


# ── in words ──────────────────────────────────────────────────────────────────────────────────────


def number(count: float) -> str:
    return f"{count:.0f}"


def _brief(words: str) -> str:
    line = " ".join(words.split())
    return line if len(line) <= LONGEST else f"{line[:LONGEST]}…"
