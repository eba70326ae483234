"""Expressing: what a player is told after a move. Every word of it stands in the blueprint or in
the tables below.
"""

from __future__ import annotations

from collections.abc import Iterator

from dramaturg.engines.games.base.blueprint import Blueprint, Round
from dramaturg.engines.games.base.state import (
    Answered,
    Ended,
    Entered,
    Finished,
    GameEvent,
    GameState,
    Hinted,
    Passed,
    SceneEnded,
    Went,
)
from dramaturg.engines.games.rules.explaining import SHOWN, why_wrong
from dramaturg.engines.games.rules.play import round_of

TIME_UP = "Time is up."
SHUT = "That is not enough to go on yet: try again."
SHUT_OPEN = "That is not enough, but you may go on anyway, or try again."
NOT_YET = (
    "You have come to the end with {points} of {most} points. What was missed is worth another"
    " play: it goes faster the second time."
)
ON_ANYWAY = "You go on without it."


def told(blueprint: Blueprint, before: GameState, events: tuple[GameEvent, ...]) -> str:
    """The lines after a move, as one text."""
    return "\n".join(line for event in events for line in _lines(blueprint, before, event) if line)


def _lines(blueprint: Blueprint, before: GameState, event: GameEvent) -> Iterator[str]:
    match event:
        case Entered(scene, mechanic):
            if scene != before.scene:
                yield blueprint.by_scene[scene].narrative_intro
            yield blueprint.by_scene[scene].rounds[mechanic].instruction
        case Answered() | Hinted() | Went():
            yield from _about_item(round_of(blueprint, before), event)
        case Ended():
            yield from _ended(round_of(blueprint, before), before, event)
        case Passed(waived=True):
            yield ON_ANYWAY
        case SceneEnded(scene=scene, met=False):
            yield SHUT if before.unmet.get(scene, 0) == 0 else SHUT_OPEN
        case Finished(points):
            yield _closing(blueprint, points)


def _closing(blueprint: Blueprint, points: int) -> str:
    """What the game promised, where it was shown; else how far somebody came, and the way on."""
    if points >= SHOWN * blueprint.total_max_score:
        return blueprint.completion_message
    return NOT_YET.format(points=points, most=blueprint.total_max_score)


def _about_item(round: Round, event: Answered | Hinted | Went) -> Iterator[str]:
    match event:
        case Answered():
            yield from _answered(round, event)
        case Hinted(item=name):
            moment = next((moment for moment in round.moments if moment.id == name), None)
            hint = moment.hint if moment else round.by_id[name].hint
            yield hint or "There is no hint for this one."
        case Went(to=to):
            places = {moment.id: moment.situation for moment in round.moments} | {
                end.id: end.text for end in round.endings
            }
            yield places[to]


def _answered(round: Round, event: Answered) -> Iterator[str]:
    why = list(why_wrong(round, event)) if not event.right else []
    if round.moments:
        yield from why or [_consequence(round, event)]
        return
    item, extra = (
        round.by_id.get(event.item),
        next((each for each in round.distractors if each.id == event.item), None),
    )
    if event.right:
        yield round.feedback.correct
    elif not why:
        yield round.feedback.incorrect
    yield from why
    if extra is not None:
        yield extra.explanation
    if item is not None and event.settled:
        yield item.explanation


def _consequence(round: Round, event: Answered) -> str:
    return next(
        option.consequence
        for moment in round.moments
        if moment.id == event.item
        for option in moment.options
        if option.id == event.answer
    )


def _ended(round: Round, before: GameState, event: Ended) -> Iterator[str]:
    if event.how == "time":
        yield TIME_UP
    elif event.how == "complete":
        yield round.feedback.completion
    if not event.met:
        yield SHUT if before.unmet.get(event.exit, 0) == 0 else SHUT_OPEN
