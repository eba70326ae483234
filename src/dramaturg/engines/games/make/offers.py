"""Feeding: everything that some knowledge offers, made at every size and judged by its mechanic.
`dramaturg check` proves it.
"""

from __future__ import annotations

from collections.abc import Iterator

from dramaturg.engines.games.base.issues import errors
from dramaturg.engines.games.base.knowledge import Knowledge
from dramaturg.engines.games.make.designer import offers_of
from dramaturg.engines.games.make.scenes import brief_of
from dramaturg.engines.games.mechanics.branching_scenario import story_issues
from dramaturg.engines.games.mechanics.mechanic import CannotFeed, Offer, Task
from dramaturg.engines.games.mechanics.table import MECHANICS
from dramaturg.kernel.errors import Fault
from dramaturg.kernel.explore import Proof

TAKES_ALL = frozenset(
    {"compare_contrast"}
)  # its labels are its two subjects, however many features it has


def feeding_faults(knowledge: Knowledge) -> tuple[Fault, ...]:
    """Stories that nobody would be offered, and why."""
    return tuple(
        Fault(
            "story-refused",
            f"{decision.id} is never told: {issue.message}",
            issue.remedy,
            ("decisions", number),
        )
        for number, decision in enumerate(knowledge.decisions)
        for issue in story_issues(decision)
    )


def prove_feeding(knowledge: Knowledge) -> Proof:
    """Make all that the knowledge offers, and let each mechanic judge it."""
    tasks = [task for offer in offers_of(knowledge) for task in tasks_of(offer)]
    unsound = tuple(fault for task in tasks for fault in _judged(task, knowledge))
    fed = dict.fromkeys(task.mechanic_type for task in tasks)
    note = f"{len(fed)} of {len(MECHANICS)} mechanics: {', '.join(fed)}"
    return Proof(
        knowledge.id,
        "all content that it offers is sound, at every size",
        len(tasks),
        not unsound,
        note,
        unsound,
    )


def tasks_of(offer: Offer) -> Iterator[Task]:
    """Every size of task that a design could make of an offer."""
    for count in range(offer.least_items, offer.most_items + 1):
        yield Task(
            mechanic_id=offer.key,
            mechanic_type=offer.mechanic_type,
            fingerprint=offer.key,
            instruction=offer.instruction,
            labels=offer.labels if offer.mechanic_type in TAKES_ALL else offer.labels[:count],
            count=count,
            brief=brief_of(offer),
            scene_title=offer.goal,
            learning_goal=offer.goal,
            scene_labels=offer.labels,
            difficulty="intermediate",
        )


def _judged(task: Task, knowledge: Knowledge) -> Iterator[str]:
    mechanic = MECHANICS[task.mechanic_type]
    try:
        content = mechanic.generate(task, knowledge)
    except CannotFeed as refusal:
        yield f"{task.mechanic_id} with {task.count}: {refusal}"
    else:
        yield from (
            f"{task.mechanic_id} with {task.count}: {issue}"
            for issue in errors(mechanic.validate(content, task))
        )
