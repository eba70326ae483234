"""Checking a line before the teller hears it: one that breaks a rule gives way to another, whole.
Pure.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

from dramaturg.engines.memoir.asks.line import Speaker
from dramaturg.engines.memoir.base.artifacts import Constraint
from dramaturg.engines.memoir.base.directive import LineReport, MemoirDirective
from dramaturg.engines.memoir.base.state import MemoirState, Purpose
from dramaturg.engines.memoir.safety.line_check import LineContext
from dramaturg.engines.memoir.safety.turn_rules import OVER
from dramaturg.engines.memoir.voice.way_out import offers_sideways
from dramaturg.english.rules.any_language import unjudged
from dramaturg.english.rules.line_rules import Breach
from dramaturg.languages.detect import ENGLISH
from dramaturg.turn.contract import Decision, Draft, Override, Verdict

T = TypeVar("T")

_OWN_WORDS: tuple[Purpose, ...] = ("open", "recap", "close", "farewell", *OVER, "noted")
"""Purposes that have words of their own, which no other line can stand in for."""
_ENDING = ("probing_after_stop", "guidance_missing")
"""Rules whose fallbacks end the sitting."""
LAST_RESORT = "Thank you. We can leave it there, or turn to something else, whenever you like."
LAST_AT_THE_END = "We leave it here for today. Thank you for what you told me."


def check(
    seen: MemoirState,
    decision: Decision[MemoirDirective],
    draft: Draft[LineReport],
    speaker: Speaker,
) -> Verdict:
    """The line that may be said. It is the draft's, unless that breaks a rule that protects
    somebody: then another, which breaks none. A draft is never edited.
    """
    # authored words are English, and translated when they are said
    spoken = ENGLISH if draft.source == "offline" else draft.language
    moment = speaker.moment(seen, decision.directive, spoken)
    broken = moment.breaches(draft.line, draft.report.readings, draft.report.ungrounded)
    hard = [breach for breach in broken if breach.hard]
    if not hard:
        return Verdict(draft.line, _stood_in(draft), unjudged(draft))
    return Verdict(
        _instead(speaker.moment(seen, decision.directive), hard),
        tuple(Override(breach.rule, breach.detail) for breach in hard),
    )


def _stood_in(draft: Draft[LineReport]) -> tuple[Override, ...]:
    """The rules of the lines for which the authored line of this moment stands."""
    if draft.source != "offline":
        return ()
    report = draft.report
    return tuple(map(Override, report.refused, report.faults or report.refused))


def _instead(moment: LineContext, broken: Sequence[Breach]) -> str:
    candidates = (_with_offer(line, moment) for line in _candidates(moment, broken))
    return next(
        (line for line in candidates if not moment.breaches(line, {})), _last_resort(moment)
    )


def _candidates(moment: LineContext, broken: Sequence[Breach]) -> Iterator[str]:
    """What the purpose calls for, then what the broken rules offer, then what any other does;
    another first from turn to turn.
    """
    turn = moment.seen.turn
    if moment.directive.purpose in _OWN_WORDS:
        yield from _rotated(tuple(_templates(moment)), turn)
    for constraint in _constraints(moment, broken):
        yield from _rotated(constraint.fallbacks, turn)


def _constraints(moment: LineContext, broken: Sequence[Breach]) -> Iterator[Constraint]:
    """Whose fallbacks may be said: at the end only those that end, after a refusal first those that
    leave the matter.
    """
    known = moment.artifacts.constraints.by_id
    ending = moment.directive.purpose in (*OVER, "farewell")
    refused = ["probing_after_refusal"] if moment.directive.signals.refusal_or_discomfort else []
    others = _rotated(tuple(known), moment.seen.turn)
    for rule in dict.fromkeys((*refused, *(breach.rule for breach in broken), *others)):
        if rule in known and (rule in _ENDING) is ending:
            yield known[rule]


def _templates(moment: LineContext) -> Iterator[str]:
    """The templates of the tactic that was chosen, those without holes; guidance is no hole of the
    story's.
    """
    for persona in moment.artifacts.personas.personas:
        tactic = persona.by_name.get(moment.directive.tactic)
        filled = (
            template.replace("{crisis_guidance}", _guidance(moment))
            for template in (tactic.templates if tactic else ())
        )
        yield from (line for line in filled if "{" not in line)


def _guidance(moment: LineContext) -> str:
    return moment.directive.holes.get("crisis_guidance", moment.artifacts.crisis.default)


def _with_offer(line: str, moment: LineContext) -> str:
    if (
        not moment.directive.conduct.sideways
        or moment.directive.purpose in OVER
        or offers_sideways(line)
    ):
        return line
    return f"{line} {_rotated(moment.artifacts.personas.step_sideways, moment.seen.turn)[0]}"


def _last_resort(moment: LineContext) -> str:
    if moment.directive.purpose == "care":
        return _guidance(moment)
    return LAST_AT_THE_END if moment.directive.purpose in (*OVER, "farewell") else LAST_RESORT


def _rotated(items: Sequence[T], turn: int) -> Sequence[T]:
    place = turn % len(items) if items else 0
    return (*items[place:], *items[:place])
