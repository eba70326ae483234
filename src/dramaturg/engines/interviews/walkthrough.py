"""What a walkthrough can say about an interview."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from dramaturg.content.library import Library
from dramaturg.engines.interviews.content import interview_content, is_id
from dramaturg.engines.kit import Key, Named
from dramaturg.kernel.errors import Fault
from dramaturg.turn.authored import Authored
from dramaturg.turn.contract import Heard
from dramaturg.turn.ports import StoredContent


class InterviewPlay(Authored):
    methodology: str
    about: str = Field(description="Id of a subject, or the subject itself in words.")
    guide: str | None = None
    turns: Annotated[int, Field(ge=2, le=500)] | None = Field(
        None, description="Answers it has at most."
    )


PLAY: Mapping[str, Key] = {"interview": (InterviewPlay | None, None)}
ACTIONS: Mapping[str, Key] = {}
TURN: Mapping[str, Key] = {}
ENDINGS = ("InterviewEnded",)
SEPARATOR = ""
BY_THE_CLOCK = False


async def stage(play: Any, library: Library, folder: Path) -> StoredContent:
    wanted: InterviewPlay = play.interview
    return interview_content(library, wanted.methodology, wanted.about, wanted.guide, wanted.turns)


def first(play: Any) -> str | None:
    return None


def heard(turn: Any, engine: Any, state: Any, at: float) -> Heard:
    return Heard(turn.say or "", at=at)


def played(body: Mapping[str, Any], opening: Heard) -> dict[str, Any]:
    subject, guide = body["subject"], body["guide"]
    about = subject["title"] if subject["id"] == "own_words" else subject["id"]
    return {
        "interview": {
            "methodology": body["methodology"]["id"],
            "about": about,
            **({"guide": guide["id"]} if guide else {}),
            "turns": body["max_turns"],
        }
    }


def done(heard: Heard) -> dict[str, Any]:
    return {"say": heard.text}


def named(play: Any, folder: Path) -> Iterator[Named]:
    wanted: InterviewPlay = play.interview
    yield Named("methodology", wanted.methodology, ("interview", "methodology"))
    if is_id(wanted.about):
        yield Named("subject", wanted.about, ("interview", "about"))
    if wanted.guide is not None:
        yield Named("guide", wanted.guide, ("interview", "guide"))


def faults(walkthrough: Any, library: Library) -> Iterator[Fault]:
    yield from ()
