"""Games: made by a job, shown, edited, built again, exported, deleted; and plays from elsewhere
graded.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Annotated, Any
from uuid import uuid4

from fastapi import APIRouter, Depends, Path, Query, Response
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, Field

from dramaturg.api.base.access import for_authors, for_readers
from dramaturg.api.base.bodies import Sent, as_file
from dramaturg.api.base.dependencies import TheApp
from dramaturg.app.authoring.drafting import id_from
from dramaturg.app.games.game_store import (
    SHELF_JOB,
    GameStore,
    making,
    needs_model,
    remake_at_once,
    remaking,
    shelf_of,
)
from dramaturg.app.games.games import GameTopic, PlayFile, graded, topics
from dramaturg.app.games.view import (
    ContentShown,
    DesignChecked,
    DesignShown,
    GameCard,
    GameShown,
    PlanShown,
)
from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.base.design import Difficulty, MechanicType
from dramaturg.engines.games.exports.formats import FORMATS, export, left_out
from dramaturg.engines.games.page import PASS_MARK, page_of, policy
from dramaturg.kernel.errors import BadInput

router = APIRouter(tags=["games"])

LARGEST_SEED = 2**31 - 1
LONGEST_NAME = 60  # of a game that is named after its notes
FILE: dict[str, Any] = {"content": {form.media_type: {} for form in FORMATS.values()}}


def _shelf(app: TheApp) -> GameStore:
    return shelf_of(app.settings)


TheShelf = Annotated[GameStore, Depends(_shelf)]
GameId = Annotated[str, Path(min_length=1, max_length=64, pattern=r"^[A-Za-z0-9][A-Za-z0-9_\-]*$")]
Fingerprint = Annotated[str, Path(pattern=r"^[0-9a-f]{16}(-[0-9]{1,3})?$")]
FreeJson = Annotated[dict[str, Any], Field(max_length=200)]


class MakeGame(Sent):
    """What the game is to be about, by a question, by notes or by the id of a knowledge file, and
    how it should be.
    """

    question: str = Field("", max_length=2000)
    notes: str = Field("", max_length=20_000)
    knowledge: str | None = Field(None, min_length=1, max_length=200)
    difficulty: Difficulty | None = None
    minutes: int | None = Field(None, ge=1, le=30)
    scenes: int | None = Field(None, ge=1, le=6)
    mechanics: list[MechanicType] = Field(default_factory=list, max_length=10)
    seed: int = Field(0, ge=0, le=LARGEST_SEED)


class Making(BaseModel):
    """A game on its way: the job that makes it, and the id that it will have. Without a job it is
    there already.
    """

    game: str
    job: str | None = None


class PutDesign(Sent):
    """A design in place of the one with that version."""

    version: str = Field(max_length=100)
    design: FreeJson


class ExportForm(BaseModel):
    """A form in which a game can be taken elsewhere."""

    id: str
    title: str
    left_out: list[str]


class Graded(BaseModel):
    """A play that was played elsewhere, judged by the rules here."""

    score: int
    of: int
    finished: bool
    points: dict[str, int]


@router.get("/topics", dependencies=[for_readers])
async def list_topics(app: TheApp) -> list[GameTopic]:
    """The knowledge files that a game can be made from."""
    return await asyncio.to_thread(topics, app.library)


@router.get("/games", dependencies=[for_readers])
async def list_games(shelf: TheShelf) -> list[GameCard]:
    """All games, by name."""
    return await asyncio.to_thread(shelf.cards)


@router.post("/games", status_code=202, dependencies=[for_authors])
async def make_game(wanted: MakeGame, shelf: TheShelf, app: TheApp) -> Making:
    """Begin to make a game; the job says how far it is."""
    order = wanted.model_dump(mode="json")
    if not (wanted.question.strip() or wanted.notes.strip() or wanted.knowledge):
        raise BadInput(
            "say what the game is about: a question, notes, or the id of a knowledge file"
        )
    return await _job(app, making(await asyncio.to_thread(_reserve, wanted, shelf), order))


@router.get("/games/{game}", dependencies=[for_readers])
async def show_game(game: GameId, shelf: TheShelf) -> GameShown:
    """A game as it was last built."""
    return await asyncio.to_thread(shelf.shown, game)


@router.delete("/games/{game}", status_code=204, dependencies=[for_authors])
async def delete_game(game: GameId, shelf: TheShelf) -> None:
    """Delete a game. Plays of it stay, with the game they began with."""
    await asyncio.to_thread(shelf.delete, game)


@router.get("/games/{game}/design", dependencies=[for_readers])
async def show_design(game: GameId, shelf: TheShelf) -> DesignShown:
    """The design as it stands, perhaps edited since the game was built."""
    return await asyncio.to_thread(shelf.design, game)


@router.put("/games/{game}/design", dependencies=[for_authors])
async def put_design(game: GameId, wanted: PutDesign, shelf: TheShelf) -> DesignShown:
    """Replace the design. One with faults is refused with all of them, and the old one stays."""
    return await asyncio.to_thread(shelf.put_design, game, wanted.version, wanted.design)


@router.post("/games/{game}/design/check", dependencies=[for_authors])
async def check_design(game: GameId, design: FreeJson, shelf: TheShelf) -> DesignChecked:
    """What is wrong with a design, and what building the game from it would keep, write and leave
    out. Nothing is changed.
    """
    return await asyncio.to_thread(shelf.check, game, design)


@router.get("/games/{game}/plan", dependencies=[for_readers])
async def show_plan(game: GameId, shelf: TheShelf) -> PlanShown:
    """The graph of the game as it was last built: scenes, rounds, the ways between them, points."""
    return (await asyncio.to_thread(shelf.shown, game)).plan


@router.get("/games/{game}/contents", dependencies=[for_readers])
async def list_contents(game: GameId, shelf: TheShelf) -> list[ContentShown]:
    """The content of every round of the design, in play order."""
    return await asyncio.to_thread(shelf.contents, game)


@router.put("/games/{game}/contents/{fingerprint}", dependencies=[for_authors])
async def put_content(
    game: GameId, fingerprint: Fingerprint, content: FreeJson, shelf: TheShelf
) -> ContentShown:
    """Replace the content of one round. Content with faults is refused with all of them, and the
    old one stays.
    """
    return await asyncio.to_thread(shelf.put_content, game, fingerprint, content)


@router.post("/games/{game}/rebuild", dependencies=[for_authors])
async def rebuild_game(game: GameId, shelf: TheShelf, app: TheApp) -> Making:
    """Build the game again from its edited design and contents: at once where no model is asked,
    else by a job.
    """
    request = await asyncio.to_thread(remaking, shelf, game)
    if needs_model(app.settings):
        return await _job(app, request)
    await remake_at_once(request, app.settings)
    return Making(game=game)


@router.get("/games/{game}/blueprint", dependencies=[for_readers])
async def show_blueprint(game: GameId, shelf: TheShelf) -> Blueprint:
    """Everything a player needs to run the game."""
    return await asyncio.to_thread(shelf.blueprint, game)


@router.get("/games/{game}/page", response_class=HTMLResponse, dependencies=[for_readers])
async def game_page(game: GameId, shelf: TheShelf) -> Response:
    """The game as a page that plays by itself."""
    return await asyncio.to_thread(lambda: played_page(shelf.blueprint(game)))


@router.get("/games/{game}/exports", dependencies=[for_readers])
async def list_exports(game: GameId, shelf: TheShelf) -> list[ExportForm]:
    """The forms in which the game can be taken elsewhere, and what each of them leaves out."""
    blueprint = await asyncio.to_thread(shelf.blueprint, game)
    return [
        ExportForm(id=name, title=form.title, left_out=list(left_out(blueprint, form)))
        for name, form in FORMATS.items()
    ]


@router.get(
    "/games/{game}/exports/{to}",
    response_class=Response,
    responses={200: FILE},
    dependencies=[for_readers],
)
async def export_game(
    game: GameId,
    to: Annotated[str, Path(max_length=20)],
    shelf: TheShelf,
    pass_mark: Annotated[float, Query(ge=0, le=1)] = PASS_MARK,
) -> Response:
    """The game in another form, as a file. `pass_mark` is the share of the points that passes."""
    made = await asyncio.to_thread(lambda: export(shelf.blueprint(game), to, pass_mark))
    return as_file(made.name, made.data, made.media_type)


@router.post("/games/{game}/grade", dependencies=[for_readers])
async def grade_play(game: GameId, play: PlayFile, shelf: TheShelf) -> Graded:
    """Judge a play that was saved from the game's page."""
    text = json.dumps(play.model_dump())
    return Graded(**await asyncio.to_thread(lambda: graded(shelf.blueprint(game), text)))


def played_page(blueprint: Blueprint) -> Response:
    """A page that may run its own script and nothing else, and be shown inside ours."""
    rules = f"{policy()}; frame-ancestors 'self'; sandbox allow-scripts allow-downloads"
    return HTMLResponse(page_of(blueprint), headers={"Content-Security-Policy": rules})


def _reserve(wanted: MakeGame, shelf: GameStore) -> str:
    """The id of the game to be made. Raises NotFound, or ContentError, for knowledge that it cannot
    be made of.
    """
    if wanted.knowledge is not None:
        shelf.library.get("knowledge", wanted.knowledge)
    named = wanted.question.strip() or wanted.notes.strip().partition("\n")[0][:LONGEST_NAME]
    return shelf.reserve(id_from(named, "game") if named else str(wanted.knowledge))


async def _job(app: TheApp, request: Mapping[str, Any]) -> Making:
    jobs = await app.jobs.opened()
    job = await jobs.start(SHELF_JOB, dict(request), f"{SHELF_JOB}-{uuid4().hex}")
    return Making(game=request["game"], job=job)
