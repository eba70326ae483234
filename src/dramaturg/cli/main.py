"""The `dramaturg` command. Nothing heavy is imported until a command runs, so that help is
instant.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from dramaturg.cli.memoir import memoir
from dramaturg.cli.simulations import simulate
from dramaturg.cli.study import study

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help=(
        "Guided conversations and learning games in which a language model speaks and code decides."
    ),
)
play = typer.Typer(no_args_is_help=True, help="Play in the terminal.")
sim = typer.Typer(no_args_is_help=True, help="What the walker of a sim decides.")
sessions = typer.Typer(no_args_is_help=True, help="Stored sessions.")
new = typer.Typer(no_args_is_help=True, help="Write new content, with a model or from a template.")
game = typer.Typer(no_args_is_help=True, help="Learning games: build, make, edit, export.")
interview = typer.Typer(
    no_args_is_help=True, help="Research interviews: why a question was asked, and what was found."
)
signals = typer.Typer(no_args_is_help=True, help="What people's words tell.")
app.add_typer(play, name="play")
app.add_typer(sim, name="sim")
app.add_typer(game, name="game")
app.add_typer(interview, name="interview")
app.add_typer(memoir, name="memoir")
app.add_typer(study, name="study")
app.add_typer(sessions, name="sessions")
app.add_typer(new, name="new")
app.add_typer(simulate, name="simulate")
app.add_typer(signals, name="signals")

Scenario = Annotated[str, typer.Argument(help="Id of a scenario, such as launch_decision.")]
Npc = Annotated[
    str | None,
    typer.Option("--npc", help="Id of the person to talk to; the first one if left out."),
]
Session = Annotated[
    str, typer.Argument(help="Id of a session; its beginning is enough if it is the only one.")
]


@app.command()
def demo() -> None:
    """An offline tour: an interview is held, a sim is played, and a learning game is made, played
    and written.
    """
    from dramaturg.cli.demo import run_demo

    run_demo()


@play.command("sim")
def play_sim(
    scenario: Annotated[str, typer.Argument(help="Id of a scenario.")] = "launch_decision",
    npc: Npc = None,
    session: Annotated[str | None, typer.Option(help="Go on with this session.")] = None,
    steering: Annotated[
        Literal["graph", "counted"] | None,
        typer.Option(help="What steers a new session; as the scenario says if left out."),
    ] = None,
) -> None:
    """Talk to the people of a scenario."""
    from dramaturg.cli.play import run_play

    run_play(scenario, npc, session, steering)


@play.command("game")
def play_game(
    game: Annotated[
        str, typer.Argument(help="A game's folder or blueprint, or the id of a knowledge file.")
    ] = "heart",
    session: Annotated[str | None, typer.Option(help="Go on with this session.")] = None,
    untimed: Annotated[bool, typer.Option("--untimed", help="Without clocks.")] = False,
) -> None:
    """Play a learning game."""
    from dramaturg.cli.play_game import run_play_game

    run_play_game(game, session, untimed)


@play.command("interview")
def play_interview(
    methodology: Annotated[
        str, typer.Argument(help="Id of a methodology, such as means_end_chain.")
    ] = "means_end_chain",
    about: Annotated[
        str, typer.Option(help="What it is about: id of a subject, or a few words.")
    ] = "oat_milk",
    guide: Annotated[str | None, typer.Option(help="Id of a discussion guide to follow.")] = None,
    turns: Annotated[
        int | None, typer.Option(min=2, max=500, help="At most so many answers.")
    ] = None,
    session: Annotated[str | None, typer.Option(help="Go on with this session.")] = None,
) -> None:
    """Be interviewed."""
    from dramaturg.cli.play_interview import run_play_interview

    run_play_interview(methodology, about, guide, turns, session)


@play.command("memoir")
def play_memoir(
    artifacts: Annotated[
        str, typer.Argument(help="Id of the interviewer's artifacts, or a folder with your own.")
    ] = "origins",
    name: Annotated[str, typer.Option(help="Your name, for the book.")] = "",
    born: Annotated[
        int | None, typer.Option(min=1880, max=2030, help="The year you were born.")
    ] = None,
    country: Annotated[
        str | None, typer.Option(help="Your country in two letters, for help in a crisis.")
    ] = None,
    turns: Annotated[
        int, typer.Option(min=4, max=200, help="About so many turns in a sitting.")
    ] = 24,
    session: Annotated[str | None, typer.Option(help="Go on with this memoir.")] = None,
) -> None:
    """Tell your life, sitting by sitting."""
    from dramaturg.cli.play_memoir import run_play_memoir

    run_play_memoir(artifacts, name, born, country, turns, session)


@game.command("build")
def game_build(
    design: Annotated[
        Path, typer.Argument(help="A GameDesignDocument as JSON; - for standard input.")
    ],
    json: Annotated[bool, typer.Option("--json", help="Issues as JSON lines.")] = False,
) -> None:
    """The game plan of a design, as JSON; exit 1 on issues, all of them, with path and fix."""
    from dramaturg.cli.game import run_build

    run_build(design, json)


@game.command("make")
def game_make(
    question: Annotated[str, typer.Argument(help="What the game is about, in your words.")] = "",
    knowledge: Annotated[
        str | None, typer.Option(help="Id of a knowledge file; the nearest one if left out.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(help="The folder to write; named after the game if left out.")
    ] = None,
    difficulty: Annotated[
        Literal["beginner", "intermediate", "advanced"] | None, typer.Option()
    ] = None,
    minutes: Annotated[
        int | None, typer.Option(min=1, max=30, help="How long it should take.")
    ] = None,
    scenes: Annotated[int | None, typer.Option(min=1, max=6)] = None,
    mechanics: Annotated[str, typer.Option(help="Mechanics to use, separated by commas.")] = "",
    seed: Annotated[int, typer.Option(help="Another seed gives another game.")] = 0,
    design: Annotated[Path | None, typer.Option(help="A design to start from, as JSON.")] = None,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Even where one was edited; edits are set aside.")
    ] = False,
) -> None:
    """Make a game: with a model, or from knowledge. Stopped in the middle, the same command goes
    on.
    """
    from dramaturg.cli.game import Wanted, run_make

    run_make(
        Wanted(
            question,
            knowledge,
            out,
            difficulty,
            minutes,
            scenes,
            mechanics,
            seed,
            design,
            overwrite,
        )
    )


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
    play: Annotated[
        Path, typer.Argument(help="A play that was saved from the page; - for standard input.")
    ],
) -> None:
    """The score of a play from the page, by the rules here."""
    from dramaturg.cli.game import run_grade

    run_grade(game, play)


@sim.command("walk")
def sim_walk(
    scenario: Scenario,
    npc: Annotated[str, typer.Option("--npc", help="Id of the person.")],
    reports: Annotated[
        Path, typer.Option(help="One exchange a line, as JSON; - for standard input.")
    ],
    table: Annotated[bool, typer.Option(help="A table instead of JSON lines.")] = False,
) -> None:
    """One decision a line from reports alone: turn, node, decision, next, reason, commands."""
    from dramaturg.cli.walk import run_walk

    run_walk(scenario, npc, reports, table)


@sim.command("debrief")
def sim_debrief(
    session: Session,
    json: Annotated[bool, typer.Option("--json", help="JSON instead of text.")] = False,
) -> None:
    """What was heard, acknowledged or missed in a session, with the turn behind every claim."""
    from dramaturg.cli.debrief import run_debrief

    run_debrief(session, json)


@interview.command("rank")
def interview_rank(
    methodology: Annotated[
        str, typer.Argument(help="Id of a methodology, such as means_end_chain, or a YAML file.")
    ],
    signals: Annotated[
        Path,
        typer.Option(
            help="Signals of the interview and of its concepts, as JSON; - for standard input."
        ),
    ],
) -> None:
    """Every strategy on every concept with its score and the parts of it, best first, one JSON
    object a line.

    In: {"global": {"signal": value}, "nodes": {"concept": {"signal": value}}, "phase": "mid",
    "history": ["strategy"]}; only nodes is needed. All faults are told at once, exit 1.
    """
    from dramaturg.cli.interview import run_rank

    run_rank(methodology, signals)


@interview.command("report")
def interview_report(
    session: Session,
    out: Annotated[
        Path | None, typer.Option(help="The folder to write; named after the session if left out.")
    ] = None,
) -> None:
    """Write an interview up: transcript, report, and the knowledge graph as pictures."""
    from dramaturg.cli.play_interview import run_report

    run_report(session, out)


@app.command()
def check(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Files, folders or ids of content; everything in the library if left out."
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="JSON instead of text.")] = False,
    sarif: Annotated[
        bool,
        typer.Option("--sarif", help="SARIF 2.1.0 instead of text, for code hosts and editors."),
    ] = False,
    watch: Annotated[
        bool, typer.Option("--watch", help="Check again whenever a file changes, until Ctrl-C.")
    ] = False,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="What of it the stored sessions have reached.")
    ] = False,
    session: Annotated[
        list[str] | None,
        typer.Option("--session", help="What these sessions have reached: one id each."),
    ] = None,
    simulated: Annotated[
        list[Path] | None,
        typer.Option(
            "--simulated", help="What simulated sessions have reached: JSON lines of `simulate`."
        ),
    ] = None,
) -> None:
    """Prove authored content; exit 1 on faults, all of them, with file, line and remedy."""
    from dramaturg.cli.check import Wanted, run_check

    run_check(
        Wanted(
            tuple(paths or ()),
            json,
            sarif,
            watch,
            coverage,
            tuple(session or ()),
            tuple(simulated or ()),
        )
    )


@app.command()
def replay(
    sessions: Annotated[
        list[str] | None,
        typer.Argument(
            help="Ids of sessions; the beginning of an id is enough if it is the only one."
        ),
    ] = None,
    study: Annotated[str | None, typer.Option(help="All sessions of this study.")] = None,
    everything: Annotated[bool, typer.Option("--all", help="All sessions of the store.")] = False,
    other: Annotated[
        str | None,
        typer.Option(
            "--with",
            help=(
                "Another version of something authored, by file, folder or id: tell what it would"
                " change."
            ),
        ),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option(
            "--set", help="A value of the sessions' own content, as path=value; may be repeated."
        ),
    ] = None,
    readings: Annotated[
        str,
        typer.Option(
            help="'again' reads the words once more, 'recorded' takes the readings on record."
        ),
    ] = "again",
    json: Annotated[bool, typer.Option("--json", help="JSON instead of text.")] = False,
) -> None:
    """Play sessions again without a model and compare every record; or tell what another version
    would have decided.
    """
    from dramaturg.cli.replay import Which, run_replay, run_what_if

    which = Which(tuple(sessions or ()), study, everything)
    if other is not None or settings:
        run_what_if(which, other, settings or (), json)
    else:
        run_replay(which, readings, json)


@app.command()
def migrate(
    content: Annotated[
        str, typer.Argument(help="The new version: a file, a folder, or an id of the library.")
    ],
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only show what would become of every session.")
    ] = False,
    map: Annotated[
        Path | None, typer.Option("--map", help="A file that decides what is not certain.")
    ] = None,
    write_map: Annotated[
        Path | None,
        typer.Option("--write-map", help="Write such a file, with every open question."),
    ] = None,
    session: Annotated[
        list[str] | None, typer.Option("--session", help="Only these sessions: one id each.")
    ] = None,
    undo: Annotated[
        bool,
        typer.Option(
            "--undo", help="Take the newest migration back, where nothing was said since."
        ),
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
    json: Annotated[bool, typer.Option("--json", help="JSON instead of text.")] = False,
) -> None:
    """Let stored sessions go on with a new version of their content; exit 1 when some need a
    decision.
    """
    from dramaturg.cli.migrate import Wanted, run_migrate

    run_migrate(Wanted(content, dry_run, map, write_map, tuple(session or ()), undo, yes, json))


@sessions.command("list")
def sessions_list() -> None:
    """All sessions, newest first."""
    from dramaturg.cli.sessions import run_list

    run_list()


@sessions.command("show")
def sessions_show(
    session: Session,
    turn: Annotated[int | None, typer.Option(help="One turn, whole, as JSON.")] = None,
) -> None:
    """What was said, what was decided, and why."""
    from dramaturg.cli.sessions import run_show

    run_show(session, turn)


@sessions.command("export")
def sessions_export(
    session: Session,
    form: Annotated[
        Literal["records", "walkthrough"],
        typer.Option("--as", help="All records, or a walkthrough that plays it again."),
    ] = "records",
) -> None:
    """A session and all its records, one JSON document a line; or as a walkthrough, with its
    decisions as expectations.
    """
    from dramaturg.cli.sessions import run_export, run_export_walkthrough

    if form == "walkthrough":
        run_export_walkthrough(session)
        return
    run_export(session)


@sessions.command("delete")
def sessions_delete(
    session: Session, yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False
) -> None:
    """Remove a session everywhere, the bytes in the database file included."""
    from dramaturg.cli.sessions import run_delete

    run_delete(session, yes)


@new.command("sim")
def new_sim(
    description: Annotated[str, typer.Argument(help="What it is about, in a few words.")],
    out: Annotated[
        Path | None,
        typer.Option(help="The file to write; named after the description if left out."),
    ] = None,
    tier: Annotated[str, typer.Option(help="The backbone that conversations walk.")] = "technical",
    force: Annotated[
        bool, typer.Option("--force", help="Write over a file that is there already.")
    ] = False,
) -> None:
    """A scenario: drafted by the model and checked, or a commented template where there is no
    model.
    """
    from dramaturg.app.content.drafting import Wish
    from dramaturg.cli.new import run_new_sim

    run_new_sim(Wish(description, out, tier, force))


@new.command("interview")
def new_interview(
    description: Annotated[str, typer.Argument(help="What it is about, in a few words.")],
    out: Annotated[
        Path | None,
        typer.Option(help="The file to write; named after the description if left out."),
    ] = None,
    methodology: Annotated[str, typer.Option(help="Id of a methodology.")] = "means_end_chain",
    force: Annotated[
        bool, typer.Option("--force", help="Write over a file that is there already.")
    ] = False,
) -> None:
    """A study of interviews, to fill in: consent, screener, quotas, length. It can be opened as it
    is.
    """
    from dramaturg.app.content.drafting import StudyWish
    from dramaturg.cli.new import run_new_interview

    run_new_interview(StudyWish(description, out, methodology, force))


@new.command("memoir")
def new_memoir(
    folder: Annotated[Path, typer.Argument(help="The folder to write.")],
    force: Annotated[
        bool, typer.Option("--force", help="Write over files that are there already.")
    ] = False,
) -> None:
    """The artifacts of a memoir interviewer, to make your own: router, governor, machines,
    constraints, personas.
    """
    from dramaturg.cli.new import run_new_memoir

    run_new_memoir(folder, force)


@signals.callback()
def text_signals() -> None:
    """Keeps `signals` a group while there is one thing to do with them."""


@signals.command("read")
def signals_read(
    file: Annotated[
        Path | None, typer.Option("--in", help="A file of JSON lines; standard input if left out.")
    ] = None,
    explain: Annotated[
        bool,
        typer.Option(
            "--explain",
            help=(
                "With confidence and reader of each signal, relations, frames, claims and"
                " conflicts."
            ),
        ),
    ] = False,
    model: Annotated[
        bool, typer.Option("--model", help="Have the configured model read them.")
    ] = False,
    batch: Annotated[
        int,
        typer.Option(min=1, max=1024, help="Lines read together; 1 answers every line at once."),
    ] = 64,
) -> None:
    """All text signals of each turn, one JSON object a line, in order.

    In: {"text": "...", "context": "what was said before", "earlier": ["the same speaker's earlier
    turns"]}; only text is needed.

    A file is looked through first: on faults nothing is read, all of them are told, exit 1.
    Standard input is looked through batch by batch: all before the first batch with a fault is read
    and printed, from there on only faults are looked for.
    """
    from dramaturg.cli.signals import run_read

    run_read(file, explain, model, batch)


@app.command()
def test(
    paths: Annotated[
        list[Path] | None, typer.Argument(help="Folders or files; the current folder if left out.")
    ] = None,
    name: Annotated[
        str, typer.Option("-k", help="Only walkthroughs with this in their id or title.")
    ] = "",
    json: Annotated[bool, typer.Option("--json", help="JSON instead of text.")] = False,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="Tell what of each content they reach.")
    ] = False,
    junit: Annotated[
        Path | None, typer.Option(help="Write the outcome as JUnit XML to this file.")
    ] = None,
) -> None:
    """Run walkthroughs, each in three ways that must agree; exit 1 on failures, with file, line and
    both sides.
    """
    from dramaturg.cli.test_folder import Wanted, run_test

    run_test(Wanted(paths or [], name, json, coverage, junit))


@app.command()
def schemas(
    folder: Annotated[Path, typer.Argument(help="Where to write them.")] = Path("schemas"),
) -> None:
    """Write JSON Schemas, so that an editor completes and checks content while it is written."""
    from dramaturg.cli.check import run_schemas

    run_schemas(folder)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on.")] = 8420,
) -> None:
    """Serve the studio and its API."""
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
    except OSError as error:
        if error.filename is None:
            raise
        reason = str(error.strerror).lower()
        print(
            f"{error.filename} cannot be used: {reason}. See that it is there and that this user may use it.",
            file=sys.stderr,
        )
        sys.exit(1)
