"""Evidence: what one interview brings to a study, each piece with the words it stands on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from dramaturg.kernel.conditions import Value

Speaker = Literal["interviewer", "respondent"]


@dataclass(frozen=True, slots=True)
class QuotedWords:
    """What the respondent said in a turn, from character `start` to character `end` of it."""

    turn: int
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Idea:
    """What one interview has under one name: a slot, or a concept that found none. `vector` is its
    label's, packed.

    `type` is one of the ontology's, `turn` the first it was spoken of in, `labels` the other names
    it had.
    """

    id: str
    label: str
    type: str
    turn: int
    words: tuple[QuotedWords, ...]
    labels: tuple[str, ...] = ()
    mentions: int = 1
    vector: str = ""


@dataclass(frozen=True, slots=True)
class IdeaLink:
    """From one idea to another; `chain` links are steps of ladders. `confidence` is that of whoever
    read it in the words.
    """

    source: str
    target: str
    type: str
    words: tuple[QuotedWords, ...]
    chain: bool = True
    mentions: int = 1
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class TranscriptLine:
    turn: int
    speaker: Speaker
    text: str


@dataclass(frozen=True, slots=True)
class Conduct:
    """How an interview was held. `models` spoke or read; `strategies` counts what was asked by;
    `offline` counts answers that were read without a model. `termination` is empty while it goes
    on.
    """

    answers: int = 0
    words: int = 0
    strategies: Mapping[str, int] = field(default_factory=dict)
    refusals: int = 0
    termination: str = ""
    models: tuple[str, ...] = ()
    offline: int = 0
    degraded: Mapping[str, int] = field(default_factory=dict)
    opened_at: float = 0.0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class InterviewEvidence:
    """One interview, as a study takes it in. What the respondent took back is left out.

    `variables` are the answers to the screener; `embedder` made the vectors of the ideas.
    """

    respondent: str
    session: str
    ideas: tuple[Idea, ...] = ()
    links: tuple[IdeaLink, ...] = ()
    lines: tuple[TranscriptLine, ...] = ()
    variables: Mapping[str, Value] = field(default_factory=dict)
    conduct: Conduct = Conduct()
    embedder: str = ""
