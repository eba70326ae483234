"""A session that is taken up again at the shell tells where one was, answers what was left
unanswered, and lets two terminals take turns.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from io import StringIO
from pathlib import Path

from rich.console import Console

from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.app.config.settings import Settings
from dramaturg.app.wiring import App, open_app
from dramaturg.cli.terminal import WAITING, Terminal
from dramaturg.engines.sims.content import sim_content
from dramaturg.turn.asks import OfflineVoice
from dramaturg.turn.contract import Heard
from dramaturg.turn.ports import TurnClaim

GREETING = "I'm the QA lead here"


@dataclass
class Room:
    app: App
    terminal: Terminal
    out: StringIO

    @property
    def session(self) -> str:
        return self.terminal.info.id

    async def claimed_elsewhere(self, words: str) -> TurnClaim:
        heard = f'{{"text": "{words}"}}'
        claim = await self.app.log.claim(self.session, "theirs", heard, "elsewhere", 600.0)
        assert isinstance(claim, TurnClaim)
        return claim


@asynccontextmanager
async def room(folder: Path) -> AsyncIterator[Room]:
    out = StringIO()
    store = Settings(store=str(folder / "s.db"))
    async with open_app(store, OfflineVoice(), LOCAL_MODELS) as app:
        session, _ = await app.sessions.open(sim_content(app.library, "launch_decision"))
        info = await app.log.session(session)
        yield Room(app, Terminal(app, info, Console(file=out, width=200)), out)


async def test_the_scene_the_person_and_the_last_lines_are_told(tmp_path: Path) -> None:
    async with room(tmp_path) as here:
        await here.app.sessions.turn(here.session, Heard("Hello, who are you?"), "first")
        await here.terminal.show_beginning(is_new=False)
        told = here.out.getvalue()
    asked = told.index("you › Hello, who are you?")
    assert told.index("Ship in 48 hours?") < asked < told.index("Maya Patel, QA Lead", asked)
    assert GREETING in told[asked:]


async def test_words_that_were_left_unanswered_are_answered_and_the_answer_is_shown(
    tmp_path: Path,
) -> None:
    async with room(tmp_path) as here:
        await here.app.log.release(await here.claimed_elsewhere("Are you the QA lead?"))
        await here.terminal.show_beginning(is_new=False)
        assert await here.app.log.pending(here.session) is None
        told = here.out.getvalue()
    assert told.count("you › Are you the QA lead?") == 1
    assert GREETING in told[told.index("you › Are you") :]


async def test_a_second_terminal_waits_for_its_turn_and_is_told_what_was_said(
    tmp_path: Path,
) -> None:
    async with room(tmp_path) as here:
        theirs = await here.claimed_elsewhere("I was here first.")
        ours = asyncio.create_task(here.terminal.say(Heard("What is the problem?")))
        while WAITING not in here.out.getvalue():  # noqa: ASYNC110 - the screen is waited for
            await asyncio.sleep(0.01)
        await here.app.log.release(theirs)
        record = await ours
        told = here.out.getvalue()
    assert (record.turn, record.heard.text) == (2, "What is the problem?")
    first = told.index("you › I was here first.")
    assert told.index(WAITING) < first < told.index(GREETING) < told.index("hallucinating")
