"""A question that somebody else leaves for the teller, as it is sent and kept: a choice that is
JSON, checked as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import TypeAdapter, ValidationError

from dramaturg.english.prose import sentences, words
from dramaturg.kernel.errors import BadInput

ASKING = "ask:"
MOST_WORDS, LONGEST_NAME = 30, 40


@dataclass(frozen=True, slots=True)
class AskedBy:
    """A question in somebody's own words, and who they are to be called."""

    question: str
    by: str


_ADAPTER = TypeAdapter(AskedBy)


def asked_by(question: str, by: str) -> AskedBy:
    """With blanks and marks put right. Raises BadInput with all faults."""
    text = " ".join(question.split())
    asked = AskedBy(text if text.endswith("?") else f"{text.rstrip('.! ')}?", " ".join(by.split()))
    faults = list(_faults(asked))
    if faults:
        raise BadInput("the question cannot be left so: " + "; ".join(faults))
    return asked


def choice_of(asked: AskedBy) -> str:
    """As a turn says it."""
    return ASKING + _ADAPTER.dump_json(asked).decode()


def question_in(choice: str) -> AskedBy:
    """What a turn says. Raises BadInput."""
    try:
        asked = _ADAPTER.validate_json(choice.removeprefix(ASKING))
    except ValidationError as error:
        raise BadInput(
            'this is no question that somebody left; send {"question": "...", "by": "..."}'
        ) from error
    return asked_by(asked.question, asked.by)


def _faults(asked: AskedBy) -> Iterator[str]:
    count = len(words(asked.question))
    if not count:
        yield "it has no words: write what you would like to know"
    elif len(sentences(asked.question)) > 1:
        yield "it has more than one sentence: ask one thing, and leave the next as another question"
    if count > MOST_WORDS:
        yield f"it has {count} words; at most {MOST_WORDS}, for it is read aloud"
    if any(mark in asked.question for mark in '{}[]<>"“”'):
        yield "it has brackets or quotation marks, which cannot be read aloud: leave them out"
    if not words(asked.by):
        yield "nobody is named who asks: say who, such as Poppy, or your grandson Tom"
    if len(asked.by) > LONGEST_NAME or not asked.by.replace(" ", "").isprintable():
        yield f"the name of who asks has more than {LONGEST_NAME} characters"
    elif any(mark in asked.by for mark in "{}[]<>?!.:;"):
        yield "the name of who asks has marks that no name has"
