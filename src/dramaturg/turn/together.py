"""Several asks in one call: what stands around them is told once, and each part of the answer is
read by the ask that it belongs to.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from dramaturg.turn.asks import Ask, Improvable, Unreadable
from dramaturg.turn.contract import Role
from dramaturg.turn.json_answers import object_in
from dramaturg.turn.ports import Prompt


@dataclass(frozen=True)
class Together(Ask[Mapping[str, Any]]):
    """The answers of `parts` by their names, each under its own in one JSON object. `system` and
    `user` tell what all of them need; of each part its schema is asked for.

    A part that cannot be read costs the others nothing: it is asked for once more with them, and
    failing that it answers itself.
    """

    name: str  # type: ignore[misc]  # of one question here, of a kind of question elsewhere
    role: Role  # type: ignore[misc]
    system: str
    user: str
    parts: Mapping[str, Ask[Any]]
    max_tokens: int

    def prompt(self) -> Prompt:
        schemas = {name: part.prompt().schema or {} for name, part in self.parts.items()}
        form = {
            "type": "object",
            "properties": schemas,
            "required": list(schemas),
            "additionalProperties": False,
        }
        return Prompt(self.name, self.role, self.system, self.user, form, self.max_tokens)

    def read(self, text: str) -> Mapping[str, Any]:
        answer = object_in(text)
        found: dict[str, Any] = {}
        faults: list[str] = []
        for name, part in self.parts.items():
            try:
                found[name] = part.read(_part(answer, name))
            except Improvable as improvable:
                found[name] = improvable.value
                faults.append(f"{name}: {improvable}")
            except Unreadable as unreadable:
                faults.append(f"{name}: {unreadable}")
        if not found:
            raise Unreadable("; ".join(faults))
        if faults:
            answered = {name: part.offline() for name, part in self.parts.items()}
            raise Improvable("; ".join(faults), answered | found)
        return found

    def offline(self) -> Mapping[str, Any]:
        return {name: part.offline() for name, part in self.parts.items()}


def _part(answer: Mapping[str, Any], name: str) -> str:
    if name not in answer:
        raise Unreadable("it is not there.")
    return json.dumps(answer[name], ensure_ascii=False)
