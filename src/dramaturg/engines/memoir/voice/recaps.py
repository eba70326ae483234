"""What was told, in the teller's own clauses: for the recap of a later sitting and for the farewell
of this one.
"""

from __future__ import annotations

from dramaturg.engines.memoir.base.state import MemoirState
from dramaturg.engines.memoir.base.story import StoryMention, TellerQuote
from dramaturg.engines.memoir.voice.clauses import given_back
from dramaturg.engines.memoir.voice.follow_ups import FollowUp, called, spared_turns
from dramaturg.english.prose import content_words, plain, words
from dramaturg.turn.tables import in_order

MOST = 2  # clauses
NEAR = 2  # passages beside a grief that are recalled last
OFTEN = 2  # passages that name somebody whom a sitting was about
SHORTEST, LONGEST = 5, 14  # words of one
STANDS_ALONE = ("you", "your")
"""Whose deeds are known without what was said before: `he crossed the road` is not."""


def told_last_time(seen: MemoirState) -> FollowUp | None:
    """For the recap: what the sitting before told, and of whom; None where nothing of it can be
    said.
    """
    told = _told(seen, *seen.started)
    people = _people(seen, *seen.started)
    if not people or not told:
        return told
    names = " and ".join(called(each) for each in people)
    said, _, _ = told.holes["told"].partition(", and how ")
    quotes = (*(each.quotes[-1] for each in people), *told.about[:1])
    return FollowUp({"told": f"about {names}, and {said}"}, quotes)


def told_today(seen: MemoirState) -> FollowUp | None:
    """For the farewell: what this sitting told."""
    return _told(seen, seen.started[1], seen.turn)


def _told(seen: MemoirState, after: int, until: int) -> FollowUp | None:
    """Of the turns `after` one and `until` another: the first that can be said, and the last. No
    grief, nothing that is left alone or stays out of the book.
    """
    spared = spared_turns(seen.story)
    dark = [clause.quote.turn for clause in seen.story.clauses if clause.dark]
    quotes = [
        clause.quote
        for clause in seen.story.clauses
        if after < clause.quote.turn <= until
        and clause.quote.turn not in spared
        and not clause.dark
        and _is_fit(clause.quote)
    ]
    calm = [quote for quote in quotes if not any(abs(quote.turn - turn) <= NEAR for turn in dark)]
    weightiest = sorted(calm or quotes, key=lambda quote: -len(content_words(quote.span.text)))[
        :MOST
    ]
    chosen = sorted(weightiest, key=lambda quote: quote.turn)
    if not chosen:
        return None
    said = ", and how ".join(given_back(quote.span) for quote in chosen)
    return FollowUp({"told": f"how {said}"}, tuple(chosen))


def _people(seen: MemoirState, after: int, until: int) -> list[StoryMention]:
    """Whom most of it was about, those named first at first."""
    spared = spared_turns(seen.story)
    told = {
        mention.key: (mention, times)
        for mention in in_order(seen.story.mentions).values()
        if mention.kind == "person"
        if (times := len(_turns(mention, after, until) - spared)) >= OFTEN
        and not any(quote.turn in spared for quote in mention.quotes)
    }
    most = sorted(told.values(), key=lambda each: -each[1])[:MOST]
    return sorted((mention for mention, _ in most), key=lambda each: each.quotes[0].turn)


def _turns(mention: StoryMention, after: int, until: int) -> frozenset[int]:
    return frozenset(each.turn for each in mention.quotes if after < each.turn <= until)


def _is_fit(quote: TellerQuote) -> bool:
    said = given_back(quote.span)
    first = plain(said).split()[0].partition("'")[0]
    return first in STANDS_ALONE and SHORTEST <= len(words(said)) <= LONGEST
