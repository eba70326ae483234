"""Games: a blueprint played move by move. The rules decide; every word was written and checked
before the play began.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from dramaturg.care.policy import WITHOUT_COUNTRY, CarePolicy
from dramaturg.engines.games import express, settle
from dramaturg.engines.games.base import state
from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.base.moves import MoveRefused
from dramaturg.engines.games.base.state import Answered, GameEvent, GameState, StoredState
from dramaturg.engines.games.decide import Ruling, decide
from dramaturg.engines.games.perceive import is_move, perceive
from dramaturg.engines.games.rules.play import begin
from dramaturg.engines.games.rules.typed_moves import typed_move
from dramaturg.kernel.errors import BadInput
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
from dramaturg.turn.hearing import Ear
from dramaturg.turn.loop import raised_rows, utterance_rows
from dramaturg.turn.ports import TableRow

ONWARD = "Whenever you like, we go back to the game: it is your move."
UNTIMED = "untimed"  # turn to it when opening, to play without clocks

GameRecord = TurnRecord[GameEvent, Ruling, None]
CODEC: Codec[GameState, GameEvent, Ruling, None] = Codec(StoredState, GameRecord)


class GameEngine:
    """One game."""

    codec = CODEC

    def __init__(
        self,
        blueprint: Blueprint,
        ear: Callable[[], Ear] | None = None,
        care: CarePolicy = WITHOUT_COUNTRY,
    ) -> None:
        """`ear` is made when the first words are said that are no move; without one, they are
        refused.
        """
        self.blueprint = blueprint
        self._ear = ear
        self._care = care.bound(ONWARD)

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
        """A move is the game's own; what is none is the player's, and may be danger."""
        if not state.care.is_open and is_move(heard.text):
            return perceive(heard)
        if self._ear is not None and heard.text:
            words = "" if is_move(heard.text) else heard.text
            ear = await asyncio.to_thread(self._ear)
            hearing = await asyncio.to_thread(ear.hear, words, state.care.words)
            if taken := await self._care.heed(state.care, words, hearing, prompter):
                return Percept((taken,), ear=ear.name)
        return perceive(replace(heard, text=self._typed(heard.text, state)))

    def _typed(self, words: str, state: GameState) -> str:
        """The move behind words, where one is. Raises MoveRefused, saying what the round takes."""
        if words.lstrip().startswith("{"):
            return words
        try:
            return json.dumps(typed_move(words, self.blueprint, state), ensure_ascii=False)
        except BadInput as error:
            raise MoveRefused("not-a-move", str(error)) from error

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
