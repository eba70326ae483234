"""Expressing: one ask for the line, or words that no model is asked for because they must
be right.
"""

from __future__ import annotations

from dramaturg.engines.memoir.asks.line import MemoirLineAsk, Speaker
from dramaturg.engines.memoir.base.directive import LineReport, MemoirDirective
from dramaturg.engines.memoir.base.state import MemoirState, Purpose
from dramaturg.engines.memoir.voice.left_questions import IN_THEIR_WORDS
from dramaturg.turn.asks import Prompter
from dramaturg.turn.contract import Decision, Draft

FIXED: tuple[Purpose, ...] = ("consent", "stop", "care", "quiet", "noted", "left")


async def express(
    seen: MemoirState, decision: Decision[MemoirDirective], speaker: Speaker, prompter: Prompter
) -> Draft[LineReport]:
    """A model whose line breaks a rule is shown it and tries once more. One that protects somebody
    is never broken: then the line for this moment is said in authored words.
    """
    directive = decision.directive
    if directive.purpose in FIXED or directive.tactic in IN_THEIR_WORDS:
        worded = speaker.wording.line(seen, directive)
        return Draft(worded.line, LineReport(worded.template), "offline")
    ask = MemoirLineAsk(speaker, seen, directive, prompter.language)
    answer = await prompter.ask(ask)
    said = answer.value
    faulty = (each.reply for each in prompter.exchanges if each.ask == ask.name and each.fault)
    broken = {
        breach.rule: breach.detail for reply in faulty for breach in ask.broken_by(reply or "")
    }
    readings = ask.readings(said.line) if answer.source != "offline" else {}
    report = LineReport(
        said.template,
        readings,
        tuple(broken),
        tuple(broken.values()),
        said.notes,
        ask.ungrounded(said.line),
    )
    return Draft(said.line, report, answer.source)
