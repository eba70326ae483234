"""What a walkthrough can say about a sim."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import Field

from dramaturg.content.library import Library
from dramaturg.engines.kit import Key, Named
from dramaturg.engines.sims.asks import two_parts
from dramaturg.engines.sims.base.scenario import Steering
from dramaturg.engines.sims.content import people_in, sim_content
from dramaturg.engines.sims.engine import DECISION
from dramaturg.kernel.errors import Fault, did_you_mean
from dramaturg.kernel.errors import Path as Steps
from dramaturg.turn.authored import Text
from dramaturg.turn.contract import Heard
from dramaturg.turn.ports import StoredContent

PLAY: Mapping[str, Key] = {
    "sim": (str | None, Field(None, description="Id of a scenario.")),
    "to": (
        str | None,
        Field(
            None,
            description="Whom the learner of a sim turns to first; the first person if left out.",
        ),
    ),
    "steering": (
        Steering | None,
        Field(None, description="What steers a sim; as its scenario says if left out."),
    ),
}
ACTIONS: Mapping[str, Key] = {"choose": (Text | None, None)}
TURN: Mapping[str, Key] = {
    "to": (str | None, Field(None, description="Whom the learner of a sim turns to."))
}
ENDINGS = ("AI_EndConversation", "DecisionTaken")
"""A conversation ends, and the whole of it."""
SEPARATOR = two_parts.SEPARATOR
BY_THE_CLOCK = False


async def stage(play: Any, library: Library, folder: Path) -> StoredContent:
    return sim_content(library, play.sim, play.steering)


def first(play: Any) -> str | None:
    to: str | None = play.to
    return to


def heard(turn: Any, engine: Any, state: Any, at: float) -> Heard:
    return Heard(turn.say or "", turn.choose, turn.to, at)


def played(body: Mapping[str, Any], opening: Heard) -> dict[str, Any]:
    counted = {"steering": "counted"} if body["scenario"]["steering"] == "counted" else {}
    return {"sim": body["scenario"]["id"], **({"to": opening.to} if opening.to else {}), **counted}


def done(heard: Heard) -> dict[str, Any]:
    to = {"to": heard.to} if heard.to else {}
    return {**to, **({"choose": heard.choice} if heard.choice else {"say": heard.text})}


def named(play: Any, folder: Path) -> Iterator[Named]:
    yield Named("scenario", play.sim, ("sim",))


def faults(walkthrough: Any, library: Library) -> Iterator[Fault]:
    """People whom nobody knows. A scenario with faults of its own is not asked."""
    people = people_in(walkthrough.play.sim, library)
    turned: list[tuple[str | None, Steps]] = [(walkthrough.play.to, ("play", "to"))]
    turned += [
        (turn.to, ("turns", number, "to"))
        for number, turn in enumerate(walkthrough.steps)
        if turn.to != DECISION
    ]
    for person, path in turned:
        if people and person is not None and person not in people:
            remedy = did_you_mean(person, people)
            yield Fault("unknown-name", f"there is no person {person}", remedy, path)
