"""Control graphs report all their faults at once, each by name and place."""

from __future__ import annotations

from dataclasses import replace

import pytest

from dramaturg.kernel.conditions import Flag, Vocabulary, parse
from dramaturg.kernel.errors import Path
from dramaturg.kernel.graph import Aside, ControlGraph, Edge, Node, graph_faults

VOCABULARY: Vocabulary = {"warm": Flag()}
A = Node("A", advance="B")
B = Node("B", is_gate=True, advance="END")
END = Node("END", is_terminal=True)
SOUND = ControlGraph("sound", "A", (A, B, END))

FAULTY: dict[str, tuple[ControlGraph, Path]] = {
    "edge-to-nowhere": (
        replace(SOUND, nodes=(replace(A, advance="C"), B, END)),
        ("nodes", 0, "advance"),
    ),
    "duplicate-node": (replace(SOUND, nodes=(A, A, B, END)), ("nodes", 1, "id")),
    "no-single-end": (replace(SOUND, nodes=(A, replace(B, advance="A"))), ("nodes",)),
    "min-above-max": (
        replace(SOUND, nodes=(replace(A, min_turns=3, max_turns=2), B, END)),
        ("nodes", 0, "min_turns"),
    ),
    "dead-end": (replace(SOUND, nodes=(A, replace(B, advance=None), END)), ("nodes", 1)),
    "end-with-exit": (
        replace(SOUND, nodes=(A, B, replace(END, advance="A"))),
        ("nodes", 2, "advance"),
    ),
    "gate-and-branch": (
        replace(SOUND, nodes=(A, replace(B, is_branch=True), END)),
        ("nodes", 1, "is_branch"),
    ),
    "unreachable-node": (
        replace(SOUND, nodes=(A, B, Node("C", advance="END"), END)),
        ("nodes", 2, "id"),
    ),
    "unknown-fact": (
        replace(SOUND, nodes=(replace(A, conditional=(Edge("B", parse("warn")),)), B, END)),
        ("nodes", 0, "conditional", 0, "when"),
    ),
    "unsatisfiable-condition": (
        replace(
            SOUND, nodes=(replace(A, asides=(Aside("x", parse("warm and not warm")),)), B, END)
        ),
        ("nodes", 0, "asides", 0, "when"),
    ),
}


def test_a_sound_graph_has_no_faults() -> None:
    assert graph_faults(SOUND, VOCABULARY) == ()


@pytest.mark.parametrize("code", FAULTY)
def test_a_fault_is_refused_by_name_and_place(code: str) -> None:
    graph, path = FAULTY[code]
    found = {fault.code: fault for fault in graph_faults(graph, VOCABULARY)}
    assert code in found
    assert found[code].path == path
    assert found[code].remedy


def test_a_start_that_is_no_node_is_a_fault() -> None:
    (fault, *_) = graph_faults(replace(SOUND, start="AA"), VOCABULARY)
    assert (fault.code, fault.path) == ("edge-to-nowhere", ("start",))


def test_all_faults_are_reported_at_once() -> None:
    nodes = (
        replace(A, min_turns=3, max_turns=1, advance="X"),
        replace(B, advance=None, is_branch=True),
    )
    codes = {fault.code for fault in graph_faults(replace(SOUND, nodes=nodes), VOCABULARY)}
    assert codes == {
        "no-single-end",
        "min-above-max",
        "edge-to-nowhere",
        "dead-end",
        "gate-and-branch",
    }
