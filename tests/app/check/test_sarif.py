"""SARIF: every fault where it is, a refuted claim with its walk, and what holds among the
properties of the run.
"""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from dramaturg.app.check.check import check
from dramaturg.app.check.meanings import meanings, page_of
from dramaturg.app.check.report import Report
from dramaturg.app.check.sarif import sarif
from dramaturg.content.library import packaged
from dramaturg.kernel.errors import Fault
from dramaturg.kernel.explore import Proof

DOCS = Path(__file__).parents[3] / "docs"
MISTAKES = Path(__file__).with_name("twelve_mistakes.yaml")


def run_of(report: Report, root: Path) -> dict[str, Any]:
    log = sarif(report, root)
    assert (log["version"], log["$schema"].endswith("sarif-schema-2.1.0.json")) == ("2.1.0", True)
    (run,) = log["runs"]
    return dict(run)


@pytest.fixture
def trapped(tmp_path: Path) -> Path:
    """A backbone of which two claims do not hold."""
    (block,) = re.findall(
        r"^```yaml\n(.*?)^```",
        (DOCS / "faults" / "trap.md").read_text("utf-8"),
        re.MULTILINE | re.DOTALL,
    )
    (tmp_path / "my talks").mkdir()
    file = tmp_path / "my talks" / "trap.yaml"
    file.write_text(block, encoding="utf-8")
    return file


def test_every_fault_is_a_result_with_its_place() -> None:
    report = check([MISTAKES])
    run = run_of(report, MISTAKES.parent)
    told = {
        (result["ruleId"], *result["locations"][0]["physicalLocation"]["region"].values())
        for result in run["results"]
    }
    assert told == {(fault.code, fault.line, fault.column) for fault in report.faults}
    assert len(run["results"]) == len(report.faults) == 12
    assert all(result["level"] == "error" for result in run["results"])


def test_every_result_has_a_rule_that_says_what_it_means_and_where_there_is_more() -> None:
    run = run_of(check([MISTAKES]), MISTAKES.parent)
    rules = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
    assert {result["ruleId"] for result in run["results"]} == set(rules)
    for code, rule in rules.items():
        assert rule["shortDescription"]["text"] == meanings().faults[code]
        assert f"docs/faults/{code}.md" in rule["help"]["text"]


def test_a_refuted_claim_comes_with_the_walk_that_shows_it(trapped: Path) -> None:
    run = run_of(check([trapped]), trapped.parent)
    walks = {
        result["ruleId"]: [
            step["location"]["message"]["text"]
            for step in result["codeFlows"][0]["threadFlows"][0]["locations"]
        ]
        for result in run["results"]
    }
    assert walks["trap"] == [
        "GREET: not satisfied, goto ASK (max turns reached (1/1); relationship <= guarded)"
    ]
    assert walks["endless-walk"][-1] == "... and again, for ever"


def test_files_are_named_from_where_the_check_was_run(trapped: Path) -> None:
    run = run_of(check([trapped]), trapped.parent.parent)
    artifact = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
    assert artifact == {"uri": "my%20talks/trap.yaml", "uriBaseId": "ROOT"}
    assert "ROOT" in run["originalUriBaseIds"]


def test_files_elsewhere_are_named_in_full(trapped: Path, tmp_path: Path) -> None:
    run = run_of(check([trapped]), tmp_path / "other")
    assert run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"] == {
        "uri": trapped.as_uri()
    }


def test_what_holds_stands_among_the_properties_with_the_number_of_states() -> None:
    report = check([packaged() / "sims" / "backbones" / "academic.yaml"])
    run = run_of(report, Path.cwd())
    assert run["results"] == []
    assert [proof["property"] for proof in run["properties"]["proofs"]] == [
        proof.claim for proof in report.proofs
    ]
    assert all(proof["states"] > 0 for proof in run["properties"]["proofs"])


def test_a_claim_that_fails_and_is_nobodys_fault_is_a_result_in_its_file() -> None:
    proof = Proof(
        "heart", "all content is sound", 3, False, "2 of 3", ("matching with 4: too few",)
    )
    report = Report(1, (), (proof,), sources=("heart.yaml",))
    (result,) = run_of(report, Path.cwd())["results"]
    assert result["ruleId"] == "not-proven"
    assert result["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "heart.yaml", "uriBaseId": "ROOT"}
    }
    assert len(result["codeFlows"]) == 1


def test_a_fault_without_a_place_is_told_without_one() -> None:
    (result,) = run_of(Report(0, (Fault("empty", "nothing", "write"),), ()), Path.cwd())["results"]
    assert result["locations"] == []


def test_the_same_fault_keeps_its_fingerprint_when_lines_are_put_in_before_it(
    trapped: Path,
) -> None:
    before = run_of(check([trapped]), trapped.parent)["results"]
    trapped.write_text("# a line more\n" + trapped.read_text("utf-8"), encoding="utf-8")
    after = run_of(check([trapped]), trapped.parent)["results"]
    prints = [[result["partialFingerprints"] for result in results] for results in (before, after)]
    assert prints[0] == prints[1]
    assert before[0]["locations"] != after[0]["locations"]


def test_the_pages_that_rules_point_to_are_there() -> None:
    pages = {
        page_of(code)
        for code in (*meanings().faults, *chain(*meanings().issues.values()), "not-proven")
    }
    assert [page for page in sorted(pages) if not (DOCS.parent / page).is_file()] == []
