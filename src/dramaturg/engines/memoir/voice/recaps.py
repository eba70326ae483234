"""What was told, in the teller's own clauses: for the recap of a later sitting and for the farewell
of this one.
"""

from __future__ import annotations

from dramaturg.engines.memoir.base.state import MemoirState
from dramaturg.engines.memoir.base.story import TellerQuote
from dramaturg.engines.memoir.voice.clauses import given_back
from dramaturg.engines.memoir.voice.follow_ups import FollowUp, spared_turns
from dramaturg.english.prose import plain, words

MOST = 2  # clauses
LONGEST = 14  # words of one
STANDS_ALONE = ("you", "your")
"""Whose deeds are known without what was said before: `he crossed the road` is not."""


def told_last_time(seen: MemoirState) -> FollowUp | None:
    """For the recap: what the sitting before told; None where nothing of it can be said."""
    return _told(seen, *seen.started)


def told_today(seen: MemoirState) -> FollowUp | None:
    """For the farewell: what this sitting told."""
    return _told(seen, seen.started[1], seen.turn)


def _told(seen: MemoirState, after: int, until: int) -> FollowUp | None:
    """Of the turns `after` one and `until` another: the first that can be said, and the last. No
    grief, nothing that is left alone or stays out of the book.
    """
    spared = spared_turns(seen.story)
    quotes = [
        clause.quote
        for clause in seen.story.clauses
        if after < clause.quote.turn <= until
        and clause.quote.turn not in spared
        and not clause.dark
        and _is_fit(clause.quote)
    ]
    chosen = quotes[:1] + quotes[-1:] if len(quotes) >= MOST else quotes
    if not chosen:
        return None
    said = ", and how ".join(given_back(quote.span) for quote in chosen)
    return FollowUp({"told": f"how {said}"}, tuple(chosen))


def _is_fit(quote: TellerQuote) -> bool:
    said = given_back(quote.span)
    first = plain(said).split()[0].partition("'")[0]
    return first in STANDS_ALONE and len(words(said)) <= LONGEST
