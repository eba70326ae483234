"""Exploration finds every state; its proofs are true, and its counter-examples can be walked."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dramaturg.kernel.conditions import Flag, Vocabulary, parse
from dramaturg.kernel.errors import AuthorError
from dramaturg.kernel.explore import Proof, explore, prove
from dramaturg.kernel.graph import ControlGraph, Edge, Node, graph_faults
from dramaturg.kernel.walker import ExchangeReport, GraphWalker

VOCABULARY: Vocabulary = {"warm": Flag(), "told": Flag()}
A = Node("A", max_turns=2, self_loop=True, advance="GATE")
GATE = Node("GATE", is_gate=True, advance="END")
END = Node("END", is_terminal=True)
SOUND = ControlGraph("sound", "A", (A, GATE, END), backstop=4)


def failed(graph: ControlGraph) -> dict[str, Proof]:
    assert graph_faults(graph, VOCABULARY) == ()
    return {proof.code: proof for proof in prove(graph, VOCABULARY) if not proof.holds}


def test_a_sound_graph_is_proven_with_its_bounds() -> None:
    proofs = prove(SOUND, VOCABULARY)
    assert all(proof.holds for proof in proofs)
    # 1 in A, 2 in the gate (one to say it, one to acknowledge it), 1 at the end; at most 2 + 4 + 1
    assert proofs[0].note == "in 4 to 7 exchanges"


def test_without_a_backstop_a_gate_can_hold_for_ever_and_the_walk_is_shown() -> None:
    proof = failed(replace(SOUND, backstop=None))["endless-walk"]
    assert proof.counterexample[-2].startswith("GATE: not satisfied, stay GATE")
    assert proof.counterexample[0].startswith("A: ")


def test_an_edge_that_leads_back_for_ever_is_a_trap_cycle_unless_it_opens_once() -> None:
    back = replace(GATE, is_gate=False, conditional=(Edge("A", parse("warm")),))
    assert "endless-walk" in failed(replace(SOUND, nodes=(A, back, END)))
    once = replace(back, conditional=(Edge("A", parse("warm"), once="told"),))
    assert failed(replace(SOUND, nodes=(A, once, END))) == {}


def test_a_corner_without_a_way_out_is_a_trap() -> None:
    corner = Node("CORNER", advance="CORNER2")
    corner2 = Node("CORNER2", advance="CORNER")
    start = replace(A, conditional=(Edge("CORNER", parse("warm")),))
    proof = failed(replace(SOUND, nodes=(start, GATE, corner, corner2, END)))["trap"]
    assert "not from CORNER" in proof.note
    assert len(proof.counterexample) == 1, "one step is the shortest way into it"


def test_a_backstop_shorter_than_the_gate_needs_is_refused() -> None:
    assert "backstop-too-short" in failed(replace(SOUND, backstop=1))
    assert "backstop-too-short" not in failed(replace(SOUND, backstop=2))


def test_a_way_around_a_gate_is_found() -> None:
    around = replace(A, conditional=(Edge("END", parse("warm")),))
    proof = failed(replace(SOUND, nodes=(around, GATE, END)))["gate-bypassed"]
    assert "GATE" not in " ".join(step.split(":")[0] for step in proof.counterexample)


def test_another_gates_backstop_is_a_way_past_a_gate_that_is_meant() -> None:
    second = Node("GATE2", is_gate=True, advance="END")
    assert failed(replace(SOUND, nodes=(A, replace(GATE, advance="GATE2"), second, END))) == {}


def test_too_many_states_are_an_error_that_says_so() -> None:
    with pytest.raises(AuthorError, match="more than 100 states"):
        explore(0, lambda number: [("next", number + 1)], most=100)


@st.composite
def graphs(draw: st.DrawFn) -> ControlGraph:
    size = draw(st.integers(2, 5))
    names = [f"N{number}" for number in range(size)]
    nodes = []
    for name in names[:-1]:
        shortest = draw(st.integers(1, 2))
        conditional = (
            [
                Edge(
                    draw(st.sampled_from(names)),
                    parse("warm"),
                    draw(st.sampled_from([None, "told"])),
                )
            ]
            if draw(st.booleans())
            else []
        )
        nodes.append(
            Node(
                name,
                min_turns=shortest,
                max_turns=shortest + draw(st.integers(0, 2)),
                is_gate=draw(st.booleans()),
                self_loop=draw(st.booleans()),
                advance=draw(st.sampled_from(names)),
                conditional=tuple(conditional),
            )
        )
    return ControlGraph(
        "random",
        "N0",
        (*nodes, Node(names[-1], is_terminal=True)),
        draw(st.sampled_from([None, 2, 4])),
    )


@pytest.mark.slow
@given(
    graphs(),
    st.lists(st.tuples(st.booleans(), st.booleans(), st.booleans()), min_size=80, max_size=80),
)
def test_what_is_proven_to_end_does_end_within_the_proven_bound(
    graph: ControlGraph, world: list[tuple[bool, bool, bool]]
) -> None:
    if graph_faults(graph, VOCABULARY):
        return
    ends = prove(graph, VOCABULARY)[0]
    if not ends.holds:
        return
    bound = int(ends.note.split(" to ")[1].split()[0])
    walker, pointer = GraphWalker(graph), GraphWalker(graph).start()
    exchanges = 0
    for satisfied, spoke, warm in world:
        if pointer.closed:
            break
        pointer = walker.advance(
            pointer, ExchangeReport(satisfied, spoke=spoke), {"warm": warm}
        ).pointer
        exchanges += 1
    assert pointer.closed
    assert exchanges <= bound
