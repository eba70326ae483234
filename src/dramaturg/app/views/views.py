"""Showing sessions: one table from an engine to what a page shows of it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Protocol

from pydantic import Field

from dramaturg.app.sessions.sessions import Sessions
from dramaturg.app.views.signal_meanings import meanings
from dramaturg.app.views.why import why_of
from dramaturg.engines.games import view as games
from dramaturg.engines.games.view import GameScene, GameWhy
from dramaturg.engines.interviews import view as interviews
from dramaturg.engines.interviews.view import InterviewScene, InterviewWhy
from dramaturg.engines.memoir import view as memoir
from dramaturg.engines.memoir.view import MemoirScene, MemoirWhy
from dramaturg.engines.sims import view as sims
from dramaturg.engines.sims.view import SimScene, SimWhy
from dramaturg.kernel.errors import NotFound
from dramaturg.turn.contract import AnyRecord
from dramaturg.turn.engine import AnyEngine, fold
from dramaturg.turn.ports import SessionInfo, StoredTurn
from dramaturg.turn.view import NOTICE, EngineName, Head, Spoken, WhyShown

Records = Sequence[tuple[StoredTurn, AnyRecord]]

Scene = Annotated[
    SimScene | InterviewScene | MemoirScene | GameScene, Field(discriminator="engine")
]
EngineWhy = Annotated[SimWhy | InterviewWhy | MemoirWhy | GameWhy, Field(discriminator="engine")]


class Showing(Protocol):
    """What every module of an engine here gives."""

    def title(self, engine: Any) -> str: ...

    def ended(self, engine: Any, state: Any) -> str: ...

    def spoken(self, engine: Any, seen: Any, record: AnyRecord) -> Any: ...

    def scene(self, engine: Any, state: Any) -> Any: ...

    def why(self, engine: Any, before: Any, after: Any, record: AnyRecord) -> Any: ...


SHOWING: Mapping[str, Showing] = {
    "sims": sims,
    "interviews": interviews,
    "memoir": memoir,
    "games": games,
}


@dataclass(frozen=True, slots=True)
class SessionShown:
    """A session as a page shows it: everything that was said, and the scene now."""

    head: Head
    notice: str
    lines: tuple[Spoken, ...]
    scene: Scene


@dataclass(frozen=True, slots=True)
class TurnShown:
    """A turn as it reaches every page that looks on: what was said in it, and the scene
    after it.
    """

    turn: int
    key: str
    lines: tuple[Spoken, ...]
    scene: Scene


@dataclass(frozen=True, slots=True)
class Why:
    """Why a turn went as it did; `own` is what its engine adds."""

    shown: WhyShown
    own: EngineWhy


class Shows:
    """All sessions of one log, as pages show them."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    async def session(self, info: SessionInfo, study: str = "") -> SessionShown:
        live = await self._sessions.live(info.id)
        head, scene = (
            self.head(info, live.engine, live.state, study),
            SHOWING[info.engine].scene(live.engine, live.state),
        )
        lines = await asyncio.to_thread(
            _lines, info.engine, live.engine, await self._sessions.records(info.id)
        )
        return SessionShown(head, NOTICE, lines, scene)

    def head(self, info: SessionInfo, engine: AnyEngine, state: Any, study: str = "") -> Head:
        showing = SHOWING[info.engine]
        return Head(
            info.id,
            engine_name(info.engine),
            info.content_id,
            info.content_version,
            showing.title(engine),
            info.model,
            info.turns,
            info.opened_at,
            info.updated_at,
            showing.ended(engine, state),
            study,
        )

    async def scene(self, info: SessionInfo) -> Scene:
        """The scene as it stands."""
        live = await self._sessions.live(info.id)
        scene: Scene = SHOWING[info.engine].scene(live.engine, live.state)
        return scene

    async def turns(self, info: SessionInfo, after: int = -1) -> Sequence[TurnShown]:
        """The turns with a number greater than `after`, each with the scene it led to."""
        live = await self._sessions.live(info.id)
        if live.turns <= after + 1:
            return ()
        return await asyncio.to_thread(
            _turns, info.engine, live.engine, await self._sessions.records(info.id), after
        )

    async def turn(self, info: SessionInfo, record: AnyRecord, key: str) -> TurnShown:
        """A turn that was played. The newest is shown from the state in memory, at the same cost in
        a session of any length.
        """
        live = self._sessions.held(info.id)
        if live is not None and live.turns == record.turn + 1:
            return _turn(info.engine, live.engine, live.state, record, key)
        return next(
            shown for shown in await self.turns(info, record.turn - 1) if shown.turn == record.turn
        )

    async def why(self, info: SessionInfo, turn: int) -> Why:
        """Raises NotFound."""
        engine = (await self._sessions.live(info.id)).engine
        why = await asyncio.to_thread(
            _why, info.engine, engine, await self._sessions.records(info.id), turn
        )
        if why is None:
            raise NotFound(f"session {info.id} has no turn {turn}")
        return why


def _turn(name: str, engine: AnyEngine, seen: Any, record: AnyRecord, key: str) -> TurnShown:
    showing = SHOWING[name]
    return TurnShown(
        record.turn, key, tuple(showing.spoken(engine, seen, record)), showing.scene(engine, seen)
    )


def _why(name: str, engine: AnyEngine, records: Records, turn: int) -> Why | None:
    state = engine.start()
    for stored, record in records:
        before, state = state, fold(engine.apply, record.events, state)
        if record.turn == turn:
            shown = why_of(engine_name(name), stored, record, meanings(engine, record))
            return Why(shown, SHOWING[name].why(engine, before, state, record))
    return None


def _lines(name: str, engine: AnyEngine, records: Records) -> tuple[Spoken, ...]:
    return tuple(
        line
        for _, record, seen in _states(engine, records)
        for line in SHOWING[name].spoken(engine, seen, record)
    )


def _turns(name: str, engine: AnyEngine, records: Records, after: int) -> tuple[TurnShown, ...]:
    states = _states(engine, records)
    return tuple(
        _turn(name, engine, seen, record, stored.key)
        for stored, record, seen in states
        if record.turn > after
    )


def _states(engine: AnyEngine, records: Records) -> Iterator[tuple[StoredTurn, AnyRecord, Any]]:
    """Every turn with the state after it."""
    state = engine.start()
    for stored, record in records:
        state = fold(engine.apply, record.events, state)
        yield stored, record, state


def engine_name(name: str) -> EngineName:
    return name
