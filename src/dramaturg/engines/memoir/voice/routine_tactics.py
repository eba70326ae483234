"""Routine: what a listener does next where nothing is prescribed. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from dramaturg.data_files import load
from dramaturg.engines.memoir.base.artifacts import Artifacts, PersonaName, Tactic, Teller
from dramaturg.engines.memoir.base.conduct import TurnConduct
from dramaturg.engines.memoir.base.state import MemoirState
from dramaturg.engines.memoir.voice import untold_periods as periods
from dramaturg.engines.memoir.voice.follow_ups import (
    NOTHING,
    FollowUp,
    next_period,
    of_the_passage,
    of_the_story,
)
from dramaturg.engines.memoir.voice.heard import heard_in
from dramaturg.engines.memoir.voice.templates import draw, usable, with_holes

IN_A_ROW = 2  # times a tactic, or a shape of line, may be used
RECENTLY, JITTER = {"floor": 0.8, "back": 1.4}, 0.9
TIRES = 2.0  # what a tactic loses that was used last, of other shapes than those in RECENTLY


@dataclass(frozen=True, slots=True)
class Move:
    """What shape of line a tactic makes, and how well it fits what was heard."""

    shape: str = "question"
    fits: dict[str, float] = field(default_factory=lambda: {"any": 1.0})


MOVES: Mapping[str, Move] = load(__file__, "moves.yaml", dict[str, Move])
OTHER = Move()


def best(
    seen: MemoirState, conduct: TurnConduct, artifacts: Artifacts, teller: Teller
) -> tuple[Tactic, FollowUp]:
    """What fits best what was just said, not the same way again."""
    heard = heard_in(seen, conduct)
    tactics = _open_ones(seen, conduct, artifacts)
    takes = tuple(_takes(seen, conduct, teller))
    found: tuple[float, Tactic, FollowUp] | None = None
    for tactic in tactics:
        for take in takes:
            worth = _worth(seen, tactic, take, heard)
            if worth is not None and (found is None or worth > found[0]):
                found = worth, tactic, take
    return found[1:] if found else (_needing_nothing(seen, tactics), NOTHING)


def _needing_nothing(seen: MemoirState, tactics: tuple[Tactic, ...]) -> Tactic:
    """Where all that fits is used up: whatever can be said without a story, the plainest first."""
    alone = [tactic for tactic in tactics if with_holes(tactic, ())] or list(tactics)
    rested = [tactic for tactic in alone if usable(seen, tactic, {})] or alone
    floor = [tactic for tactic in rested if shape_of(tactic.name) == "floor"] or rested
    return floor[draw(seen, "any") % len(floor)]


def shape_of(tactic: str) -> str:
    return MOVES.get(tactic, OTHER).shape


def _open_ones(seen: MemoirState, conduct: TurnConduct, artifacts: Artifacts) -> tuple[Tactic, ...]:
    """Those of the depth and the phase; no shape of line three times running."""
    routine = routine_of(artifacts, conduct.persona)
    deep = [
        tactic
        for tactic in routine
        if conduct.depth_after in tactic.levels
        and (not tactic.phases or conduct.phase in tactic.phases)
    ]
    lately = [shape_of(name) for name in seen.tactics[-IN_A_ROW:]]
    free = [
        tactic
        for tactic in deep
        if lately != [shape_of(tactic.name)] * IN_A_ROW
        and not (tactic.once and any(template in seen.templates for template in tactic.templates))
    ]
    return tuple(free or deep or routine)


def routine_of(artifacts: Artifacts, persona: PersonaName) -> tuple[Tactic, ...]:
    """The style's tactics for everyday turns; those of EMPATHY_BASE where it has none."""
    profiles = artifacts.personas.by_name
    own = tuple(tactic for tactic in profiles[persona].tactics if tactic.routine)
    return own or tuple(tactic for tactic in profiles["EMPATHY_BASE"].tactics if tactic.routine)


def _takes(seen: MemoirState, conduct: TurnConduct, teller: Teller) -> Iterator[FollowUp]:
    """Everything that could be taken up, and nothing."""
    yield NOTHING
    yield from of_the_passage(seen, conduct)
    yield from of_the_story(seen)
    yield from next_period(seen, teller, "period", besides=periods.current(seen, conduct.topic))


def _worth(
    seen: MemoirState, tactic: Tactic, take: FollowUp, heard: frozenset[str]
) -> float | None:
    """How good it is to do this with that; None where it does not fit, or is used up."""
    fits = MOVES.get(tactic.name, OTHER).fits
    fitting = [worth for kind, worth in fits.items() if kind in heard]
    if not fitting or not usable(seen, tactic, take.holes):
        return None
    worth = max(fitting) + JITTER * (draw(seen, tactic.name) % 1000) / 1000
    if tactic.name in seen.tactics:
        worth -= RECENTLY.get(shape_of(tactic.name), TIRES) / (
            1 + seen.tactics[::-1].index(tactic.name)
        )
    return worth
