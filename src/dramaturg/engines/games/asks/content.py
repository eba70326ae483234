"""Asking for the content of one mechanic: its form to fill in, the facts to take it from, the craft
of writing it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from dramaturg.engines.games.asks.filled_form import MOST_ISSUES, filled_form
from dramaturg.engines.games.base.issues import errors, feedback
from dramaturg.engines.games.base.knowledge import Knowledge
from dramaturg.engines.games.mechanics.mechanic import Content, Task
from dramaturg.engines.games.mechanics.table import MECHANICS
from dramaturg.turn.asks import Ask, Unreadable
from dramaturg.turn.contract import Role
from dramaturg.turn.json_answers import shown
from dramaturg.turn.ports import Prompt

MOST_TOKENS = 3_000

_CRAFT = """You write the content of one mechanic of a learning game: plain words, right facts, kind tone. Never tell an answer in
the text or the hint that asks for it. Every explanation says why, in one sentence. Leave nothing unfilled.
Answer with one JSON object of the given schema and nothing else."""


@dataclass(frozen=True)
class ContentAsk(Ask[Content]):
    name: ClassVar[str] = "games.content"
    role: ClassVar[Role] = "speak"

    task: Task
    knowledge: Knowledge

    def prompt(self) -> Prompt:
        mechanic = MECHANICS[self.task.mechanic_type]
        user = _ground(self.task, self.knowledge)
        system = f"{_CRAFT}\n\n{mechanic.craft(self.task)}"
        return Prompt(
            self.name, self.role, system, user, mechanic.Form.model_json_schema(), MOST_TOKENS
        )

    def read(self, text: str) -> Content:
        mechanic = MECHANICS[self.task.mechanic_type]
        form = filled_form(mechanic.Form, text, _ground(self.task, self.knowledge))
        content = mechanic.read(form, self.task)
        if issues := errors(mechanic.validate(content, self.task)):
            raise Unreadable(
                f"the content has these issues:\n{feedback(issues[:MOST_ISSUES])}{shown(text)}"
            )
        return content

    def offline(self) -> Content:
        """Raises CannotFeed."""
        return MECHANICS[self.task.mechanic_type].generate(self.task, self.knowledge)


def _ground(task: Task, knowledge: Knowledge) -> str:
    return "\n".join((*_wanted(task), *_facts(task, knowledge)))


def _wanted(task: Task) -> Iterator[str]:
    yield f"SCENE: {task.scene_title}. {task.learning_goal}"
    yield f"THE PLAYER READS: {task.instruction}"
    yield f"TO BE WRITTEN: {task.brief.generation_goal} {task.brief.notes}".strip()
    yield f"EXACTLY {task.count} ITEMS, difficulty {task.difficulty}"


def _facts(task: Task, knowledge: Knowledge) -> Iterator[str]:
    yield "FACTS TO WRITE FROM"
    for concept in knowledge.concepts:
        yield (
            f"- {concept.label} ({concept.kind}): {concept.definition} {concept.function or ''}".strip()
        )
