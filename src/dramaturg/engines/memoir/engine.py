"""Memoir: life-story interviews over months. The model speaks; code governs what is asked, how
deep, and when to stop.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dramaturg.care.policy import WITHOUT_COUNTRY, CarePolicy
from dramaturg.engines.memoir import check, decide, express, perceive, settle
from dramaturg.engines.memoir.asks.line import Speaker
from dramaturg.engines.memoir.audit.rows import rows
from dramaturg.engines.memoir.base import state
from dramaturg.engines.memoir.base.artifacts import Artifacts, Teller
from dramaturg.engines.memoir.base.directive import LineReport, MemoirDirective
from dramaturg.engines.memoir.base.records import MemoirRecord
from dramaturg.engines.memoir.base.state import LineSaid, MemoirEvent, MemoirState, SittingBegan
from dramaturg.engines.memoir.decide import MemoirPolicy
from dramaturg.engines.memoir.govern.conductor import Conductor
from dramaturg.engines.memoir.story_update import ReadingTools
from dramaturg.engines.memoir.voice.lines import LineWriter
from dramaturg.turn.asks import Prompter
from dramaturg.turn.contract import Decision, Draft, Heard, Opening, Percept, Settlement, Verdict
from dramaturg.turn.engine import Codec
from dramaturg.turn.hearing import Ear
from dramaturg.turn.ports import Embedder, Syntax, TableRow
from dramaturg.turn.readings import Readers

CODEC: Codec[MemoirState, MemoirEvent, MemoirDirective, LineReport] = Codec(
    MemoirState, MemoirRecord
)

ONWARD = "Tell me whatever you would like to tell next."


class MemoirEngine:
    """One interviewer, governed by its artifacts, and one teller."""

    codec = CODEC

    def __init__(
        self,
        artifacts: Artifacts,
        teller: Teller,
        embedder: Embedder,
        syntax: Syntax,
        readers: Readers,
        ear: Ear,
        care: CarePolicy = WITHOUT_COUNTRY,
    ) -> None:
        self.artifacts = artifacts
        self.teller = teller
        country, crisis = teller.country or care.country, artifacts.crisis
        own = crisis.countries.get(country, "") if country else ""
        carer = care.bound(ONWARD, country, own)
        self.tools = ReadingTools(embedder, readers, syntax, ear, teller, carer)
        self.policy = MemoirPolicy(artifacts, teller, Conductor(artifacts, teller.budget))
        self.speaker = Speaker(artifacts, teller, LineWriter(artifacts, teller), syntax, readers)

    def start(self) -> MemoirState:
        return state.begin(self.teller.born)

    async def opening(self, heard: Heard, prompter: Prompter) -> Opening[MemoirEvent]:
        worded = self.speaker.wording.opening(heard.at)
        return Opening(
            (SittingBegan(1, heard.at), LineSaid(worded.line, "open", "open", worded.template)),
            worded.line,
        )

    async def perceive(
        self, state: MemoirState, heard: Heard, prompter: Prompter
    ) -> Percept[MemoirEvent]:
        return await perceive.perceive(state, heard, self.tools, prompter)

    def decide(self, seen: MemoirState, percept: Percept[MemoirEvent]) -> Decision[MemoirDirective]:
        return decide.decide(seen, percept, self.policy)

    async def express(
        self,
        seen: MemoirState,
        percept: Percept[MemoirEvent],
        decision: Decision[MemoirDirective],
        prompter: Prompter,
    ) -> Draft[LineReport]:
        return await express.express(seen, decision, self.speaker, prompter)

    def check(
        self, seen: MemoirState, decision: Decision[MemoirDirective], draft: Draft[LineReport]
    ) -> Verdict:
        return check.check(seen, decision, draft, self.speaker)

    def settle(
        self,
        seen: MemoirState,
        percept: Percept[MemoirEvent],
        decision: Decision[MemoirDirective],
        draft: Draft[LineReport],
        verdict: Verdict,
    ) -> Settlement[MemoirEvent]:
        return settle.settle(seen, decision, draft, verdict)

    def apply(self, state_: MemoirState, event: MemoirEvent) -> MemoirState:
        return state.apply(state_, event)

    def project(
        self, session: str, record: MemoirRecord, after: MemoirState, timings: Mapping[str, float]
    ) -> Sequence[TableRow]:
        return rows(session, record, after)
