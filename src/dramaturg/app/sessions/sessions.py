"""Sessions: opened, played, resumed, replayed, deleted. Live ones stay in memory; the log is the
truth.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import Any

from dramaturg.engines import engine_of
from dramaturg.english.rules.translate_ask import TranslateAsk
from dramaturg.kernel.errors import BadInput, CallerError, ReplayError, TapeMismatch
from dramaturg.kernel.text import storable
from dramaturg.language.thresholds import Absent
from dramaturg.language.voices import TapeVoice
from dramaturg.languages.names import code_of
from dramaturg.turn.asks import Listener, OfflineVoice
from dramaturg.turn.care import taken_in
from dramaturg.turn.contract import EDITION, MIGRATED, REMOVED, AnyRecord, Heard
from dramaturg.turn.engine import AnyEngine, fold
from dramaturg.turn.local_models import LocalModels
from dramaturg.turn.loop import (
    OPENING_KEY,
    Given,
    Live,
    OnClaim,
    Stage,
    bring_up_to_date,
    moving_on,
    perform,
    play_opening,
    play_turn,
    revive,
    take_turn,
)
from dramaturg.turn.migration import Moved
from dramaturg.turn.ports import Ids, SessionInfo, StoredContent, StoredTurn, TurnClaim
from dramaturg.turn.stopwatch import no_time
from dramaturg.turn.translation import Interpreter, kept_in

MOST_LIVE = 4096
MOST_MADE = 1024
LONGEST_TURN = 20_000

AnyLive = Live[Any, Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Engines:
    """The engines of stored contents, each made once. `made` has the newest of them, by the
    content's hash.
    """

    models: LocalModels
    made: OrderedDict[str, AnyEngine] = field(default_factory=OrderedDict)

    def of(self, content: StoredContent) -> AnyEngine:
        found = self.made.get(content.hash)
        if found is None:
            found = self.made[content.hash] = engine_of(content, self.models)
            if len(self.made) > MOST_MADE:
                self.made.popitem(last=False)  # every teller of a memoir has an engine of their own
        return found


@dataclass(frozen=True, slots=True)
class Replayed:
    """A turn played again: what the log says, and what came out now. Both are JSON.

    `note` is why it need not be the same, in a session from which something was removed.
    """

    turn: int
    was: str
    now: str
    note: str = ""

    @property
    def same(self) -> bool:
        return self.was == self.now


class Sessions:
    """All sessions of one log."""

    def __init__(self, stage: Stage, models: LocalModels, ids: Ids, language: str = "") -> None:
        """`language` is the one that sessions are opened in, where nobody says another."""
        self._language = language
        self._stage = stage
        self._log = stage.log
        self._models = models
        self._ids = ids
        self._live: OrderedDict[str, AnyLive] = OrderedDict()
        self.engines = Engines(models)

    @property
    def model(self) -> str:
        """What words are read and answered by now."""
        return self._stage.voice.name

    async def open(
        self,
        content: StoredContent,
        to: str | None = None,
        id: str | None = None,
        language: str = "",
    ) -> tuple[str, AnyRecord]:
        """A new session, opened, perhaps in a language of its own. Returns its id and the record of
        its opening.

        Whoever names it gets that `id`. Raises ConflictError when there is one of that name, and
        BadInput for a language that nobody knows.
        """
        spoken = code_of(language) if language else self._language
        session = id or self._ids.new()
        now = self._stage.clock.now()
        info = SessionInfo(
            id=session,
            engine=content.engine,
            content_id=content.id,
            content_version=content.version,
            content_hash=content.hash,
            embedder=self._models.embedder().name,
            model=self.model,
            opened_at=now,
            updated_at=now,
        )
        engine = self.engines.of(content)
        await self._log.open(info, content)
        live = self._keep(Live(session, engine, engine.start(), engine_of=self._engine_now))
        try:
            heard = Heard(to=to, at=now, language=spoken)
            return session, await take_turn(live, OPENING_KEY, heard, self._stage)
        except CallerError:
            await self.delete(session)
            raise

    async def turn(
        self,
        session: str,
        heard: Heard,
        key: str,
        listener: Listener | None = None,
        on_claim: OnClaim | None = None,
    ) -> AnyRecord:
        """Play one turn. The same key again gets the same answer, and plays nothing.

        With a `listener`, checked sentences of a model's line are handed over as they come; the
        record has the whole line.
        """
        return await take_turn(
            await self._revived(session), key, admitted(heard), self._stage, listener, on_claim
        )

    async def resume(
        self, session: str, listener: Listener | None = None, on_claim: OnClaim | None = None
    ) -> AnyRecord | None:
        """Play the turn that a crash left pending, if there is one and nobody else is at it."""
        live = await self._revived(session)
        pending = await self._log.pending(session)
        if pending is None:
            return None
        claim = await self._log.claim(
            session, pending.key, pending.heard, self._stage.owner, self._stage.lease
        )
        if not isinstance(claim, TurnClaim):
            return None
        if on_claim is not None:
            on_claim(claim)
        return await perform(live, claim, self._stage, listener)

    async def live(self, session: str) -> AnyLive:
        """The session as it stands now."""
        live = await self._revived(session)
        await bring_up_to_date(live, self._log)
        return live

    def held(self, session: str) -> AnyLive | None:
        """The session as it was last seen here, if it is in memory."""
        return self._live.get(session)

    async def records(self, session: str) -> list[tuple[StoredTurn, AnyRecord]]:
        engine = await self._engine_of(session)
        turns = await self._log.turns(session)
        return await asyncio.to_thread(
            lambda: [(turn, engine.codec.record(turn.record)) for turn in turns]
        )

    async def last_said(self, session: str) -> AnyRecord:
        """The last turn in which something was said."""
        return next(
            record
            for _, record in reversed(await self.records(session))
            if record.heard.choice != MIGRATED
        )

    async def replay(
        self, session: str, recorded_readings: bool = False
    ) -> AsyncIterator[Replayed]:
        """Play every turn again from what was heard and a tape of what was exchanged, without a
        model.

        With `recorded_readings` the words are not read again: decisions are made on the readings in
        the log. So it is with words that another ear heard.
        """
        info = await self._log.session(session)
        if not recorded_readings and info.embedder != self._models.embedder().name:
            raise ReplayError(
                f"session {session} was read with {info.embedder}, and here is"
                f" {self._models.embedder().name}: replay it with the recorded readings"
            )
        # from which turn on which engine played the session
        models = self._reading_as(info.embedder)
        engines = [
            (first, engine_of(await self._log.content(hash), models))
            for first, hash in await self._log.contents(info.id)
        ]
        codec = engines[0][1].codec
        records = [
            (stored, codec.record(stored.record)) for stored in await self._log.turns(session)
        ]
        lacking = any(record.heard.choice == REMOVED for _, record in records)
        state = engines[0][1].start()
        for stored, record in records:
            engine = next(engine for first, engine in reversed(engines) if first <= stored.turn)
            # numbers that were given are on record, whatever the lists say today
            cared_for = taken_in(record.percept) is not None
            recorded = recorded_readings or cared_for or self._heard_by_another(record)
            yield await _played_again(engine, state, stored, record, recorded, lacking)
            state = fold(engine.apply, record.events, state)

    def _heard_by_another(self, record: AnyRecord) -> bool:
        """Whether words were read that the ear of this version did not hear."""
        percept = record.percept
        was_read = bool(percept.readings or percept.ear)
        return was_read and percept.ear != self._models.ear().name

    async def migrate(
        self, session: str, content: StoredContent, moved: Moved, newest: int
    ) -> AnyRecord:
        """Go on with another version of the content. `newest` is the last turn that was seen.

        Raises NotFound, and ConflictError when there is a later turn or one is under way.
        """
        engine = self.engines.of(content)
        live = await self.live(session)
        record = moving_on(newest + 1, moved, self._stage.clock.now(), live.language)
        turn = StoredTurn(
            record.turn,
            f"{MIGRATED}-{record.turn}",
            record.heard.at,
            engine.codec.record_json(record),
        )
        after = engine.apply(live.state, moved)
        await self._log.migrate(
            session, content, turn, newest, engine.project(session, record, after, {})
        )
        return record

    async def unmigrate(self, session: str) -> None:
        """Go back to the version that the session had before. Raises ConflictError when it has gone
        on since.
        """
        *before, (turn, _) = await self._log.contents(session)
        if not before:
            raise BadInput(
                f"session {session} has the content it began with: there is nothing to go back to"
            )
        engine = self.engines.of(await self._log.content(before[-1][1]))
        *earlier, moved = [
            record for _, record in await self.records(session) if record.turn <= turn
        ]
        state = fold(
            engine.apply, (event for record in earlier for event in record.events), engine.start()
        )
        back = moving_on(turn, moved.settlement.events[0].back, moved.heard.at)
        await self._log.unmigrate(session, turn, engine.project(session, back, state, {}))

    async def delete(self, session: str) -> None:
        self.forget(session)
        await self._log.delete(session)

    def forget(self, session: str) -> None:
        """Keep nothing of it in memory; the log is not touched."""
        self._live.pop(session, None)

    async def _revived(self, session: str) -> AnyLive:
        live = self._live.get(session)
        if live is None:
            live = await revive(
                session, await self._engine_of(session), self._log, self._engine_now
            )
        return self._keep(live)

    def _keep(self, live: AnyLive) -> AnyLive:
        self._live[live.session] = live
        self._live.move_to_end(live.session)
        if len(self._live) > MOST_LIVE:
            self._live.popitem(last=False)
        return live

    async def _engine_of(self, session: str) -> AnyEngine:
        if session in self._live:
            return self._live[session].engine
        return await self._engine_now(await self._log.session(session))

    async def _engine_now(self, info: SessionInfo) -> AnyEngine:
        made = self.engines.made.get(info.content_hash)
        return made or self.engines.of(await self._log.content(info.content_hash))

    def _reading_as(self, name: str) -> LocalModels:
        """The models with the embedder of that name; when it is not the one here, what its readings
        can be decided on with.
        """
        if self._models.embedder().name == name:
            return self._models
        return replace(self._models, embedder=lambda: Absent(name))


def admitted(heard: Heard) -> Heard:
    """What was heard, in characters that can be stored. Raises BadInput when it is empty or too
    long to be a turn.
    """
    if not heard.text.strip() and heard.choice is None:
        raise BadInput("nothing was said: send words or a choice")
    if heard.choice in (MIGRATED, REMOVED):
        raise BadInput(
            f"the choice {heard.choice!r} is a mark of the log's own: send one that was offered"
        )
    if len(heard.text) > LONGEST_TURN:
        raise BadInput(
            f"{len(heard.text)} characters are too long for one turn: say it in pieces of"
            f" {LONGEST_TURN} at most"
        )
    return replace(heard, text=storable(heard.text.strip()))


async def _played_again(
    engine: AnyEngine,
    state: Any,
    stored: StoredTurn,
    record: AnyRecord,
    recorded_readings: bool,
    lacking: bool,
) -> Replayed:
    """One turn of a session that is perhaps `lacking` something that was removed."""
    if record.heard.choice == REMOVED:
        return Replayed(stored.turn, stored.record, stored.record, "what was said here was removed")
    try:
        now = engine.codec.record_json(await _again(engine, state, record, recorded_readings))
    except TapeMismatch:
        if not lacking:
            raise
        now = "{}"
    note = "" if now == stored.record else _why_otherwise(record, lacking)
    return Replayed(stored.turn, stored.record, now, note)


def _why_otherwise(record: AnyRecord, lacking: bool) -> str:
    """Why a turn need not come out as it did; nothing, where it has to."""
    if lacking:
        return "something that it builds on was removed"
    return "" if record.edition == EDITION else "an earlier edition decided here"


async def _again(
    engine: AnyEngine, state: Any, record: AnyRecord, recorded_readings: bool
) -> AnyRecord:
    if record.edition != EDITION:
        return await _decided_again(engine, state, record)
    # what was asked to read the words is not asked again where their readings are given
    read = (
        tuple(takewhile(lambda exchange: exchange.role != "speak", record.exchanges))
        if recorded_readings
        else ()
    )
    tape = TapeVoice(record.exchanges[len(read) :], record.turn)
    if moved := next((event for event in record.events if isinstance(event, Moved)), None):
        return moving_on(record.turn, moved, record.heard.at, record.language)
    interpreter = Interpreter(record.language, TranslateAsk, kept_in(record))
    if record.turn == 0:
        return (await play_opening(engine, record.heard, tape, no_time, interpreter)).record
    streamed = any(exchange.streamed for exchange in record.exchanges)
    listener = _nobody if streamed or _was_translated_aloud(record) else None
    given: Given[Any, Any] | None = Given(record.percept) if recorded_readings else None
    played = await play_turn(
        engine, state, record.turn, record.heard, tape, no_time, listener, given, interpreter
    )
    return replace(played.record, exchanges=(*read, *played.record.exchanges))


async def _decided_again(engine: AnyEngine, state: Any, record: AnyRecord) -> AnyRecord:
    """A turn of an earlier edition: decided on what it read, with the line that it spoke."""
    if record.turn == 0 or any(isinstance(event, Moved) for event in record.events):
        return record
    played = await play_turn(
        engine,
        state,
        record.turn,
        record.heard,
        OfflineVoice(),
        no_time,
        given=Given(record.percept, record.draft, record.verdict),
    )
    return replace(
        played.record,
        exchanges=record.exchanges,
        edition=record.edition,
        language=record.language,
        translated=record.translated,
    )


def _was_translated_aloud(record: AnyRecord) -> bool:
    """Whether somebody heard words of care before they were translated."""
    in_care = taken_in(record.percept) is not None
    return in_care and any(not each.kept for each in record.translated)


def _nobody(_sentence: str) -> None:
    """Listens as somebody did then."""
