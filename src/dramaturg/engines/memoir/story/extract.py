"""What is taken from one passage, by whoever reads it; and how rules read it."""

from __future__ import annotations

from dataclasses import dataclass

from dramaturg.engines.memoir.base.story import Period, Story
from dramaturg.engines.memoir.base.story_events import Mentioned
from dramaturg.engines.memoir.story.claims import claims_in
from dramaturg.engines.memoir.story.corrections import Correction, corrections_in
from dramaturg.engines.memoir.story.passage import Passage
from dramaturg.engines.memoir.story.people import people_in
from dramaturg.engines.memoir.story.periods import periods_in
from dramaturg.engines.memoir.story.places import places_in
from dramaturg.engines.memoir.story.remarks import STAYS, Move, loose_ends_in, move_in
from dramaturg.turn.readings import Claim, Readers, Span


@dataclass(frozen=True, slots=True)
class Taken:
    """`thread` is the id of the thread it is said to belong to, `title` what a new one is called;
    empty where nobody says.
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


def by_rule(passage: Passage, story: Story, born: int | None, readers: Readers) -> Taken:
    people = people_in(passage, story, readers.people(passage.text))
    claims = claims_in(passage, readers)
    return Taken(
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
