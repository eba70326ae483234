"""What if: the turns of stored sessions that another version of their content would have decided
otherwise, and why.

Each turn is decided anew from what had really been said by then; nobody can know what would have
been answered otherwise. Nothing is read again and no model is asked. Where all that moves a session
is on record, the reports of a sim and the moves of a game, the other version is also carried along:
from its own place of the turn before instead of the recorded one.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import ValidationError

from dramaturg.app.content.swap import ContentChange
from dramaturg.care.policy import WITHOUT_COUNTRY
from dramaturg.engines import engine_of, kit_of
from dramaturg.engines.kit import Explain
from dramaturg.kernel.errors import DramaturgError, ReplayError
from dramaturg.language.thresholds import Absent
from dramaturg.turn.contract import MIGRATED, REMOVED, AnyRecord
from dramaturg.turn.engine import AnyEngine, fold
from dramaturg.turn.local_models import LocalModels
from dramaturg.turn.migration import TurnChoice, Undecidable
from dramaturg.turn.ports import EventLog, StoredContent

Outcome = Literal["same", "otherwise", "not concerned", "undecided"]


@dataclass(frozen=True, slots=True)
class Redecided:
    """A turn's decision as it was, as it would have been, and as it is where the other version was
    carried along.
    """

    turn: int
    was: TurnChoice
    would: TurnChoice
    carried: TurnChoice | None = None

    @property
    def same(self) -> bool:
        return self.was.words == self.would.words


@dataclass(frozen=True, slots=True)
class WhatIf:
    """One session under another version. `why`: the reason it was not decided. `notes`: what of it
    was left out.
    """

    session: str
    engine: str
    content: str
    outcome: Outcome
    turns: tuple[Redecided, ...] = ()
    notes: tuple[str, ...] = ()
    why: str = ""

    @property
    def differing(self) -> tuple[Redecided, ...]:
        return tuple(turn for turn in self.turns if not turn.same)


class _Unread:
    """Stands where words would be read. None are: what was read in them is on record."""

    def __getattr__(self, name: str) -> Any:
        raise ReplayError(f"nothing is read again, yet somebody wants to {name}")


def _without_reading(embedder: str) -> LocalModels:
    """Decisions need the thresholds of the embedder that was there then, and nothing else."""
    unread: Any = _Unread()
    return LocalModels(
        lambda: Absent(embedder),
        lambda: unread,
        lambda: unread,
        lambda: unread,
        lambda: WITHOUT_COUNTRY,
    )


@dataclass(frozen=True, slots=True)
class Deciders:
    """The engines that decide anew, made once for all sessions with the same content and
    embedder.
    """

    another: ContentChange
    _made: dict[tuple[str, str], AnyEngine | DramaturgError | None] = field(default_factory=dict)

    def of(self, content: StoredContent, embedder: str) -> AnyEngine | None:
        """None when the content has nothing that is changed. Raises what is wrong with it then."""
        key = content.hash, embedder
        if key not in self._made:
            self._made[key] = self._make(content, embedder)
        made = self._made[key]
        if isinstance(made, DramaturgError):
            raise made
        return made

    def _make(self, content: StoredContent, embedder: str) -> AnyEngine | DramaturgError | None:
        try:
            changed = self.another.of(content)
            return engine_of(changed, _without_reading(embedder)) if changed else None
        except DramaturgError as error:
            return error


async def what_if(log: EventLog, session: str, deciders: Deciders) -> WhatIf:
    """Every turn of the session, decided by the other version. What is wrong with this session is
    told, not raised.
    """
    info = await log.session(session)
    try:
        # by the first turn of each content the session had: who decides anew from then on
        contents = await log.contents(info.id)
        engines = {
            first: await asyncio.to_thread(deciders.of, await log.content(hash), info.embedder)
            for first, hash in contents
        }
        if not any(engines.values()):
            why = deciders.another.lacking_in(await log.content(info.content_hash))
            return WhatIf(info.id, info.engine, info.content_id, "not concerned", why=why)
        codec = _anyone(engines).codec
        records = [codec.record(stored.record) for stored in await log.turns(info.id)]
        turns = await asyncio.to_thread(lambda: tuple(_redecided(info.engine, engines, records)))
    except DramaturgError as error:
        return WhatIf(info.id, info.engine, info.content_id, "undecided", why=str(error))
    except ValidationError as error:
        why = f"its records cannot be read by this Dramaturg: {error.errors()[0]['msg']}"
        return WhatIf(info.id, info.engine, info.content_id, "undecided", why=why)
    outcome: Outcome = "same" if all(turn.same for turn in turns) else "otherwise"
    notes = tuple(_notes(records, await log.pending(info.id) is not None))
    return WhatIf(info.id, info.engine, info.content_id, outcome, turns, notes)


def _anyone(engines: Mapping[int, AnyEngine | None]) -> AnyEngine:
    """Whoever decides: how events change the state does not depend on the content."""
    return next(engine for engine in engines.values() if engine)


def _redecided(
    name: str, engines: Mapping[int, AnyEngine | None], records: Sequence[AnyRecord]
) -> Iterator[Redecided]:
    """The turns that were decided, each from the recorded state; `own` is the state that the other
    version has led to.
    """
    apply, explain = _anyone(engines).apply, kit_of(name).explain
    state = _anyone(engines).start()
    own = state if explain.CARRIED_ALONG and len(engines) == 1 else None
    for record in records:
        engine = engines[max(first for first in engines if first <= record.turn)]
        if engine is None or record.decision is None or record.heard.choice == REMOVED:
            own = own if own is None else fold(apply, record.events, own)
        else:
            would, after = _decided(explain, engine, state, record)
            carried = None
            if own is not None:
                carried, own = (
                    (would, after) if own == state else _decided(explain, engine, own, record)
                )
            was = explain.choice(fold(apply, record.percept.events, state), record)
            yield Redecided(record.turn, was, would, carried)
        state = fold(apply, record.events, state)


def _decided(
    explain: Explain, engine: AnyEngine, state: Any, record: AnyRecord
) -> tuple[TurnChoice, Any]:
    """What the engine decides from this state, and the state that leads to; None when it cannot
    decide.
    """
    try:
        now = explain.redecided(engine, state, record)
    except Undecidable as why:
        return why.choice, None
    seen = fold(engine.apply, now.percept.events, state)
    return explain.choice(seen, now), fold(engine.apply, now.settlement.events, seen)


def _notes(records: Sequence[AnyRecord], pending: bool) -> Iterator[str]:
    said = Counter(record.heard.choice for record in records)
    if said[REMOVED]:
        yield (
            f"{said[REMOVED]} turns were removed and are not decided; those after them are decided"
            " from what is left"
        )
    if said[MIGRATED]:
        yield (
            f"it was migrated {said[MIGRATED]} times: each turn is held against the version it had"
            " then"
        )
    if pending:
        yield "a turn is pending, which nobody has decided yet"
