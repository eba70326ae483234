"""What people do in words besides telling what they know: how a model is told, and what is said
without one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dramaturg.data_files import load
from dramaturg.engines.sims.base.binding import SimPart
from dramaturg.engines.sims.base.state import Conversation
from dramaturg.engines.sims.base.wordings import is_told


@dataclass(frozen=True, slots=True)
class Move:
    """Something done in words. `how` is told to a model, `say` are ways to say it."""

    how: str
    say: tuple[str, ...]


MOVES = load(__file__, "moves.yaml", dict[str, Move])


def in_words(move: str, part: SimPart, conversation: Conversation) -> str:
    """The move in words that were not used yet in this conversation; nothing when all were.

    Where the choice begins hangs on the person, so that not everybody begins alike.
    """
    return unused(MOVES[move].say, conversation, sum(map(ord, part.person.id)))


def unused(choices: Sequence[str], conversation: Conversation, begin: int = 0) -> str:
    """The first of them that was not said yet in this conversation; nothing when all were."""
    turned = (*choices[begin % len(choices) :], *choices[: begin % len(choices)])
    return next((choice for choice in turned if not is_told(choice, conversation)), "")
