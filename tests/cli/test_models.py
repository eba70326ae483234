"""`dramaturg models`: what is set, whether it works, and what this machine has."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.at_the_shell import run_here
from tests.support.model_servers import LINE, Refusal, good, model_server


def models(folder: Path, *arguments: str, **variables: str) -> tuple[int, str]:
    given = {"DRAMATURG_STORE": str(folder / "s.db"), "DRAMATURG_LOCAL_SERVERS": "", **variables}
    done = run_here("models", *arguments, folder=folder, **given)
    assert done.stderr == ""
    return done.returncode, done.stdout


def test_with_nothing_set_it_says_so_and_how_to_set_one(tmp_path: Path) -> None:
    code, told = models(tmp_path)
    assert code == 0
    assert "No model is set, and none is needed" in told
    assert "DRAMATURG_MODEL=anthropic:claude-sonnet-5 ANTHROPIC_API_KEY=..." in told
    assert "No model server was found on this machine" in told


def test_a_server_of_this_machine_is_offered_with_what_to_set(tmp_path: Path) -> None:
    with model_server(("my model", "phi"), owner="library") as server:
        code, told = models(
            tmp_path, DRAMATURG_LOCAL_SERVERS=f"http://127.0.0.1:9,{server.base_url}"
        )
    assert code == 0
    assert f"Ollama at {server.base_url}: my model, phi" in told
    assert f"DRAMATURG_MODEL='compatible:my model' DRAMATURG_BASE_URL={server.base_url}" in told


def test_each_role_is_told_with_what_it_said_and_how(tmp_path: Path) -> None:
    with model_server() as server:
        given = {"DRAMATURG_MODEL": "compatible:qwen3", "DRAMATURG_BASE_URL": server.base_url}
        code, told = models(tmp_path, DRAMATURG_MODEL_READ="offline", **given)
    assert code == 0
    assert "read           offline (reads how somebody said it)" in told
    assert "speak          works" in told
    assert LINE in told
    assert "in 3 pieces" in told
    assert "40 in, 16 of them kept by the provider; 8 out" in told
    assert "form           asked for by JSON Schema" in told
    assert "cost           not known" in told


def test_what_does_not_work_is_told_once_and_ends_with_1(tmp_path: Path) -> None:
    with model_server(answer=lambda asked: Refusal(401)) as server:
        given = {"DRAMATURG_MODEL": "compatible:qwen3", "DRAMATURG_BASE_URL": server.base_url}
        code, told = models(tmp_path, **given)
    assert code == 1
    assert told.count("does not accept the key") == 1
    assert told.count("does not work: for the same reason.") == 2


def test_a_server_that_takes_no_schema_is_told(tmp_path: Path) -> None:
    with model_server(
        answer=lambda asked: Refusal(400) if "response_format" in asked else good(asked)
    ) as server:
        given = {"DRAMATURG_MODEL": "compatible:qwen3", "DRAMATURG_BASE_URL": server.base_url}
        code, told = models(tmp_path, **given)
    assert code == 0
    assert told.count("asked for in words") == 2


@pytest.mark.parametrize("works", [True, False])
def test_machines_are_told_the_same_as_json(works: bool, tmp_path: Path) -> None:
    with model_server(answer=good if works else lambda asked: "Hm.") as server:
        given = {"DRAMATURG_MODEL": "compatible:qwen3", "DRAMATURG_BASE_URL": server.base_url}
        code, told = models(tmp_path, "--json", **given)
    found = json.loads(told)
    assert code == (0 if works else 1)
    assert found["works"] is works
    assert found["roles"] == dict.fromkeys(("speak", "read", "extract"), "compatible:qwen3")
    assert [trial["works"] for trial in found["trials"]] == [True, works, works]
    assert found["trials"][0].keys() >= {
        "seconds_to_first_word",
        "seconds",
        "tokens_per_second",
        "tokens_cached",
        "cost",
    }
    assert found["trials"][1]["structured_by"] == "schema"
    assert found["local"][0]["set"] == given
