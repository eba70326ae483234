"""The hub: turns are played through it, and everybody who looks on at a session is told what
happens in it.

Onlookers of one process are told at once. What another process has played is found by one slow look
at all watched sessions.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace

from pydantic import TypeAdapter, ValidationError

from dramaturg.app.live.session_events import (
    Begun,
    Behind,
    Changed,
    Failed,
    Gone,
    Happening,
    Place,
    Ready,
    Sentence,
)
from dramaturg.app.sessions.sessions import Sessions
from dramaturg.app.views.views import SessionViews, TurnShown
from dramaturg.kernel.errors import CallerError, DramaturgError
from dramaturg.turn.asks import Listener
from dramaturg.turn.contract import AnyRecord, Heard
from dramaturg.turn.ports import EventLog, Ids, SessionInfo, TurnClaim

MOST_UNREAD = 256
"""Happenings that an onlooker may leave unread before being told to connect again."""

BROKEN = "Something went wrong while this turn was played. It is kept; try again."

_HEARD = TypeAdapter(Heard)


class Onlooker:
    """What somebody has yet to be told."""

    def __init__(self, session: str) -> None:
        self._session = session
        self._unread: asyncio.Queue[Happening] = asyncio.Queue(MOST_UNREAD)
        self._behind = False

    def tell(self, happening: Happening) -> None:
        if self._behind:
            return
        try:
            self._unread.put_nowait(happening)
        except asyncio.QueueFull:
            self._behind = True
            self._taken()
            self._unread.put_nowait(Behind(self._session))

    def keep_turns(self) -> None:
        """Forget what belongs to turns under way: they are told as they stand."""
        for happening in self._taken():
            if not isinstance(happening, Begun | Sentence | Failed):
                self._unread.put_nowait(happening)

    async def next(self) -> Happening:
        return await self._unread.get()

    def _taken(self) -> list[Happening]:
        return [self._unread.get_nowait() for _ in range(self._unread.qsize())]


@dataclass(slots=True, eq=False)
class Room:
    """A session that is looked at or played here. `told` is the last turn that was told."""

    session: str
    told: int
    rewritten: int
    onlookers: set[Onlooker] = field(default_factory=set)
    under_way: list[Begun | Sentence] = field(default_factory=list)
    """The turn being played here: how it began, and its sentences so far."""
    visitors: int = 0

    def tell(self, happening: Happening) -> None:
        for onlooker in self.onlookers:
            onlooker.tell(happening)

    def tell_turn(self, shown: TurnShown) -> None:
        if shown.turn > self.told:
            self.told = shown.turn
            self.tell(shown)


class TurnAttempt:
    """One attempt to play a turn, as its onlookers see it."""

    def __init__(self, room: Room, ids: Ids, speaker: str = "") -> None:
        self._room = room
        self._ids = ids
        self._speaker = speaker
        self._begun: Begun | None = None

    def claimed(self, claim: TurnClaim) -> None:
        heard, attempt = _HEARD.validate_json(claim.heard), self._ids.new()
        self._begun = Begun(
            claim.turn, claim.key, heard.text, heard.choice, attempt, speaker=self._speaker
        )
        self._room.under_way = [self._begun]
        self._room.tell(self._begun)

    def hear(self, text: str) -> None:
        if self._begun is not None:
            sentence = Sentence(
                self._begun.turn, self._begun.attempt, len(self._room.under_way), text
            )
            self._room.under_way.append(sentence)
            self._room.tell(sentence)

    def failed(self, error: BaseException) -> None:
        if (begun := self.ended()) is not None:
            detail = str(error) if isinstance(error, DramaturgError) else BROKEN
            self._room.tell(
                Failed(begun.turn, begun.key, detail, kept=not isinstance(error, CallerError))
            )

    def ended(self) -> Begun | None:
        if self._begun is not None and self._room.under_way[:1] == [self._begun]:
            self._room.under_way = []
        return self._begun


class LiveTurns:
    """All sessions that are looked at or played in this process."""

    def __init__(
        self, log: EventLog, sessions: Sessions, views: SessionViews, ids: Ids, every: float = 1.0
    ) -> None:
        self._log, self._sessions, self._views, self._ids = log, sessions, views, ids
        self._every = every
        self._rooms: dict[str, Room] = {}
        self._looking: asyncio.Task[None] | None = None

    async def turn(
        self, info: SessionInfo, heard: Heard, key: str, caller: Listener | None = None
    ) -> TurnShown:
        """Play one turn, as `Sessions.turn` does, before the eyes of all onlookers. A `caller` may
        listen too.
        """
        speaker = self._views.speaker(info, heard.to)
        with self._in_room(info) as room, self._attempt(room, speaker) as attempt:
            listener = (
                _both(attempt.hear, caller) if caller else attempt.hear if room.onlookers else None
            )
            record = await self._sessions.turn(info.id, heard, key, listener, attempt.claimed)
            return await self._told(info, room, attempt, record, key)

    async def resume(self, info: SessionInfo) -> TurnShown | None:
        """Play the turn that is pending, if there is one and nobody else is at it."""
        with self._in_room(info) as room, self._attempt(room) as attempt:
            pending = await self._log.pending(info.id)
            record = (
                await self._sessions.resume(info.id, attempt.hear, attempt.claimed)
                if pending
                else None
            )
            return (
                await self._told(info, room, attempt, record, pending.key)
                if record and pending
                else None
            )

    async def watch(
        self, info: SessionInfo, after: Place, follow: bool = True
    ) -> AsyncGenerator[tuple[Place, Happening]]:
        """What an onlooker who has come so far lacks, then what happens, each with the place that
        it leads to.

        Looking on plays nothing: a turn that was left pending is told, and waits for somebody to
        send it again or resume it. Without `follow`, it ends where the onlooker has everything.
        """
        with self._in_room(info) as room, self._onlooking(room) as onlooker:
            place = after
            for shown in await self._views.turns(info, place.turn):
                place = place.after(shown)
                yield place, shown
            left = await self._log.pending(info.id)
            onlooker.keep_turns()
            for begun in tuple(_under_way(room, left)):
                if not place.knows(begun):
                    place = place.after(begun)
                    yield place, begun
            yield place, Ready(place.turn + 1, room.rewritten)
            while follow:
                happening = await onlooker.next()
                if (
                    isinstance(happening, Begun) and happening.turn > place.turn + 1
                ):  # what was left, or played elsewhere, came first
                    for shown in await self._views.turns(info, place.turn):
                        place = place.after(shown)
                        yield place, shown
                if not place.knows(happening):
                    place = place.after(happening)
                    yield place, happening
                if isinstance(happening, Gone | Behind):
                    return

    async def aclose(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
            with suppress(asyncio.CancelledError):
                await self._looking

    # ── rooms ─────────────────────────────────────────────────────────────────────────────────────

    @contextmanager
    def _in_room(self, info: SessionInfo) -> Iterator[Room]:
        room = self._rooms.setdefault(info.id, Room(info.id, info.turns - 1, info.rewritten))
        room.visitors += 1
        try:
            yield room
        finally:
            room.visitors -= 1
            if not room.visitors:
                del self._rooms[info.id]

    @contextmanager
    def _onlooking(self, room: Room) -> Iterator[Onlooker]:
        onlooker = Onlooker(room.session)
        room.onlookers.add(onlooker)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        try:
            yield onlooker
        finally:
            room.onlookers.discard(onlooker)

    @contextmanager
    def _attempt(self, room: Room, speaker: str = "") -> Iterator[TurnAttempt]:
        attempt = TurnAttempt(room, self._ids, speaker)
        try:
            yield attempt
        except BaseException as error:
            attempt.failed(error)
            raise

    async def _told(
        self, info: SessionInfo, room: Room, attempt: TurnAttempt, record: AnyRecord, key: str
    ) -> TurnShown:
        shown = await self._views.turn(info, record, key)
        if record.turn > room.told + 1:
            await self._catch_up(info, room)  # somebody else's came first
        attempt.ended()
        room.tell_turn(shown)
        return shown

    async def _catch_up(self, info: SessionInfo, room: Room) -> None:
        for shown in await self._views.turns(info, room.told):
            room.tell_turn(shown)

    # ── what others play ──────────────────────────────────────────────────────────────────────────

    async def _look(self) -> None:
        """Look at all watched sessions together, now and then, as long as there are any."""
        while watched := {name: room for name, room in self._rooms.items() if room.onlookers}:
            with suppress(DramaturgError):  # the store may be back the next time
                found = {info.id: info for info in await self._log.several(list(watched))}
                for name, room in watched.items():
                    with suppress(
                        DramaturgError, ValidationError
                    ):  # a session that cannot be read holds up no other
                        await self._compare(room, found.get(name))
            await asyncio.sleep(self._every)

    async def _compare(self, room: Room, info: SessionInfo | None) -> None:
        if info is None:
            room.tell(Gone(room.session))
        elif info.rewritten != room.rewritten:
            room.rewritten, room.told = info.rewritten, info.turns - 1
            room.tell(Changed(info.turns, info.rewritten))
        elif info.turns - 1 > room.told:
            await self._catch_up(info, room)


def _both(one: Listener, other: Listener) -> Listener:
    def hear(sentence: str) -> None:
        one(sentence)
        other(sentence)

    return hear


def _under_way(room: Room, left: TurnClaim | None) -> Iterator[Begun | Sentence]:
    """The turn that is being played here, or that was begun elsewhere."""
    if room.under_way:
        begun, *sentences = room.under_way
        assert isinstance(begun, Begun)
        yield replace(begun, earlier=True)
        yield from sentences
    elif left is not None:
        heard = _HEARD.validate_json(left.heard)
        yield Begun(left.turn, left.key, heard.text, heard.choice, "", earlier=True)
