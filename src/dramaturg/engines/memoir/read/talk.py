"""Talk: the sentences of a passage that are said to the interviewer and tell nothing."""

from __future__ import annotations

from dramaturg.engines.memoir.base.story_events import TalkHeard
from dramaturg.engines.memoir.read.signs import REPLIES
from dramaturg.engines.memoir.read.ways import pressed
from dramaturg.engines.memoir.story.passage import sentence_spans
from dramaturg.languages.letters import word_count
from dramaturg.turn.hearing import Act, Ear

LONGEST = 25  # words: a longer sentence tells something
ACTS: frozenset[Act] = frozenset({"refusal", "stop", *REPLIES})


def talk_in(turn: int, text: str, question: str, ear: Ear) -> TalkHeard | None:
    """Each sentence heard by itself; None where all of them tell something."""
    said = tuple(
        span
        for number, span in enumerate(sentence_spans(text))
        if word_count(span.text) <= LONGEST
        and (pressed(span.text) or ear.hear(span.text, "" if number else question)).does & ACTS
    )
    return TalkHeard(turn, said) if said else None
