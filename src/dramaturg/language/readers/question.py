"""Questions: does a turn ask anything?"""

from __future__ import annotations

from collections.abc import Mapping

from dramaturg.language.readers.parsed_text import SeenTurn
from dramaturg.language.readers.questions import Kind, ReadQuestion, questions
from dramaturg.language.readers.reader import Reader, by_rule
from dramaturg.turn.readings import Reading

MARKED: Mapping[Kind, float] = {
    "wh": 0.98,
    "polar": 0.97,
    "request": 0.95,
    "statement": 0.8,
    "fragment": 0.6,
}
UNMARKED: Mapping[Kind, float] = {
    "wh": 0.8,
    "polar": 0.7,
    "request": 0.85,
    "statement": 0.3,
    "fragment": 0.2,
}
WORDS: Mapping[Kind, str] = {
    "wh": "a question word opens it",
    "polar": "the verb stands before its subject",
    "request": "it asks to be told",
    "statement": "a mark or a tag makes a statement ask",
    "fragment": "a few words with a mark",
}


def read(seen: SeenTurn) -> Reading:
    asked = questions(seen.text)
    if not asked:
        return by_rule(0.05, 0.9, "it asks nothing")
    clearest = max(asked, key=_likely)
    value = _likely(clearest)
    return by_rule(value, max(value, 1 - value), WORDS[clearest.kind])


def _likely(question: ReadQuestion) -> float:
    return (MARKED if question.marked else UNMARKED)[question.kind]


READER = Reader(
    "question", "Whether a turn asks something: 1 a question or a request to tell, 0 none.", read
)
