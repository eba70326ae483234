"""Another version of something authored takes the place of the one that a session's content has."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.app.content.overrides import with_settings
from dramaturg.app.content.swap import find_version, revised
from dramaturg.content.library import Library, packaged
from dramaturg.engines import engine_of
from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.content import game_content, make_at_once
from dramaturg.engines.games.game_folder import save_game
from dramaturg.engines.games.job import Order
from dramaturg.engines.interviews.content import interview_content
from dramaturg.engines.memoir.content import memoir_content
from dramaturg.engines.sims.content import sim_content
from dramaturg.kernel.errors import BadInput, ContentError, NotFound
from dramaturg.turn.ports import StoredContent


@pytest.fixture(scope="module")
def library() -> Library:
    return library_of(Settings())


def edited(source: Path, to: Path, change: Callable[[str], str]) -> str:
    was = source.read_text(encoding="utf-8")
    now = change(was)
    assert was != now
    to.write_text(now, encoding="utf-8")
    return str(to)


def file_of(library: Library, kind: str, id: str) -> Path:
    return next(entry.file for entry in library.entries(kind) if entry.id == id)


CONTENTS: dict[str, tuple[str, str, Callable[[Library], StoredContent], str]] = {
    "a backbone": (
        "backbone",
        "technical",
        lambda library: sim_content(library, "launch_decision"),
        "sims",
    ),
    "a scenario": (
        "scenario",
        "launch_decision",
        lambda library: sim_content(library, "launch_decision"),
        "sims",
    ),
    "a methodology": (
        "methodology",
        "means_end_chain",
        lambda library: interview_content(library, "means_end_chain", "oat milk in coffee"),
        "interviews",
    ),
}


@pytest.mark.parametrize("name", CONTENTS)
def test_the_other_version_stands_in_the_place_of_the_one_that_was_there(
    name: str, library: Library, tmp_path: Path
) -> None:
    kind, id, make, engine = CONTENTS[name]
    content = make(library)
    file = edited(
        file_of(library, kind, id),
        tmp_path / "other.yaml",
        lambda text: text.replace("version: ", "version: 9", 1),
    )

    found = revised(content, find_version(library, file))

    assert found is not None
    assert found.engine == engine
    assert found.hash != content.hash
    assert found.id == content.id
    engine_of(found, LOCAL_MODELS)


@pytest.mark.parametrize("name", CONTENTS)
def test_the_same_version_changes_nothing(name: str, library: Library) -> None:
    kind, id, make, _ = CONTENTS[name]
    content = make(library)
    assert revised(content, find_version(library, str(file_of(library, kind, id)))) == content


def test_a_memoir_takes_other_artifacts_and_keeps_its_teller(
    library: Library, tmp_path: Path
) -> None:
    content = memoir_content(library)
    folder = tmp_path / "own"
    shutil.copytree(packaged() / "memoir" / "origins", folder)
    edited(
        folder / "router-policy.json",
        folder / "router-policy.json",
        lambda text: text.replace('"version": "', '"version": "9', 1),
    )

    found = revised(content, find_version(library, str(folder)))

    assert found is not None
    assert found.version != content.version
    assert json.loads(found.body)["teller"] == json.loads(content.body)["teller"]


async def test_a_game_takes_another_blueprint(library: Library, tmp_path: Path) -> None:
    made = await make_at_once(
        Order(id="own", knowledge=library.entries("knowledge")[0].id), library
    )
    save_game(made, tmp_path, library)
    content = game_content(Blueprint.model_validate(made["blueprint"]))
    assert revised(content, find_version(library, str(tmp_path))) == content


def test_content_without_such_a_part_is_not_concerned(library: Library) -> None:
    content = interview_content(library, "means_end_chain", "oat milk in coffee")
    assert revised(content, find_version(library, "technical")) is None
    assert revised(content, find_version(library, "jobs_to_be_done")) is None


def test_a_backbone_that_does_not_fit_the_scenario_is_refused(
    library: Library, tmp_path: Path
) -> None:
    content = sim_content(library, "launch_decision")
    file = edited(
        file_of(library, "backbone", "technical"),
        tmp_path / "other.yaml",
        lambda text: text.replace("[decision_facts]", "[what_nobody_has]", 1),
    )
    with pytest.raises(ContentError, match="what_nobody_has"):
        revised(content, find_version(library, file))


@pytest.mark.parametrize(
    ("name", "error", "told"),
    [
        ("technicall", NotFound, "Did you mean 'technical'"),
        ("nowhere.yaml", NotFound, "nowhere.yaml"),
    ],
)
def test_what_is_not_there_is_told(
    name: str, error: type[Exception], told: str, library: Library
) -> None:
    with pytest.raises(error, match=told):
        find_version(library, name)


def test_a_document_that_no_session_is_held_with_is_refused(library: Library) -> None:
    with pytest.raises(BadInput, match="is a profile"):
        find_version(library, str(library.entries("profile")[0].file))


def value(content: StoredContent, *path: Any) -> Any:
    here = json.loads(content.body)
    for step in path:
        here = (
            next(each for each in here if step in (each.get("id"), each.get("name")))
            if isinstance(here, list)
            else here[step]
        )
    return here


def test_settings_change_single_values_by_name(library: Library) -> None:
    content = sim_content(library, "launch_decision")
    path = ("backbones", "technical", "nodes", "DEEPEN", "max_turns")
    was = value(content, *path)
    found = with_settings(content, [f"{'.'.join(path)}={was + 1}"])
    assert value(found, *path) == was + 1
    assert found.hash != content.hash


def test_a_setting_reaches_a_weight_whose_signal_has_dots_in_its_name(library: Library) -> None:
    content = interview_content(library, "means_end_chain", "oat milk in coffee")
    strategy = json.loads(content.body)["methodology"]["strategies"][0]
    signal = next(name for name in strategy["signal_weights"] if "." in name)
    found = with_settings(
        content, [f"methodology.strategies.{strategy['name']}.signal_weights.{signal}=0.125"]
    )
    assert (
        value(found, "methodology", "strategies", strategy["name"], "signal_weights", signal)
        == 0.125
    )


@pytest.mark.parametrize(
    ("setting", "told"),
    [
        ("backbones.technical.nodes.DEEPER.max_turns=3", "Did you mean 'DEEPEN'"),
        ("backbones.technical.nodes.DEEPEN.max_turn=3", "Did you mean 'max_turns'"),
        ("backbones.technical.nodes.DEEPEN.max_turns=many", "max_turns"),
        ("backbones.technical.backstop", "an equals sign"),
        ("backbones=3", "valid dictionary"),
    ],
)
def test_a_setting_that_cannot_be_is_told(setting: str, told: str, library: Library) -> None:
    with pytest.raises(BadInput, match=told):
        with_settings(sim_content(library, "launch_decision"), [setting])


@pytest.mark.parametrize("turns", ["many", "0", "-3", "null", "2.5", "NaN"])
def test_an_interview_has_a_whole_number_of_turns_and_at_least_one(
    turns: str, library: Library
) -> None:
    content = interview_content(library, "means_end_chain", "oat milk in coffee")
    with pytest.raises(BadInput, match="the content cannot be so"):
        with_settings(content, [f"max_turns={turns}"])


def test_settings_that_break_the_content_are_refused_with_the_fault(library: Library) -> None:
    content = sim_content(library, "launch_decision")
    with pytest.raises(ContentError, match="NOWHERE"):
        with_settings(content, ["backbones.technical.nodes.DEEPEN.advance=NOWHERE"])
