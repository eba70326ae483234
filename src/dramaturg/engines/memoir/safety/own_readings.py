"""What the readers find in a line that somebody wants to say."""

from __future__ import annotations

from dramaturg.engines.memoir.base.state import MemoirState
from dramaturg.engines.memoir.safety.line_check import READ_BY
from dramaturg.turn.readings import Readers, Utterance


def readings_of(line: str, seen: MemoirState, readers: Readers) -> dict[str, float]:
    """Beside what was said to the teller just before."""
    said = seen.lines[-1].text if seen.lines else ""
    (found,) = readers.read([Utterance(line, said)], only=READ_BY)
    return {name: reading.value for name, reading in found.by_signal.items()}
