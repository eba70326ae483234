"""What each answer is in itself, from knowledge: whoever chose wrongly is told what they chose, and
what they were asked for, without a name being given away.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

from dramaturg.engines.games.base.knowledge import Knowledge, KnowledgeConcept
from dramaturg.engines.games.mechanics.facts import facts_of, labelled_fact
from dramaturg.engines.games.mechanics.mechanic import Content, ContentItem, Mechanic, Task

C = TypeVar("C", bound=Content)

TELLING = ("definition", "function", "clue")
BOTH = "both"


def explained(content: C, task: Task, mechanic: Mechanic, knowledge: Knowledge) -> C:
    """The same content, with what its items and the answers to them are in themselves."""
    meanings = (
        dict(_sides(content, mechanic, knowledge))
        if task.mechanic_type == "compare_contrast"
        else dict(_answers(content, mechanic, knowledge))
    )
    items = tuple(_with_meaning(item, knowledge) for item in content.items)
    return content.model_copy(update={"items": items, "meanings": meanings})


def meaning_of(concept: KnowledgeConcept, beside: Iterable[str] = ()) -> str:
    """What it is, in words that do not name it and that were not said yet."""
    said = tuple(beside)
    told = (fact.text for fact in facts_of(concept, TELLING))
    return next((text for text in told if not any(text in each for each in said)), "")


def _with_meaning(item: ContentItem, knowledge: Knowledge) -> ContentItem:
    concept = knowledge.by_id.get(item.concept)
    about = meaning_of(concept, (item.text, item.hint)) if concept else ""
    return item.model_copy(update={"about": about or item.about})


def _answers(
    content: Content, mechanic: Mechanic, knowledge: Knowledge
) -> Iterator[tuple[str, str]]:
    """Only where an answer stands for a thing: a heading or a position is none."""
    if not mechanic.NEEDS_DIAGRAM:
        return
    for concept, key in mechanic.keys(content, knowledge).items():
        if meaning := meaning_of(knowledge.by_id[concept]):
            yield key, meaning


def _sides(content: Content, mechanic: Mechanic, knowledge: Knowledge) -> Iterator[tuple[str, str]]:
    sides: Mapping[str, str] = mechanic.keys(content, knowledge)
    told = {side: labelled_fact(knowledge.by_id[concept]) for concept, side in sides.items()}
    yield from told.items()
    yield BOTH, " ".join(told.values())
