"""A clause of an answer that is worth giving back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from pydantic import Field


@dataclass(frozen=True, slots=True)
class Clause:
    """A whole clause as it was said, from one place of an utterance to another. `given` is how a
    question says it after "you said": turned to "you", or in quotation marks.

    `worth` tells how much of the answer's point it carries; one that `stands` can be understood
    long after.
    """

    text: str
    start: int
    end: int
    given: str
    worth: float
    stands: bool = False
    utterance: Annotated[str, Field(exclude_if=lambda utterance: not utterance)] = ""

    @property
    def is_quoted(self) -> bool:
        return self.given.startswith('"')

    def meets(self, start: int, end: int) -> bool:
        """Whether it shares words with this stretch of the same utterance."""
        return self.start < end and start < self.end
