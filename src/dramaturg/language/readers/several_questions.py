"""Several questions: does a turn ask more than one thing at once, so that one of them will
be lost?
"""

from __future__ import annotations

from collections.abc import Sequence

from dramaturg.language.readers.parsed_text import SeenTurn
from dramaturg.language.readers.questions import ReadQuestion, questions
from dramaturg.language.readers.reader import Reader, by_rule
from dramaturg.turn.readings import Reading

POINTING = frozenset({"it", "that", "this", "he", "she", "they", "people", "there"})
AN_ANSWER = 8  # words at most that offer an answer to the question before: was it scary
BROKEN_OFF = 5  # words at most that are taken back by the same words again: have you, uh, have you


def read(seen: SeenTurn) -> Reading:
    things = len(counted(questions(seen.text)))
    if things > 2:
        return by_rule(0.95, 0.9, "it asks three things or more")
    if things == 2:
        return by_rule(0.7, 0.7, "it asks two things")
    return by_rule(0.05, 0.9, "it asks one thing at most")


def counted(asked: Sequence[ReadQuestion]) -> list[ReadQuestion]:
    """The questions that want an answer of their own."""
    kept: list[ReadQuestion] = []
    for question in asked:
        if question.kind == "fragment" or (kept and _leans(kept[-1], question)):
            continue
        if kept and _leads_up(kept[-1], question):
            kept.pop()
        kept.append(question)
    return kept


def _leans(asked: ReadQuestion, after: ReadQuestion) -> bool:
    """What was it like, was it scary: an answer offered is no second question."""
    if asked.kind != "wh" or after.linked or len(after.words) > AN_ANSWER:
        return False
    return after.kind == "statement" or (
        after.kind == "polar" and bool(POINTING & set(after.words[1:3]))
    )


def _leads_up(asked: ReadQuestion, after: ReadQuestion) -> bool:
    """Let's talk about the kitchen, how was the work divided; or a start that is broken off and
    made again.
    """
    if after.linked:
        return False
    scene = asked.kind == "request" and not asked.wh and after.kind == "wh"
    return scene or (len(asked.words) <= BROKEN_OFF and asked.words[:2] == after.words[:2])


READER = Reader(
    "several_questions",
    "Whether a turn asks more than one thing at once: 1 several, 0 one or none.",
    read,
)
