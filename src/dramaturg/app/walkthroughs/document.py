"""A walkthrough, as authored: what is played, what is said turn by turn, and what is expected to
come of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator

from dramaturg.engines.games.base.moves import Move
from dramaturg.engines.memoir.base.artifacts import Teller
from dramaturg.engines.memoir.base.story import Mark
from dramaturg.engines.sims.base.scenario import Steering
from dramaturg.turn.authored import Authored, Name
from dramaturg.turn.contract import Role

SECONDS: Mapping[str, float] = {"minute": 60.0, "hour": 3600.0, "day": 86_400.0, "week": 604_800.0}

Text = Annotated[str, Field(min_length=1)]
Texts = Annotated[tuple[Text, ...], Field(min_length=1)]
Word = str | int
Moment = Annotated[
    str,
    Field(
        pattern=r"^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?$",
        description='Day and time, such as "2026-01-05 10:00".',
    ),
]
Span = Annotated[
    str,
    Field(
        pattern=r"^\d{1,4} (minute|hour|day|week)s?$",
        description="Such as 3 days, 90 minutes, 2 weeks.",
    ),
]


# ── what is played ────────────────────────────────────────────────────────────────────────────────


class InterviewPlay(Authored):
    methodology: str
    about: str = Field(description="Id of a subject, or the subject itself in words.")
    guide: str | None = None
    turns: Annotated[int, Field(ge=2, le=500)] | None = Field(
        None, description="Answers it has at most."
    )


class MemoirPlay(Teller):
    """Who tells, and to which interviewer."""

    artifacts: str = Field(
        "origins", description="Id of an interviewer's artifacts, or their folder."
    )

    @property
    def teller(self) -> Teller:
        return Teller.model_validate(self.model_dump(exclude={"artifacts"}))


class Play(Authored):
    """One of `sim`, `interview`, `memoir` and `game`; the rest says more about it."""

    sim: str | None = Field(None, description="Id of a scenario.")
    to: str | None = Field(
        None, description="Whom the learner of a sim turns to first; the first person if left out."
    )
    steering: Steering | None = Field(
        None, description="What steers a sim; as its scenario says if left out."
    )
    interview: InterviewPlay | None = None
    memoir: MemoirPlay | None = None
    game: str | None = Field(
        None, description="Id of a knowledge file, or a game's folder, as seen from this file."
    )
    untimed: bool = Field(False, description="A game without clocks.")


def beside(folder: Path, name: str) -> str:
    """The folder of that name beside the walkthrough, if there is one; else the name stands for
    something in the library.
    """
    place = folder / name
    return str(place) if place.is_dir() else name


# ── what comes of it ──────────────────────────────────────────────────────────────────────────────


class Holds(Authored):
    """Words that a text has, and words that it does not have. Capitals do not count."""

    contains: Texts | None = None
    without: Texts | None = None


class Expected(Authored):
    """What a turn is expected to bring. The words at the end are those in which the engines tell
    their decisions.
    """

    line: Holds | None = Field(None, description="What is said to the person.")
    reason: Holds | None = Field(None, description="Why it was decided so.")
    cues: Texts | None = Field(None, description="Cues that are among those that come.")
    ended: bool | None = Field(
        None, description="Whether the conversation, sitting or game ends with this turn."
    )
    refused: Holds | None = Field(
        None, description="The turn is refused, with a message like this."
    )
    person: Word | None = None
    node: Word | None = None
    decision: Word | None = None
    next: Word | None = None
    say: Word | None = None
    relationship: Word | None = None
    purpose: Word | None = None
    strategy: Word | None = None
    concept: Word | None = None
    phase: Word | None = None
    ending: Word | None = None
    persona: Word | None = None
    depth: Word | None = None
    tactic: Word | None = None
    loop: Word | None = None
    safety: Word | None = None
    move: Word | None = None
    right: Word | None = None
    points: Word | None = None
    mechanic: Word | None = None

    @property
    def words(self) -> dict[str, str]:
        """The expected words of the decision; an empty one is expected to be left out."""
        given = {
            name: getattr(self, name) for name in type(self).model_fields if name not in GENERAL
        }
        return {name: str(value) for name, value in given.items() if value is not None}


GENERAL = frozenset({"line", "reason", "cues", "ended", "refused"})
"""What can be expected of every engine."""

WORDS: Mapping[str, tuple[str, ...]] = {
    "sims": ("person", "node", "decision", "next", "say", "relationship"),
    "interviews": ("purpose", "strategy", "concept", "phase", "ending"),
    "memoir": ("purpose", "persona", "depth", "tactic", "loop", "safety"),
    "games": ("move", "right", "points", "mechanic", "phase"),
}
"""The words in which each engine tells a decision."""


class AtEnd(Authored):
    """What is expected of the whole. `reached` and `never` name things of the content, by kind."""

    turns: Annotated[int, Field(ge=1)] | None = Field(None, description="Turns it takes at most.")
    lines: Holds | None = Field(None, description="All that was said to the person, as one text.")
    reached: Mapping[str, Texts] = Field(
        default_factory=dict, description="By kind, such as node: [technical/DECISIVE]."
    )
    never: Mapping[str, Texts] = Field(
        default_factory=dict, description="By kind: what must not be reached."
    )


# ── what is said ──────────────────────────────────────────────────────────────────────────────────


class Reply(Authored):
    """What a model answers when it is asked. Without `say` there is no answer, as from a model that
    cannot be reached.
    """

    role: Role = "speak"
    say: str | None = None
    report: Mapping[str, Any] | None = Field(
        None, description="In a sim: what the speaker reports beside the line."
    )


class Asked(Authored):
    """A turn seen from the other side: what models answer in it, and what it brings."""

    speaker: Text | tuple[Reply, ...] = Field(
        (), description="A model's line, or its answers in order; none: no model."
    )
    expect: Expected | None = None

    @property
    def replies(self) -> tuple[Reply, ...]:
        return (Reply(say=self.speaker),) if isinstance(self.speaker, str) else self.speaker


class Marking(Authored):
    passage: Annotated[int, Field(ge=1)]
    mark: Mark | Literal["none"]


class Turn(Asked):
    """One turn: words, a choice, a move, a new sitting or a mark. In a sim, `to` says whom it is
    turned to.
    """

    say: Text | None = None
    choose: Text | None = None
    move: Move | None = None
    sitting: Mapping[str, Any] | None = Field(
        None, description="Write {}: a new sitting of a memoir begins."
    )
    mark: Marking | None = None
    to: str | None = None
    later: Span | None = Field(
        None, description="How long after the turn before; a minute if left out."
    )

    @property
    def actions(self) -> tuple[str, ...]:
        return tuple(name for name in ACTIONS if getattr(self, name) is not None)

    @property
    def wait(self) -> float:
        """Seconds since the turn before."""
        if self.later is None:
            return SECONDS["minute"]
        number, unit = self.later.split()
        return int(number) * SECONDS[unit.removesuffix("s")]


ACTIONS: Mapping[str, frozenset[str]] = {
    "say": frozenset(WORDS),
    "choose": frozenset({"sims"}),
    "move": frozenset({"games"}),
    "sitting": frozenset({"memoir"}),
    "mark": frozenset({"memoir"}),
}
"""What a turn can be, and in which engines."""


class Walkthrough(Authored):
    kind: Literal["walkthrough"]
    id: Name
    version: str = "1"
    title: str = Field("", description="What it shows, in a line.")
    play: Play
    begins: Moment = "2026-01-05 10:00"
    opening: Asked = Asked()
    turns: tuple[Text | Turn, ...] = Field(
        min_length=1, description="Turns; a bare text is something said."
    )
    at_end: AtEnd = AtEnd()

    @field_validator("begins")
    @classmethod
    def _is_a_moment(cls, begins: str) -> str:
        datetime.fromisoformat(begins)
        return begins

    @property
    def engine(self) -> str | None:
        """The engine that plays it; None unless exactly one thing is to be played."""
        named = self.named
        return ENGINES[named[0]] if len(named) == 1 else None

    @property
    def named(self) -> tuple[str, ...]:
        return tuple(name for name in ENGINES if getattr(self.play, name) is not None)

    @cached_property
    def steps(self) -> tuple[Turn, ...]:
        return tuple(Turn(say=turn) if isinstance(turn, str) else turn for turn in self.turns)

    @property
    def began(self) -> float:
        return datetime.fromisoformat(self.begins).replace(tzinfo=UTC).timestamp()


ENGINES: Mapping[str, str] = {
    "sim": "sims",
    "interview": "interviews",
    "memoir": "memoir",
    "game": "games",
}
"""The keys under `play`, and the engines they stand for."""
