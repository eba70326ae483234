"""The readers of an interviewer's lines, by signal: rules of questions and of manners, where a
small word is the sign and the ear alone is worse.
"""

from __future__ import annotations

from collections.abc import Mapping

from dramaturg.language.readers import (
    leading_question,
    near_repeat,
    open_question,
    presupposing_question,
    prohibited,
    question,
    several_questions,
    uptake,
)
from dramaturg.language.readers.reader import Reader

LINE_READERS: Mapping[str, Reader] = {
    reader.signal: reader
    for reader in (
        question.READER,
        open_question.READER,
        leading_question.READER,
        prohibited.READER,
        presupposing_question.READER,
        several_questions.READER,
        near_repeat.READER,
        uptake.READER,
    )
}
