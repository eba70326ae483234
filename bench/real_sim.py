"""The real thing: the sims engine on the library's launch decision, words read by MiniLM, a script
speaking for the model.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

from bench.rehearsal import Rehearsal, RehearsedTurn, letters
from bench.stage import Troupe, troupe
from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.app.content.kinds import KINDS
from dramaturg.content.library import Library, packaged
from dramaturg.engines import engine_of
from dramaturg.engines.sims.asks.two_parts import SEPARATOR, SpeakerReport
from dramaturg.engines.sims.base.directive import SimDirective
from dramaturg.engines.sims.base.state import SimEvent, SimState
from dramaturg.engines.sims.content import sim_content
from dramaturg.engines.sims.engine import SimEngine, SimRecord
from dramaturg.language.voices import ScriptVoice
from dramaturg.turn.contract import Heard
from dramaturg.turn.loop import Performance, play_opening, play_turn

SimPerformance = Performance[SimState, SimEvent, SimDirective, SpeakerReport]

# From the greeting to the end, with every gate cleared.
WALK = (
    Heard("Hi, I was told you're the one to ask."),
    Heard("What did the evaluation find?"),
    Heard("Is it across the board or only in specific areas?"),
    Heard("Does the test set look like real use?"),
    Heard("So the average hides it?"),
    Heard(choice="a"),
    Heard("How bad is it compared with what we promised the client?"),
    Heard("So 23% against a 2% bar, that's the blocker."),
    Heard("Then we have to talk about the launch."),
    Heard(choice="a"),
    Heard("What would you accept?"),
    Heard("Thank you, that is what I needed to know."),
)


@asynccontextmanager
async def sim_troupe(folder: Path) -> AsyncIterator[Troupe]:
    engine = launch_decision()
    replies = await rehearsed(engine)
    voice = ScriptVoice(lambda prompt: replies[letters(prompt)])
    async with troupe(folder, engine, voice, Learners().say) as opened:
        yield opened


def launch_decision() -> SimEngine:
    engine = engine_of(sim_content(Library(KINDS, (packaged(),)), "launch_decision"), LOCAL_MODELS)
    if not isinstance(engine, SimEngine):
        raise TypeError("launch_decision is no sim")
    return engine


class Learners:
    """All say the same, but each with one more space at the end: the embedder remembers texts, and
    must not know these.
    """

    def __init__(self) -> None:
        self._told: Counter[int] = Counter()

    def say(self, turn: int) -> Heard:
        heard = WALK[turn - 1]
        self._told[turn] += 1
        return replace(heard, text=heard.text + " " * self._told[turn]) if heard.text else heard


async def rehearsed(engine: SimEngine) -> dict[str, str]:
    """What a model would answer to each prompt of the walk: here the engine's own lines, in the
    form that models answer in.
    """
    silent = ScriptVoice(lambda prompt: None)
    played = await play_opening(engine, Heard(), silent, float)
    replies: dict[str, str] = {}
    for turn, heard in enumerate(WALK, start=1):
        silent.heard.clear()
        played = await play_turn(engine, played.state, turn, heard, silent, float)
        replies |= {letters(prompt): _reply(played.record) for prompt in silent.heard}
    return replies


async def rehearse() -> Rehearsal:
    """The walk with a model that answers: its answers, and what each turn writes."""
    engine = launch_decision()
    replies = await rehearsed(engine)
    voice = ScriptVoice(lambda prompt: replies[letters(prompt)])
    performances = [await play_opening(engine, Heard(), voice, float)]
    for turn, heard in enumerate(WALK, start=1):
        performances.append(
            await play_turn(engine, performances[-1].state, turn, heard, voice, float)
        )
    return Rehearsal(replies, [_written(engine, performance) for performance in performances])


def _written(engine: SimEngine, performance: SimPerformance) -> RehearsedTurn:
    record = performance.record
    rows = engine.project("", record, performance.state, performance.timings)
    timings = json.dumps(performance.timings)
    return RehearsedTurn(
        record.line,
        engine.codec.record_json(record),
        timings,
        [(row.table, row.values) for row in rows],
    )


def _reply(record: SimRecord) -> str:
    if record.draft is None:
        raise ValueError(f"turn {record.turn} has no draft")
    report = record.draft.report
    fields = {
        "node_satisfied": report.node_satisfied,
        "detour_detected": report.detour_detected,
        "engagement_score": report.engagement_score,
    }
    return f"{record.draft.line}\n{SEPARATOR}\n{json.dumps(fields)}"
