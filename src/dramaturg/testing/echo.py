"""The smallest engine there is: it asks for an echo of what it heard, and counts. For testing
loops, logs and voices.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from dramaturg.kernel.errors import BadInput
from dramaturg.turn.asks import Ask, Prompter, Unreadable
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


@dataclass(frozen=True, slots=True)
class EchoState:
    turns: int = 0
    last: str = ""


@dataclass(frozen=True, slots=True)
class Echoed:
    text: str
    kind: Literal["echoed"] = "echoed"


@dataclass(frozen=True)
class EchoAsk(Ask[str]):
    """Wants the words back in capitals."""

    name: ClassVar[str] = "echo"
    role: ClassVar[Role] = "speak"

    text: str

    def prompt(self) -> Prompt:
        return Prompt(self.name, self.role, "Say it back in capitals.", self.text)

    def read(self, text: str) -> str:
        if text != text.upper():
            raise Unreadable("write capitals only.")
        return text

    def offline(self) -> str:
        return self.text.upper()


EchoRecord = TurnRecord[Echoed, str, None]


class EchoEngine:
    """Refuses the word 'nonsense', so that refusal can be tested too."""

    codec: Codec[EchoState, Echoed, str, None] = Codec(EchoState, EchoRecord)

    def start(self) -> EchoState:
        return EchoState()

    async def opening(self, heard: Heard, prompter: Prompter) -> Opening[Echoed]:
        return Opening((Echoed("hello"),), line="HELLO")

    async def perceive(self, state: EchoState, heard: Heard, prompter: Prompter) -> Percept[Echoed]:
        if heard.text == "nonsense":
            raise BadInput("nonsense cannot be echoed")
        return Percept(readings={"length": float(len(heard.text))}, facts={"text": heard.text})

    def decide(self, seen: EchoState, percept: Percept[Echoed]) -> Decision[str]:
        return Decision(str(percept.facts["text"]), "something was said")

    async def express(
        self, seen: EchoState, percept: Percept[Echoed], decision: Decision[str], prompter: Prompter
    ) -> Draft[None]:
        answer = await prompter.ask(EchoAsk(decision.directive))
        return Draft(answer.value, None, answer.source)

    def check(self, seen: EchoState, decision: Decision[str], draft: Draft[None]) -> Verdict:
        return Verdict(draft.line)

    def settle(
        self,
        seen: EchoState,
        percept: Percept[Echoed],
        decision: Decision[str],
        draft: Draft[None],
        verdict: Verdict,
    ) -> Settlement[Echoed]:
        return Settlement((Echoed(verdict.line),), reason=decision.reason)

    def apply(self, state: EchoState, event: Echoed) -> EchoState:
        return EchoState(state.turns + 1, event.text)

    def project(
        self, session: str, record: EchoRecord, after: EchoState, timings: Mapping[str, float]
    ) -> Sequence[TableRow]:
        return [*utterance_rows(session, record, "person", "echo"), *exchange_rows(session, record)]
