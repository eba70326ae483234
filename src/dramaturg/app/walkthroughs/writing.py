"""A played session written as a walkthrough, with its real decisions as expectations: play once,
and have a test for good.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from dramaturg.app.content.walkthrough import SECONDS, Play, ScriptedReply
from dramaturg.app.walkthroughs.expecting import endings
from dramaturg.app.walkthroughs.script import spoken
from dramaturg.content.library import Library
from dramaturg.content.yaml_writer import as_yaml
from dramaturg.engines import engine_of, kit_of
from dramaturg.engines.kit import EngineKit
from dramaturg.kernel.errors import AuthorError, BadInput, CallerError
from dramaturg.turn.contract import MIGRATED, REMOVED, AnyRecord, Exchange
from dramaturg.turn.engine import fold
from dramaturg.turn.local_models import LocalModels
from dramaturg.turn.ports import EventLog, SessionInfo, StoredContent, StoredTurn

Written = dict[str, Any]

DONE = (
    "move",
)  # words of a decision that only tell what was done, which stands in the turn already


async def as_walkthrough(log: EventLog, session: str, library: Library, models: LocalModels) -> str:
    """The session as the text of a walkthrough's file. Raises BadInput when something was removed
    from it.
    """
    info = await log.session(session)
    content, turns = await log.content(info.content_hash), await log.turns(session)
    return await asyncio.to_thread(
        lambda: asyncio.run(_text(info, content, turns, library, models))
    )


async def _text(
    info: SessionInfo,
    content: StoredContent,
    turns: Sequence[StoredTurn],
    library: Library,
    models: LocalModels,
) -> str:
    """It proves what was played with once more, which takes a while."""
    engine = engine_of(content, models)
    records = [engine.codec.record(turn.record) for turn in turns]
    if any(record.heard.choice == REMOVED for record in records):
        raise BadInput(
            f"something was removed from session {info.id}: what was said then cannot be played"
            " again"
        )
    kit, opening = kit_of(info.engine), records[0]
    play = kit.walkthrough.played(json.loads(content.body), opening.heard)
    said = _speaker(opening.exchanges, kit)
    begins = f"{datetime.fromtimestamp(int(opening.heard.at), UTC):%Y-%m-%d %H:%M:%S}"
    written: Written = {
        "kind": "walkthrough",
        "id": _id(info),
        "version": "1",
        "title": f"A session with {content.id}, as it was played",
        "play": play,
        **({"begins": begins} if kit.walkthrough.BY_THE_CLOCK else {}),
        **({"opening": said} if said else {}),
        "turns": list(_turns(kit, engine, records)),
    }
    return as_yaml(
        written,
        "\n".join(f"# {note}" for note in await _notes(info, content, play, records, library)),
    )


def _id(info: SessionInfo) -> str:
    return re.sub(r"[^a-z0-9_]+", "_", f"played_{info.content_id}_{info.id[-6:]}".lower())


async def _notes(
    info: SessionInfo,
    content: StoredContent,
    play: Written,
    records: Sequence[AnyRecord],
    library: Library,
) -> list[str]:
    notes = [
        f"Session {info.id}, played with {content.id} {content.version}. It holds what was said,"
        " word for word."
    ]
    if any(record.heard.choice == MIGRATED for record in records):
        notes.append(
            "It was migrated: what was decided before that was decided by another version of its"
            " content."
        )
    try:
        now = await kit_of(info.engine).walkthrough.stage(
            Play.model_validate(play), library, Path()
        )
    except (AuthorError, CallerError):
        notes.append(
            "What it was played with is not in the library: put it beside this file, or name its"
            " folder under play."
        )
    else:
        if now.hash != content.hash:
            notes.append(f"The library now has {now.version}, which may decide otherwise.")
    return notes


# ── turns ─────────────────────────────────────────────────────────────────────────────────────────


def _turns(kit: EngineKit, engine: Any, records: Sequence[AnyRecord]) -> Iterator[Written]:
    state, before = engine.start(), 0.0
    for record in records:
        seen = fold(engine.apply, record.percept.events, state)
        if record.turn and record.heard.choice != MIGRATED:
            words = kit.explain.choice(seen, record).words
            cues = [cue.command for cue in record.settlement.cues]
            expected: Written = {name: word for name, word in words.items() if name not in DONE}
            expected |= {"cues": cues} if cues else {}
            expected |= {"ended": True} if endings().intersection(cues) else {}
            yield {
                **kit.walkthrough.done(record.heard),
                **_later(record.heard.at - before),
                **{**_speaker(record.exchanges, kit), "expect": expected},
            }
        state, before = fold(engine.apply, record.settlement.events, seen), record.heard.at


def _later(seconds: float) -> Written:
    """An hour and more is told, in minutes or else in hours; rounded down, as limits are reached at
    full hours.
    """
    if not SECONDS["hour"] <= seconds < 9999 * SECONDS["hour"]:
        return {}
    minutes = int(seconds // SECONDS["minute"])
    return {"later": f"{minutes} minutes" if minutes <= 9999 else f"{minutes // 60} hours"}


def _speaker(exchanges: Sequence[Exchange], kit: EngineKit) -> Written:
    """What models answered; nothing, where none did."""
    if all(exchange.reply is None for exchange in exchanges):
        return {}
    replies = [_reply(exchange, kit.walkthrough.SEPARATOR) for exchange in exchanges]
    only_a_line = len(replies) == 1 and replies[0].keys() == {"say"}
    return {"speaker": replies[0]["say"] if only_a_line else replies}


def _reply(exchange: Exchange, separator: str) -> Written:
    role = {} if exchange.role == "speak" else {"role": exchange.role}
    if exchange.reply is None:
        return {"role": exchange.role}
    return {**role, **_in_two_parts(exchange.reply, separator)}


def _in_two_parts(text: str, separator: str) -> Written:
    """A line and its report apart, where that is all there is to it."""
    line, apart, report = text.partition(f"\n{separator}\n") if separator else (text, "", "")
    try:
        parts = {"say": line, "report": json.loads(report)} if apart else {}
    except ValueError:
        parts = {}
    same = (
        isinstance(parts.get("report"), dict) and spoken(ScriptedReply(**parts), separator) == text
    )
    return parts if same else {"say": text}
