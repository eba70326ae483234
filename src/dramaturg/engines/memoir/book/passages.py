"""What a book is made from: the passages in the teller's words, and what the story knows
of them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce

from dramaturg.engines.memoir.base.artifacts import Teller
from dramaturg.engines.memoir.base.ledger import HardStop
from dramaturg.engines.memoir.base.records import MemoirRecord, of_kind, only
from dramaturg.engines.memoir.base.state import (
    Conducted,
    LineSaid,
    MemoirEvent,
    MemoirSignalsRead,
    MemoirState,
    PassageTold,
    SittingBegan,
)
from dramaturg.engines.memoir.base.story import (
    AS_MADE,
    BookArrangement,
    BookWish,
    KeptClaim,
    Mark,
    Period,
    Story,
    StoryMention,
    StoryThread,
    TellerQuote,
)
from dramaturg.engines.memoir.base.story_events import TalkHeard, ThreadContinued, ThreadOpened
from dramaturg.engines.memoir.story.kin import spoken_of
from dramaturg.english.prose import words
from dramaturg.kernel.values import replace
from dramaturg.turn.readings import Span
from dramaturg.turn.tables import in_order

YOURS = re.compile(r"^your ")


@dataclass(frozen=True, slots=True)
class BookPassage:
    """What the teller said in one turn, and how the turn was conducted. `asked_about`: their words
    that the question took up.
    """

    turn: int
    sitting: int
    at: float
    text: str
    thread: str = ""
    periods: tuple[Period, ...] = ()
    mark: Mark | None = None
    level: int = 0
    emotion: float = 0.0
    refused: bool = False
    refusing: tuple[Span, ...] = ()
    """The words that refuse; empty where nobody heard which."""
    talk: tuple[Span, ...] = ()
    """What was said to the interviewer, sentence by sentence."""
    stopped: HardStop | None = None
    asked_about: tuple[TellerQuote, ...] = ()


@dataclass(frozen=True, slots=True)
class BookSitting:
    """When a sitting began."""

    number: int
    at: float


@dataclass(frozen=True, slots=True)
class BookSource:
    """A whole memoir so far. `claims` are by id, superseded ones among them; `born` is the teller's
    year of birth, if known.
    """

    id: str
    name: str
    sittings: tuple[BookSitting, ...]
    passages: tuple[BookPassage, ...]
    threads: Mapping[str, StoryThread] = field(default_factory=dict)
    claims: Mapping[str, KeptClaim] = field(default_factory=dict)
    people: tuple[StoryMention, ...] = ()
    places: tuple[StoryMention, ...] = ()
    born: int | None = None
    wishes: tuple[BookWish, ...] = ()
    book: BookArrangement = AS_MADE


def book_source(
    records: Sequence[MemoirRecord], state: MemoirState, teller: Teller | None = None, id: str = ""
) -> BookSource:
    """From the log and the state it folds to. What was deleted from both is nowhere here."""
    teller, story = teller or Teller(), state.story
    return BookSource(
        id=id,
        name=teller.name.strip() or _own_name(story),
        sittings=tuple(
            BookSitting(began.sitting, began.at)
            for record in records
            for began in of_kind(record, SittingBegan)
        ),
        passages=_passages(records, story),
        threads=in_order(story.threads),
        claims=_claims(in_order(story.claims)),
        people=_mentioned(story, "person"),
        places=_mentioned(story, "place"),
        born=story.born or teller.born,
        wishes=story.wishes,
        book=story.book,
    )


def _claims(told: Mapping[str, KeptClaim]) -> Mapping[str, KeptClaim]:
    """What was said after a correction in one breath with it is not what it corrects."""

    def stands(kept: KeptClaim) -> bool:
        by = told.get(kept.superseded_by or "")
        return (
            by is not None and by.turn == kept.turn and by.claim.span.start < kept.claim.span.start
        )

    return {
        id: replace(kept, superseded_by=None) if stands(kept) else kept for id, kept in told.items()
    }


def _passages(records: Sequence[MemoirRecord], story: Story) -> tuple[BookPassage, ...]:
    thread_of = {
        turn: thread.id for thread in in_order(story.threads).values() for turn in thread.turns
    }
    passages: list[BookPassage] = []
    sitting, asked_about = 0, tuple[TellerQuote, ...]()
    for record in records:
        began = only(record, SittingBegan)
        told = only(record, PassageTold)
        asked = only(record, LineSaid)
        sitting = began.sitting if began else sitting
        if told and not told.aside:
            passage = BookPassage(
                told.turn, sitting, record.heard.at, told.text, thread_of.get(told.turn, "")
            )
            passage = replace(
                passage, mark=story.marks.get(str(told.turn)), asked_about=asked_about
            )
            passages.append(reduce(_conducted, record.events, passage))
        asked_about = asked.about if asked else ()
    return tuple(passages)


def _conducted(passage: BookPassage, event: MemoirEvent) -> BookPassage:
    """The passage with what one event of its turn tells of it. It is as deep as the question before
    it or the one after.
    """
    match event:
        case MemoirSignalsRead(signals, refusing=refusing):
            return replace(
                passage,
                emotion=signals.emotion_score,
                refused=signals.refusal_or_discomfort,
                refusing=refusing,
            )
        case Conducted(conduct):
            return replace(
                passage,
                level=max(conduct.depth_before, conduct.depth_after),
                stopped=conduct.stopped,
            )
        case TalkHeard(_, said):
            return replace(passage, talk=said)
        case ThreadOpened(thread):
            return replace(passage, periods=thread.periods)
        case ThreadContinued():
            return replace(passage, periods=event.periods)
        case _:
            return passage


def _mentioned(story: Story, kind: str) -> tuple[StoryMention, ...]:
    """In the order in which they were first named, as the teller says it: the interviewer's `your
    mother` is `my mother`.
    """
    found: dict[str, StoryMention] = {}
    mentions = [
        mention
        for mention in in_order(story.mentions).values()
        if mention.kind == kind and mention.quotes
    ]
    for mention in sorted(mentions, key=_is_nameless):
        # who was `my mother` before they were named is the one with the name, if only one is that
        # to the teller
        named = story.known_as.get(mention.role, ()) if _is_nameless(mention) else ()
        key = named[0] if len(named) == 1 else mention.key
        known = found.get(key)
        found[key] = replace(known, quotes=_in_turn(known, mention)) if known else mention
    yours = (replace(mention, name=YOURS.sub("my ", mention.name)) for mention in found.values())
    return tuple(
        sorted(yours, key=lambda mention: (mention.quotes[0].turn, mention.quotes[0].span.start))
    )


def _is_nameless(mention: StoryMention) -> bool:
    return bool(mention.role) and mention.name == spoken_of(mention.role)


def _in_turn(one: StoryMention, other: StoryMention) -> tuple[TellerQuote, ...]:
    return tuple(
        sorted((*one.quotes, *other.quotes), key=lambda quote: (quote.turn, quote.span.start))
    )


def _own_name(story: Story) -> str:
    """What the teller said they are called, if they did."""
    for kept in in_order(story.claims).values():
        claim = kept.claim
        if (
            claim.slot == "name"
            and claim.subject == "I"
            and isinstance(claim.value, str)
            and not kept.superseded_by
        ):
            at = claim.span.text.casefold().rfind(claim.value.casefold())
            return claim.span.text[at : at + len(claim.value)] if at >= 0 else claim.value.title()
    return ""


LONGEST = 60
GENERAL = (("your",), ("those",))
"""How titles begin that a thread got for want of a better one: `your young years`, `those days`."""


def title_of(memoir: BookSource, thread: str, passages: Sequence[BookPassage]) -> str:
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
