"""`dramaturg play interview`: be interviewed in the terminal, with the reasons behind every
question at hand.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

from rich.console import Console
from rich.panel import Panel
from rich.text import Text

from dramaturg.app.views.write_up import write_up
from dramaturg.app.wiring import App, open_app
from dramaturg.cli.play import asker
from dramaturg.cli.sessions import find_session
from dramaturg.engines.interviews.base.directive import InterviewDirective
from dramaturg.engines.interviews.base.state import (
    ConceptAdded,
    EdgeAdded,
    InterviewState,
    SignalsRead,
)
from dramaturg.engines.interviews.content import interview_content
from dramaturg.engines.interviews.engine import InterviewEngine
from dramaturg.engines.interviews.knowledge.ladders import ladders
from dramaturg.engines.interviews.report.turn_result import InterviewRecord, of_kind, only
from dramaturg.engines.interviews.strategy.signals import meaning
from dramaturg.kernel.errors import BadInput
from dramaturg.kernel.scoring import Ranked
from dramaturg.turn.contract import Heard
from dramaturg.turn.tables import in_order

HELP = """Answer as you would anybody who asks. Besides that:
/why     why you were asked this      /graph   what was understood so far
/end     stop the interview           /quit    leave; it can be taken up again"""

STOP = "I would like to stop the interview here, please."
WIDTH = 100
STRONGEST = 4  # parts of a score that an explanation names


def run_play_interview(
    methodology: str, about: str, guide: str | None, turns: int | None, session: str | None
) -> None:
    try:
        asyncio.run(_play(methodology, about, guide, turns, session))
    except (EOFError, KeyboardInterrupt):
        print()


async def _play(
    methodology: str, about: str, guide: str | None, turns: int | None, session: str | None
) -> None:
    console = Console(highlight=False)
    async with open_app() as app:
        if session is None:
            session, _ = await app.sessions.open(
                interview_content(app.library, methodology, about, guide, turns)
            )
        else:
            session = await find_session(app.log, session)
            await app.sessions.resume(session)
        chair = Chair(app, session, console)
        await chair.show_beginning()
        ask = asker("you › ")
        while await chair.round(await asyncio.to_thread(ask)):
            pass
        console.print(Text(f"Kept as {session}.", style="dim"))


def run_report(session: str, out: Path | None) -> None:
    asyncio.run(_report(session, out))


async def _report(beginning: str, out: Path | None) -> None:
    async with open_app() as app:
        session = await find_session(app.log, beginning)
        for file in await write_up(app.sessions, session, out or Path(f"interview-{session}")):
            print(f"Wrote {file}.")


class Chair:
    """One respondent in one interview: takes a line, plays it, shows the next question."""

    def __init__(self, app: App, session: str, console: Console) -> None:
        self._app, self._session, self._console = app, session, console

    async def show_beginning(self) -> None:
        engine, state = await self._now()
        about = f"{engine.methodology.title}, at most {engine.max_turns} answers"
        width = min(self._console.width, WIDTH)
        self._console.print(
            Panel(
                Text(about),
                title=Text(engine.subject.title),
                subtitle="/help for commands",
                width=width,
            )
        )
        self._say(state.question)

    async def round(self, words: str) -> bool:
        """Play what was typed; False when the interview is over, or the respondent leaves."""
        match words.strip():
            case "":
                return True
            case "/quit":
                return False
            case "/end":
                return await self._answer(STOP)
            case "/why":
                await self._show_why()
            case "/graph":
                self._dim(graph_so_far(*await self._now()))
            case command if command.startswith("/"):
                self._console.print(HELP, style="dim")
            case answer:
                return await self._answer(answer)
        return True

    async def _answer(self, words: str) -> bool:
        try:
            record = await self._app.sessions.turn(self._session, Heard(words), uuid4().hex)
        except BadInput as error:
            self._console.print(Text(str(error), style="yellow"))
            return True
        self._say(record.line)
        _, state = await self._now()
        if state.ended:
            await self._ended()
        return not state.ended

    async def _ended(self) -> None:
        self._console.print(
            Text(
                f"For the report and the picture: dramaturg interview report {self._session}",
                style="dim",
            )
        )

    async def _show_why(self) -> None:
        record = await self._app.sessions.last_said(self._session)
        self._dim(why(record, *await self._now()))

    def _say(self, line: str) -> None:
        self._console.print(Text(f"\n{line}\n"), width=min(self._console.width, WIDTH))

    def _dim(self, lines: Iterator[str]) -> None:
        self._console.print(Text("\n".join(lines), style="dim"))

    async def _now(self) -> tuple[InterviewEngine, InterviewState]:
        live: Any = await self._app.sessions.live(self._session)
        return live.engine, live.state


# ── in words ──────────────────────────────────────────────────────────────────────────────────────


def why(record: InterviewRecord, engine: InterviewEngine, state: InterviewState) -> Iterator[str]:
    """A question explained: what was heard, what was chosen, what spoke for it, and what came
    second.
    """
    if record.decision is None:
        yield "This is the opening question: nothing had been said yet."
        return
    directive = record.decision.directive
    read = only(record, SignalsRead)
    labels = [event.label for event in of_kind(record, ConceptAdded)]
    links = sum(1 for _ in of_kind(record, EdgeAdded))
    if read is not None:
        refusal = ", a refusal: left alone" if read.refusal else ""
        yield (
            f"your answer    {read.depth}{refusal}; new: {', '.join(labels) or 'nothing'}; links:"
            f" {links}"
        )
    yield f"phase          {directive.phase}, answer {state.turn} of at most {engine.max_turns}"
    if directive.strategy:
        yield from _choice(directive, engine, state)
    if directive.termination:
        yield f"ends           {directive.termination.replace('_', ' ')}"
    if record.draft is not None:
        yield f"question by    {record.draft.source}"
    yield from (
        f"overridden     {override.rule}: {override.detail}"
        for override in record.verdict.overrides
    )


def _choice(
    directive: InterviewDirective, engine: InterviewEngine, state: InterviewState
) -> Iterator[str]:
    pairs, wanted = directive.alternatives, (directive.strategy, directive.focus)
    chosen = next((pair for pair in pairs if (pair.strategy, pair.node_id) == wanted), None)
    if chosen is None:
        yield f"asked to       {_title(directive.strategy, engine)}"
        return
    yield f"asked to       {_pair(chosen, engine, state)}"
    yield from _parts(chosen, engine)
    second = next((pair for pair in pairs if pair.strategy != chosen.strategy), None)
    if second is not None:
        yield (
            f"next best      {_pair(second, engine, state)}, {chosen.score - second.score:.2f}"
            " behind"
        )


def _title(strategy: str, engine: InterviewEngine) -> str:
    known = engine.methodology.by_name.get(strategy)
    return known.title.lower() if known else strategy


def _pair(pair: Ranked, engine: InterviewEngine, state: InterviewState) -> str:
    about = (
        f", about ‘{state.tracker.states[pair.node_id].label}’"
        if pair.node_id in state.tracker.states
        else ""
    )
    return f"{_title(pair.strategy, engine)}{about} ({pair.score:.2f})"


def _parts(pair: Ranked, engine: InterviewEngine) -> Iterator[str]:
    """What weighed most, in the words of its signal."""
    strongest = sorted(pair.parts.items(), key=lambda part: -abs(part[1]))[:STRONGEST]
    for key, amount in strongest:
        if amount:
            yield f"       {amount:+.2f}   {meaning(key, engine.methodology)} [{key}]"
    if (pair.multiplier, pair.bonus) != (1.0, 0.0):
        yield f"               for the phase: times {pair.multiplier:g}, plus {pair.bonus:g}"


def graph_so_far(engine: InterviewEngine, state: InterviewState) -> Iterator[str]:
    """Concepts by type, then the chains."""
    concepts = in_order(state.graph.concepts).values()
    for kind in engine.methodology.ontology.concepts:
        labels = [
            f"{each.label} (taken back)" if each.revised else each.label
            for each in concepts
            if each.type == kind.type
        ]
        if labels:
            yield f"{kind.title}: {'; '.join(labels)}"
    for ladder in ladders(state.graph):
        yield "  " + " → ".join(concept.label for concept in ladder.concepts)
    if not concepts:
        yield "Nothing yet."
