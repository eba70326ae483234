"""Who answers as the model when a walkthrough is played."""

from __future__ import annotations

import json

from dramaturg.app.content.walkthrough import ScriptedReply
from dramaturg.turn.ports import Prompt


class Script:
    """A model that says what stands in the walkthrough, turn by turn. Where nothing stands, nobody
    answers. `separator` is what the engine wants between a line and its report.
    """

    def __init__(self, separator: str) -> None:
        self._separator = separator
        self._left: list[tuple[int, ScriptedReply]] = []

    def give(self, replies: tuple[ScriptedReply, ...]) -> None:
        self._left = list(enumerate(replies))

    @property
    def left(self) -> tuple[int, ...]:
        """The numbers of the replies that nobody has asked for."""
        return tuple(number for number, _ in self._left)

    def __call__(self, prompt: Prompt) -> str | None:
        place = next(
            (place for place, (_, reply) in enumerate(self._left) if reply.role == prompt.role),
            None,
        )
        return None if place is None else spoken(self._left.pop(place)[1], self._separator)


def spoken(reply: ScriptedReply, separator: str) -> str | None:
    """A reply as a model would write it; with a report, in two parts."""
    if reply.report is None:
        return reply.say
    return f"{reply.say or ''}\n{separator}\n{json.dumps(reply.report)}"
