"""Readings: what somebody's words tell by some measure, how sure that is, and who says so."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol, TypeAlias

from dramaturg.turn.asks import Ask


@dataclass(frozen=True, slots=True)
class Utterance:
    """Words to be read, what was said to the person just before, and what the person had said
    earlier.
    """

    text: str
    context: str = ""
    earlier: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """A value from 0 to 1, where 0.5 divides yes from no; how sure the reader is, from 0 to 1;
    which reader it was.

    `why` is the reason in words, from readers that give one.
    """

    value: float
    confidence: float
    reader: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Readings:
    """The signals of one turn, and why the others could not be read: reader by reader.

    `both`: what the ear read and what a model did, where a model was asked; whose word stands of
    the two is in `by_signal`.
    """

    by_signal: Mapping[str, Reading]
    degraded: Mapping[str, str] = field(default_factory=dict)
    both: Mapping[str, tuple[float | None, float]] = field(default_factory=dict)


Depth = Literal["surface", "shallow", "moderate", "deep"]

DEPTHS: tuple[tuple[float, Depth], ...] = (
    (0.2, "surface"),
    (0.4, "shallow"),
    (0.6, "moderate"),
    (1.0, "deep"),
)
"""Where each ends: ratings 1, 2, 3 and 4 to 5, brought to the scale from 0 to 1, with the borders
between them.
"""


def depth_of(value: float) -> Depth:
    """The depth that a reading of it means."""
    return next(depth for end, depth in DEPTHS if value < end or depth == "deep")


@dataclass(frozen=True, slots=True)
class Span:
    """Words as they stand in a text, and where they begin."""

    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


RelationKind = Literal["cause", "purpose", "condition", "before"]


@dataclass(frozen=True, slots=True)
class Relation:
    """One stretch of a text leads to another: cause to effect, act to purpose, condition to
    consequence, earlier to later.
    """

    kind: RelationKind
    source: Span
    target: Span
    marker: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Frame:
    """Who did what to whom: a verb and what hangs on it, by role."""

    verb: Span
    lemma: str
    negated: bool
    roles: Mapping[str, Span]


ClaimSlot = Literal["year", "age", "count", "place", "name", "ever", "has", "likes", "role"]
Amount: TypeAlias = tuple[float, float]
ClaimValue: TypeAlias = str | bool | Amount


@dataclass(frozen=True, slots=True)
class Claim:
    """What somebody states of somebody. `predicate` is what the value is of: `born`, `sister`,
    `live`.

    An amount is the lowest and the highest it can mean. `past` tells of then, `always` of any time,
    `hedged` was said with doubt.
    """

    subject: str
    predicate: str
    slot: ClaimSlot
    value: ClaimValue
    span: Span
    past: bool = False
    always: bool = False
    hedged: bool = False


class Readers(Protocol):
    """Everything that can be read from words without a model, and the one question that has a model
    read them.
    """

    @property
    def name(self) -> str:
        """Which readers these are: a change of weights or embedder is another name."""
        ...

    def read(
        self, said: Sequence[Utterance], only: Collection[str] | None = None
    ) -> Sequence[Readings]:
        """The signals of each, or `only` those that are named."""
        ...

    def ask(
        self, said: Utterance, longest: int = 2_000, only: Collection[str] | None = None
    ) -> Ask[Readings]:
        """All that a model reads better, or `only` these, in one question; whatever it leaves out
        is read as without a model.

        Of texts with more than `longest` characters a model is shown head and tail.
        """
        ...

    def relations(self, text: str) -> Sequence[Relation]: ...

    def frames(self, text: str) -> Sequence[Frame]: ...

    def claims(self, text: str) -> Sequence[Claim]:
        """Who, when, where, how many and whether, as the speaker states it."""
        ...

    def clash(self, now: Claim, then: Claim) -> tuple[str, float] | None:
        """How two claims of one speaker do not go together, and how surely; None when they may."""
        ...

    def people(self, text: str) -> Sequence[Span]:
        """People's names, without titles, in order."""
        ...
