"""A turn of a memoir as the story grows: ours at turn 100 and at turn 3,000, and beside one that
rereads the whole story.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from bench.measure import Cost, folders, in_rounds_async, metered
from bench.report import Finding, at_least, at_most, millis
from bench.stage import AnyLive, Troupe, troupe
from dramaturg.app.config.providers import LOCAL_MODELS, embedder, readers
from dramaturg.app.content.kinds import KINDS
from dramaturg.content.library import Library, packaged
from dramaturg.engines import engine_of
from dramaturg.engines.memoir.base.artifacts import Teller
from dramaturg.engines.memoir.content import memoir_content
from dramaturg.turn.asks import OfflineVoice
from dramaturg.turn.contract import Heard
from dramaturg.turn.readings import Utterance

YOUNG, OLD = 100, 3_000
WINDOW = 8
ROUNDS = 5
SITTING = 40
"""Turns after which somebody sits down anew."""
MINUTE, DAY = 60.0, 86_400.0

WHO = (
    "my father",
    "my sister Ruth",
    "old Mr Haskett",
    "my aunt Lena",
    "our neighbour",
    "the teacher",
    "my cousin Piet",
    "Clara",
)
WHAT = ("mended", "sold", "lost", "painted", "built", "carried", "hid", "found")
THINGS = (
    "the boat",
    "a grey horse",
    "the piano",
    "our kitchen table",
    "the radio",
    "a letter",
    "the orchard wall",
    "two bicycles",
)
WHERE = (
    "in Vlissingen",
    "behind the chapel",
    "at the station",
    "by the river",
    "in the attic",
    "on Mill Lane",
    "in Porto",
)

Contender = Callable[[], Awaitable[Cost]]


def findings() -> Iterator[Finding]:
    young, old, peer_young, peer_old = asyncio.run(measured())
    yield Finding(
        f"turn {OLD:,}, beside turn {YOUNG}, processor time",
        old.cpu,
        young.cpu,
        millis,
        at_most(1.5),
    )
    yield Finding(f"turn {OLD:,}, beside turn {YOUNG}, on the clock", old.wall, young.wall, millis)
    yield Finding(
        f"rereading, turn {OLD:,}, beside its own turn {YOUNG}",
        peer_old.cpu,
        peer_young.cpu,
        millis,
    )
    yield Finding(
        f"turn {OLD:,}, beside rereading (times faster)",
        peer_old.cpu,
        old.cpu,
        millis,
        at_least(10),
    )


async def measured() -> list[Cost]:
    with folders("young", "old", "peer_young", "peer_old") as (young, old, *peers):
        async with AsyncExitStack() as stack:
            ours = [await _ours(stack, folder, age) for folder, age in ((young, YOUNG), (old, OLD))]
            rereading = [
                _peer(folder, age) for folder, age in zip(peers, (YOUNG, OLD), strict=True)
            ]
            return await in_rounds_async(ROUNDS, *ours, *rereading)


def passages(whose: int) -> Iterator[str]:
    """Endless small memories, each with a person, a year and a place, and no two alike, whoever
    tells them.

    Readers remember what they have read: two memoirs with the same words would make the second one
    cheaper.
    """
    chance = Random(whose)
    for number in count(whose * 100_000):
        who, what, thing, where = (chance.choice(among) for among in (WHO, WHAT, THINGS, WHERE))
        year = 1941 + number % 60
        yield f"In {year} {who} {what} {thing} {where}. I remember it was the {number}th time we spoke of such a thing."


# ── ours ──────────────────────────────────────────────────────────────────────────────────────────


async def _ours(stack: AsyncExitStack, folder: Path, age: int) -> Contender:
    engine = engine_of(
        memoir_content(Library(KINDS, (packaged(),)), "origins", Teller(sitting_turns=200)),
        LOCAL_MODELS,
    )
    says = passages(whose=age)
    stage = await stack.enter_async_context(
        troupe(folder, engine, OfflineVoice(), lambda turn: _heard(turn, says))
    )
    live = await stage.open("s")
    await stage.play(live, age - live.turns)
    return _window(stage, live)


def _heard(turn: int, says: Iterator[str]) -> Heard:
    at = turn * MINUTE + turn // SITTING * DAY
    return Heard(choice="sitting", at=at) if turn % SITTING == 0 else Heard(next(says), at=at)


def _window(stage: Troupe, live: AnyLive) -> Contender:
    async def contender() -> Cost:
        with metered() as cost:
            await stage.play(live, WINDOW)
        return cost.over(WINDOW)

    return contender


# ── the peer ──────────────────────────────────────────────────────────────────────────────────────


class RereadingMemoir:
    """The plain way: the story is a file of passages; every turn loads it, looks through all of it,
    and saves it again.

    It reads the new words with the same readers as we do, and remembers what it read.
    """

    def __init__(self, folder: Path, passages: list[str]) -> None:
        self._file = folder / "story.json"
        vectors = embedder().embed(passages)
        self._save([_kept(text, vector) for text, vector in zip(passages, vectors, strict=True)])

    def turn(self, text: str) -> None:
        story = json.loads(self._file.read_text(encoding="utf-8"))
        readers().read([Utterance(text, earlier=tuple(each["text"] for each in story[-4:]))])
        now = _kept(text, embedder().embed([text])[0])
        self.nearest = max(float(np.dot(now["vector"], each["vector"])) for each in story)
        self.clashes = sum(claim in each["claims"] for each in story for claim in now["claims"])
        self._save([*story, now])

    def _save(self, story: list[dict[str, Any]]) -> None:
        self._file.write_text(json.dumps(story), encoding="utf-8")


def _kept(text: str, vector: Any) -> dict[str, Any]:
    claims = [[claim.subject, claim.predicate] for claim in readers().claims(text)]
    return {"text": text, "vector": vector.tolist(), "claims": claims}


def _peer(folder: Path, age: int) -> Contender:
    says = passages(whose=-age)
    memoir = RereadingMemoir(folder, [next(says) for _ in range(age)])

    async def contender() -> Cost:
        with metered() as cost:
            for _ in range(WINDOW):
                memoir.turn(next(says))
        return cost.over(WINDOW)

    return contender
