"""`dramaturg demo`: somebody is interviewed, somebody tells of their life, a sim is played, and a
game is made and written.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

import typer
from rich.console import Console
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from dramaturg.app.check.check import check
from dramaturg.app.config.providers import embedder
from dramaturg.app.config.settings import Settings
from dramaturg.app.views.write_up import write_up
from dramaturg.app.wiring import App, open_app
from dramaturg.cli.demo_tools import ask_what_if, plan_migration, run_walkthrough
from dramaturg.cli.terminal import Terminal
from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.content import make_at_once
from dramaturg.engines.games.game_folder import save_game
from dramaturg.engines.games.job import Order
from dramaturg.engines.games.rules.play import total_points
from dramaturg.engines.games.rules.players import PLAYERS
from dramaturg.engines.games.rules.players import play_through as play_through_game
from dramaturg.engines.interviews.base.methodology import Methodology
from dramaturg.engines.interviews.base.state import Ended, InterviewState
from dramaturg.engines.interviews.content import interview_content
from dramaturg.engines.interviews.knowledge.ladders import ladders
from dramaturg.engines.interviews.report.turn_result import InterviewRecord, only
from dramaturg.engines.interviews.respondents import profile_respondent
from dramaturg.engines.memoir.base.records import MemoirRecord
from dramaturg.engines.memoir.book.draft import BookDraft
from dramaturg.engines.memoir.book.formats import FORMS
from dramaturg.engines.memoir.content import memoir_content
from dramaturg.engines.memoir.outcomes import purpose_of
from dramaturg.engines.memoir.simulated_tellers import teller_from
from dramaturg.engines.sims.base.state import Walked
from dramaturg.engines.sims.content import sim_content
from dramaturg.engines.sims.learners import AttentiveLearner
from dramaturg.turn.contract import AnyRecord, Cue, Heard

MOST_TURNS = 40
INTERVIEW_TURNS = 8
MEMOIR_TURNS = 7
MOST_LADDERS = 8
WIDTH = 100
OUT = Path("dramaturg-demo")
ROUNDS = (
    "drag_drop",
    "click_to_identify",
    "trace_path",
    "memory_match",
    "sequencing",
    "branching_scenario",
)

NEXT = """Now you (the command is .venv/bin/dramaturg):
  dramaturg play interview --about oat_milk    be interviewed yourself; /why and /graph
  dramaturg play memoir                 tell your own story; /why, /story, /forget
  dramaturg play sim launch_decision    talk to Maya; /why explains each turn
  dramaturg play sim --npc guide        or ask the guide first
  dramaturg play game heart             a learning game in the terminal
  dramaturg game make "how a violin makes its sound"    another, as a page
  dramaturg check                       prove everything that can be played
  dramaturg simulate sim --count 14     let simulated learners play
  dramaturg sessions list               then: sessions show ID, replay ID
With a model: DRAMATURG_MODEL=openai:gpt-5 OPENAI_API_KEY=... dramaturg play sim"""


commands = typer.Typer(add_completion=False)


@commands.command()
def demo() -> None:
    """An offline tour: an interview is held, a sim is played, and a learning game is made, played
    and written.
    """
    with TemporaryDirectory() as folder:
        asyncio.run(_demo(Path(folder)))


async def _demo(folder: Path) -> None:
    console = Console(highlight=False)
    async with open_app(Settings(store=str(folder / "demo.db"), model="offline")) as app:
        console.print(Rule("An interview with a simulated respondent: no model, no key"))
        await interview(app, console)
        console.print(Rule("A memoir: somebody invented begins to tell her life"))
        await memoir(app, console)
        console.print(Rule("A sim, played by a simulated learner"))
        session, records = await play_through(app, console)
        console.print(Rule("The walk: the speaker speaks, the walker decides"))
        show_walk(console, records)
        console.print(Rule("Proof and replay"))
        report = await asyncio.to_thread(check, [])
        held = sum(proof.holds for proof in report.proofs)
        console.print(
            f"{held} of {len(report.proofs)} proofs hold over every state these conversations can"
            " reach."
        )
        replayed = [turn async for turn in app.sessions.replay(session)]
        same = sum(turn.same for turn in replayed)
        console.print(f"{same} of {len(replayed)} turns replay to the same record, to the letter.")
        console.print(Rule("For whoever writes: what if, migrate, test"))
        await ask_what_if(app, session, console)
        await plan_migration(app, folder, console)
        await run_walkthrough(console)
        console.print(Rule("A learning game, made from what is known about the heart"))
        await _game(app, console)
    console.print(Rule())
    console.print(NEXT)


async def memoir(app: App, console: Console) -> str:
    """The first turns of a memoir, as they are heard by whoever sits beside it."""
    teller = teller_from(app.library, embedder(), "doreen_calder_valley")
    teller.sit_down()
    record: MemoirRecord
    session, record = await app.sessions.open(
        memoir_content(app.library, "origins", teller.life.known(MEMOIR_TURNS * 2))
    )
    for turn in range(MEMOIR_TURNS):
        console.print(Text(f"\n{record.line}\n"), width=WIDTH)
        said = teller.answer(record.line, purpose_of(record))
        console.print(Text(f"doreen › {said.text}", style="cyan"), width=WIDTH)
        record = await app.sessions.turn(session, Heard(said.text), key=f"memoir-{turn}")
    console.print(Text(f"\n{record.line}\n"), width=WIDTH)
    book = await asyncio.to_thread(_write_book, await app.memoirs.book(session))
    console.print(
        "Why each line was said is on record: /why, in dramaturg play memoir.", style="dim"
    )
    console.print(f"Wrote {book}: the book so far, every sentence with its turn.")
    return session


def _write_book(book: BookDraft) -> Path:
    OUT.mkdir(parents=True, exist_ok=True)
    file = OUT / "memoir.html"
    file.write_bytes(FORMS["html"](book))
    return file


async def interview(app: App, console: Console) -> str:
    """One whole interview, shown as it goes, with the reason for every question, and written up."""
    session, opening = await app.sessions.open(
        interview_content(app.library, "means_end_chain", "oat_milk", max_turns=INTERVIEW_TURNS)
    )
    respondent = profile_respondent("nadia_oat_milk", app.library, embedder())
    method = cast(Methodology, app.library.get("methodology", "means_end_chain").document)
    titles = {each.name: each.title for each in method.strategies}
    record: InterviewRecord = opening
    while only(record, Ended) is None and (answer := respondent.answer(record.line)) is not None:
        show_question(console, record, titles)
        console.print(Text(f"nadia › {answer}", style="cyan"), width=WIDTH)
        record = await app.sessions.turn(session, Heard(answer), key=f"demo-{record.turn}")
    show_question(console, record, titles)
    state: InterviewState = (await app.sessions.live(session)).state
    table = Table("what she said", "leads to", show_lines=True)
    for ladder in ladders(state.graph)[:MOST_LADDERS]:
        clauses = [state.own_clause_of(each.id) for each in ladder.concepts]
        if all(clauses):
            first, *rest = dict.fromkeys(each.text for each in clauses if each)
            table.add_row(Text(first), Text("\n→ ".join(rest)))
    console.print(table)
    for file in await write_up(app.sessions, session, OUT / "interview"):
        console.print(f"Wrote {file}.")
    return session


def show_question(console: Console, record: InterviewRecord, titles: Mapping[str, str]) -> None:
    directive = record.decision.directive if record.decision else None
    if directive is not None and directive.asks:
        why = f"{titles[directive.strategy]}: best of {directive.pairs} ways to go on"
        console.print(Text(f"  {why}", style="dim"), width=WIDTH)
    console.print(Text(f"\n{record.line}\n"), width=WIDTH)


async def play_through(app: App, console: Console) -> tuple[str, list[AnyRecord]]:
    """One whole conversation, shown as it goes."""
    session, opening = await app.sessions.open(
        sim_content(app.library, "launch_decision"), to="qa_lead"
    )
    terminal = Terminal(app, await app.log.session(session), console)
    await terminal.show_beginning()
    learner, line, cues = AttentiveLearner(), "", opening.settlement.cues
    records: list[AnyRecord] = []
    while (heard := learner.answer(line, cues)) is not None and len(records) < MOST_TURNS:
        console.print(Text(f"you › {heard.text or chosen(heard, cues)}", style="cyan"))
        records.append(await terminal.say(heard))
        line, cues = records[-1].line, records[-1].settlement.cues
    return session, records


def chosen(heard: Heard, cues: tuple[Cue, ...]) -> str:
    options = next(cue.data["options"] for cue in cues if cue.command == "AI_PivotMoment")
    return next(
        f"{option['id']}) {option['text']}" for option in options if option["id"] == heard.choice
    )


def show_walk(console: Console, records: list[AnyRecord]) -> None:
    table = Table("exchange", "node", "decision", "next", "reason")
    walked = [
        (record, event)
        for record in records
        for event in record.settlement.events
        if isinstance(event, Walked)
    ]
    for record, event in walked:
        reason = record.settlement.reason
        table.add_row(
            str(len(event.pointer.node_history)),
            event.node,
            event.decision,
            event.pointer.current_node,
            reason,
        )
    console.print(table)


async def _game(app: App, console: Console) -> None:
    """Make a game, let players of code play it, and leave its page where it can be opened."""
    order = Order(id="heart", knowledge="heart", mechanics=ROUNDS, seed=4)
    made = await make_at_once(order, app.library)
    blueprint = Blueprint.model_validate(made["blueprint"])
    console.print(Text(blueprint.narrative_intro), width=WIDTH)
    plays = {name: play_through_game(blueprint, player) for name, player in PLAYERS.items()}
    table = Table("scene", "round", "points", *plays)
    for scene in blueprint.scenes:
        for each in scene.mechanics:
            scores = [str(play.state.points_of(each.mechanic_id)) for play in plays.values()]
            table.add_row(scene.title, each.mode.replace("_", " "), str(each.max_score), *scores)
    totals = [str(total_points(blueprint, play.state)) for play in plays.values()]
    table.add_row("", "", str(blueprint.total_max_score), *totals)
    console.print(table)
    console.print(
        "Whoever plays, and however badly, comes to the end; the perfect player has every point."
    )
    await asyncio.to_thread(save_game, made, OUT, app.library)
    console.print(f"Open {OUT / 'game.html'} in a browser to play it: one file, no server.")
