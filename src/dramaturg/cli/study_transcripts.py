"""`dramaturg study transcripts`: interviews that were held elsewhere become part of a study."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from dramaturg.app.studies.transcripts import (
    Confirmed,
    bring_in,
    read_on,
    readings,
    unread,
    with_people,
    with_roles,
)
from dramaturg.app.wiring import App
from dramaturg.cli.shell import Yes, says_yes, with_app
from dramaturg.cli.study_options import Open
from dramaturg.kernel.errors import BadInput
from dramaturg.studies.transcripts.files import read_files
from dramaturg.studies.transcripts.speakers import speakers_of

commands = typer.Typer(add_completion=False)


@commands.command("transcripts")
def run_transcripts(
    name: Open,
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Transcripts: .txt, .docx, .vtt, .srt, .csv or .qdpx. Without any, reading goes"
            " on where it stopped."
        ),
    ] = None,
    interviewer: Annotated[
        list[str] | None,
        typer.Option(help="Who asks, as the files call them; several times for several."),
    ] = None,
    respondent: Annotated[str, typer.Option(help="Whose words are taken, in all files.")] = "",
    people: Annotated[
        Path | None,
        typer.Option(
            help="A CSV of what is known of them: a column `file`, others as the screener's"
            " questions."
        ),
    ] = None,
    yes: Yes = False,
) -> None:
    """Bring in interviews that were held elsewhere, and read them as if they were held here."""
    recordings = read_files(files or [])
    found = with_roles(recordings, interviewer or [], respondent)
    _show(found, told=bool(interviewer or respondent))
    with_app(lambda app: _transcripts(app, name, found, people, yes))


async def _transcripts(
    app: App, name: str, found: Sequence[Confirmed], people: Path | None, yes: bool
) -> None:
    study = await app.studies.find(name)
    if people:
        found = with_people(found, people, await app.studies.document(study))
    if found:
        if not (yes or await says_yes("Is that who asks and who answers?")):
            print(
                "Nothing was brought in. Say it with --interviewer NAME and --respondent NAME, or"
                " change the names in the files."
            )
            return
        await bring_in(app.studies, study, found)
    waiting = await unread(app.studies, study)
    if not waiting:
        raise BadInput("there is no transcript to read: name some files")
    await _read(app, study, waiting)
    print(f"Read {len(waiting)} interviews.\n  dramaturg study codes {name}")
    print(f"  dramaturg study report {name}")


async def _read(app: App, study: str, waiting: Sequence[str]) -> None:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        for respondent in progress.track(waiting, description="interviews"):
            await read_on(app.studies, app.sessions, study, respondent)
    for each in await readings(app.studies, app.sessions, study):
        if each.respondent in waiting:
            print(f"{each.respondent}  {each.source}: {each.of} answers")


def _show(found: Sequence[Confirmed], told: bool) -> None:
    table = Table("file", "speaker", "is", "lines", "words", "because", "says first", box=None)
    for each in found:
        for number, speaker in enumerate(speakers_of(each.recording)):
            role = each.roles[speaker.name]
            why = "you say so" if told and role != speaker.role else speaker.why
            doubt = "" if speaker.sure or role == "left_out" else " (look)"
            table.add_row(
                Text(each.recording.name if not number else ""),
                Text(speaker.name),
                f"{role.replace('_', ' ')}{doubt}",
                str(speaker.lines),
                str(speaker.words),
                why,
                Text(speaker.sample, no_wrap=True, overflow="ellipsis"),
            )
    if found:
        Console(highlight=False).print(table)
