"""What is taken from one passage, by whoever reads it; and how rules read it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dramaturg.data_files import Pattern, load
from dramaturg.engines.memoir.base.story import PERIODS, Period, Story
from dramaturg.engines.memoir.base.story_events import Mentioned
from dramaturg.engines.memoir.story.claims import claims_in
from dramaturg.engines.memoir.story.corrections import Correction, corrections_in
from dramaturg.engines.memoir.story.figures import ages, years
from dramaturg.engines.memoir.story.passage import ParsedPassage
from dramaturg.engines.memoir.story.people import people_in
from dramaturg.engines.memoir.story.places import places_in
from dramaturg.engines.memoir.story.remarks import STAYS, Move, loose_ends_in, move_in
from dramaturg.turn.readings import Claim, Readers, Span

_ENDS: tuple[tuple[float, Period], ...] = (
    (0, "origins"),
    (13, "childhood"),
    (18, "youth"),
    (30, "early_adulthood"),
    (60, "middle_years"),
    (200, "later_years"),
)
"""Each period of an age, and the age at which it is over."""

_PERIODS = load(__file__, "period_patterns.yaml", dict[Period, Pattern])


def periods_in(text: str, born: int | None) -> tuple[Period, ...]:
    """In the order of a life."""
    found = {
        *_by_age(text, born),
        *(period for period, pattern in _PERIODS.items() if pattern.search(text)),
    }
    return tuple(period for period in PERIODS if period in found)


def period_at(age: float) -> Period:
    """The time of life at an age: `period_at(8)` is childhood."""
    return next(period for end, period in _ENDS if age < end or period == "later_years")


def _by_age(text: str, born: int | None) -> Iterator[Period]:
    for age in ages(text):
        yield period_at(age.value[0])
    if born is None:
        return
    for year in years(text):
        low, high = year.value
        if period_at(low - born) == period_at(high - born):
            yield period_at(low - born)


@dataclass(frozen=True, slots=True)
class PassageExtract:
    """`thread` is the id of the thread it is said to belong to, `title` what a new one is called;
    empty where nobody says. `refused` are the words for what the teller would rather not speak of;
    `dropped` tells what of a model's answer was not kept, and why.
    """

    periods: tuple[Period, ...] = ()
    claims: tuple[Claim, ...] = ()
    people: tuple[Mentioned, ...] = ()
    places: tuple[Mentioned, ...] = ()
    loose_ends: tuple[Span, ...] = ()
    corrections: tuple[Correction, ...] = ()
    move: Move = STAYS
    thread: str = ""
    title: str = ""
    refused: tuple[Span, ...] = ()
    dropped: tuple[str, ...] = ()
    by_model: bool = False


def by_rule(
    passage: ParsedPassage, story: Story, born: int | None, readers: Readers
) -> PassageExtract:
    """What is found without a model."""
    people = people_in(passage, story, readers.people(passage.text))
    claims = claims_in(passage, readers)
    return PassageExtract(
        periods=periods_in(passage.text, born or birth_year(claims)),
        claims=claims,
        people=people,
        places=places_in(passage, story, [person.quote.span for person in people]),
        loose_ends=loose_ends_in(passage),
        corrections=corrections_in(passage.text),
        move=move_in(passage),
    )


def birth_year(claims: tuple[Claim, ...]) -> int | None:
    """When the teller was born, if they say so exactly."""
    for claim in claims:
        if (
            claim.subject == "I"
            and claim.predicate == "born"
            and claim.slot == "year"
            and isinstance(claim.value, tuple)
        ):
            low, high = claim.value
            return int(low) if low == high and not claim.hedged else None
    return None
