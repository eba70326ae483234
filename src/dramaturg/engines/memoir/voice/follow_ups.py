"""What a line can take up of the teller's: people, places and deeds of the last passage, loose
ends, versions, corrections.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from dramaturg.data_files import Words, load
from dramaturg.engines.memoir.base.artifacts import Teller
from dramaturg.engines.memoir.base.state import MemoirState
from dramaturg.engines.memoir.base.story import (
    ClaimConflict,
    KeptClaim,
    LooseEnd,
    MentionKind,
    Story,
    StoryMention,
    TellerQuote,
)
from dramaturg.engines.memoir.story.claims import in_words
from dramaturg.engines.memoir.story.kin import spoken_of
from dramaturg.engines.memoir.voice import untold_periods as periods
from dramaturg.engines.memoir.voice.clauses import clauses
from dramaturg.english.prose import content_words, plain, words
from dramaturg.english.second_person import to_you
from dramaturg.kernel.values import replace
from dramaturg.turn.readings import Span

_WORDS = load(__file__, "words.yaml", dict[str, dict[str, Words]])["follow_ups"]

SHORTEST_QUOTE, LONGEST_QUOTE = 3, 16  # words
LONGEST_NAME = 5
CONFLICTS_SEEN = 8
OFFERED = 3  # periods

_HOLE_OF: Mapping[MentionKind, tuple[str, float]] = {
    "person": ("person", 5.0),
    "place": ("place", 4.0),
    "thing": ("anchor", 5.0),
    "year": ("year", 2.5),
}
CLAUSE, ECHO, LOOSE_END, NAMED_THEN = 4.5, 4.5, 2.2, 1.8
THIN, LONGEST_ECHO = 7, 3

_PLAIN_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_EMPTY = _WORDS["empty"]


@dataclass(frozen=True, slots=True)
class FollowUp:
    """Something that can be taken up: the holes it fills, where it was said, how it is named by
    TakenUp, how much it invites.
    """

    holes: Mapping[str, str] = field(default_factory=dict)
    about: tuple[TellerQuote, ...] = ()
    takes_up: tuple[str, ...] = ()
    weight: float = 1.0


NOTHING = FollowUp()


def passage(seen: MemoirState) -> str:
    """What the teller said last, if it was the last thing that was said."""
    return seen.lines[-1].text if seen.lines and seen.lines[-1].speaker == "teller" else ""


# ── of the last passage ───────────────────────────────────────────────────────────────────────────


def of_the_passage(seen: MemoirState) -> tuple[FollowUp, ...]:
    """What was named and done in it and has not been asked about; nothing of what was said off the
    record.
    """
    if seen.story.marks.get(str(seen.turn)) == "off_record":
        return ()
    done = tuple(_done_now(seen))
    return (*_named_now(seen), *done, *(() if done else _echo(seen)))


def _named_now(seen: MemoirState) -> Iterator[FollowUp]:
    for key in reversed(seen.story.recent):
        mention: StoryMention | None = seen.story.mentions.get(key)
        if (
            mention
            and not mention.asked
            and mention.quotes[-1:]
            and mention.quotes[-1].turn == seen.turn
        ):
            yield from _take(key, mention)


def _take(key: str, mention: StoryMention) -> Iterator[FollowUp]:
    hole, weight = _HOLE_OF[mention.kind]
    name = called(mention)
    # `school`: no place of its own
    is_bare = mention.kind == "place" and name.islower() and len(words(name)) == 1
    if 0 < len(words(name)) <= LONGEST_NAME and not is_bare:
        yield FollowUp({hole: name}, mention.quotes[-1:], (key,), weight)


def _done_now(seen: MemoirState) -> Iterator[FollowUp]:
    for clause in clauses(passage(seen)):
        yield FollowUp(
            {"habit" if clause.habit else "clause": clause.text},
            (TellerQuote(seen.turn, clause.span),),
            weight=CLAUSE,
        )


def is_thin(text: str) -> bool:
    """`Yes.` or `I don't know.`: nothing to go on."""
    return len(words(text)) <= THIN and _EMPTY.issuperset(words(text))


def _echo(seen: MemoirState) -> Iterator[FollowUp]:
    """A word or two, as they were said: what else could be taken up?"""
    said = passage(seen).strip(" .…")
    if (
        0 < len(said.split()) <= LONGEST_ECHO
        and not is_thin(said)
        and all(_PLAIN_WORD.fullmatch(word) for word in said.split())
    ):
        yield FollowUp(
            {"echo": to_you(said)},
            (TellerQuote(seen.turn, Span(said, passage(seen).find(said))),),
            weight=ECHO,
        )


# ── of earlier ones ───────────────────────────────────────────────────────────────────────────────


def of_the_story(seen: MemoirState) -> tuple[FollowUp, ...]:
    """Loose ends, and who was named and never asked about. What is left alone or kept out of the
    book is not brought up.
    """
    found = (*_loose_ends(seen), *_named_then(seen))
    return tuple(take for take in found if not _names_what_is_left(seen.story, take))


def left_open_now(seen: MemoirState) -> tuple[FollowUp, ...]:
    """What the last passage touched on and did not tell; it need not be quoted, it was
    just said.
    """
    newest = (seen.story.loose_ends.get(id) for id in seen.story.recent)
    ends = [end for end in newest if end and end.quote.turn == seen.turn and not end.taken_up]
    return tuple(FollowUp({}, (end.quote,), (end.id,)) for end in ends[-1:])


def _loose_ends(seen: MemoirState) -> Iterator[FollowUp]:
    spared = spared_turns(seen.story) | _just_now(seen)
    for id in reversed(seen.story.recent):
        end: LooseEnd | None = seen.story.loose_ends.get(id)
        if (
            end
            and not end.taken_up
            and end.quote.turn not in spared
            and not _is_left_alone(seen.story, end.thread)
        ):
            quoted = in_quotes(end.quote.span.text)
            if quoted:
                yield FollowUp({"loose": quoted}, (end.quote,), (id,), LOOSE_END)


def _named_then(seen: MemoirState) -> Iterator[FollowUp]:
    spared = spared_turns(seen.story) | _just_now(seen)
    for key in reversed(seen.story.recent):
        mention: StoryMention | None = seen.story.mentions.get(key)
        if (
            mention
            and not mention.asked
            and mention.kind in ("person", "place")
            and mention.quotes[-1].turn not in spared
        ):
            yield from (
                replace(take, holes=_then(take.holes), weight=NAMED_THEN)
                for take in _take(key, mention)
            )


def _just_now(seen: MemoirState) -> frozenset[int]:
    """The turn that is being answered; none when a sitting begins."""
    return frozenset({seen.turn} if passage(seen) else ())


def _then(holes: Mapping[str, str]) -> Mapping[str, str]:
    """What was named a while ago is brought up otherwise than what was named just now."""
    return {f"{hole}_then": name for hole, name in holes.items()}


def _is_left_alone(story: Story, id: str) -> bool:
    thread = story.thread(id)
    return thread is not None and thread.left_alone


def _names_what_is_left(story: Story, take: FollowUp) -> bool:
    said = content_words(" ".join(take.holes.values()))
    refused = (content_words(matter.words) for matter in story.left_alone)
    return bool(said) and any(said <= named or named <= said for named in refused)


def spared_turns(story: Story) -> frozenset[int]:
    """What was told in threads that are left alone, and what is kept out of the book: it is not
    brought up again.
    """
    left_alone = (
        turn for thread in story.threads.values() if thread.left_alone for turn in thread.turns
    )
    return frozenset((*left_alone, *map(int, story.marks)))


def next_period(
    seen: MemoirState, teller: Teller, hole: str, besides: tuple[str, ...] = ()
) -> Iterator[FollowUp]:
    """The period that was told least, of those that have a name to be asked by and were not asked
    about just now.
    """
    lately = " ".join(line.text for line in seen.lines if line.speaker == "interviewer")
    named = [
        each
        for each in periods.untold(seen, teller)
        if each in periods.NAMES and each not in besides
    ]
    fresh = [each for each in named if periods.NAMES[each] not in lately]
    for period in (fresh or named)[:1]:
        yield FollowUp({hole: periods.NAMES[period]}, weight=1.5)


def period_for(seen: MemoirState, teller: Teller, hole: str, sitting: int) -> Iterator[FollowUp]:
    """The period that is offered for a sitting: of the three told least each in its turn, in the
    farewell before it as well.
    """
    named = [each for each in periods.untold(seen, teller) if each in periods.NAMES][:OFFERED]
    if named:
        yield FollowUp({hole: periods.NAMES[named[sitting % len(named)]]}, weight=1.5)


def in_quotes(said: str) -> str:
    """Words of the teller as they can stand between quotation marks at the end of a sentence; empty
    when they cannot.
    """
    text = " ".join(said.replace('"', "'").replace("“", "'").replace("”", "'").split()).strip(
        " .,;:…-"
    )
    if len(words(text)) > LONGEST_QUOTE:
        text = text.rpartition(", ")[2]
    is_long = not SHORTEST_QUOTE <= len(words(text)) <= LONGEST_QUOTE
    return (
        "" if is_long or any(mark in text for mark in ("?", "!", "--", "—", ". ")) else f"{text}."
    )


# ── claims ────────────────────────────────────────────────────────────────────────────────────────


def of_a_conflict(seen: MemoirState) -> tuple[FollowUp, ...]:
    """The two versions of the newest conflict that was not asked about: in figures, in the teller's
    words, or not at all.
    """
    open_ones = [each for each in seen.story.conflicts[-CONFLICTS_SEEN:] if not each.asked]
    for conflict in reversed(open_ones):
        now, then = seen.story.claims.get(conflict.now), seen.story.claims.get(conflict.then)
        if now and then:
            return tuple(_both(conflict, now, then))
    return ()


def _both(conflict: ClaimConflict, now: KeptClaim, then: KeptClaim) -> Iterator[FollowUp]:
    about = (TellerQuote(then.turn, then.claim.span), TellerQuote(now.turn, now.claim.span))
    takes_up = (f"{conflict.now}|{conflict.then}",)
    if value_of(now) and value_of(then) and value_of(now) != value_of(then):
        yield FollowUp({"now": value_of(now), "then": value_of(then)}, about, takes_up, 2.0)
    said_now = in_quotes(now.claim.span.text)
    said_then = in_quotes(then.claim.span.text).rstrip(".")
    if said_now and said_then:
        yield FollowUp({"said_now": said_now, "said_then": said_then}, about, takes_up)


def value_of(kept: KeptClaim) -> str:
    """The value of a claim as it is said: `1951`, `age 4`, `Leeds`; empty when it says nothing
    alone.
    """
    return in_words(kept.claim) if kept.claim.slot in ("year", "age", "place", "name") else ""


def of_a_correction(seen: MemoirState) -> tuple[FollowUp, ...]:
    """What the teller has just put right; empty when nothing was."""
    for id in reversed(seen.story.recent):
        corrected: KeptClaim | None = seen.story.claims.get(id)
        by: KeptClaim | None = (
            seen.story.claims.get(corrected.superseded_by)
            if corrected and corrected.superseded_by
            else None
        )
        if by and by.turn == seen.turn:
            about = (TellerQuote(by.turn, by.claim.span),)
            if value_of(by):
                return (FollowUp({"now": value_of(by)}, about), FollowUp({}, about))
            return (FollowUp({}, about),)
    return ()


def called(mention: StoryMention) -> str:
    """How somebody or something that was named is spoken of to the teller: by role and name, as
    they did.
    """
    name, role = to_you(mention.name), spoken_of(mention.role) if mention.role else ""
    has_role = not role or plain(role) in plain(name) or name.startswith("your ") or " " in name
    return name if has_role else f"{role} {name}"
