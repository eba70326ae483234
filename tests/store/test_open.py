"""Which store a URL opens, and what is said when it cannot."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from dramaturg.kernel.errors import SettingsError
from dramaturg.store import open_log
from dramaturg.testing.store_conformance import HandClock


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


@pytest.mark.parametrize("url", ["sqlite:///{}/a.db", "{}/a.db"])
async def test_a_path_is_an_sqlite_file(url: str, tmp_path: Path) -> None:
    await (await open_log(url.format(tmp_path), HandClock())).close()
    assert names(tmp_path) == ["a.db"]


async def test_a_relative_path_is_taken_from_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for url in ("sqlite:///a.db", "b.db"):
        await (await open_log(url, HandClock())).close()
    assert names(tmp_path) == ["a.db", "b.db"]


@pytest.mark.parametrize(
    "url",
    ["mysql://host/name", "sqlite://a.db", "sqlite:///", "sqlite:///:memory:", ":memory:", ""],
)
async def test_a_url_for_which_there_is_no_store_is_refused(url: str) -> None:
    with pytest.raises(SettingsError, match="sqlite:///path"):
        await open_log(url, HandClock())


async def test_a_missing_driver_is_named_with_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(SettingsError, match=r"dramaturg\[postgres\]"):
        await open_log("postgresql://nobody@localhost/none", HandClock())


def test_importing_the_store_loads_no_driver() -> None:
    script = "import sys, dramaturg.store; print(*(set(sys.modules) & {'asyncpg', 'pysqlite3', 'sqlite3', 'numpy'}))"
    assert (
        subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True
        ).stdout.strip()
        == ""
    )
