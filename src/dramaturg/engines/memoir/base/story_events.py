"""What the story learns, in events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from dramaturg.engines.memoir.base.story import (
    Conflict,
    LooseEnd,
    Mark,
    MentionKind,
    Period,
    Quote,
    Thread,
)
from dramaturg.turn.readings import Claim


@dataclass(frozen=True, slots=True)
class ThreadOpened:
    thread: Thread
    kind: Literal["thread_opened"] = "thread_opened"


@dataclass(frozen=True, slots=True)
class ThreadContinued:
    """A passage belongs to a thread that is there. `returned`: something else was spoken of in
    between.
    """

    id: str
    turn: int
    sitting: int
    vector: str
    keys: tuple[str, ...]
    periods: tuple[Period, ...] = ()
    returned: bool = False
    nearness: float = 1.0
    embedder: str = ""
    kind: Literal["thread_continued"] = "thread_continued"


@dataclass(frozen=True, slots=True)
class ThreadLeftAlone:
    """The teller refused a thread or broke off in it, or came back to it themself: then
    `left_alone` is lifted.
    """

    id: str
    left_alone: bool = True
    kind: Literal["thread_left_alone"] = "thread_left_alone"


@dataclass(frozen=True, slots=True)
class ClaimMade:
    id: str
    claim: Claim
    turn: int
    kind: Literal["claim_made"] = "claim_made"


@dataclass(frozen=True, slots=True)
class ClaimSuperseded:
    """The teller corrected themself: what was said first stays, and counts no more."""

    id: str
    by: str
    kind: Literal["claim_superseded"] = "claim_superseded"


@dataclass(frozen=True, slots=True)
class ConflictFound:
    conflict: Conflict
    kind: Literal["conflict_found"] = "conflict_found"


@dataclass(frozen=True, slots=True)
class Mentioned:
    mention: MentionKind
    key: str
    name: str
    quote: Quote
    role: str = ""
    kind: Literal["mentioned"] = "mentioned"


@dataclass(frozen=True, slots=True)
class LooseEndFound:
    loose_end: LooseEnd
    kind: Literal["loose_end_found"] = "loose_end_found"


@dataclass(frozen=True, slots=True)
class TakenUp:
    """The interviewer asked about something, so it is not asked about again.

    `what` is a mention's `kind:key`, a loose end's id, or the two claims of a conflict, `c2|c9`.
    """

    what: str
    kind: Literal["taken_up"] = "taken_up"


@dataclass(frozen=True, slots=True)
class PassageMarked:
    turn: int
    mark: Mark | None
    why: str = ""
    kind: Literal["passage_marked"] = "passage_marked"


@dataclass(frozen=True, slots=True)
class BornLearned:
    year: int
    claim: str
    kind: Literal["born_learned"] = "born_learned"


@dataclass(frozen=True, slots=True)
class IdsRetired:
    """What had these ids was removed; nothing else gets them."""

    ids: tuple[str, ...]
    kind: Literal["ids_retired"] = "ids_retired"


StoryEvent = (
    ThreadOpened
    | ThreadContinued
    | ThreadLeftAlone
    | ClaimMade
    | ClaimSuperseded
    | ConflictFound
    | Mentioned
    | LooseEndFound
    | TakenUp
    | PassageMarked
    | BornLearned
    | IdsRetired
)
