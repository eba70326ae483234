"""What became of simulated plays: points, moves, hints and tries, in figures."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.base.state import Answered, Ended, GameState, Hinted, Retried
from dramaturg.engines.games.engine import GameRecord
from dramaturg.engines.games.rules.play import total_points

FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class GameRun:
    """One play. The same seed gives the same player."""

    game: str
    player: str
    seed: int
    timed: bool = True

    def chance(self, purpose: str) -> Random:
        return Random(f"{self.seed} {self.game} {self.player} {purpose}")


@dataclass(frozen=True, slots=True)
class GameOutcome:
    """One play in figures. `time_ups` counts rounds that a clock ended, `waived` ways out that were
    taken without being met.

    `misconceptions` counts wrong beliefs that showed, `played` the seconds on the play's own clock.
    """

    run: GameRun
    ending: str
    moves: int
    points: int
    of: int
    answers: int
    right: int
    hints: int
    retries: int
    time_ups: int
    waived: int
    misconceptions: int
    played: float

    @property
    def share(self) -> float:
        return self.points / self.of


def outcome(
    run: GameRun, blueprint: Blueprint, records: Sequence[GameRecord], state: GameState
) -> GameOutcome:
    events = [event for record in records for event in record.events]
    answers = [event for event in events if isinstance(event, Answered)]
    return GameOutcome(
        run=run,
        ending=state.phase,
        moves=len(records) - 1,
        points=total_points(blueprint, state),
        of=blueprint.total_max_score,
        answers=len(answers),
        right=sum(answer.right for answer in answers),
        hints=sum(isinstance(event, Hinted) for event in events),
        retries=sum(isinstance(event, Retried) for event in events),
        time_ups=sum(isinstance(event, Ended) and event.how == "time" for event in events),
        waived=len(state.waived),
        misconceptions=len(set(state.misconceptions)),
        played=state.clock,
    )


def figures(found: GameOutcome) -> Mapping[str, float]:
    """What can be compared of a play. `points` is the share of all there are, `right` that of the
    answers given.
    """
    return {
        "points": found.share,
        "moves": found.moves,
        "hints": found.hints,
        "retries": found.retries,
        "time_ups": found.time_ups,
        "waived": found.waived,
        "misconceptions": found.misconceptions,
        "minutes": found.played / 60,
        **({"right": found.right / found.answers} if found.answers else {}),
    }
