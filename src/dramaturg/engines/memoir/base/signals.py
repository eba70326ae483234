"""The signals of a turn, under the seed's names, and the facts that conditions in the artifacts may
read.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from dramaturg.kernel.conditions import Facts, Flag, Number, Vocabulary, Words
from dramaturg.turn.hearing import Danger

ConversationPhase = Literal["warmup", "narrative", "depth", "reflection", "close"]
PHASES: tuple[ConversationPhase, ...] = ("warmup", "narrative", "depth", "reflection", "close")

Score = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
TopicId = Annotated[str, Field(min_length=1, max_length=200)]
IF_ANY = Field(exclude_if=lambda value: not value)
"""Stored only where there is any, so that what was stored before it came replays to the letter."""


class TurnSignals(BaseModel):
    """What is known of a turn before anything is decided (seed 003, Inputs B).

    `consent` is what the teller says now of going into the sensitive core of the topic: yes, no, or
    nothing, which changes nothing. The last three are hard stops beside acute distress, which is a
    matter of `emotion_score`; `danger` is of another kind than self-harm.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    vagueness_score: Score
    emotion_score: Score
    contradiction_score: Score
    refusal_or_discomfort: bool
    conversation_phase: ConversationPhase
    user_initiated_elaboration: bool = False
    topic_id: TopicId | None = None
    consent: bool | None = None
    stop_requested: bool = False
    self_harm: bool = False
    danger: Annotated[Danger | None, IF_ANY] = None

    @property
    def facts(self) -> Facts:
        """As conditions read them; `consent_given` is a yes in this very turn."""
        return {
            "vagueness_score": self.vagueness_score,
            "emotion_score": self.emotion_score,
            "contradiction_score": self.contradiction_score,
            "refusal_or_discomfort": self.refusal_or_discomfort,
            "conversation_phase": self.conversation_phase,
            "user_initiated_elaboration": self.user_initiated_elaboration,
            "consent_given": self.consent is True,
            "stop_requested": self.stop_requested,
            "self_harm": self.self_harm,
        }


_SCORE = Number(0.0, 1.0)
VOCABULARY: Vocabulary = {
    "vagueness_score": _SCORE,
    "emotion_score": _SCORE,
    "contradiction_score": _SCORE,
    "refusal_or_discomfort": Flag(),
    "conversation_phase": Words(PHASES),
    "user_initiated_elaboration": Flag(),
    "consent_given": Flag(),
    "stop_requested": Flag(),
    "self_harm": Flag(),
}
"""What rules, limits and machines may ask about."""
