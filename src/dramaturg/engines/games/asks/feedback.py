"""Asking what players of a scene are told, and which of their mistakes show a belief."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from dramaturg.engines.games.asks.filled_form import MOST_ISSUES, filled_form
from dramaturg.engines.games.base.issues import errors, feedback
from dramaturg.engines.games.base.knowledge import Knowledge
from dramaturg.engines.games.make.feedback import (
    FeedbackForm,
    Played,
    craft,
    interact,
    read,
    validate,
)
from dramaturg.engines.games.mechanics.mechanic import Content
from dramaturg.engines.games.mechanics.table import MECHANICS
from dramaturg.turn.asks import Ask, Unreadable
from dramaturg.turn.contract import Role
from dramaturg.turn.json_answers import shown
from dramaturg.turn.ports import Prompt

MOST_TOKENS = 3_000

_FORM = "Answer with one JSON object of the given schema and nothing else."


@dataclass(frozen=True)
class InteractionAsk(Ask[Mapping[str, Content]]):
    """The rounds of one scene, by fingerprint."""

    name: ClassVar[str] = "games.interaction"
    role: ClassVar[Role] = "speak"

    scene: str
    rounds: Mapping[str, Played]
    knowledge: Knowledge

    def prompt(self) -> Prompt:
        return Prompt(
            self.name, self.role, _FORM, self._told, FeedbackForm.model_json_schema(), MOST_TOKENS
        )

    def read(self, text: str) -> Mapping[str, Content]:
        form = filled_form(FeedbackForm, text, self._told)
        contents = read(form, list(self.rounds.values()))
        written = dict(zip(self.rounds, contents, strict=True))
        issues = [
            issue.under("rounds", number)
            for number, (print_, content) in enumerate(written.items())
            for issue in errors(validate(content, self.rounds[print_][0]))
        ]
        if issues:
            raise Unreadable(f"it has these issues:\n{feedback(issues[:MOST_ISSUES])}{shown(text)}")
        return written

    @property
    def _told(self) -> str:
        return f"SCENE: {self.scene}\n{craft(list(self.rounds.values()))}"

    def offline(self) -> Mapping[str, Content]:
        return {
            print_: interact(content, task, MECHANICS[task.mechanic_type], self.knowledge)
            for print_, (task, content) in self.rounds.items()
        }
