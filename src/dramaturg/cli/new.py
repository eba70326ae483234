"""`dramaturg new`: a scenario from a few words, drafted by the model of the settings, or a
template; a study to fill in; a game's knowledge from notes.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Annotated

import typer

from dramaturg.app.authoring.drafting import (
    SECONDS,
    Rejected,
    StudyWish,
    Wish,
    Written,
    new_interview,
    new_memoir,
    new_sim,
)
from dramaturg.app.authoring.game_notes import new_game, notes_in
from dramaturg.app.config.providers import voice_of
from dramaturg.app.config.settings import Settings
from dramaturg.cli.shell import Force, OutFile, read_bytes

commands = typer.Typer(no_args_is_help=True, add_completion=False)

Description = Annotated[str, typer.Argument(help="What it is about, in a few words.")]


@commands.command()
def sim(
    description: Description,
    out: OutFile = None,
    tier: Annotated[str, typer.Option(help="The backbone that conversations walk.")] = "technical",
    force: Force = False,
) -> None:
    """A scenario: drafted by the model and checked, or a commented template where there is no
    model.
    """
    wish, settings = Wish(description, out, tier, force), Settings()
    voice = voice_of(settings, SECONDS)
    if voice.name != "offline":
        print(f"Asking {voice.name} for a draft; this can take some minutes.", file=sys.stderr)
    result = asyncio.run(new_sim(wish, voice, settings.content_folders))
    if isinstance(result, Rejected):
        print(_told(result), file=sys.stderr)
        sys.exit(1)
    print(_next(result))


@commands.command()
def interview(
    description: Description,
    out: OutFile = None,
    methodology: Annotated[str, typer.Option(help="Id of a methodology.")] = "means_end_chain",
    force: Force = False,
) -> None:
    """A study of interviews, to fill in: consent, screener, quotas, length. It can be opened once
    nothing in [brackets] is left.
    """
    wish = StudyWish(description, out, methodology, force)
    written = new_interview(wish, Settings().content_folders)
    print(
        "\n".join(
            (
                (
                    f"Wrote {written.file}. It is a template: fill in what stands in [brackets]; it"
                    " can be opened then."
                ),
                f"  dramaturg check {written.file}    after every change",
                (
                    f"  dramaturg study open {written.file}    then others can take part: dramaturg"
                    f" study join {written.id}"
                ),
                (
                    f"  dramaturg schemas {written.file.parent / 'schemas'}    so that your editor"
                    " completes every key"
                ),
            )
        )
    )


@commands.command()
def memoir(
    folder: Annotated[Path, typer.Argument(help="The folder to write.")], force: Force = False
) -> None:
    """The artifacts of a memoir interviewer, to make your own: router, governor, machines,
    constraints, personas.
    """
    id = new_memoir(folder, force)
    print(
        "\n".join(
            (
                (
                    f"Wrote the artifacts of the interviewer {id!r} into {folder}. They work as"
                    " they are."
                ),
                f"  dramaturg check {folder}    after every change: it proves them",
                f"  dramaturg play memoir {folder}",
                (
                    f"  dramaturg schemas {folder / 'schemas'}    so that your editor completes"
                    " every key"
                ),
                (
                    f"  dramaturg memoir decide --artifacts {folder} --signals FILE    what they"
                    " decide, without a word said"
                ),
            )
        )
    )


@commands.command()
def game(
    description: Description,
    notes: Annotated[
        Path | None,
        typer.Option(
            help="What is to be learned, as you would type it: `term: meaning` a line, `group:"
            " thing, thing`, numbered steps, `1789: event`, or a table; - for standard input."
        ),
    ] = None,
    out: OutFile = None,
    force: Force = False,
) -> None:
    """What a game is made of, from what you type: knowledge that is checked, or notes to fill in
    where nothing was said yet.
    """
    text = notes_in(read_bytes(notes)) if notes else None
    made = new_game(description, text, out, Settings().content_folders, force)
    for line in made.told:
        print(line)
    if made.is_notes:
        print(f"Wrote {made.file}. Fill in what stands in [brackets], then:")
        print(f'  dramaturg game make "{description}" --notes {made.file}')
        return
    folder = made.file.parent
    print(f"Wrote {made.file}: knowledge, checked. Add to it as you like.")
    print(f"  dramaturg check {made.file}    after every change")
    print(f"  DRAMATURG_CONTENT={folder} dramaturg game make --knowledge {made.id}")


def _next(written: Written) -> str:
    folder = written.file.parent
    return "\n".join(
        (
            f"Wrote {written.file}. {_origin(written.tries)}",
            f"  dramaturg check {written.file}    after every change",
            f"  DRAMATURG_CONTENT={folder} dramaturg play sim {written.id}",
            f"  dramaturg schemas {folder / 'schemas'}    so that your editor completes every key",
        )
    )


def _origin(tries: int) -> str:
    if tries == 0:
        return (
            "There is no model, so it is a template: fill in what stands in [brackets]: check"
            " finds what is left. It can be played as it is."
        )
    return (
        f"The model's draft was sound at try {tries}: checked and proven. Read it before anyone"
        " plays it."
    )


def _told(rejected: Rejected) -> str:
    return "\n".join(
        (
            (
                f"No draft in {rejected.tries} could be used. The last is kept in {rejected.file},"
                " with this wrong:"
            ),
            *rejected.reasons,
            f"Put it right by hand (`dramaturg check {rejected.file}`), or try again.",
        )
    )
