"""Several questions: does a turn ask more than one thing at once, so that one of them will be lost?"""

from __future__ import annotations

from dramaturg.language.readers.questions import Question, questions
from dramaturg.language.readers.reader import Reader, by_rule
from dramaturg.language.readers.seen import Seen
from dramaturg.turn.readings import Reading


def read(seen: Seen) -> Reading:
    full = [question for question in questions(seen.text) if _full(question)]
    if len(full) > 2:
        return by_rule(0.95, 0.9, "it asks three things or more")
    if len(full) == 2:
        return by_rule(0.7, 0.7, "it asks two things")
    return by_rule(0.05, 0.9, "it asks one thing at most")


def _full(question: Question) -> bool:
    """A few words with a mark only lean on the question before them."""
    return question.kind != "fragment"


READER = Reader("several_questions", "Whether a turn asks more than one thing at once: 1 several, 0 one or none.", read)
