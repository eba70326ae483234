"""The monitor: the running sessions as an operator watches them. A look costs as much as has
changed since the last one.

Who has seen that somebody may be in danger is kept in the log (`app/live/duty`). What else was
acknowledged is kept in this process only: after a restart the flags of the last turns are up again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from dramaturg.app.sessions.flags import (
    LASTING,
    URGENCY,
    SessionFlag,
    flag,
    flags_of_state,
    flags_of_turn,
    lasting,
)
from dramaturg.app.sessions.sessions import Sessions
from dramaturg.app.views.views import VIEWS
from dramaturg.kernel.errors import NotFound
from dramaturg.kernel.values import replace
from dramaturg.store import Log
from dramaturg.turn.ports import Busy, Clock, DutyNote, SessionInfo
from dramaturg.turn.view import EngineName

RUNNING = 24 * 3600.0  # seconds without a turn after which a session is on the monitor no more
FRESH = 1.0  # seconds in which everybody who looks sees the same
AT_ONCE = 100  # changed sessions that are read in one go; the rest comes with the next look
BACK = 20  # turns that are read of a session that is seen for the first time
MOST_GONE = 10_000  # cards that went, until they are forgotten
TOO_LONG = 30.0  # seconds that a turn may take

UNFINISHED = (
    "A turn was begun and left unfinished. It goes on when somebody asks for it in the session."
)
SLOW = "A turn has been under way for more than half a minute."
ORDER = tuple(URGENCY)
AT_THE_MONITOR = "somebody at the monitor"


@dataclass(frozen=True, slots=True)
class MonitoredSession:
    """A running session. Its flags come most urgent first; `ended` is how it ended, if it did and
    must be seen all the same.
    """

    id: str
    engine: EngineName
    title: str
    turns: int
    opened_at: float
    updated_at: float
    ended: str
    flags: tuple[SessionFlag, ...]


@dataclass(frozen=True, slots=True)
class MonitorChanges:
    """The cards that are new or different, and the ids of those that are gone. `whole`: these are
    all the cards there are.

    Hand in `mark` with the next look. `more`: not all could be read in one go; look again without
    waiting.
    """

    mark: int
    at: float
    whole: bool
    more: bool
    cards: tuple[MonitoredSession, ...]
    gone: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Reading:
    """What was read of a session, and how far."""

    info: SessionInfo
    title: str
    ended: str
    flags: tuple[SessionFlag, ...]


class Monitor:
    """All running sessions of one log."""

    def __init__(self, log: Log, sessions: Sessions, clock: Clock) -> None:
        self._log = log
        self._sessions = sessions
        self._clock = clock
        self._readings: dict[str, _Reading] = {}
        self._slow: dict[str, SessionFlag] = {}
        self._since: dict[
            tuple[str, int], float
        ] = {}  # since when a turn has been under way, as far as we have watched
        self._seen: dict[str, int] = {}
        self._cards: dict[str, MonitoredSession] = {}
        self._changes: dict[str, int] = {}  # with which mark a card came, changed or went
        self._first = self._mark = int(
            clock.now() * 1000
        )  # so that no mark of an earlier process is taken for one of ours
        self._looked = float("-inf")
        self._more = False
        self._refreshing = asyncio.Lock()

    async def look(self, since: int = 0) -> MonitorChanges:
        """What has changed after the mark `since`; everything where it is none of ours."""
        async with self._refreshing:
            if self._clock.now() - self._looked >= FRESH:
                await self._refresh()
        whole = not self._first <= since <= self._mark
        changed = (
            list(self._cards)
            if whole
            else [id for id, mark in self._changes.items() if mark > since]
        )
        cards = tuple(self._cards[id] for id in changed if id in self._cards)
        gone = tuple(id for id in changed if id not in self._cards)
        return MonitorChanges(self._mark, self._clock.now(), whole, self._more, cards, gone)

    async def acknowledge(self, session: str, turn: int) -> None:
        """Note that an operator has seen the flags of a session up to this turn. Raises
        NotFound.
        """
        if session not in self._cards:
            raise NotFound(f"There is no session {session!r} on the monitor.")
        note = DutyNote("seen", AT_THE_MONITOR, self._clock.now())
        for raised in await self._log.raised():
            if raised.session == session and raised.turn <= turn:
                await self._log.on_duty(session, raised.turn, note)
        self._seen[session] = max(turn, self._seen.get(session, -1))
        self._show(session)

    # ── what is read ──────────────────────────────────────────────────────────────────────────────

    async def _refresh(self) -> None:
        now = self._clock.now()
        active = {info.id: info for info in await self._log.active(now - RUNNING)}
        stale = [info for info in active.values() if self._is_stale(info)]
        for info in stale[:AT_ONCE]:
            await self._read(info)
        waited = set(self._slow)
        under_way = await self._log.under_way()
        turns = {(id, busy.turn) for id, busy in under_way.items()}
        self._since = {turn: self._since.get(turn, now) for turn in turns}
        self._slow = dict(self._unfinished(under_way, now))
        left = self._readings.keys() - active.keys()
        for id in left:
            del self._readings[id]
            self._seen.pop(id, None)
        looked_after = await self._looked_after()
        read = {info.id for info in stale[:AT_ONCE]}
        for id in read | waited | set(self._slow) | left | looked_after:
            self._show(id)
        self._forget_gone()
        self._more, self._looked = len(stale) > AT_ONCE, now

    async def _looked_after(self) -> set[str]:
        """Sessions of which somebody has seen or handled more than was known here."""
        changed = set()
        for raised in await self._log.raised():
            seen = any(note.did != "told" for note in raised.notes)
            if seen and raised.turn > self._seen.get(raised.session, -1):
                self._seen[raised.session] = raised.turn
                changed.add(raised.session)
        return changed & self._readings.keys()

    def _is_stale(self, info: SessionInfo) -> bool:
        known = self._readings.get(info.id)
        return known is None or (known.info.turns, known.info.rewritten) != (
            info.turns,
            info.rewritten,
        )

    async def _read(self, info: SessionInfo) -> None:
        known = self._readings.get(info.id)
        before = known if known and known.info.rewritten == info.rewritten else None
        after = max(before.info.turns if before else 0, info.turns - BACK) - 1
        try:
            live, turns = await self._sessions.live(info.id), await self._log.turns(info.id, after)
            records = [live.engine.codec.record(turn.record) for turn in turns]
        except NotFound:  # deleted since
            return
        except ValidationError:  # an older Dramaturg stored it: the others are watched all the same
            self._readings[info.id] = _Reading(info, info.content_id, "", ())
            return
        fresh = [flag for record in records for flag in flags_of_turn(info.engine, record)]
        last = info.turns - 1
        standing = flags_of_state(info.engine, live.state, last)
        flags = tuple(lasting((*(before.flags if before else ()), *fresh, *standing), last))
        view = VIEWS[info.engine]
        self._readings[info.id] = _Reading(
            info, view.title(live.engine), view.ended(live.engine, live.state), flags
        )

    def _unfinished(
        self, under_way: Mapping[str, Busy], now: float
    ) -> Iterator[tuple[str, SessionFlag]]:
        for id, busy in under_way.items():
            if now >= busy.until:
                yield id, flag("waiting", busy.turn, UNFINISHED)
            elif now - self._since[id, busy.turn] >= TOO_LONG:
                yield id, flag("waiting", busy.turn, SLOW)

    # ── what is shown ─────────────────────────────────────────────────────────────────────────────

    def _show(self, id: str) -> None:
        reading = self._readings.get(id)
        if reading is None:
            self._put(id, None)
            return
        slow = self._slow.get(id)
        card = _card(
            reading, (slow, *reading.flags) if slow else reading.flags, self._seen.get(id, -1)
        )
        unseen = any(each.kind in LASTING and not each.seen for each in card.flags)
        self._put(id, card if unseen or not reading.ended else None)

    def _forget_gone(self) -> None:
        """Of cards that went long ago nothing is kept. Whoever looked before that is shown the
        whole monitor.
        """
        if len(self._changes) > len(self._cards) + MOST_GONE:
            self._changes = {id: mark for id, mark in self._changes.items() if id in self._cards}
            self._first = self._mark

    def _put(self, id: str, card: MonitoredSession | None) -> None:
        if card == self._cards.get(id):
            return
        self._mark += 1
        self._changes[id] = self._mark
        if card is None:
            del self._cards[id]
        else:
            self._cards[id] = card


def _card(reading: _Reading, flags: Sequence[SessionFlag], seen: int) -> MonitoredSession:
    shown = (replace(each, seen=each.turn <= seen) for each in flags)
    info = reading.info
    return MonitoredSession(
        id=info.id,
        engine=info.engine,
        title=reading.title,
        turns=info.turns,
        opened_at=info.opened_at,
        updated_at=info.updated_at,
        ended=reading.ended,
        flags=tuple(sorted(shown, key=lambda each: (each.seen, ORDER.index(each.kind)))),
    )
