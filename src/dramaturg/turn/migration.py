"""What the tools around a conversation share: a decision in words, things of the content, and
moving to another version of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from dramaturg.kernel.errors import ReplayError

Item = tuple[str, str]
"""A thing of authored content by kind and name: ("node", "technical/DECISIVE"), ("strategy",
"deepen"), ("mechanic", "label").
"""

Moves = Mapping[str, Mapping[str, str]]
"""By kind of thing: what it was called and what it is called now; an empty text when it is gone."""


def renaming(moves: Moves, kind: str, owner: str = "") -> Callable[[str], str]:
    """What a name of this kind becomes. What belongs to an `owner` is named with it in `moves`, and
    without it in a state.
    """
    names, before = moves.get(kind, {}), f"{owner}/" if owner else ""
    return lambda name: own_name(names.get(f"{before}{name}", "")) or name


def own_name(name: str) -> str:
    """The last part of a thing's name, without those of what it belongs to."""
    return name.rpartition("/")[2]


@dataclass(frozen=True, slots=True)
class TurnChoice:
    """A turn's decision in a few named words, and why. Two choices are the same when their words
    are.
    """

    words: Mapping[str, str] = field(default_factory=dict)
    reason: str = ""


class Undecidable(ReplayError):
    """Another version of the content lacks what a turn is about. `choice` says so as a decision
    would.
    """

    def __init__(self, choice: TurnChoice) -> None:
        self.choice = choice
        super().__init__(choice.reason)


@dataclass(frozen=True, slots=True)
class Worry:
    """Why a session cannot simply go on at its place in another version. `candidates` are places it
    could go to instead.
    """

    code: str
    message: str
    at: Item
    candidates: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Moved:
    """The session goes on with another version of its content; what its state names by old names,
    it names by new ones.
    """

    moves: Moves
    version: str
    kind: Literal["moved"] = "moved"

    @property
    def back(self) -> Moved:
        """The same the other way round."""
        return Moved(
            {
                kind: {now: was for was, now in names.items() if now}
                for kind, names in self.moves.items()
            },
            self.version,
        )
