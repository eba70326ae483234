"""The phase of a sitting: by turns, by how much of a life was told of, and by a goodbye."""

from __future__ import annotations

from dramaturg.engines.memoir.base.signals import ConversationPhase
from dramaturg.engines.memoir.base.state import MemoirState
from dramaturg.engines.memoir.base.story import PERIODS
from dramaturg.engines.memoir.read.tones import tones_of

FIRST_WARMUP, LATER_WARMUP = 3, 1  # passages
LATE = 0.75  # of a sitting's turns: time to look back
COVERED = 0.75  # of a life's periods: enough was told to look back on
HALF = 0.5
GRACE = 3  # passages more, where what was just told is not to be broken off


def _told_last(seen: MemoirState) -> str:
    return next((line.text for line in reversed(seen.lines) if line.speaker == "teller"), "")


def phase_of(seen: MemoirState, goodbye: bool, sitting_turns: int) -> ConversationPhase:
    """`seen` has this passage already."""
    if seen.purpose == "close" or goodbye:
        return "close"
    due, late = seen.told - (sitting_turns - 1), bool(tones_of(_told_last(seen)))
    if due >= (GRACE if late else 0):
        return "close"
    if seen.told <= (FIRST_WARMUP if seen.sitting <= 1 else LATER_WARMUP):
        return "warmup"
    if seen.ledger.level >= 2:
        return "depth"
    covered = len(seen.story.periods) >= COVERED * len(PERIODS)
    return (
        "reflection" if (seen.told >= sitting_turns * (HALF if covered else LATE)) else "narrative"
    )
