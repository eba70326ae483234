"""Topics: which of the open threads of a conversation somebody goes on with, comes back to, or
leaves for a new one.

Threads are plain values that an engine keeps; how near is near enough depends on the embedder and
comes as an argument.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from dramaturg.language.readers.parsed_text import ParsedText, Vector
from dramaturg.language.readers.statements import statement

PULL = 0.2  # how far a turn moves its thread
STAY = 0.05  # another thread must be nearer by this much than the one at hand
RECENT = 60  # words a thread remembers
NAMED = 6  # words after `back to` that may name a thread

RETURN = re.compile(
    r"(?:^|[.!?;,]\s)\s*(?:(?:so|well|anyway|anyhow|but|and|ok|okay|now|um|uh|yes|yeah),?\s){0,3}"
    r"(?:(?:let's|let me|let us|to|if i may|if i can|can i|can we|could we|i'd like to|i want"
    r" to)\s)?"
    r"(?:(?:just\s)?(?:go|going|get|getting|come|coming|turn|turning)\sback\sto|back\sto|return\sto|returning\sto|"
    r"(?:as|like)\si\s(?:said|mentioned|told\syou|was\s(?:saying|telling\syou))(?:\s(?:earlier|before))?,?\s(?:about|of)|"
    r"i\swas\s(?:telling\syou|talking|saying)(?:\s(?:earlier|before))?\sabout)\s",
    re.IGNORECASE,
)
"""How people say that they come back to something. `We went back to the farm` is a story, not a
return.
"""


@dataclass(frozen=True, slots=True)
class TopicThread:
    """Something a conversation is or was about: where it lies in meaning, and the words of weight
    last said in it.
    """

    id: str
    centroid: tuple[float, ...]
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TopicReading:
    """The thread a turn belongs to, None for a new one; how near it lies; and whether it comes back
    to one left before.
    """

    id: str | None
    nearness: float
    returned: bool = False


def same_topic(a: ParsedText, b: ParsedText) -> float:
    """How near two texts lie in meaning, from 0 to 1."""
    return _near(a.vector, b.vector)


def opened(id: str, text: ParsedText) -> TopicThread:
    return TopicThread(id, tuple(text.vector.tolist()), _words(text))


def joined(thread: TopicThread, text: ParsedText) -> TopicThread:
    """The thread after a turn in it. A turn without words of its own (yes) leaves it where
    it is.
    """
    if not _words(text):
        return thread
    moved = (1 - PULL) * np.array(thread.centroid, dtype=np.float32) + PULL * text.vector
    centroid = moved / max(float(np.linalg.norm(moved)), 1e-9)
    recent = dict.fromkeys((*reversed(_words(text)), *reversed(thread.words)))
    return TopicThread(thread.id, tuple(centroid.tolist()), tuple(recent)[:RECENT][::-1])


def topic_of(
    text: ParsedText, threads: Sequence[TopicThread], current: str | None, threshold: float
) -> TopicReading:
    """The thread that the text belongs to. Open threads come in any order; `current` is the one at
    hand.
    """
    if not threads:
        return TopicReading(None, 0.0)
    near = {
        thread.id: _near(text.vector, np.array(thread.centroid, dtype=np.float32))
        for thread in threads
    }
    if current in near and not _words(text):
        return TopicReading(current, near[current])
    named = _named(text, threads, threshold)
    if named:
        return TopicReading(named, near[named], named != current)
    best = max(near, key=lambda one: near[one] + (STAY if one == current else 0.0))
    if near[best] < threshold:
        return TopicReading(None, near[best])
    return TopicReading(best, near[best], best != current)


def _named(text: ParsedText, threads: Sequence[TopicThread], threshold: float) -> str | None:
    """The thread that somebody says to come back to: the one with most of the words named, or else
    the nearest in meaning.
    """
    found = RETURN.search(text.text.replace("’", "'"))
    if not found:
        return None
    sought = [token for token in text.tokens if token.start >= found.end()][:NAMED]
    words = set(statement(tuple(sought)).words) if sought else set()
    shared = {thread.id: len(words & set(thread.words)) for thread in threads}
    most = max(shared, key=lambda one: shared[one])
    if shared[most]:
        return most
    return _nearest(text, " ".join(words), threads, threshold) if words else None


def _nearest(
    text: ParsedText, phrase: str, threads: Sequence[TopicThread], threshold: float
) -> str | None:
    vector = text.embedder.embed([phrase])[0]
    near = {
        thread.id: _near(vector, np.array(thread.centroid, dtype=np.float32)) for thread in threads
    }
    best = max(near, key=lambda one: near[one])
    return best if near[best] >= threshold else None


def _words(text: ParsedText) -> tuple[str, ...]:
    """The words of weight in order of their last mention."""
    said = [word for sentence in text.sentences for word in statement(sentence).words]
    return tuple(dict.fromkeys(reversed(said)))[:RECENT][::-1]


def _near(a: Vector, b: Vector) -> float:
    return round(max(0.0, min(1.0, float(a @ b))), 4)
