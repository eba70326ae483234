"""Reading long answers: the JSON object in them, and how the writer is shown again what
they wrote.
"""

from __future__ import annotations

import json
from typing import Any

from dramaturg.turn.asks import Unreadable

LONGEST = 60_000  # characters of an answer that are shown again


def object_in(text: str) -> dict[str, Any]:
    """The JSON object in an answer, whatever stands around it. Raises Unreadable."""
    start = max(text.find("{"), 0)
    try:
        found, _ = json.JSONDecoder(parse_constant=_no_number).raw_decode(text, start)
        json.dumps(found, allow_nan=False)
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"it is not JSON ({error}).{shown(text)}") from error
    if not isinstance(found, dict):
        raise Unreadable("it is not a JSON object.")
    return found


def shown(text: str) -> str:
    """The answer itself: a fault is of no use to somebody who does not see what they wrote."""
    if not text.strip():
        return ""
    return (
        "\nYOUR LAST ANSWER, to be put right and kept where nothing is"
        f" named:\n{text[:LONGEST]}\nEND OF YOUR LAST ANSWER"
    )


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number")
