"""The turn contract: what every turn of a memoir must return, exactly as seed 003 prints it."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from dramaturg.engines.memoir.base.artifacts import Level, PersonaName, SafetyAction
from dramaturg.engines.memoir.base.signals import ConversationPhase


class _Exact(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Metrics(_Exact):
    """How long a line is, and how much it asks."""

    response_tokens: Annotated[int, Field(ge=0)]
    question_count: Annotated[int, Field(ge=0)]
    question_tokens_mean: Annotated[float, Field(ge=0)]


class TurnContract(_Exact):
    """One turn as `memoir decide` prints it and as the log keeps it for readers."""

    persona_used: PersonaName
    topic_id: str
    conversation_phase: ConversationPhase
    depth_level_before: Level
    depth_level_after: Level
    tactic_used: str
    loop_state: str | None
    safety_action: SafetyAction
    metrics: Metrics
    response_text: str
