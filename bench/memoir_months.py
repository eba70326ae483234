"""`python -m bench.memoir_months [SITTINGS] [PASSAGES]`: a memoir told over many sittings, without a
model: questions asked twice, recaps that say what was not told, and what a turn costs early and
late.

The passages are those of `bench/memoir_rows` that refuse nothing, drawn again and again.
"""

from __future__ import annotations

import asyncio
import re
import sys
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from statistics import fmean
from typing import Any

from bench.memoir_story import rows
from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.app.content.kinds import KINDS
from dramaturg.content.library import Library, packaged
from dramaturg.engines import engine_of
from dramaturg.engines.memoir.base.artifacts import Teller
from dramaturg.engines.memoir.base.records import MemoirRecord, only
from dramaturg.engines.memoir.base.state import LineSaid
from dramaturg.engines.memoir.content import memoir_content
from dramaturg.turn.asks import OfflineVoice
from dramaturg.turn.contract import Heard
from dramaturg.turn.loop import play_opening, play_turn

SITTINGS, PASSAGES = 40, 40
A_WEEK, MINUTE = 7 * 86_400.0, 60.0
WINDOW = 5  # sittings, early and late
QUESTION = re.compile(r"[^.?!]*\?")
TALK = ("answer", "put_plainly", "set_side_by_side", "offer_to_stop", "ask_consent", "welcome")


@dataclass
class Months:
    """What became of it."""

    seconds: list[float] = field(default_factory=list)
    questions: Counter[str] = field(default_factory=Counter)
    recaps: int = 0
    untrue: list[str] = field(default_factory=list)


async def told(sittings: int, passages: int) -> Months:
    library = Library(KINDS, (packaged(),))
    content = memoir_content(library, "origins", Teller(sitting_turns=200))
    engine: Any = engine_of(content, LOCAL_MODELS)
    texts = [row["said"] for row in rows("no_refusals")] + [row["text"] for row in rows("story")]
    chance, voice, found = Random(7), OfflineVoice(), Months()
    held = await play_opening(engine, Heard(at=0.0), voice, time.perf_counter)
    said: dict[int, str] = {}
    turn = 0
    for sitting in range(sittings):
        at = sitting * A_WEEK
        if sitting:
            turn += 1
            heard = Heard(choice="sitting", at=at)
            held = await play_turn(engine, held.state, turn, heard, voice, time.perf_counter)
            _recap(held.record, said, found)
        begun = time.process_time()
        for number in range(passages):
            turn += 1
            said[turn] = chance.choice(texts)
            heard = Heard(said[turn], at=at + (number + 1) * MINUTE)
            held = await play_turn(engine, held.state, turn, heard, voice, time.perf_counter)
            _count(held.record, found)
        found.seconds.append((time.process_time() - begun) / passages)
    return found


def _count(record: MemoirRecord, found: Months) -> None:
    asked = only(record, LineSaid)
    if asked and asked.purpose == "ask" and not asked.tactic.startswith(TALK):
        found.questions.update(each.strip().lower() for each in QUESTION.findall(record.line))


def _recap(record: MemoirRecord, said: Mapping[int, str], found: Months) -> None:
    """A recap is true where all that it takes up stands where it says."""
    asked = only(record, LineSaid)
    found.recaps += 1
    for quote in asked.about if asked else ():
        if quote.span.text not in said.get(quote.turn, ""):
            found.untrue.append(record.line)


if __name__ == "__main__":
    given = [int(each) for each in sys.argv[1:]]
    sittings, passages = given if given else (SITTINGS, PASSAGES)
    months = asyncio.run(told(sittings, passages))
    twice = {question: times for question, times in months.questions.items() if times > 1}
    print(f"{sittings} sittings of {passages} passages")
    print(f"questions {sum(months.questions.values())}, asked more than once {len(twice)}")
    for question, times in sorted(twice.items(), key=lambda each: -each[1])[:20]:
        print(f"  {times} x {question}")
    print(f"recaps {months.recaps}, untrue {len(months.untrue)}")
    early, late = fmean(months.seconds[:WINDOW]), fmean(months.seconds[-WINDOW:])
    print(f"processor time of a turn: {early * 1000:.0f} ms early, {late * 1000:.0f} ms late")
