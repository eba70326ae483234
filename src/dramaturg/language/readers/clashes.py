"""Clashes: when two claims about the same thing cannot both be true, in plain words and with a
strength.

People marry again, move, have other dogs and say roughly what they mean, so only what is stable
clashes with full strength.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeAlias

from dramaturg.english.prose import table
from dramaturg.language.readers.subjects import KIN
from dramaturg.turn.readings import Amount, Claim, ClaimSlot

WIDE = table("""
    england scotland wales ireland britain uk us usa america canada australia zealand germany
    austria switzerland france italy spain portugal netherlands holland belgium denmark norway
    sweden finland poland ukraine russia hungary romania greece turkey china india pakistan japan
    korea vietnam israel egypt nigeria kenya mexico cuba brazil argentina chile europe africa asia
    yorkshire lancashire cheshire kent sussex essex norfolk suffolk devon cornwall alabama alaska
    arizona arkansas california colorado connecticut delaware florida georgia hawaii idaho illinois
    indiana iowa kansas kentucky louisiana maine maryland massachusetts michigan minnesota
    mississippi missouri montana nebraska nevada ohio oklahoma oregon pennsylvania tennessee texas
    utah vermont virginia wisconsin wyoming
""")
"""Countries and regions: a town lies in one, so that both can be true."""


class Clash(NamedTuple):
    """What is wrong, and how surely it is: from 0 to 1."""

    kind: str
    strength: float


Judge: TypeAlias = Callable[[Claim, Claim], Clash | None]


def clash(now: Claim, then: Claim) -> Clash | None:
    """What is wrong between two claims, if anything."""
    if (now.subject, now.slot, now.predicate) != (then.subject, then.slot, then.predicate):
        return None
    found = CLASHES[now.slot](now, then)
    if found is None:
        return None
    doubted = now.hedged or then.hedged
    return Clash(found.kind, found.strength * (0.6 if doubted else 1.0))


def _years(now: Claim, then: Claim) -> Clash | None:
    strength = {"born": 0.95, "die": 0.9}.get(now.predicate, 0.7)
    return Clash("two different years", strength) if _apart(now, then) else None


def _ages(now: Claim, then: Claim) -> Clash | None:
    return Clash("two different ages", 0.9) if _apart(now, then, by=1.0) else None


def _counts(now: Claim, then: Claim) -> Clash | None:
    stable = now.predicate in KIN.values()
    if not _apart(now, then) or not (stable or now.past == then.past):
        return None
    return Clash("two different numbers", 0.85 if stable else 0.5)


def _apart(now: Claim, then: Claim, by: float = 0.0) -> bool:
    one, other = _amount(now), _amount(then)
    return one[0] > other[1] + by or other[0] > one[1] + by


def _amount(claim: Claim) -> Amount:
    return claim.value if isinstance(claim.value, tuple) else (0.0, 0.0)


def _places(now: Claim, then: Claim) -> Clash | None:
    one, other = set(str(now.value).split()), set(str(then.value).split())
    same_width = bool(one & WIDE) == bool(other & WIDE)
    if one & other or not same_width or not (now.always or now.past == then.past):
        return None
    return Clash("two different places", {"born": 0.85, "live": 0.6}.get(now.predicate, 0.65))


def _names(now: Claim, then: Claim) -> Clash | None:
    same = set(str(now.value).split()) & set(str(then.value).split())
    single = now.subject == "I" or now.subject.removeprefix("my ") in (
        "father",
        "mother",
        "husband",
        "wife",
    )
    return None if same else Clash("two different names", 0.8 if single else 0.5)


def _never(now: Claim, then: Claim) -> Clash | None:
    """Done, and then never done, is stronger than the other way round: it may have been
    done since.
    """
    if now.value == then.value:
        return None
    return Clash("never and once", 0.85 if not now.value else 0.7)


def _having(now: Claim, then: Claim) -> Clash | None:
    if now.value == then.value:
        return None
    denied, stated = (then, now) if now.value else (now, then)
    same_time = denied.past == stated.past or denied.always
    return (
        Clash("has and has not", 0.85 if now.predicate in KIN.values() else 0.6)
        if same_time
        else None
    )


def _liking(now: Claim, then: Claim) -> Clash | None:
    return (
        Clash("likes and dislikes", 0.8)
        if now.value != then.value and now.past == then.past
        else None
    )


def _being(now: Claim, then: Claim) -> Clash | None:
    return (
        Clash("is and is not", 0.75) if now.value != then.value and now.past == then.past else None
    )


CLASHES: Mapping[ClaimSlot, Judge] = {
    "year": _years,
    "age": _ages,
    "count": _counts,
    "place": _places,
    "name": _names,
    "ever": _never,
    "has": _having,
    "likes": _liking,
    "role": _being,
}
