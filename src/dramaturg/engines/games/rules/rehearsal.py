"""A rehearsal: a game with every round reduced to one question for all its points, to be won or
lost.

Where a play can go does not depend on what is asked in a round, so this is what the course of a
game is proven on. It can be made of a plan too, before there is any content.
"""

from __future__ import annotations

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
from dramaturg.engines.games.base.plan import GamePlan, ScenePlan
from dramaturg.engines.games.rules.assemble import mode_transitions, scene_transitions

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
