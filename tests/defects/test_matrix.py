"""The seeded defects of docs/defects.yaml: every one is found where it lies, and nothing is found
in the originals.
"""

from __future__ import annotations

import pytest
from docs.make_defects import PAGE, Defect, Stage, defects, row

from dramaturg.app.check.check import check

ENGINES = {"sims", "interviews", "memoir", "games", "flows"}
STRUCTURAL = {
    "end cut off",
    "dead end",
    "unreachable node",
    "edge to nowhere",
    "trap",
    "limit shorter than the shortest way",
    "gate gone around",
}


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Stage:
    return Stage(tmp_path_factory.mktemp("stage"))


def test_the_matrix_has_defects_of_all_engines_and_the_seven_structural_ones() -> None:
    assert len(defects()) >= 24
    assert {defect.engine for defect in defects()} == ENGINES
    assert {defect.name for defect in defects() if defect.structural} == STRUCTURAL
    assert len({defect.name for defect in defects()}) == len(defects())
    assert all(defect.finds for defect in defects())


@pytest.mark.slow
def test_no_original_has_a_fault_and_all_that_is_claimed_of_it_is_proven(stage: Stage) -> None:
    report = check(sorted({stage.path(defect) for defect in defects()}))
    assert report.faults == ()
    assert report.unproven == ()
    assert [proof for proof in report.proofs if not proof.holds] == []


@pytest.mark.slow
@pytest.mark.parametrize("defect", defects(), ids=lambda defect: defect.name.replace(" ", "_"))
def test_a_defect_is_reported_with_its_codes_at_its_place_and_the_page_says_so(
    defect: Defect, stage: Stage
) -> None:
    report = stage.report(defect)
    assert {fault.code for fault in report.faults} == set(defect.finds)
    for code, text in defect.finds.items():
        assert any(
            text in stage.place(defect, fault) for fault in report.faults if fault.code == code
        ), code
    assert row(defect, report) in PAGE.read_text(encoding="utf-8").splitlines()


def test_the_page_has_a_row_for_every_defect_and_no_others() -> None:
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| ")]
    assert len(rows) == len(defects()) + len(ENGINES), "one heading for each engine"
