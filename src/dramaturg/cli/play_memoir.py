"""`dramaturg play memoir`: tell your story in the terminal, sitting by sitting."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

from pydantic import ValidationError
from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from dramaturg.app.wiring import App, open_app
from dramaturg.cli.play import asker
from dramaturg.cli.sessions import find_session
from dramaturg.cli.text_layout import UNDER, hanging
from dramaturg.engines.memoir.audit.turn_audit import explained
from dramaturg.engines.memoir.base.artifacts import Teller
from dramaturg.engines.memoir.base.state import MemoirState
from dramaturg.engines.memoir.content import memoir_content
from dramaturg.engines.memoir.engine import MemoirEngine
from dramaturg.engines.memoir.forget.forget import STAND_IN
from dramaturg.engines.memoir.perceive import is_over
from dramaturg.engines.memoir.view import Ways
from dramaturg.kernel.errors import BadInput
from dramaturg.turn.contract import Heard
from dramaturg.turn.tables import in_order

NOTICE = (
    "You are talking with a program, not a person. What you tell is kept on this computer, for your"
    " memoir, until you delete it. You may skip anything, step sideways, or stop, at any time."
)
HELP = """Tell what you like, as you like. Besides that:
/skip     leave this question
/aside    something lighter, or something else
/off      leave the last passage out of the book
/forget   delete the last passage for good
/why      why you were asked this
/story    what was understood so far
/end      stop for today
/quit     leave; the sitting can be taken up again"""
WAYS = Ways()
SAID = {"/skip": WAYS.skip, "/aside": WAYS.lighter, "/end": WAYS.stop}
WANTED = {
    "name": "A name has 80 letters at most.",
    "born": "A year of birth is between 1880 and 2030.",
    "country": "A country is written with two letters, such as NL or BR.",
    "sitting_turns": "A sitting has 4 to 200 turns.",
}
TELL_ON = "Go on with whatever you like."
NOTHING = "Nothing was told yet."
WIDTH = 100


def run_play_memoir(
    artifacts: str,
    name: str,
    born: int | None,
    country: str | None,
    turns: int,
    session: str | None,
) -> None:
    teller = _teller(name, born, country, turns)
    try:
        asyncio.run(_play(artifacts, teller, session))
    except (EOFError, KeyboardInterrupt):
        print()


def _teller(name: str, born: int | None, country: str | None, turns: int) -> Teller:
    try:
        return Teller(
            name=name, born=born, country=country.upper() if country else None, sitting_turns=turns
        )
    except ValidationError as error:
        wrong = {str(fault["loc"][0]) for fault in error.errors()}
        raise BadInput(" ".join(WANTED[field] for field in WANTED if field in wrong)) from error


async def _play(artifacts: str, teller: Teller, session: str | None) -> None:
    console = Console(highlight=False)
    async with open_app() as app:
        if session is None:
            session, _ = await app.sessions.open(memoir_content(app.library, artifacts, teller))
        else:
            session = await find_session(app.log, session)
            await app.sessions.resume(session)
        chair = Chair(app, session, console)
        await chair.show_beginning()
        ask = asker("you › ")
        while await chair.round(await asyncio.to_thread(ask)):
            pass
        console.print(
            Text(
                f"Kept as {session}. To go on: dramaturg play memoir --session {session}",
                style="dim",
            )
        )


class Chair:
    """One teller in one sitting: takes a line, plays it, shows the next."""

    def __init__(self, app: App, session: str, console: Console) -> None:
        self._app, self._session, self._console = app, session, console

    async def show_beginning(self) -> None:
        _, state = await self._now()
        if is_over(state, time.time()) and state.told:
            await self._app.memoirs.begin_sitting(self._session)
            _, state = await self._now()
        title = f"Sitting {state.sitting}, {datetime.fromtimestamp(state.began_at, UTC):%d %B %Y}"
        self._console.print(
            Panel(Text(NOTICE), title=title, subtitle="/help for commands", width=self._width)
        )
        self._say(TELL_ON if state.question == STAND_IN else state.question)

    async def round(self, typed: str) -> bool:
        """Play what was typed; False when the sitting is over, or the teller leaves."""
        match typed.strip():
            case "":
                return True
            case "/quit":
                return False
            case "/why":
                await self._show_why()
            case "/story":
                _, state = await self._now()
                self._dim(story_so_far(state), under=2)
            case "/off":
                await self._mark()
            case "/forget":
                await self._forget()
            case command if command in SAID:
                return await self._tell(SAID[command])
            case command if command.startswith("/"):
                self._console.print(HELP, style="dim")
            case words:
                return await self._tell(words)
        return True

    async def _tell(self, words: str) -> bool:
        try:
            record = await self._app.sessions.turn(
                self._session, Heard(words, at=time.time()), uuid4().hex
            )
        except BadInput as error:
            self._console.print(Text(str(error), style="yellow"))
            return True
        self._say(record.line)
        _, state = await self._now()
        if state.ended:
            self._dim((f"For the book so far: dramaturg memoir book {self._session}",))
        return not state.ended

    async def _mark(self) -> None:
        passage = await self._last_passage()
        if passage is None:
            self._dim((NOTHING,))
            return
        self._say((await self._app.memoirs.mark(self._session, passage, "off_record")).line)
        back = f"dramaturg memoir mark {self._session} {passage} none"
        self._dim((f"Passage {passage} stays out of the book. To have it back: {back}",))

    async def _forget(self) -> None:
        passage = await self._last_passage()
        if passage is None:
            self._dim((NOTHING,))
            return
        self._dim((str(await self._app.memoirs.forget(self._session, passage=passage)),))
        self._say(TELL_ON)

    async def _last_passage(self) -> int | None:
        """The turn of what was told last and is still there."""
        told = await self._app.memoirs.memoir(self._session)
        return next((passage.turn for passage in reversed(told.passages) if passage.text), None)

    async def _show_why(self) -> None:
        record = await self._app.sessions.last_said(self._session)
        engine, _ = await self._now()
        levels = {
            level.level: level.name.replace("_", " ") for level in engine.artifacts.governor.levels
        }
        self._dim(explained(record, levels, with_words=False), under=UNDER)

    def _say(self, line: str) -> None:
        self._console.print(Text(f"\n{line}\n"), width=self._width)

    def _dim(self, lines: Iterable[str], under: int = 0) -> None:
        """Small print; `under`: how far in a line goes on that is too long."""
        self._console.print(Text("\n".join(hanging(lines, self._width, under)), style="dim"))

    @property
    def _width(self) -> int:
        return min(self._console.width, WIDTH)

    async def _now(self) -> tuple[MemoirEngine, MemoirState]:
        live: Any = await self._app.sessions.live(self._session)
        return live.engine, live.state


def story_so_far(state: MemoirState) -> Iterator[str]:
    """Topics, people and places, as they were told of."""
    story = state.story
    for thread in in_order(story.threads).values():
        periods = (
            f" ({', '.join(period.replace('_', ' ') for period in thread.periods)})"
            if thread.periods
            else ""
        )
        yield (
            f"{thread.title}{periods}: {len(thread.turns)} passage{'s' * (len(thread.turns) != 1)}"
        )
    for kind, title in (("person", "people"), ("place", "places")):
        names = [
            mention.name for mention in in_order(story.mentions).values() if mention.kind == kind
        ]
        if names:
            yield f"{title}: {', '.join(names)}"
    if not story.threads:
        yield "Nothing yet."
