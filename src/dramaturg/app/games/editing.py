"""Editing a game: what is wrong with a design or with content, and what building it again would
keep, write and leave.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from dramaturg.engines.games.base.design import GameDesignDocument
from dramaturg.engines.games.base.issues import Issue, error, errors
from dramaturg.engines.games.base.plan import GamePlan, MechanicPlan, ScenePlan
from dramaturg.engines.games.make.build import plan_game
from dramaturg.engines.games.make.read_design import read_design
from dramaturg.engines.games.mechanics.mechanic import Content, Task
from dramaturg.engines.games.mechanics.table import MECHANICS, brief_check, task_of
from dramaturg.kernel.errors import ContentError
from dramaturg.turn.jobs import require_json


@dataclass(frozen=True, slots=True)
class CheckedDesign:
    """A design as it was read: without errors there are the document and its plan."""

    issues: tuple[Issue, ...]
    design: GameDesignDocument | None = None
    plan: GamePlan | None = None


@dataclass(frozen=True, slots=True)
class ContentUse:
    """The content of one mechanic, and what becomes of it when the game is built again: kept, to be
    written, or left out.
    """

    fingerprint: str
    mechanic_id: str
    mechanic_type: str
    scene_title: str


@dataclass(frozen=True, slots=True)
class ContentChanges:
    """What building the game again would do to its content."""

    kept: tuple[ContentUse, ...]
    fresh: tuple[ContentUse, ...]
    dropped: tuple[str, ...]


def check_design(source: Mapping[str, Any]) -> CheckedDesign:
    """Everything that is wrong with a design. Raises BadInput for what JSON cannot carry."""
    require_json(dict(source), "the design")
    read = read_design(source)
    if read.design is None or errors(read.issues):
        return CheckedDesign(read.issues)
    planned = plan_game(read.design, brief_check)
    issues = (*read.issues, *(issue for issue in planned.issues if issue not in read.issues))
    return (
        CheckedDesign(issues)
        if errors(issues)
        else CheckedDesign(issues, read.design, planned.plan)
    )


def sound_design(source: Mapping[str, Any]) -> tuple[GameDesignDocument, GamePlan]:
    """Raises ContentError with every fault of the design."""
    checked = check_design(source)
    if checked.design is None or checked.plan is None:
        raise ContentError(errors(checked.issues))
    return checked.design, checked.plan


def sound_content(source: Mapping[str, Any], task: Task) -> Content:
    """Content for a mechanic. Raises ContentError with every fault, BadInput for what JSON cannot
    carry.
    """
    require_json(dict(source), "the content")
    mechanic = MECHANICS[task.mechanic_type]
    try:
        content = mechanic.CONTENT.model_validate(source)
    except ValidationError as misfit:
        misfits = misfit.errors(include_url=False, include_input=False)
        raise ContentError(tuple(map(_unread, misfits))) from misfit
    if found := errors(mechanic.validate(content, task)):
        raise ContentError(found)
    return content


def changes(plan: GamePlan, contents: Iterable[str], aside: Iterable[str] = ()) -> ContentChanges:
    """What is kept of these contents, by fingerprint, what must be written, and what is used no
    more.

    What was set aside earlier is kept where it is wanted again.
    """
    used, uses = set(contents), tuple(uses_of(plan))
    there, wanted = used | set(aside), {use.fingerprint for use in uses}
    kept = tuple(use for use in uses if use.fingerprint in there)
    fresh = tuple(use for use in uses if use.fingerprint not in there)
    return ContentChanges(kept, fresh, tuple(sorted(used - wanted)))


def uses_of(plan: GamePlan) -> Iterator[ContentUse]:
    for scene, mechanic in mechanics_of(plan):
        yield ContentUse(
            mechanic.fingerprint, mechanic.mechanic_id, mechanic.mechanic_type, scene.title
        )


def task_for(plan: GamePlan, fingerprint: str, seed: int) -> Task | None:
    """What the plan asks of the mechanic with this fingerprint, if it has one."""
    for scene, mechanic in mechanics_of(plan):
        if mechanic.fingerprint == fingerprint:
            return task_of(plan, scene, mechanic, seed)
    return None


def mechanics_of(plan: GamePlan) -> Iterator[tuple[ScenePlan, MechanicPlan]]:
    return ((scene, mechanic) for scene in plan.scenes for mechanic in scene.mechanics)


def _unread(misfit: Any) -> Issue:
    remedy = "Write what the content of this mechanic asks for here."
    return error("wrong-type", f"{misfit['msg']}.", remedy, *misfit["loc"])
