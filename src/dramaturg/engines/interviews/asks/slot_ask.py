"""Asking for canonical names: what new concepts would be called beside the slots that are there;
without a model, nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from dramaturg.engines.interviews.asks.prompt_parts import list_form, listed, object_form
from dramaturg.engines.interviews.base.methodology import Ontology
from dramaturg.engines.interviews.base.state import ConceptAdded, InterviewState
from dramaturg.engines.interviews.base.vectors import Rows
from dramaturg.turn.asks import Ask, Unreadable
from dramaturg.turn.contract import Role
from dramaturg.turn.json_answers import object_in
from dramaturg.turn.ports import Prompt

SHOWN = 40  # slots of a type, the newest
LONGEST = 80  # characters of a name

_CRAFT = """You code research interviews. Respondents say the same thing in many ways; you say \
which concepts are one thing.
For each new concept give the canonical name under which it belongs.
- If an existing name of the same type means the same, give exactly that name.
- If two new concepts mean the same, give both the same name.
- Otherwise name it yourself, general enough that other people's words for it would fit, never so \
general that different
  things fall together. What is good for somebody and what is bad, more and less, having and \
lacking stay apart.
- Never change the type of a concept, never leave one out, never invent one.

HOW NAMES LOOK
"""

_NAMES = list_form({"concept": {"type": "string"}, "name": {"type": "string"}})


@dataclass(frozen=True)
class SlotAsk(Ask[Mapping[str, str]]):
    """A name for each new concept, by its label."""

    name: ClassVar[str] = "interviews.slots"
    role: ClassVar[Role] = "read"

    state: InterviewState
    new: Sequence[ConceptAdded]
    ontology: Ontology

    def prompt(self) -> Prompt:
        naming = self.ontology.concept_naming_convention
        system = f"{_CRAFT}{naming}\n\nAnswer with one JSON object of the given schema."
        return Prompt(
            self.name,
            self.role,
            system,
            "\n\n".join(self._groups()),
            object_form({"names": _NAMES}),
        )

    def read(self, text: str) -> Mapping[str, str]:
        entries = object_in(text).get("names")
        if not isinstance(entries, list):
            raise Unreadable('there is no list "names".')
        labels = {event.label for event in self.new}
        named = dict(filter(None, map(_entry, entries)))
        return {label: name for label, name in named.items() if label in labels}

    def offline(self) -> Mapping[str, str]:
        return {}

    def _groups(self) -> Iterator[str]:
        for kind in self.ontology.concepts:
            labels = [event.label for event in self.new if event.type == kind.type]
            if labels:
                rows = self.state.graph.slot_vectors.get(kind.type, Rows())
                newest = range(rows.count - 1, max(rows.count - SHOWN, 0) - 1, -1)
                there = [self.state.graph.slots[rows.id(row)].name for row in newest] or [
                    "(none yet)"
                ]
                names = listed("Existing names:", there), listed("New concepts:", labels)
                yield "\n".join((f"TYPE {kind.title}: {kind.description}", *names))


def _entry(entry: Any) -> tuple[str, str] | None:
    """One name, if it is one: what a model got wrong for one concept must not cost the others
    theirs.
    """
    if not isinstance(entry, dict):
        return None
    concept, name = entry.get("concept"), entry.get("name")
    if not isinstance(concept, str) or not isinstance(name, str):
        return None
    name = " ".join(name.split())
    return (concept, name) if 0 < len(name) <= LONGEST else None
