"""A question of an interview as it is heard, at a page and at the shell: who asks at once, each sentence
as it is there, and nothing twice.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console
from tests.engines.interviews.test_engine import ANSWERS
from tests.support.model_talks import answer, interview_talk

from dramaturg.app.config.providers import LOCAL_MODELS, Uuid7
from dramaturg.app.config.settings import Settings
from dramaturg.app.live.live_turns import LiveTurns
from dramaturg.app.live.session_events import Begun, Happening, Place, Ready, Sentence
from dramaturg.app.views.views import TurnShown
from dramaturg.app.wiring import App, open_app
from dramaturg.cli.terminal import Terminal
from dramaturg.engines.interviews.content import interview_content
from dramaturg.language.voices import ScriptVoice
from dramaturg.turn.asks import OfflineVoice
from dramaturg.turn.contract import Heard
from dramaturg.turn.ports import SessionInfo, Voice

FIRST = interview_talk().turns[0]
MODEL = ScriptVoice(
    lambda prompt: (
        interview_talk().opening if prompt.ask.endswith("opening") else answer(FIRST, prompt.schema)
    )
)


async def opened(folder: Path, voice: Voice) -> AsyncGenerator[tuple[App, SessionInfo]]:
    async with open_app(Settings(store=str(folder / "s.db")), voice, LOCAL_MODELS) as app:
        content = interview_content(app.library, "means_end_chain", "oat_milk")
        session, _ = await app.sessions.open(content)
        yield app, await app.log.session(session)


async def test_an_onlooker_hears_who_asks_and_then_each_sentence(tmp_path: Path) -> None:
    async with aclosing(opened(tmp_path, MODEL)) as rooms:
        app, info = await anext(rooms)
        live = LiveTurns(app.log, app.sessions, app.views, Uuid7())
        told: list[Happening] = []
        async with aclosing(live.watch(info, Place.read("0"))) as stream:
            async for _, happening in stream:
                told.append(happening)
                if isinstance(happening, Ready):
                    await live.turn(info, Heard(FIRST.heard), "k")
                if isinstance(happening, TurnShown):
                    break
    begun, sentence, shown = told[-3:]
    assert isinstance(begun, Begun)
    assert begun.speaker == "Interviewer"
    assert isinstance(sentence, Sentence)
    assert sentence.text == "I see."
    assert isinstance(shown, TurnShown)
    assert shown.lines[-1].text == FIRST.line


async def printed(folder: Path, voice: Voice, said: str) -> str:
    out = StringIO()
    async with aclosing(opened(folder, voice)) as rooms:
        app, info = await anext(rooms)
        await Terminal(app, info, Console(file=out, width=200)).say(Heard(said))
    return out.getvalue()


async def test_at_the_shell_the_line_stands_once_under_who_asks(tmp_path: Path) -> None:
    shown = await printed(tmp_path, MODEL, FIRST.heard)
    assert shown == f"\nInterviewer\n{FIRST.line}\n\n"


@pytest.mark.slow
async def test_without_a_model_the_line_comes_whole(tmp_path: Path) -> None:
    shown = await printed(tmp_path, OfflineVoice(), ANSWERS[0])
    assert "Interviewer" not in shown
    assert shown.count("?") == 1
