"""Care in stored sessions: it survives a restart, replays to the letter, and what is removed is gone."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from tests.care.playing import MINUTE, contents
from tests.support.ears import doing, models_hearing

from dramaturg.app.config.settings import Settings
from dramaturg.app.wiring import App, open_app
from dramaturg.kernel.errors import BadInput, SettingsError
from dramaturg.language.voices import ScriptVoice
from dramaturg.turn.asks import OfflineVoice
from dramaturg.turn.contract import Heard
from dramaturg.turn.ports import Voice

DANGER, DOUBT = "I will end it tonight.", "Nobody would miss me."
HEARD = {
    DANGER: doing(danger="self_harm", dangers={"self_harm": 0.9}, care="stop"),
    DOUBT: doing(danger="self_harm", dangers={"self_harm": 0.3}, care="check"),
    "That is all, thank you.": doing("goodbye"),
}
SAID = (
    "We lived by the river.",
    DOUBT,
    "No.",
    "Who can I call?",
    "I'm all right now.",
    "Yes.",
    "We had a boat.",
)


@asynccontextmanager
async def opened(folder: Path, voice: Voice | None = None) -> AsyncIterator[App]:
    settings = Settings(store=str(folder / "care.db"), country="GB")
    async with open_app(settings, voice or OfflineVoice(), models_hearing(HEARD)) as app:
        yield app


async def told(app: App, engine: str, *said: str) -> str:
    to = "qa_lead" if engine == "sims" else None
    session, _ = await app.sessions.open(contents()[engine], to=to)
    for number, text in enumerate(said, start=1):
        await app.sessions.turn(session, Heard(text, at=number * MINUTE), str(number))
    return session


@pytest.mark.parametrize("engine", ["memoir", "interviews", "sims"])
async def test_a_conversation_with_care_replays_to_the_letter(engine: str, tmp_path: Path) -> None:
    async with opened(tmp_path) as app:
        session = await told(app, engine, *SAID)
        assert all([turn.same async for turn in app.sessions.replay(session)])


@pytest.mark.parametrize("engine", ["memoir", "interviews", "sims"])
async def test_after_a_restart_it_is_still_stopped_and_still_raised(
    engine: str, tmp_path: Path
) -> None:
    async with opened(tmp_path) as app:
        session = await told(app, engine, DANGER)
        await app.duty.note(session, 1, "seen", "Ada")
    async with opened(tmp_path) as app:
        record = await app.sessions.turn(session, Heard("Who can I call?", at=500.0), "again")
        assert "116 123" in record.line
        (flag,) = await app.duty.flags()
        assert (flag.session, flag.words, flag.state, flag.seen_by) == (
            session,
            DANGER,
            "seen",
            "Ada",
        )


async def test_a_passage_that_is_removed_is_raised_no_more(tmp_path: Path) -> None:
    async with opened(tmp_path) as app:
        session = await told(app, "memoir", "We lived by the river.", DANGER)
        await app.memoirs.forget(session, passage=2)
        assert await app.duty.flags() == ()


async def test_danger_is_heard_when_an_interview_is_over(tmp_path: Path) -> None:
    async with opened(tmp_path) as app:
        session = await told(app, "interviews", "We lived by the river.", "That is all, thank you.")
        with pytest.raises(BadInput, match="this interview has ended"):
            await app.sessions.turn(session, Heard("And a dog.", at=900.0), "late")
        record = await app.sessions.turn(session, Heard(DANGER, at=901.0), "danger")
        assert "116 123" in record.line


async def test_the_notice_says_where_words_go(tmp_path: Path) -> None:
    async with opened(tmp_path) as app:
        session = await told(app, "memoir")
        shown = await app.views.session(await app.log.session(session))
        assert "model" not in shown.notice
    async with opened(tmp_path, ScriptVoice(lambda prompt: None)) as app:
        shown = await app.views.session(await app.log.session(session))
        assert shown.notice.endswith(
            "sent to the language model script, which reads it and answers."
        )


async def test_a_webhook_without_a_secret_is_refused(tmp_path: Path) -> None:
    settings = Settings(store=str(tmp_path / "a.db"), care_webhook="https://duty.example")
    with pytest.raises(SettingsError, match="DRAMATURG_CARE_SECRET"):
        async with open_app(settings):
            pass
