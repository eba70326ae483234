"""What an interview hears in somebody's words, line by line, without holding one."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from dramaturg.engines.interviews.base.extraction import AnswerSource, Extraction
from dramaturg.engines.interviews.hearing import HeardWords, listen
from dramaturg.engines.interviews.perceive import AnswerTools, srl_preprocessing


class SaidLine(BaseModel):
    """Words, and the question they answer."""

    model_config = ConfigDict(extra="forbid", strict=True)

    said: str = Field(max_length=100_000)
    question: str = Field("", max_length=100_000)


def heard(line: SaidLine, tools: AnswerTools) -> dict[str, Any]:
    """What the words do and show, and the concepts and links that would be taken from them."""
    words = listen(line.said, line.question, tools.ear, tools.syntax)
    hearing, found = words.hearing, _extracted(words, line.question, tools)
    return {
        **hearing.shown(),
        "repair": "repair" in hearing.does,
        "concepts": [
            {"label": each.label, "type": each.type, "quote": each.quote.text}
            for each in found.concepts
        ],
        "links": [
            {"from": each.source, "to": each.target, "type": each.type}
            for each in found.relationships
        ],
    }


def _extracted(words: HeardWords, question: str, tools: AnswerTools) -> Extraction:
    if not words.told.strip():
        return Extraction()
    source = AnswerSource(
        utterance="",
        text=words.told,
        question=question,
        subject=tools.subject,
        ontology=tools.methodology.ontology,
        hints=srl_preprocessing(words.told, tools.readers),
        corrects="correction" in words.hearing.does,
    )
    return words.as_said(tools.extractor.extract(source))
