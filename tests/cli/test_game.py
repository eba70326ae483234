"""`dramaturg game` and `dramaturg play game`, as a person at the shell meets them."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from tests.cli.test_cli import dramaturg

from dramaturg.content.library import packaged

DESIGN = {
    "title": "Heart",
    "scenes": [
        {
            "title": "Label the heart",
            "zone_labels": ["Aorta", "Left atrium"],
            "mechanics": [
                {
                    "mechanic_type": "Drag & Drop",
                    "instruction_text": "Drag.",
                    "zone_labels_used": ["aorta", "LEFT ATRIUM"],
                    "expected_item_count": 2,
                    "advance_trigger": "score_threshold",
                    "advance_trigger_value": 75,
                },
                {
                    "mechanic_type": "sequencing",
                    "instruction_text": "Order.",
                    "expected_item_count": 3,
                },
            ],
        }
    ],
}


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "sessions.db"


def build(design: object, store: Path, *options: str) -> subprocess.CompletedProcess[str]:
    return dramaturg(
        "game",
        "build",
        "-",
        *options,
        store=store,
        stdin=design if isinstance(design, str) else json.dumps(design),
    )


def test_build_refuses_a_design_with_every_issue_and_its_fix(store: Path) -> None:
    result = build(DESIGN, store)
    assert result.returncode == 1
    assert result.stdout == ""
    assert "scenes[0].mechanics[0].advance_trigger_value" in result.stderr
    assert "Write 0.75." in result.stderr


@pytest.mark.slow
def test_build_prints_the_plan_with_the_seeds_names(store: Path) -> None:
    mended = json.loads(json.dumps(DESIGN).replace("75", "0.75"))
    result = build(mended, store)
    assert result.returncode == 0, result.stderr
    plan = json.loads(result.stdout)
    (scene,) = plan["scenes"]
    assert [each["mechanic_id"] for each in scene["mechanics"]] == ["s1_m1", "s1_m2"]
    edges = [
        (each["from_mechanic_id"], each["to_mechanic_id"], each["trigger"])
        for each in scene["mechanic_connections"]
    ]
    assert edges == [
        ("scene_start", "s1_m1", "auto"),
        ("s1_m1", "s1_m2", "score_threshold"),
        ("s1_m2", "scene_end", "completion"),
    ]
    assert (scene["starting_mechanic_id"], scene["scene_max_score"], plan["total_max_score"]) == (
        "s1_m1",
        50,
        50,
    )


@pytest.mark.slow
def test_issues_can_be_had_as_json_lines(store: Path) -> None:
    issues = [json.loads(line) for line in build(DESIGN, store, "--json").stderr.splitlines()]
    assert {"code", "message", "fix", "path", "kind", "severity"} == set(issues[0])
    assert "threshold-in-percent" in {issue["code"] for issue in issues}


@pytest.mark.slow
@pytest.mark.parametrize(
    "bad", ["", "nonsense", "[]", "{" * 5_000, '{"scenes": []}', '{"scenes": [{"mechanics": "x"}]}']
)
def test_build_never_answers_with_a_trace(bad: str, store: Path) -> None:
    result = build(bad, store)
    assert result.returncode == 1
    assert "Traceback" not in result.stderr
    assert result.stderr.strip()


@pytest.mark.slow
def test_a_game_is_made_played_graded_exported_and_made_again(store: Path, tmp_path: Path) -> None:
    folder = tmp_path / "game"
    made = dramaturg(
        "game",
        "make",
        "how blood flows through the heart",
        "--out",
        str(folder),
        "--seed",
        "3",
        store=store,
    )
    assert made.returncode == 0, made.stderr
    assert "graph_builder" in made.stderr
    assert (folder / "game.html").read_text().startswith("<!doctype html>")

    again = dramaturg("game", "rebuild", str(folder), store=store)
    assert again.returncode == 0, again.stderr

    played = dramaturg(
        "play",
        "game",
        str(folder),
        store=store,
        stdin="help\nnonsense\nnext\nretry\nnext\nscore\nquit\n",
    )
    assert played.returncode == 0, played.stderr
    assert "Kept as" in played.stdout
    session = played.stdout.rsplit("Kept as ", 1)[1].split(".")[0]
    shown = dramaturg("sessions", "show", session, store=store).stdout
    assert "you: next" in shown
    assert "its way out is shut" in shown
    assert "to the letter" in dramaturg("replay", session, store=store).stdout

    page = tmp_path / "page.html"
    assert (
        dramaturg(
            "game", "export", str(folder), "--to", "html", "--out", str(page), store=store
        ).returncode
        == 0
    )
    assert page.read_text() == (folder / "game.html").read_text()

    play = json.dumps({"blueprint": "game", "moves": [{"do": "next"}]})
    result = dramaturg("game", "grade", str(folder), "-", store=store, stdin=play)
    assert json.loads(result.stdout)["score"] == 0


@pytest.mark.slow
def test_make_says_what_it_needs(store: Path) -> None:
    assert "say what the game is about" in dramaturg("game", "make", store=store).stderr
    assert (
        "Did you mean 'sequencing'?"
        in dramaturg("game", "make", "x", "--mechanics", "sequencin", store=store).stderr
    )


# ── what it is made from ──────────────────────────────────────────────────────────────────────────


SMALL = (
    "--knowledge",
    "earth_layers",
    "--scenes",
    "1",
    "--minutes",
    "3",
    "--mechanics",
    "memory_match",
)


def own_knowledge(tmp_path: Path) -> Path:
    """A knowledge file of one's own, beside the store."""
    (tmp_path / "content").mkdir()
    for name in ("earth_layers.yaml", "earth_layers.svg"):
        shutil.copy(packaged() / "games" / "knowledge" / name, tmp_path / "content" / name)
    return tmp_path / "content" / "earth_layers.yaml"


@pytest.mark.slow
def test_the_same_command_after_an_edit_of_the_knowledge_makes_another_game(
    store: Path, tmp_path: Path
) -> None:
    own, folder = own_knowledge(tmp_path), tmp_path / "game"
    assert dramaturg("game", "make", *SMALL, "--out", str(folder), store=store).returncode == 0
    before = (folder / "blueprint.json").read_text()
    own.write_text(own.read_text().replace("mantle", "cloak").replace("Mantle", "Cloak"))
    assert dramaturg("game", "make", *SMALL, "--out", str(folder), store=store).returncode == 0
    assert "antle" in before
    assert "antle" not in (folder / "blueprint.json").read_text()


@pytest.mark.slow
def test_the_same_command_after_the_knowledge_was_mended_makes_the_game(
    store: Path, tmp_path: Path
) -> None:
    own, folder = own_knowledge(tmp_path), tmp_path / "game"
    sound = own.read_text()
    own.write_text(sound.replace("\nsummary:", "\nsumary:"))
    refused = dramaturg("game", "make", *SMALL, "--out", str(folder), store=store)
    assert refused.returncode == 1
    assert "sumary" in refused.stderr
    own.write_text(sound)
    made = dramaturg("game", "make", *SMALL, "--out", str(folder), store=store)
    assert made.returncode == 0, made.stderr


@pytest.mark.slow
def test_an_edited_game_is_written_over_only_when_that_is_asked_for_and_its_edits_are_kept(
    store: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "game"
    make = ("game", "make", *SMALL, "--out", str(folder))
    assert dramaturg(*make, store=store).returncode == 0
    assert dramaturg(*make, store=store).returncode == 0
    (content,) = (folder / "content").glob("*.json")
    mine = json.loads(content.read_text())
    mine["items"][0]["hint"] = "Think of an onion."
    content.write_text(json.dumps(mine))
    for rebuilt in (False, True):
        if rebuilt:
            assert dramaturg("game", "rebuild", str(folder), store=store).returncode == 0
        refused = dramaturg(*make, store=store)
        assert refused.returncode == 1
        assert f"content/{content.name}" in refused.stderr.replace("\n", "")
        assert "--overwrite" in refused.stderr
        assert json.loads(content.read_text()) == mine
    written = dramaturg(*make, "--overwrite", store=store)
    assert written.returncode == 0
    assert "set aside" in written.stdout
    assert json.loads((folder / "set_aside" / "content" / content.name).read_text()) == mine
    assert "onion" not in (folder / "blueprint.json").read_text()


@pytest.mark.slow
def test_a_game_is_not_made_over_files_that_are_somebody_elses(store: Path, tmp_path: Path) -> None:
    (tmp_path / "plan.json").write_text("my holidays")
    refused = dramaturg("game", "make", *SMALL, "--out", str(tmp_path), store=store)
    assert refused.returncode == 1
    assert "plan.json" in refused.stderr
    assert (tmp_path / "plan.json").read_text() == "my holidays"
