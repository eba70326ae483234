"""Games: a blueprint played move by move. The rules decide; every word was written and checked
before the play began.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dramaturg.engines.games import express, settle
from dramaturg.engines.games.base import state
from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.base.state import Answered, GameEvent, GameState
from dramaturg.engines.games.decide import Ruling, decide
from dramaturg.engines.games.perceive import perceive
from dramaturg.engines.games.rules.play import begin
from dramaturg.turn.asks import Prompter
from dramaturg.turn.contract import (
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
from dramaturg.turn.loop import raised_rows, utterance_rows
from dramaturg.turn.ports import TableRow

UNTIMED = "untimed"  # turn to it when opening, to play without clocks

GameRecord = TurnRecord[GameEvent, Ruling, None]
CODEC: Codec[GameState, GameEvent, Ruling, None] = Codec(GameState, GameRecord)


class GameEngine:
    """One game."""

    codec = CODEC

    def __init__(self, blueprint: Blueprint) -> None:
        self.blueprint = blueprint

    def start(self) -> GameState:
        return GameState()

    async def opening(self, heard: Heard, prompter: Prompter) -> Opening[GameEvent]:
        events = begin(self.blueprint, timers=heard.to != UNTIMED)
        line = "\n".join(
            (self.blueprint.narrative_intro, express.told(self.blueprint, GameState(), events))
        )
        return Opening(events, line.strip(), tuple(settle.cues(events)))

    async def perceive(
        self, state: GameState, heard: Heard, prompter: Prompter
    ) -> Percept[GameEvent]:
        return perceive(heard)

    def decide(self, seen: GameState, percept: Percept[GameEvent]) -> Decision[Ruling]:
        return decide(seen, percept, self.blueprint)

    async def express(
        self,
        seen: GameState,
        percept: Percept[GameEvent],
        decision: Decision[Ruling],
        prompter: Prompter,
    ) -> Draft[None]:
        return Draft(express.told(self.blueprint, seen, decision.directive.events), None, "offline")

    def check(self, seen: GameState, decision: Decision[Ruling], draft: Draft[None]) -> Verdict:
        """Nothing to hold back: the line was checked with the blueprint."""
        return Verdict(draft.line)

    def settle(
        self,
        seen: GameState,
        percept: Percept[GameEvent],
        decision: Decision[Ruling],
        draft: Draft[None],
        verdict: Verdict,
    ) -> Settlement[GameEvent]:
        return settle.settle(seen, decision, self.blueprint)

    def apply(self, state_: GameState, event: GameEvent) -> GameState:
        return state.apply(state_, event)

    def project(
        self, session: str, record: GameRecord, after: GameState, timings: Mapping[str, float]
    ) -> Sequence[TableRow]:
        return [
            *utterance_rows(session, record, "player", "game"),
            *raised_rows(session, record),
            *_answers(session, record),
        ]


def _answers(session: str, record: GameRecord) -> Iterator[TableRow]:
    answered = (event for event in record.settlement.events if isinstance(event, Answered))
    for number, event in enumerate(answered):
        values = {
            "session": session,
            "turn": record.turn,
            "number": number,
            "mechanic": event.mechanic,
            "item": event.item,
            "answer": event.answer,
            "is_right": event.right,
            "points": event.points,
            "misconception": event.misconception,
        }
        yield TableRow("answers", values)
