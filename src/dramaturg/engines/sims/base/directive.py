"""What a turn of a sim decides: what the person is to say, and why they say it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

CLEAR = 0.5  # an acknowledgement at or above this opens a gate without a model
PLAUSIBLE = 0.3  # a bare agreement is no less; what is less is none

LET_GO = "let_go"  # the move with which a gate is given up on whoever only ever agreed
STILL = "still"  # the move that leads back to what was told too often to be told again
TAKEN = "taken"  # the move with which what decides was heard to be taken on board before its gate
KNOWS = "knows:"  # the reading of what somebody knows before it was told, before its name

Purpose = Literal["speak", "take_answer", "ask_again", "after_the_end", "tell_the_outcome"]


@dataclass(frozen=True, slots=True)
class SimDirective:
    """What the person is to do in this turn.

    `say`: material to bring across, by id. `pressed`: how many exchanges this node has had before.
    `reveal`: asides that open now. `detour`: how to answer a question that is off the point.
    `reply_to`: the pivot option just chosen. `acknowledged`: the last thing a gate had to say, once
    it has been registered and needs no saying. `moves`: what is done in words besides, in that
    order, such as a promise or an objection.
    """

    node: str
    purpose: Purpose
    say: tuple[str, ...] = ()
    pressed: int = 0
    reveal: tuple[str, ...] = ()
    detour: str | None = None
    reply_to: str | None = None
    acknowledged: str | None = None
    # left out where there is none, as in what was stored before there were any
    moves: Annotated[tuple[str, ...], Field(exclude_if=lambda moves: not moves)] = ()
