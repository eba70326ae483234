"""Asking for a whole scenario: the craft in a page, how a draft is read and judged, and what stands
in without a model.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from dramaturg.data_files import load
from dramaturg.engines.sims.base.backbone import Backbone
from dramaturg.engines.sims.base.scenario import Scenario
from dramaturg.kernel.errors import Fault
from dramaturg.turn.asks import Ask, Unreadable
from dramaturg.turn.contract import Role
from dramaturg.turn.json_answers import object_in, shown
from dramaturg.turn.ports import Prompt

_TEXTS = load(__file__, "prompts.yaml", dict[str, str])
MOST_FAULTS = 20  # named to the model at once
MOST_TOKENS = 16_000
# decided by whoever asked, whatever a draft says
NOT_THEIRS = ("kind", "id", "version", "backbone", "steering")

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
        system = f"{_TEXTS['draft_craft']}\n\n{tiers}\n\n{_TEXTS['draft_form']}"
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
