"""`dramaturg game`: build a graph from a design, make a game, make it again after an edit, export
it, grade a play.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import typer
from rich.console import Console
from rich.text import Text

from dramaturg.app.authoring.drafting import id_from
from dramaturg.app.authoring.game_notes import notes_in
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.app.games.games import game_jobs, go_on, graded, job_id
from dramaturg.cli.shell import read_bytes, read_text, write_file
from dramaturg.engines.games.base.design import MECHANIC_TYPES
from dramaturg.engines.games.base.issues import Issue, errors
from dramaturg.engines.games.base.plan import plan_json
from dramaturg.engines.games.content import read_blueprint
from dramaturg.engines.games.exports.formats import FORMATS
from dramaturg.engines.games.exports.formats import export as exported
from dramaturg.engines.games.game_folder import (
    ASIDE,
    NOTHING,
    differences,
    rebuild_request,
    require_unedited,
    save_game,
)
from dramaturg.engines.games.make.build import plan_game
from dramaturg.engines.games.make.read_design import read_design
from dramaturg.engines.games.mechanics.mechanic import slug
from dramaturg.engines.games.mechanics.table import brief_check
from dramaturg.engines.games.page import PASS_MARK
from dramaturg.kernel.errors import BadInput, ConflictError, did_you_mean

commands = typer.Typer(no_args_is_help=True, add_completion=False)

Game = Annotated[Path, typer.Argument(help="A game's folder or its blueprint.")]


@commands.command()
def build(
    design: Annotated[
        Path, typer.Argument(help="A GameDesignDocument as JSON; - for standard input.")
    ],
    issues_json: Annotated[bool, typer.Option("--json", help="Issues as JSON lines.")] = False,
) -> None:
    """The game plan of a design, as JSON; exit 1 on issues, all of them, with path and fix."""
    read = read_design(read_text(design))
    found = list(read.issues)
    planned = None
    if read.design is not None and not errors(found):
        planned = plan_game(read.design, brief_check)
        found += [issue for issue in planned.issues if issue not in found]
    for issue in found:
        line = json.dumps(_issue_json(issue)) if issues_json else f"{issue.severity}: {issue}"
        print(line, file=sys.stderr)
    if planned is None or errors(found):
        sys.exit(1)
    print(json.dumps(plan_json(planned.plan), ensure_ascii=False, indent=2))


@commands.command()
def make(
    question: Annotated[str, typer.Argument(help="What the game is about, in your words.")] = "",
    knowledge: Annotated[
        str | None, typer.Option(help="Id of a knowledge file; the nearest one if left out.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="The folder to write; named after the game if left out.")
    ] = None,
    difficulty: Annotated[
        Literal["beginner", "intermediate", "advanced"] | None, typer.Option()
    ] = None,
    minutes: Annotated[
        int | None, typer.Option(min=1, max=30, help="How long it should take.")
    ] = None,
    scenes: Annotated[int | None, typer.Option(min=1, max=6)] = None,
    mechanics: Annotated[str, typer.Option(help="Mechanics to use, separated by commas.")] = "",
    seed: Annotated[int, typer.Option(help="Another seed gives another game.")] = 0,
    notes: Annotated[
        Path | None,
        typer.Option(
            help="Terms, groups, steps or a table as you type them; - for standard input."
        ),
    ] = None,
    design: Annotated[Path | None, typer.Option(help="A design to start from, as JSON.")] = None,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Even where one was edited; edits are set aside.")
    ] = False,
) -> None:
    """Make a game: with a model, or from knowledge. Stopped in the middle, the same command goes
    on.
    """
    if not (question or knowledge or design or notes):
        raise BadInput(
            'say what the game is about: dramaturg game make "how blood flows through the heart"'
        )
    named = question or knowledge or (notes.stem if notes else "")
    name = out.name if out else id_from(named, "game")
    request = {
        "id": slug(name),
        "question": question,
        "notes": notes_in(read_bytes(notes)) if notes else "",
        "knowledge": knowledge,
        "difficulty": difficulty,
        "minutes": minutes,
        "scenes": scenes,
        "mechanics": _known_mechanics(mechanics),
        "seed": seed,
        "design": _sound_design(design) if design else None,
    }
    folder, settings = out or Path(name), Settings()
    if not overwrite:
        require_unedited(folder)
    made = asyncio.run(_made(request, settings))
    if not overwrite:
        require_unedited(folder)  # again: somebody may have edited it meanwhile
    _keep(made, NOTHING, folder, settings)


def _known_mechanics(typed: str) -> list[str]:
    wanted = [word.strip() for word in typed.split(",") if word.strip()]
    unknown = [
        f"{word!r}. {did_you_mean(word, MECHANIC_TYPES)}"
        for word in wanted
        if word not in MECHANIC_TYPES
    ]
    if unknown:
        raise BadInput("there is no mechanic " + "; no ".join(unknown))
    return wanted


def _sound_design(file: Path) -> dict[str, Any]:
    read = read_design(read_text(file))
    if read.design is None or errors(read.issues):
        raise BadInput("\n".join(str(issue) for issue in errors(read.issues)))
    return read.design.model_dump(mode="json")


@commands.command()
def rebuild(folder: Annotated[Path, typer.Argument(help="The folder of a game.")]) -> None:
    """Make a game again after its design or content was edited; what was not changed is kept."""
    request, settings = rebuild_request(folder), Settings()
    made = asyncio.run(_made(request, settings))
    if rebuild_request(folder) != request:
        raise ConflictError(f"{folder} was edited while it was built again: build it once more")
    _keep(made, request, folder, settings)


@commands.command()
def diff(folder: Annotated[Path, typer.Argument(help="The folder of a game.")]) -> None:
    """What somebody wrote that is set aside, beside what stands in the game in its place."""
    told = differences(folder)
    for lines in told.values():
        print("\n".join(lines))
    if not told:
        print("Nothing is set aside: all that was written is in the game.")


@commands.command()
def export(
    game: Game,
    to: Annotated[str, typer.Option(help=f"One of: {', '.join(FORMATS)}.")] = "html",
    out: Annotated[Path | None, typer.Option(help="The file to write.")] = None,
    pass_mark: Annotated[
        float, typer.Option(min=0, max=1, help="The share of the points that passes.")
    ] = PASS_MARK,
) -> None:
    """Take a game elsewhere; what the form cannot carry is told."""
    made = exported(read_blueprint(game), to, pass_mark)
    file = out or Path(made.name)
    write_file(file, made.data)
    print(f"Wrote {file}.")
    for line in made.left_out:
        print(f"  left out: {line}", file=sys.stderr)


@commands.command()
def grade(
    game: Game,
    play: Annotated[
        Path, typer.Argument(help="A play that was saved from the page; - for standard input.")
    ],
) -> None:
    """The score of a play from the page, by the rules here."""
    print(json.dumps(graded(read_blueprint(game), read_text(play)), ensure_ascii=False, indent=2))


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
            f" {folder / ASIDE / name} (dramaturg game diff {folder})"
        )
    print(f"Wrote {folder}.")
    print(f"  open {folder / 'game.html'} in a browser, or: dramaturg play game {folder}")
    print(
        f"  edit {folder / 'design.json'} or {folder / 'content'}, then: dramaturg game rebuild"
        f" {folder}"
    )


def _issue_json(issue: Issue) -> dict[str, str]:
    """An issue as programs read it, in words that were fixed with the first release."""
    return {
        "code": issue.code,
        "message": issue.message,
        "fix": issue.remedy,
        "path": issue.place,
        "kind": "builder_bug" if issue.is_builder_bug else "design_issue",
        "severity": issue.severity,
    }
