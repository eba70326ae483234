"""A recorded move of a game in a few words, and what the rules of another version of the game make
of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from dramaturg.engines.games.base.blueprint import Blueprint, Scene
from dramaturg.engines.games.base.moves import MoveRefused, move_words
from dramaturg.engines.games.base.state import Answered, Attempt, GameState, apply
from dramaturg.engines.games.engine import GameEngine, GameRecord
from dramaturg.engines.games.perceive import move_of
from dramaturg.engines.games.rules.play import is_complete
from dramaturg.turn.engine import fold
from dramaturg.turn.migration import TurnChoice, Undecidable

WORDS = ("move", "right", "points", "mechanic", "phase")
COUNTED = ("right", "points", "mechanic", "phase")
PLACE = "mechanic"
PLAIN: tuple[str, ...] = ("mechanic",)
ENDING: tuple[str, tuple[str, ...]] = ("phase", ("finished",))
CARRIED_ALONG = True


def choice(seen: GameState, record: GameRecord) -> TurnChoice:
    """The move, how much of it was right and what that gave, and in which mechanic and phase the
    play is then.
    """
    if record.decision is None:
        return TurnChoice(reason=record.settlement.reason)
    events = record.decision.directive.events
    answered = [event for event in events if isinstance(event, Answered)]
    after = fold(apply, events, seen)
    words = {
        "move": move_words(move_of(record.percept)),
        "right": f"{sum(event.right for event in answered)} of {len(answered)}" if answered else "",
        "points": str(sum(event.points for event in answered)) if answered else "",
        "mechanic": after.mechanic,
        "phase": after.phase,
    }
    return TurnChoice({name: word for name, word in words.items() if word}, record.decision.reason)


def redecided(engine: GameEngine, state: GameState, record: GameRecord) -> GameRecord:
    """What the rules make of the recorded move; `state` is the one before it. Raises
    Undecidable.
    """
    assert record.draft is not None  # only a turn with a decision is decided anew
    move = move_words(move_of(record.percept))
    if lacking := next(_lacking(engine.blueprint, state), None):
        raise Undecidable(
            TurnChoice(
                {"move": move, "mechanic": state.mechanic, "phase": lacking},
                f"this version has {lacking}",
            )
        )
    try:
        decision = engine.decide(state, record.percept)
    except MoveRefused as refused:
        words = {"move": move, "mechanic": state.mechanic, "phase": "refused"}
        raise Undecidable(TurnChoice(words, str(refused))) from refused
    settlement = engine.settle(state, record.percept, decision, record.draft, record.verdict)
    return replace(record, decision=decision, settlement=settlement)


def _lacking(blueprint: Blueprint, state: GameState) -> Iterator[str]:
    """What the play needs at its place and does not find."""
    scene = blueprint.by_scene.get(state.scene)
    if scene is None:
        yield f"no scene {state.scene}"
    elif state.mechanic not in scene.rounds:
        yield f"no mechanic {state.mechanic}"
    elif state.exit and state.exit not in scene.way_out:
        yield f"no mechanic {state.exit}"
    elif state.phase == "playing":
        yield from _lacking_in_round(scene, state)


def _lacking_in_round(scene: Scene, state: GameState) -> Iterator[str]:
    round, attempt = scene.rounds[state.mechanic], state.trying
    places = {
        *round.by_id,
        *(moment.id for moment in round.moments),
        *(ending.id for ending in round.endings),
    }
    touched = (*attempt.settled, *attempt.attempts, *((attempt.moment,) if attempt.moment else ()))
    yield from (f"no item {name}" for name in touched if name not in places)
    yield from (
        f"no attempt left at {name}"
        for name in _used_up(attempt, len(round.credit))
        if name in round.by_id
    )
    if is_complete(round, attempt):
        yield f"nothing left to do in {state.mechanic}"
    clocks = (edge.judged_over[0] for edge in scene.clocks if state.mechanic in edge.judged_over)
    yield from (f"a clock that starts with {name}" for name in clocks if name not in state.tries)


def _used_up(attempt: Attempt, most: int) -> Iterator[str]:
    return (
        name
        for name, number in attempt.attempts.items()
        if number >= most and name not in attempt.settled
    )
