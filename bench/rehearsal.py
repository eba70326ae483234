"""What the servers of the studio's load are given: a model's answers on the walk of the sim, and
what each turn of it writes.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from dramaturg.turn.ports import Prompt


@dataclass(frozen=True, slots=True)
class RehearsedTurn:
    """The bytes that a turn leaves in the log."""

    line: str
    record: str
    timings: str
    rows: list[tuple[str, Mapping[str, Any]]]


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """`replies` has the answers by the letters of their prompts, `turns` what each turn writes,
    from the opening on.
    """

    replies: Mapping[str, str]
    turns: list[RehearsedTurn]

    def turn(self, number: int) -> RehearsedTurn:
        """After the last comes the first again."""
        return self.turns[1 + (number - 1) % (len(self.turns) - 1) if number else 0]

    def write(self, path: Path) -> None:
        path.write_text(json.dumps(asdict(self)))

    @classmethod
    def read(cls, path: Path) -> Rehearsal:
        read = json.loads(path.read_text())
        return cls(read["replies"], [RehearsedTurn(**turn) for turn in read["turns"]])


def letters(prompt: Prompt) -> str:
    """A prompt without its spaces, which is how its answer is found again."""
    return "".join(prompt.user.split())
