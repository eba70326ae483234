"""A played session written as a walkthrough, with its real decisions as expectations: play once,
and have a test for good.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from dramaturg.app.content.build import engine_of
from dramaturg.app.replay.what_if import CHOICES
from dramaturg.app.walkthroughs.document import SECONDS, Play, Reply
from dramaturg.app.walkthroughs.expecting import ENDINGS
from dramaturg.app.walkthroughs.staging import STAGERS, spoken
from dramaturg.content.library import Library
from dramaturg.content.yaml_writer import as_yaml
from dramaturg.engines.games.engine import UNTIMED
from dramaturg.engines.memoir.base.artifacts import Teller
from dramaturg.engines.memoir.perceive import SITTING
from dramaturg.engines.sims.asks.two_parts import SEPARATOR
from dramaturg.kernel.errors import AuthorError, BadInput, CallerError
from dramaturg.turn.contract import MIGRATED, REMOVED, AnyRecord, Exchange, Heard
from dramaturg.turn.engine import fold
from dramaturg.turn.local_models import Senses
from dramaturg.turn.ports import EventLog, SessionInfo, StoredContent, StoredTurn

Written = dict[str, Any]

DONE = (
    "move",
)  # words of a decision that only tell what was done, which stands in the turn already


async def as_walkthrough(log: EventLog, session: str, library: Library, senses: Senses) -> str:
    """The session as the text of a walkthrough's file. Raises BadInput when something was removed
    from it.
    """
    info = await log.session(session)
    content, turns = await log.content(info.content_hash), await log.turns(session)
    return await asyncio.to_thread(
        lambda: asyncio.run(_text(info, content, turns, library, senses))
    )


async def _text(
    info: SessionInfo,
    content: StoredContent,
    turns: Sequence[StoredTurn],
    library: Library,
    senses: Senses,
) -> str:
    """It proves what was played with once more, which takes a while."""
    engine = engine_of(content, senses)
    records = [engine.codec.record(turn.record) for turn in turns]
    if any(record.heard.choice == REMOVED for record in records):
        raise BadInput(
            f"something was removed from session {info.id}: what was said then cannot be played"
            " again"
        )
    play = PLAYS[info.engine](json.loads(content.body), records[0].heard)
    said = _speaker(records[0].exchanges)
    written = {
        "kind": "walkthrough",
        "id": _id(info),
        "version": "1",
        "title": f"A session with {content.id}, as it was played",
        "play": play,
        **_begins(info.engine, records[0].heard),
        **({"opening": said} if said else {}),
        "turns": list(_turns(info.engine, engine, records)),
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
        now = await STAGERS[info.engine](Play.model_validate(play), library, Path())
    except (AuthorError, CallerError):
        notes.append(
            "What it was played with is not in the library: put it beside this file, or name its"
            " folder under play."
        )
    else:
        if now.hash != content.hash:
            notes.append(f"The library now has {now.version}, which may decide otherwise.")
    return notes


# ── what is played ────────────────────────────────────────────────────────────────────────────────


def _sim(body: Mapping[str, Any], opening: Heard) -> Written:
    counted = {"steering": "counted"} if body["scenario"]["steering"] == "counted" else {}
    return {"sim": body["scenario"]["id"], **({"to": opening.to} if opening.to else {}), **counted}


def _interview(body: Mapping[str, Any], opening: Heard) -> Written:
    subject = body["subject"]
    about = subject["title"] if subject["id"] == "own_words" else subject["id"]
    guide = {"guide": body["guide"]["id"]} if body["guide"] else {}
    return {
        "interview": {
            "methodology": body["methodology"]["id"],
            "about": about,
            **guide,
            "turns": body["max_turns"],
        }
    }


def _memoir(body: Mapping[str, Any], opening: Heard) -> Written:
    teller = Teller.model_validate(body["teller"]).model_dump(mode="json", exclude_defaults=True)
    return {"memoir": {"artifacts": body["artifacts"]["router"]["id"], **teller}}


def _game(body: Mapping[str, Any], opening: Heard) -> Written:
    return {"game": body["id"], **({"untimed": True} if opening.to == UNTIMED else {})}


PLAYS: Mapping[str, Callable[[Mapping[str, Any], Heard], Written]] = {
    "sims": _sim,
    "interviews": _interview,
    "memoir": _memoir,
    "games": _game,
}


# ── turns ─────────────────────────────────────────────────────────────────────────────────────────


def _begins(engine: str, opening: Heard) -> Written:
    """Only a memoir goes by the time."""
    return (
        {"begins": f"{datetime.fromtimestamp(int(opening.at), UTC):%Y-%m-%d %H:%M:%S}"}
        if engine == "memoir"
        else {}
    )


def _turns(name: str, engine: Any, records: Sequence[AnyRecord]) -> Iterator[Written]:
    state, before = engine.start(), 0.0
    for record in records:
        seen = fold(engine.apply, record.percept.events, state)
        if record.turn and record.heard.choice != MIGRATED:
            yield {
                **_done(name, record.heard),
                **_later(record.heard.at - before),
                **_brought(name, seen, record),
            }
        state, before = fold(engine.apply, record.settlement.events, seen), record.heard.at


def _done(engine: str, heard: Heard) -> Written:
    if engine == "games":
        return {"move": json.loads(heard.text)}
    if engine == "memoir" and heard.choice == SITTING:
        return {"sitting": {}}
    if engine == "memoir" and heard.choice is not None:
        _, passage, mark = heard.choice.split(":")
        return {"mark": {"passage": int(passage), "mark": mark}}
    to = {"to": heard.to} if heard.to else {}
    return {**to, **({"choose": heard.choice} if heard.choice else {"say": heard.text})}


def _later(seconds: float) -> Written:
    """An hour and more is told, in minutes or else in hours; rounded down, as limits are reached at
    full hours.
    """
    if not SECONDS["hour"] <= seconds < 9999 * SECONDS["hour"]:
        return {}
    minutes = int(seconds // SECONDS["minute"])
    return {"later": f"{minutes} minutes" if minutes <= 9999 else f"{minutes // 60} hours"}


def _brought(engine: str, seen: Any, record: AnyRecord) -> Written:
    words = CHOICES[engine].choice(seen, record).words
    cues = [cue.command for cue in record.settlement.cues]
    expected: Written = {name: word for name, word in words.items() if name not in DONE}
    expected |= {"cues": cues} if cues else {}
    expected |= {"ended": True} if ENDINGS.intersection(cues) else {}
    return {**_speaker(record.exchanges), "expect": expected}


def _speaker(exchanges: Sequence[Exchange]) -> Written:
    """What models answered; nothing, where none did."""
    if all(exchange.reply is None for exchange in exchanges):
        return {}
    replies = [_reply(exchange) for exchange in exchanges]
    only_a_line = len(replies) == 1 and replies[0].keys() == {"say"}
    return {"speaker": replies[0]["say"] if only_a_line else replies}


def _reply(exchange: Exchange) -> Written:
    role = {} if exchange.role == "speak" else {"role": exchange.role}
    if exchange.reply is None:
        return {"role": exchange.role}
    return {**role, **_in_two_parts(exchange.reply)}


def _in_two_parts(text: str) -> Written:
    """A line and its report apart, where that is all there is to it."""
    line, separator, report = text.partition(f"\n{SEPARATOR}\n")
    try:
        parts = {"say": line, "report": json.loads(report)} if separator else {}
    except ValueError:
        parts = {}
    same = isinstance(parts.get("report"), dict) and spoken(Reply(**parts)) == text
    return parts if same else {"say": text}
