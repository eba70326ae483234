"""Building a game: from a design to a validated plan, beside pydantic's bare validation of the same
document.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

from bench.measure import Cost, in_rounds, metered
from bench.report import Finding, at_most, micros
from dramaturg.engines.games.make.build import plan_game
from dramaturg.engines.games.make.read_design import GameDesignDocument, read_design

BUILDS = 100
ROUNDS = 25
SCENES = 6
ORGANS = ("heart", "lung", "kidney", "liver", "stomach", "brain")
PARTS = (
    "artery",
    "vein",
    "nerve",
    "wall",
    "valve",
    "chamber",
    "lining",
    "duct",
    "gland",
    "lobe",
    "stem",
    "capsule",
)


def findings() -> Iterator[Finding]:
    document = design()
    if planned(document) != SCENES * 5:
        raise AssertionError("The design is not what the benchmark says it is.")
    text = json.dumps(document)
    ours, bare, ours_text, bare_text = in_rounds(
        ROUNDS,
        _doing(lambda: planned(document)),
        _doing(lambda: GameDesignDocument.model_validate(document)),
        _doing(lambda: planned(text)),
        _doing(lambda: GameDesignDocument.model_validate_json(text)),
    )
    yield Finding(
        "30 mechanics from values, beside bare pydantic validation",
        ours.wall,
        bare.wall,
        micros,
        at_most(3),
    )
    yield Finding(
        "30 mechanics from text, beside bare pydantic validation",
        ours_text.wall,
        bare_text.wall,
        micros,
        at_most(3),
    )


def _doing(work: Callable[[], object]) -> Callable[[], Cost]:
    def contender() -> Cost:
        with metered() as cost:
            for _ in range(BUILDS):
                work()
        return cost.over(BUILDS)

    return contender


def planned(source: dict[str, Any] | str) -> int:
    """Read leniently, lint, build, validate; how many mechanics there are, if nothing at all was
    found wrong.
    """
    read = read_design(source)
    if read.design is None or read.issues:
        return 0
    result = plan_game(read.design)
    return 0 if result.issues else sum(len(scene.mechanics) for scene in result.plan.scenes)


# ── the document: every field is there, as a designer would fill it in ────────────────────────────


def design() -> dict[str, Any]:
    scenes = [scene(number, organ) for number, organ in enumerate(ORGANS)]
    return {
        "title": "Six organs and what they are made of",
        "subject": "Anatomy",
        "difficulty": "intermediate",
        "estimated_duration_minutes": 25,
        "narrative_intro": "You are on your first round through the ward, and everyone has a question for you.",
        "completion_message": "You know your way around six organs now.",
        "all_zone_labels": [label for scene in scenes for label in scene["zone_labels"]],
        "distractor_labels": ["petal", "gill", "antenna"],
        "label_hierarchy": {
            f"{organ} wall": [f"{organ} lining", f"{organ} nerve"] for organ in ORGANS
        },
        "scenes": scenes,
    }


def scene(number: int, organ: str) -> dict[str, Any]:
    labels = [f"{organ} {part}" for part in PARTS]
    return {
        "title": f"The {organ}",
        "learning_goal": f"Name the parts of the {organ}, say what each does, and in which order they act.",
        "narrative_intro": f"A model of the {organ} stands on the table.",
        "zone_labels": labels,
        "needs_diagram": True,
        "image_spec": {
            "description": f"Cross-section of a {organ}",
            "must_include_structures": labels,
            "form": "nested",
            "style": "calm",
        },
        "mechanics": [
            {
                **mechanic("drag_drop", labels, 12),
                "advance_trigger": "score_threshold",
                "advance_trigger_value": 0.75,
            },
            {
                **mechanic("click_to_identify", labels[:8], 8),
                "children": [
                    mechanic("description_matching", labels[:6], 6),
                    mechanic("sequencing", labels[2:8], 6),
                ],
            },
            {**mechanic("memory_match", labels[4:], 8), "is_timed": True, "time_limit_seconds": 90},
        ],
        "transition_to_next": "score_gate" if number < SCENES - 1 else "auto",
        "transition_min_score_pct": 0.6 if number < SCENES - 1 else None,
    }


def mechanic(kind: str, labels: list[str], count: int) -> dict[str, Any]:
    return {
        "mechanic_type": kind,
        "instruction_text": f"Work through all {count} of them, one after the other.",
        "zone_labels_used": labels,
        "content_brief": {
            "generation_goal": f"{count} items that tell these parts apart by what they do",
            "key_concepts": labels[:6],
            "prompt_style": "function",
            "notes": "Short sentences; no Latin where a plain word will do.",
        },
        "expected_item_count": count,
        "points_per_item": 10,
        "advance_trigger": "completion",
        "advance_trigger_value": None,
        "is_timed": False,
        "time_limit_seconds": None,
        "children": None,
    }
