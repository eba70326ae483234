"""The `dramaturg` command. Nothing heavy is imported until a command runs, so that help is instant."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Guided conversations and learning games in which a language model speaks and code decides.",
)
play = typer.Typer(no_args_is_help=True, help="Play in the terminal.")
sim = typer.Typer(no_args_is_help=True, help="What the walker of a sim decides.")
sessions = typer.Typer(no_args_is_help=True, help="Stored sessions.")
new = typer.Typer(no_args_is_help=True, help="Write new content, with a model or from a template.")
simulate = typer.Typer(no_args_is_help=True, help="Play with simulated learners, many at once.")
game = typer.Typer(no_args_is_help=True, help="Learning games: build, make, edit, export.")
signals = typer.Typer(no_args_is_help=True, help="What people's words tell.")
app.add_typer(play, name="play")
app.add_typer(sim, name="sim")
app.add_typer(game, name="game")
app.add_typer(sessions, name="sessions")
app.add_typer(new, name="new")
app.add_typer(simulate, name="simulate")
app.add_typer(signals, name="signals")

Scenario = Annotated[str, typer.Argument(help="Id of a scenario, such as launch_decision.")]
Npc = Annotated[str | None, typer.Option("--npc", help="Id of the person to talk to; the first one if left out.")]
Session = Annotated[str, typer.Argument(help="Id of a session; its beginning is enough if it is the only one.")]


@app.command()
def demo() -> None:
    """An offline tour: a simulated learner plays a sim, and a learning game is made, played and written."""
    from dramaturg.cli.demo import run_demo

    run_demo()


@play.command("sim")
def play_sim(
    scenario: Annotated[str, typer.Argument(help="Id of a scenario.")] = "launch_decision",
    npc: Npc = None,
    session: Annotated[str | None, typer.Option(help="Go on with this session.")] = None,
    steering: Annotated[
        Literal["graph", "counted"] | None, typer.Option(help="What steers a new session; as the scenario says if left out.")
    ] = None,
) -> None:
    """Talk to the people of a scenario."""
    from dramaturg.cli.play import run_play

    run_play(scenario, npc, session, steering)


@play.command("game")
def play_game(
    game: Annotated[str, typer.Argument(help="A game's folder or blueprint, or the id of a knowledge file.")] = "heart",
    session: Annotated[str | None, typer.Option(help="Go on with this session.")] = None,
    untimed: Annotated[bool, typer.Option("--untimed", help="Without clocks.")] = False,
) -> None:
    """Play a learning game."""
    from dramaturg.cli.play_game import run_play_game

    run_play_game(game, session, untimed)


@game.command("build")
def game_build(
    design: Annotated[Path, typer.Argument(help="A GameDesignDocument as JSON; - for standard input.")],
    json: Annotated[bool, typer.Option("--json", help="Issues as JSON lines.")] = False,
) -> None:
    """The game plan of a design, as JSON; exit 1 on issues, all of them, with path and fix."""
    from dramaturg.cli.game import run_build

    run_build(design, json)


@game.command("make")
def game_make(
    question: Annotated[str, typer.Argument(help="What the game is about, in your words.")] = "",
    knowledge: Annotated[str | None, typer.Option(help="Id of a knowledge file; the nearest one if left out.")] = None,
    out: Annotated[Path | None, typer.Option(help="The folder to write; named after the game if left out.")] = None,
    difficulty: Annotated[Literal["beginner", "intermediate", "advanced"] | None, typer.Option()] = None,
    minutes: Annotated[int | None, typer.Option(min=1, max=30, help="How long it should take.")] = None,
    scenes: Annotated[int | None, typer.Option(min=1, max=6)] = None,
    mechanics: Annotated[str, typer.Option(help="Mechanics to use, separated by commas.")] = "",
    seed: Annotated[int, typer.Option(help="Another seed gives another game.")] = 0,
    design: Annotated[Path | None, typer.Option(help="A design to start from, as JSON.")] = None,
) -> None:
    """Make a game: with a model, or from knowledge. Stopped in the middle, the same command goes on."""
    from dramaturg.cli.game import Wanted, run_make

    run_make(Wanted(question, knowledge, out, difficulty, minutes, scenes, mechanics, seed, design))


@game.command("rebuild")
def game_rebuild(folder: Annotated[Path, typer.Argument(help="The folder of a game.")]) -> None:
    """Make a game again after its design or content was edited; what was not changed is kept."""
    from dramaturg.cli.game import run_rebuild

    run_rebuild(folder)


@game.command("export")
def game_export(
    game: Annotated[Path, typer.Argument(help="A game's folder or its blueprint.")],
    to: Annotated[str, typer.Option(help="html: one page that needs no server.")] = "html",
    out: Annotated[Path | None, typer.Option(help="The file to write.")] = None,
) -> None:
    """Take a game elsewhere."""
    from dramaturg.cli.game import run_export

    run_export(game, to, out)


@game.command("grade")
def game_grade(
    game: Annotated[Path, typer.Argument(help="A game's folder or its blueprint.")],
    play: Annotated[Path, typer.Argument(help="A play that was saved from the page; - for standard input.")],
) -> None:
    """The score of a play from the page, by the rules here."""
    from dramaturg.cli.game import run_grade

    run_grade(game, play)


@simulate.command("sim")
def simulate_sim(
    scenario: Annotated[str | None, typer.Option(help="Id of a scenario; all of them in turn if left out.")] = None,
    npc: Annotated[str | None, typer.Option("--npc", help="Id of a person; if left out, all who hold a decisive fact.")] = None,
    learners: Annotated[str, typer.Option(help="Some of the learners, separated by commas; all of them if left out.")] = "",
    runs: Annotated[int, typer.Option(min=1, help="Conversations of each learner under each steering.")] = 20,
    steering: Annotated[Literal["both", "graph", "counted"], typer.Option(help="What steers them.")] = "both",
    noise: Annotated[float, typer.Option(min=0, max=1, help="How often the speaker's reports are flipped.")] = 0.0,
    seed: Annotated[int, typer.Option(help="The same seed gives the same learners, whatever the steering.")] = 1,
    json: Annotated[bool, typer.Option("--json", help="JSON instead of a table.")] = False,
) -> None:
    """What becomes of hundreds of conversations, the graph beside the old way of counting exchanges."""
    from dramaturg.cli.simulate import run_simulate

    run_simulate(scenario, npc, learners, steering, runs, seed, noise, json)


@sim.command("walk")
def sim_walk(
    scenario: Scenario,
    npc: Annotated[str, typer.Option("--npc", help="Id of the person.")],
    reports: Annotated[Path, typer.Option(help="One exchange a line, as JSON; - for standard input.")],
    table: Annotated[bool, typer.Option(help="A table instead of JSON lines.")] = False,
) -> None:
    """One decision a line from reports alone: turn, node, decision, next, reason, commands."""
    from dramaturg.cli.walk import run_walk

    run_walk(scenario, npc, reports, table)


@sim.command("debrief")
def sim_debrief(session: Session, json: Annotated[bool, typer.Option("--json", help="JSON instead of text.")] = False) -> None:
    """What was heard, acknowledged or missed in a session, with the turn behind every claim."""
    from dramaturg.cli.debrief import run_debrief

    run_debrief(session, json)


@app.command()
def check(
    paths: Annotated[list[Path] | None, typer.Argument(help="Files or folders; everything in the library if left out.")] = None,
    json: Annotated[bool, typer.Option("--json", help="JSON instead of text.")] = False,
) -> None:
    """Prove authored content; exit 1 on faults, all of them, with file, line and remedy."""
    from dramaturg.cli.check import run_check

    run_check(paths or [], json)


@app.command()
def replay(
    session: Session,
    readings: Annotated[
        str, typer.Option(help="'again' reads the words once more, 'recorded' takes the readings on record.")
    ] = "again",
) -> None:
    """Play a session again from what was heard, without a model, and compare every record."""
    from dramaturg.cli.sessions import run_replay

    run_replay(session, readings)


@sessions.command("list")
def sessions_list() -> None:
    """All sessions, newest first."""
    from dramaturg.cli.sessions import run_list

    run_list()


@sessions.command("show")
def sessions_show(session: Session, turn: Annotated[int | None, typer.Option(help="One turn, whole, as JSON.")] = None) -> None:
    """What was said, what was decided, and why."""
    from dramaturg.cli.sessions import run_show

    run_show(session, turn)


@sessions.command("export")
def sessions_export(session: Session) -> None:
    """A session and all its records, one JSON document a line."""
    from dramaturg.cli.sessions import run_export

    run_export(session)


@sessions.command("delete")
def sessions_delete(session: Session, yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False) -> None:
    """Remove a session everywhere, the bytes in the database file included."""
    from dramaturg.cli.sessions import run_delete

    run_delete(session, yes)


@new.callback()
def new_content() -> None:
    """Keeps `new` a group while there is one kind to write."""


@new.command("sim")
def new_sim(
    description: Annotated[str, typer.Argument(help="What it is about, in a few words.")],
    out: Annotated[Path | None, typer.Option(help="The file to write; named after the description if left out.")] = None,
    tier: Annotated[str, typer.Option(help="The backbone that conversations walk.")] = "technical",
    force: Annotated[bool, typer.Option("--force", help="Write over a file that is there already.")] = False,
) -> None:
    """A scenario: drafted by the model and checked, or a commented template where there is no model."""
    from dramaturg.app.drafting import Wish
    from dramaturg.cli.new import run_new_sim

    run_new_sim(Wish(description, out, tier, force))


@signals.callback()
def text_signals() -> None:
    """Keeps `signals` a group while there is one thing to do with them."""


@signals.command("read")
def signals_read(
    file: Annotated[Path | None, typer.Option("--in", help="A file of JSON lines; standard input if left out.")] = None,
    explain: Annotated[
        bool,
        typer.Option("--explain", help="With confidence and reader of each signal, relations, frames, claims and conflicts."),
    ] = False,
    model: Annotated[bool, typer.Option("--model", help="Have the configured model read them.")] = False,
    batch: Annotated[int, typer.Option(min=1, max=1024, help="Lines read together; 1 answers every line at once.")] = 64,
) -> None:
    """All text signals of each turn, one JSON object a line, in order.

    In: {"text": "...", "context": "what was said before", "earlier": ["the same speaker's earlier turns"]}; only text is needed.

    A file is looked through first: on faults nothing is read, all of them are told, exit 1. Standard input is looked through
    batch by batch: all before the first batch with a fault is read and printed, from there on only faults are looked for.
    """
    from dramaturg.cli.signals import run_read

    run_read(file, explain, model, batch)


@app.command()
def schemas(folder: Annotated[Path, typer.Argument(help="Where to write them.")] = Path("schemas")) -> None:
    """Write JSON Schemas, so that an editor completes and checks content while it is written."""
    from dramaturg.cli.check import run_schemas

    run_schemas(folder)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on.")] = 8420,
) -> None:
    """Serve the HTTP API."""
    from dramaturg.api.server import run_server

    run_server(host, port)


def run() -> None:
    """Run a command; an error that somebody can put right is a message and exit 1, not a trace."""
    from dramaturg.kernel.errors import DramaturgError

    try:
        app()
    except DramaturgError as error:
        print(error, file=sys.stderr)
        sys.exit(1)
    except BrokenPipeError:
        sys.exit(1)
