"""`dramaturg study join`: take part in a study in the terminal, from the consent to the thanks,
with a way out at any time.
"""

from __future__ import annotations

import asyncio
from enum import Enum, auto
from typing import Annotated

import typer
from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from dramaturg.app.studies.respondent import notice
from dramaturg.app.wiring import App, open_app
from dramaturg.cli.study_options import Open
from dramaturg.cli.terminal import WIDTH, Terminal, line_editor
from dramaturg.engines.interviews.view import STOP
from dramaturg.kernel.conditions import Value
from dramaturg.kernel.errors import BadInput
from dramaturg.studies.base.document import ScreenerQuestion, Study
from dramaturg.studies.base.screening import asked, read_answer
from dramaturg.turn.contract import Heard

commands = typer.Typer(add_completion=False)


HELP = """Answer as you would anybody who asks, or say that you would rather not. Besides that:
/stop       end here; what you have said is kept
/withdraw   end here, and delete everything you have said
/pause      leave for now, and go on later with your receipt"""

AGREEMENT = ScreenerQuestion(
    id="agreement", question="Do you agree to take part? (yes or no)", answer="yes_no"
)
KEEP_IT = (
    "Keep it: with it you can go on after a break, and withdraw at any time. It is shown only now."
)
NOTHING_KEPT = "Thank you for reading this. You do not take part, and nothing was kept."
STOPPED = (
    "Thank you. You have stopped before the interview; with your receipt you can still go on, or"
    " withdraw."
)
PAUSED = "See you later. To go on: dramaturg study join {study} --resume YOUR-RECEIPT"
WITHDRAWN = "You have withdrawn. Everything you have said is deleted. Thank you."
FINISHED = (
    "Thank you for taking part. Should you want to withdraw one day: dramaturg study withdraw"
    " {study} --receipt YOUR-RECEIPT"
)
NO_INTERVIEW = "There is no interview for you to go on with. Thank you for your interest."


class Leaving(Enum):
    """How somebody leaves who does not answer."""

    STOP = auto()
    WITHDRAW = auto()
    PAUSE = auto()


WAYS = {
    "/stop": Leaving.STOP,
    "/withdraw": Leaving.WITHDRAW,
    "/pause": Leaving.PAUSE,
    "/quit": Leaving.PAUSE,
}


@commands.command("join")
def run_join(
    name: Open,
    invitation: Annotated[
        str | None, typer.Option(help="An invitation, where the study needs one.")
    ] = None,
    resume: Annotated[
        str | None, typer.Option(help="Go on with an interview: the receipt that was given for it.")
    ] = None,
) -> None:
    """Take part: consent, a few questions, the interview. /stop ends it, /withdraw erases it."""
    try:
        asyncio.run(_join(name, invitation or "", resume))
    except (EOFError, KeyboardInterrupt):
        print()


async def _join(name: str, invitation: str, receipt: str | None) -> None:
    console = Console(highlight=False)
    async with open_app() as app:
        study = await app.studies.find(name)
        if receipt is None:
            document = await app.studies.welcome(study, invitation)
            await StudyVisit(app, study, name, document, console).arrive(invitation)
        else:
            visit = StudyVisit(app, study, name, await app.studies.document(study), console)
            await visit.go_on(await app.studies.respondent_of(study, receipt))


class StudyVisit:
    """Somebody who takes part in a study, which they came to by `name`."""

    def __init__(self, app: App, study: str, name: str, document: Study, console: Console) -> None:
        self._app, self._studies, self._console = app, app.studies, console
        self._study, self._name, self._document = study, name, document
        self._ask = line_editor("you › ")

    async def arrive(self, invitation: str) -> None:
        """From the consent on. Whoever does not agree leaves nothing behind."""
        document, consent = self._document, self._document.consent
        length = f"It takes about {document.minutes} minutes, {document.turns} answers at most."
        self._show(f"{notice(self._app.settings)} {length}", document.title)
        self._show(
            consent.text, "What you agree to", f"version {consent.version}, {consent.hash[:12]}"
        )
        if await self._answer(AGREEMENT) != "yes":
            self._say(NOTHING_KEPT)
            return
        admission = await self._studies.consent(self._study, invitation)
        self._show(f"{admission.receipt}\n\n{KEEP_IT}", "Your receipt")
        await self.go_on(admission.respondent)

    async def go_on(self, respondent: str) -> None:
        """From wherever they are: the questions before the interview, the interview, or its end."""
        if await self._studies.note_end(self._study, respondent):
            self._say(self._told(FINISHED))
            return
        standing = (await self._studies.state(self._study)).participants[respondent].standing
        if standing == "consented" and not await self._screened(respondent):
            return
        if standing in ("consented", "accepted", "interviewing"):
            begun = await self._studies.begin(self._study, respondent)
            info = await self._app.log.session(begun.session)
            guest = StudyGuest(Terminal(self._app, info, self._console), self._console)
            self._console.print(Text(HELP, style="dim"))
            self._say(f"{begun.question}\n")
            while await guest.round(await asyncio.to_thread(self._ask)):
                pass
            await self._leave(respondent, guest.way)
        else:
            self._say(NO_INTERVIEW)

    async def _screened(self, respondent: str) -> bool:
        """Whether they can take part, by what they answer."""
        answers: dict[str, Value] = {}
        for question in self._document.screener:
            answer = await self._answer(question)
            if isinstance(answer, Leaving):
                await self._leave(respondent, answer)
                return False
            answers[question.id] = answer
        screening = await self._studies.screen(self._study, respondent, answers)
        self._say(screening.message)
        return screening.outcome == "accepted"

    async def _answer(self, question: ScreenerQuestion) -> Value | Leaving:
        """The answer to a question, asked again until it is one."""
        self._say("\n".join(asked(question)))
        while True:
            words = (await asyncio.to_thread(self._ask)).strip()
            if words in WAYS:
                return WAYS[words]
            try:
                return read_answer(question, words)
            except BadInput as problem:
                self._console.print(
                    Text(
                        HELP if words.startswith("/") else f"{problem}".capitalize() + ".",
                        style="yellow",
                    )
                )

    async def _leave(self, respondent: str, way: Leaving) -> None:
        if way is Leaving.WITHDRAW:
            await self._studies.withdraw(self._study, respondent)
            self._say(WITHDRAWN)
        elif way is Leaving.PAUSE:
            self._say(self._told(PAUSED))
        elif await self._studies.note_end(self._study, respondent, left=True):
            self._say(self._told(FINISHED))
        else:
            self._say(STOPPED)

    # ── on the screen ─────────────────────────────────────────────────────────────────────────────

    def _show(self, text: str, title: str, below: str | None = None) -> None:
        width = min(self._console.width, WIDTH)
        self._console.print(
            Panel(
                Text(text), title=Text(title), subtitle=Text(below) if below else None, width=width
            )
        )

    def _say(self, text: str) -> None:
        self._console.print(Text(f"\n{text}"), width=min(self._console.width, WIDTH))

    def _told(self, text: str) -> str:
        return text.format(study=self._name)


class StudyGuest:
    """A respondent of a study at the terminal, without what only researchers ask for. `way` is how
    they left.
    """

    def __init__(self, terminal: Terminal, console: Console) -> None:
        self._terminal, self._console, self.way = terminal, console, Leaving.STOP

    async def round(self, words: str) -> bool:
        """Play what was typed; False when it is over, or the respondent leaves."""
        match words.strip():
            case "":
                return True
            case "/stop":
                await self._terminal.say(Heard(STOP))
                return False
            case command if command in WAYS:
                self.way = WAYS[command]
                return False
            case command if command.startswith("/"):
                self._console.print(HELP, style="dim")
                return True
            case answer:
                try:
                    await self._terminal.say(Heard(answer))
                except BadInput as error:
                    self._console.print(Text(str(error), style="yellow"))
                return not await self._terminal.has_ended()
