"""Writes docs/defects.md from docs/defects.yaml, with what `dramaturg check` says of each defect:
`make docs`.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

from pydantic import BaseModel, ConfigDict
from ruamel.yaml import YAML

from dramaturg.app.check.check import check
from dramaturg.app.check.report import Report
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.content.library import packaged
from dramaturg.engines.games.content import make_at_once
from dramaturg.engines.games.game_folder import save_game
from dramaturg.engines.games.job import Order
from dramaturg.kernel.errors import Fault

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "defects.md"
Engine = Literal["sims", "interviews", "memoir", "games", "flows"]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Edit(_Part):
    """After the text `after`, the next `old` becomes `new`."""

    old: str
    new: str
    after: str = ""

    def made(self, text: str) -> str:
        start = text.index(self.after)
        at = text.index(self.old, start)
        return text[:at] + self.new + text[at + len(self.old) :]


class Defect(_Part):
    """One thing put wrong on purpose. `finds` is all that check reports: each code with a text at
    the place it points to.
    """

    name: str
    engine: Engine
    file: str
    change: str
    edits: tuple[Edit, ...]
    harm: str
    finds: Mapping[str, str]
    structural: bool = False
    folder: bool = False


@cache
def defects() -> tuple[Defect, ...]:
    return tuple(
        Defect.model_validate(entry)
        for entry in YAML(typ="safe").load(ROOT / "docs" / "defects.yaml")
    )


class Stage:
    """Copies of all that defects are put into, in one folder. Each defect is taken out again before
    the next.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        game = asyncio.run(
            make_at_once(
                Order(id="heart", knowledge="heart", difficulty="advanced", minutes=20, seed=2),
                LIBRARY,
            )
        )
        save_game(game, folder / "game", LIBRARY)
        shutil.copytree(ROOT / "examples" / "flows", folder / "flows")
        shutil.copytree(packaged(), folder, dirs_exist_ok=True)

    def path(self, defect: Defect) -> Path:
        """What is checked: the file, or the folder where files are judged together."""
        file = self._folder / defect.file
        return file.parent if defect.folder or defect.engine == "memoir" else file

    def report(self, defect: Defect) -> Report:
        file = self._folder / defect.file
        text = file.read_text(encoding="utf-8")
        try:
            file.write_text(edited(text, defect), encoding="utf-8")
            return check([self.path(defect)])
        finally:
            file.write_text(text, encoding="utf-8")

    def place(self, defect: Defect, fault: Fault) -> str:
        """The text at the place of a fault: its line; and the next, where that line only opens an
        object.
        """
        file = self._folder / defect.file
        text = (
            edited(file.read_text(encoding="utf-8"), defect)
            if str(file) == fault.file
            else _read(fault)
        )
        lines = text.splitlines()[(fault.line or 1) - 1 :]
        return "\n".join(lines[: 2 if lines[0].strip() == "{" else 1])


LIBRARY = library_of(Settings(store=""))


def edited(text: str, defect: Defect) -> str:
    for edit in defect.edits:
        text = edit.made(text)
    return text


def _read(fault: Fault) -> str:
    return Path(fault.file or "").read_text(encoding="utf-8")


# ── the page ──────────────────────────────────────────────────────────────────────────────────────

HEAD = """# Defects and how check tells them

Each of these defects was put into content that comes with Dramaturg, by one small edit ([defects.yaml](defects.yaml)), and
`dramaturg check` finds it: the code, the line and the words stand in the last column. The originals have no fault, and all that
is claimed of them is proven. `make docs` writes this page; a test holds check to every row.

The seven *structural* ones are tried on other frameworks too: see [Structural defects](benchmarks.md#structural-defects).
"""


def page(told: Mapping[str, Report]) -> str:
    return "\n".join([HEAD, *_sections(told)])


def _sections(told: Mapping[str, Report]) -> Iterator[str]:
    for engine, group in groupby(defects(), key=lambda defect: defect.engine):
        yield f"## {engine.capitalize()}\n"
        yield "| defect | what was changed | what it would do to people | how check tells it |"
        yield "|---|---|---|---|"
        yield from (row(defect, told[defect.name]) for defect in group)
        yield ""


def row(defect: Defect, report: Report) -> str:
    """The line of the page about a defect."""
    faults = {fault.code: fault for fault in reversed(report.faults)}
    lines = [f"`{code}` {_told(faults[code])}" for code in defect.finds]
    name = f"{defect.name} *(structural)*" if defect.structural else defect.name
    return (
        f"| {name} | {defect.change}, in `{defect.file}` | {defect.harm} | {'<br>'.join(lines)} |"
    )


def _told(fault: Fault) -> str:
    message = fault.message.replace("|", "\\|").replace("{", "&#123;").replace("}", "&#125;")
    return f"line {fault.line}: {message}"


if __name__ == "__main__":
    with TemporaryDirectory() as folder:
        stage = Stage(Path(folder))
        PAGE.write_text(
            page({defect.name: stage.report(defect) for defect in defects()}), encoding="utf-8"
        )
