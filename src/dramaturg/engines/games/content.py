"""The content of a game: its blueprint, found or made on the spot from knowledge, and stored so
that a session keeps its version.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar, cast

from pydantic import BaseModel, ValidationError

from dramaturg.content.documents import Loaded, canonical
from dramaturg.content.library import Library
from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.base.knowledge import Knowledge
from dramaturg.engines.games.checks.blueprint import blueprint_issues
from dramaturg.engines.games.checks.knowledge import knowledge_faults
from dramaturg.engines.games.diagrams.chains import Workshop
from dramaturg.engines.games.diagrams.figures import OpenFigure
from dramaturg.engines.games.engine import GameEngine
from dramaturg.engines.games.game_folder import BLUEPRINT, read_json
from dramaturg.engines.games.job import Order, Workbench, make_game
from dramaturg.engines.kit import Faults, Parts, Version
from dramaturg.kernel.errors import BadInput, ContentError, Fault, NotFound, did_you_mean
from dramaturg.turn.asks import OfflineVoice
from dramaturg.turn.local_models import LocalModels
from dramaturg.turn.ports import Embedder, StoredContent

J = TypeVar("J")

DOCUMENTS: Mapping[str, type[BaseModel]] = {"knowledge": Knowledge}
ABOUT = {"knowledge": "What there is to know about something, for games to be made from."}
OPENING = None
"""A game is opened as a play, by the API's own route for that."""


# ── put together ──────────────────────────────────────────────────────────────────────────────────


def stage(library: Library, opening: Any) -> StoredContent:
    raise NotFound("a game is opened as a play")


def game_content(blueprint: Blueprint) -> StoredContent:
    """A game as a session keeps it."""
    body = canonical(blueprint.model_dump(mode="json"))
    digest = sha256(body.encode()).hexdigest()
    return StoredContent(digest, "games", blueprint.id, digest[:12], body)


def build(content: StoredContent, models: LocalModels) -> GameEngine:
    return GameEngine(Blueprint.model_validate_json(content.body), models.ear, models.care())


def read_blueprint(file: Path) -> Blueprint:
    """A blueprint from a file or from a game's folder, sound enough to be played. Raises NotFound,
    BadInput.
    """
    place = file / BLUEPRINT if file.is_dir() else file
    try:
        blueprint = Blueprint.model_validate(read_json(place))
    except ValidationError as error:
        faults = (
            f"- {'.'.join(map(str, each['loc']))}: {each['msg']}" for each in error.errors()[:20]
        )
        raise BadInput(
            f"{place} is no blueprint:\n"
            + "\n".join(faults)
            + "\nMake it with `dramaturg game make`."
        ) from error
    if issues := blueprint_issues(blueprint):
        raise BadInput(f"{place} cannot be played:\n" + "\n".join(f"- {issue}" for issue in issues))
    return blueprint


async def find_game(name: str, library: Library) -> Blueprint:
    """A game by its folder or its blueprint; failing that, one made on the spot from the knowledge
    of that name.
    """
    kept = _kept(Path(name))
    return await made_of(name, library) if kept is None else kept


def _kept(place: Path) -> Blueprint | None:
    return read_blueprint(place) if place.exists() else None


async def made_of(knowledge: str, library: Library) -> Blueprint:
    """A game that is made on the spot, of the knowledge of this id. Raises NotFound."""
    known = [entry.id for entry in library.entries("knowledge")]
    if knowledge not in known:
        raise NotFound(
            f"there is no game and no knowledge that is called {knowledge!r}."
            f" {did_you_mean(knowledge, known)}"
        )
    made = await make_at_once(Order(id=knowledge, knowledge=knowledge), library)
    return Blueprint.model_validate(made["blueprint"])


async def make_at_once(order: Order, library: Library) -> dict[str, Any]:
    """A game from knowledge alone, made here and now."""
    return await make_game(
        AtOnce(), order.model_dump(mode="json"), Workbench(OfflineVoice(), LibraryShelf(library))
    )


def knowledge_of(library: Library, id: str) -> Loaded[Knowledge]:
    """A knowledge file without fault. Raises NotFound, or ContentError with everything that is
    wrong.
    """
    loaded = cast(Loaded[Knowledge], library.get("knowledge", id))
    if faults := _knowledge_faults(loaded.body):
        raise ContentError(tuple(loaded.locate(fault) for fault in faults))
    return loaded


@lru_cache(maxsize=64)
def _knowledge_faults(body: str) -> Faults:
    """Judged once: plays are opened with the same knowledge again and again."""
    return knowledge_faults(Knowledge.model_validate(json.loads(body)))


# ── what games are made with ──────────────────────────────────────────────────────────────────────


class AtOnce:
    """Work that is done in one go and kept nowhere: for games that cost no model call."""

    async def step(self, name: str, do: Callable[[], Awaitable[J]]) -> J:
        return await do()

    async def side_by_side(
        self, steps: Sequence[tuple[str, Callable[[], Awaitable[J]]]]
    ) -> list[J]:
        return [await do() for _, do in steps]


class LibraryShelf:
    """The knowledge of a library, and the pictures beside it."""

    def __init__(
        self,
        library: Library,
        embedder: Callable[[], Embedder] | None = None,
        figures: tuple[OpenFigure, ...] = (),
    ) -> None:
        self._library, self._embedder, self._figures = library, embedder, figures

    def knowledge(self, id: str) -> Knowledge:
        return knowledge_of(self._library, id).document

    def all(self) -> list[Knowledge]:
        """All that is sound: what is wrong with one file is no reason to refuse another subject."""
        sound: list[Knowledge] = []
        for entry in self._library.entries("knowledge"):
            with suppress(ContentError):
                sound.append(self.knowledge(entry.id))
        return sound

    def likeness(self, question: str) -> Mapping[str, float]:
        known = self.all()
        if not known or self._embedder is None:
            return {}
        vectors = self._embedder().embed(
            [question, *(f"{each.title}. {each.subject}. {each.summary}" for each in known)]
        )
        return dict(
            zip((each.id for each in known), map(float, vectors[1:] @ vectors[0]), strict=True)
        )

    def workshop(self, knowledge: Knowledge) -> Workshop:
        return Workshop(knowledge, lambda name: self._file(knowledge.id, name), self._figures)

    def _file(self, knowledge: str, name: str) -> bytes | None:
        """A file beside the knowledge's own, and never one from elsewhere."""
        found = next(
            (entry.file for entry in self._library.entries("knowledge") if entry.id == knowledge),
            None,
        )
        if found is None:
            return None
        file = (found.parent / name).resolve()
        return (
            file.read_bytes()
            if file.is_relative_to(found.parent.resolve()) and file.is_file()
            else None
        )


# ── another version ───────────────────────────────────────────────────────────────────────────────

PARTS: Mapping[str, Callable[[Any], Faults]] = {}
"""No document: a session is held with a game."""
WHOLES: Mapping[str, str] = {"game": ""}


def version_at(library: Library, place: Path) -> Version | None:
    """The game of a folder, or of a blueprint."""
    if place.suffix != ".json" and not (place / BLUEPRINT).is_file():
        return None
    return game_version(read_blueprint(place))


def version_by_id(library: Library, kind: str, id: str) -> Version | None:
    return None


def game_version(blueprint: Blueprint) -> Version:
    """A game as a version that can stand in for another."""
    content = game_content(blueprint)
    return Version("game", content.id, content.version, content.body)


def along(library: Library, document: Any) -> tuple[tuple[str, str], ...]:
    return ()


def parts_of(parts: Parts) -> Mapping[str, Sequence[str]]:
    return {"game": [parts["id"]]}


def replaced(parts: Parts, other: Version) -> Parts | None:
    if other.kind != "game" or parts["id"] != other.id:
        return None
    body: Parts = json.loads(other.body)
    return body


def judge(parts: Parts) -> Faults:
    issues = blueprint_issues(Blueprint.model_validate(parts))
    return tuple(
        Fault(issue.code, f"{issue.place}: {issue.message}", issue.remedy) for issue in issues
    )


def together(content: StoredContent, parts: Parts, version: str) -> StoredContent:
    return game_content(Blueprint.model_validate(parts))


def spelled_out(parts: Parts) -> Parts:
    return dict(parts)
