"""`dramaturg play sim`: a conversation in the terminal, with the reasons at hand."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from typing import Any
from uuid import uuid4

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from dramaturg.app.content.build import sim_content
from dramaturg.app.wiring import App, open_app
from dramaturg.cli.sessions import find_session
from dramaturg.engines.sims.base.relationship import relationship_state
from dramaturg.engines.sims.base.scenario import Steering
from dramaturg.engines.sims.base.state import SimState
from dramaturg.engines.sims.debrief import debrief, debrief_text
from dramaturg.engines.sims.engine import DECISION, SimEngine, SimRecord
from dramaturg.kernel.errors import BadInput, did_you_mean
from dramaturg.turn.asks import Listener
from dramaturg.turn.contract import AnyRecord, Cue, Heard

HELP = """Say anything. When options are offered, answer with a letter or in your own words.
/talk PERSON     turn to somebody else       /people   who is here
/goals           what you came for           /docs     documents you were given
/decide OPTION   make the call, be debriefed /decide   what there is to choose from
/why             why the last turn went so   /quit     leave; the session is kept"""

WIDTH = 100

Ask = Callable[[], str]


def run_play(
    scenario: str, npc: str | None, session: str | None, steering: Steering | None = None
) -> None:
    try:
        asyncio.run(_play(scenario, npc, session, steering))
    except (EOFError, KeyboardInterrupt):
        print()


async def _play(
    scenario: str, npc: str | None, session: str | None, steering: Steering | None
) -> None:
    console = Console(highlight=False)
    async with open_app() as app:
        if session is None:
            session, opening = await app.sessions.open(
                sim_content(app.library, scenario, steering), to=npc
            )
            show_scene(console, opening.settlement.cues)
        else:
            session = await find_session(app.log, session)
            await app.sessions.resume(session)
        table = Table(app, session, console)
        await table.show_options()
        ask = asker("you › ")
        while await table.round(await asyncio.to_thread(ask)):
            pass
        console.print(Text(f"Kept as {session}.", style="dim"))


def asker(sign: str) -> Ask:
    """A line editor on a terminal, plain lines from a pipe."""
    if not sys.stdin.isatty():
        return input
    from prompt_toolkit import prompt

    return lambda: prompt(sign)


class Table:
    """One player at one session: takes a line, plays it, shows what happened."""

    def __init__(self, app: App, session: str, console: Console) -> None:
        self._app, self._session, self._console = app, session, console
        self._last: AnyRecord | None = None
        self._to: str | None = None

    async def round(self, words: str) -> bool:
        """Play what was typed; False when the player leaves."""
        command, _, rest = words.strip().partition(" ")
        if command == "/quit":
            return False
        if command == "/talk":
            await self._turn_to(rest.strip())
        elif command == "/decide" and rest.strip():
            return not await self._decide(rest.strip())
        elif command.startswith("/"):
            await self._explain(command)
        elif command:
            await self._turn(await self._heard(words.strip()))
        return True

    async def show_options(self) -> None:
        """Offer a pivot again when a conversation is taken up in the middle of one."""
        engine, state = await self._now()
        conversation = state.conversations.get(self._to or state.person)
        if conversation and conversation.pointer.armed:
            pivot = engine.parts[self._to or state.person].pivots[conversation.pointer.current_node]
            self._console.print(Text(pivot.question, style="dim"))
            self._offer([{"id": option.id, "text": option.text} for option in pivot.options])

    async def _turn_to(self, person: str) -> None:
        engine, _ = await self._now()
        if person not in engine.parts:
            self._console.print(
                Text(
                    f"nobody here is called {person!r}. {did_you_mean(person, engine.parts)}",
                    style="yellow",
                )
            )
            return
        self._to = person
        self._console.print(
            Text(f"You turn to {engine.scenario.person(person).name}. Say something.", style="dim")
        )
        await self.show_options()

    async def _decide(self, option: str) -> bool:
        """Take the decision and show what came of it; True when the case is closed."""
        record = await self._play(Heard(choice=option, to=DECISION))
        if record is None:
            return False
        engine, _ = await self._now()
        records: list[SimRecord] = [
            record for _, record in await self._app.sessions.records(self._session)
        ]
        self._console.print(
            Panel(
                Text(debrief_text(debrief(records, engine.scenario, engine.parts))),
                title="Debrief",
                width=self._width,
            )
        )
        return True

    async def _play(self, heard: Heard, listener: Listener | None = None) -> AnyRecord | None:
        try:
            return await self._app.sessions.turn(self._session, heard, uuid4().hex, listener)
        except BadInput as error:
            self._console.print(Text(str(error), style="yellow"))
            return None

    async def _turn(self, heard: Heard) -> None:
        engine, state = await self._now()
        person = engine.scenario.person(heard.to or state.person)
        speech = Speech(self._console, person.name, person.role)
        record = await self._play(heard, speech.hear)
        if record is None:
            return
        self._last, self._to = record, None
        speech.finish(record.line)
        for cue in record.settlement.cues:
            self._cue(engine, cue)

    async def _heard(self, words: str) -> Heard:
        """A single letter while options are offered is a choice; everything else is said."""
        _, state = await self._now()
        conversation = state.conversations.get(self._to or state.person)
        if conversation and conversation.pointer.armed and len(words) == 1:
            return Heard(choice=words, to=self._to)
        return Heard(text=words, to=self._to)

    def _cue(self, engine: SimEngine, cue: Cue) -> None:
        if cue.command == "AI_PivotMoment":
            self._offer(cue.data["options"])
        elif cue.command == "AI_AdvanceObjective":
            objective = next(
                each
                for each in engine.scenario.objectives
                if each.id == cue.data["objective_complete"]
            )
            self._console.print(Text(f"✓ {objective.text}", style="green"))
        elif cue.command == "AI_EndConversation":
            if cue.data["document"]:
                show_document(self._console, engine, cue.data["document"])
            redirect = cue.data["redirect"]
            hint = (
                f" To go on, type /talk {redirect}; to make the call, /decide." if redirect else ""
            )
            self._console.print(Text(f"The conversation has ended.{hint}", style="dim"))

    def _offer(self, options: list[dict[str, str]]) -> None:
        for option in options:
            self._console.print(Text.assemble("  ", (option["id"], "cyan"), f") {option['text']}"))

    async def _explain(self, command: str) -> None:
        engine, state = await self._now()
        if command == "/why" and self._last is not None:
            self._console.print(Text("\n".join(why(self._last, engine, state)), style="dim"))
        elif command == "/people":
            for person in engine.scenario.people:
                self._console.print(
                    Text.assemble("  ", (person.id, "cyan"), f": {person.name}, {person.role}")
                )
        elif command == "/docs":
            for document in state.documents:
                show_document(self._console, engine, document)
        elif command == "/goals":
            for objective in engine.scenario.objectives:
                self._console.print(
                    Text(f"  {'✓' if objective.id in state.objectives else '·'} {objective.text}")
                )
        elif command == "/decide":
            self._console.print(Text(engine.scenario.decision.question))
            self._offer(
                [
                    {"id": option.id, "text": option.text}
                    for option in engine.scenario.decision.options
                ]
            )
        else:
            self._console.print(HELP, style="dim")

    @property
    def _width(self) -> int:
        return min(self._console.width, WIDTH)

    async def _now(self) -> tuple[SimEngine, SimState]:
        live: Any = await self._app.sessions.live(self._session)
        return live.engine, live.state


class Speech:
    """A line shown as it comes: whose it is, each sentence that has passed, and at the end the
    rest.
    """

    def __init__(self, console: Console, name: str, role: str) -> None:
        self._console, self._name, self._role = console, name, role
        self._shown = ""

    def hear(self, sentence: str) -> None:
        if not self._shown:
            self._console.print(Text.assemble("\n", (self._name, "bold"), f", {self._role}"))
        self._console.print(Text(sentence), end=" ")
        self._shown = f"{self._shown} {sentence}".strip()

    def finish(self, line: str) -> None:
        if not self._shown:
            show_line(self._console, self._name, self._role, line)
        else:
            self._console.print(Text(f"{line.removeprefix(self._shown).strip()}\n"))


def why(record: AnyRecord, engine: SimEngine, state: SimState) -> list[str]:
    """A turn explained in an author's words."""
    decision = record.decision
    if decision is None:
        return []
    score = state.conversation.score
    lines = [
        f"this turn      {decision.reason}",
        f"then           {record.settlement.reason}",
        f"relationship   {score:+d} {relationship_state(score, engine.scenario.thresholds)}",
        (
            f"readings       acknowledgement {record.percept.readings.get('acknowledgement', 0)},"
            f" detour {bool(record.percept.readings.get('detour'))}, mood"
            f" {record.percept.facts.get('mood')}"
        ),
        f"now in         {state.conversation.pointer.current_node}",
    ]
    if record.draft is not None:
        lines.append(f"line by        {record.draft.source}")
    lines += [
        f"overridden     {override.rule}: {override.detail}"
        for override in record.verdict.overrides
    ]
    return lines


def show_scene(console: Console, cues: tuple[Cue, ...]) -> None:
    for cue in cues:
        scene = cue.data
        people = [
            f"{person['id']}: {person['name']}, {person['role']}" for person in scene["people"]
        ]
        where = scene["where"][0].upper() + scene["where"][1:]
        text = "\n".join(
            (f"{where}: {scene['happening']}.", f"You are {scene['learner']}.", "", *people)
        )
        width = min(console.width, WIDTH)
        console.print(
            Panel(
                Text(text), title=Text(scene["title"]), subtitle="/help for commands", width=width
            )
        )


def show_line(console: Console, name: str, role: str, line: str) -> None:
    console.print(Text.assemble("\n", (name, "bold"), f", {role}"))
    console.print(Text(f"{line}\n"), width=min(console.width, WIDTH))


def show_document(console: Console, engine: SimEngine, document_id: str) -> None:
    document = engine.scenario.document(document_id)
    text = Text("\n".join(document.lines))
    console.print(Panel(text, title=Text(document.title), width=min(console.width, WIDTH)))
