"""Reading what a model, or somebody in a hurry, wrote as JSON; and how writers are shown again what
they wrote.

`object_in` takes an answer of a turn as it is: what is recorded must be read the same for ever.
`read_json` also takes stray commas away, for documents that can be mended and looked at again.
Files, whose faults need a line and a column, are read by dramaturg.content.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from dramaturg.turn.asks import Unreadable

LONGEST = 60_000  # characters of an answer that are shown again
_FENCED = re.compile(r"```[\w-]*(.*?)```", re.DOTALL)
# A text in quotes is matched whole, closed or not, so that every character is looked at once.
_STRAY_COMMA = re.compile(r'("[^"\\]*+(?:\\.[^"\\]*+)*+(?:"|\\?\Z))|,(?=\s*[\]}])', re.DOTALL)


class ReadJson(NamedTuple):
    """A value, and whether more than JSON stood around it, or a comma too many in it."""

    value: Any
    mended: bool


class NotJson(ValueError):
    """What is wrong with a text that should be JSON, in a sentence; and what to do about it."""

    def __init__(self, message: str, remedy: str = "Answer with one JSON object.") -> None:
        super().__init__(message)
        self.message, self.remedy = message, remedy


def object_in(text: str) -> dict[str, Any]:
    """The JSON object in an answer, whatever stands around it. Raises Unreadable.

    >>> object_in('Certainly: {"mood": "calm"}. Anything else?')
    {'mood': 'calm'}
    """
    start = max(text.find("{"), 0)
    try:
        found, _ = json.JSONDecoder(parse_constant=_no_number).raw_decode(text, start)
        json.dumps(found, allow_nan=False)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"it is not JSON ({error}).{shown(text)}") from error
    if not isinstance(found, dict):
        raise Unreadable("it is not a JSON object.")
    return found


def read_json(text: str) -> ReadJson:
    """The first reading of a text that is JSON. Raises NotJson, or RecursionError.

    >>> read_json('```json\\n{"scenes": [1, 2,]}\\n```')
    ReadJson(value={'scenes': [1, 2]}, mended=True)
    """
    for number, reading in enumerate(_readings(text)):
        try:
            return ReadJson(json.loads(reading), mended=number > 0)
        except ValueError:  # also numbers with thousands of digits, which are no JSONDecodeError
            continue
    raise _not_json(text)


def shown(text: str) -> str:
    """The answer itself: a fault is of no use to somebody who does not see what they wrote."""
    if not text.strip():
        return ""
    return (
        "\nYOUR LAST ANSWER, to be put right and kept where nothing is"
        f" named:\n{text[:LONGEST]}\nEND OF YOUR LAST ANSWER"
    )


def _readings(text: str) -> Iterator[str]:
    """The text as it is, then what stands in a fence, then what stands between the outermost
    braces.
    """
    yield text
    for inner in (*_FENCED.findall(text)[:1], text[text.find("{") : text.rfind("}") + 1]):
        yield inner
        yield _STRAY_COMMA.sub(lambda match: match[1] or "", inner)


def _not_json(text: str) -> NotJson:
    start = max(0, text.find("{"))
    try:
        json.loads(text[start:])
    except json.JSONDecodeError as error:
        line = text.count("\n", 0, start + error.pos) + 1
        message = f"This is not JSON: {error.msg}, in line {line}."
        return NotJson(message, "Answer with one JSON object, and close it.")
    except ValueError:
        remedy = "Write a number that a player could reach."
        return NotJson("A number has thousands of digits.", remedy)
    return NotJson("This is not JSON.")


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number")
