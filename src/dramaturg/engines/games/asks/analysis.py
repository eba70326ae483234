"""Asking what a question is about: for whom, how hard, to what end."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from pydantic import BaseModel, ConfigDict, Field

from dramaturg.engines.games.asks.filled_form import filled_form
from dramaturg.engines.games.base.design import Difficulty
from dramaturg.turn.asks import Ask
from dramaturg.turn.contract import Role
from dramaturg.turn.ports import Prompt

MOST_TOKENS = 800

_CRAFT = """You plan learning games. Somebody asks for a game with a question. Say what it is about: `subject` in a few words,
`audience`, `difficulty` (beginner, intermediate or advanced), `goals` (two to four sentences that begin with a verb: what a
learner can do afterwards), `concepts` (the eight to sixteen things that must be known, each in one to three words).
Answer with one JSON object and nothing else."""

_HARD = re.compile(
    r"\b(?:advanced|expert|university|graduate|mechanism|derive|in depth|analy[sz]e)\b", re.I
)
_EASY = re.compile(
    r"\b(?:beginner|basic|simple|introduc\w+|kids|children|primary|what is|label)\b", re.I
)


class Analysis(BaseModel):
    """What a question is about."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    subject: str = Field(min_length=1)
    audience: str = ""
    difficulty: Difficulty = "intermediate"
    goals: tuple[str, ...] = ()
    concepts: tuple[str, ...] = ()


@dataclass(frozen=True)
class AnalysisAsk(Ask[Analysis]):
    name: ClassVar[str] = "games.analysis"
    role: ClassVar[Role] = "extract"

    question: str

    def prompt(self) -> Prompt:
        return Prompt(
            self.name, self.role, _CRAFT, self.question, Analysis.model_json_schema(), MOST_TOKENS
        )

    def read(self, text: str) -> Analysis:
        return filled_form(Analysis, text, self.question)

    def offline(self) -> Analysis:
        return Analysis(subject=self.question, difficulty=_difficulty(self.question))


def _difficulty(question: str) -> Difficulty:
    if _HARD.search(question):
        return "advanced"
    return "beginner" if _EASY.search(question) else "intermediate"
