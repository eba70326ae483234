"""Saturation across interviews: how much each interview still brought that was new, and whether
there are enough of them.

Three ways to look at it. Guest, Namey and Chen (2020, doi 10.1371/journal.pone.0232076): what a run
of interviews brought, measured by what the first few, the base, brought together. Chao2: how many
codes there are at least, seen or not, from those that came up in one or two interviews only.
Coverage (Chao and Jost 2012): the share of all that would be said which falls under codes already
known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import repeat
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from dramaturg.kernel.errors import BadInput

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Counts = NDArray[np.int64]

COVERED = 0.9  # nine of ten things that would be said are known

Interviews = Sequence[tuple[str, frozenset[str]]]
"""Each interview's name and the codes in it, in the order they were held."""


@dataclass(frozen=True, slots=True)
class SaturationRun:
    """Interviews `first` to `last`, counted from 1: the codes nobody before them had, by number and
    as a share of the base's.
    """

    first: int
    last: int
    new: int
    share: float | None


@dataclass(frozen=True, slots=True)
class GuestRuns:
    """Base, runs and threshold. `reached_at`: so many interviews were held when the first run at
    the threshold or below it ended.

    Runs follow the base and slide by one (interviews 5 and 6, then 6 and 7); a code is new in a run
    when neither the base nor any interview before the run had it; the share is of the base's
    different codes. A base without codes has no shares.
    """

    base: int
    run: int
    threshold: float
    base_codes: int
    runs: tuple[SaturationRun, ...]
    reached_at: int | None


@dataclass(frozen=True, slots=True)
class Orders:
    """When the same interviews, held in other orders, would have reached it: `low` and `high` are
    the 5th and 95th percentile.

    An order that never reaches it counts as later than any; a percentile that falls among those is
    None.
    """

    orders: int
    seed: int
    reached: float | None
    low: int | None
    median: int | None
    high: int | None


@dataclass(frozen=True, slots=True)
class Reason:
    """One figure behind the answer, and whether it speaks for stopping."""

    text: str
    holds: bool


@dataclass(frozen=True, slots=True)
class Enough:
    """Whether the interviews are enough: yes when every reason holds."""

    answer: Literal["yes", "not yet", "cannot say"]
    sentence: str
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class StudySaturation:
    """`frequency`: in how many interviews each code is, the most frequent first.

    `chao2` is a lower bound: there are at least about so many codes. `completeness` is the share of
    them that was found.
    """

    interviews: tuple[str, ...]
    new: tuple[int, ...]
    cumulative: tuple[int, ...]
    frequency: Mapping[str, int]
    guest: GuestRuns
    orders: Orders
    chao2: float | None
    coverage: float | None
    completeness: float | None
    enough: Enough


def saturation(
    interviews: Interviews,
    base: int = 4,
    run: int = 2,
    threshold: float = 0.05,
    orders: int = 1000,
    seed: int = 0,
) -> StudySaturation:
    """What the interviews say about saturation, in the order given and in `orders` random ones.
    Raises BadInput.

    `saturation([("R1", frozenset({"taste", "price"})), ("R2", frozenset({"taste"}))]).new` is
    `(2, 0)`: the second interview brought nothing new.
    """
    _refuse(base, run, threshold)
    codes, number = [codes for _, codes in interviews], len(interviews)
    new, counted = _new_codes(codes), Counter(code for each in codes for code in each)
    frequency = {code: counted[code] for code in sorted(counted, key=lambda it: (-counted[it], it))}
    guest = _guest(new, base, run, threshold)
    chao2, coverage = _chao2(frequency, number), _coverage(frequency, number)
    return StudySaturation(
        interviews=tuple(name for name, _ in interviews),
        new=tuple(new.tolist()),
        cumulative=tuple(np.cumsum(new).tolist()),
        frequency=frequency,
        guest=guest,
        orders=_orders(codes, guest, orders, seed),
        chao2=chao2,
        coverage=coverage,
        completeness=len(frequency) / chao2 if chao2 else None,
        enough=_enough(guest, coverage, number),
    )


def saturation_json(found: StudySaturation) -> dict[str, Any]:
    """As `study saturation --json` prints it."""
    guest = asdict(found.guest)
    return {
        "new": list(found.new),
        "cumulative": list(found.cumulative),
        "guest": {key: guest[key] for key in ("base", "run", "threshold", "reached_at")},
        "chao2": found.chao2,
        "coverage": found.coverage,
        "completeness": found.completeness,
        "runs": list(guest["runs"]),
        "orders": asdict(found.orders),
        "frequency": dict(found.frequency),
        "enough": asdict(found.enough),
    }


def _refuse(base: int, run: int, threshold: float) -> None:
    faults = {
        "the base is at least one interview": base < 1,
        "a run is at least one interview": run < 1,
        "the threshold is a share between 0 and 1, such as 0.05": not 0 <= threshold <= 1,
    }
    if any(faults.values()):
        raise BadInput("\n".join(fault for fault, holds in faults.items() if holds))


def _new_codes(interviews: Sequence[frozenset[str]]) -> Counts:
    seen: set[str] = set()
    new = np.zeros(len(interviews), dtype=np.int64)
    for place, codes in enumerate(interviews):
        new[place] = len(codes - seen)
        seen |= codes
    return new


# ── Guest, Namey and Chen ─────────────────────────────────────────────────────────────────────────


def _guest(new: Counts, base: int, run: int, threshold: float) -> GuestRuns:
    codes, in_runs = _base_and_runs(new, base, run)
    runs = tuple(
        SaturationRun(base + place + 1, base + place + run, count, count / codes if codes else None)
        for place, count in enumerate(in_runs.tolist())
    )
    return GuestRuns(base, run, threshold, codes, runs, _reached(new, base, run, threshold) or None)


def _base_and_runs(new: Counts, base: int, run: int) -> tuple[int, Counts]:
    """The codes of the base, and the new ones of each run."""
    held = np.concatenate([np.zeros(1, dtype=np.int64), np.cumsum(new)])
    after_base = held[base:]
    return (
        int(held[min(base, len(new))]),
        after_base[run:] - after_base[: max(len(after_base) - run, 0)],
    )


def _reached(new: Counts, base: int, run: int, threshold: float) -> int:
    """After how many interviews the threshold was reached; 0 when it never was."""
    base_codes, in_runs = _base_and_runs(new, base, run)
    low = in_runs / max(base_codes, 1) <= threshold
    return int(low.argmax()) + base + run if base_codes and low.any() else 0


# ── the same in other orders ──────────────────────────────────────────────────────────────────────


def _orders(
    interviews: Sequence[frozenset[str]], guest: GuestRuns, orders: int, seed: int
) -> Orders:
    if len(interviews) < guest.base + guest.run or orders < 1:
        return Orders(orders, seed, None, None, None, None)
    in_orders = _new_in_random_orders(interviews, orders, np.random.default_rng(seed))
    reached = np.array([_reached(new, guest.base, guest.run, guest.threshold) for new in in_orders])
    never = len(interviews) + 1
    at = np.percentile(np.where(reached > 0, reached, never), (5, 50, 95), method="inverted_cdf")
    low, median, high = (int(each) if each < never else None for each in at)
    return Orders(orders, seed, float((reached > 0).mean()), low, median, high)


def _new_in_random_orders(
    interviews: Sequence[frozenset[str]], orders: int, chance: np.random.Generator
) -> Iterator[Counts]:
    """New codes per interview, one order after the other. A code is new where the first of its
    interviews comes to stand.
    """
    holders: dict[str, list[int]] = {}
    for place, codes in enumerate(interviews):
        for code in sorted(codes):
            holders.setdefault(code, []).append(place)
    if not holders:
        yield from repeat(np.zeros(len(interviews), dtype=np.int64), orders)
        return
    flat = np.concatenate([np.array(held) for held in holders.values()])
    begins = np.cumsum([0, *map(len, holders.values())])[:-1]
    for _ in range(orders):
        stands_at = chance.permutation(len(interviews))
        yield np.bincount(np.minimum.reduceat(stands_at[flat], begins), minlength=len(interviews))


# ── how many codes there are ──────────────────────────────────────────────────────────────────────


def _unseen(frequency: Mapping[str, int], interviews: int) -> float:
    """How many codes nobody mentioned yet, at least: ((m - 1) / m) Q1² / (2 Q2), bias-corrected
    where Q2 is 0.

    Q1 codes are in one of the m interviews, Q2 in two.
    """
    once, twice = _in_exactly(frequency, 1), _in_exactly(frequency, 2)
    pairs = once * once / (2 * twice) if twice else once * (once - 1) / 2
    return (interviews - 1) / interviews * pairs


def _in_exactly(frequency: Mapping[str, int], interviews: int) -> int:
    return sum(count == interviews for count in frequency.values())


def _chao2(frequency: Mapping[str, int], interviews: int) -> float | None:
    """None with fewer than two interviews: one says nothing about what others would say."""
    return len(frequency) + _unseen(frequency, interviews) if interviews > 1 else None


def _coverage(frequency: Mapping[str, int], interviews: int) -> float | None:
    """1 - (Q1 / U) × m Q0 / (m Q0 + Q1), U being all mentions of a code by an interview and Q0 what
    was not seen.

    With Q0 put in, that is Chao and Jost's 1 - (Q1 / U) × (m - 1) Q1 / ((m - 1) Q1 + 2 Q2). None
    without codes or with fewer than two interviews.
    """
    if interviews < 2 or not frequency:
        return None
    once = _in_exactly(frequency, 1)
    if not once:
        return 1.0
    unseen = interviews * _unseen(frequency, interviews)
    return 1 - once / sum(frequency.values()) * unseen / (unseen + once)


# ── enough? ───────────────────────────────────────────────────────────────────────────────────────


def _enough(guest: GuestRuns, coverage: float | None, interviews: int) -> Enough:
    needed, verb = guest.base + guest.run, "was" if interviews == 1 else "were"
    if interviews < needed:
        told = f"of the {needed} interviews it takes to judge, {interviews} {verb} held"
        return Enough("cannot say", f"Cannot say: {told}.")
    if not guest.base_codes or coverage is None:
        told = f"the first {guest.base} interviews have no codes to measure by"
        return Enough("cannot say", f"Cannot say: {told}.")
    reasons = tuple(_reasons(guest, coverage))
    against = "; ".join(reason.text for reason in reasons if not reason.holds)
    if against:
        return Enough("not yet", f"Not yet, after {interviews} interviews: {against}.", reasons)
    every = "; ".join(reason.text for reason in reasons)
    return Enough("yes", f"Yes, after {interviews} interviews: {every}.", reasons)


def _reasons(guest: GuestRuns, coverage: float) -> Iterator[Reason]:
    run = f"run of {guest.run} with at most {guest.threshold:.0%} new codes"
    reached = f"the first {run} ended with interview {guest.reached_at}"
    yield Reason(reached if guest.reached_at else f"there was no {run}", bool(guest.reached_at))
    newest, share = guest.runs[-1], guest.runs[-1].share or 0.0
    brought = f"the newest {guest.run} brought {newest.new} new"
    codes = f"{'code' if newest.new == 1 else 'codes'} ({share:.0%} of the base's)"
    yield Reason(f"{brought} {codes}", share <= guest.threshold)
    covered = f"the codes cover about {100 * coverage:.3g}% of what would be said"
    yield Reason(f"{covered} ({COVERED:.0%} wanted)", coverage >= COVERED)
