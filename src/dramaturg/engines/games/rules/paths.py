"""The course of a game: every place between two rounds that a play can come to, found by playing by
the rules.

Each round is won, lost, left at once, or left to its clock. What lies between these leads nowhere
else, for a way out asks only how a round ended and whether the points are enough. Players go on as
soon as they may, and try again where they must.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from dramaturg.engines.games.base.blueprint import (
    Blueprint,
    Choice,
    Feedback,
    Item,
    ModeTransition,
    Round,
    Scene,
    SceneTransition,
)
from dramaturg.engines.games.base.moves import Move, Next
from dramaturg.engines.games.base.plan import GamePlan, ScenePlan
from dramaturg.engines.games.base.state import (
    Attempt,
    Ended,
    GameEvent,
    GameState,
    How,
    Passed,
    Phase,
    Retried,
    SceneEnded,
    ScenePassed,
    apply,
)
from dramaturg.engines.games.rules.assemble import mode_transitions, scene_transitions
from dramaturg.engines.games.rules.play import PATIENCE, advance, begin, deadlines
from dramaturg.engines.games.rules.players import Player, perfect, waiting, worst
from dramaturg.kernel.explore import Explored, explore
from dramaturg.turn.engine import fold

NO_CHANCE = Random(0)  # which the players here do not take


class CoursePlace(NamedTuple):
    """A state of play without what is of no consequence any more: other scenes, ways behind which
    nobody is sent back.
    """

    phase: Phase = "opening"
    timers: bool = True
    scene: str = ""
    mechanic: str = ""
    tries: tuple[
        tuple[str, float, How | None], ...
    ] = ()  # mechanic, how long ago it was entered, how it ended
    best: tuple[tuple[str, int], ...] = ()
    unmet: tuple[tuple[str, int], ...] = ()
    passed: frozenset[str] = frozenset()

    @property
    def state(self) -> GameState:
        tries = {name: Attempt(entered_at=-ago, how=how) for name, ago, how in self.tries}
        return GameState(
            phase=self.phase,
            timers=self.timers,
            scene=self.scene,
            mechanic=self.mechanic,
            tries=tries,
            best=dict(self.best),
            unmet=dict(self.unmet),
            passed=self.passed,
        )


@dataclass(frozen=True, slots=True)
class Course:
    """All places with the steps between them; and of the ways out that somebody comes to whether
    one is ever open.
    """

    world: Explored[CoursePlace]
    exits: Mapping[str, bool]


def course_of(blueprint: Blueprint) -> Course:
    """Every course of a blueprint whose parts fit. Raises ContentError when there are too many
    places to visit.
    """
    exits: dict[str, bool] = {}
    rehearsal = rehearsal_of(blueprint)

    def steps(place: CoursePlace) -> Iterator[tuple[str, CoursePlace]]:
        for label, events, to in _steps(rehearsal, place):
            for exit, is_open in _exits(events):
                exits[exit] = exits.get(exit, False) or is_open
            yield label, to

    return Course(explore(CoursePlace(), steps), exits)


Stepped = tuple[str, Sequence[GameEvent], CoursePlace]


def _steps(blueprint: Blueprint, place: CoursePlace) -> Iterator[Stepped]:
    if place.phase == "opening":
        for timers, label in (
            (True, "the play begins"),
            (False, "the play begins, without clocks"),
        ):
            if timers or _has_clocks(blueprint):
                events = begin(blueprint, timers)
                yield label, events, _place(blueprint, fold(apply, events, GameState()))
    elif place.phase == "playing":
        clocks = place.timers and any(deadlines(blueprint.by_scene[place.scene], place.state))
        for manner, player in MANNERS.items():
            if player is not waiting or clocks:
                yield _played(blueprint, place, manner, player)


def _has_clocks(blueprint: Blueprint) -> bool:
    return any(
        scene.clocks or any(round.time_limit_seconds for round in scene.mechanics)
        for scene in blueprint.scenes
    )


def _leaving(blueprint: Blueprint, state: GameState, chance: Random) -> Move:
    return Next() if state.phase == "playing" else perfect(blueprint, state, chance)


MANNERS: Mapping[str, Player] = {
    "won": perfect,
    "lost": worst,
    "left at once": _leaving,
    "let the time run out": waiting,
}


def _played(blueprint: Blueprint, place: CoursePlace, manner: str, player: Player) -> Stepped:
    """The round that is up, played in one manner, and all that follows until the next."""
    state, events, over = place.state, list[GameEvent](), False
    while not over or state.phase in ("ended", "between"):
        happened, state = advance(blueprint, state, player(blueprint, state, NO_CHANCE))
        events += happened
        over = over or any(isinstance(event, Ended) for event in happened)
    return (
        f"{place.mechanic}: {manner}, {_outcome(state, events)}",
        events,
        _place(blueprint, state),
    )


def _outcome(state: GameState, events: Sequence[GameEvent]) -> str:
    if any(isinstance(event, Retried) for event in events):
        return f"not enough: again from {state.mechanic}"
    anyway = (
        " all the same"
        if any(isinstance(event, Passed | ScenePassed) and event.waived for event in events)
        else ""
    )
    return f"the end{anyway}" if state.phase == "finished" else f"on to {state.mechanic}{anyway}"


def _exits(events: Sequence[GameEvent]) -> Iterator[tuple[str, bool]]:
    for event in events:
        match event:
            case Ended():
                yield event.exit, event.met
            case SceneEnded():
                yield event.scene, event.met


# ── what is of consequence ────────────────────────────────────────────────────────────────────────


def _place(blueprint: Blueprint, state: GameState) -> CoursePlace:
    if state.phase == "finished":
        return CoursePlace(phase="finished", timers=state.timers)
    scene = blueprint.by_scene[state.scene]
    onward = blueprint.onward.get(scene.scene_id)
    gated = onward is not None and onward.type == "score_gate"
    ahead = _judged_ahead(scene, state)
    returns = frozenset(scene.rounds) if gated else ahead  # where somebody can be sent back to
    scored = returns if gated else ahead & _scored(scene)
    return CoursePlace(
        "playing",
        state.timers,
        state.scene,
        state.mechanic,
        tries=tuple(
            (name, _ago(scene, state, name), state.tries[name].how)
            for name in sorted(ahead & state.tries.keys())
        ),
        best=tuple(
            (name, state.best[name])
            for name in sorted(scored & state.best.keys())
            if state.best[name]
        ),
        unmet=tuple(
            (name, min(count, PATIENCE))
            for name, count in sorted(state.unmet.items())
            if name in {*returns, state.scene}
        ),
        passed=state.passed & ahead,
    )


def _judged_ahead(scene: Scene, state: GameState) -> frozenset[str]:
    """The mechanics over which a way out is judged that nobody has taken yet, and the one that is
    up.
    """
    ahead = (
        edge.judged_over
        for edge in scene.mode_transitions
        if edge.from_mechanic_id not in state.passed
    )
    return frozenset({state.mechanic}.union(*ahead))


def _scored(scene: Scene) -> frozenset[str]:
    by_score = (
        edge.judged_over for edge in scene.mode_transitions if edge.trigger == "score_threshold"
    )
    return frozenset[str]().union(*by_score)


def _ago(scene: Scene, state: GameState, name: str) -> float:
    """How long ago a mechanic was entered, where a clock runs from there."""
    runs = any(
        edge.judged_over[0] == name and state.mechanic in edge.judged_over for edge in scene.clocks
    )
    return state.clock - state.tries[name].entered_at if runs else 0.0


# ── a game reduced ────────────────────────────────────────────────────────────────────────────────
# Every round becomes one question for all its points, to be won or lost: where a play can go does
# not depend on what is asked in it. So a plan has a course too, before there is any content.

RIGHT, WRONG = Choice(id="right", text=""), Choice(id="wrong", text="")
NOTHING_SAID = Feedback(correct="", incorrect="", completion="")


def rehearsal_of(blueprint: Blueprint) -> Blueprint:
    return _game(tuple(map(_reduced, blueprint.scenes)), blueprint.scene_transitions)


def planned_rehearsal(plan: GamePlan) -> Blueprint:
    """Of a plan without issues."""
    return _game(tuple(map(_planned, plan.scenes)), tuple(scene_transitions(plan)))


def _reduced(scene: Scene) -> Scene:
    rounds = (
        _question(round.mechanic_id, round.max_score, round.time_limit_seconds)
        for round in scene.mechanics
    )
    return _scene(scene.scene_id, scene.starting_mechanic_id, tuple(rounds), scene.mode_transitions)


def _planned(scene: ScenePlan) -> Scene:
    rounds = (
        _question(
            mechanic.mechanic_id,
            mechanic.max_score,
            mechanic.time_limit_seconds if mechanic.is_timed else None,
        )
        for mechanic in scene.mechanics
    )
    return _scene(
        scene.scene_id, scene.starting_mechanic_id, tuple(rounds), tuple(mode_transitions(scene))
    )


def _game(scenes: tuple[Scene, ...], transitions: tuple[SceneTransition, ...]) -> Blueprint:
    return Blueprint(
        id="rehearsal",
        title="",
        subject="",
        difficulty="",
        estimated_duration_minutes=1,
        narrative_intro="",
        completion_message="",
        total_max_score=sum(scene.max_score for scene in scenes),
        scenes=scenes,
        scene_transitions=transitions,
    )


def _scene(
    name: str, start: str, rounds: tuple[Round, ...], edges: tuple[ModeTransition, ...]
) -> Scene:
    return Scene(
        scene_id=name,
        scene_number=1,
        title="",
        learning_goal="",
        max_score=sum(round.max_score for round in rounds),
        starting_mechanic_id=start,
        mechanics=rounds,
        mode_transitions=edges,
    )


def _question(mechanic: str, points: int, limit: float | None) -> Round:
    return Round(
        mechanic_id=mechanic,
        type="drag_drop",
        fingerprint="",
        time_limit_seconds=limit,
        instruction="",
        points_per_item=points,
        max_score=points,
        credit=(1.0,),
        seed=0,
        items=(Item(id="question", text="", answer=RIGHT.id),),
        choices=(RIGHT, WRONG),
        feedback=NOTHING_SAID,
    )
