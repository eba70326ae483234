"""What becomes of a line that somebody would have a person say, without a session."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict

from dramaturg.engines.sims.asks.line_check import LineCheck
from dramaturg.engines.sims.base.binding import SimPart
from dramaturg.engines.sims.base.directive import SimDirective
from dramaturg.engines.sims.base.state import Conversation, SimLine
from dramaturg.english.prose import words
from dramaturg.english.rules.line_rules import Breach
from dramaturg.english.rules.line_verdict import JudgedLine, judged

EXAMPLE = 'write what was heard and what is said to it, such as {"heard": "...", "line": "..."}'


class HeardAndSaid(BaseModel):
    """What the learner said, and a line to answer it with."""

    model_config = ConfigDict(extra="forbid", strict=True)

    heard: str
    line: str


LINE = HeardAndSaid


@dataclass(frozen=True)
class LinePlace:
    """Who would say it, and where their conversation stands."""

    part: SimPart
    node: str
    rules: LineCheck


def judged_line(place: LinePlace, asked: HeardAndSaid) -> JudgedLine:
    """By the rules that a model's lines keep. The person has told nothing yet, and trusts no
    further than at the beginning.
    """
    if not words(asked.line):
        return judged([Breach("no-model-talk", "there is no word in it")])
    pointer = place.part.walker.start()._replace(current_node=place.node)
    lines = (SimLine("learner", asked.heard),) if asked.heard.strip() else ()
    directive = SimDirective(place.node, "speak")
    talk = Conversation(pointer, lines=lines)
    return judged(place.rules.breaches(" ".join(asked.line.split()), place.part, talk, directive))
