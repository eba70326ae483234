"""Asking for the interviewer's line: the prompt, how a model's words are read and judged, and the
line without a model.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from dramaturg.engines.memoir.asks.prompt import system_prompt, user_prompt
from dramaturg.engines.memoir.base.artifacts import Artifacts, Teller
from dramaturg.engines.memoir.base.directive import MemoirDirective
from dramaturg.engines.memoir.base.state import MemoirState
from dramaturg.engines.memoir.safety.line_check import LineContext
from dramaturg.engines.memoir.safety.own_readings import readings_of
from dramaturg.engines.memoir.voice.lines import LineWriter, WordedLine, with_way_out
from dramaturg.engines.memoir.voice.templates import draw
from dramaturg.english.prose import content_words, sentences
from dramaturg.english.rules.line_rules import Breach
from dramaturg.english.rules.model_talk import model_talk
from dramaturg.english.rules.sentence_gate import SentenceGate
from dramaturg.english.rules.spoken_text import spoken
from dramaturg.kernel.values import replace
from dramaturg.languages.detect import ENGLISH
from dramaturg.languages.sentences import QUESTION_MARKS
from dramaturg.turn.asks import Ask, Improvable, Listener, Unreadable
from dramaturg.turn.contract import Role
from dramaturg.turn.ports import Prompt, Syntax
from dramaturg.turn.readings import Readers

MOST_TOKENS = 300
_AT_THE_END = ("step_sideways_missing", "nothing_said")
"""Rules that only a whole line can keep."""


@dataclass(frozen=True)
class Speaker:
    """Who speaks: the artifacts that govern them, for whom, their words without a model, and what
    their lines are read with.
    """

    artifacts: Artifacts
    teller: Teller
    wording: LineWriter
    syntax: Syntax
    readers: Readers

    def moment(
        self, seen: MemoirState, directive: MemoirDirective, language: str = ENGLISH
    ) -> LineContext:
        """Where a line would be said."""
        name = self.teller.name
        return LineContext(seen, directive, self.artifacts, name, language)


@dataclass(frozen=True)
class MemoirLineAsk(Ask[WordedLine]):
    """The line of one turn."""

    name: ClassVar[str] = "memoir.line"
    role: ClassVar[Role] = "speak"

    speaker: Speaker
    seen: MemoirState
    directive: MemoirDirective
    language: str = ENGLISH

    def prompt(self) -> Prompt:
        artifacts = self.speaker.artifacts
        system = system_prompt(artifacts, self.directive.conduct.persona)
        user = user_prompt(artifacts, self.seen, self.directive, self.speaker.teller.name)
        return Prompt(self.name, self.role, system, user, max_tokens=MOST_TOKENS)

    def read(self, text: str) -> WordedLine:
        line = self._line(text)
        broken = self._broken(line)
        hard = [breach for breach in broken if breach.hard]
        if hard:
            raise Unreadable(self._told(hard))
        if broken:
            notes = tuple(breach.rule for breach in broken)
            raise Improvable(self._told(broken), WordedLine(line, notes=notes))
        return WordedLine(line)

    def gate(self, listener: Listener, aloud: str = "") -> SentenceGate:
        return SentenceGate(listener, self._may_be_heard, aloud=aloud)

    def rest(self, aloud: str) -> WordedLine:
        """What was heard, and where it asks nothing yet, the authored line after it."""
        ours = self.offline()
        heard = content_words(aloud)
        new = [
            each
            for each in sentences(ours.line)
            if 2 * len(content_words(each) & heard) < max(1, len(content_words(each)))
        ]
        whole = " ".join((aloud, *new))
        if any(mark in aloud for mark in QUESTION_MARKS) or self._hard(whole):
            return WordedLine(self._with_way_out(aloud))
        return replace(ours, line=whole)

    def offline(self) -> WordedLine:
        return self.speaker.wording.line(self.seen, self.directive)

    def broken_by(self, text: str) -> tuple[Breach, ...]:
        """What an answer broke, for which it was asked for again."""
        try:
            return self._broken(self._line(text))
        except Unreadable as unreadable:
            return (Breach("machinery", str(unreadable)),) if model_talk(text) else ()

    def readings(self, line: str) -> Mapping[str, float]:
        if self.language != ENGLISH:
            return {}
        return readings_of(line, self.seen, self.speaker.readers)

    def ungrounded(self, line: str) -> tuple[Breach, ...]:
        return self._moment.ungrounded(line, self.speaker.syntax)

    @cached_property
    def _moment(self) -> LineContext:
        return self.speaker.moment(self.seen, self.directive, self.language)

    def _line(self, text: str) -> str:
        return self._with_way_out(spoken(text, "teller", self._moment.heard))

    def _with_way_out(self, line: str) -> str:
        if self.language != ENGLISH:  # whether it offers one already is known in English only
            return line
        drawn = draw(self.seen, "way out")
        return with_way_out(line, self.speaker.artifacts, self.directive.conduct, drawn)

    def _broken(self, line: str) -> tuple[Breach, ...]:
        return self._moment.breaches(line, self.readings(line), self.ungrounded(line))

    def _hard(self, line: str) -> list[Breach]:
        return [each for each in self._broken(line) if each.hard]

    def _may_be_heard(self, line: str) -> bool:
        """The sentences so far, if they stand as they would be said, and break nothing hard."""
        try:
            as_said = spoken(line, "teller", self._moment.heard)
        except Unreadable:
            return False
        return as_said == line and all(each.rule in _AT_THE_END for each in self._hard(line))

    def _told(self, broken: Iterable[Breach]) -> str:
        """The rules in the words of the artifacts, each with the words at fault."""
        known = self.speaker.artifacts.constraints.by_id
        return " ".join(
            f"{known[breach.rule].description if breach.rule in known else breach.rule}"
            f" ({breach.rule}: {breach.detail})"
            for breach in broken
        )
