"""Reading a form that a model filled in: what does not fit, and what only a model says, go back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from dramaturg.english.rules.model_talk import model_talk
from dramaturg.turn.asks import Unreadable
from dramaturg.turn.json_answers import object_in, shown

MOST_ISSUES = 20

F = TypeVar("F", bound=BaseModel)


def filled_form(form: type[F], text: str, ground: str) -> F:
    """Raises Unreadable with all that is wrong. `ground` is what the game is about: its words are no
    model's, whatever they sound like.
    """
    values = object_in(text)
    if talk := talk_in(values, ground):
        raise Unreadable(
            f"{talk!r} is a model's talk: write only what a player reads.{shown(text)}"
        )
    try:
        return form.model_validate(values)
    except ValidationError as error:
        faults = "\n".join(
            f"- {'.'.join(map(str, each['loc']))}: {each['msg']}"
            for each in error.errors()[:MOST_ISSUES]
        )
        raise Unreadable(f"it does not fit the form:\n{faults}{shown(text)}") from error


def talk_in(values: Any, ground: str) -> str:
    """What in these values is a model's talk of itself; empty where there is none.

    >>> talk_in({"rounds": [{"correct": "As an AI, I cannot say."}]}, "The heart")
    'as an ai,'
    """
    known = " ".join(ground.lower().split())
    for text in _texts(values):
        talk = model_talk(text, printed=True)
        if talk and talk.lower().strip(" .,:;!?") not in known:
            return talk
    return ""


def _texts(values: Any) -> Iterator[str]:
    if isinstance(values, str):
        yield values
    elif isinstance(values, Mapping):
        for each in values.values():
            yield from _texts(each)
    elif isinstance(values, Sequence):
        for each in values:
            yield from _texts(each)
