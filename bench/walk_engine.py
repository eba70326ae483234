"""A small engine that walks the eight nodes, one ask a turn: what a turn costs when hardly anything
is decided in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from bench import eight_nodes
from dramaturg.engines.sims.base.state import NamedPointer
from dramaturg.turn.asks import Ask, Prompter
from dramaturg.turn.contract import (
    Decision,
    Draft,
    Heard,
    Opening,
    Percept,
    Role,
    Settlement,
    TurnRecord,
    Verdict,
)
from dramaturg.turn.engine import Codec
from dramaturg.turn.loop import exchange_rows, utterance_rows
from dramaturg.turn.ports import Prompt, TableRow

LINES_KEPT = 32  # as many as a sim keeps for its prompts


@dataclass(frozen=True, slots=True)
class WalkState:
    pointer: NamedPointer
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Said:
    text: str
    kind: Literal["said"] = "said"


@dataclass(frozen=True, slots=True)
class Walked:
    pointer: NamedPointer
    kind: Literal["walked"] = "walked"


WalkEvent = Annotated[Said | Walked, Field(discriminator="kind")]
WalkRecord = TurnRecord[WalkEvent, str, str]
CODEC: Codec[WalkState, WalkEvent, str, str] = Codec(WalkState, WalkRecord)


@dataclass(frozen=True)
class LineAsk(Ask[str]):
    name: ClassVar[str] = "bench.line"
    role: ClassVar[Role] = "speak"

    node: str
    lines: tuple[str, ...]

    def prompt(self) -> Prompt:
        return Prompt(
            self.name,
            self.role,
            "You are a QA lead, two days before a launch.",
            "\n".join((*self.lines, self.node)),
        )

    def read(self, text: str) -> str:
        return text

    def offline(self) -> str:
        return self.node


class WalkEngine:
    """The directive is the node's name, and there is nothing to report."""

    codec = CODEC

    def __init__(self) -> None:
        self._walker = eight_nodes.walker()

    def start(self) -> WalkState:
        return WalkState(self._walker.start())

    async def opening(self, heard: Heard, prompter: Prompter) -> Opening[WalkEvent]:
        return Opening(())

    async def perceive(
        self, state: WalkState, heard: Heard, prompter: Prompter
    ) -> Percept[WalkEvent]:
        return Percept((Said(heard.text),), eight_nodes.FACTS)

    def decide(self, seen: WalkState, percept: Percept[WalkEvent]) -> Decision[str]:
        return Decision(seen.pointer.current_node, f"in {seen.pointer.current_node}")

    async def express(
        self,
        seen: WalkState,
        percept: Percept[WalkEvent],
        decision: Decision[str],
        prompter: Prompter,
    ) -> Draft[str]:
        answer = await prompter.ask(LineAsk(decision.directive, seen.lines))
        return Draft(answer.value, "", answer.source)

    def check(self, seen: WalkState, decision: Decision[str], draft: Draft[str]) -> Verdict:
        return Verdict(draft.line)

    def settle(
        self,
        seen: WalkState,
        percept: Percept[WalkEvent],
        decision: Decision[str],
        draft: Draft[str],
        verdict: Verdict,
    ) -> Settlement[WalkEvent]:
        step = eight_nodes.exchange(self._walker, seen.pointer)
        return Settlement((Said(verdict.line), Walked(step.pointer)), reason=step.reason)

    def apply(self, state: WalkState, event: WalkEvent) -> WalkState:
        match event:
            case Said(text):
                return replace(state, lines=(*state.lines, text)[-LINES_KEPT:])
            case Walked(pointer):
                return replace(state, pointer=pointer)

    def project(
        self, session: str, record: WalkRecord, after: WalkState, timings: Mapping[str, float]
    ) -> Sequence[TableRow]:
        return [
            *utterance_rows(session, record, "learner", "qa_lead"),
            *exchange_rows(session, record),
        ]
