"""The `dramaturg simulate` commands. Nothing heavy is imported until a command runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

simulate = typer.Typer(
    no_args_is_help=True, add_completion=False, help="Play with simulated people, many at once."
)

Count = Annotated[int | None, typer.Option(min=1, help="How many sessions; everybody in turn.")]
Seed = Annotated[int, typer.Option(help="The same seed gives the same people; another, others.")]
Workers = Annotated[
    int | None,
    typer.Option(min=1, help="Processes to play in; one for each processor if left out."),
]
Script = Annotated[
    list[Path] | None,
    typer.Option(
        help=(
            "Walkthroughs, or folders of them, whose lines are said in place of simulated people's."
        )
    ),
]
AsJob = Annotated[
    bool,
    typer.Option(
        "--job", help="As a job, which the same command resumes; more than 200 always are."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="JSON instead of tables.")]
Out = Annotated[
    Path | None, typer.Option(help="A folder for every result as a JSON line, and for the report.")
]
Against = Annotated[
    str | None,
    typer.Option(
        help="Other content for the same people, by file, folder or id, to be compared in pairs."
    ),
]
AgainstSet = Annotated[
    list[str] | None,
    typer.Option(
        "--against-set",
        help="The content with another value, as path=value, to be compared in pairs.",
    ),
]
Html = Annotated[
    Path | None,
    typer.Option("--html", dir_okay=False, help="A file for the report as a web page, with plots."),
]


@simulate.command("sim")
def sims(
    scenario: Annotated[
        str | None, typer.Option(help="Id of a scenario; all of them in turn if left out.")
    ] = None,
    npc: Annotated[
        str | None,
        typer.Option("--npc", help="Id of a person; if left out, all who hold a decisive fact."),
    ] = None,
    learners: Annotated[
        str,
        typer.Option(help="Some of the learners, separated by commas; all of them if left out."),
    ] = "",
    steering: Annotated[
        Literal["both", "graph", "counted"] | None,
        typer.Option(help="What steers them; both, or the graph where content is compared."),
    ] = None,
    noise: Annotated[
        float, typer.Option(min=0, max=1, help="How often the speaker's reports are flipped.")
    ] = 0.0,
    count: Count = None,
    seed: Seed = 1,
    workers: Workers = None,
    script: Script = None,
    job: AsJob = False,
    json: AsJson = False,
    out: Out = None,
    against: Against = None,
    against_set: AgainstSet = None,
    html: Html = None,
) -> None:
    """What becomes of hundreds of conversations, the graph beside the old way of counting
    exchanges.
    """
    from dramaturg.cli.simulate import Playing, other_of, run_simulate
    from dramaturg.engines.sims.simulate import WantedSims

    other = other_of(against, against_set)
    wanted = WantedSims(
        scenario, npc, learners, steering or ("graph" if other else "both"), noise, count, seed
    )
    playing = Playing(workers, tuple(script or ()), job, json, out, other, html)
    run_simulate("sim", wanted, playing)


@simulate.command("memoir")
def memoirs(
    life: Annotated[
        str | None, typer.Option(help="Id of a simulated teller; all of them in turn if left out.")
    ] = None,
    manners: Annotated[
        str,
        typer.Option(help="Some of the manners of telling, separated by commas; all if left out."),
    ] = "",
    sittings: Annotated[int, typer.Option(min=1, max=100)] = 3,
    turns: Annotated[
        int, typer.Option(min=4, max=200, help="About so many turns in a sitting.")
    ] = 10,
    count: Count = None,
    seed: Seed = 1,
    workers: Workers = None,
    script: Script = None,
    job: AsJob = False,
    json: AsJson = False,
    out: Out = None,
    against: Against = None,
    against_set: AgainstSet = None,
    html: Html = None,
) -> None:
    """Simulated people tell their lives: how they were met, and whether any binding rule was
    broken.
    """
    from dramaturg.cli.simulate import Playing, other_of, run_simulate
    from dramaturg.engines.memoir.simulate import WantedMemoirs

    wanted = WantedMemoirs(life, manners, sittings, turns, count, seed)
    playing = Playing(
        workers, tuple(script or ()), job, json, out, other_of(against, against_set), html
    )
    run_simulate("memoir", wanted, playing)


@simulate.command("interview")
def interviews(
    profile: Annotated[
        str | None, typer.Option(help="Id of a respondent's profile; all of them if left out.")
    ] = None,
    methodology: Annotated[
        str | None, typer.Option(help="Only the profiles written for this methodology.")
    ] = None,
    manners: Annotated[
        str,
        typer.Option(
            help="Some of the manners of answering, separated by commas; all if left out."
        ),
    ] = "",
    interviewer: Annotated[
        Literal["all", "adaptive", "fixed", "random"],
        typer.Option(help="Who asks; the other two do not weigh what was said."),
    ] = "adaptive",
    guide: Annotated[
        str | None, typer.Option(help="Id of a discussion guide to lay over it.")
    ] = None,
    turns: Annotated[
        int, typer.Option(min=2, max=500, help="Answers an interview has at most.")
    ] = 20,
    count: Count = None,
    seed: Seed = 1,
    workers: Workers = None,
    script: Script = None,
    job: AsJob = False,
    json: AsJson = False,
    out: Out = None,
    against: Against = None,
    against_set: AgainstSet = None,
    html: Html = None,
) -> None:
    """What becomes of many interviews: facts brought out, streaks, exhaustion, endings, beside
    interviewers who do not adapt.
    """
    from dramaturg.cli.simulate import Playing, other_of, run_simulate
    from dramaturg.engines.interviews.simulate import WantedInterviews

    wanted = WantedInterviews(profile, methodology, manners, interviewer, guide, turns, count, seed)
    playing = Playing(
        workers, tuple(script or ()), job, json, out, other_of(against, against_set), html
    )
    run_simulate("interview", wanted, playing)


@simulate.command("game")
def games(
    game: Annotated[
        str | None,
        typer.Option(
            help=(
                "A game's folder, its blueprint or an id of knowledge; one of every knowledge if"
                " left out."
            )
        ),
    ] = None,
    players: Annotated[
        str, typer.Option(help="Some of the players, separated by commas; all of them if left out.")
    ] = "",
    untimed: Annotated[bool, typer.Option("--untimed", help="Without clocks.")] = False,
    count: Count = None,
    seed: Seed = 1,
    workers: Workers = None,
    script: Script = None,
    job: AsJob = False,
    json: AsJson = False,
    out: Out = None,
    against: Against = None,
    against_set: AgainstSet = None,
    html: Html = None,
) -> None:
    """What becomes of many plays: points, hints, further tries and wrong beliefs, by player and by
    game.
    """
    from dramaturg.cli.simulate import Playing, other_of, run_simulate
    from dramaturg.engines.games.simulate import WantedGames

    wanted = WantedGames(game, players, untimed, count, seed)
    playing = Playing(
        workers, tuple(script or ()), job, json, out, other_of(against, against_set), html
    )
    run_simulate("game", wanted, playing)


@simulate.command("all")
def every_kind(
    count: Annotated[int, typer.Option(min=1, help="How many sessions of each engine.")] = 50,
    turns: Annotated[
        int,
        typer.Option(min=4, max=100, help="Turns of an interview, and of a memoir's one sitting."),
    ] = 6,
    seed: Seed = 1,
    workers: Workers = None,
    script: Script = None,
    job: AsJob = False,
    json: AsJson = False,
    out: Out = None,
) -> None:
    """So many sessions of every engine in one run: how long they take, how much memory, and whether
    one was stuck.
    """
    from dramaturg.app.simulate.all_engines import WantedAll
    from dramaturg.cli.simulate import Playing, run_simulate_all

    run_simulate_all(
        WantedAll(count, turns, seed), Playing(workers, tuple(script or ()), job, json, out)
    )


@simulate.command("run")
def run(
    cohort: Annotated[str, typer.Argument(help="A YAML file with kind: cohort, or the id of one.")],
    count: Annotated[
        int | None,
        typer.Option(min=1, help="How many people in all; as many as the groups say if left out."),
    ] = None,
    seed: Seed = 1,
    workers: Workers = None,
    job: AsJob = False,
    json: AsJson = False,
    out: Out = None,
    against: Against = None,
    against_set: AgainstSet = None,
    html: Html = None,
) -> None:
    """A cohort: groups of simulated people in the numbers you expect, and how each group fares."""
    from dramaturg.cli.simulate import Playing, other_of, run_cohort

    run_cohort(
        cohort,
        count,
        seed,
        Playing(workers, (), job, json, out, other_of(against, against_set), html),
    )
