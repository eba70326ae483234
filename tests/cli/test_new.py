"""`dramaturg new sim` at the shell: a template without a model, and what a model that never gets it
right leaves behind.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from tests.cli.at_the_shell import run_here
from tests.support.hostile_models import HostileServer

BAKERY = "a bakery must decide whether to recall a batch"


def dramaturg(
    *arguments: str, folder: Path, stdin: str = "", **variables: str
) -> CompletedProcess[str]:
    """Runs a command in the folder, with its content and its sessions there."""
    return run_here(
        *arguments,
        stdin=stdin,
        folder=folder,
        DRAMATURG_STORE="sessions.db",
        DRAMATURG_CONTENT=".",
        **variables,
    )


@pytest.mark.slow
def test_a_new_sim_without_a_model_is_a_template_that_plays_and_is_to_be_filled_in(
    tmp_path: Path,
) -> None:
    made = dramaturg("new", "sim", BAKERY, folder=tmp_path)
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout.startswith(
        "Wrote bakery_recall_batch.yaml. There is no model, so it is a template"
    )
    assert "DRAMATURG_CONTENT=. dramaturg play sim bakery_recall_batch" in made.stdout
    checked = dramaturg("check", "bakery_recall_batch.yaml", folder=tmp_path)
    assert checked.returncode == 1
    assert "'[the question the learner decides" in checked.stdout
    assert checked.stdout.count("[unfilled]") > 50
    played = dramaturg(
        "play", "sim", "bakery_recall_batch", folder=tmp_path, stdin="Hello.\n/quit\n"
    )
    assert "Who I am by my role" in played.stdout


@pytest.mark.slow
def test_a_file_that_is_there_is_written_over_only_with_force(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("mine")
    refused = dramaturg("new", "sim", BAKERY, "--out", "mine.yaml", folder=tmp_path)
    assert (refused.returncode, refused.stdout, file.read_text()) == (1, "", "mine")
    assert refused.stderr.startswith("mine.yaml is there already")
    forced = dramaturg(
        "new",
        "sim",
        "two doctors and one bed",
        "--out",
        "mine.yaml",
        "--tier",
        "expert",
        "--force",
        folder=tmp_path,
    )
    assert forced.returncode == 0
    assert "id: two_doctors_one_bed" in file.read_text()
    assert "backbone: expert" in file.read_text()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ((" ",), "say in a few words what it is about"),
        ((BAKERY, "--tier", "technicall"), "Did you mean 'technical'"),
        ((BAKERY, "--out", "nowhere/new.yaml"), "there is no folder nowhere"),
        ((BAKERY, "--out", f"{'long' * 100}.yaml"), "cannot be written"),
    ],
)
def test_a_mistake_gets_a_message_and_no_trace(
    arguments: tuple[str, ...], problem: str, tmp_path: Path
) -> None:
    done = dramaturg("new", "sim", *arguments, folder=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert problem in done.stderr
    assert "Traceback" not in done.stderr


def documents(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.glob("*.yaml"))


async def with_model(mode: str, folder: Path) -> tuple[CompletedProcess[str], int]:
    """What the command did with a model in this mode, and how often that was asked."""
    async with HostileServer(mode, lambda asked: '{"title": "Recall?", "plot": "thick"}') as server:
        model = {"DRAMATURG_MODEL": "compatible:any", "DRAMATURG_BASE_URL": server.base_url}
        done = await asyncio.to_thread(
            dramaturg, "new", "sim", BAKERY, "--out", "new.yaml", folder=folder, **model
        )
    return done, len(server.requests)


@pytest.mark.slow
async def test_a_draft_that_is_never_right_is_kept_and_its_faults_are_told(tmp_path: Path) -> None:
    done, asked = await with_model("well_behaved", tmp_path)
    assert (done.returncode, done.stdout, asked) == (1, "", 3)
    assert "Asking compatible:any for a draft" in done.stderr
    assert (
        "No draft in 3 could be used. The last is kept in new.rejected.yaml, with this wrong:"
        in done.stderr
    )
    assert "new.rejected.yaml:7:1: The key 'plot' is not known here. [unknown-key]" in done.stderr
    assert "Traceback" not in done.stderr
    assert documents(tmp_path) == ["new.rejected.yaml"]


@pytest.mark.slow
async def test_a_model_that_refuses_is_told_of_in_words(tmp_path: Path) -> None:
    done, _ = await with_model("http_401", tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert "compatible:any" in done.stderr
    assert "Traceback" not in done.stderr
    assert documents(tmp_path) == []
