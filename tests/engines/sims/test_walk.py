"""The worked example of seed 000, §9, row by row, from its ten reports alone."""

from __future__ import annotations

import pytest

from dramaturg.engines.sims.base.binding import SimPart
from dramaturg.engines.sims.walk import WalkReport, walk
from dramaturg.kernel.errors import BadInput
from dramaturg.kernel.walker import ExchangeReport, GraphWalker

TEN_REPORTS = [
    WalkReport(node_satisfied=True),
    WalkReport(node_satisfied=True),
    WalkReport(node_satisfied=False),
    WalkReport(node_satisfied=True, detour_detected=True),
    WalkReport(node_satisfied=False, choice="a"),
    WalkReport(node_satisfied=False, engagement_score=1),
    WalkReport(node_satisfied=True),
    WalkReport(node_satisfied=False, choice="a"),
    WalkReport(node_satisfied=True),
    WalkReport(node_satisfied=True),
]

THE_TABLE = [
    (1, "GROUND", "goto", "SURFACE", "satisfied (max 1)", (), 0, "neutral"),
    (2, "SURFACE", "goto", "DEEPEN", "satisfied", (), 0, "neutral"),
    (3, "DEEPEN", "stay", "DEEPEN", "not satisfied (1/2)", (), 0, "neutral"),
    (4, "DEEPEN", "goto", "PIVOT_1", "satisfied (max 2)", (), 0, "neutral"),
    (
        5,
        "PIVOT_1",
        "goto",
        "DECISIVE",
        "the pointed question is answered: a, mood +12",
        ("AI_PivotMoment",),
        12,
        "cooperative",
    ),
    (6, "DECISIVE", "stay", "DECISIVE", "gate not satisfied", (), 13, "cooperative"),
    (7, "DECISIVE", "goto", "PIVOT_2", "gate cleared", (), 13, "cooperative"),
    (
        8,
        "PIVOT_2",
        "goto",
        "RESOLVE",
        "the pointed question is answered: a, mood +6",
        ("AI_PivotMoment",),
        19,
        "cooperative",
    ),
    (
        9,
        "RESOLVE",
        "goto",
        "CLOSE",
        "satisfied; KEY_REVEAL fires: key_reveal",
        (),
        19,
        "cooperative",
    ),
    (
        10,
        "CLOSE",
        "close",
        "CLOSE",
        "the conversation ends here; objective_complete: understand_the_risk",
        ("AI_AdvanceObjective", "AI_EndConversation"),
        19,
        "cooperative",
    ),
]


def test_the_ten_reports_of_the_seed_give_the_table_of_the_seed(maya: SimPart) -> None:
    rows = [
        (
            line.turn,
            line.node,
            line.decision,
            line.next,
            line.reason,
            line.commands,
            line.relationship,
            line.state,
        )
        for line in walk(maya, TEN_REPORTS)
    ]
    assert rows == THE_TABLE


def test_after_the_sixth_exchange_the_state_is_the_one_printed_in_the_seed(maya: SimPart) -> None:
    pointer = maya.walker.start()
    for report in TEN_REPORTS[:6]:
        facts = {"relationship": "cooperative"}
        pointer = maya.walker.advance(
            pointer, ExchangeReport(report.node_satisfied, report.detour_detected), facts
        ).pointer
        pointer = maya.walker.resolve(pointer, facts).pointer if pointer.armed else pointer
    assert pointer.current_node == "DECISIVE"
    assert pointer.node_turn_count == 1
    assert pointer.nodes_satisfied == ("GROUND", "SURFACE", "DEEPEN", "PIVOT_1")
    assert pointer.node_history == ("GROUND", "SURFACE", "DEEPEN", "DEEPEN", "PIVOT_1", "DECISIVE")
    assert pointer.detours == 1


def test_without_warmth_the_key_reveal_stays_shut(maya: SimPart) -> None:
    cold = [
        report.model_copy(update={"choice": "c"}) if report.choice else report
        for report in TEN_REPORTS
    ]
    ninth = list(walk(maya, cold))[8]
    assert (ninth.node, ninth.reason, ninth.state) == ("RESOLVE", "satisfied", "guarded")


def test_a_pivot_that_nobody_chose_for_is_resolved_by_the_next_words_with_no_mood(
    maya: SimPart,
) -> None:
    spoken = [report.model_copy(update={"choice": None}) for report in TEN_REPORTS]
    lines = list(walk(maya, spoken))
    assert [(line.node, line.decision, line.next) for line in lines[4:6]] == [
        ("PIVOT_1", "arm", "PIVOT_1"),
        ("DECISIVE", "stay", "DECISIVE"),
    ]
    assert lines[4].relationship == 0


def test_six_exchanges_held_in_the_gate_end_in_close_without_the_objective(maya: SimPart) -> None:
    stubborn = [
        *TEN_REPORTS[:5],
        *[WalkReport(node_satisfied=False)] * 6,
        WalkReport(node_satisfied=True),
    ]
    lines = list(walk(maya, stubborn))
    assert (lines[10].node, lines[10].next, lines[10].reason) == (
        "DECISIVE",
        "CLOSE",
        "backstop: held in the gate for 6 exchanges",
    )
    assert lines[11].commands == ("AI_EndConversation",)


@pytest.mark.parametrize(
    ("reports", "problem"),
    [
        ([WalkReport(node_satisfied=True, choice="a")], "GROUND offers nothing to choose"),
        (
            [*TEN_REPORTS[:4], WalkReport(node_satisfied=False, choice="z")],
            "PIVOT_1 offers a, b, c, not 'z'",
        ),
        (
            [*TEN_REPORTS, WalkReport(node_satisfied=True)],
            "the conversation ended with exchange 10",
        ),
    ],
)
def test_reports_that_cannot_be_are_refused_by_line(
    maya: SimPart, reports: list[WalkReport], problem: str
) -> None:
    with pytest.raises(BadInput, match=problem):
        list(walk(maya, reports))


def test_the_walker_of_a_part_is_the_public_walker(maya: SimPart) -> None:
    assert isinstance(maya.walker, GraphWalker)
