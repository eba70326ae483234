"""`dramaturg game`: build a graph from a design, make a game, make it again after an edit, export
it, grade a play.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.text import Text

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.drafting import id_from
from dramaturg.app.content.kinds import library_of
from dramaturg.app.games.games import exported, game_jobs, go_on, graded, job_id
from dramaturg.cli.files import write_file
from dramaturg.engines.games.base.design import MECHANIC_TYPES
from dramaturg.engines.games.base.issues import Issue, errors
from dramaturg.engines.games.base.plan import plan_json
from dramaturg.engines.games.content import read_blueprint
from dramaturg.engines.games.game_folder import (
    ASIDE,
    NOTHING,
    rebuild_request,
    require_unedited,
    save_game,
)
from dramaturg.engines.games.make.build import plan_game
from dramaturg.engines.games.make.read_design import read_design
from dramaturg.engines.games.mechanics.mechanic import slug
from dramaturg.engines.games.mechanics.table import brief_check
from dramaturg.kernel.errors import BadInput, ConflictError, NotFound, did_you_mean

STDIN = "-"


def run_build(design: Path, issues_json: bool) -> None:
    """The plan on standard output; what is wrong on standard error."""
    read = read_design(_text(design))
    found = list(read.issues)
    planned = None
    if read.design is not None and not errors(found):
        planned = plan_game(read.design, brief_check)
        found += [issue for issue in planned.issues if issue not in found]
    _tell(found, issues_json)
    if planned is None or errors(found):
        sys.exit(1)
    print(json.dumps(plan_json(planned.plan), ensure_ascii=False, indent=2))


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was asked for at the shell."""

    question: str
    knowledge: str | None
    out: Path | None
    difficulty: str | None
    minutes: int | None
    scenes: int | None
    mechanics: str
    seed: int
    design: Path | None
    overwrite: bool = False

    @property
    def name(self) -> str:
        return self.out.name if self.out else id_from(self.question or self.knowledge or "")

    def request(self) -> dict[str, Any]:
        if not (self.question or self.knowledge or self.design):
            raise BadInput(
                'say what the game is about: dramaturg game make "how blood flows through the'
                ' heart"'
            )
        wanted = [word.strip() for word in self.mechanics.split(",") if word.strip()]
        unknown = [
            f"{word!r}. {did_you_mean(word, MECHANIC_TYPES)}"
            for word in wanted
            if word not in MECHANIC_TYPES
        ]
        if unknown:
            raise BadInput("there is no mechanic " + "; no ".join(unknown))
        design = read_design(_text(self.design)) if self.design else None
        if design and (design.design is None or errors(design.issues)):
            raise BadInput("\n".join(str(issue) for issue in errors(design.issues)))
        return {
            "id": slug(self.name),
            "question": self.question,
            "knowledge": self.knowledge,
            "difficulty": self.difficulty,
            "minutes": self.minutes,
            "scenes": self.scenes,
            "mechanics": wanted,
            "seed": self.seed,
            "design": design.design.model_dump(mode="json") if design and design.design else None,
        }


def run_make(wanted: Wanted) -> None:
    """Make a game as a job; killed, the same command goes on where it stopped."""
    request, folder, settings = wanted.request(), wanted.out or Path(wanted.name), Settings()
    if not wanted.overwrite:
        require_unedited(folder)
    made = asyncio.run(_made(request, settings))
    if not wanted.overwrite:
        require_unedited(folder)  # again: somebody may have edited it meanwhile
    _keep(made, NOTHING, folder, settings)


def run_rebuild(folder: Path) -> None:
    request, settings = rebuild_request(folder), Settings()
    made = asyncio.run(_made(request, settings))
    if rebuild_request(folder) != request:
        raise ConflictError(f"{folder} was edited while it was built again: build it once more")
    _keep(made, request, folder, settings)


def run_export(game: Path, to: str, out: Path | None) -> None:
    blueprint = read_blueprint(game)
    file = out or Path(f"{blueprint.id}.{to}")
    write_file(file, exported(blueprint, to).encode())
    print(f"Wrote {file}.")


def run_grade(game: Path, play: Path) -> None:
    print(json.dumps(graded(read_blueprint(game), _text(play)), ensure_ascii=False, indent=2))


async def _made(request: dict[str, Any], settings: Settings) -> dict[str, Any]:
    job, console = job_id(request, settings), Console(stderr=True, highlight=False)
    async with game_jobs(settings) as jobs:
        await go_on(jobs, request, job)
        async for step in jobs.watch(job):
            console.print(Text(f"  {step.name} ({step.seconds:.1f} s)", style="dim"))
        made: dict[str, Any] = await jobs.result(job)
    return made


def _keep(
    made: dict[str, Any], request: Mapping[str, Any], folder: Path, settings: Settings
) -> None:
    _report(made, folder, save_game(made, folder, library_of(settings), request))


def _report(made: dict[str, Any], folder: Path, aside: Sequence[str]) -> None:
    blueprint = made["blueprint"]
    rounds = [each["type"] for scene in blueprint["scenes"] for each in scene["mechanics"]]
    print(
        f"{blueprint['title']}: {len(blueprint['scenes'])} scenes, {len(rounds)} rounds,"
        f" {blueprint['totalMaxScore']} points."
    )
    for name, spent in made["tokens"].items():
        print(
            f"  {name}: {spent['calls']} calls, {spent['tokens_in']} + {spent['tokens_out']} tokens"
        )
    for note in made["degraded"]:
        print(f"  degraded: {note}")
    for name in aside:
        print(
            f"  set aside: {name} was edited and is not in the game: it is kept as"
            f" {folder / ASIDE / name}"
        )
    print(f"Wrote {folder}.")
    print(f"  open {folder / 'game.html'} in a browser, or: dramaturg play game {folder}")
    print(
        f"  edit {folder / 'design.json'} or {folder / 'content'}, then: dramaturg game rebuild"
        f" {folder}"
    )


def _tell(issues: list[Issue], as_json: bool) -> None:
    for issue in issues:
        print(
            json.dumps(asdict(issue)) if as_json else f"{issue.severity}: {issue}", file=sys.stderr
        )


def _text(file: Path) -> str:
    if str(file) == STDIN:
        return sys.stdin.read()
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise NotFound(f"{file} cannot be read: {str(error.strerror).lower()}") from error
