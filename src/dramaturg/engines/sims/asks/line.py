"""Asking for a person's line: the prompt, how the two-part answer is read, and the line without a
model.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import ClassVar

from dramaturg.engines.sims.asks.brought_across import brought_anywhere, carries
from dramaturg.engines.sims.asks.line_check import LineCheck
from dramaturg.engines.sims.asks.prompt import system_prompt, user_prompt
from dramaturg.engines.sims.asks.speech import speak
from dramaturg.engines.sims.asks.two_parts import SpeakerReport, pieces_of, read_two_parts
from dramaturg.engines.sims.base.binding import SimPart
from dramaturg.engines.sims.base.directive import CLEAR, SimDirective
from dramaturg.engines.sims.base.relationship import own_engagement
from dramaturg.engines.sims.base.state import Conversation
from dramaturg.english.rules.line_rules import Breach
from dramaturg.english.rules.sentence_gate import SentenceGate
from dramaturg.languages.detect import ENGLISH
from dramaturg.turn.asks import Ask, Improvable, Listener, Unreadable
from dramaturg.turn.contract import Role
from dramaturg.turn.ports import Prompt


@dataclass(frozen=True, slots=True)
class SpokenLine:
    """What the person says, what the speaker reports of it, and what had to be mended to read it."""

    line: str
    report: SpeakerReport
    repairs: tuple[str, ...] = ()


@dataclass(frozen=True)
class SimLineAsk(Ask[SpokenLine]):
    """One turn of one person."""

    name: ClassVar[str] = "sims.line"
    role: ClassVar[Role] = "speak"

    part: SimPart
    conversation: Conversation
    directive: SimDirective
    readings: Mapping[str, float]
    mood: str
    rules: LineCheck
    language: str = ENGLISH

    def prompt(self) -> Prompt:
        user = user_prompt(self.part, self.conversation, self.directive, self.mood)
        return Prompt(self.name, self.role, system_prompt(self.part), user)

    def read(self, text: str) -> SpokenLine:
        parts = read_two_parts(text)
        if not parts.spoken:
            raise Unreadable("there was no spoken line before ---END---.")
        broken = self._broken(parts.spoken)
        told = "; ".join(breach.detail for breach in broken) + "."
        if any(breach.hard for breach in broken):
            raise Unreadable(told)
        report = replace(parts.report, told=self._told(parts.spoken))
        line = SpokenLine(parts.spoken, report, parts.repairs)
        if broken:
            raise Improvable(told, line)
        return line

    def gate(self, listener: Listener, aloud: str = "") -> SentenceGate:
        return SentenceGate(
            listener,
            lambda line: not any(breach.hard for breach in self._broken(line)),
            _speech_of,
            aloud,
        )

    def rest(self, aloud: str) -> SpokenLine:
        """What was heard, and after it what this turn may not leave untold."""
        told = self._told(aloud)
        known = self.part.materials
        untold = [known[name].say for name in self.directive.say if name not in told]
        cut = "cut after the last sentence that passed" + ", and gone on" * bool(untold)
        return SpokenLine(" ".join((aloud, *untold)), self._own_report(), (cut,))

    def offline(self) -> SpokenLine:
        line = speak(self.part, self.conversation, self.directive)
        return SpokenLine(line, self._own_report())

    def _told(self, line: str) -> tuple[str, ...]:
        at_a_gate = self.part.graph.by_id[self.directive.node].is_gate
        known, embedder = self.part.materials, self.rules.embedder
        if self.language != ENGLISH:
            return tuple(name for name in self.directive.say if brought_anywhere(line, known[name]))
        return tuple(
            name for name in self.directive.say if carries(line, known[name], at_a_gate, embedder)
        )

    def _broken(self, line: str) -> tuple[Breach, ...]:
        return self.rules.breaches(
            line, self.part, self.conversation, self.directive, self.language
        )

    def _own_report(self) -> SpeakerReport:
        """Without a model, the readings report."""
        acknowledged = self.readings.get("acknowledgement", 0.0) >= CLEAR
        counted = self.part.scenario.steering == "counted"
        satisfied = self._goal_is_met(acknowledged) if counted else self._has_landed(acknowledged)
        return SpeakerReport(
            satisfied,
            bool(self.readings.get("detour")),
            own_engagement(self.readings, acknowledged, self.conversation.said),
        )

    def _has_landed(self, acknowledged: bool) -> bool:
        """A node that loops or gates has landed once the learner has answered to it, a loop only
        when they ask no more.
        """
        node = self.part.graph.by_id[self.directive.node]
        if node.is_gate:
            return acknowledged
        asks_on = bool(self.readings.get("question") and self.directive.say)
        return self.conversation.pointer.spoken and not asks_on if node.self_loop else True

    def _goal_is_met(self, acknowledged: bool) -> bool:
        """Counted steering knows one goal for the whole conversation: to be heard, or to have told
        it all.
        """
        if self.part.decisive:
            return acknowledged
        return all(fact.id in self.conversation.said for fact in self.part.person.what_they_know)


def _speech_of(text: str) -> tuple[str, bool]:
    speech, *after = pieces_of(text)
    return speech, bool(after)
