"""Sessions as they are shown, to whoever looks: the shell, a chat client, a page."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from dramaturg.app.sessions.sessions import Sessions
from dramaturg.app.views.why import why_of
from dramaturg.engines import kits
from dramaturg.kernel.errors import NotFound
from dramaturg.turn.contract import AnyRecord
from dramaturg.turn.engine import AnyEngine, fold
from dramaturg.turn.ports import SessionInfo, StoredTurn
from dramaturg.turn.view import (
    AnswerOption,
    EngineView,
    Head,
    Spoken,
    TextBlock,
    Typed,
    TypedOutcome,
    WholeSession,
    WhyShown,
    hear,
    notice_of,
)

Records = Sequence[tuple[StoredTurn, AnyRecord]]

VIEWS: Mapping[str, EngineView] = {kit.name: kit.view for kit in kits()}

if TYPE_CHECKING:
    Scene = Any
    EngineWhy = Any
else:  # each engine's own, told apart by its field `engine`
    _scenes = reduce(or_, (view.scene_type for view in VIEWS.values()))
    _whys = reduce(or_, (view.why_type for view in VIEWS.values()))
    Scene = Annotated[_scenes, Field(discriminator="engine")]
    EngineWhy = Annotated[_whys, Field(discriminator="engine")]


@dataclass(frozen=True, slots=True)
class SessionShown:
    """A session as it is shown: everything that was said, the scene now, what one should know of
    it, and what can be answered with one press.
    """

    head: Head
    notice: str
    lines: tuple[Spoken, ...]
    scene: Scene
    opening: tuple[TextBlock, ...] = ()
    current: tuple[TextBlock, ...] = ()
    options: tuple[AnswerOption, ...] = ()


@dataclass(frozen=True, slots=True)
class TurnShown:
    """A turn as it reaches everybody who looks on: what was said in it, what came with it, the
    scene after it, and what can be answered with one press. With the first comes the opening.
    """

    turn: int
    key: str
    lines: tuple[Spoken, ...]
    scene: Scene
    beside: tuple[TextBlock, ...] = ()
    options: tuple[AnswerOption, ...] = ()


@dataclass(frozen=True, slots=True)
class Why:
    """Why a turn went as it did; `own` is what its engine adds."""

    shown: WhyShown
    own: EngineWhy


class SessionViews:
    """All sessions of one log, as they are shown and as they hear what is typed."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    async def session(self, info: SessionInfo, study: str = "") -> SessionShown:
        live, view = await self._sessions.live(info.id), VIEWS[info.engine]
        engine, state = live.engine, live.state
        records = await self._sessions.records(info.id)
        lines = await asyncio.to_thread(
            lambda: tuple(
                line
                for _, record, seen in _states(engine, records)
                for line in view.spoken(engine, seen, record)
            )
        )
        return SessionShown(
            self.head(info, engine, state, study),
            self.notice(info),
            lines,
            view.scene(engine, state),
            tuple(view.opening(engine, state)),
            tuple(view.current(engine, state)),
            tuple(view.options(engine, state, None)),
        )

    def notice(self, info: SessionInfo) -> str:
        """What people are told before they talk, as true as it is now."""
        view = VIEWS[info.engine]
        return notice_of(view.notice, self._sessions.model) if view.asks_models else view.notice

    def speaker(self, info: SessionInfo, to: str | None) -> str:
        """Who will answer, as far as that is known without looking into the log."""
        live = self._sessions.held(info.id)
        return VIEWS[info.engine].speaker(live.engine, live.state, to) if live else ""

    def head(self, info: SessionInfo, engine: AnyEngine, state: Any, study: str = "") -> Head:
        view = VIEWS[info.engine]
        return Head(
            info.id,
            info.engine,
            info.content_id,
            info.content_version,
            view.title(engine),
            info.model,
            info.turns,
            info.opened_at,
            info.updated_at,
            view.ended(engine, state),
            study,
        )

    async def turns(self, info: SessionInfo, after: int = -1) -> Sequence[TurnShown]:
        """The turns with a number greater than `after`, each with the scene it led to."""
        live = await self._sessions.live(info.id)
        if live.turns <= after + 1:
            return ()
        records = await self._sessions.records(info.id)
        return await asyncio.to_thread(
            lambda: tuple(
                _turn(info.engine, live.engine, seen, record, stored.key)
                for stored, record, seen in _states(live.engine, records)
                if record.turn > after
            )
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

    async def typed(self, info: SessionInfo, typed: Typed) -> TypedOutcome:
        """What was typed comes to: one of the engine's commands, or a turn. Raises BadInput."""
        view, live = VIEWS[info.engine], await self._sessions.live(info.id)
        name, _, rest = typed.words.strip().partition(" ")
        slashed = name.startswith("/") or view.bare_commands
        for command in view.commands:
            if slashed and name.removeprefix("/").casefold() == command.name:
                return command.does(await self.standing(info), rest.strip())
        return hear(view, live.engine, live.state, typed)

    async def standing(self, info: SessionInfo) -> WholeSession:
        """The session with all its records."""
        live = await self._sessions.live(info.id)
        records = [record for _, record in await self._sessions.records(info.id)]
        return WholeSession(live.engine, live.state, records, info.id)


def _turn(name: str, engine: AnyEngine, seen: Any, record: AnyRecord, key: str) -> TurnShown:
    view = VIEWS[name]
    beside = view.beside(engine, seen, record) if record.turn else view.opening(engine, seen)
    return TurnShown(
        record.turn,
        key,
        tuple(view.spoken(engine, seen, record)),
        view.scene(engine, seen),
        tuple(beside),
        tuple(view.options(engine, seen, None)),
    )


def _why(name: str, engine: AnyEngine, records: Records, turn: int) -> Why | None:
    state, view = engine.start(), VIEWS[name]
    for stored, record in records:
        before, state = state, fold(engine.apply, record.events, state)
        if record.turn == turn:
            shown = why_of(name, stored, record, view.meaning(engine, record))
            return Why(shown, view.why(engine, before, state, record))
    return None


def _states(engine: AnyEngine, records: Records) -> Iterator[tuple[StoredTurn, AnyRecord, Any]]:
    """Every turn with the state after it."""
    state = engine.start()
    for stored, record in records:
        state = fold(engine.apply, record.events, state)
        yield stored, record, state
