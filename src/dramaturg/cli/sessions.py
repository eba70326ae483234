"""`dramaturg sessions`: what was kept, and why it went so."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.app.wiring import App
from dramaturg.cli.confirm import says_yes
from dramaturg.cli.open_app import with_app
from dramaturg.kernel.errors import BadInput, NotFound
from dramaturg.turn.contract import MIGRATED, AnyRecord
from dramaturg.turn.ports import EventLog


def run_list() -> None:
    with_app(_list)


def run_show(session: str, turn: int | None) -> None:
    with_app(lambda app: _show(app, session, turn))


def run_export(session: str) -> None:
    with_app(lambda app: _export(app, session))


def run_export_walkthrough(session: str) -> None:
    with_app(lambda app: _export_walkthrough(app, session))


def run_delete(session: str, yes: bool) -> None:
    with_app(lambda app: _delete(app, session, yes))


async def find_session(log: EventLog, beginning: str) -> str:
    """The one session with this id, or whose id begins so."""
    found = [info.id for info in await log.sessions() if info.id.startswith(beginning)]
    if len(found) == 1 or beginning in found:
        return beginning if beginning in found else found[0]
    if not found:
        raise NotFound(f"there is no session {beginning!r}; see `dramaturg sessions list`")
    raise BadInput(f"{len(found)} sessions begin with {beginning!r}; give more of the id")


async def _list(app: App) -> None:
    session, last = Column("session", no_wrap=True, min_width=36), Column("last turn", no_wrap=True)
    table = Table(
        session, "content", "model", "turns", last, box=None, pad_edge=False, padding=(0, 1, 0, 0)
    )
    for info in await app.log.sessions():
        when = datetime.fromtimestamp(info.updated_at, UTC).strftime("%m-%d %H:%M")
        table.add_row(
            Text(info.id, no_wrap=True),
            f"{info.engine}/{info.content_id}",
            info.model,
            str(info.turns),
            when,
        )
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
    stages = (
        _stages(record, timings) if (await app.log.session(session)).engine == "interviews" else {}
    )
    whole = {**stages, "record": json.loads(stored.record), "timings": timings}
    print(json.dumps(whole, ensure_ascii=False, indent=2))


def _stages(record: AnyRecord, timings: dict[str, float]) -> dict[str, Any]:
    """What each stage of an interview's turn gave, and how long it took."""
    from dramaturg.engines.interviews.report.turn_result import stage_outputs

    return {
        "stages": {
            name: {"seconds": timings.get(name), "output": made}
            for name, made in stage_outputs(record).items()
        }
    }


def _print_turn(console: Console, record: AnyRecord) -> None:
    console.print(f"[bold]{record.turn}[/bold] [dim]{record.settlement.reason}[/dim]")
    said = _said(record)
    for who, text in (("you", said), ("", record.line)):
        if text:
            console.print(Text(f"  {who + ': ' if who else ''}{text}"))


def _said(record: AnyRecord) -> str:
    if "move" in record.percept.facts:
        from dramaturg.engines.games.base.moves import move_words, read_move

        return move_words(read_move(record.heard.text))
    return record.heard.text or (
        f"(chose {record.heard.choice})" if record.heard.choice not in (None, MIGRATED) else ""
    )


async def _export(app: App, beginning: str) -> None:
    session = await find_session(app.log, beginning)
    print(json.dumps(asdict(await app.log.session(session)), ensure_ascii=False))
    for turn in await app.log.turns(session):
        print(
            json.dumps(
                {
                    "turn": turn.turn,
                    "key": turn.key,
                    "at": turn.at,
                    "record": json.loads(turn.record),
                },
                ensure_ascii=False,
            )
        )


async def _export_walkthrough(app: App, beginning: str) -> None:
    from dramaturg.app.walkthroughs.writing import as_walkthrough

    print(
        await as_walkthrough(
            app.log, await find_session(app.log, beginning), app.library, LOCAL_MODELS
        ),
        end="",
    )


async def _delete(app: App, beginning: str, yes: bool) -> None:
    session = await find_session(app.log, beginning)
    if not (yes or await says_yes(f"Delete session {session} for good?")):
        print("Kept.")
        return
    await app.studies.delete_session(session)
    print(f"Deleted {session}.")
