"""The files of a game, each judged by itself: a design, a plan, a blueprint."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from dramaturg.content.documents import parse_file
from dramaturg.content.positions import START, FilePlace, Positions
from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.base.design import GameDesignDocument
from dramaturg.engines.games.base.issues import Issue, errors
from dramaturg.engines.games.base.plan import GamePlan, read_plan
from dramaturg.engines.games.checks.blueprint import (
    CLAIMS,
    prove_course,
    prove_rounds,
    structure_issues,
)
from dramaturg.engines.games.checks.plan import plan_issues
from dramaturg.engines.games.make.build import plan_game
from dramaturg.engines.games.make.read_design import read_design
from dramaturg.engines.games.mechanics.table import brief_check
from dramaturg.engines.games.rules.paths import planned_rehearsal
from dramaturg.kernel.errors import BadInput, ContentError, Fault
from dramaturg.kernel.errors import Path as Steps
from dramaturg.kernel.explore import Proof

Form = Literal["design", "plan", "blueprint"]
Reading = GameDesignDocument | GamePlan | Blueprint

LARGEST = 20_000_000  # bytes, pictures included
IN_A_PLAN = {
    "modeTransitions": "mechanic_connections",
    "mechanicId": "mechanic_id",
    "condition": "min_score_pct",
}


@dataclass(frozen=True, slots=True)
class Found:
    """What is wrong with one text, what it says, and the game that it comes to, if it
    comes to one.
    """

    issues: tuple[Issue, ...] = ()
    read: Reading | None = None
    game: Blueprint | None = None


def text_of(file: Path) -> str:
    """Nothing when there is nothing to be read: no file, or one that is far too large for
    a game.
    """
    try:
        readable = file.is_file() and file.stat().st_size <= LARGEST
        return file.read_text(encoding="utf-8", errors="replace") if readable else ""
    except OSError:
        return ""


def form_of(text: str) -> Form | None:
    """What a text in JSON is, going by its keys: it may be broken, and is to be judged then. None
    when it is no game's.
    """
    if not ('"scenes"' in text and '"mechanics"' in text):
        return None
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return "design" if '"mechanic_type"' in text else None
    if not isinstance(value, dict) or not isinstance(value.get("scenes"), list):
        return None
    if "totalMaxScore" in value or "templateType" in value:
        return "blueprint"
    if "total_max_score" in value:
        return "plan"
    return "design" if '"mechanic_type"' in text else None


# ── judging ───────────────────────────────────────────────────────────────────────────────────────


def read_a_design(text: str) -> Found:
    """Its warnings are left to whoever makes the game of it."""
    read = read_design(text)
    if read.design is None:
        return Found(errors(read.issues))
    planned = plan_game(read.design, brief_check)
    issues = errors(planned.issues)
    return Found(issues, read.design, None if issues else planned_rehearsal(planned.plan))


def read_a_plan(text: str) -> Found:
    try:
        plan = read_plan(json.loads(text))
    except BadInput as refusal:
        return Found(misfits("not-a-plan", refusal.__cause__))
    except (ValueError, RecursionError) as error:
        return Found((not_json(error),))
    issues = plan_issues(plan)
    return Found(issues, plan, None if issues else planned_rehearsal(plan))


def read_a_blueprint(text: str) -> Found:
    try:
        blueprint = Blueprint.model_validate(json.loads(text))
    except ValidationError as misfit:
        return Found(misfits("not-a-blueprint", misfit))
    except (ValueError, RecursionError) as error:
        return Found((not_json(error),))
    issues = structure_issues(blueprint)
    return Found(issues, blueprint, None if issues else blueprint)


READERS: Mapping[Form, Callable[[str], Found]] = {
    "design": read_a_design,
    "plan": read_a_plan,
    "blueprint": read_a_blueprint,
}


def not_json(error: Exception) -> Issue:
    message = f"This is not JSON: {error}."
    return Issue("not-json", message, "Write one JSON object, and close it.")


def misfits(code: str, error: BaseException | None) -> tuple[Issue, ...]:
    """Where a file has another form than it must have; not around such a place, where it is only a
    consequence.
    """
    found = (
        {each["loc"]: each["msg"] for each in error.errors(include_url=False)}
        if isinstance(error, ValidationError)
        else {}
    )
    inside = [
        place
        for place in found
        if not any(place != other and other[: len(place)] == place for other in found)
    ]
    remedy = "Write what belongs there, or make the game again."
    return tuple(Issue(code, f"{found[place]}.", remedy, place) for place in inside)


# ── proving ───────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Proven:
    """What was proven of a text, what was refuted, and what nobody could prove."""

    proofs: tuple[Proof, ...] = ()
    issues: tuple[Issue, ...] = ()
    unproven: tuple[str, ...] = ()


def proven(found: Found, subject: str) -> Proven:
    """The course of the game; and its rounds, when there is more of them than a plan."""
    if found.game is None:
        return Proven()
    is_plan = found.game is not found.read
    rounds = () if is_plan else prove_rounds(found.game, subject)
    try:
        proofs = (*prove_course(found.game, subject), *rounds)
    except ContentError as error:
        unproven = f"{subject}: where plays can go: {error.faults[0].message}"
        return Proven(rounds, tuple(_refutations(rounds, is_plan)), (unproven,))
    return Proven(proofs, tuple(_refutations(proofs, is_plan)))


def _refutations(proofs: Iterable[Proof], is_plan: bool) -> Iterator[Issue]:
    for proof in proofs:
        if not proof.holds:
            message = f"{proof.subject}: {proof.note} (refuted: {proof.claim})"
            path = _planned(proof.path) if is_plan else proof.path
            yield Issue(proof.code, message, CLAIMS[proof.code][1], path)


def _planned(path: Steps) -> Steps:
    """The place in a plan that is meant by one in the blueprint of it."""
    match path:
        case ("sceneTransitions", int(number), *rest):
            path = ("scenes", number, "transition_to_next", *rest)
    return tuple(IN_A_PLAN.get(str(step), step) for step in path)


# ── places ────────────────────────────────────────────────────────────────────────────────────────


def located(issues: Iterable[Issue], file: Path, text: str) -> tuple[Fault, ...]:
    """Issues as faults, each where its path leads to in the file."""
    issues = tuple(issues)
    positions = (
        parse_file(text.encode("utf-8", "replace"), str(file)).positions
        if issues
        else Positions({}, {})
    )
    return tuple(
        issue.at(
            str(file),
            *(_broken_at(text) if issue.code == "not-json" else positions.value(issue.path)),
        )
        for issue in issues
    )


def _broken_at(text: str) -> FilePlace:
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        return FilePlace(error.lineno, error.colno)
    except RecursionError:
        return START
    return START
