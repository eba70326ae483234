"""All readers, in the order in which their signals are told."""

from __future__ import annotations

from dramaturg.language.readers import (
    contradiction,
    leading_question,
    near_repeat,
    open_question,
    presupposing_question,
    question,
    several_questions,
    valence,
)
from dramaturg.language.readers.reader import Reader

READERS: tuple[Reader, ...] = (
    valence.READER,
    contradiction.READER,
    question.READER,
    open_question.READER,
    leading_question.READER,
    presupposing_question.READER,
    several_questions.READER,
    near_repeat.READER,
)
