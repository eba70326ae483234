"""`dramaturg check`: what comes with Dramaturg is proven, and every way to break it is refused by
name and place.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from tests.cli.at_the_shell import run_here

from dramaturg.app.check.check import check
from dramaturg.app.check.report import Report
from dramaturg.content.library import packaged
from dramaturg.kernel.errors import Fault
from dramaturg.kernel.explore import Proof

TECHNICAL = packaged() / "sims" / "backbones" / "technical.yaml"
LAUNCH = packaged() / "sims" / "scenarios" / "launch_decision.yaml"

Change = tuple[str, str]
Edit = Callable[..., Path]


@pytest.fixture
def edit(tmp_path: Path) -> Edit:
    """Writes a shipped file with some changes into a folder of its own; each change has to be
    possible in one place only.
    """

    def written(source: Path, *changes: Change) -> Path:
        text = source.read_text(encoding="utf-8")
        for old, new in changes:
            assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {source.name}"
            text = text.replace(old, new)
        file = tmp_path / source.name
        file.write_text(text, encoding="utf-8")
        return file

    return written


def proof(report: Report, claim: str) -> Proof:
    (found,) = (each for each in report.proofs if each.claim == claim)
    return found


def pointed_at(fault: Fault) -> str:
    """What stands in the file where a fault points, to the end of its line."""
    assert fault.file is not None and fault.line is not None and fault.column is not None
    return (
        Path(fault.file)
        .read_text(encoding="utf-8")
        .splitlines()[fault.line - 1][fault.column - 1 :]
    )


# ── what is proven ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.slow
def test_everything_that_comes_with_dramaturg_is_proven() -> None:
    report = check([])
    assert report.clean
    assert {each.subject for each in report.proofs} >= {
        "technical",
        "academic",
        "launch_decision: technical x qa_lead",
        "launch_decision: academic x guide",
    }


def test_the_technical_backbone_is_proven_to_end_without_a_trap_and_with_a_backstop_that_leaves_time() -> (
    None
):
    report = check([TECHNICAL])
    assert report.clean
    assert proof(report, "every walk ends").note == "in 9 to 14 exchanges"
    assert proof(report, "the end can be reached from everywhere").holds
    assert proof(report, "no backstop is shorter than the shortest walk").holds
    assert all(each.states > 20 for each in report.proofs)


# ── what is refused, each by its name and at its place ────────────────────────────────────────────


def block(source: Path, first: str, after: str) -> str:
    """The lines of a file from one that begins with `first` up to the next that begins with
    `after`.
    """
    text = source.read_text(encoding="utf-8")
    start = text.index(f"\n{first}") + 1
    return text[start : text.index(f"\n{after}", start) + 1]


ASIDE = "relationship >= cooperative and not key_reveal_done"
DECISIVE_FACTS = block(LAUNCH, "    decision_facts:\n      - id: contract_ceiling", "    concerns:")
REFUSED: list[tuple[str, Path, Change, str]] = [
    ("endless-walk", TECHNICAL, ("backstop: 6", "backstop: null"), "id: DECISIVE"),
    ("unreachable-node", TECHNICAL, ("advance: PIVOT_1", "advance: DECISIVE"), "PIVOT_1"),
    ("edge-to-nowhere", TECHNICAL, ("advance: RESOLVE", "advance: RESOLVED"), "RESOLVED"),
    ("edge-to-nowhere", TECHNICAL, ("start: GROUND", "start: GROUNDS"), "GROUNDS"),
    ("dead-end", TECHNICAL, ("    advance: CLOSE\n", ""), "id: RESOLVE"),
    (
        "gate-bypassed",
        TECHNICAL,
        (
            "    advance: DEEPEN",
            "    conditional: [{to: CLOSE, when: detour}]\n    advance: DEEPEN",
        ),
        "id: DECISIVE",
    ),
    ("never-happens", TECHNICAL, ("and not key_reveal_done", "and key_reveal_done"), "id: RESOLVE"),
    (
        "unsatisfiable-condition",
        TECHNICAL,
        (ASIDE, "relationship < neutral and score > 1 and score < 2"),
        "relationship < neutral",
    ),
    (
        "unsatisfiable-condition",
        TECHNICAL,
        (ASIDE, "relationship > trusting"),
        "relationship > trusting",
    ),
    ("unknown-fact", TECHNICAL, ("not key_reveal_done", "not key_reveal_don"), "relationship >="),
    ("bad-condition", TECHNICAL, (ASIDE, "relationship => cooperative"), "relationship =>"),
    (
        "min-above-max",
        TECHNICAL,
        ("    advance: SURFACE", "    min_turns: 3\n    advance: SURFACE"),
        "3",
    ),
    ("unknown-source", TECHNICAL, ("[decision_facts]", "[decisive_facts]"), "decisive_facts"),
    ("branch-without-pivot", TECHNICAL, ("is_gate: true", "is_branch: true"), "[decision_facts]"),
    ("branch-without-pivot", TECHNICAL, ("[beat6]", '[beat6, "pivots[p2]"]'), "[beat6"),
    (
        "optional-end",
        TECHNICAL,
        ("is_terminal: true", "is_terminal: true\n    optional: true"),
        "true",
    ),
    (
        "flag-hides-fact",
        TECHNICAL,
        (f"{ASIDE}\n        once: key_reveal_done", "detour\n        once: score"),
        "score",
    ),
    ("bad-condition", TECHNICAL, (ASIDE, f"score > 1{'0' * 400}"), "score > 1"),
    ("missing-binding", LAUNCH, (DECISIVE_FACTS, ""), "id: qa_lead"),
    ("missing-binding", LAUNCH, (DECISIVE_FACTS, "    decision_facts: []\n"), "[]"),
    ("unknown-name", LAUNCH, ("      to: guide\n", "      to: guides\n"), "guides"),
    ("unknown-name", LAUNCH, ("backbone: technical", "backbone: technicall"), "technicall"),
    ("duplicate-name", LAUNCH, ("- id: ship_as_is", "- id: ship_with_filter"), "ship_with_filter"),
    (
        "wrong-value",
        LAUNCH,
        ("\npeople:", "\nthresholds: [-10, -25, 10, 25]\npeople:"),
        "[-10, -25",
    ),
]


@pytest.mark.parametrize(
    ("code", "source", "change", "place"),
    REFUSED,
    ids=[f"{case[0]}: {case[3]}" for case in REFUSED],
)
def test_a_fault_is_refused_by_name_where_it_stands(
    code: str, source: Path, change: Change, place: str, edit: Edit
) -> None:
    report = check([edit(source, change)])
    assert not report.clean
    (fault,) = report.faults
    assert fault.code == code
    assert fault.remedy
    assert pointed_at(fault).startswith(place)


def test_a_backstop_shorter_than_the_gate_takes_is_refused_with_what_it_cuts_off(
    edit: Edit,
) -> None:
    report = check([edit(TECHNICAL, ("backstop: 6", "backstop: 1"))])
    assert [fault.code for fault in report.faults] == ["backstop-too-short", "never-happens"]
    assert pointed_at(report.faults[0]) == "id: DECISIVE"
    assert "PIVOT_2 is never reached, RESOLVE is never reached" in report.faults[1].message
    assert check([edit(TECHNICAL, ("backstop: 6", "backstop: 2"))]).clean


def test_a_trap_cycle_is_refused_as_a_trap_and_as_endless(edit: Edit) -> None:
    report = check([edit(TECHNICAL, ("advance: CLOSE", "advance: PIVOT_2"))])
    assert [fault.code for fault in report.faults] == ["endless-walk", "trap"]
    assert "PIVOT_2 and RESOLVE can go on for ever" in report.faults[0].message
    assert [pointed_at(fault) for fault in report.faults] == ["id: PIVOT_2", "id: PIVOT_2"]


def test_a_cycle_that_cuts_off_the_rest_is_refused_as_a_trap_and_the_rest_as_unreachable(
    edit: Edit,
) -> None:
    report = check([edit(TECHNICAL, ("advance: PIVOT_1", "advance: SURFACE"))])
    assert [fault.code for fault in report.faults] == ["trap", "endless-walk", "unreachable-node"]
    assert (
        "PIVOT_1 cannot be reached, nor what lies behind it: DECISIVE, PIVOT_2, RESOLVE, CLOSE"
        in report.faults[2].message
    )


# ── counter-examples ──────────────────────────────────────────────────────────────────────────────


def test_without_the_backstop_the_counter_example_walks_into_the_gate_and_round_it(
    edit: Edit,
) -> None:
    report = check([edit(TECHNICAL, ("backstop: 6", "backstop: null"))])
    ends = proof(report, "every walk ends")
    assert not ends.holds
    nodes = [step.partition(":")[0] for step in ends.counterexample]
    assert list(dict.fromkeys(nodes)) == [
        "GROUND",
        "SURFACE",
        "DEEPEN",
        "PIVOT_1",
        "DECISIVE",
        "... and again, for ever",
    ]
    assert ends.counterexample[-2] == "DECISIVE: not satisfied, stay DECISIVE (gate not satisfied)"


def test_a_way_around_the_gate_is_shown_to_its_end(edit: Edit) -> None:
    around = "    conditional: [{to: CLOSE, when: relationship == hostile}]\n    advance: DEEPEN"
    report = check([edit(TECHNICAL, ("    advance: DEEPEN", around))])
    assert proof(report, "every walk meets every gate").counterexample == (
        "GROUND: not satisfied, goto SURFACE (max turns reached (1/1))",
        "SURFACE: not satisfied, goto CLOSE (not satisfied, but it does not loop; relationship == hostile)",
        "CLOSE: the conversation ends here",
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "change", [("backstop: 6", "backstop: null"), ("advance: CLOSE", "advance: PIVOT_2")]
)
def test_the_same_content_gives_the_same_counter_example(change: Change, edit: Edit) -> None:
    """Strings hash differently in every process, so a walk found by way of a set would
    differ too.
    """
    file = edit(TECHNICAL, change)
    first, second = (dramaturg_check(file).stdout for _ in range(2))
    assert first == second


# ── several files, several faults ─────────────────────────────────────────────────────────────────


def test_all_faults_of_all_files_are_reported_in_one_run_in_the_order_of_the_files(
    edit: Edit, tmp_path: Path
) -> None:
    edit(
        TECHNICAL,
        ("    advance: SURFACE", "    min_turns: 3\n    advance: SURFACE"),
        (ASIDE, "relationship > trusting"),
        ("advance: PIVOT_2", "advance: PIVOT_3"),
    )
    edit(LAUNCH, (DECISIVE_FACTS, ""), ("best: delay_and_eval", "best: delay_and_evil"))
    faults = check([tmp_path]).faults
    assert [(Path(str(fault.file)).name, fault.code) for fault in faults] == [
        ("launch_decision.yaml", "broken-backbone"),
        ("launch_decision.yaml", "unknown-name"),
        ("launch_decision.yaml", "missing-binding"),
        ("technical.yaml", "min-above-max"),
        ("technical.yaml", "edge-to-nowhere"),
        ("technical.yaml", "unsatisfiable-condition"),
    ]


def test_an_unreadable_condition_does_not_hide_the_other_faults(edit: Edit) -> None:
    report = check(
        [
            edit(
                TECHNICAL,
                (ASIDE, "relationship => cooperative"),
                ("advance: PIVOT_2", "advance: PIVOT_3"),
            )
        ]
    )
    assert [fault.code for fault in report.faults] == ["edge-to-nowhere", "bad-condition"]


@pytest.mark.parametrize(
    "change",
    [
        ("backstop: 6", "backstop: null"),
        ("advance: CLOSE", "advance: CLOSED"),
        ("backstop: 6", "backstop: six"),
    ],
    ids=["not proven", "cannot be walked", "does not load"],
)
def test_a_scenario_is_not_proven_on_a_broken_backbone_wherever_that_lies(
    change: Change, edit: Edit, tmp_path: Path
) -> None:
    edit(TECHNICAL, change)
    report = check([LAUNCH], folders=[tmp_path])
    assert [fault.code for fault in report.faults] == ["broken-backbone"]
    assert pointed_at(report.faults[0]) == "technical"
    assert report.proofs == ()


def test_a_backbone_of_ones_own_stands_before_the_one_that_comes_with_dramaturg(
    edit: Edit, tmp_path: Path
) -> None:
    edit(TECHNICAL, ("content_source: [beat6]", "content_source: [beat6, key_reveal]"))
    edit(LAUNCH, (block(LAUNCH, "    key_reveal:\n      id: told_to_wait", "    goal:"), ""))
    (fault,) = check([tmp_path]).faults
    assert fault.code == "missing-binding"
    assert "product_manager has no key_reveal" in fault.message


# ── at the shell ──────────────────────────────────────────────────────────────────────────────────


def dramaturg_check(*arguments: str | Path) -> CompletedProcess[str]:
    return run_here("check", *map(str, arguments))


@pytest.mark.slow
def test_the_clean_library_leaves_with_0() -> None:
    done = dramaturg_check("--json")
    answer: dict[str, Any] = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    assert answer["faults"] == []
    assert all(each["holds"] and each["counterexample"] is None for each in answer["proofs"])


def test_faults_leave_with_1_and_say_where_and_what_to_do(edit: Edit) -> None:
    file = edit(TECHNICAL, ("advance: RESOLVE", "advance: RESOLVED"))
    done = dramaturg_check(file, "--json")
    assert (done.returncode, done.stderr) == (1, "")
    assert json.loads(done.stdout) == {
        "faults": [
            {
                "code": "edge-to-nowhere",
                "message": "PIVOT_2 leads to RESOLVED, which is no node",
                "file": str(file),
                "line": 55,
                "column": 14,
                "remedy": "Did you mean 'RESOLVE'?",
            }
        ],
        "proofs": [],
    }


def test_a_refuted_proof_leaves_with_1_and_its_counter_example(edit: Edit) -> None:
    done = dramaturg_check(edit(TECHNICAL, ("backstop: 6", "backstop: null")), "--json")
    assert done.returncode == 1
    answer: dict[str, Any] = json.loads(done.stdout)
    assert [(fault["code"], fault["line"]) for fault in answer["faults"]] == [("endless-walk", 39)]
    (refuted,) = (each for each in answer["proofs"] if not each["holds"])
    assert (refuted["subject"], refuted["property"]) == ("technical", "every walk ends")
    assert refuted["states"] > 20
    assert refuted["counterexample"][0].startswith("GROUND: ")


def test_without_json_the_same_is_printed_to_be_read(edit: Edit) -> None:
    file = edit(TECHNICAL, ("backstop: 6", "backstop: null"))
    done = dramaturg_check(file)
    assert done.returncode == 1
    assert "✗ every walk ends: DECISIVE can go on for ever\n      1. GROUND: " in done.stdout
    assert (
        f"\n{file}:39:5: technical: DECISIVE can go on for ever (refuted: every walk ends) [endless-walk] Give"
        in done.stdout
    )


# ── what names something else, and what is no document ────────────────────────────────────────────

INTERVIEWS = packaged() / "interviews"
ARCHIE = INTERVIEWS / "profiles" / "archie_hospital.yaml"
CYCLISTS = INTERVIEWS / "populations" / "cyclists_to_work.yaml"


@pytest.mark.parametrize(
    ("source", "change", "message"),
    [
        (
            ARCHIE,
            ("methodology: critical_incident", "methodology: critical_incidnt"),
            "there is no methodology critical_incidnt",
        ),
        (ARCHIE, ("subject: hospital_stay", "subject: hospital"), "there is no subject hospital"),
        (
            ARCHIE,
            ("methodology: critical_incident", "methodology: five_whys"),
            "five_whys has no concepts of the type context",
        ),
        (
            CYCLISTS,
            ("methodology: means_end_chain", "methodology: five_whys"),
            "five_whys has no concepts of the type attribute",
        ),
    ],
    ids=["no methodology", "no subject", "types of a person", "types of people"],
)
def test_simulated_people_are_held_against_the_methodology_they_name(
    source: Path, change: Change, message: str, edit: Edit
) -> None:
    first = check([edit(source, change)]).faults[0]
    assert (first.code, first.message) == ("unknown-name", message)
    assert first.remedy


def test_a_methodology_with_faults_of_its_own_is_not_blamed_on_simulated_people(
    edit: Edit, tmp_path: Path
) -> None:
    edit(ARCHIE)
    (tmp_path / "critical_incident.yaml").write_text(
        "kind: methodology\nid: critical_incident\n", encoding="utf-8"
    )
    assert {Path(fault.file or "").name for fault in check([tmp_path]).faults} == {
        "critical_incident.yaml"
    }


def test_a_flow_from_elsewhere_is_proven_in_a_folder_and_by_its_name(tmp_path: Path) -> None:
    file = tmp_path / "talk.mmd"
    file.write_text("stateDiagram-v2\n  [*] --> A\n  A --> B\n  B --> [*]\n", encoding="utf-8")
    for path in (tmp_path, file):
        report = check([path])
        assert (report.files, report.clean) == (1, True)
        assert report.proofs
        assert report.sources == (str(file),) * len(report.proofs)


def test_a_walkthrough_of_a_scenario_that_nobody_has_is_refused(tmp_path: Path) -> None:
    text = "kind: walkthrough\nid: walk\ntitle: A walk\nplay: {sim: launch_decison}\nturns: [{say: Hello}]\n"
    (tmp_path / "walk.yaml").write_text(text, encoding="utf-8")
    (fault,) = check([tmp_path]).faults
    assert (fault.code, fault.line, fault.remedy) == (
        "unknown-name",
        4,
        "Did you mean 'launch_decision'?",
    )
