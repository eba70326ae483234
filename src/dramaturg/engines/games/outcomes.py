"""What became of simulated plays: points, moves, hints and tries, in figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import mean

from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.base.state import Answered, Ended, GameState, Hinted, Retried
from dramaturg.engines.games.engine import GameRecord
from dramaturg.engines.games.rules.play import total_points

FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class Run:
    """One play. The same seed gives the same player."""

    game: str
    player: str
    seed: int
    timed: bool = True

    def chance(self, purpose: str) -> Random:
        return Random(f"{self.seed} {self.game} {self.player} {purpose}")


@dataclass(frozen=True, slots=True)
class Outcome:
    """One play in figures. `time_ups` counts rounds that a clock ended, `waived` ways out that were
    taken without being met.

    `misconceptions` counts wrong beliefs that showed, `played` the seconds on the play's own clock.
    """

    run: Run
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
    run: Run, blueprint: Blueprint, records: Sequence[GameRecord], state: GameState
) -> Outcome:
    events = [event for record in records for event in record.events]
    answers = [event for event in events if isinstance(event, Answered)]
    return Outcome(
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


def figures(found: Outcome) -> Mapping[str, float]:
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


@dataclass(frozen=True, slots=True)
class Summary:
    """Many plays in a few figures: means, and `most_moves` of all."""

    plays: int
    finished: float
    points: float
    moves: float
    most_moves: int
    right: float
    hints: float
    retries: float
    time_ups: float
    waived: float
    misconceptions: float
    minutes: float
    endings: Mapping[str, int]


def summary(outcomes: Sequence[Outcome]) -> Summary:
    return Summary(
        plays=len(outcomes),
        finished=mean(each.ending == FINISHED for each in outcomes),
        points=mean(each.share for each in outcomes),
        moves=mean(each.moves for each in outcomes),
        most_moves=max(each.moves for each in outcomes),
        right=sum(each.right for each in outcomes) / max(1, sum(each.answers for each in outcomes)),
        hints=mean(each.hints for each in outcomes),
        retries=mean(each.retries for each in outcomes),
        time_ups=mean(each.time_ups for each in outcomes),
        waived=mean(each.waived for each in outcomes),
        misconceptions=mean(each.misconceptions for each in outcomes),
        minutes=mean(each.played for each in outcomes) / 60,
        endings=Counter(each.ending for each in outcomes),
    )
