"""Checking a line before anyone hears it: figures, form, and staying in one's own lane (seed 000,
§8.3). Pure.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from dramaturg.engines.sims.asks.brought_across import asks, brought_anywhere, confides
from dramaturg.engines.sims.asks.line_check import LineCheck
from dramaturg.engines.sims.asks.speech import speak
from dramaturg.engines.sims.asks.two_parts import SpeakerReport
from dramaturg.engines.sims.base.binding import SimPart
from dramaturg.engines.sims.base.directive import SimDirective
from dramaturg.engines.sims.base.state import SimState
from dramaturg.english.rules.any_language import unjudged
from dramaturg.languages.detect import ENGLISH
from dramaturg.languages.sentences import QUESTION_MARKS
from dramaturg.turn.contract import Decision, Draft, Override, Verdict
from dramaturg.turn.ports import Embedder


def check(
    seen: SimState,
    decision: Decision[SimDirective],
    draft: Draft[SpeakerReport],
    part: SimPart,
    rules: LineCheck,
) -> Verdict:
    """The line that may be said. A person's own words pass; a model's are replaced when they break
    a rule, and completed.
    """
    if draft.source == "offline":
        return Verdict(draft.line)
    directive = decision.directive
    broken = rules.breaches(draft.line, part, seen.conversation, directive, draft.language)
    noted = tuple(Override(breach.rule, breach.detail) for breach in broken)
    if any(breach.hard for breach in broken):
        return Verdict(speak(part, seen.conversation, directive), noted)
    if draft.language != ENGLISH:
        whole = completed_anywhere(draft.line, part, directive)
    else:
        whole = completed(draft.line, part, directive, rules.embedder)
    return replace(whole, overrides=(*noted, *whole.overrides), unjudged=unjudged(draft))


def completed_anywhere(line: str, part: SimPart, directive: SimDirective) -> Verdict:
    """The same for a line in another language, as far as digits and question marks show it."""
    node, known = part.graph.by_id[directive.node], part.materials
    asks = line.rstrip("\"'”») ").endswith(tuple(QUESTION_MARKS))
    reveals = [name for name in directive.reveal if not brought_anywhere(line, known[name])]
    missing = [("reveal-unsaid", name) for name in reveals]
    missing += [("question-unasked", name) for name in directive.say if node.is_branch and not asks]
    return _with_added(line, part, missing)


def completed(line: str, part: SimPart, directive: SimDirective, embedder: Embedder) -> Verdict:
    """What cannot be left unsaid is added in the person's own words, unless the line says it in its
    own: the question that options are offered for, a reveal.
    """
    node, known = part.graph.by_id[directive.node], part.materials
    missing = [
        ("reveal-unsaid", name)
        for name in directive.reveal
        if not confides(line, known[name], tuple(known.values()), embedder)
    ]
    missing += [
        ("question-unasked", name)
        for name in directive.say
        if node.is_branch and not asks(line, known[name], embedder)
    ]
    return _with_added(line, part, missing)


def _with_added(line: str, part: SimPart, missing: Sequence[tuple[str, str]]) -> Verdict:
    added = " ".join((line, *(part.materials[name].say for _, name in missing)))
    return Verdict(added, tuple(Override(rule, f"{name} was added") for rule, name in missing))
