"""The story so far: threads, claims, people, places and periods, each with the turns in which they
were told.

The words themselves lie in the turns. What is kept here is what the next turns need, and what leads
back to them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field

from dramaturg.engines.memoir.base.signals import IF_ANY
from dramaturg.turn.readings import Claim, Span
from dramaturg.turn.tables import Table, empty

Period = Literal[
    "origins",
    "childhood",
    "youth",
    "early_adulthood",
    "family",
    "work",
    "middle_years",
    "later_years",
    "now",
]
PERIODS: tuple[Period, ...] = (
    *("origins", "childhood", "youth", "early_adulthood", "family"),
    *("work", "middle_years", "later_years", "now"),
)
MentionKind = Literal["person", "place", "year", "thing"]
Mark = Literal["sensitive", "off_record", "family", "wanted"]
"""How a passage stands to the book: left out of it, for the family's copy only, or in it whatever
else speaks against that.
"""
WishKind = Literal["leave_out", "off_record", "family", "put_as", "rename", "take_in"]
RECENT = 60
CLAUSES_KEPT = 24


@dataclass(frozen=True, slots=True)
class TellerQuote:
    """Words of the teller: in which turn, and where they stand in it."""

    turn: int
    span: Span


@dataclass(frozen=True, slots=True)
class ToldClause:
    """What of a passage can be given back to the teller, in their words. `dark`: of grief or shame,
    which nobody is reminded of.
    """

    quote: TellerQuote
    dark: bool = False


@dataclass(frozen=True, slots=True)
class StoryThread:
    """A topic, kept by meaning over all sittings. `vector` is the mean of what was told in it, as
    text.

    `left_alone`: the teller refused it or broke off there; only they may come back to it.
    """

    id: str
    title: str
    vector: str
    keys: tuple[str, ...]
    turns: tuple[int, ...]
    periods: tuple[Period, ...] = ()
    sittings: tuple[int, ...] = ()
    left_alone: bool = False
    embedder: str = ""
    """Whose vector it is: those of others cannot be compared with it."""


@dataclass(frozen=True, slots=True)
class KeptClaim:
    """A claim of the teller's, and where it was made. `superseded_by` is the claim they corrected
    it with.
    """

    id: str
    claim: Claim
    turn: int
    superseded_by: str | None = None


@dataclass(frozen=True, slots=True)
class StoryMention:
    """Somebody, some place, some year or some thing that was named: `key` is what it is known by,
    `name` as it is said.
    """

    key: str
    kind: MentionKind
    name: str
    quotes: tuple[TellerQuote, ...]
    asked: bool = False
    """The interviewer has asked about it, so it is no loose end any more."""
    role: str = ""
    """What somebody is to the teller: `my sister`."""


@dataclass(frozen=True, slots=True)
class LooseEnd:
    """Something that was touched on and not told: the words that promised more."""

    id: str
    quote: TellerQuote
    thread: str
    taken_up: bool = False


@dataclass(frozen=True, slots=True)
class ClaimConflict:
    """Two things the teller said that do not go together: claims by id; which kind, and
    how surely.
    """

    now: str
    then: str
    kind: str
    strength: float
    asked: bool = False


@dataclass(frozen=True, slots=True)
class BookWish:
    """What the teller wished of the book, and the sentence in which they did.

    `what` names what is meant, and is empty where they said `that`; `instead` are the words that
    are to stand there.
    """

    turn: int
    said: Span
    kind: WishKind
    what: str = ""
    instead: Span | None = None
    before: int = 0
    """The passage before, where nothing else was said: that one is meant."""


@dataclass(frozen=True, slots=True)
class ChapterArranged:
    """A chapter as somebody put it together: passages by their turns, in order. Without a title it
    gets one of ours.
    """

    turns: tuple[int, ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class BookArrangement:
    """A book as the teller or the family wants it; what is empty is made of what was told."""

    title: str = ""
    dedication: str = ""
    chapters: tuple[ChapterArranged, ...] = ()


AS_MADE = BookArrangement()


@dataclass(frozen=True, slots=True)
class MatterLeft:
    """What the teller refused to speak of, in the words that name it, and when."""

    turn: int
    words: str


@dataclass(frozen=True, slots=True)
class LeftQuestion:
    """What somebody else would like to ask the teller: `how did you meet?`, from Poppy. `sitting`:
    the last one that had begun when it was left.
    """

    id: str
    by: str
    text: str
    vector: str = ""
    embedder: str = ""
    sitting: int = 1
    put: bool = False


DayKind = Literal["wedding", "death", "birth"]


@dataclass(frozen=True, slots=True)
class ToldDay:
    """A day of the year on which somebody married, died or was born: `my husband`, or `I`.
    `noticed` are the years in which a sitting began with it.
    """

    id: str
    what: DayKind
    who: str
    month: int
    day: int
    quote: TellerQuote
    noticed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Story:
    """Everything that is known of the life that was told."""

    threads: Table[StoryThread] = field(default_factory=empty)
    claims: Table[KeptClaim] = field(default_factory=empty)
    """By id: c1, c2, ..."""
    claims_about: Table[tuple[str, ...]] = field(default_factory=empty)
    """Ids of claims by what they are about: `subject|slot|predicate`."""
    mentions: Table[StoryMention] = field(default_factory=empty)
    """By `kind:key`."""
    loose_ends: Table[LooseEnd] = field(default_factory=empty)
    conflicts: tuple[ClaimConflict, ...] = ()
    left_alone: Annotated[tuple[MatterLeft, ...], IF_ANY] = ()
    """What is not brought up until the teller comes back to it; whole threads say so themselves."""
    marks: Table[Mark] = field(default_factory=empty)
    """By turn: how passages stand to the book, as it was said by hand or follows from the talk."""
    wishes: Annotated[tuple[BookWish, ...], IF_ANY] = ()
    book: Annotated[BookArrangement, Field(exclude_if=lambda book: book == AS_MADE)] = AS_MADE
    periods: tuple[Period, ...] = ()
    """Those that were told of, in the order of a life."""
    born: int | None = None
    born_from: str = ""
    """The claim that says so; empty when it was known from the start."""
    recent: tuple[str, ...] = ()
    """What was named, left open or corrected last, by key or id, the newest last: as many as
    RECENT.
    """
    known_as: Table[tuple[str, ...]] = field(default_factory=empty)
    """What somebody is also known by, `my sister` or a first name alone, and the keys of those who
    are.
    """
    clauses: Annotated[tuple[ToldClause, ...], IF_ANY] = ()
    """The newest last."""
    questions: Annotated[Table[LeftQuestion], IF_ANY] = field(default_factory=empty)
    """By id: those that others left."""
    days: Annotated[Table[ToldDay], IF_ANY] = field(default_factory=empty)
    """By id."""
    counted: Table[int] = field(default_factory=empty)
    """The highest number that was given out, by letter: t for threads, c for claims, l for loose
    ends, q for questions, d for days.
    """

    def next_id(self, letter: str) -> str:
        """An id that nothing has had, even if what had the last ones is gone."""
        return f"{letter}{self.counted.get(letter, 0) + 1}"

    @property
    def private(self) -> frozenset[int]:
        """The turns of passages that are kept from the book, or from some of its readers."""
        marked = (int(turn) for turn, mark in self.marks.items() if mark != "wanted")
        wished = (
            turn
            for wish in self.wishes
            if wish.kind != "take_in" and not wish.what
            for turn in (wish.turn, wish.before)
        )
        return frozenset((*marked, *wished))

    def thread(self, id: str) -> StoryThread | None:
        found: StoryThread | None = self.threads.get(id)
        return found
