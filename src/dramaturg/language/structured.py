"""How JSON of a schema is asked for: by the strictest means that a model takes, and which those are
is learned from what it refuses.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic_ai.models import Model, ModelRequestParameters
from pydantic_ai.output import OutputObjectDefinition

from dramaturg.turn.ports import Prompt, StructuredBy

IN_WORDS = """Answer with one JSON object and nothing else: no Markdown, no words around it.
It is of this JSON Schema:
"""


@dataclass(frozen=True, slots=True)
class Means:
    """What a model knows, the strictest first, and what it has taken: the `first` question that it
    answered decides where others begin, and an ask that needed less keeps to that.
    """

    known: tuple[StructuredBy, ...]
    closes_objects: bool = False
    """Whether it takes no keys that a schema does not name, so that a map would come empty."""
    first: StructuredBy = ""
    by_ask: Mapping[str, StructuredBy] = field(default_factory=dict)

    def to_try(self, prompt: Prompt) -> tuple[StructuredBy, ...]:
        """One after the other, until one is not refused."""
        begin = self.by_ask.get(prompt.ask) or self.first or self.known[0]
        if begin == "schema" and self._would_empty(prompt):
            begin = self.known[1]
        return self.known[self.known.index(begin) :]

    def taken(self, prompt: Prompt, by: StructuredBy) -> Means:
        if self._would_empty(prompt):
            return self  # this says something about the schema, not about the model
        return replace(self, first=self.first or by, by_ask={**self.by_ask, prompt.ask: by})

    def _would_empty(self, prompt: Prompt) -> bool:
        return self.closes_objects and has_free_keys(prompt.schema)


def means_of(model: Model) -> Means:
    """As its provider's profile has it; to ask in words is always possible."""
    profile = model.profile
    known: dict[StructuredBy, bool] = {
        "schema": profile.get("supports_json_schema_output", False),
        "json": profile.get("supports_json_object_output", False),
        "words": True,
    }
    return Means(
        tuple(by for by, is_known in known.items() if is_known),
        closes_objects=model.system.startswith("anthropic"),
    )


def has_free_keys(schema: Any) -> bool:
    """Whether somewhere in a schema an object has keys that are not named."""
    if isinstance(schema, list):
        return any(map(has_free_keys, schema))
    if not isinstance(schema, Mapping):
        return False
    is_free = schema.get("type") == "object" and not schema.get("properties")
    return is_free or any(map(has_free_keys, schema.values()))


def instructions(prompt: Prompt, by: StructuredBy) -> str:
    """The system part, with the schema behind it where nothing else tells it."""
    if by != "words":
        return prompt.system
    return f"{prompt.system}\n\n{IN_WORDS}{json.dumps(prompt.schema, ensure_ascii=False)}"


def parameters(prompt: Prompt, by: StructuredBy) -> ModelRequestParameters:
    """What the provider is told beside the words."""
    if prompt.schema is None or by == "words":
        return ModelRequestParameters()
    return ModelRequestParameters(
        output_mode="native" if by == "schema" else "prompted",
        output_object=OutputObjectDefinition(json_schema=dict(prompt.schema), name=prompt.ask),
    )
