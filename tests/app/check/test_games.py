"""`dramaturg check` on games: the folder that `game make` writes, and designs, plans and blueprints
by themselves.
"""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.content.library import packaged
from dramaturg.engines.games.base.issues import EntryKey, error
from dramaturg.engines.games.content import make_at_once
from dramaturg.engines.games.content_check import files_in, judge_file
from dramaturg.engines.games.game_files import form_of, located
from dramaturg.engines.games.game_folder import save_game
from dramaturg.engines.games.job import Order

LIBRARY = library_of(Settings(store=""))
FORMS = ("design", "plan", "blueprint")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made") / "water"
    order = Order(id="water", knowledge="water_cycle", difficulty="beginner", minutes=5, scenes=1)
    save_game(asyncio.run(make_at_once(order, LIBRARY)), folder, LIBRARY)
    return folder


@pytest.fixture
def game(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "water"))


def change(file: Path, edit: Callable[[Any], Any]) -> None:
    value = json.loads(file.read_text(encoding="utf-8"))
    edit(value)
    file.write_text(json.dumps(value, indent=2), encoding="utf-8")


def codes(path: Path) -> list[str]:
    return [fault.code for fault in judge_file(path).faults]


# ── finding ───────────────────────────────────────────────────────────────────────────────────────


def test_a_folder_is_one_game_and_its_files_are_not_others(game: Path) -> None:
    assert list(files_in([game.parent])) == [game]
    assert list(files_in([game])) == [game]
    assert list(files_in([game / "game.json"])) == [game]


def test_a_file_that_is_named_is_judged_by_itself(game: Path) -> None:
    for form in FORMS:
        assert list(files_in([game / f"{form}.json"])) == [game / f"{form}.json"]
        assert form_of((game / f"{form}.json").read_text(encoding="utf-8")) == form


def test_files_that_lie_outside_a_game_are_found_in_their_folder(
    game: Path, tmp_path: Path
) -> None:
    shutil.copy(game / "design.json", tmp_path / "idea.json")
    assert list(files_in([tmp_path])) == [game, tmp_path / "idea.json"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "\x00\xff",
        '{"scenes": []}',
        '{"scenes": [{"mechanics": []}]}',
        '{"session": {"scenes": [], "mechanics": [], "totalMaxScore": 1}}',
        '{"initial_node": "greet", "nodes": {"greet": {"task_messages": []}}}',
    ],
)
def test_what_is_no_game_is_not_claimed(text: str, tmp_path: Path) -> None:
    (tmp_path / "other.json").write_text(text, encoding="utf-8")
    assert list(files_in([tmp_path, tmp_path / "other.json", tmp_path / "missing.json"])) == []


def test_nothing_of_the_library_is_taken_for_a_game() -> None:
    assert list(files_in([packaged()])) == []


# ── judging ───────────────────────────────────────────────────────────────────────────────────────


def test_a_made_game_has_no_fault_and_its_plays_are_proven(game: Path) -> None:
    judged = judge_file(game)
    assert judged.faults == ()
    assert [proof.claim for proof in judged.proofs if proof.holds and proof.states > 1] == [
        "whoever goes on where they may comes to the end",
        "every scene and every mechanic is played",
        "every way out can be opened by playing well",
        "every round can be finished",
        "all points can be had, and no more",
    ]


@pytest.mark.parametrize("form", ["design", "plan"])
def test_of_a_design_and_of_a_plan_the_course_is_proven(form: str, game: Path) -> None:
    judged = judge_file(game / f"{form}.json")
    assert judged.faults == ()
    assert len(judged.proofs) == 3
    assert all(proof.holds for proof in judged.proofs)


@pytest.mark.parametrize("name", ["design.json", "plan.json", "blueprint.json"])
def test_a_missing_file_is_told(name: str, game: Path) -> None:
    (game / name).unlink()
    assert codes(game) == ["file-missing"]


@pytest.mark.parametrize("name", ["design.json", "plan.json", "blueprint.json"])
def test_a_truncated_file_is_told_with_the_line_where_it_breaks_off(name: str, game: Path) -> None:
    text = (game / name).read_text(encoding="utf-8")
    (game / name).write_text(text[: len(text) // 2], encoding="utf-8")
    (fault,) = judge_file(game).faults
    assert fault.code == "not-json"
    assert (fault.line or 0) > 5


def test_a_truncated_head_is_told(game: Path) -> None:
    text = (game / "game.json").read_text(encoding="utf-8")
    (game / "game.json").write_text(text[:-20], encoding="utf-8")
    assert codes(game) == ["not-json"]


@pytest.mark.parametrize(
    ("form", "code"), [("plan", "not-a-plan"), ("blueprint", "not-a-blueprint")]
)
def test_another_form_is_told_at_its_place(form: str, code: str, game: Path) -> None:
    change(game / f"{form}.json", lambda value: value["scenes"][0].update(title=7))
    (fault,) = judge_file(game / f"{form}.json").faults
    assert (fault.code, fault.path) == (code, ("scenes", 0, "title"))
    assert (fault.line or 0) > 1


def test_a_blueprint_of_another_plan_is_told(game: Path) -> None:
    change(
        game / "blueprint.json",
        lambda value: value["scenes"][0]["modeTransitions"][1].update(trigger="user_choice"),
    )
    assert codes(game) == ["blueprint-outdated"]


def test_content_that_is_gone_or_spoilt_is_told(game: Path) -> None:
    first, second, *_ = sorted((game / "content").glob("*.json"))
    first.unlink()
    change(second, lambda value: value.update(items=[]))
    found = judge_file(game).faults
    assert {Path(str(fault.file)).name for fault in found} == {"plan.json", second.name}
    assert "content-missing" in {fault.code for fault in found}


def test_a_plan_whose_gate_is_in_percent_is_refuted_at_its_place(game: Path) -> None:
    def gated(plan: Any) -> None:
        plan["scenes"][0]["mechanic_connections"][1].update(
            trigger="score_threshold", trigger_value=70
        )

    change(game / "plan.json", gated)
    (fault,) = judge_file(game / "plan.json").faults
    assert (fault.code, fault.path) == (
        "exit-shut",
        ("scenes", 0, "mechanic_connections", 1, "trigger_value"),
    )


def test_an_issue_inside_a_label_is_placed_at_the_label(tmp_path: Path) -> None:
    """Even where its name has an apostrophe in it."""
    text = '{\n"label_hierarchy": {\n"Bowman\'s capsule": [\n"Aorta"]}}'
    issue = error("x", "", "", "label_hierarchy", EntryKey("Bowman's capsule"), 0)
    assert issue.place == 'label_hierarchy["Bowman\'s capsule"][0]'
    (fault,) = located([issue], tmp_path / "a.json", text)
    assert fault.line == 4
