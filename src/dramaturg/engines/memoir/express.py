"""Expressing: one ask for the line, or words that no model is asked for because they must be right."""

from __future__ import annotations

from dramaturg.engines.memoir.asks.line import LineAsk, Speaker
from dramaturg.engines.memoir.directive import LineReport, MemoirDirective
from dramaturg.engines.memoir.safety.constraints import READ_BY
from dramaturg.engines.memoir.state import MemoirState, Purpose
from dramaturg.turn.asks import Prompter
from dramaturg.turn.contract import Decision, Draft
from dramaturg.turn.readings import Readers, Said

FIXED: tuple[Purpose, ...] = ("stop", "care", "quiet", "noted")


async def express(
    seen: MemoirState, decision: Decision[MemoirDirective], speaker: Speaker, readers: Readers, prompter: Prompter
) -> Draft[LineReport]:
    directive = decision.directive
    if directive.purpose in FIXED:
        worded = speaker.wording.line(seen, directive)
        return Draft(worded.line, LineReport(worded.template), "offline")
    answer = await prompter.ask(LineAsk(speaker, seen, directive))
    worded = answer.value
    return Draft(worded.line, LineReport(worded.template, readings_of(worded.line, seen, readers)), answer.source)


def readings_of(line: str, seen: MemoirState, readers: Readers) -> dict[str, float]:
    """What the readers find in a line that somebody wants to say."""
    said = seen.lines[-1].text if seen.lines else ""
    (found,) = readers.read([Said(line, said)], only=READ_BY)
    return {name: reading.value for name, reading in found.by_signal.items()}
