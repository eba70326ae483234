"""What a walkthrough can say about riddles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pydantic import Field
from tests.fifth_engine.content import riddles_content

from dramaturg.content.library import Library
from dramaturg.engines.kit import Key, Named
from dramaturg.kernel.errors import Fault
from dramaturg.turn.contract import Heard
from dramaturg.turn.ports import StoredContent

PLAY: Mapping[str, Key] = {"riddles": (str | None, Field(None, description="Id of riddles."))}
ACTIONS: Mapping[str, Key] = {}
TURN: Mapping[str, Key] = {}
ENDINGS = ("RiddlesOver",)
SEPARATOR = ""
BY_THE_CLOCK = False


async def stage(play: Any, library: Library, folder: Path) -> StoredContent:
    return riddles_content(library, play.riddles)


def first(play: Any) -> str | None:
    return None


def heard(turn: Any, engine: Any, state: Any, at: float) -> Heard:
    return Heard(turn.say or "", at=at)


def played(body: Mapping[str, Any], opening: Heard) -> dict[str, Any]:
    return {"riddles": body["riddles"]["id"]}


def done(heard: Heard) -> dict[str, Any]:
    return {"say": heard.text}


def named(play: Any, folder: Path) -> Iterator[Named]:
    yield Named("riddles", play.riddles, ("riddles",))


def faults(walkthrough: Any, library: Library) -> Iterator[Fault]:
    yield from ()
