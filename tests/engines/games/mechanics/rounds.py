"""Content as a round that can be looked at and typed into, and tasks that name what they are made
from.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from tests.engines.games.mechanics.knowledge import task_for, zones_of

from dramaturg.engines.games.base.blueprint import Feedback, Round
from dramaturg.engines.games.base.issues import Issue
from dramaturg.engines.games.mechanics.mechanic import Content, Mechanic, Offer, Progress, Task

FRESH = Progress(attempts={}, settled={})


def asked(offer: Offer, count: int, seed: int = 0, **others: Any) -> Task:
    """The task that the designer makes of an offer: the brief names what it is made from."""
    task = task_for(offer, count, seed, **others)
    return replace(
        task, brief=task.brief.model_copy(update={"key_concepts": (offer.key.partition(":")[2],)})
    )


def round_of(mechanic: Mechanic, content: Content, task: Task) -> Round:
    """The round a player gets; on a picture, every label of the scene has its zone."""
    zones = zones_of(task.scene_labels) if mechanic.NEEDS_DIAGRAM else {}
    return Round(
        mechanic_id=task.mechanic_id,
        type=task.mechanic_type,
        fingerprint=task.fingerprint,
        instruction=task.instruction,
        points_per_item=10,
        max_score=10 * task.count,
        credit=(1.0, 0.5, 0.25),
        seed=task.seed,
        feedback=Feedback(correct="Yes.", incorrect="No.", completion="Done."),
        **mechanic.play_form(content, task, zones),
    )


def codes(issues: Iterable[Issue]) -> set[str]:
    return {issue.code for issue in issues}
