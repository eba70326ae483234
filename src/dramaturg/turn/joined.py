"""Two hearers, one reading: whose word stands where the ear and a model both read one thing.

Both readings stay on record; the table beside this file says, signal by signal, which of them
counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Literal

from dramaturg.data_files import load

Whose = Literal["model", "ear", "promise", "veto"]

YES = 0.5  # divides yes from no, for both of them
SURE, SURELY_NOT = 0.8, 0.25  # from here on neither is in doubt


@cache
def table() -> Mapping[str, Whose]:
    """Whose word stands, by signal."""
    return load(__file__, "joined.yaml", dict[str, Whose])


def joined(
    signal: str,
    ear: float | None,
    model: float | None,
    against: float = 0.0,
    by: Mapping[str, Whose] | None = None,
) -> float:
    """What counts of the two, each from 0 to 1; what only one of them read is as they read it.
    `against` is how sure the ear is of the contrary, which is more than not hearing it.

    >>> joined("refusal", ear=0.6, model=0.0)  # a doubt, taken away
    0.0
    >>> joined("refusal", ear=0.9, model=0.0)  # a promise, kept
    0.9
    >>> joined("taken", ear=0.1, model=1.0)
    1.0
    >>> joined("taken", ear=0.1, model=1.0, against=0.9)
    0.1
    """
    if ear is None or model is None:
        return (ear if ear is not None else model) or 0.0
    match (by or table()).get(signal, "model"):
        case "ear":
            return ear
        case "promise":
            return model if ear < SURE and model <= SURELY_NOT else max(ear, model)
        case "veto":
            return ear if against >= SURE or ear >= SURE else model
        case _:
            return model
