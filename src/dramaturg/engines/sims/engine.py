"""Sims: role-play conversations on a control graph. The model speaks as the person and reports; the
walker decides.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from dramaturg.care.policy import WITHOUT_COUNTRY, CarePolicy
from dramaturg.engines.sims import check, decide, express, perceive, settle
from dramaturg.engines.sims import migrate as moving
from dramaturg.engines.sims.asks.line_check import LineCheck
from dramaturg.engines.sims.asks.two_parts import SpeakerReport
from dramaturg.engines.sims.base import state
from dramaturg.engines.sims.base.backbone import Backbone
from dramaturg.engines.sims.base.binding import SimPart, bind_part
from dramaturg.engines.sims.base.directive import SimDirective
from dramaturg.engines.sims.base.scenario import Scenario, ScenarioPerson
from dramaturg.engines.sims.base.state import DecisionTaken, SimEvent, SimState, Spoke
from dramaturg.engines.sims.counted_steering import counted_part
from dramaturg.engines.sims.perceive import PersonReader
from dramaturg.kernel.errors import BadInput
from dramaturg.turn.asks import Prompter
from dramaturg.turn.care import CareTaken, cared
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
from dramaturg.turn.hearing import Ear
from dramaturg.turn.loop import exchange_rows, raised_rows, utterance_rows
from dramaturg.turn.migration import Moved
from dramaturg.turn.ports import Embedder, LikenessThresholds, Syntax, TableRow

ONWARD = "Whenever you like, we go back to the scene: it is your turn."
DECISION = "decision"  # turn to it with a choice to decide

SimRecord = TurnRecord[SimEvent, SimDirective, SpeakerReport]
CODEC: Codec[SimState, SimEvent, SimDirective, SpeakerReport] = Codec(SimState, SimRecord)


def part_of(
    scenario: Scenario, person: ScenarioPerson, backbones: Mapping[str, Backbone]
) -> SimPart:
    """The person's part, steered as the scenario says."""
    bind = counted_part if scenario.steering == "counted" else bind_part
    return bind(scenario, person, backbones[person.backbone or scenario.backbone])


class SimEngine:
    """One scenario, its people bound to their backbones."""

    codec = CODEC

    def __init__(
        self,
        scenario: Scenario,
        backbones: Mapping[str, Backbone],
        embedder: Embedder,
        ear: Ear,
        syntax: Syntax,
        care: CarePolicy = WITHOUT_COUNTRY,
    ) -> None:
        self.scenario = scenario
        self.parts: Mapping[str, SimPart] = {
            person.id: part_of(scenario, person, backbones) for person in scenario.people
        }
        self._embedder = embedder
        self._ear = ear
        self._care = care.bound(ONWARD)
        self._rules = LineCheck(embedder, syntax)

    @property
    def thresholds(self) -> LikenessThresholds:
        return self._embedder.thresholds

    @cached_property
    def _ears(self) -> Mapping[str, PersonReader]:
        return {
            person: PersonReader(part, self._embedder, self._ear)
            for person, part in self.parts.items()
        }

    def start(self) -> SimState:
        return SimState()

    async def opening(self, heard: Heard, prompter: Prompter) -> Opening[SimEvent]:
        first = heard.to or self.scenario.people[0].id
        return Opening((perceive.turned_to(first, self.parts),), cues=(self._scene(),))

    async def perceive(
        self, state: SimState, heard: Heard, prompter: Prompter
    ) -> Percept[SimEvent]:
        # words are read in a thread, so that other people's turns go on meanwhile
        if heard.text:
            hearing = await asyncio.to_thread(self._ear.hear, heard.text, _before(state))
            hearing = hearing.in_talk_of(prompter.language, heard.text)
            in_role = self.scenario.danger
            if taken := await self._care.heed(state.care, heard.text, hearing, prompter, in_role):
                return Percept((taken,), ear=self._ear.name)
        if state.decision is not None:
            raise BadInput(
                "the decision has been taken, and the case is closed: open a new session to play it"
                " again"
            )
        if heard.to == DECISION:
            return perceive.perceive_decision(heard, self.scenario)
        return await asyncio.to_thread(
            perceive.perceive, state, heard, self.parts, self._ears, prompter.language
        )

    def decide(self, seen: SimState, percept: Percept[SimEvent]) -> Decision[SimDirective]:
        if taken := _taken(percept):
            return decide.decide_outcome(taken, self.scenario)
        return decide.decide(seen, percept, self._part(seen), self.thresholds)

    async def express(
        self,
        seen: SimState,
        percept: Percept[SimEvent],
        decision: Decision[SimDirective],
        prompter: Prompter,
    ) -> Draft[SpeakerReport]:
        if taken := _taken(percept):
            return express.express_outcome(taken, self.scenario)
        return await express.express(
            seen, percept, decision, self._part(seen), prompter, self._rules
        )

    def check(
        self, seen: SimState, decision: Decision[SimDirective], draft: Draft[SpeakerReport]
    ) -> Verdict:
        return check.check(seen, decision, draft, self._part(seen), self._rules)

    def settle(
        self,
        seen: SimState,
        percept: Percept[SimEvent],
        decision: Decision[SimDirective],
        draft: Draft[SpeakerReport],
        verdict: Verdict,
    ) -> Settlement[SimEvent]:
        if taken := _taken(percept):
            return settle.settle_outcome(taken, decision, self.scenario)
        part = self._part(seen)
        return settle.settle(seen, percept, decision, draft, verdict, part)

    def apply(self, state_: SimState, event: SimEvent) -> SimState:
        if isinstance(event, Moved):
            return moving.moved(state_, event.moves)
        if isinstance(event, CareTaken):
            return replace(state_, care=cared(state_.care, event))
        return state.apply(state_, event)

    def project(
        self, session: str, record: SimRecord, after: SimState, timings: Mapping[str, float]
    ) -> Sequence[TableRow]:
        speaker = next(
            (event.person for event in record.settlement.events if isinstance(event, Spoke)),
            "narrator",
        )
        return [
            *utterance_rows(session, record, "learner", speaker),
            *raised_rows(session, record),
            *exchange_rows(session, record),
        ]

    def _part(self, seen: SimState) -> SimPart:
        return self.parts[seen.person]

    def _scene(self) -> Cue:
        people = [
            {"id": person.id, "name": person.name, "role": person.role}
            for person in self.scenario.people
        ]
        return Cue(
            "Scene",
            {
                "title": self.scenario.title,
                **self.scenario.situation.model_dump(),
                "people": people,
            },
        )


def _before(state: SimState) -> str:
    """What the learner answers to: words of care, or the person's last line."""
    if state.care.is_open:
        return state.care.words
    here = state.conversations.get(state.person)
    return here.lines[-1].text if here and here.lines else ""


def _taken(percept: Percept[SimEvent]) -> DecisionTaken | None:
    return next((event for event in percept.events if isinstance(event, DecisionTaken)), None)
