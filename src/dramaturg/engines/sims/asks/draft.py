"""Asking for a whole scenario: the craft in a page, how a draft is read and judged, and what stands
in without a model.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from dramaturg.engines.sims.base.backbone import Backbone
from dramaturg.engines.sims.base.scenario import Scenario
from dramaturg.kernel.errors import Fault
from dramaturg.turn.asks import Ask, Unreadable
from dramaturg.turn.contract import Role
from dramaturg.turn.json_answers import object_in, shown
from dramaturg.turn.ports import Prompt

MOST_FAULTS = 20  # named to the model at once
MOST_TOKENS = 16_000
NOT_THEIRS = (
    "kind",
    "id",
    "version",
    "backbone",
    "steering",
)  # decided by whoever asked, whatever a draft says

Judge = Callable[[str], Sequence[Fault]]


@dataclass(frozen=True)
class DraftAsk(Ask[Scenario]):
    """One scenario from a few words. Writing what people say is speaking, so the model that speaks
    is asked.

    `judge` finds every fault in a document given as JSON.
    """

    name: ClassVar[str] = "sims.draft"
    role: ClassVar[Role] = "speak"

    description: str
    id: str
    tier: str
    backbones: Mapping[str, Backbone]
    judge: Judge
    template: Scenario

    def prompt(self) -> Prompt:
        tiers = "\n\n".join(
            _needs(backbone)
            for name, backbone in self.backbones.items()
            if name in (self.tier, "academic")
        )
        system = f"{_CRAFT}\n\n{tiers}\n\n{_FORM}"
        user = (
            f"Write the scenario. Its people walk the backbone {self.tier}. It is about"
            f" this:\n{self.description}"
        )
        return Prompt(self.name, self.role, system, user, schema=form(), max_tokens=MOST_TOKENS)

    def read(self, text: str) -> Scenario:
        body = json.dumps(self.document(text), ensure_ascii=False)
        faults = self.judge(body)
        if faults:
            raise Unreadable(_told(faults, text))
        return Scenario.model_validate_json(body, strict=True)

    def offline(self) -> Scenario:
        return self.template

    def document(self, text: str) -> dict[str, Any]:
        """The draft with the header that is not its own to choose. Raises Unreadable when there is
        no JSON object in the text.
        """
        own = {key: value for key, value in object_in(text).items() if key not in NOT_THEIRS}
        return {"kind": "scenario", "id": self.id, "version": "1", "backbone": self.tier, **own}


@cache
def form() -> Mapping[str, Any]:
    """The JSON Schema of what a draft may say."""
    schema = Scenario.model_json_schema()
    properties = {
        key: value for key, value in schema["properties"].items() if key not in NOT_THEIRS
    }
    return {
        **schema,
        "properties": properties,
        "required": [key for key in schema["required"] if key in properties],
    }


def _told(faults: Sequence[Fault], text: str) -> str:
    named = [
        f"- {'.'.join(map(str, fault.path))}: {fault.message} {fault.remedy}"
        for fault in faults[:MOST_FAULTS]
    ]
    more = [f"- and {len(faults) - MOST_FAULTS} more"] if len(faults) > MOST_FAULTS else []
    return "\n".join((f"it has {len(faults)} faults:", *named, *more)) + shown(text)


# ── the words ─────────────────────────────────────────────────────────────────────────────────────


def _needs(backbone: Backbone) -> str:
    """What a person has to bring along for each node."""
    lines = [
        f"- {node.id}{' (optional)' if node.optional else ''}, from"
        f" {' and '.join(node.content_source)}: {node.intent}"
        for node in backbone.nodes
    ]
    asides = [
        f"- inside {node.id}, optional, from {aside.source}"
        for node in backbone.nodes
        for aside in node.asides
    ]
    return "\n".join(
        (f"BACKBONE {backbone.id}, which a conversation walks from top to bottom:", *lines, *asides)
    )


_CRAFT = """You write scenarios for role-play training. A learner talks to a few people, finds out what matters, and makes a
decision. You write what the people know and say; a program decides where each conversation goes. Everything you write is
checked by code.

THE SCENE
- A real decision with two to four options, each defensible at first sight. `best` is the one that the decisive facts speak
  for.
- Three to five people, each of whom knows something nobody else knows. Only somebody who has talked to all of them can
  decide well.
- One objective for each person: what the learner should find out from them. Each person's `goal.objective` names theirs.
- One document for each person but the guide, two to six exact lines. It is the source of record, and is handed over at the
  end.
- One guide, with `backbone: academic`: takes no side, knows who knows what. Their facts with `while_open` point to open
  objectives.

A PERSON
- `greeting`: who they are, by role and never by name, why the learner is here, what is at stake. No facts yet.
- `what_they_know`: three to five facts. `fact` is on record, figures exact. `say` is the same aloud, in two or three
  sentences.
- `asked`: two or three questions that the fact answers, in a learner's words. They are how the right fact is found.
- `decision_facts`: the one constraint that decides. Four lines in `again`, each plainer than the last. `heard` confirms it.
- `understood`: two or three things a learner says who has taken in a decision fact.
- `pivots`: two pointed questions, the first about how the two will work together, the second about the learner's judgment.
  Each has three options with ids a, b, c; `mood` is from -14 to 12; `reply` is what the person says to it.
- `key_reveal`: what they tell only somebody they trust. `redirect`: whom to see next, and one sentence that says so.
- `elsewhere`: questions that belong to somebody else, with a line that says whose they are. `unknown`: three ways to say
  that they do not know. `invites`: three short questions with which they hand the turn over.

RULES THAT CODE HOLDS YOU TO
- FIGURES: every number, share, sum, date or count that a person says must stand in a `fact` of theirs, in a line of their
  document, in the situation or in an option's text. Figures of decision facts must stand in the person's document. No
  figures of other people. Words count too: "two numbers" and "three weeks" are figures. When in doubt, say it without one.
- SPEECH: no em dashes, no lists, no own name, at most eight sentences, no "great question" or "absolutely", nobody else's
  thoughts or feelings. People talk like coworkers, with contractions, emotion first and logic second.
- NAMES: ids are small letters, digits and _, beginning with a letter. No id twice in one list, nor twice among what one
  person says. `best`, `opinion.option`, `document`, `objective`, `while_open` and `to` name ids that exist."""

_FORM = """Answer with one JSON object of the given schema and nothing else: no comment, no fence, no key that the schema
does not have. Leave out what is optional and has no content."""
