"""Every error Dramaturg raises, ordered by who can put it right.

DramaturgError
├── AuthorError              whoever wrote the content
│   ├── ContentError           a file does not load or cannot be proven; carries every fault
│   └── ConditionError         a condition does not parse
├── CallerError              whoever called: a person at the shell, a program, a web page
│   ├── NotFound               no such session, content, person
│   ├── BadInput               the input has the wrong form
│   └── SettingsError          a setting or a missing extra
├── ConflictError            try again: somebody else was faster
│   ├── TurnInProgress         another turn of this session is being played
│   └── ClaimLost              our claim on the turn was taken over
├── LLMError                 the model, its provider, or the way there
│   ├── LLMTimeoutError
│   ├── LLMRateLimitError
│   ├── LLMUnavailableError    cannot be reached, answers 5xx, or the circuit is open
│   └── LLMRefusedError        wrong key, unknown model, bad request: no use in trying again
├── StoreError               whoever runs the database
│   ├── SchemaTooNew           written by a newer Dramaturg
│   └── StoreUnavailable       cannot be opened or reached
├── JobFailed                whoever its reasons name; resumed, it goes on after its last step
└── ReplayError              the past and this code disagree
    └── TapeMismatch           the replay asked something that was not asked then
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Literal, Self

Path = tuple[str | int, ...]
"""The way into a document: `("people", 0, "goal")`."""


def touches(path: Path, others: Iterable[Path]) -> bool:
    """Whether one of the others leads to the same place, to something in it or to something around
    it.
    """
    return any(path[: len(other)] == other[: len(path)] for other in others)


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong in authored content: what, where, and what to do about it.

    `code` names a page under docs/faults/. `path` leads to the place inside the document; whoever
    read the file turns it into file, line and column.
    """

    code: str
    message: str
    remedy: str
    path: Path = ()
    file: str | None = None
    line: int | None = None
    column: int | None = None
    severity: Literal["error", "warning"] = "error"  # a warning may be passed over

    def at(self, file: str, line: int, column: int) -> Self:
        return replace(self, file=file, line=line, column=column)

    def under(self, *prefix: str | int) -> Self:
        """The same fault, seen from outside the part it was found in."""
        return replace(self, path=(*prefix, *self.path))

    @property
    def place(self) -> str:
        if self.file is not None:
            return f"{self.file}:{self.line}:{self.column}"
        return ".".join(str(step) for step in self.path)

    def __str__(self) -> str:
        where = f"{self.place}: " if self.place else ""
        return f"{where}{self.message} [{self.code}] {self.remedy}".rstrip()


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """The remedy for a word nobody knows: the nearest known one, or the list of them all."""
    words = sorted(set(known))
    near = get_close_matches(word, words, n=1, cutoff=0.6)
    if near:
        return f"Did you mean {near[0]!r}?"
    return f"Known: {', '.join(words)}." if words else ""


class DramaturgError(Exception):
    """The root of the tree above."""


class AuthorError(DramaturgError):
    """Whoever wrote the content can put it right."""


class ContentError(AuthorError):
    """A file does not load or cannot be proven; carries every fault."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


class ConditionError(AuthorError):
    """A condition does not parse."""


class CallerError(DramaturgError):
    """Whoever called can put it right: a person at the shell, a program, a web page."""


class NotFound(CallerError):
    """There is no such session, content or person."""


class BadInput(CallerError):
    """The input has the wrong form."""


class SettingsError(CallerError):
    """A setting is wrong, or an extra is not installed."""


class ConflictError(DramaturgError):
    """Somebody else was faster: try again."""


class TurnInProgress(ConflictError):
    """Another turn of this session is being played."""


class ClaimLost(ConflictError):
    """Our claim on the turn was taken over."""


class LLMError(DramaturgError):
    """The model, its provider or the way there failed."""


class LLMTimeoutError(LLMError):
    """It did not answer in time."""


class LLMRateLimitError(LLMError):
    """It was asked too often."""


class LLMUnavailableError(LLMError):
    """It cannot be reached, answers 5xx, or the circuit is open."""


class LLMRefusedError(LLMError):
    """Wrong key, unknown model, bad request: no use in trying again."""


class StoreError(DramaturgError):
    """Whoever runs the database can put it right."""


class SchemaTooNew(StoreError):
    """It was written by a newer Dramaturg."""


class StoreUnavailable(StoreError):
    """It cannot be opened or reached."""


class JobFailed(DramaturgError):
    """Whoever its reasons name can put it right; resumed, it goes on after its last step."""


class ReplayError(DramaturgError):
    """The past and this code disagree."""


class TapeMismatch(ReplayError):
    """The replay asked something that was not asked then."""
