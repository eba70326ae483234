"""Deciding: what the rules of play make of a move, and why."""

from __future__ import annotations

from dataclasses import dataclass

from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.base.state import (
    Answered,
    Ended,
    Finished,
    GameEvent,
    GameState,
    Passed,
    Retried,
    SceneEnded,
)
from dramaturg.engines.games.perceive import move_of
from dramaturg.engines.games.rules.play import PATIENCE, step
from dramaturg.turn.contract import Decision, Percept


@dataclass(frozen=True, slots=True)
class Ruling:
    """What a move brings about."""

    events: tuple[GameEvent, ...]


def decide(seen: GameState, percept: Percept[GameEvent], blueprint: Blueprint) -> Decision[Ruling]:
    """Raises Refused for a move that the rules do not allow."""
    move = move_of(percept)
    events = step(blueprint, seen, move)
    reasons = [reason for event in events if (reason := _reason(event, seen))]
    return Decision(Ruling(events), "; ".join(reasons) or f"{move.do}: nothing to judge")


def _reason(event: GameEvent, before: GameState) -> str | None:
    match event:
        case Answered(item=item, right=True, points=points):
            return f"{item} is right: {points} points"
        case Answered(item=item, settled=True):
            return f"{item} is wrong, and its attempts are used up"
        case Answered(item=item, charged=charged):
            return f"{item} is wrong" + ("" if charged else ", which costs nothing")
        case Ended(mechanic, how, points, exit, met):
            gate = (
                "its way out is open"
                if met
                else f"its way out is shut ({before.unmet.get(exit, 0) + 1} of {PATIENCE} tries)"
            )
            return f"{mechanic} ended ({how}) with {points} points; {gate}"
        case Passed(exit=exit, waived=True):
            return f"{exit} was left although it was not met: waived"
        case Retried(mechanics):
            return f"another try at {', '.join(mechanics)}"
        case SceneEnded(scene, points, met):
            return f"{scene} ended with {points} points" + (
                "" if met else ", not enough for its gate"
            )
        case Finished(points):
            return f"finished with {points} points"
    return None
