"""Asking for the interviewer's line: the prompt, how a model's words are read, and the line without
a model.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from dramaturg.engines.memoir.asks.prompt import system_prompt, user_prompt
from dramaturg.engines.memoir.base.artifacts import Artifacts, Teller
from dramaturg.engines.memoir.base.directive import MemoirDirective
from dramaturg.engines.memoir.base.state import MemoirState
from dramaturg.engines.memoir.voice.lines import LineWriter, WordedLine, with_way_out
from dramaturg.engines.memoir.voice.templates import draw
from dramaturg.english.rules.spoken_text import spoken
from dramaturg.turn.asks import Ask
from dramaturg.turn.contract import Role
from dramaturg.turn.ports import Prompt


@dataclass(frozen=True)
class Speaker:
    """Who speaks: the artifacts that govern them, for whom, and their words without a model."""

    artifacts: Artifacts
    teller: Teller
    wording: LineWriter


@dataclass(frozen=True)
class MemoirLineAsk(Ask[WordedLine]):
    """The line of one turn. `refused` tells a model which rules its first line broke, and how."""

    name: ClassVar[str] = "memoir.line"
    role: ClassVar[Role] = "speak"

    speaker: Speaker
    seen: MemoirState
    directive: MemoirDirective
    refused: tuple[str, ...] = ()

    def prompt(self) -> Prompt:
        artifacts = self.speaker.artifacts
        system = system_prompt(artifacts, self.directive.conduct.persona)
        user = user_prompt(artifacts, self.seen, self.directive, self.refused)
        return Prompt(self.name, self.role, system, user, max_tokens=200)

    def read(self, text: str) -> WordedLine:
        line = with_way_out(
            spoken(text, "teller"),
            self.speaker.artifacts,
            self.directive.conduct,
            draw(self.seen, "way out"),
        )
        return WordedLine(line)

    def offline(self) -> WordedLine:
        return self.speaker.wording.line(self.seen, self.directive)
