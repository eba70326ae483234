"""The manners of simulated tellers: how somebody tells, and the small words they do it with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from dramaturg.data_files import load
from dramaturg.kernel.errors import BadInput, did_you_mean

Break = Literal["", "broke", "stopped", "in_danger"]


@dataclass(frozen=True, slots=True)
class TellingManner:
    """How somebody tells. Shares are how often, from 0 to 1.

    `at_once`: how many sentences of an episode a turn has, at least and at most. `brief`: in
    fragments. `hesitates`: with uh and well. `hedges`: says nothing in particular. `touches`: comes
    to the wound by themself. `consents`: tells of it when asked for leave. `slips`: contradicts
    what they said. `refuses`: will not answer. `drifts`: turns to something else midway. `breaks`:
    how a sitting ends, if it does so early.
    """

    at_once: tuple[int, int] = (1, 3)
    brief: bool = False
    hesitates: float = 0.25
    hedges: float = 0.0
    touches: float = 0.0
    consents: bool = True
    slips: bool = False
    refuses: float = 0.0
    drifts: float = 0.0
    breaks: Break = ""


MANNERS: Mapping[str, TellingManner] = {
    "generous": TellingManner(),
    "terse": TellingManner(at_once=(1, 1), brief=True, hesitates=0.1, hedges=0.2, consents=False),
    "grieving": TellingManner(at_once=(1, 2), touches=0.35),
    "contradicting": TellingManner(at_once=(1, 2), slips=True),
    "refusing": TellingManner(at_once=(1, 2), refuses=0.3, consents=False),
    "drifting": TellingManner(at_once=(1, 2), hesitates=0.5, hedges=0.15, drifts=0.5),
    "distressed": TellingManner(at_once=(1, 2), touches=0.3, breaks="broke"),
    "asking_to_stop": TellingManner(at_once=(1, 2), breaks="stopped"),
    "in_danger": TellingManner(at_once=(1, 2), touches=0.3, breaks="in_danger"),
}

PHRASES = load(__file__, "teller_phrases.yaml", dict[str, tuple[str, ...]])

FEWEST_BEFORE_BREAK, MOST_BEFORE_BREAK = 3, 6  # passages
SLIP_AT, INSTEAD_AT = 2, 5  # passages of a sitting


def manner_of(name: str) -> TellingManner:
    if name not in MANNERS:
        raise BadInput(f"there is no manner {name!r}. {did_you_mean(name, MANNERS)}")
    return MANNERS[name]
