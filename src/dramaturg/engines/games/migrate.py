"""Moving a play to another version of its game: what it stands on, its names replaced, and why it
cannot simply go on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from dramaturg.engines.games.base.blueprint import worth
from dramaturg.engines.games.base.state import MECHANIC, SCENE, TRY
from dramaturg.engines.games.base.state import moved as moved  # noqa: PLC0414 - the kit asks for it here
from dramaturg.engines.kit import Owners
from dramaturg.turn.migration import Item, Worry

if TYPE_CHECKING:
    from dramaturg.engines.games.base.blueprint import Round, Scene
    from dramaturg.engines.games.base.state import Attempt, GameState
    from dramaturg.engines.games.engine import GameEngine


ROUND = "scenes[].mechanics[mechanicId]"

NAMED: Mapping[str, str] = {
    "scenes[sceneId]": SCENE,
    "scenes[].zones[id]": "zone",
    ROUND: MECHANIC,
    f"{ROUND}.items[id]": "item",
    f"{ROUND}.choices[id]": "choice",
    f"{ROUND}.distractors[id]": "distractor",
    f"{ROUND}.cards[id]": "card",
    f"{ROUND}.moments[id]": "moment",
    f"{ROUND}.moments[id].options[id]": "option",
    f"{ROUND}.endings[id]": "ending",
    f"{ROUND}.misconceptions[id]": "misconception",
}

PLACES: Mapping[str, str] = {MECHANIC: TRY}
"""Whoever goes on in a mechanic, be it the same, instead of going on with it, begins it anew."""

OWNER = ""


def owners(body: Mapping[str, Any]) -> Owners:
    """None: a session names everything as its content does."""
    return {}


def is_over(state: GameState) -> bool:
    return state.phase == "finished"


def stands_on(state: GameState) -> tuple[Item, ...]:
    """The scene, and in it the mechanic that is played, or whose way out is to be taken."""
    if state.phase in ("opening", "finished"):
        return ()
    at = {"playing": (state.mechanic,), "ended": (state.mechanic, state.exit)}.get(state.phase, ())
    return ((SCENE, state.scene), *((MECHANIC, name) for name in dict.fromkeys(at)))


# ── worries ───────────────────────────────────────────────────────────────────────────────────────


def worries(engine: GameEngine, state: GameState) -> tuple[Worry, ...]:
    """Why the play cannot simply go on with this engine."""
    if not stands_on(state):
        return ()
    scenes = engine.blueprint.by_scene
    if state.scene not in scenes:
        return (
            Worry(
                "gone",
                f"the play is in the scene {state.scene}, which is not there",
                (SCENE, state.scene),
                tuple(scenes),
            ),
        )
    scene = scenes[state.scene]
    rounds = {
        name: round for each in engine.blueprint.scenes for name, round in each.rounds.items()
    }
    return (*_places(scene, state), *_try(scene, state), *_points(rounds, state))


def _places(scene: Scene, state: GameState) -> Iterator[Worry]:
    for kind, name in stands_on(state):
        if kind == MECHANIC and name not in scene.rounds:
            message = (
                f"the play is at the mechanic {name}, which the scene {scene.scene_id} does not"
                " have"
            )
            yield Worry("gone", message, (MECHANIC, name), tuple(scene.rounds))


def _try(scene: Scene, state: GameState) -> Iterator[Worry]:
    """What the running try has that the mechanic does not have, or judges otherwise now; begun
    anew, it can be played.
    """
    round = scene.rounds.get(state.mechanic)
    if round is None or state.phase != "playing":
        return
    at = MECHANIC, state.mechanic
    for code, message in _misfits(round, state.trying):
        yield Worry(
            code, f"{message} in the running try at {state.mechanic}", at, (state.mechanic,)
        )
    for clock in scene.clocks:
        if state.mechanic in clock.judged_over and clock.judged_over[0] not in state.tries:
            message = (
                f"a clock runs over {state.mechanic} that began with {clock.judged_over[0]}, which"
                " was never played"
            )
            yield Worry("clock-never-began", message, at, (clock.judged_over[0],))


def _misfits(round: Round, attempt: Attempt) -> Iterator[tuple[str, str]]:
    moments = {moment.id: moment for moment in round.moments}
    known = {*round.by_id, *moments, *(extra.id for extra in round.distractors)}
    for name in dict.fromkeys((*attempt.settled, *attempt.attempts)):
        if name not in known:
            yield "item-gone", f"{name} was answered and is not there any more"
    for name, points in attempt.settled.items():
        if name in round.by_id and not _still_holds(round, attempt, name):
            yield (
                "judged-otherwise",
                f"{name} was settled with {points} points and is judged otherwise now",
            )
    for name, count in attempt.attempts.items():
        if (
            name in round.by_id
            and name not in attempt.settled
            and count >= len(round.credit)
            and not moments
        ):
            yield "no-attempt-left", f"{name} was tried {count} times, and no attempt is left"
    if moments and attempt.moment is not None and attempt.moment not in moments:
        yield "moment-gone", f"the story is at {attempt.moment}, where it cannot go on"
    if not moments and set(round.by_id) <= set(attempt.settled):
        yield "nothing-left", "everything is settled"


def _still_holds(round: Round, attempt: Attempt, name: str) -> bool:
    """Whether what settled an item would settle it so now. Of plays from before answers were kept,
    only points can be judged.
    """
    points, answer = attempt.settled[name], attempt.answers.get(name)
    if points > round.points_per_item or answer is None:
        return points <= round.points_per_item
    story = next((moment for moment in round.moments if moment.id == name), None)
    if story is not None:
        return any(
            option.id == answer and worth(round.points_per_item, option.credit) == points
            for option in story.options
        )
    was_right = points > 0 or attempt.attempts.get(name, 0) < len(round.credit)
    return was_right == (answer == round.by_id[name].answer)


def _points(rounds: Mapping[str, Round], state: GameState) -> Iterator[Worry]:
    """Points that a mechanic cannot bring any more."""
    for name in dict.fromkeys((*state.best, *state.tries)):
        if name in rounds and state.points_of(name) > rounds[name].max_score:
            message = (
                f"{name} has brought {state.points_of(name)} points, and brings"
                f" {rounds[name].max_score} at most now"
            )
            yield Worry("too-many-points", message, (MECHANIC, name), (name,))
