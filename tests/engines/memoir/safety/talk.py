"""Moments of a talk in which a line might be said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.engines.memoir.origins import artifacts, signals

from dramaturg.app.config.providers import readers, syntax
from dramaturg.engines.memoir.asks.line import Speaker
from dramaturg.engines.memoir.base.artifacts import Artifacts, Teller
from dramaturg.engines.memoir.base.directive import LineReport, MemoirDirective
from dramaturg.engines.memoir.base.ledger import Ledger
from dramaturg.engines.memoir.base.state import MemoirLine, MemoirState, Purpose
from dramaturg.engines.memoir.govern.conductor import Conductor
from dramaturg.engines.memoir.safety.line_check import breaches
from dramaturg.engines.memoir.voice.lines import LineWriter
from dramaturg.kernel.values import replace
from dramaturg.turn.contract import Decision, Draft

TOLD = (
    "We lived on the farm near the mill then, my mother and my father, and my brother and I slept in one room.",
    "That winter we had no coal, and my aunt came with a letter from the war.",
    "My husband and I had the wedding in the house of his teacher. Then there was the accident, and later the divorce.",
)
TACTICS: Mapping[Purpose, str] = {
    "stop": "end_here",
    "care": "care",
    "quiet": "quiet",
    "noted": "noted",
    "farewell": "farewell",
    "close": "close",
    "recap": "recap",
}


def seen(told: Sequence[str] = TOLD, asked: str = "What came next?", turn: int = 7) -> MemoirState:
    """A sitting in which all this was told, the last of it just now."""
    lines = tuple(
        line
        for text in told
        for line in (MemoirLine("interviewer", asked), MemoirLine("teller", text))
    )
    return replace(MemoirState(), turn=turn, told=turn, sitting=1, lines=lines)


def directive(
    purpose: Purpose = "ask", depth: int = 2, holes: Mapping[str, str] | None = None, **told: Any
) -> MemoirDirective:
    heard = signals(**told)
    conduct = Conductor(artifacts()).conduct(Ledger(level=depth, topic="t0"), heard)
    tactic = TACTICS.get(purpose, "follow_the_thread")
    return MemoirDirective(purpose, replace(conduct, depth_after=depth), heard, tactic, holes or {})


def rules(
    line: str,
    told: Sequence[str] = TOLD,
    readings: Mapping[str, float] | None = None,
    **moment: Any,
) -> set[str]:
    """Which rules the line breaks at this moment."""
    found = breaches(line, seen(told), directive(**moment), readings or {}, artifacts(), syntax())
    return {breach.rule for breach in found}


def decided(said: MemoirDirective) -> Decision[MemoirDirective]:
    return Decision(said, "because")


def draft(
    line: str, moment: MemoirDirective, before: MemoirState, ours: Artifacts | None = None
) -> Draft[LineReport]:
    """A model's, with what reading it found without a ground."""
    found = speaker(ours).moment(before, moment).ungrounded(line, syntax())
    return Draft(line, LineReport(ungrounded=found), "model")


def speaker(ours: Artifacts | None = None) -> Speaker:
    governed_by = ours or artifacts()
    writer = LineWriter(governed_by, Teller())
    return Speaker(governed_by, Teller(), writer, syntax(), readers())
