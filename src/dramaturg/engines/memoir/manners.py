"""The manners of simulated tellers: how somebody tells, and the small words they do it with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from dramaturg.kernel.errors import BadInput, did_you_mean

Break = Literal["", "broke", "stopped", "in_danger"]


@dataclass(frozen=True, slots=True)
class Manner:
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


MANNERS: Mapping[str, Manner] = {
    "generous": Manner(),
    "terse": Manner(at_once=(1, 1), brief=True, hesitates=0.1, hedges=0.2, consents=False),
    "grieving": Manner(at_once=(1, 2), touches=0.35),
    "contradicting": Manner(at_once=(1, 2), slips=True),
    "refusing": Manner(at_once=(1, 2), refuses=0.3, consents=False),
    "drifting": Manner(at_once=(1, 2), hesitates=0.5, hedges=0.15, drifts=0.5),
    "distressed": Manner(at_once=(1, 2), touches=0.3, breaks="broke"),
    "asking_to_stop": Manner(at_once=(1, 2), breaks="stopped"),
    "in_danger": Manner(at_once=(1, 2), touches=0.3, breaks="in_danger"),
}

HESITATIONS = (
    "Well, uh.",
    "Uh, let me think.",
    "Well.",
    "Oh, now.",
    "Hm, let me see.",
    "You know.",
    "I-- I mean.",
)
FRAGMENTS = (
    "Not much to tell.",
    "Can't remember.",
    "It was all right.",
    "Don't know, really.",
    "Just ordinary.",
)
REFUSALS = (
    "I'd rather not go into that.",
    "I don't want to talk about that, if that's all right.",
    "No, I'd prefer to leave that alone.",
    "Can we talk about something else?",
)
STOPS = (
    "I want to stop now, please.",
    "That's enough, I'd like to stop here.",
    "Please stop. I don't want to go on.",
)
DANGER = (
    "I've been thinking of ending my life.",
    "Some nights I don't want to be alive any more.",
    "I want to kill myself.",
)
GRIEF = (
    "I cried for weeks, and I'm crying now.",
    "I still cry about it. It hurts so much.",
    "I am sorry, I always cry when I tell this.",
)
VAGUE = (
    "I don't know, maybe, it was something like that, I suppose.",
    "Some things, and some people, and so on. You know how it is.",
    "Maybe it was like that, maybe not, I couldn't really say.",
    "It was somehow different, in some ways, I think.",
)
TURNS = ("Anyway.", "But that's neither here nor there. Anyway.", "Anyway, what was I saying.")
YES = ("Yes, you may ask. I'd like to tell it.", "Yes, I want to talk about it.", "Yes, go on.")
NO = ("No, not today.", "No, I'd rather not.", "Not now, no.")
GOODBYES = (
    "No, that's all for today. Thank you.",
    "That will do for today, thank you. Goodbye.",
    "No, nothing more. Till next time.",
)
NOTHING_LEFT = (
    "I think you've had all of that from me.",
    "No, there's nothing more to that one.",
    "I couldn't add anything to that.",
    "That's as much as I remember of it.",
)
AFTERWARDS = (
    "I'm sorry. I don't know what came over me.",
    "You can ask me something, it's all right now.",
    "Are you still there?",
)

FEWEST_BEFORE_BREAK, MOST_BEFORE_BREAK = 3, 6  # passages
SLIP_AT, INSTEAD_AT = 2, 5  # passages of a sitting


def manner_of(name: str) -> Manner:
    if name not in MANNERS:
        raise BadInput(f"there is no manner {name!r}. {did_you_mean(name, MANNERS)}")
    return MANNERS[name]
