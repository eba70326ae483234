"""Three ways to play the same turns: straight, with everything going through JSON, and from the log
of a real store.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol

from dramaturg.app.sessions.sessions import Replayed, Sessions, admitted
from dramaturg.engines import engine_of
from dramaturg.store import open_log
from dramaturg.turn.contract import AnyRecord, Heard
from dramaturg.turn.engine import AnyEngine
from dramaturg.turn.local_models import LocalModels
from dramaturg.turn.loop import Performance, Stage, play_opening, play_turn
from dramaturg.turn.ports import StoredContent, Voice
from dramaturg.turn.stopwatch import no_time

AnyPerformance = Performance[Any, Any, Any, Any]

SNAPSHOT_EVERY = (
    2  # so that even a short session is revived from a snapshot and from what came after it
)


@dataclass(slots=True)
class Hands:
    """A clock that stands where it was put."""

    at: float = 0.0

    def now(self) -> float:
        return self.at


class OneName:
    """An id for the one session that there is."""

    def new(self) -> str:
        return "walkthrough"


@dataclass(frozen=True, slots=True)
class Given:
    """What every way is given: the content, what words are read with, who answers as the model, and
    the time.
    """

    content: StoredContent
    models: LocalModels
    voice: Voice
    hands: Hands


class Way(Protocol):
    """One way of playing. Between turns it keeps what it keeps; `state` is where the session
    stands.

    `engine` is there once it has begun.
    """

    engine: AnyEngine

    async def begin(self, to: str | None) -> AnyRecord: ...

    async def state(self) -> Any: ...

    async def turn(self, heard: Heard) -> AnyRecord:
        """Raises BadInput when the turn cannot be played; then nothing has happened."""
        ...

    async def again(self) -> tuple[Replayed, ...]:
        """The turns as they replay, where there is something to replay."""
        ...


class Straight:
    """Turn after turn in memory."""

    def __init__(self, given: Given) -> None:
        self.engine = engine_of(given.content, given.models)
        self._voice, self._hands = given.voice, given.hands
        self._state: Any = self.engine.start()
        self._turns = 0

    async def begin(self, to: str | None) -> AnyRecord:
        heard = Heard(to=to, at=self._hands.now())
        return self._after(await play_opening(self.engine, heard, self._voice, no_time))

    async def state(self) -> Any:
        return self._state

    async def turn(self, heard: Heard) -> AnyRecord:
        heard = admitted(heard)
        return self._after(
            await play_turn(self.engine, self._state, self._turns, heard, self._voice, no_time)
        )

    async def again(self) -> tuple[Replayed, ...]:
        return ()

    def _after(self, played: AnyPerformance) -> AnyRecord:
        self._state, self._turns = played.state, self._turns + 1
        return played.record


class ThroughJson(Straight):
    """In memory too, but content, state and every record are written as JSON and read back."""

    def __init__(self, given: Given) -> None:
        content = StoredContent(**json.loads(json.dumps(asdict(given.content))))
        super().__init__(Given(content, given.models, given.voice, given.hands))

    def _after(self, played: AnyPerformance) -> AnyRecord:
        record = super()._after(played)
        codec = self.engine.codec
        self._state = codec.state(codec.state_json(self._state))
        return codec.record(codec.record_json(record))


class FromTheLog:
    """In a store of its own, revived before each turn, and replayed in the end."""

    engine: AnyEngine

    def __init__(self, sessions: Sessions, content: StoredContent) -> None:
        self._sessions, self._content = sessions, content
        self._session, self._turns = "", 0

    async def begin(self, to: str | None) -> AnyRecord:
        self._session, record = await self._sessions.open(self._content, to)
        self.engine = (await self._sessions.live(self._session)).engine
        return record

    async def state(self) -> Any:
        self._sessions.forget(self._session)
        return (await self._sessions.live(self._session)).state

    async def turn(self, heard: Heard) -> AnyRecord:
        self._sessions.forget(self._session)
        self._turns += 1
        return await self._sessions.turn(self._session, heard, key=str(self._turns))

    async def again(self) -> tuple[Replayed, ...]:
        return tuple([turn async for turn in self._sessions.replay(self._session)])


@asynccontextmanager
async def _straight(given: Given) -> AsyncIterator[Way]:
    yield Straight(given)


@asynccontextmanager
async def _through_json(given: Given) -> AsyncIterator[Way]:
    yield ThroughJson(given)


@asynccontextmanager
async def _from_the_log(given: Given) -> AsyncIterator[Way]:
    with TemporaryDirectory() as folder:
        log = await open_log(str(Path(folder) / "walkthrough.db"), given.hands)
        try:
            stage = Stage(
                log,
                given.voice,
                given.hands,
                no_time,
                owner="walkthrough",
                snapshot_every=SNAPSHOT_EVERY,
            )
            yield FromTheLog(Sessions(stage, given.models, OneName()), given.content)
        finally:
            await log.close()


Opened = Callable[[Given], AbstractAsyncContextManager[Way]]
Ways = Mapping[str, Opened]

WAYS: Ways = {"straight": _straight, "through JSON": _through_json, "from the log": _from_the_log}
