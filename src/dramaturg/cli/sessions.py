"""`dramaturg sessions` and `dramaturg replay`: what was kept, why it went so, and whether it goes so again."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from dramaturg.app.sessions import AnyRecord, Replayed
from dramaturg.app.wiring import SENSES, App, open_app
from dramaturg.cli.opened import with_app
from dramaturg.kernel.errors import BadInput, NotFound
from dramaturg.turn.ports import EventLog


def run_list() -> None:
    with_app(_list)


def run_show(session: str, turn: int | None) -> None:
    with_app(lambda app: _show(app, session, turn))


def run_export(session: str) -> None:
    with_app(lambda app: _export(app, session))


def run_delete(session: str, yes: bool) -> None:
    with_app(lambda app: _delete(app, session, yes))


def run_replay(session: str, readings: str) -> None:
    if readings not in ("again", "recorded"):
        raise BadInput(f"--readings takes 'again' or 'recorded', not {readings!r}")
    if not asyncio.run(_replayed(session, readings == "recorded")):
        sys.exit(1)


def run_what_if(session: str, methodology: str) -> None:
    with_app(lambda app: _what_if(app, session, methodology))


async def find_session(log: EventLog, beginning: str) -> str:
    """The one session whose id begins so."""
    found = [info.id for info in await log.sessions() if info.id.startswith(beginning)]
    if len(found) == 1:
        return found[0]
    if not found:
        raise NotFound(f"there is no session {beginning!r}; see `dramaturg sessions list`")
    raise BadInput(f"{len(found)} sessions begin with {beginning!r}; give more of the id")


async def _list(app: App) -> None:
    table = Table(Column("session", min_width=36), "content", "model", "turns", "last turn", box=None, pad_edge=False)
    for info in await app.log.sessions():
        when = datetime.fromtimestamp(info.updated_at, UTC).strftime("%m-%d %H:%M")
        table.add_row(Text(info.id, no_wrap=True), f"{info.engine}/{info.content_id}", info.model, str(info.turns), when)
    Console().print(table)


async def _show(app: App, beginning: str, turn: int | None) -> None:
    session = await find_session(app.log, beginning)
    records = await app.sessions.records(session)
    if turn is None:
        console = Console(highlight=False)
        for _, record in records:
            _print_turn(console, record)
        return
    found = next((found for found in records if found[1].turn == turn), None)
    if found is None:
        raise NotFound(f"session {session} has turns 0 to {len(records) - 1}, not {turn}")
    stored, record = found
    timings = json.loads(stored.timings)
    stages = _stages(record, timings) if (await app.log.session(session)).engine == "interviews" else {}
    whole = {**stages, "record": json.loads(stored.record), "timings": timings}
    print(json.dumps(whole, ensure_ascii=False, indent=2))


def _stages(record: AnyRecord, timings: dict[str, float]) -> dict[str, Any]:
    """What each stage of an interview's turn gave, and how long it took."""
    from dramaturg.engines.interviews.telling.result import stage_outputs

    outputs: Mapping[str, Any] = stage_outputs(record)
    return {"stages": {name: {"seconds": timings.get(name), "output": asdict(made)} for name, made in outputs.items()}}


def _print_turn(console: Console, record: AnyRecord) -> None:
    console.print(f"[bold]{record.turn}[/bold] [dim]{record.settlement.reason}[/dim]")
    said = _said(record)
    for who, text in (("you", said), ("", record.line)):
        if text:
            console.print(Text(f"  {who + ': ' if who else ''}{text}"))


def _said(record: AnyRecord) -> str:
    if "move" in record.percept.facts:
        from dramaturg.engines.games.moves import move_words, read_move

        return move_words(read_move(record.heard.text))
    return record.heard.text or (f"(chose {record.heard.choice})" if record.heard.choice else "")


async def _export(app: App, beginning: str) -> None:
    session = await find_session(app.log, beginning)
    print(json.dumps(asdict(await app.log.session(session)), ensure_ascii=False))
    for turn in await app.log.turns(session):
        print(
            json.dumps({"turn": turn.turn, "key": turn.key, "at": turn.at, "record": json.loads(turn.record)}, ensure_ascii=False)
        )


async def _delete(app: App, beginning: str, yes: bool) -> None:
    session = await find_session(app.log, beginning)
    answer = "y" if yes else await asyncio.to_thread(input, f"Delete session {session} for good? [y/N] ")
    if answer.strip().lower() != "y":
        print("Kept.")
        return
    await app.studies.delete_session(session)
    print(f"Deleted {session}.")


async def _replayed(beginning: str, recorded_readings: bool) -> bool:
    async with open_app() as app:
        session = await find_session(app.log, beginning)
        turns = [turn async for turn in app.sessions.replay(session, recorded_readings)]
    for turn in turns:
        if turn.note:
            print(f"turn {turn.turn}: {turn.note}")
        elif not turn.same:
            print(_difference(turn))
    print(f"{sum(turn.same for turn in turns)} of {len(turns)} turns are the same, to the letter")
    return all(turn.same or turn.note for turn in turns)


def _difference(turn: Replayed) -> str:
    was, now = json.loads(turn.was), json.loads(turn.now)
    fields = [name for name in was if was[name] != now.get(name)]
    return "\n".join(
        f"turn {turn.turn}, {name}:\n  was {json.dumps(was[name])}\n  now {json.dumps(now.get(name))}" for name in fields
    )


async def _what_if(app: App, beginning: str, methodology: str) -> None:
    from dramaturg.app.interviews import find_methodology
    from dramaturg.app.what_if import redecide

    session = await find_session(app.log, beginning)
    other = find_methodology(app.library, methodology)
    turns = [turn async for turn in redecide(app.log, session, other, SENSES)]
    different = [turn for turn in turns if not turn.same]
    for turn in different:
        print(f"turn {turn.turn}\n  was   {turn.was}\n        {turn.was_because}\n  would {turn.now}\n        {turn.now_because}")
    print(f"{other.id} {other.version} would have decided {len(different)} of {len(turns)} turns otherwise")
