"""The walker's settled readings, one each (spec: sims, 'The walker')."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from dramaturg.kernel.conditions import Words, bind, parse
from dramaturg.kernel.graph import Aside, ControlGraph, Edge, Node
from dramaturg.kernel.walker import ExchangeReport, GraphWalker, Pointer, Step

WARM = bind(
    parse("relationship >= cooperative and not told"),
    {"relationship": Words(("neutral", "cooperative"), ordered=True)},
)
NEUTRAL, COOPERATIVE = {"relationship": "neutral"}, {"relationship": "cooperative"}
POINTERS = TypeAdapter(Pointer)
YES, NO = ExchangeReport(satisfied=True), ExchangeReport(satisfied=False)

GRAPH = ControlGraph(
    "small",
    "TALK",
    (
        Node("TALK", max_turns=2, self_loop=True, advance="FORK"),
        Node("FORK", is_branch=True, advance="GATE"),
        Node("GATE", is_gate=True, max_turns=1, advance="END"),
        Node("END", is_terminal=True),
    ),
    backstop=3,
)


def walk(graph: ControlGraph, *reports: ExchangeReport) -> Step:
    """The last step of a walk in which branches are answered at once."""
    walker, pointer = GraphWalker(graph), GraphWalker(graph).start()
    for report in reports:
        step = walker.advance(pointer, report, NEUTRAL)
        pointer = (
            walker.resolve(step.pointer, NEUTRAL).pointer if step.pointer.armed else step.pointer
        )
    return step._replace(pointer=pointer)


def with_node(node: Node) -> ControlGraph:
    return replace(GRAPH, nodes=tuple(node if node.id == each.id else each for each in GRAPH.nodes))


def test_a_looping_node_is_stayed_in_until_satisfied() -> None:
    assert walk(GRAPH, NO).decision == "stay"
    assert walk(GRAPH, YES).pointer.current_node == "FORK"


def test_max_turns_force_a_looping_node_to_advance() -> None:
    step = walk(GRAPH, NO, NO)
    assert (step.decision, step.pointer.current_node, step.reason) == (
        "goto",
        "FORK",
        "max turns reached (2/2)",
    )


def test_a_node_that_does_not_loop_never_leaves_before_min_turns() -> None:
    graph = with_node(Node("TALK", min_turns=3, max_turns=3, advance="FORK"))
    assert [walk(graph, *[YES] * turns).pointer.current_node for turns in (1, 2, 3)] == [
        "TALK",
        "TALK",
        "FORK",
    ]


def test_a_branch_is_armed_by_its_question_and_left_by_the_answer() -> None:
    walker = GraphWalker(GRAPH)
    armed = walker.advance(Pointer("FORK"), NO, NEUTRAL)
    assert (armed.decision, armed.pointer.armed, armed.pointer.current_node) == (
        "arm",
        True,
        "FORK",
    )
    answered = walker.resolve(armed.pointer, NEUTRAL)
    assert answered.pointer.current_node == "GATE"
    assert answered.pointer.nodes_satisfied == ("FORK",)
    assert answered.pointer.node_history == ("FORK",), "an answer is no exchange"


def test_max_turns_do_not_override_a_gate() -> None:
    assert walk(GRAPH, YES, NO, NO, NO).pointer.current_node == "GATE"


def test_a_gate_is_not_opened_by_the_exchange_that_first_says_its_content() -> None:
    step = walk(GRAPH, YES, NO, YES)
    assert (step.decision, step.pointer.current_node) == ("stay", "GATE")
    assert "GATE" not in step.pointer.nodes_satisfied
    assert walk(GRAPH, YES, NO, YES, YES).pointer.current_node == "END"


def test_a_gate_whose_content_was_not_said_stays_shut() -> None:
    unsaid = ExchangeReport(satisfied=True, spoke=False)
    assert walk(GRAPH, YES, NO, unsaid, unsaid).pointer.current_node == "GATE"


def test_the_backstop_leads_to_the_end_and_says_so() -> None:
    step = walk(GRAPH, YES, NO, NO, NO, NO)
    assert (step.decision, step.pointer.current_node) == ("goto", "END")
    assert step.reason == "backstop: held in the gate for 3 exchanges"
    assert "GATE" not in step.pointer.nodes_satisfied


def test_the_backstop_counts_within_one_gate_only() -> None:
    long = with_node(Node("TALK", min_turns=5, max_turns=5, advance="FORK"))
    assert walk(long, *[YES] * 5, NO, NO).pointer.current_node == "GATE"


def test_the_end_closes_whatever_is_reported() -> None:
    step = GraphWalker(GRAPH).advance(Pointer("END"), NO, NEUTRAL)
    assert (step.decision, step.pointer.closed) == ("close", True)


def test_a_conditional_edge_carries_its_own_condition_and_opens_once() -> None:
    graph = with_node(Node("TALK", advance="FORK", conditional=(Edge("TALK", WARM, once="told"),)))
    walker = GraphWalker(graph)
    assert walker.advance(walker.start(), YES, NEUTRAL).pointer.current_node == "FORK"
    back = walker.advance(walker.start(), YES, COOPERATIVE)
    assert (back.pointer.current_node, back.pointer.flags) == ("TALK", ("told",))
    assert walker.advance(back.pointer, YES, COOPERATIVE).pointer.current_node == "FORK"


def test_an_aside_opens_inside_its_node_once_and_moves_nothing() -> None:
    graph = with_node(
        Node(
            "TALK",
            max_turns=2,
            self_loop=True,
            advance="FORK",
            asides=(Aside("secret", WARM, once="told"),),
        )
    )
    walker = GraphWalker(graph)
    assert walker.opens(walker.start(), NEUTRAL) == ()
    assert [aside.source for aside in walker.opens(walker.start(), COOPERATIVE)] == ["secret"]
    step = walker.advance(walker.start(), NO, COOPERATIVE)
    assert (step.decision, step.pointer.flags) == ("stay", ("told",))
    assert walker.opens(step.pointer, COOPERATIVE) == ()


reports = st.builds(ExchangeReport, st.booleans(), st.booleans(), st.booleans())


@given(st.lists(reports, max_size=30))
def test_detours_are_counted_and_never_move_the_pointer(
    given_reports: list[ExchangeReport],
) -> None:
    def trail(detours: bool) -> list[Pointer]:
        walker, pointer, seen = GraphWalker(GRAPH), GraphWalker(GRAPH).start(), []
        for report in given_reports:
            if pointer.closed:
                break
            step = walker.advance(
                pointer, report if detours else report._replace(detour=False), NEUTRAL
            )
            pointer = (
                walker.resolve(step.pointer, NEUTRAL).pointer
                if step.pointer.armed
                else step.pointer
            )
            seen.append(pointer)
        return seen

    with_detours = trail(detours=True)
    assert [pointer._replace(detours=0) for pointer in with_detours] == trail(detours=False)
    if with_detours:
        assert with_detours[-1].detours == sum(
            report.detour for report in given_reports[: len(with_detours)]
        )


@given(st.lists(reports, max_size=30))
def test_every_walk_is_counted_exchange_by_exchange_and_survives_json(
    given_reports: list[ExchangeReport],
) -> None:
    walker, pointer = GraphWalker(GRAPH), GraphWalker(GRAPH).start()
    for number, report in enumerate(given_reports, start=1):
        if pointer.closed:
            break
        step = walker.advance(pointer, report, NEUTRAL)
        assert len(step.pointer.node_history) == number
        assert step.pointer.node_history[-1] == step.node
        pointer = (
            walker.resolve(step.pointer, NEUTRAL).pointer if step.pointer.armed else step.pointer
        )
        assert POINTERS.validate_json(POINTERS.dump_json(pointer)) == pointer


@pytest.mark.parametrize(
    "field", ["current_node", "node_turn_count", "nodes_satisfied", "node_history"]
)
def test_the_state_has_the_fields_of_the_seeds_contract(field: str) -> None:
    assert field in Pointer._fields
