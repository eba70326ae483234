"""The claims of a passage, and how two of them go together: what may differ in a long life does not
clash.
"""

from __future__ import annotations

from dramaturg.engines.memoir.base.story import Kept
from dramaturg.engines.memoir.story.dates import birthplace_claims, dated_claims, older_claims
from dramaturg.engines.memoir.story.kin import KIN
from dramaturg.engines.memoir.story.passage import Passage
from dramaturg.english.prose import table
from dramaturg.turn.readings import Amount, Claim, Readers

MOST = 24  # claims of one passage
SLACK = 1.0  # years between what an age and a year say, beyond the birthday
AGE_AND_YEAR = 0.75
HEDGED = 0.6
AGAIN = 0.6  # for what one may have done twice
MANY = 0.5  # for somebody of whom there may be several
_ONLY_ONE = table("father mother husband wife stepfather stepmother mother-in-law father-in-law")
_DONE_AGAIN = ("go", "fly", "sail", "open", "lose", "leave", "close", "meet")
_UNSTABLE = ("likes", "ever")


def claims_in(passage: Passage, readers: Readers) -> tuple[Claim, ...]:
    """What the teller claims, each once, with what happened when."""
    own = (*dated_claims(passage), *birthplace_claims(passage), *older_claims(passage))
    dated = {(claim.slot, claim.predicate, claim.value) for claim in own}
    read = [
        claim
        for claim in readers.claims(passage.text)
        if (claim.slot, claim.predicate, claim.value) not in dated
    ]
    once = {
        (claim.subject, claim.slot, claim.predicate, claim.value): claim
        for claim in (*read, *own)
        if claim.slot != "likes"
    }
    return tuple(once.values())[:MOST]


def clash_of(now: Claim, then: Claim, readers: Readers) -> tuple[str, float] | None:
    """How two claims about the same do not go together, and how surely."""
    found = readers.clash(now, then)
    if found is None:
        return None
    return found[0], round(found[1] * _stability(now), 3)


def _stability(claim: Claim) -> float:
    """How much two claims of this kind must agree: people live in many places, and have several
    sisters.
    """
    kin = claim.subject.removeprefix("my ")
    if (
        claim.predicate == "live"
        or claim.slot in _UNSTABLE
        or (claim.slot == "has" and claim.predicate not in KIN)
    ):
        return 0.0
    if claim.subject.startswith("my ") and kin not in _ONLY_ONE:
        return MANY
    return (
        AGAIN
        if claim.slot in ("year", "age") and claim.predicate.split()[0] in _DONE_AGAIN
        else 1.0
    )


def clash_with_age(now: Claim, then: Kept, born: int | None) -> tuple[str, float] | None:
    """A year and how old the teller was then, for the same event, once it is known when they were
    born.
    """
    if born is None or {now.slot, then.claim.slot} != {"year", "age"}:
        return None
    year, age = (now, then.claim) if now.slot == "year" else (then.claim, now)
    (low, high), (youngest, oldest) = amount(year), amount(age)
    fits = low <= born + oldest + 1 + SLACK and high >= born + youngest - SLACK
    doubt = HEDGED if year.hedged or age.hedged else 1.0
    return None if fits else ("an age and a year", round(AGE_AND_YEAR * doubt * _stability(now), 3))


def amount(claim: Claim) -> Amount:
    return claim.value if isinstance(claim.value, tuple) else (0.0, 0.0)


def in_words(claim: Claim) -> str:
    """What it claims, shortly."""
    if isinstance(claim.value, bool):
        return f'"{claim.span.text}"'
    if isinstance(claim.value, str):
        return claim.value.title()
    low, high = claim.value
    number = f"{low:.0f}" if low == high else f"{low:.0f} to {high:.0f}"
    return f"age {number}" if claim.slot == "age" else number
