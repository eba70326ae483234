"""Hearing: what the ear makes of somebody's words, with how likely it is.

The ear gives probabilities; where the lines lie between yes, perhaps and no belongs to it too,
since they were measured with it. What it cannot read it says it cannot read, and nothing is made of
it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol

from dramaturg.languages.detect import ENGLISH, surely
from dramaturg.turn.readings import Span

Act = Literal[
    "refusal",
    "stop",
    "goodbye",
    "pause",
    "skip",
    "question_back",
    "repair",
    "correction",
    "assent",
    "denial",
    "unsure",
]
PROMISED: tuple[Act, ...] = ("refusal", "stop")
"""What is heard by rules alone where it is said outright."""
Danger = Literal["self_harm", "abuse", "medical", "threat", "distress"]
Care = Literal["none", "check", "stop"]
Mood = Literal["warm", "neutral", "dismissive", "hostile"]


CONCEPT_KINDS: Mapping[str, tuple[str, ...]] = {
    "means_end": ("attribute", "functional", "psychosocial", "instrumental", "terminal"),
    "jobs": (
        "job",
        "situation",
        "outcome",
        "emotional",
        "social",
        "push",
        "pull",
        "anxiety",
        "habit",
        "workaround",
        "product",
    ),
    "incident": (
        "incident",
        "circumstance",
        "action",
        "effective",
        "ineffective",
        "outcome",
        "feeling",
        "requirement",
    ),
    "journey": (
        "stage",
        "touchpoint",
        "action",
        "expectation",
        "friction",
        "feeling",
        "peak",
        "outcome",
        "need",
    ),
    "whys": ("symptom", "problem", "effect", "cause", "root_cause", "countermeasure"),
    "grid": ("element", "construct", "contrast", "sign", "consequence", "value"),
}
"""The kinds of concepts that an ear knows, by the way of interviewing that looks for them."""


@dataclass(frozen=True, slots=True)
class Hearing:
    """What one utterance does and shows. `does` are the acts that were heard, `doubted` those of
    them that are asked about before they are acted on.

    `refused` and `corrected` are the words that name what is refused, and what holds instead;
    `clause` are those in which most of what was told lies;
    `care` is what danger calls for, and `danger` the kind of it, where there is any.
    """

    language: str = ENGLISH
    acts: Mapping[Act, float] = field(default_factory=dict)
    does: frozenset[Act] = frozenset()
    doubted: frozenset[Act] = frozenset()
    refused: Span | None = None
    corrected: Span | None = None
    clause: Span | None = None
    dangers: Mapping[Danger, float] = field(default_factory=dict)
    danger: Danger | None = None
    care: Care = "none"
    by_rule: str = ""
    when: Mapping[str, float] = field(default_factory=dict)
    whom: Mapping[str, float] = field(default_factory=dict)
    valence: float = 0.5
    emotion: float = 0.0
    moods: Mapping[Mood, float] = field(default_factory=dict)
    mood: Mood = "neutral"
    engagement: float = 0.5

    @property
    def is_readable(self) -> bool:
        return self.language == ENGLISH

    def in_talk_of(self, language: str, text: str) -> Hearing:
        """The same in a conversation held in that language: what is not beyond doubt English is of
        it, and what the ear made of it is nothing, but for promises.
        """
        if language == ENGLISH or surely(text) == ENGLISH:
            return self
        promised: tuple[Act, ...] = tuple(act for act in PROMISED if self.by_rule == f"rule: {act}")
        endangered = bool(self.by_rule) and not promised
        return Hearing(
            language,
            does=frozenset(promised),
            danger=self.danger if endangered else None,
            care=self.care if endangered else "none",
            by_rule=self.by_rule,
        )

    def shown(self) -> dict[str, Any]:
        """As the commands that hear lines show it."""
        return {
            "refusal": "refusal" in self.does,
            "refused": self.refused.text if self.refused else None,
            "stop": "stop" in self.does or "goodbye" in self.does,
            "pause": "pause" in self.does,
            "question_back": "question_back" in self.does,
            "correction": "correction" in self.does,
            "danger": None if self.care == "none" else self.danger,
            "care": self.care,
            "emotion": self.emotion,
            "valence": self.valence,
            "language": self.language,
        }


@dataclass(frozen=True, slots=True)
class Taken:
    """Whether a fact was taken on board: how likely it was acknowledged, denied or missed, or that
    something else was spoken of.
    """

    acknowledges: float = 0.0
    denies: float = 0.0
    misses: float = 0.0
    elsewhere: float = 0.0
    taken: bool = False


@dataclass(frozen=True, slots=True)
class Meant:
    """Which of several candidates was meant, by its place; None where none is, or none is clear.

    `chances` are those of the candidates, `none` that of none of them.
    """

    place: int | None
    chances: tuple[float, ...]
    none: float


@dataclass(frozen=True, slots=True)
class Stretch:
    """Some words of an answer: how likely they name a concept, and how likely each kind is."""

    named: float = 0.5
    kinds: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lead:
    """One stretch leads to another, each by its place in a row of them, and how likely that is."""

    source: int
    target: int
    chance: float


class Ear(Protocol):
    """Hears without a model. The same words give the same numbers, whoever else was heard."""

    @property
    def name(self) -> str:
        """Which ear this is: other weights are another name."""
        ...

    def hear(self, text: str, before: str = "") -> Hearing:
        """What the words do and show, after what was said to the person just before."""
        ...

    def taken(self, text: str, fact: str) -> Taken:
        """Whether a fact was taken on board."""
        ...

    def option(self, text: str, question: str, options: Sequence[str]) -> Meant:
        """Which of the answers that an author wrote was given, in whatever words."""
        ...

    def answering(self, text: str, facts: Sequence[Sequence[str]]) -> Meant:
        """Which fact answers what was asked; each fact in one or more wordings, the first being the
        fact itself.
        """
        ...

    def concepts(
        self, text: str, before: str, places: Sequence[tuple[int, int]], kinds: Sequence[str]
    ) -> Sequence[Stretch]:
        """What the stretches at these places are as concepts, among these kinds, such as
        `means_end.attribute`.
        """
        ...

    def named(self, text: str, before: str) -> Sequence[Span]:
        """The stretches that it takes for concepts by itself, in the order said."""
        ...

    def leads(self, text: str, before: str, places: Sequence[tuple[int, int]]) -> Sequence[Lead]:
        """Which of the stretches at these places, in the order said, leads to which."""
        ...
