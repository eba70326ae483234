"""What pages show of a game: a card in a list, its scenes and rounds, its plan, and the content of
every round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from dramaturg.app.games.editing import ContentChanges, ContentUse
from dramaturg.engines.games.base.design import GameDesignDocument
from dramaturg.engines.games.base.issues import Issue
from dramaturg.engines.games.base.plan import GamePlan, MechanicPlan, ScenePlan


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game in a list. `fault` says why it cannot be shown; `edited`, that it was edited since it
    was built.
    """

    id: str
    title: str
    subject: str = ""
    difficulty: str = ""
    minutes: int = 0
    scenes: int = 0
    rounds: tuple[str, ...] = ()
    points: int = 0
    knowledge: str = ""
    edited: bool = False
    fault: str = ""


@dataclass(frozen=True, slots=True)
class PlanMechanic:
    id: str
    type: str
    instruction: str
    labels: tuple[str, ...]
    items: int
    points_per_item: int
    points: int
    seconds: int | None
    parent: str | None
    last: bool
    fingerprint: str


@dataclass(frozen=True, slots=True)
class PlanConnection:
    """A way from one round to the next; `value` is the share of points, or the seconds, that its
    trigger asks for.
    """

    origin: str
    to: str
    trigger: str
    value: float | None


@dataclass(frozen=True, slots=True)
class PlanScene:
    id: str
    title: str
    goal: str
    picture: bool
    points: int
    onward: str
    """How the next scene is reached; empty in the last."""
    onward_share: float | None
    mechanics: tuple[PlanMechanic, ...]
    connections: tuple[PlanConnection, ...]


@dataclass(frozen=True, slots=True)
class PlanShown:
    points: int
    scenes: tuple[PlanScene, ...]


@dataclass(frozen=True, slots=True)
class GameShown:
    """A game as its page shows it: as it was last built."""

    card: GameCard
    intro: str
    question: str
    degraded: tuple[str, ...]
    tokens: Mapping[str, int]
    plan: PlanShown


@dataclass(frozen=True, slots=True)
class DesignShown:
    """The design as it stands. `version` names it, for whoever wants to replace this one and no
    other.
    """

    version: str
    design: GameDesignDocument


@dataclass(frozen=True, slots=True)
class IssueShown:
    """Something to mend in a design: where it is, what is wrong, and what to do."""

    place: str
    message: str
    remedy: str
    code: str
    severity: str


@dataclass(frozen=True, slots=True)
class DesignChecked:
    """What is wrong with a design and, if nothing is, what building it would change."""

    issues: tuple[IssueShown, ...]
    points: int | None = None
    changes: ContentChanges | None = None


@dataclass(frozen=True, slots=True)
class ContentShown:
    """The content of one round; None when it is still to be written."""

    use: ContentUse
    content: Mapping[str, Any] | None


def plan_shown(plan: GamePlan) -> PlanShown:
    return PlanShown(plan.total_max_score, tuple(map(_scene, plan.scenes)))


def issues_shown(issues: tuple[Issue, ...]) -> tuple[IssueShown, ...]:
    return tuple(
        IssueShown(each.place, each.message, each.remedy, each.code, each.severity)
        for each in issues
    )


def tokens_spent(tokens: Mapping[str, Any]) -> Mapping[str, int]:
    """What the steps of making it cost, by step."""
    return {
        name: int(spent["tokens_in"]) + int(spent["tokens_out"]) for name, spent in tokens.items()
    }


def _scene(scene: ScenePlan) -> PlanScene:
    onward = scene.transition_to_next
    return PlanScene(
        scene.scene_id,
        scene.title,
        scene.learning_goal,
        scene.needs_diagram,
        scene.scene_max_score,
        onward.transition_type if onward else "",
        onward.min_score_pct if onward else None,
        tuple(map(_mechanic, scene.mechanics)),
        tuple(_connections(scene)),
    )


def _mechanic(mechanic: MechanicPlan) -> PlanMechanic:
    return PlanMechanic(
        mechanic.mechanic_id,
        mechanic.mechanic_type,
        mechanic.instruction_text,
        mechanic.zone_labels_used,
        mechanic.expected_item_count,
        mechanic.points_per_item,
        mechanic.max_score,
        mechanic.time_limit_seconds if mechanic.is_timed else None,
        mechanic.parent_mechanic_id,
        mechanic.is_terminal,
        mechanic.fingerprint,
    )


def _connections(scene: ScenePlan) -> Iterator[PlanConnection]:
    for edge in scene.mechanic_connections:
        yield PlanConnection(
            edge.from_mechanic_id, edge.to_mechanic_id, edge.trigger, edge.trigger_value
        )
