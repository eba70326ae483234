"""What one person of a scenario hears in somebody's words, line by line, without a session."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict

from dramaturg.engines.sims.base.binding import SimPart
from dramaturg.engines.sims.base.directive import CLEAR
from dramaturg.engines.sims.perceive import MEANT, PersonReader
from dramaturg.kernel.errors import NotFound, did_you_mean

CHANCES = ("acknowledges", "denies", "misses", "elsewhere")


class SaidLine(BaseModel):
    """What the learner said."""

    model_config = ConfigDict(extra="forbid", strict=True)

    said: str


def require_node(part: SimPart, node: str) -> None:
    """Raises NotFound for a node that the person's conversation does not have."""
    nodes = part.graph.by_id
    if node not in nodes:
        raise NotFound(f"{part.person.id} has no node {node!r}. {did_you_mean(node, nodes)}")


def heard(said: str, reader: PersonReader, node: str) -> dict[str, Any]:
    """What is heard at this node. What decides there counts as told, and where nothing does, all
    that decides.
    """
    part, hearing = reader.part, reader.ear.hear(said)
    told = part.content[node] if part.graph.by_id[node].is_gate else part.decisive
    readings = reader.readings(said, told, part.pivots.get(node))
    return {
        "taken": readings["acknowledgement"] >= CLEAR,
        **{name: readings.get(name, 0.0) for name in CHANCES},
        "detour": bool(readings["detour"]),
        "answers": _meant("about:", readings),
        "option": _meant("option:", readings),
        "mood": hearing.mood,
        "engagement": hearing.engagement,
        "care": hearing.care,
        "language": hearing.language,
    }


def _meant(prefix: str, readings: Mapping[str, float]) -> str | None:
    found = (key for key, value in readings.items() if key.startswith(prefix) and value >= MEANT)
    return next((key.removeprefix(prefix) for key in found), None)
