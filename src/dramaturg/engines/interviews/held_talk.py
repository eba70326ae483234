"""A talk that somebody else held: what was asked and what was answered, in order."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dramaturg.engines.interviews.base.methodology import Strategy
from dramaturg.engines.interviews.base.state import InterviewState
from dramaturg.engines.interviews.extract.mentions import stems
from dramaturg.english.prose import content_words
from dramaturg.turn.ports import Embedder


@dataclass(frozen=True, slots=True)
class HeldTalk:
    """`questions` has one more than `answers`: what was said before the first, between them, and
    after the last. `source` is the file it came from.
    """

    source: str
    questions: tuple[str, ...]
    answers: tuple[str, ...]


def concept_asked_about(seen: InterviewState, question: str) -> str:
    """The concept that a question names, the newest of those it names most of; where it names
    none and asks on, what the last answer spoke of last. Nothing for a question about else.
    """
    wanted, known = stems(question), [*seen.graph.newest(len(seen.graph.concepts))]
    may = [each for each in known if not each.revised and (stems(each.label) or {""}) <= wanted]
    if may:
        return max(may, key=lambda each: len(stems(each.label))).id
    fresh = (each.id for each in known if not each.revised and seen.is_fresh(each.id))
    return next(fresh, "") if question and not content_words(question) else ""


def strategy_asked_by(
    question: str, strategies: Sequence[Strategy], embedder: Embedder, least: float
) -> str:
    """The strategy that has a question like this one; nothing where none has."""
    if not question.strip():
        return ""
    asked = _plain_questions(strategies)
    own, *theirs = embedder.embed([question, *(text for _, text in asked)])
    near = [float(own @ each) for each in theirs]
    best = max(range(len(near)), key=near.__getitem__, default=-1)
    return asked[best][0] if near and near[best] >= least else ""


def _plain_questions(strategies: Sequence[Strategy]) -> list[tuple[str, str]]:
    """By strategy: its questions that stand by themselves."""
    return [
        (each.name, template)
        for each in strategies
        for template in each.templates
        if "{" not in template
    ]
