"""What the story learns, in events, and how it grows by each of them. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import Literal

from immutables import Map

from dramaturg.engines.memoir.base.story import (
    CLAUSES_KEPT,
    PERIODS,
    RECENT,
    BookArrangement,
    BookWish,
    ClaimConflict,
    KeptClaim,
    LeftQuestion,
    LooseEnd,
    Mark,
    MatterLeft,
    MentionKind,
    Period,
    Story,
    StoryMention,
    StoryThread,
    TellerQuote,
    ToldClause,
    ToldDay,
)
from dramaturg.kernel.values import replace
from dramaturg.turn.readings import Claim, Span


@dataclass(frozen=True, slots=True)
class ThreadOpened:
    """A passage is the first of a new thread."""

    thread: StoryThread
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
class MatterLeftAlone:
    """The teller refused something they named, or came back to it themself: then `left_alone` is
    lifted.
    """

    turn: int
    words: str
    left_alone: bool = True
    kind: Literal["matter_left_alone"] = "matter_left_alone"


@dataclass(frozen=True, slots=True)
class ClaimMade:
    """The teller stated something that can be held against what they say elsewhere."""

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
    """Two claims do not go together."""

    conflict: ClaimConflict
    kind: Literal["conflict_found"] = "conflict_found"


@dataclass(frozen=True, slots=True)
class Mentioned:
    """Somebody or something was named: `my sister Ann`, with where it was said."""

    mention: MentionKind
    key: str
    name: str
    quote: TellerQuote
    role: str = ""
    kind: Literal["mentioned"] = "mentioned"


@dataclass(frozen=True, slots=True)
class LooseEndFound:
    """Something was touched on and left untold."""

    loose_end: LooseEnd
    kind: Literal["loose_end_found"] = "loose_end_found"


@dataclass(frozen=True, slots=True)
class QuestionLeft:
    """Somebody else left a question for the teller."""

    question: LeftQuestion
    kind: Literal["question_left"] = "question_left"


@dataclass(frozen=True, slots=True)
class DayTold:
    """The teller named the day on which somebody married, died or was born."""

    day: ToldDay
    kind: Literal["day_told"] = "day_told"


@dataclass(frozen=True, slots=True)
class TakenUp:
    """The interviewer asked about something, so it is not asked about again.

    `what` is a mention's `kind:key`, the id of a loose end or of a question that was left, a day
    with the year in which it came round, `d1 2026`, or the two claims of a conflict, `c2|c9`.
    """

    what: str
    kind: Literal["taken_up"] = "taken_up"


@dataclass(frozen=True, slots=True)
class PassageMarked:
    """A passage is kept out of the book, or with None taken in again."""

    turn: int
    mark: Mark | None
    why: str = ""
    kind: Literal["passage_marked"] = "passage_marked"


@dataclass(frozen=True, slots=True)
class WishHeard:
    """The teller said what they wish of the book."""

    wish: BookWish
    kind: Literal["wish_heard"] = "wish_heard"


@dataclass(frozen=True, slots=True)
class BookArranged:
    """Somebody put the chapters of the book in order."""

    book: BookArrangement
    kind: Literal["book_arranged"] = "book_arranged"


@dataclass(frozen=True, slots=True)
class TalkHeard:
    """What in a passage was said to the interviewer, sentence by sentence, and is no part of the
    story.
    """

    turn: int
    said: tuple[Span, ...]
    kind: Literal["talk_heard"] = "talk_heard"


@dataclass(frozen=True, slots=True)
class BornLearned:
    """The year of birth follows from a claim."""

    year: int
    claim: str
    kind: Literal["born_learned"] = "born_learned"


@dataclass(frozen=True, slots=True)
class ClauseHeard:
    """A passage has a clause that can be given back."""

    clause: ToldClause
    kind: Literal["clause_heard"] = "clause_heard"


@dataclass(frozen=True, slots=True)
class IdsRetired:
    """What had these ids was removed; nothing else gets them."""

    ids: tuple[str, ...]
    kind: Literal["ids_retired"] = "ids_retired"


StoryEvent = (
    ThreadOpened
    | ThreadContinued
    | ThreadLeftAlone
    | MatterLeftAlone
    | ClaimMade
    | ClaimSuperseded
    | ConflictFound
    | Mentioned
    | LooseEndFound
    | TakenUp
    | PassageMarked
    | WishHeard
    | TalkHeard
    | BookArranged
    | BornLearned
    | ClauseHeard
    | IdsRetired
    | QuestionLeft
    | DayTold
)


def apply_to_story(story: Story, event: StoryEvent) -> Story:  # noqa: C901, PLR0912 - one case for each event
    """The story after an event."""
    match event:
        case ThreadOpened(thread):
            return _opened(story, thread)
        case ThreadContinued():
            return _continued(story, event)
        case ThreadLeftAlone(id, left_alone):
            thread = replace(story.threads[id], left_alone=left_alone)
            return replace(story, threads=story.threads.set(id, thread))
        case MatterLeftAlone(turn, named, left_alone):
            others = tuple(each for each in story.left_alone if each.words != named)
            left = (MatterLeft(turn, named),) if left_alone else ()
            return replace(story, left_alone=(*others, *left))
        case ClaimMade():
            return _claimed(story, event)
        case ClaimSuperseded(id, by):
            corrected = replace(story.claims[id], superseded_by=by)
            return replace(
                story, claims=story.claims.set(id, corrected), recent=_recently(story, id)
            )
        case ConflictFound(conflict):
            return replace(story, conflicts=(*story.conflicts, conflict))
        case Mentioned():
            return _mentioned(story, event)
        case LooseEndFound(loose_end):
            ends = story.loose_ends.set(loose_end.id, loose_end)
            return replace(
                story,
                loose_ends=ends,
                recent=_recently(story, loose_end.id),
                counted=_counted(story, loose_end.id),
            )
        case QuestionLeft(question):
            questions = story.questions.set(question.id, question)
            return replace(story, questions=questions, counted=_counted(story, question.id))
        case DayTold(day):
            days = story.days.set(day.id, day)
            return replace(story, days=days, counted=_counted(story, day.id))
        case TakenUp(what):
            return _taken_up(story, what)
        case PassageMarked(turn, mark):
            return _marked(story, str(turn), mark)
        case WishHeard(wish):
            return replace(story, wishes=(*story.wishes, wish))
        case BookArranged(book):
            return replace(story, book=book)
        case TalkHeard():
            return story
        case BornLearned(year, claim):
            return replace(story, born=year, born_from=claim)
        case ClauseHeard(clause):
            return replace(story, clauses=(*story.clauses, clause)[-CLAUSES_KEPT:])
        case IdsRetired(ids):
            return reduce(
                lambda grown, each: replace(grown, counted=_counted(grown, each)), ids, story
            )


def _opened(story: Story, thread: StoryThread) -> Story:
    threads = story.threads.set(thread.id, thread)
    return replace(
        story,
        threads=threads,
        periods=_told(story, thread.periods),
        counted=_counted(story, thread.id),
    )


def _counted(story: Story, id: str) -> Map[str, int]:
    """The highest number of the id's letter."""
    number = int(id[1:]) if id[1:].isdecimal() else 0
    return story.counted.set(id[:1], max(number, story.counted.get(id[:1], 0)))


def _claimed(story: Story, event: ClaimMade) -> Story:
    about = about_what(event.claim)
    known = story.claims_about.get(about, ())
    return replace(
        story,
        claims=story.claims.set(event.id, KeptClaim(event.id, event.claim, event.turn)),
        claims_about=story.claims_about.set(about, (*known, event.id)),
        counted=_counted(story, event.id),
    )


def about_what(claim: Claim) -> str:
    """What a claim is about: two claims about the same can go against one another."""
    return f"{claim.subject}|{claim.slot}|{claim.predicate}"


def _marked(story: Story, turn: str, mark: Mark | None) -> Story:
    if mark:
        return replace(story, marks=story.marks.set(turn, mark))
    return replace(story, marks=story.marks.delete(turn)) if turn in story.marks else story


def _continued(story: Story, event: ThreadContinued) -> Story:
    thread = story.threads[event.id]
    grown = replace(
        thread,
        vector=event.vector,
        embedder=event.embedder,
        keys=event.keys,
        turns=(*thread.turns, event.turn),
        periods=_in_order((*thread.periods, *event.periods)),
        sittings=tuple(dict.fromkeys((*thread.sittings, event.sitting))),
    )
    return replace(
        story, threads=story.threads.set(thread.id, grown), periods=_told(story, event.periods)
    )


def _mentioned(story: Story, event: Mentioned) -> Story:
    key = f"{event.mention}:{event.key}"
    known = story.mentions.get(key) or StoryMention(event.key, event.mention, event.name, ())
    grown = replace(known, quotes=(*known.quotes, event.quote), role=known.role or event.role)
    return replace(
        story,
        mentions=story.mentions.set(key, grown),
        recent=_recently(story, key),
        known_as=_known_as(story, event),
    )


def _known_as(story: Story, event: Mentioned) -> Map[str, tuple[str, ...]]:
    """Somebody with a name is also known by what they are to the teller, and by their first name
    alone.
    """
    known = story.known_as
    if event.mention != "person" or event.name.startswith("your "):
        return known
    for other in filter(None, (event.role, event.key.split()[0])):
        keys = known.get(other, ())
        if other != event.key and event.key not in keys:
            known = known.set(other, (*keys, event.key))
    return known


def _recently(story: Story, what: str) -> tuple[str, ...]:
    return (*(each for each in story.recent if each != what), what)[-RECENT:]


def _taken_up(story: Story, what: str) -> Story:
    if what in story.mentions:
        return replace(
            story, mentions=story.mentions.set(what, replace(story.mentions[what], asked=True))
        )
    if what in story.loose_ends:
        return replace(
            story,
            loose_ends=story.loose_ends.set(what, replace(story.loose_ends[what], taken_up=True)),
        )
    if what in story.questions:
        put = replace(story.questions[what], put=True)
        return replace(story, questions=story.questions.set(what, put))
    id, _, year = what.partition(" ")
    if id in story.days:
        day = story.days[id]
        noticed = replace(day, noticed=(*day.noticed, int(year)))
        return replace(story, days=story.days.set(id, noticed))
    conflicts = tuple(
        replace(each, asked=True) if f"{each.now}|{each.then}" == what else each
        for each in story.conflicts
    )
    return replace(story, conflicts=conflicts)


def _told(story: Story, periods: tuple[Period, ...]) -> tuple[Period, ...]:
    return _in_order((*story.periods, *periods))


def _in_order(periods: tuple[Period, ...]) -> tuple[Period, ...]:
    return tuple(period for period in PERIODS if period in periods)
