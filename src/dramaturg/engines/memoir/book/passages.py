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
    Asked,
    Conducted,
    MemoirEvent,
    MemoirState,
    SignalsRead,
    SittingBegan,
    Told,
)
from dramaturg.engines.memoir.base.story import Kept, Mark, Mention, Period, Quote, Story, Thread
from dramaturg.engines.memoir.base.story_events import ThreadContinued, ThreadOpened
from dramaturg.engines.memoir.story.kin import spoken_of
from dramaturg.kernel.values import replace
from dramaturg.turn.tables import in_order

YOURS = re.compile(r"^your ")


@dataclass(frozen=True, slots=True)
class Passage:
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
    stopped: HardStop | None = None
    asked_about: tuple[Quote, ...] = ()


@dataclass(frozen=True, slots=True)
class Sitting:
    number: int
    at: float


@dataclass(frozen=True, slots=True)
class Memoir:
    """A whole memoir so far. `claims` are by id, superseded ones among them; `born` is the teller's
    year of birth, if known.
    """

    id: str
    name: str
    sittings: tuple[Sitting, ...]
    passages: tuple[Passage, ...]
    threads: Mapping[str, Thread] = field(default_factory=dict)
    claims: Mapping[str, Kept] = field(default_factory=dict)
    people: tuple[Mention, ...] = ()
    places: tuple[Mention, ...] = ()
    born: int | None = None


def memoir_of(
    records: Sequence[MemoirRecord], state: MemoirState, teller: Teller | None = None, id: str = ""
) -> Memoir:
    """From the log and the state it folds to. What was deleted from both is nowhere here."""
    teller, story = teller or Teller(), state.story
    return Memoir(
        id=id,
        name=teller.name.strip() or _own_name(story),
        sittings=tuple(
            Sitting(began.sitting, began.at)
            for record in records
            for began in of_kind(record, SittingBegan)
        ),
        passages=_passages(records, story),
        threads=in_order(story.threads),
        claims=in_order(story.claims),
        people=_mentioned(story, "person"),
        places=_mentioned(story, "place"),
        born=story.born or teller.born,
    )


def _passages(records: Sequence[MemoirRecord], story: Story) -> tuple[Passage, ...]:
    thread_of = {
        turn: thread.id for thread in in_order(story.threads).values() for turn in thread.turns
    }
    passages: list[Passage] = []
    sitting, asked_about = 0, tuple[Quote, ...]()
    for record in records:
        began, told, asked = only(record, SittingBegan), only(record, Told), only(record, Asked)
        sitting = began.sitting if began else sitting
        if told:
            passage = Passage(
                told.turn, sitting, record.heard.at, told.text, thread_of.get(told.turn, "")
            )
            passage = replace(
                passage, mark=story.marks.get(str(told.turn)), asked_about=asked_about
            )
            passages.append(reduce(_conducted, record.events, passage))
        asked_about = asked.about if asked else ()
    return tuple(passages)


def _conducted(passage: Passage, event: MemoirEvent) -> Passage:
    """The passage with what one event of its turn tells of it. It is as deep as the question before
    it or the one after.
    """
    match event:
        case SignalsRead(signals):
            return replace(
                passage, emotion=signals.emotion_score, refused=signals.refusal_or_discomfort
            )
        case Conducted(conduct):
            return replace(
                passage,
                level=max(conduct.depth_before, conduct.depth_after),
                stopped=conduct.stopped,
            )
        case ThreadOpened(thread):
            return replace(passage, periods=thread.periods)
        case ThreadContinued():
            return replace(passage, periods=event.periods)
        case _:
            return passage


def _mentioned(story: Story, kind: str) -> tuple[Mention, ...]:
    """In the order in which they were first named, as the teller says it: the interviewer's `your
    mother` is `my mother`.
    """
    found: dict[str, Mention] = {}
    mentions = [
        mention
        for mention in in_order(story.mentions).values()
        if mention.kind == kind and mention.quotes
    ]
    for mention in sorted(mentions, key=_is_nameless):
        key = _known_later(story, mention)
        known = found.get(key)
        found[key] = replace(known, quotes=_in_turn(known, mention)) if known else mention
    yours = (replace(mention, name=YOURS.sub("my ", mention.name)) for mention in found.values())
    return tuple(
        sorted(yours, key=lambda mention: (mention.quotes[0].turn, mention.quotes[0].span.start))
    )


def _is_nameless(mention: Mention) -> bool:
    return bool(mention.role) and mention.name == spoken_of(mention.role)


def _known_later(story: Story, mention: Mention) -> str:
    """Who was `my mother` before they were named is the one with the name, if only one is that to
    the teller.
    """
    named = story.known_as.get(mention.role, ()) if _is_nameless(mention) else ()
    return named[0] if len(named) == 1 else mention.key


def _in_turn(one: Mention, other: Mention) -> tuple[Quote, ...]:
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
