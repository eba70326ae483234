"""Content: everything authored, to be read, checked while it is written, saved, copied, thrown
away, and brought to sessions.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Path, Response
from pydantic import Field

from dramaturg.api.base.access import for_authors, for_readers
from dramaturg.api.base.bodies import Sent
from dramaturg.api.base.dependencies import TheApp
from dramaturg.app.authoring.editor import (
    LONGEST_ID,
    DocumentHead,
    DocumentText,
    Faulty,
    Shelf,
    Template,
)
from dramaturg.app.check.meanings import known_meaning
from dramaturg.app.check.view import Checked, checked
from dramaturg.app.content.kinds import KINDS
from dramaturg.app.content.migration import Migration
from dramaturg.app.content.swap import version_of
from dramaturg.app.migrate.migrate import Migrations
from dramaturg.app.migrate.view import MigrationShown, TakenBack, migration_shown
from dramaturg.app.views.catalogue import Catalogue, catalogue_of
from dramaturg.app.views.previews import graphs_of
from dramaturg.app.wiring import App
from dramaturg.content.documents import Loaded, load
from dramaturg.content.limits import MAX_BYTES
from dramaturg.content.schemas import schema_of
from dramaturg.engines import kits
from dramaturg.engines.sims.control_graph import ControlGraphShown
from dramaturg.kernel.errors import BadInput, ConflictError, ContentError, NotFound
from dramaturg.studies.base.document import ENGINE

router = APIRouter(tags=["content"])


STUDY = {"study": "Many interviews with one question behind them."}
TESTING = {
    "walkthrough": "A conversation as a test: what is said, and what has to come of it.",
    "cohort": "A group of invented people for a simulation.",
    "migration": "How sessions go on with a new version of their content.",
}


def groups() -> dict[str, dict[str, str]]:
    """What an author can write, by what belongs together, in the order in which it is shown."""
    engines = {kit.name: dict(kit.content.ABOUT) for kit in kits()}
    return {**engines, ENGINE: {**engines[ENGINE], **STUDY}, "testing": TESTING}


Kind = Annotated[str, Path(max_length=100)]
Id = Annotated[str, Path(max_length=200)]
Text = Annotated[str, Field(max_length=MAX_BYTES)]
IfMatch = Annotated[
    str | None, Header(max_length=100, description="The tag of the version that is written over.")
]


class TextToCheck(Sent):
    """A text, and the document in whose place it would stand."""

    kind: str = Field(max_length=100)
    id: str = Field(max_length=200)
    text: Text


class TextToSave(Sent):
    """A document's new text. With faults it is kept only as a draft, which nobody can open."""

    text: Text
    draft: bool = False


class CopyWanted(Sent):
    """The id of the copy."""

    id: str = Field(min_length=1, max_length=LONGEST_ID)


class DocumentWanted(Sent):
    """A document to fill in, and what it is about."""

    kind: Template
    about: str = Field(min_length=1, max_length=300)


class MigrationWanted(Sent):
    """Whether only to look, and what the author has decided, in the form of a migration
    document.
    """

    dry_run: bool = True
    decisions: str = Field("", max_length=MAX_BYTES)


@dataclass(frozen=True, slots=True)
class KindShown:
    """A kind of document, and what it is for."""

    kind: str
    group: str
    about: str


@dataclass(frozen=True, slots=True)
class FaultMeaning:
    """What a fault's code means."""

    code: str
    meaning: str


@dataclass(frozen=True, slots=True)
class TextChecked:
    """What was found, and the control graphs that the text makes where it has no fault."""

    found: Checked
    graphs: tuple[ControlGraphShown, ...]


def shelf_of(app: TheApp) -> Shelf:
    return Shelf(app.library, app.settings.own_folder)


TheShelf = Annotated[Shelf, Depends(shelf_of)]


# ── what there is ─────────────────────────────────────────────────────────────────────────────────


@router.get("/catalogue", dependencies=[for_readers])
async def catalogue(app: TheApp) -> Catalogue:
    """What can be played and run: scenarios, ways to interview and subjects, interviewers,
    knowledge for games, studies.
    """
    return await asyncio.to_thread(catalogue_of, app.library, app.sessions.model)


@router.get("/kinds", dependencies=[for_readers])
async def list_kinds() -> list[KindShown]:
    """The kinds of documents that an author can write."""
    return [
        KindShown(kind, group, about)
        for group, kinds in groups().items()
        for kind, about in kinds.items()
    ]


@router.get("/kinds/{kind}/schema", dependencies=[for_readers])
async def kind_schema(kind: Kind) -> dict[str, Any]:
    """The JSON Schema of a kind, for an editor that completes and checks."""
    if kind not in KINDS:
        raise NotFound(f"there is no kind {kind!r}")
    return schema_of(KINDS[kind])


@router.get("/faults/{code}", dependencies=[for_readers])
async def fault_meaning(code: Annotated[str, Path(max_length=100)]) -> FaultMeaning:
    """What a fault's code means."""
    meaning = known_meaning(code)
    if meaning is None:
        raise NotFound(f"there is no fault {code!r}")
    return FaultMeaning(code, meaning)


@router.get("/content", dependencies=[for_readers])
async def list_content(shelf: TheShelf) -> list[DocumentHead]:
    """Every document there is, by kind and id."""
    return list(await asyncio.to_thread(shelf.all))


@router.get("/content-faults", dependencies=[for_readers])
async def list_faulty(shelf: TheShelf) -> list[Faulty]:
    """The author's own documents that have faults."""
    return list(await asyncio.to_thread(shelf.faulty))


@router.get("/content/{kind}/{id}", dependencies=[for_readers])
async def show_document(kind: Kind, id: Id, shelf: TheShelf, response: Response) -> DocumentText:
    """A document as it is written."""
    return _tagged(await asyncio.to_thread(shelf.read, kind, id), response)


# ── writing ───────────────────────────────────────────────────────────────────────────────────────


@router.post("/content-check", dependencies=[for_readers])
async def check_content(wanted: TextToCheck, shelf: TheShelf) -> TextChecked:
    """What is wrong with a text at which line, what is proven of it, and the graphs it makes.
    Nothing is saved.
    """
    return await asyncio.to_thread(_check, wanted, shelf)


@router.post("/content", status_code=201, dependencies=[for_authors])
async def new_document(wanted: DocumentWanted, shelf: TheShelf, response: Response) -> DocumentText:
    """A new document of one's own, to fill in; it works as it is."""
    return _tagged(await asyncio.to_thread(shelf.new, wanted.kind, wanted.about), response)


@router.put("/content/{kind}/{id}", dependencies=[for_authors])
async def save_document(
    kind: Kind,
    id: Id,
    wanted: TextToSave,
    shelf: TheShelf,
    response: Response,
    if_match: IfMatch = None,
) -> DocumentText:
    """Save over the version that `If-Match` names, or anew where there is none. What is shipped
    becomes a copy of one's own.
    """
    saved = await asyncio.to_thread(shelf.save, kind, id, wanted.text, _tag(if_match), wanted.draft)
    return _tagged(saved, response)


@router.post("/content/{kind}/{id}/copy", status_code=201, dependencies=[for_authors])
async def copy_document(
    kind: Kind, id: Id, wanted: CopyWanted, shelf: TheShelf, response: Response
) -> DocumentText:
    """The same document as one's own, under another id."""
    return _tagged(await asyncio.to_thread(shelf.copy, kind, id, wanted.id), response)


@router.delete("/content/{kind}/{id}", status_code=204, dependencies=[for_authors])
async def delete_document(kind: Kind, id: Id, shelf: TheShelf, if_match: IfMatch = None) -> None:
    """Throw a document of one's own away. Where it stood over a shipped one, that one is there
    again.
    """
    if if_match is None:
        raise ConflictError("say in `If-Match` which version is to be thrown away")
    await asyncio.to_thread(shelf.delete, kind, id, _tag(if_match) or "")


# ── sessions that have an older version ───────────────────────────────────────────────────────────


@router.post("/content/{kind}/{id}/migration", dependencies=[for_authors])
async def migrate_sessions(
    kind: Kind, id: Id, wanted: MigrationWanted, app: TheApp
) -> MigrationShown:
    """What becomes of every stored session in the saved version; without `dry_run`, whoever can
    goes on with it.
    """
    migrations = await _migrations(app, kind, id, wanted.decisions)
    survey = await migrations.survey()
    done = None if wanted.dry_run else await migrations.apply(survey.planned)
    return migration_shown(survey, migrations, done)


@router.delete("/content/{kind}/{id}/migration", dependencies=[for_authors])
async def undo_migration(kind: Kind, id: Id, app: TheApp) -> TakenBack:
    """Take the newest migration back, wherever nothing was said since."""
    undone = await (await _migrations(app, kind, id)).undo()
    return TakenBack(undone.taken_back, tuple(session for session, _ in undone.left))


async def _migrations(app: App, kind: str, id: str, decisions: str = "") -> Migrations:
    version = await asyncio.to_thread(version_of, app.library, kind, id)
    decided = _decisions(decisions, version.id) if decisions.strip() else None
    return Migrations(
        app.log, app.sessions, version, decided, in_studies=await app.studies.sessions()
    )


def _decisions(text: str, content: str) -> Loaded[Migration]:
    loaded = load(text, "decisions", Migration)
    if not isinstance(loaded, Loaded):
        raise ContentError(loaded)
    if loaded.document.content != content:
        raise BadInput(f"these decisions are for {loaded.document.content}, not for {content}")
    return loaded


def _check(wanted: TextToCheck, shelf: Shelf) -> TextChecked:
    report = shelf.check(wanted.text, wanted.kind, wanted.id)
    found = checked(report, shelf.file_of(wanted.kind, wanted.id), shelf.told)
    return TextChecked(found, graphs_of(wanted.text, shelf.library) if report.clean else ())


def _tagged(document: DocumentText, response: Response) -> DocumentText:
    response.headers["ETag"] = f'"{document.tag}"'
    return document


def _tag(if_match: str | None) -> str | None:
    return None if if_match is None else if_match.removeprefix("W/").strip('"')
