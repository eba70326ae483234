"""What happens in a session while somebody looks on, and how far an onlooker has come."""

from __future__ import annotations

from dataclasses import dataclass, replace

from dramaturg.app.views.views import TurnShown


@dataclass(frozen=True, slots=True)
class Begun:
    """A turn is being played: what was said in it, and who will answer. `attempt` is empty where it
    was begun elsewhere, or left by a crash.
    """

    turn: int
    key: str
    text: str
    choice: str | None
    attempt: str
    earlier: bool = False
    """It was begun before the onlooker came."""
    speaker: str = ""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A checked sentence of the line that is coming; they are numbered from 1."""

    turn: int
    attempt: str
    number: int
    text: str


@dataclass(frozen=True, slots=True)
class Failed:
    """A turn was not played. When it is `kept`, it can be tried again; else it was taken back."""

    turn: int
    key: str
    detail: str
    kept: bool


@dataclass(frozen=True, slots=True)
class Ready:
    """The onlooker has everything there was; from here on it is live."""

    turns: int
    rewritten: int
    """How often something was removed: whoever knows another number reads the session again."""


@dataclass(frozen=True, slots=True)
class Changed:
    """Something was removed, or the content changed: read the session again."""

    turns: int
    rewritten: int


@dataclass(frozen=True, slots=True)
class Gone:
    """The session was deleted."""

    session: str


@dataclass(frozen=True, slots=True)
class Behind:
    """The onlooker reads too slowly to be told everything: connect again from the last event."""

    session: str


Happening = TurnShown | Begun | Sentence | Failed | Ready | Changed | Gone | Behind


@dataclass(frozen=True, slots=True)
class Place:
    """How far an onlooker has come: all turns up to `turn`, and so many sentences of an attempt at
    the next.
    """

    turn: int = -1
    attempt: str = ""
    sentences: int = 0

    @classmethod
    def read(cls, text: str) -> Place:
        """`"7"`, or `"7.attempt.2"`: in the middle of turn 7."""
        turn, *middle = text.split(".")
        if not middle:
            return cls(int(turn))
        return cls(int(turn) - 1, middle[0], int(middle[1]))

    def __str__(self) -> str:
        return (
            f"{self.turn + 1}.{self.attempt}.{self.sentences}" if self.attempt else str(self.turn)
        )

    def knows(self, happening: Happening) -> bool:
        match happening:
            case TurnShown():
                return happening.turn <= self.turn
            case Begun():
                return happening.turn <= self.turn or bool(
                    self.attempt and happening.attempt == self.attempt
                )
            case Sentence():
                heard = happening.attempt == self.attempt and happening.number <= self.sentences
                return happening.turn <= self.turn or heard
            case _:
                return False

    def after(self, happening: Happening) -> Place:
        match happening:
            case TurnShown():
                return Place(happening.turn)
            case Begun():
                return Place(happening.turn - 1, happening.attempt)
            case Sentence():
                return replace(self, attempt=happening.attempt, sentences=happening.number)
            case Changed():
                return Place(happening.turns - 1)
            case _:
                return self
