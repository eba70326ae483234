"""Studies, as authored: whom to interview, how, about what, with whose consent."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from hashlib import sha256
from typing import Literal

from pydantic import Field

from dramaturg.engines.interviews.base.renames import CONCEPT, EDGE
from dramaturg.turn.authored import Authored, Name

AnswerKind = Literal["choice", "number", "yes_no", "text"]

ENGINE = "interviews"
"""The engine whose sessions studies are made of."""
COUNTED_BY = (CONCEPT, EDGE)
"""The kinds of things in an interview by which studies count."""


class Consent(Authored):
    """What a respondent agrees to before anything else is asked."""

    version: str = Field(
        description=(
            "Changes whenever the text does; kept with every consent, beside the text's hash."
        )
    )
    text: str = Field(
        min_length=40,
        description="Who asks, what for, what is kept and for how long, and how to withdraw.",
    )

    @cached_property
    def hash(self) -> str:
        return sha256(self.text.encode()).hexdigest()


class ScreenerQuestion(Authored):
    id: Name
    question: str = Field(min_length=1, description="As the respondent is asked.")
    answer: AnswerKind = "choice"
    options: tuple[Name, ...] = Field((), description="What can be answered; for a choice only.")
    least: float | None = Field(None, description="No smaller number is taken; for a number only.")
    most: float | None = Field(None, description="No greater number is taken; for a number only.")


class ScreenerRule(Authored):
    """Who cannot take part. The first rule that holds is told."""

    when: str = Field(
        description=(
            "A condition over the screener's answers, such as 'age < 18' or 'drinks_coffee == no'."
        )
    )
    message: str = Field(min_length=1, description="What the respondent is told, kindly.")


class Quota(Authored):
    id: Name
    title: str
    when: str = Field(
        "", description="A condition over the screener's answers; everybody if left out."
    )
    target: int = Field(
        ge=1,
        description=(
            "So many respondents are counted for it; whoever fits no quota with room is not"
            " interviewed."
        ),
    )


class Study(Authored):
    """A study: many interviews with one question behind them."""

    kind: Literal["study"]
    id: Name
    version: str = Field(
        description="Changes whenever the meaning changes; studies that are open keep theirs."
    )
    title: str = Field(description="What respondents see over it; no question is made of it.")
    purpose: str = Field(
        "", description="What you want to find out, for you alone; respondents never see it."
    )
    methodology: Name
    subject: str = Field(
        min_length=1,
        description="What is talked about, as in 'Tell me about ...': words, or id of a subject.",
    )
    guide: Name | None = None
    language: Literal["en"] = Field("en", description="What is spoken; words are read in English.")
    turns: int = Field(20, ge=2, le=500, description="Answers an interview has at most.")
    minutes: int = Field(
        20, ge=1, le=600, description="How long it takes, as respondents are told."
    )
    consent: Consent
    screener: tuple[ScreenerQuestion, ...] = ()
    rules: tuple[ScreenerRule, ...] = ()
    quotas: tuple[Quota, ...] = ()
    respondents: int = Field(20, ge=1, description="So many are interviewed in all, and no more.")
    invited_only: bool = Field(False, description="Whether one needs an invitation to take part.")

    @cached_property
    def by_question(self) -> Mapping[str, ScreenerQuestion]:
        return {question.id: question for question in self.screener}
