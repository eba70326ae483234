"""Anniversaries: a day the teller told of that has come round as a sitting begins. Pure."""

from __future__ import annotations

from calendar import month_name
from collections.abc import Iterator
from datetime import UTC, date, datetime

from dramaturg.engines.memoir.base.state import MemoirState
from dramaturg.engines.memoir.base.story import ToldDay
from dramaturg.engines.memoir.story.kin import spoken_of
from dramaturg.engines.memoir.voice.follow_ups import FollowUp, spared_turns
from dramaturg.english.prose import content_words
from dramaturg.turn.tables import in_order

ON_THE_DAY, ON_A_HARD_DAY = "recap_on_the_day", "recap_on_a_hard_day"
NEAR = 3  # days before and after


def come_round(seen: MemoirState) -> Iterator[tuple[str, FollowUp]]:
    """The tactic and its words for each day that is near, the nearest first; each once a year, and
    none that is left alone or kept from the book.
    """
    today = datetime.fromtimestamp(seen.began_at, UTC).date()
    spared = spared_turns(seen.story)
    near = [
        (abs(offset), offset, year, day)
        for day in in_order(seen.story.days).values()
        if day.quote.turn not in spared and not _is_left_alone(seen, day)
        for offset, year in [_offset(day, today)]
        if abs(offset) <= NEAR and year not in day.noticed
    ]
    for _, offset, year, day in sorted(near, key=lambda each: each[:2]):
        holes = {"day": _day(day, offset)}
        tactic = ON_A_HARD_DAY if day.what == "death" else ON_THE_DAY
        yield tactic, FollowUp(holes, (day.quote,), (f"{day.id} {year}",))


def _offset(day: ToldDay, today: date) -> tuple[int, int]:
    """In how many days it is, counted to the year in which it is nearest, and that year."""
    years = (today.year - 1, today.year, today.year + 1)
    return min(
        (((_in_year(day, year) - today).days, year) for year in years),
        key=lambda each: abs(each[0]),
    )


def _in_year(day: ToldDay, year: int) -> date:
    try:
        return date(year, day.month, day.day)
    except ValueError:  # the 29th of February
        return date(year, day.month, day.day - 1)


def _day(day: ToldDay, offset: int) -> str:
    named = f"the {_ordinal(day.day)} of {month_name[day.month]}, {_happened(day)}"
    if offset in (0, 1):
        return f"{'tomorrow' if offset else 'today'} is {named}"
    return f"{named}, is {'near' if offset > 0 else 'just past'}"


def _ordinal(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{'th' if number in (11, 12, 13) else ending}"


def _happened(day: ToldDay) -> str:
    """`the day you married`, `the day your husband died`."""
    who = "you" if day.who == "I" else spoken_of(day.who) if " " in day.who else day.who.title()
    if day.what == "birth":
        return "your birthday" if who == "you" else f"the day {who} was born"
    return f"the day {who} {'married' if day.what == 'wedding' else 'died'}"


def _is_left_alone(seen: MemoirState, day: ToldDay) -> bool:
    said = content_words(f"{day.who} {day.quote.span.text}")
    return any(said & content_words(matter.words) for matter in seen.story.left_alone)
