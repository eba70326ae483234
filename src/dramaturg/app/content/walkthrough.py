"""A walkthrough, as authored: what is played, what is said turn by turn, and what is expected to
come of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, create_model, field_validator

from dramaturg.engines import kits
from dramaturg.turn.authored import Authored, Name, Text
from dramaturg.turn.contract import Role

SECONDS: Mapping[str, float] = {"minute": 60.0, "hour": 3600.0, "day": 86_400.0, "week": 604_800.0}

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


PLAYS: Mapping[str, str] = {next(iter(kit.walkthrough.PLAY)): kit.name for kit in kits()}
"""The keys under `play` that say what is played, and the engines they stand for."""


# ── what is played ────────────────────────────────────────────────────────────────────────────────


if TYPE_CHECKING:

    class Play(Authored):
        """What is played, by the keys of the engines."""

        def __getattr__(self, name: str) -> Any: ...

else:
    Play = create_model(
        "Play",
        __base__=Authored,
        __doc__=f"One of {', '.join(f'`{key}`' for key in PLAYS)}; the rest says more about it.",
        **{key: each for kit in kits() for key, each in kit.walkthrough.PLAY.items()},
    )


# ── what comes of it ──────────────────────────────────────────────────────────────────────────────


class Holds(Authored):
    """Words that a text has, and words that it does not have. Capitals do not count."""

    contains: Texts | None = None
    without: Texts | None = None


class _Expected(Authored):
    line: Holds | None = Field(None, description="What is said to the person.")
    reason: Holds | None = Field(None, description="Why it was decided so.")
    cues: Texts | None = Field(None, description="Cues that are among those that come.")
    ended: bool | None = Field(
        None, description="Whether the conversation, sitting or game ends with this turn."
    )
    refused: Holds | None = Field(
        None, description="The turn is refused, with a message like this."
    )

    @property
    def words(self) -> dict[str, str]:
        """The expected words of the decision; an empty one is expected to be left out."""
        given = {name: getattr(self, name) for name in _words()}
        return {name: str(value) for name, value in given.items() if value is not None}


def _words() -> Iterable[str]:
    """The words in which the engines tell their decisions."""
    return dict.fromkeys(word for kit in kits() for word in kit.explain.WORDS)


if TYPE_CHECKING:

    class Expected(_Expected):
        """What a turn is expected to bring."""

        def __getattr__(self, name: str) -> Any: ...

else:
    Expected = create_model(
        "Expected",
        __base__=_Expected,
        __doc__=(
            "What a turn is expected to bring. The words at the end are those in which the engines"
            " tell their decisions."
        ),
        **dict.fromkeys(_words(), (Word | None, None)),
    )


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


class ScriptedReply(Authored):
    """What a model answers when it is asked. Without `say` there is no answer, as from a model that
    cannot be reached.
    """

    role: Role = "speak"
    say: str | None = None
    report: Mapping[str, Any] | None = Field(
        None, description="In a sim: what the speaker reports beside the line."
    )


class AskedReplies(Authored):
    """A turn seen from the other side: what models answer in it, and what it brings."""

    speaker: Text | tuple[ScriptedReply, ...] = Field(
        (), description="A model's line, or its answers in order; none: no model."
    )
    expect: Expected | None = None

    @property
    def replies(self) -> tuple[ScriptedReply, ...]:
        return (ScriptedReply(say=self.speaker),) if isinstance(self.speaker, str) else self.speaker


class _Turn(AskedReplies):
    say: Text | None = None
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


if TYPE_CHECKING:

    class Turn(_Turn):
        """One turn, with the keys of the engines."""

        def __getattr__(self, name: str) -> Any: ...

else:
    Turn = create_model(
        "Turn",
        __base__=_Turn,
        __doc__="One turn: words, or what else its engine knows.",
        **{
            key: each
            for kit in kits()
            for key, each in (*kit.walkthrough.ACTIONS.items(), *kit.walkthrough.TURN.items())
        },
    )

ACTIONS: Sequence[str] = (
    "say",
    *dict.fromkeys(action for kit in kits() for action in kit.walkthrough.ACTIONS),
)
"""What a turn can be; all engines know `say`."""


class Walkthrough(Authored):
    kind: Literal["walkthrough"]
    id: Name
    version: str = "1"
    title: str = Field("", description="What it shows, in a line.")
    play: Play
    begins: Moment = "2026-01-05 10:00"
    opening: AskedReplies = AskedReplies()
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
        return PLAYS[named[0]] if len(named) == 1 else None

    @property
    def named(self) -> tuple[str, ...]:
        return tuple(name for name in PLAYS if getattr(self.play, name) is not None)

    @cached_property
    def steps(self) -> tuple[Turn, ...]:
        return tuple(Turn(say=turn) if isinstance(turn, str) else turn for turn in self.turns)

    @property
    def began(self) -> float:
        return datetime.fromisoformat(self.begins).replace(tzinfo=UTC).timestamp()
