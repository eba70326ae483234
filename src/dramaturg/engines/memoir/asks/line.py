"""Asking for the interviewer's line: the prompt, how a model's words are read, and the line without
a model.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from dramaturg.engines.memoir.asks.prompt import system_prompt, user_prompt
from dramaturg.engines.memoir.base.artifacts import Artifacts, Teller
from dramaturg.engines.memoir.base.directive import MemoirDirective
from dramaturg.engines.memoir.base.state import MemoirState
from dramaturg.engines.memoir.voice.lines import LineWriter, WordedLine, with_way_out
from dramaturg.engines.memoir.voice.templates import draw
from dramaturg.english.prose import words
from dramaturg.turn.asks import Ask, Unreadable
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
            spoken(text), self.speaker.artifacts, self.directive.conduct, draw(self.seen, "way out")
        )
        return WordedLine(line)

    def offline(self) -> WordedLine:
        return self.speaker.wording.line(self.seen, self.directive)


_LABEL = re.compile(
    r"(?i)^\W{0,4}(?:interviewer|line|question|you|assistant)\s?\W{0,3}:\W{0,4}(?:\s|$)"
)
_STAGE_TALK = re.compile(
    r"(?i)^(?:(?:sure|okay|certainly|of course)[,.!] )?(?:here(?:'s| is)|this is)[^:\n]{0,80}:\s*"
)
_ENCLOSING = (('"', '"'), ("“", "”"), ("**", "**"), ("*", "*"), ("`", "`"))


def spoken(text: str) -> str:
    """What would be said aloud: without labels, marks around it all, and talk about the line.
    Raises Unreadable.
    """
    text = _unwrapped(text.strip())
    for clutter in (_STAGE_TALK, _LABEL):
        text = _unwrapped(clutter.sub("", text).strip())
    if not words(text):
        raise Unreadable("there was no line: write the words you say to the teller.")
    if "\n" in text:
        raise Unreadable(
            "there was more than one paragraph: write only the words you say to the teller, in one."
        )
    return " ".join(text.split())


def _unwrapped(text: str) -> str:
    for left, right in _ENCLOSING:
        inner = text[len(left) : -len(right)]
        encloses = (
            len(text) >= len(left) + len(right) and text.startswith(left) and text.endswith(right)
        )
        if encloses and left not in inner:
            return inner.strip()
    return text
