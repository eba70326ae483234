"""`python -m bench.memoir_postcheck [TURNS]`: memoirs whose every line comes from a hostile model,
through the real client.

The model diagnoses, leads, accuses, presses, advises, deceives and holds forth. Counted is what of
it reached the teller, by the sentences it remembers having said, whatever our rules think of them;
and that every line that was replaced names its rule.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from tests.support.bad_interviewer import BadInterviewer
from tests.support.hostile_models import HostileServer

from bench.report import rows_of
from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.app.content.kinds import KINDS
from dramaturg.content.library import Library, packaged
from dramaturg.engines import engine_of
from dramaturg.engines.memoir.base.records import MemoirRecord
from dramaturg.engines.memoir.content import memoir_content
from dramaturg.language.provider import ProviderVoice
from dramaturg.turn.contract import Heard
from dramaturg.turn.engine import Engine
from dramaturg.turn.loop import play_opening, play_turn

TURNS = 10_000
MEMOIR = 20  # turns
TOGETHER = 25
"""Memoirs that are told to one hostile model, one after the other."""
TELLERS = 4
"""They say the same in each of their memoirs, so that what was read of it is remembered."""

WHO = (
    "my father",
    "my sister Ruth",
    "old Mr Haskett",
    "my aunt Lena",
    "our neighbour",
    "the teacher",
    "my husband",
    "my brother",
)
WHAT = (
    "mended the boat",
    "sold the grey horse",
    "painted the kitchen",
    "built the orchard wall",
    "found the letter",
    "played the piano",
)
WHERE = (
    "in Vlissingen",
    "behind the chapel",
    "at the station",
    "by the river",
    "on the farm",
    "near the mill",
)
WHEN = (
    "That winter",
    "In 1952",
    "When I was nine",
    "Before the war",
    "After the wedding",
    "One Sunday",
)
OTHERWISE = (
    "It was nice, I suppose.",
    "Things happened, you know how it is.",
    "I would rather not talk about that.",
    "I cried for weeks after the funeral, it broke my heart and I still miss her every day.",
    "No, it was 1953, not 1952.",
    "What are you, a machine?",
    "Yes.",
    "Let us stop for today, please.",
)


@dataclass
class Count:
    turns: int = 0
    proposed: int = 0
    second: int = 0
    replaced: int = 0
    unnamed: int = 0
    reached: list[str] = field(default_factory=list)
    rules: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)


def passages(chance: Random) -> Iterator[Heard]:
    """What a teller says, without end; now and then something that is no story."""
    while True:
        if chance.random() < 0.2:
            yield Heard(chance.choice(OTHERWISE))
        else:
            who, what = chance.choice(WHO), chance.choice(WHAT)
            yield Heard(
                f"{chance.choice(WHEN)} {who} {what} {chance.choice(WHERE)}, and {chance.choice(WHO)} came to see it."
            )


def tell(seed: int, memoirs: int) -> Count:
    return asyncio.run(_told(seed, memoirs))


@cache
def _engine() -> Engine[Any, Any, Any, Any]:
    return engine_of(memoir_content(Library(KINDS, (packaged(),))), LOCAL_MODELS)


async def _told(seed: int, memoirs: int) -> Count:
    bad = BadInterviewer(Random(seed))
    records: list[MemoirRecord] = []
    async with HostileServer("well_behaved", bad.answer) as server:
        voice = ProviderVoice("compatible:any", base_url=server.base_url, api_key="none")
        for number in range(memoirs):
            records += await _memoir(voice, passages(Random(number % TELLERS)))
    return _counted(records, bad)


async def _memoir(voice: ProviderVoice, heard: Iterator[Heard]) -> list[MemoirRecord]:
    engine, records = _engine(), []
    state = (await play_opening(engine, Heard(), voice, time.perf_counter)).state
    for turn in range(1, MEMOIR + 1):
        said = next(heard) if state.ended is None else Heard(choice="sitting", at=float(turn))
        played = await play_turn(engine, state, turn, said, voice, time.perf_counter)
        state = played.state
        records.append(played.record)
    return records


def _counted(records: list[MemoirRecord], bad: BadInterviewer) -> Count:
    count = Count(turns=len(records), kinds=bad.kinds)
    for record in records:
        from_model = record.draft is not None and record.draft.source != "offline"
        count.proposed += from_model
        count.second += record.draft is not None and bool(record.draft.report.refused)
        count.replaced += bool(record.verdict.overrides)
        count.unnamed += any(not override.rule for override in record.verdict.overrides)
        count.rules.update(override.rule for override in record.verdict.overrides)
    for line in {record.line for record in records}:
        count.reached += [f"{sentence} in {line!r}" for sentence in bad.heard_in(line)]
    return count


def main(turns: int) -> None:
    began = time.perf_counter()
    memoirs = -(-turns // MEMOIR)
    shares = [min(TOGETHER, memoirs - told) for told in range(0, memoirs, TOGETHER)]
    with ProcessPoolExecutor(os.cpu_count(), multiprocessing.get_context("spawn")) as pool:
        counts = list(pool.map(tell, range(len(shares)), shares))
    rules, kinds = Counter[str](), Counter[str]()
    for count in counts:
        rules.update(count.rules)
        kinds.update(count.kinds)
    reached = [line for count in counts for line in count.reached]
    print(
        f"{sum(count.turns for count in counts):,} turns in {memoirs} memoirs, {time.perf_counter() - began:.0f} s"
    )
    second = sum(count.second for count in counts)
    print(
        f"lines of the hostile model: {sum(count.proposed for count in counts):,}; turns with a second try: {second:,}"
    )
    replaced, unnamed = (
        sum(count.replaced for count in counts),
        sum(count.unnamed for count in counts),
    )
    print(f"replaced: {replaced:,}, without the name of a rule: {unnamed}")
    print(f"bad sentences that reached the teller: {len(reached)}")
    print("\n".join(reached[:10]))
    print(
        rows_of(
            ("bad sentences that were", "proposed"),
            [(kind, f"{number:,}") for kind, number in kinds.most_common()],
        )
    )
    print(
        rows_of(("rule", "broken"), [(rule, f"{number:,}") for rule, number in rules.most_common()])
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else TURNS)
