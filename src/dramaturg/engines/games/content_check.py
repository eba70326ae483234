"""Judging knowledge, and games: the folder that `game make` writes, or a design, a plan or a
blueprint that lies elsewhere.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

from pydantic import BaseModel, ValidationError

from dramaturg.content.documents import Loaded, Torn, in_order
from dramaturg.content.library import NAMED_FILES, Library, everything_in
from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.base.design import GameDesignDocument
from dramaturg.engines.games.base.issues import Issue, errors
from dramaturg.engines.games.base.knowledge import Knowledge
from dramaturg.engines.games.base.plan import GamePlan, plan_json
from dramaturg.engines.games.checks.knowledge import knowledge_faults
from dramaturg.engines.games.game_files import (
    READERS,
    Form,
    Found,
    form_of,
    located,
    misfits,
    not_json,
    proven,
    text_of,
)
from dramaturg.engines.games.game_folder import BLUEPRINT, CONTENT, DESIGN, FORMAT, GAME, PLAN
from dramaturg.engines.games.make.build import build_game_graph
from dramaturg.engines.games.make.offers import feeding_faults, prove_feeding
from dramaturg.engines.games.mechanics.mechanic import Task
from dramaturg.engines.games.mechanics.table import MECHANICS, task_of
from dramaturg.engines.games.rules.assemble import mode_transitions, scene_transitions
from dramaturg.engines.kit import Faults, Judged
from dramaturg.kernel.errors import Fault
from dramaturg.kernel.errors import Path as Steps

FILES: Mapping[Form, str] = {"design": DESIGN, "plan": PLAN, "blueprint": BLUEPRINT}
AGAIN = "Make the game again: `dramaturg game rebuild` and the folder."


# ── finding games ─────────────────────────────────────────────────────────────────────────────────


def files_in(paths: Sequence[Path]) -> Iterator[Path]:
    """The folders of games, and the designs, plans and blueprints that lie elsewhere. Nothing else
    is claimed.
    """
    yield from dict.fromkeys(
        game for path in paths for game in (_inside(path) if path.is_dir() else _named(path))
    )


def _inside(folder: Path) -> Iterator[Path]:
    files = [file for file in everything_in(folder) if file.suffix == ".json"]
    games = [file.parent for file in files if _is_head(file)]
    yield from games
    for file in files:
        if (
            file.name not in NAMED_FILES
            and not any(file.is_relative_to(game) for game in games)
            and form_of(text_of(file))
        ):
            yield file


def _named(file: Path) -> Iterator[Path]:
    if _is_head(file):
        yield file.parent
    elif file.suffix == ".json" and form_of(text_of(file)):
        yield file


def _is_head(file: Path) -> bool:
    return file.name == GAME and f'"{FORMAT}"' in text_of(file)


# ── knowledge ─────────────────────────────────────────────────────────────────────────────────────


def around(library: Library) -> None:
    return None


def judge(loaded: Loaded[BaseModel], around: None) -> Judged:
    knowledge = cast(Knowledge, loaded.document)
    faults = knowledge_faults(knowledge) or feeding_faults(knowledge)
    return Judged(faults) if faults else Judged((), (prove_feeding(knowledge),))


def judge_torn(torn: Torn[BaseModel], around: None) -> Faults:
    return ()


def named_files(document: Any) -> Iterator[str]:
    """The pictures of knowledge."""
    if isinstance(document, Knowledge):
        yield from (source.file for source in document.diagrams if source.file)


# ── judging ───────────────────────────────────────────────────────────────────────────────────────


def judge_file(path: Path) -> Judged:
    """Everything wrong with a game, and what is proven of it."""
    return _judge_folder(path) if path.is_dir() else _judge_file(path)


def _judge_file(file: Path) -> Judged:
    text = text_of(file)
    found = READERS[form_of(text) or "design"](text)
    play = proven(
        found, f"game {found.read.id if isinstance(found.read, Blueprint) else file.stem}"
    )
    return Judged(
        in_order(located((*found.issues, *play.issues), file, text)), play.proofs, play.unproven
    )


def _judge_folder(folder: Path) -> Judged:
    """Each file by itself, then whether they belong together. What is proven is proven of the
    blueprint.
    """
    texts = {form: text_of(folder / name) for form, name in FILES.items()}
    found = {form: _read(form, text) for form, text in texts.items()}
    play = proven(found["blueprint"], f"game {folder.name}")
    faults = list(_content_faults(folder, found["plan"], texts["plan"]))
    for form, issues in (
        *(((form, each.issues) for form, each in found.items())),
        *_together(found),
        ("blueprint", play.issues),
    ):
        faults += located(issues, folder / FILES[form], texts[form])
    return Judged(in_order(faults), play.proofs, play.unproven)


def _read(form: Form, text: str) -> Found:
    if not text.strip():
        return Found(
            (
                Issue(
                    "file-missing",
                    f"There is no {FILES[form]}, or nothing in it that can be read.",
                    AGAIN,
                ),
            )
        )
    return READERS[form](text)


Placed = tuple[Form, tuple[Issue, ...]]


def _together(found: Mapping[Form, Found]) -> Iterator[Placed]:
    """Where files that are sound do not say the same."""
    sound = {form: each.read for form, each in found.items() if not each.issues}
    design, plan, blueprint = sound.get("design"), sound.get("plan"), sound.get("blueprint")
    if isinstance(design, GameDesignDocument) and isinstance(plan, GamePlan):
        place = _difference(plan_json(build_game_graph(design)), plan_json(plan))
        if place is not None:
            yield (
                "plan",
                (Issue("plan-outdated", "The design gives another plan.", AGAIN, place),),
            )
    if isinstance(plan, GamePlan) and isinstance(blueprint, Blueprint):
        place = _difference(_outline_of_plan(plan), _outline(blueprint))
        if place is not None:
            yield (
                "blueprint",
                (Issue("blueprint-outdated", "The plan says something else here.", AGAIN, place),),
            )


def _difference(one: Any, other: Any, path: Steps = ()) -> Steps | None:
    """The first place where two values in JSON are not the same."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        found = (_difference(one[key], other[key], (*path, key)) for key in one)
        return next((place for place in found if place is not None), None)
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        found = (
            _difference(mine, its, (*path, at))
            for at, (mine, its) in enumerate(zip(one, other, strict=True))
        )
        return next((place for place in found if place is not None), None)
    return None if one == other else path


def _outline(blueprint: Blueprint) -> dict[str, Any]:
    """What a blueprint takes from its plan."""
    scenes = [
        {
            "sceneId": scene.scene_id,
            "mechanics": [
                {"mechanicId": each.mechanic_id, "maxScore": each.max_score}
                for each in scene.mechanics
            ],
            "modeTransitions": [edge.model_dump(mode="json") for edge in scene.mode_transitions],
        }
        for scene in blueprint.scenes
    ]
    return {
        "scenes": scenes,
        "sceneTransitions": [each.model_dump(mode="json") for each in blueprint.scene_transitions],
    }


def _outline_of_plan(plan: GamePlan) -> dict[str, Any]:
    scenes = [
        {
            "sceneId": scene.scene_id,
            "mechanics": [
                {"mechanicId": each.mechanic_id, "maxScore": each.max_score}
                for each in scene.mechanics
            ],
            "modeTransitions": [edge.model_dump(mode="json") for edge in mode_transitions(scene)],
        }
        for scene in plan.scenes
    ]
    return {
        "scenes": scenes,
        "sceneTransitions": [each.model_dump(mode="json") for each in scene_transitions(plan)],
    }


# ── content ───────────────────────────────────────────────────────────────────────────────────────


def _content_faults(folder: Path, found: Found, text: str) -> Iterator[Fault]:
    """What is wrong with the content of each mechanic of a sound plan."""
    plan, head = found.read, text_of(folder / GAME)
    try:
        game = json.loads(head)
    except (ValueError, RecursionError) as error:
        yield from located([not_json(error)], folder / GAME, head)
        return
    if isinstance(plan, GamePlan) and not found.issues:
        for place, task in _tasks(plan, _seed(game)):
            file = folder / CONTENT / f"{task.fingerprint}.json"
            content = text_of(file)
            if content.strip():
                yield from located(_content_issues(content, task), file, content)
            else:
                missing = Issue(
                    "content-missing",
                    f"There is no content for {task.mechanic_id}: {file.name}.",
                    AGAIN,
                    place,
                )
                yield from located([missing], folder / PLAN, text)


def _tasks(plan: GamePlan, seed: int) -> Iterator[tuple[Steps, Task]]:
    """What is to be made for each mechanic, with its place in the plan."""
    for number, scene in enumerate(plan.scenes):
        for index, mechanic in enumerate(scene.mechanics):
            yield ("scenes", number, "mechanics", index), task_of(plan, scene, mechanic, seed)


def _seed(game: Any) -> int:
    match game:
        case {"order": {"seed": int(seed)}}:
            return seed
    return 0


def _content_issues(text: str, task: Task) -> tuple[Issue, ...]:
    mechanic = MECHANICS[task.mechanic_type]
    try:
        content = mechanic.CONTENT.model_validate(json.loads(text))
    except ValidationError as misfit:
        return misfits("not-content", misfit)
    except (ValueError, RecursionError) as error:
        return (not_json(error),)
    return errors(mechanic.validate(content, task))
