"""Feeding: everything that some knowledge offers, made at every size and judged by its mechanic. `dramaturg check` proves it."""

from __future__ import annotations

from collections.abc import Iterator

from dramaturg.engines.games.designer import offers_of
from dramaturg.engines.games.issues import errors
from dramaturg.engines.games.knowledge import Knowledge
from dramaturg.engines.games.mechanics.base import CannotFeed, Offer, Task
from dramaturg.engines.games.mechanics.table import MECHANICS
from dramaturg.engines.games.staging import brief_of
from dramaturg.kernel.errors import Fault
from dramaturg.kernel.explore import Proof

SEEDS = (1,)
TAKES_ALL = frozenset({"compare_contrast"})  # its labels are its two subjects, however many features it has


def feeding_faults(knowledge: Knowledge) -> tuple[Fault, ...]:
    """What is wrong with content that the knowledge offers, each once."""
    found = (fault for offer in offers_of(knowledge) for task in tasks_of(offer) for fault in _judged(task, knowledge))
    return tuple({fault.message: fault for fault in found}.values())


def prove_feeding(knowledge: Knowledge) -> tuple[Proof, ...]:
    """What was found of knowledge without faults: which mechanics it feeds, over how much content."""
    offers = offers_of(knowledge)
    fed = dict.fromkeys(offer.mechanic_type for offer in offers)
    tried = sum(1 for offer in offers for _ in tasks_of(offer))
    note = f"{len(fed)} of {len(MECHANICS)} mechanics: {', '.join(fed)}"
    return (Proof(knowledge.id, "all content that it offers is sound, at every size", tried, True, note),)


def tasks_of(offer: Offer) -> Iterator[Task]:
    """Every task a design could make of an offer: each size, with several seeds."""
    for count in range(offer.least_items, offer.most_items + 1):
        for seed in SEEDS:
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
                seed=seed,
            )


def _judged(task: Task, knowledge: Knowledge) -> Iterator[Fault]:
    mechanic = MECHANICS[task.mechanic_type]
    try:
        issues = errors(mechanic.validate(mechanic.generate(task, knowledge), task))
    except CannotFeed as refusal:
        yield Fault("content-unsound", f"{task.mechanic_id}: {refusal}", "Add what is missing.")
        return
    for issue in issues:
        yield Fault("content-unsound", f"{task.mechanic_id}: {issue.path}: {issue.message} ({issue.code})", issue.fix)
