"""Interviews: adaptive research interviews that grow a knowledge graph. The model asks and
extracts; code decides what to ask.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dramaturg.care.policy import WITHOUT_COUNTRY, CarePolicy
from dramaturg.engines.interviews import check, decide, express, perceive, settle
from dramaturg.engines.interviews.asks.opening_ask import OpeningAsk
from dramaturg.engines.interviews.base import state
from dramaturg.engines.interviews.base.directive import InterviewDirective, QuestionReport
from dramaturg.engines.interviews.base.methodology import Guide, Methodology, Subject
from dramaturg.engines.interviews.base.state import Asked, InterviewEvent, InterviewState
from dramaturg.engines.interviews.decide import DecisionRules
from dramaturg.engines.interviews.guide import with_guide
from dramaturg.engines.interviews.perceive import AnswerTools
from dramaturg.engines.interviews.questions.interviewer import interviewer
from dramaturg.engines.interviews.report.table_rows import rows
from dramaturg.engines.interviews.report.turn_result import InterviewRecord
from dramaturg.engines.interviews.strategy.signals import describe, vocabulary
from dramaturg.turn.asks import Prompter
from dramaturg.turn.contract import Decision, Draft, Heard, Opening, Percept, Settlement, Verdict
from dramaturg.turn.engine import Codec
from dramaturg.turn.hearing import Ear
from dramaturg.turn.ports import Embedder, Syntax, TableRow
from dramaturg.turn.readings import Readers

CODEC: Codec[InterviewState, InterviewEvent, InterviewDirective, QuestionReport] = Codec(
    InterviewState, InterviewRecord
)

ONWARD = "Tell me more whenever you like, or say that you would rather stop."


class InterviewEngine:
    """One methodology, turned to one subject, perhaps along a guide."""

    codec = CODEC

    def __init__(  # noqa: PLR0913, PLR0917 - what an interview is held with, each by its name
        self,
        methodology: Methodology,
        subject: Subject,
        guide: Guide | None,
        embedder: Embedder,
        syntax: Syntax,
        readers: Readers,
        ear: Ear,
        max_turns: int | None = None,
        care: CarePolicy = WITHOUT_COUNTRY,
    ) -> None:
        self.methodology = with_guide(methodology, guide)
        self.subject = subject
        self.guide = guide
        self.max_turns = max_turns or methodology.limits.max_turns
        self.tools = AnswerTools(
            self.methodology, subject, guide, embedder, syntax, readers, ear, care.bound(ONWARD)
        )
        self.rules = DecisionRules(self.methodology, guide, self.max_turns)
        meanings = {name: describe(name, self.methodology) for name in vocabulary(self.methodology)}
        self.interviewer = interviewer(
            self.methodology, subject, guide, readers, syntax, embedder, ear, meanings
        )

    def start(self) -> InterviewState:
        return InterviewState()

    async def opening(self, heard: Heard, prompter: Prompter) -> Opening[InterviewEvent]:
        question = (await prompter.ask(OpeningAsk(self.interviewer, prompter.language))).value.line
        return Opening((Asked(question, "open"),), question)

    async def perceive(
        self, state: InterviewState, heard: Heard, prompter: Prompter
    ) -> Percept[InterviewEvent]:
        return await perceive.perceive(state, heard, self.tools, prompter)

    def decide(
        self, seen: InterviewState, percept: Percept[InterviewEvent]
    ) -> Decision[InterviewDirective]:
        return decide.decide(seen, percept, self.rules)

    async def express(
        self,
        seen: InterviewState,
        percept: Percept[InterviewEvent],
        decision: Decision[InterviewDirective],
        prompter: Prompter,
    ) -> Draft[QuestionReport]:
        return await express.express(seen, decision, self.interviewer, prompter)

    def check(
        self,
        seen: InterviewState,
        decision: Decision[InterviewDirective],
        draft: Draft[QuestionReport],
    ) -> Verdict:
        return check.check(seen, decision, draft, self.interviewer.wording)

    def settle(
        self,
        seen: InterviewState,
        percept: Percept[InterviewEvent],
        decision: Decision[InterviewDirective],
        draft: Draft[QuestionReport],
        verdict: Verdict,
    ) -> Settlement[InterviewEvent]:
        return settle.settle(seen, decision, verdict)

    def apply(self, state_: InterviewState, event: InterviewEvent) -> InterviewState:
        return state.apply(state_, event)

    def project(
        self,
        session: str,
        record: InterviewRecord,
        after: InterviewState,
        timings: Mapping[str, float],
    ) -> Sequence[TableRow]:
        return rows(session, record, after, timings)
