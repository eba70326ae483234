"""The how-tos can be followed: what a page says to write is written into a copy of the source, and
every command on it prints there what the page shows.

A block with a title is a file (` ```python title="src/..." `) or a change to one
(` ```diff title="src/..." `, its places divided by `@@`); a block with `from=` is an excerpt of a file as it is; a `console`
block has commands after `$`, each with lines of what it prints, in which `...` stands for anything.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted((ROOT / "docs/how-to").glob("*.md"))
COPIED = ("src/dramaturg", "tests/fifth_engine")
BUILT = shutil.ignore_patterns("__pycache__", "studio")

FENCE = re.compile(r"^```(\w+)(?: (title|from)=\"(.+?)\")?\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    language: str
    role: str
    path: str
    body: str


def blocks(page: str) -> list[Block]:
    return [Block(*found) for found in FENCE.findall(page)]


def follow(block: Block, folder: Path) -> None:
    match block:
        case Block("diff", "title"):
            change(block.path, block.body, folder)
        case Block(_, "title"):
            write(folder / block.path, block.body)
        case Block(_, "from"):
            whole = (ROOT / block.path).read_text(encoding="utf-8")
            assert block.body in whole, f"{block.path} does not have:\n{block.body}"
        case Block("console"):
            for command, shown in commands(block.body):
                run(command, shown, folder)


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def change(path: str, diff: str, folder: Path) -> None:
    if not (folder / path).exists():
        write(folder / path, (ROOT / path).read_text(encoding="utf-8"))
    text = (folder / path).read_text(encoding="utf-8")
    for place in diff.split("@@\n"):
        before, after = side(place, "+"), side(place, "-")
        assert text.count(before) == 1, f"{path} has {text.count(before)} places like:\n{before}"
        text = text.replace(before, after)
    write(folder / path, text)


def side(diff: str, other: str) -> str:
    """The text on one side of a change: every line but those of the other side."""
    return "".join(
        line[1:] for line in diff.splitlines(keepends=True) if not line.startswith(other)
    )


def commands(console: str) -> list[tuple[str, list[str]]]:
    """Each command with the lines below it, one block at a time."""
    found: list[tuple[str, list[str]]] = []
    for line in console.splitlines():
        if line.startswith("$ "):
            found.append((line[2:], []))
        elif line.strip():
            found[-1][1].append(line)
    return found


def run(command: str, shown: list[str], folder: Path) -> None:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    own = {"PYTHONPATH": str(folder / "src"), "PATH": path, "COLUMNS": "120"}
    ran = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env={**os.environ, **own, "DRAMATURG_STORE": str(folder / "sessions.db")},
        capture_output=True,
        text=True,
        check=False,
    )
    printed = ran.stdout + ran.stderr
    assert ran.returncode == 0, f"$ {command}\n{printed}"
    lacking = [line for line in shown if not re.search(pattern(line), printed)]
    assert lacking == [], f"$ {command}\n{printed}"


def pattern(line: str) -> str:
    """What a shown line matches."""
    return ".*".join(re.escape(part.strip()) for part in line.split("..."))


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_whoever_follows_the_page_gets_what_it_shows(page: Path, tmp_path: Path) -> None:
    for source in COPIED:
        shutil.copytree(ROOT / source, tmp_path / source, ignore=BUILT)
    for block in blocks(page.read_text(encoding="utf-8")):
        follow(block, tmp_path)


def test_every_page_has_steps_to_follow_and_commands_that_show_something() -> None:
    assert len(PAGES) == 3
    for page in PAGES:
        found = blocks(page.read_text(encoding="utf-8"))
        assert any(block.language == "diff" for block in found), page.name
        assert any(
            shown
            for block in found
            if block.language == "console"
            for _, shown in commands(block.body)
        ), page.name


def test_every_file_is_named_where_a_reader_sees_it() -> None:
    """Titles of blocks are not shown."""
    for page in PAGES:
        text = page.read_text(encoding="utf-8")
        prose = FENCE.sub("", text)
        hidden = [each.path for each in blocks(text) if Path(each.path).name not in prose]
        assert hidden == [], page.name


def test_a_change_is_made_where_its_lines_stand_and_nowhere_else(tmp_path: Path) -> None:
    write(tmp_path / "table.py", "one\ntwo\nthree\n")
    change("table.py", "-one\n+1\n two\n@@\n three\n+four\n", tmp_path)
    assert (tmp_path / "table.py").read_text(encoding="utf-8") == "1\ntwo\nthree\nfour\n"
    with pytest.raises(AssertionError, match=r"table\.py has 0 places"):
        change("table.py", " one\n+two\n", tmp_path)


def test_a_command_that_prints_something_else_is_found_out(tmp_path: Path) -> None:
    run("echo one two three", ["one ... three"], tmp_path)
    with pytest.raises(AssertionError, match="echo one"):
        run("echo one", ["two"], tmp_path)
    with pytest.raises(AssertionError, match="exit 3"):
        run("exit 3", [], tmp_path)
