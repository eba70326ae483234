"""Care for somebody who may be in danger, as every engine keeps it: where it stands, what was said,
and who decides that.

The policy itself has its rooms further up (`dramaturg.care`).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Protocol

from pydantic import Field

from dramaturg.languages.detect import ENGLISH
from dramaturg.turn.asks import AskAnswer, Prompter
from dramaturg.turn.contract import Cue, Percept
from dramaturg.turn.hearing import Danger, Hearing
from dramaturg.turn.readings import Readings

CareStage = Literal["calm", "checking", "stopped", "returning"]
"""Nothing is wrong; whether they are safe was asked; the conversation stopped; it stopped, they say
that they are safe, and whether to go on was asked.
"""
Speech = Literal[
    "check",
    "offer",
    "relieve",
    "stop",
    "stay",
    "still",
    "guide",
    "who_reads",
    "leaving",
    "on_the_way",
    "way_back",
    "leave_it",
    "glad",
    "resume",
    "check_in",
]
Whom = Literal["", "child", "elder"]
"""Who speaks, where their words say so: a child, or somebody old who is being hurt. Their own lines
come first.
"""
ContactKind = Literal["own", "emergency", "crisis", "abuse", "child", "elder"]


@dataclass(frozen=True, slots=True)
class CareContact:
    """Somebody to turn to, and how they are reached."""

    kind: ContactKind
    name: str
    what: str = ""
    call: str = ""
    text: str = ""
    chat: str = ""
    hours: str = ""
    languages: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CareState:
    """`announced`: it stopped in this sitting. `hurt`: they took or did something already.
    `country` and `whom` are what they said, `last`, `words` and `contacts` what they were told
    last.
    """

    stage: CareStage = "calm"
    danger: Danger | None = None
    announced: bool = False
    country: str = ""
    whom: Whom = ""
    hurt: bool = False
    language: Annotated[str, Field(exclude_if=lambda language: language == ENGLISH)] = ENGLISH
    last: Speech | None = None
    words: str = ""
    contacts: tuple[CareContact, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether the next words are answered with care, whatever they are."""
        return self.stage != "calm"


CALM = CareState()


@dataclass(frozen=True, slots=True)
class CareTaken:
    """What was said to somebody who may be in danger, word for word, in which language, and why.
    `raises`: people on duty are told.
    """

    speech: Speech
    stage: CareStage
    danger: Danger
    words: str
    why: str
    contacts: tuple[CareContact, ...] = ()
    country: str = ""
    whom: Whom = ""
    hurt: bool = False
    raises: bool = False
    language: Annotated[str, Field(exclude_if=lambda language: language == ENGLISH)] = ENGLISH
    kind: Literal["care_taken"] = "care_taken"


class Carer(Protocol):
    """Decides what somebody's words call for; None where the conversation goes on as it would."""

    async def heed(
        self,
        state: CareState,
        text: str,
        hearing: Hearing,
        prompter: Prompter,
        in_role: Collection[Danger] = (),
    ) -> CareTaken | None:
        """`in_role` are the kinds that belong to the scene that is played."""
        ...

    def alarmed(
        self, state: CareState, answer: AskAnswer[Readings], language: str = ENGLISH
    ) -> CareTaken | None:
        """What a model that read the words is alarmed by."""
        ...

    def check_in(self, state: CareState) -> CareTaken | None:
        """How somebody is met who comes back after a stop."""
        ...


def cared(state: CareState, event: CareTaken) -> CareState:
    return CareState(
        event.stage,
        event.danger,
        announced=event.stage == "stopped" or (state.announced and event.speech != "check_in"),
        country=event.country or state.country,
        whom=event.whom or state.whom,
        hurt=(event.hurt or state.hurt) and event.stage != "calm",
        language=event.language,
        last=event.speech,
        words=event.words,
        contacts=event.contacts,
    )


def taken_in(percept: Percept[Any]) -> CareTaken | None:
    return next((event for event in percept.events if isinstance(event, CareTaken)), None)


def cue_of(taken: CareTaken) -> Cue:
    return Cue("Care", {"speech": taken.speech, "stage": taken.stage, "danger": taken.danger})
