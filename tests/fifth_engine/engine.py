"""Asking riddles: a guess is right, or there is another, or the answer is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from dramaturg.turn.asks import Prompter
from dramaturg.turn.authored import Authored, Name
from dramaturg.turn.contract import (
    Cue,
    Decision,
    Draft,
    Heard,
    Opening,
    Percept,
    Settlement,
    TurnRecord,
    Verdict,
)
from dramaturg.turn.engine import Codec
from dramaturg.turn.loop import exchange_rows, utterance_rows
from dramaturg.turn.migration import Moved, renaming
from dramaturg.turn.ports import TableRow


class Riddle(Authored):
    id: Name
    asks: str
    answers: tuple[str, ...]


class Riddles(Authored):
    """What an author writes."""

    kind: Literal["riddles"]
    id: Name
    version: str
    title: str
    guesses: int = 2
    riddles: tuple[Riddle, ...]


@dataclass(frozen=True, slots=True)
class RiddleState:
    """`at` is the riddle that is being guessed; empty before the first and after the last."""

    at: str = ""
    guesses: int = 0
    solved: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    over: bool = False


@dataclass(frozen=True, slots=True)
class RiddleAsked:
    riddle: str
    kind: Literal["asked"] = "asked"


@dataclass(frozen=True, slots=True)
class Guessed:
    verdict: Literal["right", "again", "missed"]
    kind: Literal["guessed"] = "guessed"


@dataclass(frozen=True, slots=True)
class Over:
    kind: Literal["over"] = "over"


RiddleEvent = RiddleAsked | Guessed | Over | Moved
RiddleRecord = TurnRecord[RiddleEvent, str, None]


def moved(state: RiddleState, moves: Mapping[str, Mapping[str, str]]) -> RiddleState:
    name = renaming(moves, "riddle")
    return replace(
        state,
        at=name(state.at),
        solved=tuple(map(name, state.solved)),
        missed=tuple(map(name, state.missed)),
    )


class RiddleEngine:
    codec: Codec[RiddleState, RiddleEvent, str, None] = Codec(RiddleState, RiddleRecord)

    def __init__(self, riddles: Riddles) -> None:
        self.riddles = riddles
        self.by_id = {riddle.id: riddle for riddle in riddles.riddles}

    def start(self) -> RiddleState:
        return RiddleState()

    async def opening(self, heard: Heard, prompter: Prompter) -> Opening[RiddleEvent]:
        first = self.riddles.riddles[0]
        return Opening((RiddleAsked(first.id),), line=first.asks)

    async def perceive(
        self, state: RiddleState, heard: Heard, prompter: Prompter
    ) -> Percept[RiddleEvent]:
        return Percept(facts={"guess": heard.text.casefold().strip(" .!?")})

    def decide(self, seen: RiddleState, percept: Percept[RiddleEvent]) -> Decision[str]:
        right = percept.facts["guess"] in self.by_id[seen.at].answers
        if right:
            return Decision("right", "that is the answer")
        left = self.riddles.guesses - seen.guesses - 1
        if left > 0:
            return Decision("again", f"not the answer, {left} more guesses", ("tell it",))
        return Decision("missed", "not the answer, and no guess is left")

    async def express(
        self,
        seen: RiddleState,
        percept: Percept[RiddleEvent],
        decision: Decision[str],
        prompter: Prompter,
    ) -> Draft[None]:
        riddle, following = self.by_id[seen.at], self._following(seen)
        said = {
            "right": "That is it!",
            "again": "No. Guess once more.",
            "missed": f"It is: {riddle.answers[0]}.",
        }[decision.directive]
        asks = following.asks if following else "That was the last."
        return Draft(said if decision.directive == "again" else f"{said} {asks}", None, "offline")

    def _following(self, seen: RiddleState) -> Riddle | None:
        ids = list(self.by_id)
        place = ids.index(seen.at) + 1
        return self.riddles.riddles[place] if place < len(ids) else None

    def check(self, seen: RiddleState, decision: Decision[str], draft: Draft[None]) -> Verdict:
        return Verdict(draft.line)

    def settle(
        self,
        seen: RiddleState,
        percept: Percept[RiddleEvent],
        decision: Decision[str],
        draft: Draft[None],
        verdict: Verdict,
    ) -> Settlement[RiddleEvent]:
        guessed = Guessed(decision.directive)  # type: ignore[arg-type]  # what decide gives
        if decision.directive == "again":
            return Settlement((guessed,), reason=decision.reason)
        following = self._following(seen)
        if following:
            return Settlement((guessed, RiddleAsked(following.id)), reason="on to the next")
        return Settlement((guessed, Over()), (Cue("RiddlesOver"),), "there is no riddle left")

    def apply(self, state: RiddleState, event: RiddleEvent) -> RiddleState:
        match event:
            case RiddleAsked(riddle):
                return replace(state, at=riddle, guesses=0)
            case Guessed("right"):
                return replace(state, solved=(*state.solved, state.at))
            case Guessed("missed"):
                return replace(state, missed=(*state.missed, state.at))
            case Guessed():
                return replace(state, guesses=state.guesses + 1)
            case Over():
                return replace(state, at="", over=True)
            case Moved():
                return moved(state, event.moves)

    def project(
        self, session: str, record: RiddleRecord, after: RiddleState, timings: Mapping[str, float]
    ) -> Sequence[TableRow]:
        return [
            *utterance_rows(session, record, "person", "riddle"),
            *exchange_rows(session, record),
        ]
