"""What a player can do, as it is written: one JSON object a move."""

from __future__ import annotations

import json
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from dramaturg.kernel.errors import BadInput

LONGEST_ORDER = 100


class _Move(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    at: float | None = Field(
        None, ge=0, allow_inf_nan=False, description="Seconds since the play began."
    )


class Answer(_Move):
    do: Literal["answer"] = "answer"
    item: str | None = Field(
        None, description="Which item; may be left out where they come one at a time."
    )
    answer: str


class Arrange(_Move):
    do: Literal["arrange"] = "arrange"
    order: tuple[str, ...] = Field(max_length=LONGEST_ORDER)


class Flip(_Move):
    do: Literal["flip"] = "flip"
    cards: tuple[str, str]


class Hint(_Move):
    do: Literal["hint"] = "hint"
    item: str | None = None


class Next(_Move):
    do: Literal["next"] = "next"


class Retry(_Move):
    do: Literal["retry"] = "retry"


class Tick(_Move):
    do: Literal["tick"] = "tick"


Move = Annotated[Answer | Arrange | Flip | Hint | Next | Retry | Tick, Field(discriminator="do")]
_MOVE: TypeAdapter[Move] = TypeAdapter(Move)

EXAMPLE = '{"do": "answer", "item": "aorta", "answer": "z3"}'


class MoveRefused(BadInput):
    """A move that the rules do not allow. `code` is the same in the page."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


def read_move(text: str) -> Move:
    """Raises MoveRefused."""
    try:
        return _MOVE.validate_json(text)
    except ValidationError as error:
        faults = "; ".join(
            f"{'.'.join(map(str, each['loc'][1:])) or 'the move'}: {each['msg']}"
            for each in error.errors()[:5]
        )
        raise MoveRefused(
            "not-a-move", f"that is no move: {faults}. A move looks like this: {EXAMPLE}"
        ) from error


def move_json(move: Move) -> str:
    return json.dumps(move.model_dump(exclude_none=True), ensure_ascii=False)


def move_words(move: Move) -> str:
    """A move as somebody would tell it."""
    match move:
        case Answer():
            return f"{move.item or 'this one'}: {move.answer}"
        case Arrange():
            return f"in this order: {', '.join(move.order)}"
        case Flip():
            return f"turns over {' and '.join(move.cards)}"
        case Hint():
            return f"a hint for {move.item or 'this one'}"
    return move.do
