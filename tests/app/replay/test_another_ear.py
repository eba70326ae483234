"""What one ear heard replays as it was read then, whatever another hears in it now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from tests.app.four_sessions import ENGINES, MODELS, four_sessions
from tests.support.ears import WrittenEar, doing, models_hearing

from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.app.config.settings import Settings
from dramaturg.app.wiring import App, open_app
from dramaturg.engines.memoir.content import memoir_content
from dramaturg.kernel.errors import TapeMismatch
from dramaturg.turn.contract import Heard
from dramaturg.turn.hearing import Hearing, Lead, Meant, Stretch, Taken
from dramaturg.turn.readings import Span

pytestmark = pytest.mark.slow

FRENCH = "Je ne comprends pas ce que vous dites."


class Deaf:
    """Must not be asked."""

    name = "another"

    def hear(self, text: str, before: str = "") -> Hearing:
        raise AssertionError(f"{text!r} was heard again")

    def taken(self, text: str, fact: str) -> Taken:
        raise AssertionError(f"{text!r} was heard again")

    def option(self, text: str, question: str, options: Sequence[str]) -> Meant:
        raise AssertionError(f"{text!r} was heard again")

    def answering(self, text: str, facts: Sequence[Sequence[str]]) -> Meant:
        raise AssertionError(f"{text!r} was heard again")

    def concepts(
        self, text: str, before: str, places: Sequence[tuple[int, int]], kinds: Sequence[str]
    ) -> list[Stretch]:
        raise AssertionError(f"{text!r} was heard again")

    def named(self, text: str, before: str) -> list[Span]:
        raise AssertionError(f"{text!r} was heard again")

    def leads(self, text: str, before: str, places: Sequence[tuple[int, int]]) -> list[Lead]:
        raise AssertionError(f"{text!r} was heard again")


ANOTHER = replace(LOCAL_MODELS, ear=Deaf)


async def different(app: App, session: str) -> list[int]:
    return [turn.turn async for turn in app.sessions.replay(session) if not turn.same]


async def session_of(app: App, engine: str) -> str:
    return next(info.id for info in await app.log.sessions() if info.engine == engine)


@pytest.mark.parametrize("engine", ENGINES)
async def test_words_that_another_ear_heard_are_not_heard_again(
    engine: str, tmp_path: Path
) -> None:
    settings = Settings(store=str(four_sessions(tmp_path)))
    async with open_app(settings, models=ANOTHER) as app:
        assert await different(app, await session_of(app, engine)) == []


@pytest.mark.parametrize("engine", ENGINES)
async def test_words_that_the_same_ear_heard_are_heard_again(engine: str, tmp_path: Path) -> None:
    settings = Settings(store=str(four_sessions(tmp_path)))
    async with open_app(settings, models=MODELS) as app:
        assert await different(app, await session_of(app, engine)) == []


async def test_what_the_same_ear_hears_otherwise_now_is_told(tmp_path: Path) -> None:
    settings, text = Settings(store=str(tmp_path / "s.db")), "My father kept bees."
    async with open_app(settings, models=models_hearing()) as app:
        session, _ = await app.sessions.open(memoir_content(app.library))
        await app.sessions.turn(session, Heard(text, at=1.0), "1")
    async with open_app(settings, models=models_hearing({text: doing("refusal")})) as app:
        with pytest.raises(TapeMismatch):
            await different(app, session)


async def test_words_that_nobody_could_read_then_stay_unread(tmp_path: Path) -> None:
    settings = Settings(store=str(tmp_path / "s.db"))
    assert not WrittenEar().hear(FRENCH).is_readable
    async with open_app(settings, models=models_hearing()) as app:
        session, _ = await app.sessions.open(memoir_content(app.library))
        record = await app.sessions.turn(session, Heard(FRENCH, at=1.0), "1")
        assert not record.percept.readings
    async with open_app(settings, models=ANOTHER) as app:
        assert await different(app, session) == []
