"""`dramaturg study open`, `list`, `show`, `invite`, `pause`, `resume`, `close`, `withdraw`,
`delete`: running a study.
"""

from __future__ import annotations

import sys
from collections import Counter
from datetime import UTC, datetime
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from dramaturg.app.wiring import App
from dramaturg.cli.shell import says_yes, with_app
from dramaturg.cli.study_options import Open
from dramaturg.kernel.errors import BadInput
from dramaturg.studies.base.document import Study
from dramaturg.studies.base.state import Participant, StudyState
from dramaturg.studies.content import study_content
from dramaturg.turn.tables import in_order

commands = typer.Typer(add_completion=False)


@commands.command("open")
def run_open(
    name: Annotated[
        str, typer.Argument(help="Id of a study in the library, or a YAML file.", metavar="STUDY")
    ],
) -> None:
    """Open a study: from now on people can take part."""
    with_app(lambda app: _open(app, name))


@commands.command("list")
def run_list() -> None:
    """All studies that were opened, newest first."""
    with_app(_list)


@commands.command("show")
def run_show(name: Open) -> None:
    """How far a study is: who took part, quotas, what was decided."""
    with_app(lambda app: _show(app, name))


@commands.command("invite")
def run_invite(
    name: Open, number: Annotated[int, typer.Option(min=1, help="How many.")] = 1
) -> None:
    """Invitations, one for each respondent. They are shown this once."""
    with_app(lambda app: _invite(app, name, number))


@commands.command("pause")
def run_pause(name: Open) -> None:
    """Take nobody new for now; interviews that have begun can be finished."""
    with_app(lambda app: _pause(app, name))


@commands.command("resume")
def run_resume(name: Open) -> None:
    """Take people again after a pause."""
    with_app(lambda app: _resume(app, name))


@commands.command("close")
def run_close(name: Open) -> None:
    """Take nobody new any more."""
    with_app(lambda app: _close(app, name))


@commands.command("withdraw")
def run_withdraw(
    name: Open,
    respondent: Annotated[str | None, typer.Argument(help="A pseudonym, such as R007.")] = None,
    receipt: Annotated[
        str | None,
        typer.Option(help="The receipt a respondent was given, in place of the pseudonym."),
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Erase everything of a respondent, the bytes in the database file included."""
    if (respondent is None) == (receipt is None):
        raise BadInput(
            "say who withdraws: a pseudonym such as R007, or --receipt with the receipt they were"
            " given"
        )
    with_app(lambda app: _withdraw(app, name, respondent, receipt or "", yes))


@commands.command("delete")
def run_delete(
    name: Open, yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False
) -> None:
    """Erase a study and all its interviews."""
    with_app(lambda app: _delete(app, name, yes))


# ── what there is ─────────────────────────────────────────────────────────────────────────────────


async def _open(app: App, name: str) -> None:
    content = study_content(app.library, name)
    study = await app.studies.open(content)
    document = await app.studies.document(study)
    print(f"Opened {content.id} {document.version} as {study}.")
    if document.invited_only:
        print(
            f"  dramaturg study invite {study} --number 10    respondents need an invitation each"
        )
    print(
        f"  dramaturg study join {study}{' --invitation CODE' if document.invited_only else ''}   "
        " to take part"
    )


async def _list(app: App) -> None:
    table = Table(
        Column("study", min_width=36),
        "content",
        "status",
        "finished",
        "opened",
        box=None,
        pad_edge=False,
    )
    for info in await app.studies.all():
        document, state = await app.studies.document(info.id), await app.studies.state(info.id)
        finished = sum(each.standing == "finished" for each in state.participants.values())
        opened = datetime.fromtimestamp(info.opened_at, UTC).strftime("%Y-%m-%d")
        share = f"{finished} of {document.respondents}"
        table.add_row(Text(info.id, no_wrap=True), info.content_id, state.status, share, opened)
    Console().print(table)


async def _show(app: App, name: str) -> None:
    study = await app.studies.find(name)
    document, state = await app.studies.document(study), await app.studies.state(study)
    console = Console(highlight=False)
    console.print(
        Text(f"{document.title} ({document.id} {document.version}), {state.status}", style="bold")
    )
    console.print(
        Text(
            f"{study}\n{document.methodology}, about {document.subject};"
            f" {_invitations(document, state)}",
            style="dim",
        )
    )
    console.print(Text(_standings(state, document)))
    if document.quotas:
        table, taken = Table("quota", "taken", "of", "", box=None, pad_edge=False), state.taken
        for quota in document.quotas:
            table.add_row(quota.id, str(taken[quota.id]), str(quota.target), quota.title)
        console.print(table)
    if state.participants:
        console.print(_respondents(state))


def _invitations(document: Study, state: StudyState) -> str:
    if not state.invitations:
        return "by invitation only, none made yet" if document.invited_only else "open to everybody"
    used = sum(1 for respondent in state.invitations.values() if respondent)
    return f"{used} of {len(state.invitations)} invitations used"


def _standings(state: StudyState, document: Study) -> str:
    counted = Counter(each.standing for each in state.participants.values())
    told = ", ".join(
        f"{number} {standing.replace('_', ' ')}" for standing, number in counted.most_common()
    )
    return (
        f"{len(state.placed)} of {document.respondents} places taken{f': {told}' if told else ''}"
    )


def _respondents(state: StudyState) -> Table:
    table = Table(
        "respondent", "standing", "ended by", "answers to the screener", box=None, pad_edge=False
    )
    for each in in_order(state.participants).values():
        table.add_row(
            each.id,
            each.standing.replace("_", " "),
            each.termination.replace("_", " "),
            Text(_variables(each)),
        )
    return table


def _variables(participant: Participant) -> str:
    source = f"from {participant.source}  " if participant.source else ""
    return source + ", ".join(f"{name} {value}" for name, value in participant.variables.items())


# ── what is done ──────────────────────────────────────────────────────────────────────────────────


async def _invite(app: App, name: str, number: int) -> None:
    """The invitations alone on standard output, so that they can be sent on."""
    study = await app.studies.find(name)
    for code in await app.studies.invite(study, number):
        print(code)
    print("Each is for one respondent. They are shown only now.", file=sys.stderr)


async def _pause(app: App, name: str) -> None:
    await app.studies.set_status(await app.studies.find(name), "paused")
    print("Paused. Nobody new is taken; interviews that have begun can be finished.")


async def _resume(app: App, name: str) -> None:
    await app.studies.set_status(await app.studies.find(name), "open")
    print("Open again.")


async def _close(app: App, name: str) -> None:
    await app.studies.set_status(await app.studies.find(name), "closed")
    print(
        "Closed for good. Interviews that have begun can be finished, and respondents can still"
        " withdraw."
    )


async def _withdraw(app: App, name: str, respondent: str | None, receipt: str, yes: bool) -> None:
    study = await app.studies.find(name)
    who = respondent or await app.studies.respondent_of(study, receipt)
    if not (yes or await _sure(f"Delete everything that {who} has said, for good?")):
        return
    withdrawal = await app.studies.withdraw(study, who)
    print(
        f"{who} has withdrawn; everything they have said is deleted. Exports made before this are"
        " yours to delete."
    )
    if withdrawal.decisions:
        print(
            f"{withdrawal.decisions} decisions about codes spoke of their ideas and are gone too."
        )


async def _delete(app: App, name: str, yes: bool) -> None:
    study = await app.studies.find(name)
    people = len((await app.studies.state(study)).participants)
    if not (
        yes
        or await _sure(
            f"Delete study {study} with everything that {people} respondents have said, for good?"
        )
    ):
        return
    await app.studies.delete(study)
    print(f"Deleted {study}.")


async def _sure(question: str) -> bool:
    sure = await says_yes(question)
    if not sure:
        print("Kept.")
    return sure
