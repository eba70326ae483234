"""Asking for what there is to know about a subject: the same document an author would write,
drafted by a model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from pydantic import ValidationError

from dramaturg.engines.games.asks.filled_form import talk_in
from dramaturg.engines.games.base.knowledge import Knowledge
from dramaturg.engines.games.checks.knowledge import knowledge_faults
from dramaturg.engines.games.diagrams.sources import all_sources
from dramaturg.turn.asks import Ask, Unreadable
from dramaturg.turn.contract import Role
from dramaturg.turn.json_answers import object_in, shown
from dramaturg.turn.ports import Prompt

MOST_TOKENS = 12_000
MOST_FAULTS = 20
NOT_THEIRS = (
    "kind",
    "id",
    "version",
    "diagrams",
)  # decided by whoever asked; pictures are drawn by code

_CRAFT = """You write down what there is to know about a subject, for learning games that a program makes from it. Facts only,
plain words, nothing you are not sure of.
- `concepts`: eight to sixteen. `label` is one to three words. `definition`, `function`, `clue` and `hint` become questions, so
  they never say the label. `clue` is at most 30 characters. `kind` and `attributes` sort concepts into groups: use the same
  words for several concepts, two to four kinds in all.
- `hierarchy`: concept id to the ids of its parts or kinds; no circles.
- `sequences`: things in an order that can be known, four to eight steps, no "first" or "then" in the texts; a step names its
  `concept` where there is one.
- `confusions` and `misconceptions`: what learners take for what, by concept ids, with what to tell them.
- `comparisons`: two concepts, five or more features: first, second or both.
- `decisions`: a short story of three to five moments with two to four options of like length; one option of each is `best`,
  the best ones lead to a good ending; every moment and ending can be reached.
- Ids are small letters, digits and _, beginning with a letter."""

_FORM = (
    "Answer with one JSON object of the given schema and nothing else. Leave out what is optional"
    " and has no content."
)


@dataclass(frozen=True)
class KnowledgeAsk(Ask[Knowledge | None]):
    """`offline` gives what lies on the shelf: None when nothing there fits."""

    name: ClassVar[str] = "games.knowledge"
    role: ClassVar[Role] = "extract"

    question: str
    id: str
    shelf: Knowledge | None = None

    def prompt(self) -> Prompt:
        return Prompt(
            self.name, self.role, f"{_CRAFT}\n\n{_FORM}", self.question, form(), MOST_TOKENS
        )

    def read(self, text: str) -> Knowledge | None:
        own = {key: value for key, value in object_in(text).items() if key not in NOT_THEIRS}
        if talk := talk_in(own, self.question):
            raise Unreadable(f"{talk!r} is a model's talk: write down facts only.{shown(text)}")
        try:
            knowledge = Knowledge.model_validate(
                {"kind": "knowledge", "id": self.id, "version": "1", **own}
            )
        except ValidationError as error:
            raise Unreadable(_told([_fault(each) for each in error.errors()], text)) from error
        if faults := knowledge_faults(knowledge):
            raise Unreadable(_told([str(fault) for fault in faults], text))
        return knowledge.model_copy(update={"diagrams": all_sources(knowledge)})

    def offline(self) -> Knowledge | None:
        return self.shelf


def form() -> dict[str, Any]:
    """The JSON Schema of what may be written."""
    schema = Knowledge.model_json_schema()
    properties = {
        key: value for key, value in schema["properties"].items() if key not in NOT_THEIRS
    }
    return {
        **schema,
        "properties": properties,
        "required": [key for key in schema["required"] if key in properties],
    }


def _fault(error: Any) -> str:
    return f"{'.'.join(map(str, error['loc']))}: {error['msg']}"


def _told(faults: Sequence[str], text: str) -> str:
    more = [f"and {len(faults) - MOST_FAULTS} more"] if len(faults) > MOST_FAULTS else []
    return "\n".join(
        (
            f"it has {len(faults)} faults:",
            *(f"- {fault}" for fault in (*faults[:MOST_FAULTS], *more)),
        )
    ) + shown(text)
