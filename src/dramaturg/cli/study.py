"""The `dramaturg study` commands. Nothing heavy is imported until a command runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

commands = typer.Typer(no_args_is_help=True, add_completion=False)

Open = Annotated[
    str,
    typer.Argument(
        help="An open study: id of its file, or the beginning of its own id.", metavar="STUDY"
    ),
]
Source = Annotated[
    Path,
    typer.Argument(help="An open study, or a CSV file; - for standard input.", metavar="STUDY|CSV"),
]
CodeName = Annotated[
    str, typer.Argument(help="A code, by its id or name as `study codes` tells it.", metavar="CODE")
]
Cutoff = Annotated[
    int | None, typer.Option(min=1, help="The map's cut-off; as proposed if left out.")
]
Redact = Annotated[
    bool,
    typer.Option(
        "--redact", help="Take out names, addresses and numbers that say who somebody is."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="JSON instead of tables.")]


# ── running a study ───────────────────────────────────────────────────────────────────────────────


@commands.command("open")
def open_study(
    name: Annotated[
        str, typer.Argument(help="Id of a study in the library, or a YAML file.", metavar="STUDY")
    ],
) -> None:
    """Open a study: from now on people can take part."""
    from dramaturg.cli.study_manage import run_open

    run_open(name)


@commands.command("list")
def list_studies() -> None:
    """All studies that were opened, newest first."""
    from dramaturg.cli.study_manage import run_list

    run_list()


@commands.command("show")
def show(name: Open) -> None:
    """How far a study is: who took part, quotas, what was decided."""
    from dramaturg.cli.study_manage import run_show

    run_show(name)


@commands.command("invite")
def invite(name: Open, number: Annotated[int, typer.Option(min=1, help="How many.")] = 1) -> None:
    """Invitations, one for each respondent. They are shown this once."""
    from dramaturg.cli.study_manage import run_invite

    run_invite(name, number)


@commands.command("join")
def join(
    name: Open,
    invitation: Annotated[
        str | None, typer.Option(help="An invitation, where the study needs one.")
    ] = None,
    resume: Annotated[
        str | None, typer.Option(help="Go on with an interview: the receipt that was given for it.")
    ] = None,
) -> None:
    """Take part: consent, a few questions, the interview. /stop ends it, /withdraw erases it."""
    from dramaturg.cli.study_join import run_join

    run_join(name, invitation, resume)


@commands.command("pause")
def pause(name: Open) -> None:
    """Take nobody new for now; interviews that have begun can be finished."""
    from dramaturg.cli.study_manage import run_status

    run_status(name, "paused")


@commands.command("resume")
def resume_study(name: Open) -> None:
    """Take people again after a pause."""
    from dramaturg.cli.study_manage import run_status

    run_status(name, "open")


@commands.command("close")
def close(name: Open) -> None:
    """Take nobody new any more."""
    from dramaturg.cli.study_manage import run_status

    run_status(name, "closed")


@commands.command("withdraw")
def withdraw(
    name: Open,
    respondent: Annotated[str | None, typer.Argument(help="A pseudonym, such as R007.")] = None,
    receipt: Annotated[
        str | None,
        typer.Option(help="The receipt a respondent was given, in place of the pseudonym."),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Erase everything of a respondent, the bytes in the database file included."""
    from dramaturg.cli.study_manage import run_withdraw

    run_withdraw(name, respondent, receipt, yes)


@commands.command("delete")
def delete(
    name: Open, yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False
) -> None:
    """Erase a study and all its interviews."""
    from dramaturg.cli.study_manage import run_delete

    run_delete(name, yes)


@commands.command("simulate")
def simulate(
    name: Annotated[
        str,
        typer.Argument(
            help="Id of a study in the library, or a YAML file; it is opened anew.", metavar="STUDY"
        ),
    ] = "oat_milk_values",
    population: Annotated[
        str | None,
        typer.Option(
            help="Id of a population of simulated people; found by the subject if left out."
        ),
    ] = None,
    respondents: Annotated[int, typer.Option(min=1, help="How many are interviewed.")] = 40,
    seed: Annotated[int, typer.Option(help="The same seed gives the same people.")] = 1,
    json: Json = False,
) -> None:
    """Hold a whole study with simulated people whose values are known, and tell how much of them
    the map recovers.
    """
    from dramaturg.cli.study_simulate import run_study_simulate

    run_study_simulate(name, population, respondents, seed, json)


# ── codes ─────────────────────────────────────────────────────────────────────────────────────────


@commands.command("codes")
def codes(
    name: Open,
    joined: Annotated[
        str | None, typer.Option(help="A code: what was joined to it, by whom and why.")
    ] = None,
    json: Json = False,
) -> None:
    """The codes of all interviews with the respondents behind them, and the analyst's decisions."""
    from dramaturg.cli.study_codes import run_codes

    run_codes(name, joined, json)


@commands.command("merge")
def merge(name: Open, into: CodeName, other: CodeName) -> None:
    """Make the second code part of the first."""
    from dramaturg.cli.study_codes import run_merge

    run_merge(name, into, other)


@commands.command("split")
def split(
    name: Open,
    code: CodeName,
    ideas: Annotated[
        list[str],
        typer.Argument(help="What leaves it: respondent/idea as `study codes --joined` tells it."),
    ],
) -> None:
    """Let some ideas leave a code and be one of their own."""
    from dramaturg.cli.study_codes import run_split

    run_split(name, code, ideas)


@commands.command("rename")
def rename(
    name: Open, code: CodeName, to: Annotated[str, typer.Argument(help="Its new name.")]
) -> None:
    """Give a code another name."""
    from dramaturg.cli.study_codes import run_rename

    run_rename(name, code, to)


@commands.command("undo")
def undo(
    name: Open,
    number: Annotated[int, typer.Argument(help="Of the decision, as `study codes` tells it.")],
) -> None:
    """Take back a decision about codes."""
    from dramaturg.cli.study_codes import run_undo

    run_undo(name, number)


@commands.command("import")
def import_codes(
    name: Open, file: Annotated[Path, typer.Argument(help="A .qdpx or .qdc file.")]
) -> None:
    """Take over the code book of another program; ideas of the same name or meaning join
    its codes.
    """
    from dramaturg.cli.study_codes import run_import

    run_import(name, file)


@commands.command("agreement")
def agreement(
    name: Open,
    file: Annotated[
        Path, typer.Argument(help="A second coder's codes: CSV (interview, turn, code) or .qdpx.")
    ],
    coder: Annotated[str, typer.Option(help="Whose codings of a .qdpx with several coders.")] = "",
    json: Json = False,
) -> None:
    """How far a second coder agrees: Cohen's kappa and Krippendorff's alpha by code."""
    from dramaturg.cli.study_codes import run_agreement

    run_agreement(name, file, coder, json)


# ── what comes of it ──────────────────────────────────────────────────────────────────────────────


@commands.command("matrix")
def matrix(
    source: Source,
    count: Annotated[
        Literal["respondents", "mentions"], typer.Option(help="What a cell counts.")
    ] = "respondents",
    cutoff: Cutoff = None,
    relations: Annotated[
        Literal["direct", "all"],
        typer.Option(help="Whether measures, cut-offs and map also count indirect relations."),
    ] = "direct",
    json: Json = False,
) -> None:
    """Implication matrix, measures, cut-offs and value map, of a study or of ladders from anywhere.

    CSV columns: respondent, ladder, position, code.
    """
    from dramaturg.cli.study_matrix import run_matrix

    run_matrix(source, count, cutoff, relations, json)


@commands.command("saturation")
def saturation(
    source: Source,
    base: Annotated[int, typer.Option(min=1, help="Interviews that make up the base.")] = 4,
    run: Annotated[int, typer.Option(min=1, help="Interviews in a run.")] = 2,
    threshold: Annotated[
        float, typer.Option(min=0, max=1, help="New codes in a run, as a share of the base's.")
    ] = 0.05,
    json: Json = False,
) -> None:
    """Whether there are enough interviews, of a study or of codes from anywhere.

    CSV columns: interview, code, in the order the interviews were held.
    """
    from dramaturg.cli.study_saturation import run_saturation

    run_saturation(source, base, run, threshold, json)


@commands.command("report")
def report(
    name: Open,
    out: Annotated[
        Path | None, typer.Option(help="The folder to write; named after the study if left out.")
    ] = None,
    cutoff: Cutoff = None,
    redact: Redact = False,
) -> None:
    """The report as Markdown and as one web page, with its pictures."""
    from dramaturg.cli.study_export import run_export

    run_export(name, "report", out, cutoff, redact)


@commands.command("export")
def export(
    name: Open,
    to: Annotated[str, typer.Option(help="qdpx, graphml, csv, json, md, html or svg.")] = "qdpx",
    out: Annotated[
        Path | None,
        typer.Option(help="The file or folder to write; named after the study if left out."),
    ] = None,
    cutoff: Cutoff = None,
    redact: Redact = False,
) -> None:
    """Take a study elsewhere: for qualitative software, graph tools, spreadsheets, or reading."""
    from dramaturg.cli.study_export import run_export

    run_export(name, to, out, cutoff, redact)
