"""`dramaturg migrate`: what a new version changes, what becomes of every stored session, and doing
it or taking it back.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, cast

import typer

from dramaturg.app.content.kinds import KINDS
from dramaturg.app.content.migration import Migration
from dramaturg.app.content.swap import find_version
from dramaturg.app.migrate.migrate import Done, Migrations, Survey, Undone, counted
from dramaturg.app.migrate.plan import GOES_ON, Plan
from dramaturg.app.migrate.writing import map_text
from dramaturg.app.wiring import App
from dramaturg.cli.shell import AsJson, Yes, find_session, says_yes, with_app, write_file
from dramaturg.content.documents import Loaded, load_any
from dramaturg.english.forms import many
from dramaturg.kernel.errors import BadInput, ContentError

MANY = {
    "keeps its place": "keep their place",
    "needs a decision": "need a decision",
    "stays": "stay",
}
NEEDS_SOMEBODY = frozenset({"needs a decision", "cannot be read"})


commands = typer.Typer(add_completion=False)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was asked for at the shell."""

    content: str
    dry_run: bool = False
    map: Path | None = None
    write_map: Path | None = None
    sessions: tuple[str, ...] = ()
    undo: bool = False
    yes: bool = False
    json: bool = False


@commands.command()
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
    yes: Yes = False,
    json: AsJson = False,
) -> None:
    """Let stored sessions go on with a new version of their content; exit 1 when some need a
    decision.
    """
    wanted = Wanted(content, dry_run, map, write_map, tuple(session or ()), undo, yes, json)
    if not with_app(lambda app: _migrate(app, wanted)):
        sys.exit(1)


async def _migrate(app: App, wanted: Wanted) -> bool:
    """Whether nothing is left that needs somebody."""
    migrations = await _migrations(app, wanted)
    if wanted.undo:
        return await _undo(migrations, wanted)
    survey = await migrations.survey()
    if wanted.write_map:
        _write(
            wanted.write_map, map_text(survey, migrations.map.document if migrations.map else None)
        )
    left = survey.plans
    done = None
    if not wanted.json:
        print("\n".join((*_changes_told(survey), *_plans_told(survey))))
    if not wanted.dry_run and not wanted.write_map and await _agreed(survey, wanted):
        done = await migrations.apply(survey.planned)
        left = done.left
        if not wanted.json:
            print(_done_told(done))
    if wanted.json:
        print(json.dumps(_json(survey, done), ensure_ascii=False, indent=2))
    return not any(plan.fate in NEEDS_SOMEBODY for plan in left)


async def _migrations(app: App, wanted: Wanted) -> Migrations:
    version = find_version(app.library, wanted.content)
    only = frozenset([await find_session(app.log, beginning) for beginning in wanted.sessions])
    found = _map(wanted.map) if wanted.map else None
    if found and found.document.content != version.id:
        raise BadInput(f"{wanted.map} is a map for {found.document.content}, not for {version.id}")
    return Migrations(app.log, app.sessions, version, found, only, await app.studies.sessions())


def _map(file: Path) -> Loaded[Migration]:
    loaded = load_any(file, KINDS)
    if not isinstance(loaded, Loaded):
        raise ContentError(loaded)
    if loaded.kind != "migration":
        raise BadInput(
            f"{file} is a {loaded.kind}: give a YAML file with `kind: migration`, such as"
            " --write-map writes"
        )
    return cast(Loaded[Migration], loaded)


def _write(file: Path, text: str) -> None:
    if file.exists():
        raise BadInput(f"{file} is there already: give another name, or delete it first")
    write_file(file, text.encode())
    print(f"Written: {file}", file=sys.stderr)


async def _agreed(survey: Survey, wanted: Wanted) -> bool:
    able = sum(plan.fate in GOES_ON for plan in survey.plans)
    if not able or wanted.yes:
        return bool(able)
    if wanted.json:
        raise BadInput(
            "with --json nobody can be asked: give --dry-run to see the plan, or --yes to have it"
            " done"
        )
    return await _agreed_to(f"Migrate {many(able, 'session')}?", "migrated")


async def _undo(migrations: Migrations, wanted: Wanted) -> bool:
    if not wanted.yes:
        whose = ", ".join(sorted(migrations.only)) or f"every session of {migrations.version.id}"
        if wanted.json:
            raise BadInput("with --json nobody can be asked: give --yes to have it done")
        if not await _agreed_to(f"Take back the newest migration of {whose}?", "taken back"):
            return True
    undone = await migrations.undo()
    print(
        json.dumps(asdict(undone), ensure_ascii=False, indent=2)
        if wanted.json
        else _undone_told(undone)
    )
    return not undone.left


async def _agreed_to(question: str, done: str) -> bool:
    agreed = await says_yes(question)
    if not agreed:
        print(f"Nothing was {done}: answer y, or give --yes.", file=sys.stderr)
    return agreed


# ── in words ──────────────────────────────────────────────────────────────────────────────────────


def _changes_told(survey: Survey) -> Iterator[str]:
    for version, changes in survey.changes:
        yield f"{version} -> {survey.version}"
        yield from (f"  {change}" for change in changes)
        yield ""


def _plans_told(survey: Survey) -> Iterator[str]:
    plans = survey.plans
    if not plans and not survey.up_to_date:
        yield (
            f"no stored session is held with {survey.version.kind} {survey.version.id}: a new"
            " version keeps its id"
        )
        return
    counts = [
        f"{count} {MANY.get(fate, fate) if count > 1 else fate}"
        for fate, count in counted(plans).items()
    ]
    counts += [f"{survey.up_to_date} up to date"] if survey.up_to_date else []
    yield f"{many(len(plans) + survey.up_to_date, 'session')}: {', '.join(counts)}"
    for plan in plans:
        if plan.fate not in ("keeps its place", "over"):
            yield from _plan_told(plan)


def _plan_told(plan: Plan) -> Iterator[str]:
    yield f"  {plan.session}  {plan.fate}{f': {plan.note}' if plan.note else ''}"
    yield from (f"    {kind} {was} -> {now}" for (kind, was), (_, now) in plan.remapped)
    for worry in plan.worries:
        candidates = f"; could go on at {', '.join(worry.candidates)}" if worry.candidates else ""
        yield f"    {worry.code}: {worry.message}{candidates}"


def _done_told(done: Done) -> str:
    left = [plan for plan in done.left if plan.fate in NEEDS_SOMEBODY]
    names = f" Left alone: {', '.join(plan.session for plan in left)}." if left else ""
    return f"Migrated {many(len(done.migrated), 'session')}.{names}"


def _undone_told(undone: Undone) -> str:
    left = (f"\n  {session}: {why}" for session, why in undone.left)
    return f"Taken back for {many(len(undone.taken_back), 'session')}." + "".join(left)


# ── as JSON ───────────────────────────────────────────────────────────────────────────────────────


def _json(survey: Survey, done: Done | None) -> dict[str, Any]:
    version = survey.version
    return {
        "content": {"kind": version.kind, "id": version.id, "version": version.version},
        "changes": [
            {"from": before, "changes": [asdict(change) for change in changes]}
            for before, changes in survey.changes
        ],
        "sessions": {"up to date": survey.up_to_date, **counted(survey.plans)},
        "plans": [asdict(plan) for plan in survey.plans],
        "migrated": [plan.session for plan in done.migrated] if done else [],
        "left": [plan.session for plan in done.left] if done else [],
    }
