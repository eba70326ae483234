"""What a walkthrough can say about a memoir."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field

from dramaturg.content.library import Library, beside
from dramaturg.engines.kit import Key, Named
from dramaturg.engines.memoir.base.artifacts import Teller
from dramaturg.engines.memoir.base.story import Mark
from dramaturg.engines.memoir.content import memoir_content
from dramaturg.engines.memoir.perceive import SITTING
from dramaturg.kernel.errors import Fault
from dramaturg.turn.authored import Authored
from dramaturg.turn.contract import Heard
from dramaturg.turn.ports import StoredContent


class MemoirPlay(Teller):
    """Who tells, and to which interviewer."""

    artifacts: str = Field(
        "origins", description="Id of an interviewer's artifacts, or their folder."
    )


class Marking(Authored):
    passage: Annotated[int, Field(ge=1)]
    mark: Mark | Literal["none"]


PLAY: Mapping[str, Key] = {"memoir": (MemoirPlay | None, None)}
ACTIONS: Mapping[str, Key] = {
    "sitting": (
        Mapping[str, Any] | None,
        Field(None, description="Write {}: a new sitting of a memoir begins."),
    ),
    "mark": (Marking | None, None),
}
TURN: Mapping[str, Key] = {}
ENDINGS = ("SittingEnded",)
SEPARATOR = ""
BY_THE_CLOCK = True
"""Sittings are days apart, and what is asked depends on it."""


async def stage(play: Any, library: Library, folder: Path) -> StoredContent:
    wanted: MemoirPlay = play.memoir
    teller = Teller.model_validate(wanted.model_dump(exclude={"artifacts"}))
    return memoir_content(library, beside(folder, wanted.artifacts), teller)


def first(play: Any) -> str | None:
    return None


def heard(turn: Any, engine: Any, state: Any, at: float) -> Heard:
    if turn.sitting is not None:
        return Heard(choice=SITTING, at=at)
    if turn.mark is not None:
        return Heard(choice=f"mark:{turn.mark.passage}:{turn.mark.mark}", at=at)
    return Heard(turn.say or "", at=at)


def played(body: Mapping[str, Any], opening: Heard) -> dict[str, Any]:
    teller = Teller.model_validate(body["teller"]).model_dump(mode="json", exclude_defaults=True)
    return {"memoir": {"artifacts": body["artifacts"]["router"]["id"], **teller}}


def done(heard: Heard) -> dict[str, Any]:
    if heard.choice == SITTING:
        return {"sitting": {}}
    if heard.choice is not None:
        _, passage, mark = heard.choice.split(":")
        return {"mark": {"passage": int(passage), "mark": mark}}
    return {"say": heard.text}


def named(play: Any, folder: Path) -> Iterator[Named]:
    name = play.memoir.artifacts
    if beside(folder, name) == name:
        yield Named("router_policy", name, ("memoir", "artifacts"), "interviewer")


def faults(walkthrough: Any, library: Library) -> Iterator[Fault]:
    yield from ()
