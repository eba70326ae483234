"""Checking a line before anyone hears it: figures, form, and staying in one's own lane (seed 000,
§8.3). Pure.
"""

from __future__ import annotations

from dramaturg.engines.sims.asks.line_check import LineCheck
from dramaturg.engines.sims.asks.speech import speak
from dramaturg.engines.sims.asks.two_parts import SpeakerReport
from dramaturg.engines.sims.base.binding import BoundMaterial, SimPart
from dramaturg.engines.sims.base.directive import SimDirective
from dramaturg.engines.sims.base.state import SimState
from dramaturg.english.figures import claimed, known
from dramaturg.english.prose import content_words
from dramaturg.turn.contract import Decision, Draft, Override, Verdict

SAME_WORDS = 0.6  # share of a material's content words that make a line state it
SAME_QUESTION = 0.3  # and of a question's, that make a question ask it


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
    broken = rules.breaches(draft.line, part, seen.conversation, directive)
    if broken:
        own_line = speak(part, seen.conversation, directive, "neutral")
        return Verdict(own_line, tuple(Override(breach.rule, breach.detail) for breach in broken))
    return completed(draft.line, part, directive)


def completed(line: str, part: SimPart, directive: SimDirective) -> Verdict:
    """What cannot be left unsaid is added in the person's own words: the question that options are
    offered for, a reveal.
    """
    node = part.graph.by_id[directive.node]
    missing = [
        ("reveal-unsaid", name)
        for name in directive.reveal
        if not _states(line, part.materials[name])
    ]
    missing += [
        ("question-unasked", name)
        for name in directive.say
        if node.is_branch and not _asks(line, part.materials[name])
    ]
    added = " ".join((line, *(part.materials[name].say for _, name in missing)))
    return Verdict(added, tuple(Override(rule, f"{name} was added") for rule, name in missing))


def _asks(line: str, question: BoundMaterial) -> bool:
    return line.rstrip("\"' ").endswith("?") and _covers(
        content_words(line), content_words(question.say), SAME_QUESTION
    )


def stated(line: str, part: SimPart) -> tuple[str, ...]:
    """The person's materials that the line brings across: all the figures of one, or most of its
    words.
    """
    return tuple(material.id for material in part.materials.values() if _states(line, material))


def _states(line: str, material: BoundMaterial) -> bool:
    # a greeting or a question is brought across by its words, not by a figure in it
    is_fact = material.fact != material.say
    figures = claimed(material.fact) if is_fact else ()
    if figures:
        said = [figure for whole in claimed(line) for figure in (whole, *whole.parts)]
        return all(any(known(figure, [wanted]) for figure in said) for wanted in figures)
    spoken = content_words(line)
    return any(_covers(spoken, content_words(text)) for text in (material.fact, material.say))


def _covers(spoken: frozenset[str], wanted: frozenset[str], share: float = SAME_WORDS) -> bool:
    return bool(wanted) and len(spoken & wanted) / len(wanted) >= share
