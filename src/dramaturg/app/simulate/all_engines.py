"""Sessions of every kind in one simulation: so many of each, with everybody there is, in turn."""

from __future__ import annotations

from dataclasses import dataclass

from dramaturg.content.library import Library
from dramaturg.engines.games.simulate import WantedGames, plan_games
from dramaturg.engines.interviews.simulate import WantedInterviews, plan_interviews
from dramaturg.engines.memoir.simulate import WantedMemoirs, plan_memoirs
from dramaturg.engines.sims.simulate import WantedSims, plan_sims
from dramaturg.engines.simulation import AnyPlan


@dataclass(frozen=True, slots=True)
class WantedAll:
    """So many sessions of every kind; `turns` is the length of an interview and of a memoir's one
    sitting.
    """

    count: int = 50
    turns: int = 6
    seed: int = 1


def plan_all(library: Library, wanted: WantedAll) -> list[AnyPlan]:
    count, seed, turns = wanted.count, wanted.seed, wanted.turns
    return [
        plan_sims(library, WantedSims(count=count, seed=seed)),
        plan_interviews(library, WantedInterviews(count=count, seed=seed, turns=turns)),
        plan_memoirs(library, WantedMemoirs(count=count, seed=seed, turns=turns, sittings=1)),
        plan_games(library, WantedGames(count=count, seed=seed)),
    ]
