"""Games: made by a job, opened to be played; and plays from elsewhere graded."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, Field, ValidationError

from dramaturg.app.config.providers import embedder, voice_of
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.content.library import Library
from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.base.moves import MoveRefused, read_move
from dramaturg.engines.games.base.state import GameState, apply
from dramaturg.engines.games.content import LibraryShelf, knowledge_of
from dramaturg.engines.games.diagrams.figures import open_figures
from dramaturg.engines.games.job import GAME_JOB, Order, Workbench, make_game, understanding_of
from dramaturg.engines.games.rules.play import begin, step, total_points
from dramaturg.kernel.errors import BadInput, ContentError, NotFound
from dramaturg.store.jobs import open_jobs
from dramaturg.turn.engine import fold
from dramaturg.turn.jobs import Job, Jobs, Work

J = TypeVar("J")

SECONDS = 600.0  # a model may take for a whole design, or while others wait before it
MOST_MOVES = 10_000  # in a play that is graded


# ── what games are made with ──────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class GameTopic:
    """A knowledge file that a game can be made from."""

    id: str
    title: str
    subject: str
    summary: str
    language: str


def topics(library: Library) -> list[GameTopic]:
    """What games can be made from. A file with faults is none; they are told among the content."""
    sound = []
    for entry in library.entries("knowledge"):
        with suppress(ContentError):
            known = knowledge_of(library, entry.id).document
            sound.append(
                GameTopic(known.id, known.title, known.subject, known.summary, known.language)
            )
    return sound


def kit_of(settings: Settings) -> Workbench:
    """Voice, knowledge and pictures as the settings choose them."""
    return Workbench(voice_of(settings, SECONDS), _library_shelf(settings))


def _library_shelf(settings: Settings) -> LibraryShelf:
    figures = open_figures(Path(settings.figures).expanduser()) if settings.figures else ()
    return LibraryShelf(library_of(settings), embedder, figures)


@asynccontextmanager
async def game_jobs(settings: Settings) -> AsyncIterator[Jobs]:
    """The engine for jobs beside the store, for as long as the block lasts."""
    jobs = await open_jobs(settings.store, {GAME_JOB: game_job(settings)}, adopt=False)
    try:
        yield jobs
    finally:
        await jobs.close()


async def go_on(jobs: Jobs, request: Mapping[str, Any], id: str) -> None:
    """Begin the job of this id, or let it go on where it stopped, failed or was cancelled."""
    with suppress(NotFound):
        await jobs.resume(id)
    await jobs.start(GAME_JOB, dict(request), id=id)


def job_id(request: Mapping[str, Any], settings: Settings) -> str:
    """The same order to the same model, of the same knowledge and pictures, is the same job.

    Given again after a crash, it goes on; after an edit of what it is made from, it is another.
    Raises NotFound and ContentError for knowledge that no game can be made from.
    """
    models = (settings.model, settings.model_extract, settings.model_speak, settings.base_url)
    named = [
        request,
        models,
        version("dramaturg"),
        list(_material(Order.model_validate(request), settings)),
    ]
    return f"{GAME_JOB}-{sha256(json.dumps(named, sort_keys=True).encode()).hexdigest()[:16]}"


def _material(order: Order, settings: Settings) -> Iterator[str]:
    """Digests of what a game is made from beside its order: what is known, and every picture."""
    shelf = _library_shelf(settings)
    understanding = understanding_of(order, shelf)
    if understanding is None:
        return
    knowledge = understanding.knowledge
    workshop = shelf.workshop(knowledge)
    yield sha256(knowledge.model_dump_json().encode()).hexdigest()
    for file in sorted({source.file for source in knowledge.diagrams if source.file}):
        yield sha256(workshop.read_file(file) or b"").hexdigest()
    for figure in workshop.figures:
        told = repr((figure.alt, figure.attribution)).encode()
        yield sha256(told + figure.file.read_bytes()).hexdigest()


def game_job(settings: Settings) -> Job:
    """Making a game, as an engine for jobs runs it."""

    async def run(work: Work, request: Any) -> dict[str, Any]:
        return await make_game(work, request, kit_of(settings))

    return run


# ── taken elsewhere ───────────────────────────────────────────────────────────────────────────────


def graded(blueprint: Blueprint, play: str) -> dict[str, Any]:
    """A play that was played elsewhere, judged by the rules here. Raises BadInput with the number
    of the move that is wrong.
    """
    try:
        kept = PlayFile.model_validate_json(play)
    except ValidationError as error:
        raise BadInput(
            f"that is no play: {error.errors()[0]['msg']}. The page's result screen has a button to"
            " save one."
        ) from error
    if kept.blueprint != blueprint.id:
        raise BadInput(f"that is a play of {kept.blueprint!r}, not of {blueprint.id!r}")
    state = fold(apply, begin(blueprint, kept.timers), GameState())
    for number, move in enumerate(kept.moves):
        try:
            state = fold(apply, step(blueprint, state, read_move(json.dumps(move))), state)
        except MoveRefused as refusal:
            raise BadInput(f"move {number}: {refusal}") from refusal
    points = {
        each.mechanic_id: state.points_of(each.mechanic_id)
        for scene in blueprint.scenes
        for each in scene.mechanics
    }
    score = total_points(blueprint, state)
    return {
        "score": score,
        "of": blueprint.total_max_score,
        "finished": state.phase == "finished",
        "points": points,
    }


class PlayFile(BaseModel):
    """A play as the page saves it; what else it says is not needed to judge it."""

    blueprint: str = Field(max_length=200)
    timers: bool = True
    moves: list[dict[str, Any]] = Field(max_length=MOST_MOVES)
