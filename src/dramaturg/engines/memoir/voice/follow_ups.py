"""What a line can take up of the teller's: a clause or a person of the last passage, loose ends,
versions, corrections.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from dramaturg.data_files import Pattern, load
from dramaturg.engines.memoir.base.artifacts import Teller
from dramaturg.engines.memoir.base.conduct import TurnConduct
from dramaturg.engines.memoir.base.state import MemoirState
from dramaturg.engines.memoir.base.story import (
    ClaimConflict,
    KeptClaim,
    LooseEnd,
    Story,
    StoryMention,
    TellerQuote,
)
from dramaturg.engines.memoir.read.tones import tones_of
from dramaturg.engines.memoir.story.claims import in_words
from dramaturg.engines.memoir.story.kin import ALONE, spoken_of
from dramaturg.engines.memoir.voice import untold_periods as periods
from dramaturg.engines.memoir.voice.clauses import given_back
from dramaturg.engines.memoir.voice.heard import is_dark, passage, was_dark
from dramaturg.english.prose import content_words, plain, words
from dramaturg.english.second_person import to_you

LONGEST_QUOTE, SHORTEST_QUOTE = 16, 3  # words
LONGEST_NAME = 5
CONFLICTS_SEEN = 8
OFFERED = 3  # periods
_WHO = ("you", "your", "he", "she", "we", "they", "it", "the")
CALM = 0.4  # pain: who hurts is not asked about anybody
TOLD_OF = 2  # times somebody is spoken of in a passage that is about them

_PATTERNS = load(__file__, "patterns.yaml", dict[str, dict[str, Pattern]])["follow_ups"]
_OF_ANOTHER = _PATTERNS["of_another"]
_THEM, _PROMISE = _PATTERNS["them"], _PATTERNS["promise"]


@dataclass(frozen=True, slots=True)
class FollowUp:
    """Something that can be taken up: the holes it fills, where it was said, how it is named by
    TakenUp.
    """

    holes: Mapping[str, str] = field(default_factory=dict)
    about: tuple[TellerQuote, ...] = ()
    takes_up: tuple[str, ...] = ()


NOTHING = FollowUp()


# ── of the last passage ───────────────────────────────────────────────────────────────────────────


def of_the_passage(seen: MemoirState, conduct: TurnConduct) -> tuple[FollowUp, ...]:
    """The clause that can be given back, and who it is about; nothing of what was said off the
    record.
    """
    if seen.turn in seen.story.private:
        return ()
    return (*_clause(seen, is_dark(seen, conduct)), *_person(seen))


def _clause(seen: MemoirState, dark: bool) -> Iterator[FollowUp]:
    """Of grief only what they did themself is given back."""
    for quote in (clause.quote for clause in seen.story.clauses[-1:]):
        said = given_back(quote.span)
        if quote.turn == seen.turn and not (dark and not said.startswith("you")):
            yield FollowUp({"clause": said}, (quote,))


def _person(seen: MemoirState) -> Iterator[FollowUp]:
    """Somebody whom the passage is about, and nobody else: named as the teller names them, and not
    asked about before. Nobody who is told of in anger, or in the breath after a grief.
    """
    told = passage(seen)
    here = (seen.story.mentions.get(key) for key in seen.story.recent)
    found: list[StoryMention] = [
        mention
        for mention in here
        if mention and mention.kind == "person" and mention.quotes[-1].turn == seen.turn
    ]
    calm = seen.signals is None or seen.signals.emotion_score < CALM
    about_them = calm and len(_THEM.findall(told)) >= TOLD_OF
    led_by_another = _OF_ANOTHER.match(told)
    if (
        len(found) != 1
        or led_by_another
        or not about_them
        or "anger" in tones_of(told)
        or was_dark(seen)
    ):
        return
    for mention in found:
        name = called(mention)
        if not mention.asked and 0 < len(words(name)) <= LONGEST_NAME:
            yield FollowUp({"person": name}, mention.quotes[-1:], (f"person:{mention.key}",))


# ── of earlier ones ───────────────────────────────────────────────────────────────────────────────


def of_the_story(seen: MemoirState) -> tuple[FollowUp, ...]:
    """Loose ends. What is left alone or kept out of the book is not brought up."""
    return tuple(take for take in _loose_ends(seen) if not _names_what_is_left(seen.story, take))


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
            said = spoken_back(end.quote.span.text)
            if said:
                yield FollowUp({"loose": said}, (end.quote,), (id,))


def _just_now(seen: MemoirState) -> frozenset[int]:
    """The turn that is being answered; none when a sitting begins."""
    return frozenset({seen.turn} if passage(seen) else ())


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
    return frozenset((*left_alone, *story.private))


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
        yield FollowUp({hole: periods.NAMES[period]})


def period_for(seen: MemoirState, teller: Teller, hole: str, sitting: int) -> Iterator[FollowUp]:
    """The period that is offered for a sitting: of the three told least each in its turn, in the
    farewell before it as well.
    """
    named = [each for each in periods.untold(seen, teller) if each in periods.NAMES][:OFFERED]
    if named:
        yield FollowUp({hole: periods.NAMES[named[sitting % len(named)]]})


def spoken_back(said: str) -> str:
    """Words of the teller as they are said to them, without the promise of more; empty where they
    are too long, or hold somebody else's words.
    """
    text = _PROMISE.sub("", " ".join(said.split())).strip(" .,;:…-")
    fits = SHORTEST_QUOTE <= len(words(text)) <= LONGEST_QUOTE
    if not fits or any(mark in text for mark in ("?", "!", "--", "—", ". ", '"', "“")):
        return ""
    return to_you(text if text.startswith("I ") else f"{text[:1].lower()}{text[1:]}")


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
    same = (now.claim.slot, now.claim.predicate) == (then.claim.slot, then.claim.predicate)
    if same and value_of(now) and value_of(then) and value_of(now) != value_of(then):
        yield FollowUp({"now": value_of(now), "then": value_of(then)}, about, takes_up)
    said_now, said_then = spoken_back(now.claim.span.text), spoken_back(then.claim.span.text)
    if _names_somebody(said_now) and _names_somebody(said_then):
        yield FollowUp({"said_now": said_now, "said_then": said_then}, about, takes_up)


def _names_somebody(said: str) -> bool:
    """Whether it begins with who did it, so that it can stand behind `that`."""
    first = plain(said).split()[:1]
    return first != [] and (first[0] in _WHO or said[:1].isupper())


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
    """How somebody is spoken of to the teller: in the words they used last, by role and name."""
    said = mention.quotes[-1].span.text
    if plain(said) in ALONE:
        return f"your {plain(said)}"
    if plain(said).startswith(("my ", "our ")):
        return to_you(f"{said[:1].lower()}{said[1:]}")
    name, role = to_you(mention.name), spoken_of(mention.role) if mention.role else ""
    has_role = not role or plain(role) in plain(name) or name.startswith("your ") or " " in name
    return name if has_role else f"{role} {name}"
