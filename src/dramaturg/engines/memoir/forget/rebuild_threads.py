"""Threads told anew after passages were taken out: opened by what is told first now, their means
without what is gone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from dramaturg.engines.memoir.base.story import StoryThread
from dramaturg.engines.memoir.base.story_events import Mentioned, ThreadContinued, ThreadOpened
from dramaturg.engines.memoir.forget.traces import marks
from dramaturg.engines.memoir.story.kin import KIN
from dramaturg.engines.memoir.story.passage import ParsedPassage
from dramaturg.engines.memoir.story.titles import title_of
from dramaturg.engines.memoir.story.vectors import embedded, moved, packed, unpacked
from dramaturg.kernel.values import replace
from dramaturg.turn.ports import Embedder

ThreadEvent = ThreadOpened | ThreadContinued


@dataclass(frozen=True, slots=True)
class ThreadPart:
    """A passage of a thread: the event that put it there, its words, and what is named in them."""

    event: ThreadEvent
    text: str
    mentions: tuple[Mentioned, ...]


def thread_of(event: ThreadEvent) -> str:
    """The id of the thread it opens or continues."""
    return event.thread.id if isinstance(event, ThreadOpened) else event.id


def turn_of(event: ThreadEvent) -> int:
    """The turn in which it does."""
    return event.thread.turns[0] if isinstance(event, ThreadOpened) else event.turn


def retold(parts: Sequence[ThreadPart], embedder: Embedder) -> Iterator[ThreadEvent]:
    """The events of one thread, as if what is no longer among its parts had not been told."""
    vector, heard = "", set[str]()
    for number, part in enumerate(parts):
        meaning = embedded(part.text, embedder)
        vector = packed(moved(unpacked(vector), number, meaning) if number else meaning)
        heard |= {KIN.get(mark, mark) for mark in marks(part.text)}
        event = part.event if number else _opened(part, embedder)
        yield _with(event, vector, embedder.name, heard)


def _opened(part: ThreadPart, embedder: Embedder) -> ThreadOpened:
    """The thread as it begins with this passage."""
    event = part.event
    if isinstance(event, ThreadOpened):
        return event
    title = title_of(ParsedPassage(event.turn, part.text), part.mentions, event.periods, embedder)
    return ThreadOpened(
        StoryThread(
            event.id,
            title,
            event.vector,
            event.keys,
            (event.turn,),
            event.periods,
            (event.sitting,),
        )
    )


def _with(event: ThreadEvent, vector: str, embedder: str, heard: set[str]) -> ThreadEvent:
    """With this vector, and of its keys those that were heard."""
    if isinstance(event, ThreadContinued):
        return replace(event, vector=vector, embedder=embedder, keys=_heard(event.keys, heard))
    thread = event.thread
    return ThreadOpened(
        replace(thread, vector=vector, embedder=embedder, keys=_heard(thread.keys, heard))
    )


def _heard(keys: tuple[str, ...], heard: set[str]) -> tuple[str, ...]:
    return tuple(key for key in keys if key in heard or marks(key) <= heard)
