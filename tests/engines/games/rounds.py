"""Blueprints with made-up content for any plan, so that the rules of play can be tried on graphs
alone.
"""

from __future__ import annotations

import random
from typing import Any

from dramaturg.engines.games.base.blueprint import (
    Blueprint,
    Card,
    Choice,
    Ending,
    Feedback,
    Item,
    Misconception,
    Moment,
    Option,
    Round,
    Scene,
)
from dramaturg.engines.games.base.plan import GamePlan, MechanicPlan, ScenePlan
from dramaturg.engines.games.rules.assemble import mode_transitions, scene_transitions

FEEDBACK = Feedback(correct="Right.", incorrect="Wrong.", completion="Done.")


def blueprint_of(plan: GamePlan) -> Blueprint:
    return Blueprint(
        id="made_up",
        title=plan.title,
        subject=plan.subject,
        difficulty=plan.difficulty,
        estimated_duration_minutes=plan.estimated_duration_minutes,
        narrative_intro=plan.narrative_intro,
        completion_message=plan.completion_message,
        total_max_score=plan.total_max_score,
        scenes=tuple(_scene(scene) for scene in plan.scenes),
        scene_transitions=tuple(scene_transitions(plan)),
    )


def round_of(mode: str, count: int = 3, **changes: Any) -> Round:
    """A round of any mode with items i1, i2, ... and answers a1, a2, ..."""
    values = {
        "mechanic_id": "m1",
        "type": mode,
        "fingerprint": "f",
        "is_terminal": True,
        "instruction": "Do it.",
        "points_per_item": 10,
        "max_score": 10 * count,
        "credit": (1.0, 0.5, 0.25),
        "seed": 1,
        "feedback": FEEDBACK,
        **_content(mode, count),
        **changes,
    }
    return Round(**values)


def _scene(scene: ScenePlan) -> Scene:
    return Scene(
        scene_id=scene.scene_id,
        scene_number=scene.scene_number,
        title=scene.title,
        learning_goal=scene.learning_goal,
        max_score=scene.scene_max_score,
        starting_mechanic_id=scene.starting_mechanic_id,
        mechanics=tuple(_round(mechanic) for mechanic in scene.mechanics),
        mode_transitions=tuple(mode_transitions(scene)),
    )


def _round(mechanic: MechanicPlan) -> Round:
    timed = mechanic.is_timed
    return round_of(
        mechanic.mechanic_type,
        mechanic.expected_item_count,
        mechanic_id=mechanic.mechanic_id,
        type="timed_challenge" if timed else mechanic.mechanic_type,
        timed_challenge_wrapped_mode=mechanic.mechanic_type if timed else None,
        time_limit_seconds=mechanic.time_limit_seconds if timed else None,
        parent_mechanic_id=mechanic.parent_mechanic_id,
        is_terminal=mechanic.is_terminal,
        points_per_item=mechanic.points_per_item,
        max_score=mechanic.max_score,
    )


def _content(mode: str, count: int) -> dict[str, Any]:
    if mode == "branching_scenario":
        return _story(count)
    if mode == "memory_match":
        items = tuple(
            Item(id=f"i{n}", text=f"front {n}", answer=f"i{n}") for n in range(1, count + 1)
        )
        cards = [
            Card(id=f"c{2 * n + side}", text="card", item=f"i{n + 1}")
            for n in range(count)
            for side in (0, 1)
        ]
        random.Random(count).shuffle(cards)
        return {"items": items, "cards": tuple(cards)}
    answers = count if mode == "sequencing" else max(count, 2)
    choices = tuple(Choice(id=f"a{n}", text=f"answer {n}") for n in range(1, answers + 1))
    items = tuple(
        Item(
            id=f"i{n}",
            text=f"item {n}",
            answer=f"a{n}",
            hint="look",
            after=f"i{n // 2}" if mode == "hierarchical" and n > 1 else None,
        )
        for n in range(1, count + 1)
    )
    mistakes = (Misconception(id="mixed_up", item="i1", answer="a2", belief="b", correction="c"),)
    return {"items": items, "choices": choices, "misconceptions": mistakes}


def _story(count: int) -> dict[str, Any]:
    """Moments m1, m2, ... in a row; a fair option goes on as well, a poor one ends it badly."""
    moments = tuple(
        Moment(
            id=f"i{n}",
            situation="What now?",
            hint="look",
            options=(
                Option(id="poor", text="-", credit=0.0, consequence="Bad.", next="bad"),
                Option(
                    id="best",
                    text="+",
                    credit=1.0,
                    consequence="Good.",
                    next=f"i{n + 1}" if n < count else "good",
                ),
                Option(
                    id="fair",
                    text="~",
                    credit=0.5,
                    consequence="Well.",
                    next=f"i{n + 1}" if n < count else "good",
                ),
            ),
        )
        for n in range(1, count + 1)
    )
    endings = (
        Ending(id="good", text="Well done.", good=True),
        Ending(id="bad", text="Oh dear.", good=False),
    )
    items = tuple(Item(id=moment.id, text=moment.situation, answer="best") for moment in moments)
    return {"items": items, "moments": moments, "endings": endings}
