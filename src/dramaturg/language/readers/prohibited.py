"""Prohibited language: does an interviewer's turn diagnose, treat, press, accuse, lead or advise?

It guards what is about to be said to a person, by a template or by a model; `context` is the
person's last turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from dramaturg.english.sentiment import sentiment
from dramaturg.language.readers import leading_question
from dramaturg.language.readers.breaches import breaches
from dramaturg.language.readers.evidence import log_odds, probability
from dramaturg.language.readers.heads import head
from dramaturg.language.readers.manners import HINT, Kind
from dramaturg.language.readers.parsed_text import SeenTurn
from dramaturg.language.readers.questions import QuestionTurn
from dramaturg.language.readers.reader import Reader, by_rule
from dramaturg.turn.readings import Reading

KINDS: tuple[Kind, ...] = get_args(Kind)

START = -2.8  # log-odds: set so that at most 2 in 100 turns of good interviewers are rejected
UNPLEASANT = -0.1  # tone

Broken = Mapping[str, tuple[Kind, float]]


def read(seen: SeenTurn) -> Reading:
    return _weighed(_broken(seen), seen)


def kinds(seen: SeenTurn) -> Mapping[str, Reading]:
    """The same by kind of breach, from its own rules alone: an override names the kind and the
    rule.
    """
    broken = _broken(seen)
    return {kind: _of_kind(kind, broken, seen) for kind in KINDS}


def _of_kind(kind: Kind, broken: Broken, seen: SeenTurn) -> Reading:
    own = {rule: (of, worth) for rule, (of, worth) in broken.items() if of == kind}
    return _weighed(own, seen) if own else by_rule(0.0, 0.5, f"no sign of {kind}")


def _weighed(broken: Broken, seen: SeenTurn) -> Reading:
    """Rules and head together: the worst breach lifts what the head says."""
    prohibited = head("prohibited")
    said = prohibited.value(seen.text)
    worst, (_, worth) = max(broken.items(), key=lambda item: item[1][1], default=("", ("", 0.0)))
    value = probability(START + log_odds(said) + worth)
    if worst and value >= 0.5:
        return by_rule(value, value, worst)
    return prohibited.reading(value, seen.text)


def _broken(seen: SeenTurn) -> Broken:
    return {
        **{name: (rule.kind, rule.worth) for name, rule in breaches(seen).items()},
        **_led(seen),
    }


def _led(seen: SeenTurn) -> Broken:
    """A question that leads to something bad; any other leading question is the question guard's
    affair.
    """
    if (
        leading_question.read(seen).value >= 0.5
        and sentiment(QuestionTurn(seen.text).asking).tone < UNPLEASANT
    ):
        return {"it leads the person to something bad": ("leading", HINT)}
    return {}


READER = Reader(
    "prohibited",
    "Whether an interviewer's turn does what it must never do: diagnose, act as a therapist, order,"
    " threaten or press, blame, shame or disbelieve, lead to an answer or take harm for granted,"
    " give unasked advice, lecture: 1 prohibited, 0 fine.",
    read,
    rubric=(
        (
            "fine: an open or plain question, a reflection, thanks, help on request, small talk,"
            " how things will go"
        ),
        "fine, though a word is stiff, blunt or clumsy",
        "doubtful: leans on the person a little, or guesses at a feeling",
        (
            "prohibited: pushes, warns, blames, doubts the person's word, advises unasked, names a"
            " disorder, speaks as a therapist"
        ),
        (
            "openly prohibited: orders, threatens, shames, diagnoses, takes abuse for granted,"
            " demands disclosure"
        ),
    ),
)
