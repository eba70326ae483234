"""Flowcharts of Mermaid, flows of Rasa, Yarn with several beginnings and the oldest form of Pipecat:
read as they are published, and judged by what is meant.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from dramaturg.app.check.check import check
from dramaturg.app.check.report import Report

TICKETS = """---
title: The door
---
flowchart TD
    %% a comment; with a semicolon
    A([Start]) --> B{Has ticket?}
    B -->|yes| C[Let in]
    B -- no --> D["Sell one; or not"]:::shop
    D -.-> B; D ==> X{{Turn away}}
    C --> E((End))
    subgraph inside [Inside]
      E
    end
    classDef shop fill:#fff
    style A fill:#eee
"""
TRAP = "graph LR\nA --> B --> C\nB --> D\nC --> C2\nC2 --> C\n"
MANY = "flowchart LR\n  Phone & Mail --> Desk\n  Desk --> Done\n"
ROUND = "graph LR\n  Idle -- coin --> Open\n  Open -- push --> Idle\n"
TRANSFER = """flows:
  transfer:
    description: Send money to somebody.
    steps:
      - collect: recipient
      - id: amount
        collect: amount
        next:
          - if: slots.amount > 1000
            then:
              - action: utter_too_much
                next: amount
          - else: confirm
      - id: confirm
        collect: sure
        next:
          - if: slots.sure
            then: pay
          - else: END
      - id: pay
        action: action_pay
      - call: balance
      - link: goodbye
  balance:
    if: False
    steps:
      - action: action_balance
  goodbye:
    steps:
      - action: utter_bye
"""


def checked(folder: Path, name: str, text: str) -> Report:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return check([file])


def codes(report: Report) -> list[str]:
    return sorted({fault.code for fault in report.faults})


@pytest.mark.parametrize(
    ("name", "text", "steps"),
    [("a.mmd", TICKETS, 6), ("b.mmd", MANY, 4), ("c.mmd", ROUND, 2), ("d.yml", TRANSFER, 8)],
)
def test_a_sound_flow_is_proven(name: str, text: str, steps: int, tmp_path: Path) -> None:
    report = checked(tmp_path, name, text)
    assert codes(report) == []
    assert all(proof.holds for proof in report.proofs)
    assert len(report.proofs) == 3


def test_a_round_is_taken_to_end_where_it_begins_and_that_is_told(tmp_path: Path) -> None:
    told = " ".join(checked(tmp_path, "round.mmd", ROUND).unproven)
    assert "taken to begin at Idle, named first" in told
    assert "drawn as a round: taken to end where it begins" in told


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("trap.mmd", TRAP, "trap"),
        ("words.mmd", "flowchart TD\n  A --> B\n  A ->> B\n", "unreadable-flow"),
        ("nowhere.yml", TRANSFER.replace("then: pay", "then: pya"), "edge-to-nowhere"),
        ("no_else.yml", TRANSFER.replace("          - else: confirm\n", ""), "dead-end"),
        ("twice.yml", TRANSFER.replace("id: confirm", "id: pay"), "duplicate-node"),
        ("skipped.yml", TRANSFER.replace("then: pay", "then: END"), "unreachable-node"),
        (
            "again.yml",
            TRANSFER.replace("- action: utter_bye", "- id: x\n        action: a\n        next: x"),
            "trap",
        ),
    ],
)
def test_what_is_wrong_with_a_flow_is_found(
    name: str, text: str, code: str, tmp_path: Path
) -> None:
    assert code in codes(checked(tmp_path, name, text))


def test_a_flow_that_another_file_has_is_told_as_not_proven(tmp_path: Path) -> None:
    elsewhere = TRANSFER.replace("link: goodbye", "link: pattern_completed")
    told = " ".join(checked(tmp_path, "other.yml", elsewhere).unproven)
    assert "pattern_completed is a flow that Rasa brings along" in told


VILLAGE = """title: Start
---
The village.
===
title: Baker
---
-> Bread
    <<jump Bye>>
===
title: Smith
---
<<jump Bye>>
===
title: Bye
---
Goodbye.
===
"""
OLDEST = """{"initial_node": "start", "nodes": {
  "start": {"messages": [], "functions": [{"type": "function", "function": {"name": "choose_pizza"}}]},
  "choose_pizza": {"messages": [], "functions": [
    {"type": "function", "function": {"name": "select_size", "handler": "x"}},
    {"type": "function", "function": {"name": "end"}}]},
  "end": {"messages": [], "functions": [], "actions": [{"type": "end_conversation"}]}}}
"""


def test_nodes_that_a_game_begins_are_no_forgotten_ones(tmp_path: Path) -> None:
    report = checked(tmp_path, "village.yarn", VILLAGE)
    assert codes(report) == []
    assert "nothing leads to Baker or Smith: taken for other beginnings" in " ".join(
        report.unproven
    )
    one = VILLAGE.replace("The village.", "<<jump Smith>>")
    assert codes(checked(tmp_path, "one.yarn", one)) == ["unreachable-node"]


def test_in_the_oldest_form_a_function_leads_to_the_node_of_its_name(tmp_path: Path) -> None:
    report = checked(tmp_path, "pizza.json", OLDEST)
    assert codes(report) == []
    assert "taken to lead to the node of its name" in " ".join(report.unproven)
    cut = OLDEST.replace('"name": "end"', '"name": "fin"')
    assert codes(checked(tmp_path, "cut.json", cut)) != []
