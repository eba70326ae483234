"""Settings that are wrong and places that cannot be used, as a person at the shell meets them: never a trace."""

from __future__ import annotations

from pathlib import Path

import httpx2
import pytest
from tests.api.asking import asking
from tests.cli.at_the_shell import run_here

from dramaturg.app.settings import Settings
from dramaturg.kernel.errors import SettingsError

COMMANDS = (("sessions", "list"), ("serve", "--port", "0"))
GAME = ("game", "make", "Show the water cycle", "--knowledge", "water_cycle", "--scenes", "1", "--minutes", "2")


def told(*arguments: str, folder: Path, **variables: str) -> str:
    """What a command says that cannot do what it is asked, as for any other error of the caller."""
    done = run_here(*arguments, folder=folder, **variables)
    assert done.returncode == 1, done
    assert "Traceback" not in done.stderr
    return done.stderr


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Nothing can be written below it, by nobody."""
    (tmp_path / "file").write_text("no folder")
    return tmp_path / "file"


@pytest.mark.parametrize("command", COMMANDS)
def test_all_settings_that_are_wrong_are_told_at_once(command: tuple[str, ...], tmp_path: Path) -> None:
    wrong = {"DRAMATURG_LEASE": "abc", "DRAMATURG_RATE": "-1", "DRAMATURG_LARGEST_REQUEST": "1e99"}
    lines = told(*command, folder=tmp_path, DRAMATURG_STORE="s.db", **wrong).splitlines()
    assert [line.partition(":")[0] for line in lines] == [f"{name} is {value!r}" for name, value in wrong.items()]
    assert "valid number" in lines[0] and "Seconds after which" in lines[0] and "Leave it out for 30.0." in lines[0]


def test_what_a_key_is_shows_in_no_error() -> None:
    with pytest.raises(SettingsError, match="DRAMATURG_AUTHOR_KEYS: ") as wrong:
        Settings(store="s.db", author_keys=("a secret key",))
    assert "secret key" not in str(wrong.value)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_store_that_is_a_folder_is_told_with_what_to_name_instead(command: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    store = str(tmp_path / "kept")
    assert f"{store} is a folder" in told(*command, folder=tmp_path, DRAMATURG_STORE=store)


@pytest.mark.parametrize("command", COMMANDS)
def test_a_store_where_nothing_can_be_written_is_told(command: tuple[str, ...], file: Path) -> None:
    said = told(*command, folder=file.parent, DRAMATURG_STORE=str(file / "s.db"))
    assert f"{file / 's.db'} cannot be opened: Not a directory. See that the folder exists" in said


@pytest.mark.parametrize("command", COMMANDS)
def test_a_home_where_nothing_can_be_written_is_told(
    command: tuple[str, ...], file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DRAMATURG_STORE", raising=False)
    said = told(*command, folder=file.parent, HOME=str(file))
    assert f"{file / '.dramaturg'} cannot be made: not a directory" in said and "DRAMATURG_STORE" in said


def test_a_server_tells_all_places_that_cannot_be_written(file: Path) -> None:
    places = {"STORE": file / "s.db", "CONTENT": file / "content", "GAMES": file / "games"}
    said = told("serve", "--port", "0", folder=file.parent, **{f"DRAMATURG_{name}": str(each) for name, each in places.items()})
    assert [line.split(" cannot be ")[0] for line in said.splitlines()] == [
        str(places[name]) for name in ("CONTENT", "GAMES", "STORE")
    ]
    assert "or set DRAMATURG_GAMES to another" in said


def test_a_game_that_cannot_be_written_is_told(file: Path) -> None:
    said = told(*GAME, "--out", str(file / "game"), folder=file.parent, DRAMATURG_STORE=str(file.parent / "s.db"))
    assert str(file / "game") in said and "not a directory" in said


def test_jobs_that_cannot_be_kept_are_told(file: Path) -> None:
    said = told(*GAME, "--out", "game", folder=file.parent, DRAMATURG_STORE=str(file / "s.db"))
    assert str(file) in said and "this user may write there" in said


async def test_a_server_whose_games_went_read_only_tells_it(file: Path) -> None:
    async with asking(file.parent, games=str(file / "games")) as client:
        answer: httpx2.Response = await client.post("/games", json={"knowledge": "water_cycle", "scenes": 1, "minutes": 2})
    assert answer.status_code == 503
    assert "games cannot be written: not a directory" in answer.json()["detail"]
