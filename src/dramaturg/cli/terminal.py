"""A session of any engine in the terminal, with the reasons at hand.

What is printed is the view that chat clients and pages have; commands are the engine's own.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from uuid import uuid4

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from dramaturg.app.views.text import help_text, option_text, why_words
from dramaturg.app.views.views import VIEWS, TurnShown
from dramaturg.app.wiring import App, open_app
from dramaturg.cli.shell import find_session
from dramaturg.cli.text_layout import labelled
from dramaturg.engines import ENGINES
from dramaturg.kernel.errors import BadInput, ConflictError
from dramaturg.turn.asks import OfflineVoice
from dramaturg.turn.care import CALM, CareState
from dramaturg.turn.contract import AnyRecord, Heard
from dramaturg.turn.ports import SessionInfo, StoredContent, TurnClaim
from dramaturg.turn.view import Address, AnswerOption, Remove, Spoken, TextBlock, Typed

WIDTH = 100
LAST_LINES = 3  # that are shown of a session that is taken up again
PATIENCE = 0.3  # seconds between two looks whether somebody else is done
WAITING = "Somebody else is talking in this session: waiting until they are answered."
LEAVING = "leave; the session is kept"
STYLES = {"note": "dim", "done": "green", "plain": ""}

Begin = Callable[[App], Awaitable[tuple[StoredContent, str | None]]]
"""What is to be played, and whom the person turns to first."""


def play(begin: Begin, session: str | None, language: str = "") -> None:
    """A new session, or with its id one that is there, until it ends or somebody leaves."""
    try:
        asyncio.run(_play(begin, session, language))
    except (EOFError, KeyboardInterrupt):
        print()


async def _play(begin: Begin, session: str | None, language: str) -> None:
    console = Console(highlight=False)
    async with open_app() as app:
        is_new = True
        if session is None:
            content, to = await begin(app)
            session, _ = await app.sessions.open(content, to=to, language=language)
        else:
            session, is_new = await find_session(app.log, session), False
        terminal = Terminal(app, await app.log.session(session), console)
        try:
            await _rounds(terminal, is_new)
        except asyncio.CancelledError:
            console.print(Text(f"\nKept as {session}, with all that was said.", style="dim"))
            raise
        if not await terminal.in_care():
            console.print(Text(f"Kept as {session}.{await terminal.way_on()}", style="dim"))


async def _rounds(terminal: Terminal, is_new: bool) -> None:
    goes_on = await terminal.show_beginning(is_new)
    ask = line_editor("you › ")
    while goes_on:
        goes_on = await terminal.round(await asyncio.to_thread(ask))


def line_editor(sign: str) -> Callable[[], str]:
    """On a terminal; plain lines from a pipe."""
    if not sys.stdin.isatty():
        return input
    from prompt_toolkit import prompt

    return lambda: prompt(sign)


class Terminal:
    """One person at one session: takes what is typed, plays it, shows what came of it."""

    def __init__(self, app: App, info: SessionInfo, console: Console) -> None:
        self._app, self.info, self._console = app, info, console
        self._view = VIEWS[info.engine]
        self._to: str | None = None
        self._last_turn = time.monotonic()
        self._shown: int | None = None  # turns that have been shown here

    async def show_beginning(self, is_new: bool = True) -> bool:
        """What one should know, the last lines, an answer that is still owed, and what can be
        answered; whether it goes on.
        """
        live = await self._app.sessions.live(self.info.id)
        pending = None if is_new else await self._app.log.pending(self.info.id)
        if not pending and (heard := self._view.resume(live.engine, live.state, time.time())):
            await self._app.sessions.turn(self.info.id, _now(heard), uuid4().hex)
        shown = await self._app.views.session(self.info)
        self._print(shown.notice, "dim")
        for block in shown.opening:
            self._show_block(block)
        if not await self.in_care():
            self._print("/help for commands", "dim")
        lines = [line for line in shown.lines if not is_new or line.by == "program"]
        self._show_lines(lines[-1:] if is_new else lines[-LAST_LINES:])
        self._shown = shown.lines[-1].turn + 1 if shown.lines else 0
        if pending:
            await self._answer_what_waits(pending)
            shown = await self._app.views.session(self.info)
        for block in shown.current:
            self._show_block(block)
        self._show_options(shown.options)
        return not await self._over()

    async def _answer_what_waits(self, pending: TurnClaim) -> None:
        """What was said before somebody left is answered now, by us or by whoever is at it."""
        self._console.print(Text(f"you › {json.loads(pending.heard)['text']}", style="bold"))
        live = await self._app.sessions.live(self.info.id)
        speech = _Speech(self._console, self._view.speaker(live.engine, live.state, None))
        while await self._app.log.pending(self.info.id):
            if record := await self._app.sessions.resume(self.info.id, speech.hear):
                await self._show_turn(record, speech)
                return
            await asyncio.sleep(PATIENCE)  # somebody else is at it
        await self._show_what_was_missed(but=pending.turn)

    async def round(self, words: str) -> bool:
        """Play what was typed; False when it is over, or the person leaves."""
        command = words.strip().casefold()
        if self._view.bare_commands and command in ("quit", "help", "why", "?"):
            command = f"/{command}"
        match command:
            case "":
                return True
            case "/quit":
                return False
            case "/why":
                await self._show_why()
            case "/help" | "/?":
                self._print(help_text(self.info.engine, LEAVING), "dim")
            case _:
                return await self._typed(words)
        return True

    async def _typed(self, words: str) -> bool:
        after = time.monotonic() - self._last_turn
        try:
            outcome = await self._app.views.typed(self.info, Typed(words, self._to, after))
            match outcome:
                case Heard(text) if text.startswith("/"):
                    self._print(help_text(self.info.engine, LEAVING), "dim")
                case Heard():
                    await self.say(outcome)
                    return not await self._over()
                case TextBlock():
                    self._show_block(outcome)
                case Address(to, note):
                    self._to = to
                    self._print(note, "dim")
                    live = await self._app.sessions.live(self.info.id)
                    self._show_options(self._view.options(live.engine, live.state, to))
                case Remove(turn):
                    removed = await self._app.memoirs.forget(self.info.id, passage=turn)
                    self._print(str(removed), "dim")
                    for block in (await self._app.views.session(self.info)).current:
                        self._show_block(block)
        except BadInput as error:
            self._print(str(error), "yellow")
        return True

    async def say(self, heard: Heard) -> AnyRecord:
        """Play a turn and show it. Raises BadInput."""
        live = await self._app.sessions.live(self.info.id)
        self._shown = live.turns if self._shown is None else self._shown
        await self._show_what_was_missed()
        speech = _Speech(self._console, self._view.speaker(live.engine, live.state, heard.to))
        if self._view.asks_models and self._app.sessions.model != OfflineVoice.name:
            speech.begin()
        record = await self._our_turn(_now(heard), speech)
        self._to, self._last_turn = None, time.monotonic()
        turn = await self._show_turn(record, speech)
        self._show_options(turn.options)
        return record

    async def _our_turn(self, heard: Heard, speech: _Speech) -> AnyRecord:
        """The turn, as soon as nobody else is at this session; what others said comes before it."""
        key, told = uuid4().hex, False
        while True:
            try:
                record = await self._app.sessions.turn(self.info.id, heard, key, speech.hear)
            except ConflictError:
                if not told:
                    self._print(WAITING, "dim")
                told = True
                await asyncio.sleep(PATIENCE)
                await self._show_what_was_missed()
                speech.begin_again()
                continue
            await self._show_what_was_missed(before=record.turn)
            return record

    async def _show_what_was_missed(
        self, before: int | None = None, but: int | None = None
    ) -> None:
        """What was said in this session elsewhere since something was shown here; `but` for the
        words of a turn that stand here already.
        """
        last = before or (await self._app.sessions.live(self.info.id)).turns
        if self._shown is None or self._shown >= last:
            return
        shown = await self._app.views.session(self.info)
        self._show_lines(
            line
            for line in shown.lines
            if self._shown <= line.turn < last and (line.turn, line.by) != (but, "person")
        )
        self._shown = last

    async def _show_turn(self, record: AnyRecord, speech: _Speech) -> TurnShown:
        turn = await self._app.views.turn(self.info, record, "")
        said = [line for line in turn.lines if line.by == "program"]
        if not (said and speech.finish(said[0].text)):
            self._show_lines(said)
        for block in turn.beside:
            self._show_block(block)
        self._shown = record.turn + 1
        return turn

    async def has_ended(self) -> bool:
        live = await self._app.sessions.live(self.info.id)
        return bool(self._view.ended(live.engine, live.state))

    async def in_care(self) -> bool:
        """Whether somebody may be in danger; nothing technical is told to them then."""
        live = await self._app.sessions.live(self.info.id)
        care: CareState = getattr(live.state, "care", CALM)
        return care.is_open

    async def _over(self) -> bool:
        """Whether it has ended; then what one should know is shown."""
        ended = await self.has_ended()
        if ended:
            for block in self._view.closing(await self._app.views.standing(self.info)):
                self._show_block(block)
        return ended

    async def _show_why(self) -> None:
        last = await self._app.sessions.last_said(self.info.id)
        words = why_words(await self._app.views.why(self.info, last.turn))
        self._print("\n".join(labelled(words, self._width)), "dim")

    async def way_on(self) -> str:
        """How to take it up again, where it goes on."""
        live = await self._app.sessions.live(self.info.id)
        resumes = self._view.resume(live.engine, live.state, time.time())
        if await self.has_ended() and not resumes:
            return ""
        word = ENGINES[self.info.engine].word
        return f" To go on: dramaturg play {word} --session {self.info.id}"

    # ── printing ──────────────────────────────────────────────────────────────────────────────────

    def _show_lines(self, lines: Iterable[Spoken]) -> None:
        for line in lines:
            if line.by == "person":
                self._print(f"\nyou › {line.text}")
                continue
            if line.role:
                self._console.print(Text.assemble("\n", (line.name, "bold"), f", {line.role}"))
            self._print(f"{line.text}\n" if line.role else f"\n{line.text}\n")

    def _show_block(self, block: TextBlock) -> None:
        text = "\n".join(block.lines)
        if block.title:
            width = max(map(len, block.lines), default=0) + 4
            fitting = {"expand": False} if width > self._width else {"width": self._width}
            self._console.print(Panel(Text(text), title=Text(block.title), **fitting))
        else:
            self._print(f"✓ {text}" if block.kind == "done" else text, STYLES[block.kind])

    def _show_options(self, options: Iterable[AnswerOption]) -> None:
        for option in options:
            self._print(f"  {option_text(option)}")

    def _print(self, text: str, style: str = "") -> None:
        self._console.print(Text(text, style=style), width=self._width)

    @property
    def _width(self) -> int:
        return min(self._console.width, WIDTH)


class _Speech:
    """A line shown as it comes: whose it is, at once, each sentence that has passed, and at the end
    the rest.
    """

    def __init__(self, console: Console, name: str) -> None:
        self._console, self._name, self._shown = console, name, ""
        self._begun = False

    def begin(self) -> None:
        """Say who speaks, before there is anything to hear."""
        if not self._begun:
            self._console.print(Text(f"\n{self._name}".rstrip(), style="bold"))
        self._begun = True

    def begin_again(self) -> None:
        """Others were heard in between."""
        if self._begun:
            self._begun = False
            self.begin()

    def hear(self, sentence: str) -> None:
        self.begin()
        self._console.print(Text(sentence), end=" ")
        self._shown = f"{self._shown} {sentence}".strip()

    def finish(self, line: str) -> bool:
        """Whether the line has been shown."""
        if self._begun:
            self._console.print(Text(f"{line.removeprefix(self._shown).strip()}\n"))
        return self._begun


def _now(heard: Heard) -> Heard:
    return replace(heard, at=time.time())
