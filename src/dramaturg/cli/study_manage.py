"""`dramaturg study open`, `list`, `show`, `invite`, `pause`, `resume`, `close`, `withdraw`,
`delete`: running a study.
"""

from __future__ import annotations

import sys
from collections import Counter
from datetime import UTC, datetime

from rich.console import Console
from rich.table import Column, Table
from rich.text import Text

from dramaturg.app.wiring import App
from dramaturg.cli.open_study import in_app
from dramaturg.cli.shell import says_yes
from dramaturg.kernel.errors import BadInput
from dramaturg.studies.base.document import Study
from dramaturg.studies.base.state import Status, StudyState
from dramaturg.studies.content import study_content
from dramaturg.turn.tables import in_order

CHANGED: dict[Status, str] = {
    "paused": "Paused. Nobody new is taken; interviews that have begun can be finished.",
    "open": "Open again.",
    "closed": (
        "Closed for good. Interviews that have begun can be finished, and respondents can still"
        " withdraw."
    ),
}

# ── what there is ─────────────────────────────────────────────────────────────────────────────────


@in_app
async def run_open(app: App, name: str) -> None:
    """`name` is an id of the library or a file."""
    content = study_content(app.library, name)
    study = await app.studies.open(content)
    document = await app.studies.document(study)
    print(f"Opened {content.id} {document.version} as {study}.")
    invited = " --invitation CODE" if document.invited_only else ""
    if invited:
        print(
            f"  dramaturg study invite {study} --number 10    respondents need an invitation each"
        )
    print(f"  dramaturg study join {study}{invited}    to take part")


@in_app
async def run_list(app: App) -> None:
    heads = (Column("study", min_width=36), "content", "status", "finished", "opened")
    table = Table(*heads, box=None, pad_edge=False)
    for info in await app.studies.all():
        document, state = await app.studies.document(info.id), await app.studies.state(info.id)
        finished = sum(each.standing == "finished" for each in state.participants.values())
        opened = datetime.fromtimestamp(info.opened_at, UTC).strftime("%Y-%m-%d")
        share = f"{finished} of {document.respondents}"
        table.add_row(Text(info.id, no_wrap=True), info.content_id, state.status, share, opened)
    Console().print(table)


@in_app
async def run_show(app: App, name: str) -> None:
    study = await app.studies.find(name)
    document, state = await app.studies.document(study), await app.studies.state(study)
    title = f"{document.title} ({document.id} {document.version}), {state.status}"
    about = f"{document.methodology}, about {document.subject}; {_invitations(document, state)}"
    console = Console(highlight=False)
    console.print(Text(title, style="bold"))
    console.print(Text(f"{study}\n{about}", style="dim"))
    counted = Counter(each.standing for each in state.participants.values())
    told = ", ".join(
        f"{number} {standing.replace('_', ' ')}" for standing, number in counted.most_common()
    )
    places = f"{len(state.placed)} of {document.respondents} places taken"
    console.print(Text(f"{places}: {told}" if told else places))
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
    used = sum(map(bool, state.invitations.values()))
    return f"{used} of {len(state.invitations)} invitations used"


def _respondents(state: StudyState) -> Table:
    heads = ("respondent", "standing", "ended by", "answers to the screener")
    table = Table(*heads, box=None, pad_edge=False)
    for each in in_order(state.participants).values():
        words = (text.replace("_", " ") for text in (each.standing, each.termination))
        answers = ", ".join(f"{name} {value}" for name, value in each.variables.items())
        table.add_row(each.id, *words, Text(answers))
    return table


# ── what is done ──────────────────────────────────────────────────────────────────────────────────


@in_app
async def run_invite(app: App, name: str, number: int) -> None:
    """The invitations alone on standard output, so that they can be sent on."""
    for code in await app.studies.invite(await app.studies.find(name), number):
        print(code)
    print("Each is for one respondent. They are shown only now.", file=sys.stderr)


@in_app
async def run_status(app: App, name: str, status: Status) -> None:
    await app.studies.set_status(await app.studies.find(name), status)
    print(CHANGED[status])


@in_app
async def run_withdraw(
    app: App, name: str, respondent: str | None, receipt: str | None, yes: bool
) -> None:
    if (respondent is None) == (receipt is None):
        raise BadInput(
            "say who withdraws: a pseudonym such as R007, or --receipt with the receipt they were"
            " given"
        )
    study = await app.studies.find(name)
    who = respondent or await app.studies.respondent_of(study, receipt or "")
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


@in_app
async def run_delete(app: App, name: str, yes: bool) -> None:
    study = await app.studies.find(name)
    people = len((await app.studies.state(study)).participants)
    asked = f"Delete study {study} with everything that {people} respondents have said, for good?"
    if yes or await _sure(asked):
        await app.studies.delete(study)
        print(f"Deleted {study}.")


async def _sure(question: str) -> bool:
    sure = await says_yes(question)
    if not sure:
        print("Kept.")
    return sure
