"""What was told, in a few words: for the recap of a later sitting and for the farewell of
this one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from dramaturg.engines.memoir.base.state import MemoirState
from dramaturg.engines.memoir.base.story import StoryMention, TellerQuote
from dramaturg.engines.memoir.story.kin import ALONE
from dramaturg.engines.memoir.story.titles import ANYTHING
from dramaturg.engines.memoir.voice.follow_ups import FollowUp, called, spared_turns
from dramaturg.english.prose import plain, words
from dramaturg.english.second_person import to_you

MOST = 2  # that are named
LONGEST = 5  # words of one
COMMON = frozenset({"your", "the", "my"})


def told_last_time(seen: MemoirState) -> FollowUp | None:
    """For the recap: what the sitting before told of; None where nothing of it can be named."""
    return _told(seen, *seen.started)


def told_today(seen: MemoirState) -> FollowUp | None:
    """For the farewell: what this sitting told of."""
    return _told(seen, seen.started[1], seen.turn)


def _told(seen: MemoirState, after: int, until: int) -> FollowUp | None:
    """What the turns `after` one and `until` another tell of: the longest thread, and who or what
    else was named most.
    """
    turns = range(after + 1, until + 1)
    chosen: dict[str, tuple[TellerQuote, ...]] = {}
    for name, quotes in (*_longest(seen, turns), *_named(seen, turns), *_threads(seen, turns)):
        # not the farm and the old farm
        if (
            len(chosen) < MOST
            and 0 < len(words(name)) <= LONGEST
            and not any(bool(set(words(name)) & set(words(other)) - COMMON) for other in chosen)
        ):
            chosen[name] = quotes
    return (
        FollowUp(
            {"told": " and ".join(chosen)},
            tuple(quote for quotes in chosen.values() for quote in quotes),
        )
        if chosen
        else None
    )


def _longest(seen: MemoirState, turns: range) -> Iterator[tuple[str, tuple[TellerQuote, ...]]]:
    yield from list(_threads(seen, turns))[:1]


def _threads(seen: MemoirState, turns: range) -> Iterator[tuple[str, tuple[TellerQuote, ...]]]:
    """By title, the longest first; none that is left alone or has something in it that stays out of
    the book.

    A title is in the words of the passage that opened the thread: where that was another time, it
    says nothing of these turns.
    """
    found = []
    for thread in seen.story.threads.values():
        told = [
            turn
            for turn in takewhile(lambda turn: turn >= turns.start, reversed(thread.turns))
            if turn in turns
        ]
        spared = thread.left_alone or any(str(turn) in seen.story.marks for turn in told)
        if told and not spared and thread.title != ANYTHING and thread.turns[0] in turns:
            found.append((-len(told), told[-1], _titled(thread.title)))
    return ((title, ()) for _, _, title in sorted(found))


def _titled(title: str) -> str:
    """`Dad` is "your dad" to whoever is spoken to."""
    return f"your {plain(title)}" if plain(title) in ALONE else to_you(title)


def _named(seen: MemoirState, turns: range) -> Iterator[tuple[str, tuple[TellerQuote, ...]]]:
    """People, places and things with where they were said last, the most often named first."""
    spared, found = spared_turns(seen.story), []
    for key in reversed(seen.story.recent):
        mention: StoryMention | None = seen.story.mentions.get(key)
        if mention is not None and mention.kind != "year":
            newest = takewhile(lambda quote: quote.turn >= turns.start, reversed(mention.quotes))
            quotes = [quote for quote in newest if quote.turn in turns and quote.turn not in spared]
            found.extend([(-len(quotes), called(mention), quotes[0])] if quotes else [])
    return ((name, (quote,)) for _, name, quote in sorted(found, key=lambda each: each[0]))
