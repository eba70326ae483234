"""What becomes of a line that somebody would have an interviewer say, without a memoir."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field

from dramaturg.engines.memoir.base.artifacts import Artifacts
from dramaturg.engines.memoir.base.directive import MemoirDirective
from dramaturg.engines.memoir.base.ledger import Ledger
from dramaturg.engines.memoir.base.left_questions import AskedBy
from dramaturg.engines.memoir.base.signals import TurnSignals
from dramaturg.engines.memoir.base.state import MemoirLine, MemoirState
from dramaturg.engines.memoir.base.story import MatterLeft, Story
from dramaturg.engines.memoir.govern.conductor import Conductor
from dramaturg.engines.memoir.safety.line_check import LineContext
from dramaturg.engines.memoir.safety.own_readings import readings_of
from dramaturg.engines.memoir.voice.left_questions import PUT
from dramaturg.engines.memoir.voice.templates import REPLIES, filled
from dramaturg.english.prose import content_words
from dramaturg.english.rules.line_verdict import JudgedLine, judged
from dramaturg.kernel.errors import BadInput
from dramaturg.kernel.values import replace
from dramaturg.turn.hearing import Ear
from dramaturg.turn.ports import Syntax
from dramaturg.turn.readings import Readers

EXAMPLE = (
    "write what was told, and the next line, such as"
    ' {"said": ["..."], "name": "...", "line": "..."}'
)
DEEPEST = 3
DEPTH = 2
"""What happened and what it meant may be asked; the core of a matter needs leave."""


class ToldAndSaid(BaseModel):
    """What the teller told so far, in order; their name; and what an interviewer would say next."""

    model_config = ConfigDict(extra="forbid", strict=True)

    said: list[str] = Field(default_factory=list, max_length=1_000)
    name: str = Field("", max_length=80)
    line: str = Field(max_length=100_000)


LINE = ToldAndSaid


@dataclass(frozen=True)
class LinePlace:
    """What an interviewer's lines are held to, and what they are read with."""

    artifacts: Artifacts
    syntax: Syntax
    readers: Readers
    ear: Ear


def judged_line(place: LinePlace, asked: ToldAndSaid) -> JudgedLine:
    """By the rules that a model's lines keep."""
    matters = tuple(_refused(asked.said, place.ear))
    refuses = bool(matters) and matters[-1].turn == len(asked.said)
    signals = TurnSignals(
        vagueness_score=0.0,
        emotion_score=0.0,
        contradiction_score=0.0,
        refusal_or_discomfort=refuses,
        conversation_phase="narrative",
    )
    conduct = Conductor(place.artifacts).conduct(Ledger(level=DEPTH), signals)
    directive = MemoirDirective("ask", replace(conduct, depth_after=DEPTH), signals, "")
    seen = replace(
        MemoirState(),
        turn=len(asked.said),
        lines=tuple(MemoirLine("teller", text) for text in asked.said),
        story=replace(Story(), left_alone=tuple(each for each in matters if each.words)),
    )
    moment = LineContext(seen, directive, place.artifacts, asked.name)
    readings = readings_of(asked.line, seen, place.readers)
    ungrounded = moment.ungrounded(asked.line, place.syntax)
    return judged(moment.breaches(asked.line, readings, ungrounded))


def check_question(asked: AskedBy, artifacts: Artifacts) -> None:
    """Whether a question that somebody left may be put as it is, at the depth where everything may
    be asked. Raises BadInput with all faults.
    """
    signals = TurnSignals(
        vagueness_score=0.0,
        emotion_score=0.0,
        contradiction_score=0.0,
        refusal_or_discomfort=False,
        conversation_phase="narrative",
    )
    conduct = Conductor(artifacts).conduct(Ledger(level=DEPTH), signals)
    holes = {"asker": asked.by, "their_question": asked.question}
    directive = MemoirDirective("ask", replace(conduct, depth_after=DEEPEST), signals, PUT, holes)
    moment = LineContext(MemoirState(), directive, artifacts)
    line = filled(REPLIES[PUT].templates[0], holes)
    faults = [breach.detail for breach in moment.breaches(line, {}) if breach.hard]
    if faults:
        raise BadInput(f"the question cannot be put so: {'; '.join(faults)}; word it otherwise")


def _refused(said: Sequence[str], ear: Ear) -> Iterator[MatterLeft]:
    """What they would rather not speak of, in their words; no words where they name nothing."""
    for turn, text in enumerate(said, start=1):
        hearing = ear.hear(text, "")
        if "refusal" in hearing.does:
            named = hearing.refused.text if hearing.refused else ""
            yield MatterLeft(turn, named if content_words(named) else "")
