"""Titles in the teller's words: a thread's own, where its words were said in what stands
under it.
"""

from __future__ import annotations

from collections.abc import Sequence

from dramaturg.engines.memoir.book.passages import Memoir, Passage
from dramaturg.english.prose import words

LONGEST = 60
GENERAL = (("your",), ("those",))
"""How titles begin that a thread got for want of a better one: `your young years`, `those days`."""


def title_of(memoir: Memoir, thread: str, passages: Sequence[Passage]) -> str:
    """As it is said in a sentence; empty where its words are not in these passages, which are of
    the thread.
    """
    known = memoir.threads.get(thread)
    title = " ".join(known.title.split()) if known else ""
    said = {word for passage in passages for word in words(passage.text)}
    if not title or words(title)[:1] in GENERAL or not set(words(title)) <= said:
        return ""
    return title


def headed(title: str) -> str:
    """As a heading: a capital first, no mark behind, not too long."""
    title = title.strip().rstrip(".,;:!?…-–— ")
    if len(title) > LONGEST:
        title = f"{title[:LONGEST].rsplit(' ', 1)[0].rstrip(',;: ')} …"
    return title[:1].upper() + title[1:]


def is_proper(name: str) -> bool:
    """A name of its own: `the Mecca`, not `the kitchen`."""
    return any(word[:1].isupper() for word in name.split())
