"""Settling: a move's events, and what the player's side should show."""

from __future__ import annotations

from collections.abc import Iterator

from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.base.state import Entered, Finished, GameEvent, GameState, apply
from dramaturg.engines.games.decide import Ruling
from dramaturg.engines.games.rules.play import total_points
from dramaturg.turn.contract import Cue, Decision, Settlement
from dramaturg.turn.engine import fold


def settle(
    seen: GameState, decision: Decision[Ruling], blueprint: Blueprint
) -> Settlement[GameEvent]:
    events = decision.directive.events
    after = fold(apply, events, seen)
    score = Cue(
        "Score", {"points": total_points(blueprint, after), "of": blueprint.total_max_score}
    )
    return Settlement(events, (*cues(events), score), decision.reason)


def cues(events: tuple[GameEvent, ...]) -> Iterator[Cue]:
    """What to show beside the line."""
    for event in events:
        match event:
            case Entered(scene, mechanic):
                yield Cue("Round", {"scene": scene, "mechanic": mechanic})
            case Finished(points):
                yield Cue("End", {"points": points})
