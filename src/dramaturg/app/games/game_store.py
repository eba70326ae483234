"""The games of a server: folders in one folder, each named by its id. Nothing outside it is read or
written by a name.
"""

from __future__ import annotations

import asyncio
import json
import re
import shutil
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any

from dramaturg.app.config.places import cannot_be_written
from dramaturg.app.config.providers import voice_of
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.app.content.swap import version_of
from dramaturg.app.games.editing import (
    changes,
    check_design,
    sound_content,
    sound_design,
    task_for,
    uses_of,
)
from dramaturg.app.games.games import kit_of
from dramaturg.app.games.view import (
    ContentShown,
    DesignChecked,
    DesignShown,
    GameCard,
    GameShown,
    issues_shown,
    plan_shown,
    tokens_spent,
)
from dramaturg.content.library import Library
from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.base.plan import read_plan
from dramaturg.engines.games.content import AtOnce, game_version, read_blueprint
from dramaturg.engines.games.game_folder import (
    CONTENT,
    DESIGN,
    GAME,
    NOTHING,
    PLAN,
    contents_aside,
    contents_of,
    read_json,
    rebuild_request,
    save_game,
    write_json,
)
from dramaturg.engines.games.job import make_game
from dramaturg.engines.games.mechanics.mechanic import slug
from dramaturg.engines.kit import Version
from dramaturg.kernel.errors import ConflictError, DramaturgError, NotFound
from dramaturg.turn.asks import OfflineVoice
from dramaturg.turn.jobs import Job, Work

SHELF_JOB = "shelf-game"
ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
MARK = "built_from"
WRITING = Lock()
"""Whoever looks whether something was changed and then changes it holds this."""


@dataclass(frozen=True, slots=True)
class GameStore:
    """All games of a server."""

    root: Path
    library: Library

    # ── finding ───────────────────────────────────────────────────────────────────────────────────

    def ids(self) -> list[str]:
        if not self.root.is_dir():
            return []
        return sorted(
            each.name
            for each in self.root.iterdir()
            if ID.fullmatch(each.name) and (each / GAME).is_file()
        )

    def folder(self, id: str) -> Path:
        """Raises NotFound."""
        folder = self.root / id if ID.fullmatch(id) else None
        if folder is None or not (folder / GAME).is_file():
            raise NotFound(f"there is no game {id[:64]!r}")
        return folder

    def reserve(self, name: str) -> str:
        """An id after the name that no other game has or gets. Raises SettingsError."""
        try:
            self.root.mkdir(parents=True, exist_ok=True)
            while True:
                id = slug(name, (each.name for each in self.root.iterdir()))
                with suppress(FileExistsError):  # somebody was faster
                    (self.root / id).mkdir()
                    return id
        except OSError as error:
            raise cannot_be_written(self.root, "DRAMATURG_GAMES", error) from error

    def release(self, id: str) -> None:
        """Give up an id for which no game was made."""
        folder = self.root / id
        if folder.is_dir() and not any(folder.iterdir()):
            folder.rmdir()

    # ── showing ───────────────────────────────────────────────────────────────────────────────────

    def cards(self) -> list[GameCard]:
        return [self._card_or_fault(id) for id in self.ids()]

    def shown(self, id: str) -> GameShown:
        folder = self.folder(id)
        head, plan = read_json(folder / GAME), read_plan(read_json(folder / PLAN))
        return GameShown(
            self.card(id),
            plan.narrative_intro,
            str(head["order"].get("question", "")),
            tuple(head["degraded"]),
            tokens_spent(head["tokens"]),
            plan_shown(plan),
        )

    def card(self, id: str) -> GameCard:
        folder = self.folder(id)
        head, plan = read_json(folder / GAME), read_plan(read_json(folder / PLAN))
        rounds = tuple(
            mechanic.mechanic_type for scene in plan.scenes for mechanic in scene.mechanics
        )
        return GameCard(
            id,
            plan.title,
            plan.subject,
            plan.difficulty,
            plan.estimated_duration_minutes,
            len(plan.scenes),
            rounds,
            plan.total_max_score,
            head["knowledge"],
            head.get(MARK, "") not in ("", mark_of(folder)),
        )

    def _card_or_fault(self, id: str) -> GameCard:
        try:
            return self.card(id)
        except (DramaturgError, KeyError, TypeError) as error:
            return GameCard(id, id, fault=f"its files were damaged: {type(error).__name__}")

    def blueprint(self, id: str) -> Blueprint:
        return read_blueprint(self.folder(id))

    # ── the design ────────────────────────────────────────────────────────────────────────────────

    def design(self, id: str) -> DesignShown:
        text = read_json(self.folder(id) / DESIGN)
        return DesignShown(_mark(text), sound_design(text)[0])

    def check(self, id: str, source: Mapping[str, Any]) -> DesignChecked:
        """What is wrong with a design for this game, and what it would change. Nothing is kept."""
        folder = self.folder(id)
        checked = check_design(source)
        if checked.plan is None:
            return DesignChecked(issues_shown(checked.issues))
        changed = changes(checked.plan, contents_of(folder), contents_aside(folder))
        return DesignChecked(issues_shown(checked.issues), checked.plan.total_max_score, changed)

    def put_design(self, id: str, version: str, source: Mapping[str, Any]) -> DesignShown:
        """Replace the design of that version. Raises ContentError with every fault, ConflictError
        when it is another by now.
        """
        folder = self.folder(id)
        design, _ = sound_design(source)
        with WRITING:
            if _mark(read_json(folder / DESIGN)) != version:
                raise ConflictError(
                    "somebody else changed this design meanwhile: load it again, then make your"
                    " change"
                )
            write_json(folder / DESIGN, design.model_dump(mode="json"))
        return self.design(id)

    # ── the content ───────────────────────────────────────────────────────────────────────────────

    def contents(self, id: str) -> list[ContentShown]:
        """The content of every round of the design, in play order."""
        folder = self.folder(id)
        _, plan = sound_design(read_json(folder / DESIGN))
        there = {**contents_aside(folder), **contents_of(folder)}
        return [ContentShown(use, there.get(use.fingerprint)) for use in uses_of(plan)]

    def put_content(self, id: str, fingerprint: str, source: Mapping[str, Any]) -> ContentShown:
        """Replace the content of one round. Raises NotFound, and ContentError with every fault."""
        folder = self.folder(id)
        _, plan = sound_design(read_json(folder / DESIGN))
        task = task_for(plan, fingerprint, int(read_json(folder / GAME)["order"].get("seed", 0)))
        if task is None:
            raise NotFound(f"the design of {id} has no round {fingerprint}")
        content = sound_content(source, task).model_dump(mode="json")
        with WRITING:
            write_json(folder / CONTENT / f"{fingerprint}.json", content)
        use = next(use for use in uses_of(plan) if use.fingerprint == fingerprint)
        return ContentShown(use, content)

    # ── making ────────────────────────────────────────────────────────────────────────────────────

    def save(
        self,
        id: str,
        made: Mapping[str, Any],
        mark: str | None = None,
        order: Mapping[str, Any] = NOTHING,
    ) -> None:
        """Keep a game that was made of an order. With a `mark`, only if nobody edited it since it
        was begun.
        """
        folder = self.root / id
        with WRITING:
            if mark is not None and mark_of(folder) != mark:
                raise ConflictError(
                    "the game was edited while it was built again: build it once more"
                )
            save_game(made, folder, self.library, order)
            write_json(folder / GAME, {**read_json(folder / GAME), MARK: mark_of(folder)})

    def delete(self, id: str) -> None:
        shutil.rmtree(self.folder(id))


def shelf_of(settings: Settings) -> GameStore:
    return GameStore(settings.games_folder, library_of(settings))


def mark_of(folder: Path) -> str:
    """Stands for all that a game is built from: its design and its contents."""
    files = [folder / DESIGN, *sorted((folder / CONTENT).glob("*.json"))]
    return _mark([[file.stem, read_json(file)] for file in files])


def _mark(value: Any) -> str:
    return sha256(json.dumps(value, sort_keys=True).encode()).hexdigest()[:16]


# ── jobs ──────────────────────────────────────────────────────────────────────────────────────────


def making(id: str, order: Mapping[str, Any]) -> dict[str, Any]:
    """The request for a job that makes a new game."""
    return {"game": id, "order": {**order, "id": id}, "mark": None}


def remaking(shelf: GameStore, id: str) -> dict[str, Any]:
    """The request for a job that builds a game again from its edited files."""
    folder = shelf.folder(id)
    return {"game": id, "order": rebuild_request(folder), "mark": mark_of(folder)}


def shelf_job(settings: Settings) -> Job:
    """Making a game and putting it on the shelf."""

    async def run(work: Work, request: Any) -> dict[str, Any]:
        shelf, id = shelf_of(settings), str(request["game"])
        try:
            made = await make_game(work, request["order"], kit_of(settings))
        except Exception:
            shelf.release(id)
            raise
        await work.step(
            "save",
            lambda: asyncio.to_thread(shelf.save, id, made, request["mark"], request["order"]),
        )
        return {"game": id}

    return run


async def remake_at_once(request: Mapping[str, Any], settings: Settings) -> None:
    """Build a game again, here and now. Raises BadInput with the reasons why it cannot be built."""

    def remake() -> None:
        made = asyncio.run(make_game(AtOnce(), request["order"], kit_of(settings)))
        shelf_of(settings).save(str(request["game"]), made, request["mark"], request["order"])

    await asyncio.to_thread(remake)


def needs_model(settings: Settings) -> bool:
    """Whether a model is asked when a game is made."""
    return not isinstance(voice_of(settings), OfflineVoice)


def kept_version(shelf: GameStore, kind: str, id: str) -> Version:
    """What the shelf of games or the library has of that kind and id."""
    return (
        game_version(shelf.blueprint(id)) if kind == "game" else version_of(shelf.library, kind, id)
    )
