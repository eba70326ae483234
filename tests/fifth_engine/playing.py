"""What the four engines can do, the riddles can, without a word about them anywhere else.

These tests are run by `python -m tests.fifth_engine`, once the engine's line stands in the table.
"""

from __future__ import annotations

import asyncio
import json
import re
from pathlib import Path

import pytest
from tests.api.asking import asking
from tests.cli.at_the_shell import run_here

CLASSICS = """\
kind: riddles
id: classics
version: "1"
title: Classic riddles
riddles:
  - id: egg
    asks: What must be broken before it can be used?
    answers: [egg, an egg]
  - id: towel
    asks: What gets wetter the more it dries?
    answers: [towel, a towel]
"""
WALKTHROUGH = """\
kind: walkthrough
id: one_right_one_missed
play: {riddles: classics}
turns:
  - say: An egg!
    expect: {riddle: egg, verdict: right}
  - say: A sponge
    expect: {verdict: again}
  - say: A hair dryer
    expect: {verdict: missed, ended: true}
at_end: {reached: {riddle: [egg, towel]}}
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "content").mkdir()
    (tmp_path / "content" / "classics.yaml").write_text(CLASSICS, encoding="utf-8")
    return tmp_path


def at_the_shell(folder: Path, *arguments: str, typed: str = "") -> str:
    variables = {
        "DRAMATURG_STORE": str(folder / "s.db"),
        "DRAMATURG_CONTENT": str(folder / "content"),
    }
    done = run_here(*arguments, stdin=typed, folder=folder, **variables)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def played(folder: Path) -> str:
    """Riddles played at the shell; the session's id."""
    typed = "egg\nsponge\ntowel\n"
    printed = at_the_shell(folder, "play", "riddle", "--set", "riddles=classics", typed=typed)
    (session,) = re.findall(r"Kept as (\S+)\.", printed)
    id: str = session
    return id


def test_it_is_played_at_the_shell_and_says_why(folder: Path) -> None:
    typed = "an egg\n/why\nsponge\ntowel\n"
    printed = at_the_shell(folder, "play", "riddle", "--set", "riddles=classics", typed=typed)
    assert "What must be broken before it can be used?" in printed
    assert "That is it! What gets wetter the more it dries?" in printed
    assert "that is the answer" in printed
    assert "That was the last." in printed


def test_its_documents_are_checked(folder: Path) -> None:
    assert "every riddle can be guessed" in at_the_shell(folder, "check", "content", "--json")
    broken = CLASSICS.replace("[towel, a towel]", "[]")
    (folder / "content" / "classics.yaml").write_text(broken, encoding="utf-8")
    found = run_here("check", "content", "--json", folder=folder)
    assert found.returncode == 1
    (fault,) = json.loads(found.stdout)["faults"]
    assert fault["code"] == "riddle-unanswered"
    assert fault["line"] == 11


def test_it_is_opened_and_played_over_the_api(folder: Path) -> None:
    asyncio.run(_over_the_api(folder))


async def _over_the_api(folder: Path) -> None:
    async with asking(folder, content=str(folder / "content")) as client:
        wrong = await client.post("/sessions", json={"engine": "riddles", "riddle": "classics"})
        assert wrong.status_code == 422
        opened = await client.post("/sessions", json={"engine": "riddles", "riddles": "classics"})
        assert opened.status_code == 201, opened.text
        assert opened.json()["scene"] == {
            "engine": "riddles",
            "title": "Classic riddles",
            "solved": 0,
            "of": 2,
            "ended": "",
        }
        session = opened.json()["head"]["id"]
        for number, guess in enumerate(("egg", "towel")):
            turn = await client.post(
                f"/sessions/{session}/turns",
                json={"text": guess},
                headers={"Idempotency-Key": str(number)},
            )
            assert turn.status_code == 200, turn.text
        why = await client.get(f"/sessions/{session}/turns/1/why")
        assert why.json()["own"] == {"engine": "riddles", "guessed": "egg"}
        (listed,) = (await client.get("/sessions?engine=riddles&state=ended")).json()["sessions"]
        assert listed["ended"] == "2 of 2 guessed"
        kinds = (await client.get("/kinds")).text
        assert "Riddles, each with its answers." in kinds
        assert (await client.get("/monitor")).status_code == 200


def test_it_is_replayed_to_the_letter_and_under_another_version(folder: Path) -> None:
    session = played(folder)
    assert "same" in at_the_shell(folder, "replay", session)
    other = folder / "harder.yaml"
    other.write_text(CLASSICS.replace("[egg, an egg]", "[nut]"), encoding="utf-8")
    told = at_the_shell(folder, "replay", session, "--with", str(other))
    assert "again" in told


def test_a_walkthrough_plays_it_and_covers_it(folder: Path) -> None:
    (folder / "content" / "talk.yaml").write_text(WALKTHROUGH, encoding="utf-8")
    printed = at_the_shell(folder, "test", "content", "--coverage")
    assert "riddles" in printed
    assert "2 of 2" in printed or "100" in printed


def test_a_played_session_becomes_a_walkthrough(folder: Path) -> None:
    session = played(folder)
    written = at_the_shell(folder, "sessions", "export", session, "--as", "walkthrough")
    assert "riddles: classics" in written
    (folder / "content" / "played.yaml").write_text(written, encoding="utf-8")
    at_the_shell(folder, "test", "content")


def test_its_sessions_migrate_when_a_riddle_is_renamed(folder: Path) -> None:
    at_the_shell(folder, "play", "riddle", "--set", "riddles=classics", typed="/quit\n")
    renamed = CLASSICS.replace("id: egg", "id: hen_egg").replace('"1"', '"2"')
    (folder / "content" / "classics.yaml").write_text(renamed, encoding="utf-8")
    told = at_the_shell(folder, "migrate", "classics", "--dry-run")
    assert "hen_egg" in told


def test_it_is_simulated_at_the_shell(folder: Path) -> None:
    printed = at_the_shell(folder, "simulate", "riddle", "--count", "4", "--json")
    assert '"sure": 2' in printed
    assert '"clueless": 0' in printed


def test_it_is_simulated_over_the_api(folder: Path) -> None:
    asyncio.run(_simulated(folder))


async def _simulated(folder: Path) -> None:
    async with asking(folder, content=str(folder / "content")) as client:
        wanted = {"kind": "riddles", "count": 2}
        started = await client.post("/simulations", json=wanted)
        assert started.status_code == 202, started.text
