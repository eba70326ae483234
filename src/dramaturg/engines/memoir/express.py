"""Expressing: one ask for the line, or words that no model is asked for because they must
be right.
"""

from __future__ import annotations

from dramaturg.engines.memoir.asks.line import MemoirLineAsk, Speaker
from dramaturg.engines.memoir.base.directive import LineReport, MemoirDirective
from dramaturg.engines.memoir.base.state import MemoirState, Purpose
from dramaturg.engines.memoir.safety.line_check import READ_BY, LineContext
from dramaturg.turn.asks import Prompter
from dramaturg.turn.contract import Decision, Draft
from dramaturg.turn.readings import Readers, Utterance

FIXED: tuple[Purpose, ...] = ("consent", "stop", "care", "quiet", "noted")


async def express(
    seen: MemoirState,
    decision: Decision[MemoirDirective],
    speaker: Speaker,
    readers: Readers,
    prompter: Prompter,
) -> Draft[LineReport]:
    """A model whose line breaks a rule is told so and tries once more; what it says then is checked
    like any other.
    """
    directive = decision.directive
    if directive.purpose in FIXED:
        worded = speaker.wording.line(seen, directive)
        return Draft(worded.line, LineReport(worded.template), "offline")
    moment = LineContext(seen, directive, speaker.artifacts)
    answer = await prompter.ask(MemoirLineAsk(speaker, seen, directive))
    readings = readings_of(answer.value.line, seen, readers)
    broken = moment.breaches(answer.value.line, readings) if answer.source != "offline" else ()
    if broken:
        told = tuple(f"{breach.rule}: {breach.detail}" for breach in broken)
        answer = await prompter.ask(MemoirLineAsk(speaker, seen, directive, told))
        readings = readings_of(answer.value.line, seen, readers)
    refused = tuple(breach.rule for breach in broken)
    return Draft(
        answer.value.line, LineReport(answer.value.template, readings, refused), answer.source
    )


def readings_of(line: str, seen: MemoirState, readers: Readers) -> dict[str, float]:
    """What the readers find in a line that somebody wants to say."""
    said = seen.lines[-1].text if seen.lines else ""
    (found,) = readers.read([Utterance(line, said)], only=READ_BY)
    return {name: reading.value for name, reading in found.by_signal.items()}
