"""Questions that others left for the teller: which may be put now, and how. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from dramaturg.engines.memoir.base.conduct import TurnConduct
from dramaturg.engines.memoir.base.state import MemoirState
from dramaturg.engines.memoir.base.story import LeftQuestion, StoryThread
from dramaturg.engines.memoir.story.vectors import nearness, unpacked
from dramaturg.engines.memoir.voice.follow_ups import FollowUp
from dramaturg.engines.memoir.voice.heard import heard_in
from dramaturg.english.prose import content_words
from dramaturg.turn.tables import in_order

PUT, AT_FIRST = "put_question", "recap_with_question"
IN_THEIR_WORDS = (PUT, AT_FIRST)
"""Tactics that no model words: the question is somebody's own."""
NEAR = 0.45  # cosine of a question and a thread it belongs to
SETTLED = 2  # passages of a sitting before anybody else asks
APART = 4  # lines between two questions of others
ONWARD = (
    *("another_period", "take_up_loose_end", "earliest_memory", "next_question", "tell_more"),
)
"""Tactics that begin something new, or find nothing left to ask: a question of others may stand
in their place.
"""
CLOSED = frozenset({"dark", "heavy", "midway", "anger"})


def questions_now(
    seen: MemoirState, conduct: TurnConduct, tactic: str
) -> Iterator[tuple[LeftQuestion, FollowUp]]:
    """Those that fit what is being told, or stand in where something new would be asked; oldest
    first.
    """
    if seen.told < SETTLED or not {PUT, AT_FIRST}.isdisjoint(seen.tactics[-APART:]):
        return
    if conduct.persona != "EMPATHY_BASE" or not CLOSED.isdisjoint(heard_in(seen, conduct)):
        return
    here = seen.story.thread(conduct.topic)
    for question in _open(seen):
        if tactic in ONWARD or (here and _nearness(question, here) >= NEAR):
            yield question, follow_up(question)


def questions_at_first(seen: MemoirState) -> Iterator[tuple[LeftQuestion, FollowUp]]:
    """With which a sitting may begin: those that found no place in the one before."""
    for question in _open(seen):
        if question.sitting < seen.sitting:
            yield question, follow_up(question)


def follow_up(question: LeftQuestion) -> FollowUp:
    holes = {"asker": question.by, "their_question": question.text}
    return FollowUp(holes, (), (question.id,))


def _open(seen: MemoirState) -> Iterator[LeftQuestion]:
    """Not put yet, and about nothing that the teller leaves alone."""
    for question in in_order(seen.story.questions).values():
        if not question.put and not _is_left_alone(seen, question):
            yield question


def _is_left_alone(seen: MemoirState, question: LeftQuestion) -> bool:
    asked, story = content_words(question.text), seen.story
    if any(asked & content_words(matter.words) for matter in story.left_alone):
        return True
    return any(
        asked & content_words(thread.title) or _nearness(question, thread) >= NEAR
        for thread in story.threads.values()
        if thread.left_alone
    )


def _nearness(question: LeftQuestion, thread: StoryThread) -> float:
    if not question.vector or question.embedder != thread.embedder:
        return 0.0
    return nearness([unpacked(thread.vector)], unpacked(question.vector))[0]
