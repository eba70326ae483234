"""An analyst at the shell, with a study that was held: codes, decisions, figures, reports and
exports.
"""

from __future__ import annotations

import csv
import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.app.studies.held_study import INES, OTIS, SIMULATED, laid_out
from tests.studies.qdpx.projects import files, project_file

from dramaturg.cli import main

pytestmark = pytest.mark.slow

STUDY = "oat_small"
DECISION = re.compile(r"decision (\d+)")

Shell = Callable[..., str]


@pytest.fixture
def shell(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Shell:
    """Runs `dramaturg study` with these words and returns what it prints; what fails must be
    expected to.
    """
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DRAMATURG_STORE", laid_out(tmp_path).store)
    monkeypatch.setenv("COLUMNS", "200")

    def run(*words: str | Path, fails: bool = False) -> str:
        monkeypatch.setattr(sys, "argv", ["dramaturg", "study", *map(str, words)])
        with pytest.raises(SystemExit) as ended:
            main.run()
        printed = capsys.readouterr()
        assert bool(ended.value.code) == fails, printed
        return printed.err if fails else printed.out

    return run


def codes_in(shell: Shell) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(shell("codes", STUDY, "--json"))
    return told


def idea_of(shell: Shell, respondent: str, label: str) -> str:
    found: Iterator[str] = (
        each["idea"] for each in codes_in(shell)["joined"] if each["label"] == label
    )
    return next(idea for idea in found if idea.startswith(respondent))


def by_name(told: dict[str, Any]) -> dict[str, Any]:
    return {code["name"]: code for code in told["codes"]}


def figures(shell: Shell) -> dict[str, Any]:
    """Everything that a decision can change."""
    codes = codes_in(shell)
    shell("report", STUDY, "--out", "figures")
    report = Path("figures/report.md").read_text(encoding="utf-8")
    counted = {kind: json.loads(shell(kind, STUDY, "--json")) for kind in ("matrix", "saturation")}
    return {"codes": codes["codes"], "joined": codes["joined"], "report": report, **counted}


def decided(printed: str) -> str:
    found = DECISION.search(printed)
    assert found, printed
    return found[1]


def read_rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def write_rows(path: Path, rows: list[dict[str, Any]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


# ── codes ─────────────────────────────────────────────────────────────────────────────────────────


def test_codes_are_listed_with_the_respondents_behind_them_most_first(shell: Shell) -> None:
    listed = re.findall(r"^(k\d+) .* (\d+) +\d+ *$", shell("codes", STUDY), re.MULTILINE)
    told = codes_in(shell)
    supports = [int(support) for _, support in listed]
    assert {id for id, _ in listed} == {code["id"] for code in told["codes"]}
    assert supports == sorted((code["support"] for code in told["codes"]), reverse=True)


def test_what_was_joined_to_a_code_is_listed_with_its_reason(shell: Shell) -> None:
    foam = by_name(codes_in(shell))["creamy foam"]
    for name in ("creamy foam", "CREAMY FOAM", foam["id"]):
        printed = shell("codes", STUDY, "--joined", name)
        assert all(idea in printed for idea in foam["ideas"])
        assert re.search(rf"{INES}/\w+ +creamy foam +(exact|lemma|meaning|new) +\d\.\d\d", printed)


# ── decisions ─────────────────────────────────────────────────────────────────────────────────────


def decisions(shell: Shell) -> dict[str, tuple[str | Path, ...]]:
    shell("export", STUDY, "--to", "qdpx", "--out", "ours.qdpx")
    return {
        "merge": ("merge", STUDY, "coffee feel like a treat", "feel healthy"),
        "split": ("split", STUDY, "feel healthy", idea_of(shell, OTIS, "feel healthy")),
        "rename": ("rename", STUDY, "creamy foam", "stands up in the cup"),
        "import": ("import", STUDY, "ours.qdpx"),
    }


CHANGED = {
    "merge": {"codes", "joined", "matrix", "saturation", "report"},
    "split": {"codes", "joined", "matrix", "saturation", "report"},
    "rename": {"codes", "matrix", "saturation", "report"},
    "import": {"codes", "joined", "saturation", "report"},
}


@pytest.mark.parametrize("kind", CHANGED)
def test_a_decision_changes_all_figures_and_undoing_it_restores_them(
    shell: Shell, kind: str
) -> None:
    before = figures(shell)
    number = decided(shell(*decisions(shell)[kind]))
    after = figures(shell)
    assert {name for name in before if after[name] != before[name]} == CHANGED[kind]
    assert "The analyst decided 1 time." in after["report"]
    assert f"{number}. " in shell("codes", STUDY)
    assert f"Decision {number} is taken back." in shell("undo", STUDY, number)
    assert figures(shell) == before
    assert "(taken back)" in shell("codes", STUDY)


def test_merged_codes_are_one_with_the_respondents_of_both(shell: Shell) -> None:
    before = by_name(codes_in(shell))
    shell("merge", STUDY, "creamy foam", "feel healthy")
    after = by_name(codes_in(shell))
    ideas = {*before["creamy foam"]["ideas"], *before["feel healthy"]["ideas"]}
    assert set(after["creamy foam"]["ideas"]) == ideas
    assert "feel healthy" not in after
    assert after["creamy foam"]["support"] == len({idea.partition("/")[0] for idea in ideas})


def test_an_idea_that_is_split_off_is_a_code_of_its_own(shell: Shell) -> None:
    foam, leaving = by_name(codes_in(shell))["creamy foam"], idea_of(shell, OTIS, "creamy foam")
    shell("split", STUDY, "creamy foam", leaving)
    (apart,) = (code for code in codes_in(shell)["codes"] if code["ideas"] == [leaving])
    (rest,) = (code for code in codes_in(shell)["codes"] if code["id"] == foam["id"])
    assert (apart["support"], rest["support"]) == (1, foam["support"] - 1)
    assert {each["idea"]: each["by"] for each in codes_in(shell)["joined"]}[leaving] == "analyst"


def test_a_renamed_code_goes_by_its_new_name_everywhere(shell: Shell) -> None:
    shell("rename", STUDY, "creamy foam", "  stands up in the cup ")
    assert "stands up in the cup" in shell("matrix", STUDY)
    assert "creamy foam" not in shell("matrix", STUDY, "--json")
    assert "stands up in the cup" in figures(shell)["report"]


def test_ideas_join_the_codes_of_an_imported_book_by_name(shell: Shell) -> None:
    before = by_name(codes_in(shell))
    shell("export", STUDY, "--to", "qdpx", "--out", "ours.qdpx")
    shell("import", STUDY, "ours.qdpx")
    after = codes_in(shell)
    assert set(before) <= set(by_name(after))
    named = [each for each in after["joined"] if each["label"] in before]
    assert {each["by"] for each in named} == {"imported"}
    assert len(named) > 10


def test_decisions_build_on_one_another_and_are_undone_in_any_order(shell: Shell) -> None:
    before = figures(shell)
    leaving = idea_of(shell, OTIS, "creamy foam")
    first = decided(shell("merge", STUDY, "creamy foam", "feel healthy"))
    second = decided(shell("rename", STUDY, "creamy foam", "what it is like"))
    third = decided(shell("split", STUDY, "what it is like", leaving))
    for number in (second, first, third):
        shell("undo", STUDY, number)
    assert figures(shell) == before


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("codes", "oat_smal"), "no study 'oat_smal' is open. Did you mean 'oat_small'?"),
        (
            ("codes", STUDY, "--joined", "creamy foan"),
            "there is no code 'creamy foan'. Did you mean 'creamy foam'?",
        ),
        (("merge", STUDY, "creamy foam", "feel heathly"), "Did you mean 'feel healthy'?"),
        (("merge", STUDY, "creamy foam", "Creamy Foam"), "are the same code already"),
        (
            ("split", STUDY, "creamy foam", "R004"),
            "'R004' names no idea: write respondent/idea, such as R003/s4",
        ),
        (("split", STUDY, "creamy foam", "R004/s0"), "R004/s0 is no idea of “creamy foam” (k"),
        (("rename", STUDY, "creamy foam", "  "), "give the code a name"),
        (("rename", STUDY, "creamy foan", "x"), "Did you mean 'creamy foam'?"),
        (("undo", STUDY, "99"), "there is no decision 99."),
        (("import", STUDY, "nowhere.qdpx"), "nowhere.qdpx"),
        (
            ("agreement", STUDY, "nowhere.csv"),
            "nowhere.csv cannot be read: no such file or directory",
        ),
        (("agreement", STUDY, "nowhere.qdpx"), "nowhere.qdpx"),
        (("matrix", "oat_smal"), "no study 'oat_smal' is open. Did you mean 'oat_small'?"),
        (("saturation", "oat_smal"), "no study 'oat_smal' is open. Did you mean 'oat_small'?"),
        (("matrix", "nowhere.csv"), "nowhere.csv cannot be read: no such file or directory"),
        (("saturation", "nowhere.tsv"), "nowhere.tsv cannot be read: no such file or directory"),
        (
            ("export", STUDY, "--to", "qdpxx"),
            "a study cannot be written as 'qdpxx'. Did you mean 'qdpx'?",
        ),
        (("report", "oat_smal"), "Did you mean 'oat_small'?"),
    ],
)
def test_a_mistake_is_told_with_what_may_be_meant(
    shell: Shell, words: tuple[str, ...], told: str
) -> None:
    printed = shell(*words, fails=True)
    assert told in printed
    assert "Traceback" not in printed


def test_all_ideas_of_a_code_cannot_leave_it(shell: Shell) -> None:
    foam = by_name(codes_in(shell))["creamy foam"]
    assert "leave some in it" in shell("split", STUDY, "creamy foam", *foam["ideas"], fails=True)


def test_a_name_that_several_codes_have_is_not_enough(shell: Shell) -> None:
    known = by_name(codes_in(shell))
    foam, health = known["creamy foam"]["id"], known["feel healthy"]["id"]
    shell("rename", STUDY, "feel healthy", "Creamy foam")
    printed = shell("rename", STUDY, "creamy foam", "x", fails=True)
    assert re.search(
        rf"several codes are called 'creamy foam': give an id, ({foam} or {health}|{health} or {foam})",
        printed,
    )
    shell("rename", STUDY, health, "health")
    assert "health" in by_name(codes_in(shell))


# ── a second coder ────────────────────────────────────────────────────────────────────────────────


def second_coder(shell: Shell) -> list[dict[str, Any]]:
    """Somebody who codes every answer as we did."""
    shell("export", STUDY, "--to", "csv", "--out", "tables")
    quotes = read_rows(Path("tables/quotes.csv"))
    coded = {(row["respondent"], row["turn"], row["name"]) for row in quotes}
    answers = {
        (row["respondent"], row["turn"])
        for row in read_rows(Path("tables/lines.csv"))
        if row["speaker"] == "respondent"
    }
    bare = answers - {(who, turn) for who, turn, _ in coded}
    rows = [*coded, *((who, turn, "-") for who, turn in bare)]
    return [{"interview": who, "turn": turn, "code": code} for who, turn, code in sorted(rows)]


def test_who_codes_as_we_do_agrees_wholly(shell: Shell) -> None:
    theirs = write_rows(Path("theirs.csv"), second_coder(shell))
    told = json.loads(shell("agreement", STUDY, theirs, "--json"))
    assert (told["alpha"], told["alpha_all"], told["only_ours"], told["only_theirs"]) == (
        1.0,
        1.0,
        [],
        [],
    )
    assert told["units"] == 5 * 6
    assert {each["kappa"] for each in told["codes"]} == {1.0}


def test_our_own_codings_under_another_name_agree_wholly(shell: Shell) -> None:
    shell("export", STUDY, "--to", "qdpx", "--out", "ours.qdpx")
    assert "has no codings but ours" in shell("agreement", STUDY, "ours.qdpx", fails=True)
    told = json.loads(shell("agreement", STUDY, by_somebody_else(Path("ours.qdpx")), "--json"))
    assert (told["alpha"], told["only_ours"], told["only_theirs"]) == (1.0, [], [])


def by_somebody_else(project: Path) -> Path:
    held = files(project.read_bytes())
    ours = '<User guid="([^"]+)" name="Dramaturg"'
    renamed, users = re.subn(ours, r'<User guid="\1" name="Ada"', held["project.qde"].decode())
    assert users == 1
    return project_file(Path(), held | {"project.qde": renamed.encode()})


def test_who_misses_a_code_once_agrees_less_on_that_code_only(shell: Shell) -> None:
    rows = second_coder(shell)
    (missed, *_) = (row for row in rows if row["code"] == "creamy foam")
    theirs = write_rows(
        Path("theirs.csv"), [row | {"code": "-"} if row is missed else row for row in rows]
    )
    told = {
        each["code"]: each
        for each in json.loads(shell("agreement", STUDY, theirs, "--json"))["codes"]
    }
    assert {code for code, each in told.items() if each["kappa"] != 1.0} == {"creamy foam"}
    assert (told["creamy foam"]["counts"]["ours"], told["creamy foam"]["counts"]["theirs"]) == (
        1,
        0,
    )
    assert "creamy foam" in shell("agreement", STUDY, theirs)


# ── figures of a study, and of its tables ─────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "options", [(), ("--count", "mentions"), ("--relations", "all", "--cutoff", "1")]
)
def test_the_ladders_of_an_export_give_the_matrix_of_the_study(
    shell: Shell, options: tuple[str, ...]
) -> None:
    shell("export", STUDY, "--to", "csv", "--out", "tables")
    ours, theirs = (
        shell("matrix", source, *options, "--json") for source in (STUDY, "tables/ladders.csv")
    )
    assert theirs == ours
    assert json.loads(ours)["cells"]


def test_the_codes_of_an_export_give_the_saturation_of_the_study(shell: Shell) -> None:
    shell("export", STUDY, "--to", "csv", "--out", "tables")
    ours, theirs = (
        json.loads(shell("saturation", source, "--base", "2", "--run", "1", "--json"))
        for source in (STUDY, "tables/interview_codes.csv")
    )
    assert theirs == ours
    assert len(ours["new"]) == len([*SIMULATED, INES, OTIS])
    assert sum(ours["new"]) == len(codes_in(shell)["codes"])


def test_codes_of_one_name_stay_two_in_both_figures(shell: Shell) -> None:
    shell("rename", STUDY, "feel calm", "creamy foam")
    shell("export", STUDY, "--to", "csv", "--out", "tables")
    for kind, table in (("matrix", "ladders"), ("saturation", "interview_codes")):
        ours, theirs = (shell(kind, source, "--json") for source in (STUDY, f"tables/{table}.csv"))
        assert ours == theirs
        assert "creamy foam (2)" in ours


def test_matrix_and_saturation_of_a_study_are_shown_as_tables(shell: Shell) -> None:
    assert "creamy foam" in shell("matrix", STUDY)
    assert "Enough?" in shell("saturation", STUDY)


def test_a_folder_of_the_studys_name_is_not_taken_for_a_file(shell: Shell) -> None:
    Path(STUDY).mkdir()
    assert json.loads(shell("matrix", STUDY, "--json"))["respondents"] >= 2


# ── reports and exports ───────────────────────────────────────────────────────────────────────────


def test_a_report_is_written_beside_its_pictures_and_all_files_are_told(shell: Shell) -> None:
    printed = shell("report", STUDY)
    assert printed.split() == [
        f"oat_small-report/{name}"
        for name in ("report.md", "report.html", "map.svg", "saturation.svg")
    ]
    assert all(Path(path).is_file() for path in printed.split())


@pytest.mark.parametrize(
    ("to", "written"),
    [
        ("qdpx", "oat_small.qdpx"),
        ("json", "oat_small.json"),
        ("graphml", "oat_small.graphml"),
        ("html", "oat_small.html"),
        ("svg", "oat_small.svg"),
        ("md", "oat_small-md/report.md"),
        ("csv", "oat_small-csv/ladders.csv"),
    ],
)
def test_an_export_is_named_after_the_study(shell: Shell, to: str, written: str) -> None:
    assert written in shell("export", STUDY, "--to", to).split()
    assert Path(written).is_file()


def test_a_given_cutoff_is_the_one_drawn_and_told(shell: Shell) -> None:
    shell("report", STUDY, "--cutoff", "1")
    report = Path("oat_small-report/report.md").read_text(encoding="utf-8")
    assert "at least 1. This cut-off was given" in report


def test_redacted_is_said_in_the_report_and_done_in_the_export(shell: Shell) -> None:
    shell("export", STUDY, "--to", "md", "--redact")
    report = Path("oat_small-md/report.md").read_text(encoding="utf-8")
    assert "removed:" in report
    assert "Rosalind" not in report and "example.org" not in report
