"""The evaluator: measures of a line and of a sitting, for the record and for regression. A token is
a word as prose counts it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from dramaturg.engines.memoir.base.artifacts import Artifacts, PersonaName, SentenceType
from dramaturg.engines.memoir.base.turn_contract import Metrics
from dramaturg.engines.memoir.safety.form_rules import questions
from dramaturg.engines.memoir.voice.style_measures import measure
from dramaturg.english.prose import content_words, words


def metrics_of(line: str) -> Metrics:
    """The measures of a line that stand in the turn contract."""
    asked = [len(words(question)) for question in questions(line)]
    mean = round(fmean(asked), 2) if asked else 0.0
    return Metrics(
        response_tokens=len(words(line)), question_count=len(asked), question_tokens_mean=mean
    )


@dataclass(frozen=True, slots=True)
class Exchanged:
    """What the teller said, and the line that answered it, in whose style."""

    told: str
    line: str
    persona: PersonaName


@dataclass(frozen=True, slots=True)
class StyleMeasured:
    """One style in a sitting: its lines, shares of sentence types and how far from the profile's,
    means in words.

    `within`: the interviewer's words to the teller's stay below the profile's ratio.
    """

    lines: int
    shares: Mapping[SentenceType, float]
    farthest: float
    turn: float
    question: float
    ratio: float
    within: bool


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A sitting: interviewer's words to the teller's, questions a line, means in words, and the
    share of lines that take up a word the teller has just used.
    """

    turns: int
    ratio: float
    questions: float
    turn: float
    question: float
    taken_up: float
    styles: Mapping[PersonaName, StyleMeasured]


def evaluate(sitting: Sequence[Exchanged], artifacts: Artifacts) -> Evaluation:
    """A sitting measured as a whole and by style."""
    lines = [each.line for each in sitting]
    measured = measure(lines)
    personas = dict.fromkeys(each.persona for each in sitting)
    return Evaluation(
        turns=len(sitting),
        ratio=_ratio(sitting),
        questions=round(sum(len(questions(line)) for line in lines) / max(1, len(lines)), 3),
        turn=measured.turn,
        question=measured.question,
        taken_up=round(sum(map(_takes_up, sitting)) / max(1, len(sitting)), 3),
        styles={persona: _style(persona, sitting, artifacts) for persona in personas},
    )


def _style(
    persona: PersonaName, sitting: Sequence[Exchanged], artifacts: Artifacts
) -> StyleMeasured:
    own = [each for each in sitting if each.persona == persona]
    profile = artifacts.personas.by_name[persona]
    measured = measure([each.line for each in own])
    ratio = _ratio(own)
    farthest = max(
        abs(share - profile.sentence_types.get(kind, 0.0))
        for kind, share in measured.shares.items()
    )
    within = ratio <= profile.verbosity.max_ratio
    return StyleMeasured(
        len(own),
        measured.shares,
        round(farthest, 3),
        measured.turn,
        measured.question,
        ratio,
        within,
    )


def _ratio(sitting: Sequence[Exchanged]) -> float:
    told = sum(len(words(each.told)) for each in sitting)
    return round(sum(len(words(each.line)) for each in sitting) / max(1, told), 3)


def _takes_up(each: Exchanged) -> bool:
    return not content_words(each.told).isdisjoint(content_words(each.line))
