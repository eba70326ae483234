"""`dramaturg sessions`: what was kept, and why it went so."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Annotated, Literal

import typer
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.app.live.duty import DutyForm
from dramaturg.app.views.views import VIEWS
from dramaturg.app.walkthroughs.writing import as_walkthrough
from dramaturg.app.wiring import App
from dramaturg.cli.shell import SessionId, Yes, find_session, says_yes, with_app
from dramaturg.kernel.errors import NotFound
from dramaturg.turn.contract import AnyRecord
from dramaturg.turn.view import EngineView

commands = typer.Typer(no_args_is_help=True, add_completion=False)


@commands.command("list")
def list_() -> None:
    """All sessions, newest first."""
    session, last = Column("session", no_wrap=True, min_width=36), Column("last turn", no_wrap=True)
    table = Table(
        session, "content", "model", "turns", last, box=None, pad_edge=False, padding=(0, 1, 0, 0)
    )
    for info in with_app(lambda app: app.log.sessions()):
        when = datetime.fromtimestamp(info.updated_at, UTC).strftime("%m-%d %H:%M")
        id, content = Text(info.id, no_wrap=True), f"{info.engine}/{info.content_id}"
        table.add_row(id, content, info.model, str(info.turns), when)
    Console().print(table)


@commands.command()
def show(
    session: SessionId,
    turn: Annotated[int | None, typer.Option(help="One turn, whole, as JSON.")] = None,
) -> None:
    """What was said, what was decided, and why."""
    with_app(lambda app: _show(app, session, turn))


async def _show(app: App, beginning: str, turn: int | None) -> None:
    session = await find_session(app.log, beginning)
    view = VIEWS[(await app.log.session(session)).engine]
    records = await app.sessions.records(session)
    if turn is None:
        console = Console(highlight=False)
        for _, record in records:
            _print_turn(console, view, record)
        return
    found = next((found for found in records if found[1].turn == turn), None)
    if found is None:
        raise NotFound(f"session {session} has turns 0 to {len(records) - 1}, not {turn}")
    stored, record = found
    timings = json.loads(stored.timings)
    stages = {
        name: {"seconds": timings.get(name), "output": made}
        for name, made in view.stages(record).items()
    }
    whole = {"record": json.loads(stored.record), "timings": timings}
    whole = {"stages": stages, **whole} if stages else whole
    print(json.dumps(whole, ensure_ascii=False, indent=2))


def _print_turn(console: Console, view: EngineView, record: AnyRecord) -> None:
    console.print(f"[bold]{record.turn}[/bold] [dim]{record.settlement.reason}[/dim]")
    if heard := view.heard_words(record):
        console.print(Text(f"  you: {heard}"))
    if record.line:
        console.print(Text(f"  {record.line}"))


@commands.command()
def export(
    session: SessionId,
    form: Annotated[
        Literal["records", "walkthrough"],
        typer.Option("--as", help="All records, or a walkthrough that plays it again."),
    ] = "records",
) -> None:
    """A session and all its records, one JSON document a line; or as a walkthrough, with its
    decisions as expectations.
    """
    with_app(lambda app: _export(app, session, form))


async def _export(app: App, beginning: str, form: str) -> None:
    session = await find_session(app.log, beginning)
    if form == "walkthrough":
        print(await as_walkthrough(app.log, session, app.library, LOCAL_MODELS), end="")
        return
    print(json.dumps(asdict(await app.log.session(session)), ensure_ascii=False))
    for turn in await app.log.turns(session):
        row = {"turn": turn.turn, "key": turn.key, "at": turn.at}
        print(json.dumps({**row, "record": json.loads(turn.record)}, ensure_ascii=False))


@commands.command()
def flags(
    form: Annotated[DutyForm, typer.Option("--as", help="As JSON, or as a table.")] = "json",
) -> None:
    """Everything that was raised for people on duty: who may be in danger, and who looks after
    it.
    """
    print(with_app(lambda app: app.duty.export(form)))


@commands.command()
def delete(session: SessionId, yes: Yes = False) -> None:
    """Remove a session everywhere, the bytes in the database file included."""
    print(with_app(lambda app: _delete(app, session, yes)))


async def _delete(app: App, beginning: str, yes: bool) -> str:
    session = await find_session(app.log, beginning)
    if not (yes or await says_yes(f"Delete session {session} for good?")):
        return "Kept."
    await app.studies.delete_session(session)
    return f"Deleted {session}."
