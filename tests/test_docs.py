"""The documentation is true: its examples run, its words exist, its links lead somewhere, and the
turn is as it says.
"""

from __future__ import annotations

import asyncio
import inspect
import json
import re
import subprocess
import sys
from ast import literal_eval
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest
from ruamel.yaml import YAML
from tests.cli.at_the_shell import run_here
from tests.studio.server import serving
from tests.test_how_to import PAGES as HOW_TO
from tests.test_how_to import commands, run

from dramaturg.api.problems import STATUSES
from dramaturg.api.routes.completions import CONVERSATION, MESSAGE, TASK
from dramaturg.api.routes.turns import EVENTS
from dramaturg.api.server import create_api
from dramaturg.app.check.check import check
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import KINDS
from dramaturg.app.simulate.run import simulate
from dramaturg.app.wiring import open_app
from dramaturg.cli.text_layout import wrapped
from dramaturg.content.library import Library, packaged
from dramaturg.engines.games.simulated_players import PLAYERS
from dramaturg.engines.interviews.simulate import SimulateInterviews, plan_interviews
from dramaturg.engines.memoir.artifact_files import ARTIFACTS, PROMPT_BLOCK, artifacts_of, file_of
from dramaturg.engines.memoir.audit.turn_audit import audit
from dramaturg.engines.memoir.base.artifacts import (
    Artifacts,
    Constraint,
    CrisisGuidance,
    Tactic,
    Teller,
)
from dramaturg.engines.memoir.base.records import MemoirRecord
from dramaturg.engines.memoir.content import memoir_content
from dramaturg.engines.memoir.decide_lines import SignalLine, decide_lines
from dramaturg.engines.memoir.manners import MANNERS
from dramaturg.engines.memoir.safety.metrics import metrics_of
from dramaturg.engines.memoir.voice.templates import HOLES
from dramaturg.engines.sims.base.scenario import SimFact
from dramaturg.engines.sims.learners import LEARNERS
from dramaturg.studies.base.document import Study
from dramaturg.turn import loop
from dramaturg.turn.contract import Heard

ROOT = Path(__file__).parents[1]
PAGES = [
    ROOT / "README.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "docs/how-to").glob("*.md")),
    *sorted((ROOT / "docs/adr").glob("*.md")),
]


def blocks(language: str) -> Iterator[tuple[str, str]]:
    for page in PAGES:
        for number, block in enumerate(
            re.findall(rf"```{language}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
        ):
            yield f"{page.name}-{number}", block


PARAMETER = r"\{\w+\}"
OF_CLIENTS = "api.md"
"""Its examples talk to a server."""
FOLLOWED = tuple(page.name for page in HOW_TO)
"""Their commands change the source: `test_how_to` follows them in a copy of it."""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("place", "code"),
    [
        pytest.param(place, code, id=place)
        for place, code in blocks("python")
        if not place.startswith(OF_CLIENTS)
    ],
)
def test_every_python_example_runs(
    place: str, code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    example = tmp_path / "example.py"
    example.write_text(code, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    run_path(str(example), run_name="__main__")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "shown"),
    [
        pytest.param(*each, id=place)
        for place, block in blocks("console")
        if not place.startswith(FOLLOWED)
        for each in commands(block)
    ],
)
def test_every_command_prints_what_its_page_shows(
    command: str, shown: list[str], tmp_path: Path
) -> None:
    run(command, shown, tmp_path)


@pytest.mark.slow
def test_the_readme_begins_with_an_example_that_prints_what_it_says_in_a_process_of_its_own(
    tmp_path: Path,
) -> None:
    (code,) = (code for place, code in blocks("python") if place == "README.md-0")
    printed = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    ).stdout
    assert printed.startswith("Hey, I'm the QA lead here, and I'm glad")
    assert printed.endswith("satisfied (max 1)\n")


@pytest.mark.slow
def test_the_client_of_the_page_about_the_api_talks_to_a_server(tmp_path: Path) -> None:
    (code,) = (code for place, code in blocks("python") if place.startswith(OF_CLIENTS))
    with serving(tmp_path) as server:
        client = code.replace("http://127.0.0.1:8420", server.url)
        printed = subprocess.run(
            [sys.executable, "-c", client], capture_output=True, text=True, check=True
        ).stdout
    first, second, outcome = printed.splitlines()
    assert first.startswith("Maya Patel: Hey, I'm the QA lead here")
    assert second.startswith("Maya Patel: ") and outcome


def test_the_events_statuses_and_headers_of_the_page_about_the_api_are_those_there_are() -> None:
    page = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    assert [name for name in (*EVENTS.values(), "pending") if f"`{name}`" not in page] == []
    assert {str(status) for _, status, *_ in STATUSES} <= set(
        re.findall(r"\b\d{3}\b", page.partition("## Problems")[2].partition("## Limits")[0])
    )
    known = {*CONVERSATION, *MESSAGE, *TASK}
    assert {
        name.lower()
        for name in re.findall(r"X-(?:[A-Z]\w+-?)+", page.partition("## Chat clients")[2])
    } <= known


def test_every_address_of_the_page_about_the_api_is_one_of_its_operations() -> None:
    page = (ROOT / "docs/api.md").read_text(encoding="utf-8")
    paths = {
        re.sub(PARAMETER, "{}", path) for path in create_api(Settings(store="")).openapi()["paths"]
    }
    told = re.findall(r"`(?:GET|POST|PUT|DELETE) ((?:/[\w{}-]+)+)", page)
    assert len(told) > 15
    unknown = [
        path for path in told if not {f"/api/v1{re.sub(PARAMETER, '{}', path)}", path} & paths
    ]
    assert unknown == []


def test_every_page_of_the_studio_is_pictured() -> None:
    page = (ROOT / "docs/studio.md").read_text(encoding="utf-8")
    pictured = set(re.findall(r"pictures/studio/([\w-]+)\.png", page))
    assert {path.stem for path in (ROOT / "docs/pictures/studio").iterdir()} <= pictured | {
        "home-dark"
    }


def test_the_readme_has_exactly_two_commands_for_a_newcomer() -> None:
    (commands,) = re.findall(
        r"## Two commands\n\n```\n(.*?)```",
        (ROOT / "README.md").read_text(encoding="utf-8"),
        re.DOTALL,
    )
    assert [line.split("#")[0].strip() for line in commands.splitlines()] == [
        "make demo",
        "make test",
    ]


def test_every_word_of_the_glossary_is_where_it_says() -> None:
    rows = re.findall(
        r"^\| ([\w -]+) \| .* \| `([\w.]+):(\w+)` \|$",
        (ROOT / "docs/words.md").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    assert len(rows) > 25
    for word, module, name in rows:
        assert hasattr(import_module(module), name), word


def test_a_turn_goes_in_the_order_of_its_page() -> None:
    page = (ROOT / "docs/a-turn.md").read_text(encoding="utf-8")
    steps = [
        step
        for step in re.findall(r"^\| (\w+) \|", page, re.MULTILINE)
        if step not in ("step", "claim", "append")
    ]
    source = inspect.getsource(loop.play_turn)
    places = [source.index(f"engine.{step}(") for step in steps]
    assert steps == ["perceive", "decide", "express", "check", "settle"]
    assert places == sorted(places)


def test_every_setting_is_on_its_page() -> None:
    page = (ROOT / "docs/settings.md").read_text(encoding="utf-8")
    assert all(f"DRAMATURG_{name.upper()}" in page for name in Settings.model_fields)


def test_the_example_of_a_fact_is_a_fact() -> None:
    example = next(
        block for place, block in blocks("yaml") if place.startswith("writing-a-scenario")
    )
    SimFact.model_validate(YAML(typ="safe").load(example)[0])


@pytest.fixture
def written(tmp_path: Path) -> Path:
    """The files of the page about methodologies: each block says in its first line which it belongs
    to.
    """
    for place, block in blocks("yaml"):
        if place.startswith("writing-a-methodology"):
            name, _, text = block.removeprefix("# ").partition("\n")
            with (tmp_path / name).open("a", encoding="utf-8") as file:
                file.write(text)
    return tmp_path


def test_the_methodology_that_its_page_writes_is_proven_as_the_page_says(written: Path) -> None:
    report = check([written])
    page = (ROOT / "docs/writing-a-methodology.md").read_text(encoding="utf-8")
    assert not report.faults
    assert report.files == 4
    assert all(proof.holds and f"✓ {proof.claim}: {proof.note}" in page for proof in report.proofs)


@pytest.mark.slow
def test_the_person_whom_its_page_writes_can_be_interviewed(written: Path) -> None:
    library = Library(KINDS, (packaged(), written))
    plan = plan_interviews(
        library, SimulateInterviews(profile="piet_allotment", manners=("open",), turns=16)
    )
    (result,) = simulate([plan], Settings(store="", model="offline"))
    assert result.own.told >= 5
    assert result.own.strategy_run <= 3


def test_the_study_that_its_page_writes_is_proven_as_the_page_says(tmp_path: Path) -> None:
    page = (ROOT / "docs/studies.md").read_text(encoding="utf-8")
    (block,) = (block for place, block in blocks("yaml") if place.startswith("studies"))
    (tmp_path / "night_train.yaml").write_text(block, encoding="utf-8")
    report = check([tmp_path])
    assert not report.faults
    assert all(proof.holds and f"✓ {proof.claim}: {proof.note}" in page for proof in report.proofs)


def test_every_key_of_a_study_is_on_its_page() -> None:
    page = (ROOT / "docs/studies.md").read_text(encoding="utf-8")
    told = set(
        re.findall(r"`(\w+)[`.]", page.partition("| key | what it is |")[2].partition("\n\n")[0])
    )
    assert set(Study.model_fields) <= told


@pytest.mark.slow
def test_the_figures_of_the_page_about_studies_are_those_of_its_files(tmp_path: Path) -> None:
    page = (ROOT / "docs/studies.md").read_text(encoding="utf-8")
    for name, (_, block) in zip(("ladders.csv", "codes.csv"), blocks("csv"), strict=True):
        (tmp_path / name).write_text(block, encoding="utf-8")
    shown = re.findall(r"```\n\$ dramaturg (study \w+ \w+\.csv.*?)\n(.*?)```", page, re.DOTALL)
    assert len(shown) == 2
    for command, figures in shown:
        printed = run_here(*command.split(), folder=tmp_path, COLUMNS="100").stdout
        assert {line.rstrip() for line in figures.splitlines()} - {"..."} <= {
            line.rstrip() for line in printed.splitlines()
        }


def test_the_signals_of_the_page_about_memoirs_are_decided_as_its_table_says() -> None:
    page = (ROOT / "docs/memoir.md").read_text(encoding="utf-8")
    columns = (
        "persona_used",
        "depth_level_before",
        "depth_level_after",
        "loop_state",
        "safety_action",
    )
    shown = re.findall(
        r"^\| \d \| (\w+) \| (\d) → (\d) \| ([\w.]*) ?\| (\w+) \|$", page, re.MULTILINE
    )
    assert [
        tuple("" if turn[name] is None else str(turn[name]) for name in columns)
        for turn in decided()
    ] == shown


def test_the_contract_of_the_page_about_memoirs_is_that_of_its_second_turn() -> None:
    shown = next(
        json.loads(block)
        for place, block in blocks("json")
        if place.startswith("memoir") and "persona_used" in block
    )
    words = {key: shown.pop(key) for key in ("response_text", "metrics")}
    assert shown.items() <= decided()[1].items()
    assert metrics_of(words["response_text"]).model_dump() == words["metrics"]


def decided() -> list[dict[str, Any]]:
    (block,) = (block for place, block in blocks("jsonl") if place.startswith("memoir"))
    lines = [SignalLine.model_validate_json(line) for line in block.splitlines()]
    return [contract.model_dump() for contract in decide_lines(origins(), lines)]


def test_a_tactic_and_a_constraint_of_the_page_about_memoirs_are_such() -> None:
    found = [json.loads(block) for place, block in blocks("json") if place.startswith("memoir")]
    Tactic.model_validate(next(each for each in found if "templates" in each))
    Constraint.model_validate(next(each for each in found if "failure_mode" in each))
    CrisisGuidance.model_validate(
        next(each for each in found if each.get("kind") == "crisis_guidance")
    )


def test_every_artifact_is_on_the_page_about_memoirs() -> None:
    page = (ROOT / "docs/memoir.md").read_text(encoding="utf-8")
    assert all(f"| `{file_of(kind)}` |" in page for kind, _ in ARTIFACTS.values())
    assert f"| `{PROMPT_BLOCK}` |" in page


def test_every_hole_of_a_template_is_on_the_page_about_memoirs() -> None:
    page = (ROOT / "docs/memoir.md").read_text(encoding="utf-8")
    assert [hole for hole in HOLES if f"`{{{hole}}}`" not in page] == []


@pytest.mark.slow
def test_the_refusal_in_the_picture_is_explained_as_the_page_about_memoirs_says(
    tmp_path: Path,
) -> None:
    page = (ROOT / "docs/memoir.md").read_text(encoding="utf-8")
    (shown,) = re.findall(r"--no-words\n(Turn 3.*?)```", page, re.DOTALL)
    explained = "\n".join(wrapped(asyncio.run(refused(tmp_path)), 80))
    told = [
        line
        for line in shown.splitlines()
        if not line.startswith(("  read", "              discomfort"))
    ]
    assert [line for line in told if line not in explained.splitlines()] == []


async def refused(folder: Path) -> list[str]:
    """What the picture's teller says, up to the refusal, explained without words."""
    async with open_app(Settings(store=str(folder / "memoir.db"), model="offline")) as app:
        session, _ = await app.sessions.open(
            memoir_content(app.library, "origins", Teller(name="Isa", born=1938))
        )
        record: MemoirRecord
        for number, said in enumerate(pictured()):
            record = await app.sessions.turn(
                session, Heard(said, at=60.0 * number), key=str(number)
            )
    return list(audit([record], origins().governor, with_words=False))


def pictured() -> list[str]:
    """What is told in the picture, as the program that makes it has it."""
    source = (
        (ROOT / "docs/make_pictures.py")
        .read_text(encoding="utf-8")
        .partition("\nTOLD = ")[2]
        .partition("\n)\n")[0]
    )
    return [said for said in literal_eval(f"{source}\n)") if not said.startswith("/")]


def origins() -> Artifacts:
    _, _, artifacts = artifacts_of(Library(KINDS, (packaged(),)))
    return artifacts


def test_every_learner_teller_and_player_is_on_the_page_about_simulating() -> None:
    page = (ROOT / "docs/simulating.md").read_text(encoding="utf-8")
    assert [name for name in (*LEARNERS, *MANNERS, *PLAYERS) if f"| {name} |" not in page] == []


def test_every_stage_of_an_interview_is_where_the_page_about_turns_says() -> None:
    page = (ROOT / "docs/a-turn.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| [\d.]+ (\w+) \| (\w+) \|", page, re.MULTILINE)
    assert len(rows) == 12
    for name, step in rows:
        assert f'@stage("{name}")' in inspect.getsource(
            import_module(f"dramaturg.engines.interviews.{step}")
        ), name


def test_every_link_leads_somewhere() -> None:
    for page in [*PAGES, *sorted((ROOT / "docs/faults").glob("*.md"))]:
        for target in re.findall(r"\]\(([^)#\s]+)", page.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_the_flow_of_the_page_about_flows_fails_as_the_page_says(tmp_path: Path) -> None:
    (drawn,) = (block for place, block in blocks("mermaid") if place.startswith("flows"))
    (shown,) = (block for place, block in blocks("text") if place.startswith("flows"))
    (tmp_path / "booking.mmd").write_text(drawn, encoding="utf-8")
    report = check([tmp_path])
    (walk,) = (proof.counterexample for proof in report.proofs if not proof.holds)
    told = [f"      {number}. {step}" for number, step in enumerate(walk, start=1)]
    told += [str(fault).replace(f"{tmp_path}/", "") for fault in report.faults]
    told += [f"  ✓ {proof.claim}" for proof in report.proofs if proof.holds]
    assert set(told) <= set(shown.splitlines())
    assert f"booking.mmd ({report.proofs[0].states} states)" in shown
