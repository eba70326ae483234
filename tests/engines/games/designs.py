"""Random designs for tests: sound ones, nested to depth 3 with all triggers, gates and timers, and
ways to spoil them.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from dramaturg.engines.games.base.design import (
    DIAGRAM_MECHANICS,
    DIFFICULTIES,
    ITEM_PER_LABEL,
    MAX_DEPTH,
    MECHANIC_TYPES,
    TRANSITION_TYPES,
    TRIGGERS,
    GameDesignDocument,
)

Document = dict[str, Any]
LABELS = tuple(
    f"{first} {second}"
    for first in ("Upper", "Lower", "Inner", "Outer")
    for second in ("ridge", "shelf", "gate", "bay")
)


def random_design(seed: int) -> GameDesignDocument:
    return GameDesignDocument.model_validate(random_document(Random(seed)))


def random_document(rng: Random) -> Document:
    """A design with every field, as JSON has it. It may have warnings, but no errors."""
    number = rng.choice((1, 1, 2, 2, 3, 4, 6))
    scenes = [_scene(rng, index, is_last=index == number - 1) for index in range(number)]
    labels = list(dict.fromkeys(label for scene in scenes for label in scene["zone_labels"]))
    return {
        "title": f"Game {rng.randrange(1000)}",
        "subject": "Coasts",
        "difficulty": rng.choice(DIFFICULTIES),
        "estimated_duration_minutes": rng.randint(1, 30),
        "narrative_intro": "A chart lies on the table.",
        "completion_message": "Land in sight.",
        "all_zone_labels": labels,
        "distractor_labels": rng.sample(("Crow's nest", "Anchor", "Bilge"), rng.randrange(3)),
        "label_hierarchy": {labels[0]: labels[1:3]} if rng.random() < 0.3 else None,
        "scenes": scenes,
    }


def _scene(rng: Random, index: int, is_last: bool) -> Document:
    labels = rng.sample(LABELS, rng.randint(2, 8))
    mechanics = _mechanics(rng, labels, 1)
    gate = rng.choice(TRANSITION_TYPES) if not is_last else "auto"
    return {
        "title": f"Stretch {index + 1}",
        "learning_goal": "Name what is there.",
        "narrative_intro": "",
        "zone_labels": labels,
        "needs_diagram": bool(_kinds(mechanics) & DIAGRAM_MECHANICS),
        "image_spec": {"description": "A coast", "must_include_structures": labels}
        if rng.random() < 0.5
        else None,
        "mechanics": mechanics,
        "transition_to_next": gate,
        "transition_min_score_pct": rng.choice((0.3, 0.6, 1.0)) if gate == "score_gate" else None,
    }


def _kinds(mechanics: list[Document]) -> set[str]:
    return {
        kind
        for each in mechanics
        for kind in (each["mechanic_type"], *_kinds(each["children"] or []))
    }


def _mechanics(rng: Random, labels: list[str], depth: int) -> list[Document]:
    number = rng.choice((1, 1, 2, 2, 3, 4)) if depth == 1 else rng.choice((1, 2, 2, 3))
    return [_mechanic(rng, labels, depth) for _ in range(number)]


def _mechanic(rng: Random, labels: list[str], depth: int) -> Document:
    kind = rng.choice(MECHANIC_TYPES)
    used = rng.sample(labels, rng.randint(1, len(labels)))
    trigger = rng.choice(TRIGGERS)
    limit = rng.choice((20, 60, 300)) if rng.random() < 0.3 else None
    nested = depth < MAX_DEPTH and rng.random() < 0.35
    return {
        "mechanic_type": kind,
        "instruction_text": rng.choice(("Find them.", "Put them in place.", "Which is which?")),
        "zone_labels_used": used,
        "content_brief": {
            "generation_goal": rng.choice(("what each is for", "what each looks like")),
            "key_concepts": used[:2],
        },
        "expected_item_count": len(used) if kind in ITEM_PER_LABEL else rng.randint(1, 9),
        "points_per_item": rng.choice((1, 5, 10, 25)),
        "advance_trigger": trigger,
        "advance_trigger_value": _value(rng, trigger, limit),
        "is_timed": limit is not None,
        "time_limit_seconds": limit,
        "children": _mechanics(rng, labels, depth + 1) if nested else None,
    }


def _value(rng: Random, trigger: str, limit: int | None) -> float | None:
    if trigger == "score_threshold":
        return rng.choice((0.25, 0.5, 0.75, 1.0))
    if trigger == "time_elapsed":
        return None if limit and rng.random() < 0.5 else float(rng.choice((10, 45, 120)))
    return None


# ── spoiling ──────────────────────────────────────────────────────────────────────────────────────


def some_mechanic(rng: Random, document: Document) -> Document:
    mechanics: list[Document] = [
        mechanic for scene in document["scenes"] for mechanic in scene["mechanics"]
    ]
    for mechanic in mechanics:  # grows while it is gone through
        mechanics += mechanic["children"] or ()
    return rng.choice(mechanics)


def tidied(document: Document) -> Document:
    """The same without anything that is waited for by the clock or never judged: what is left
    passes at a glance.
    """
    lists: list[list[Document]] = [scene["mechanics"] for scene in document["scenes"]]
    for mechanics in lists:  # grows while it is gone through
        for mechanic in mechanics:
            lists += [mechanic["children"]] if mechanic["children"] else []
            if mechanic["advance_trigger"] == "time_elapsed" or mechanic is mechanics[-1]:
                mechanic.update(advance_trigger="completion", advance_trigger_value=None)
    return document


def _in_mechanic(**values: tuple[Any, ...]) -> Callable[[Random, Document], None]:
    def spoil(rng: Random, document: Document) -> None:
        some_mechanic(rng, document).update(
            {name: rng.choice(choices) for name, choices in values.items()}
        )

    return spoil


def _in_scene(**values: tuple[Any, ...]) -> Callable[[Random, Document], None]:
    def spoil(rng: Random, document: Document) -> None:
        rng.choice(document["scenes"]).update(
            {name: rng.choice(choices) for name, choices in values.items()}
        )

    return spoil


def _nested_too_deep(rng: Random, document: Document) -> None:
    for _ in range(3):
        inner = some_mechanic(rng, document)
        inner["children"] = [dict(inner)]


SPOILERS: tuple[Callable[[Random, Document], None], ...] = (
    _in_mechanic(
        zone_labels_used=(["Nowhere"], ["upper  RIDGE"], ["Upper ridge", "upper_ridge"], [], [" "])
    ),
    _in_mechanic(expected_item_count=(-1, 0, 1, 7, 201, 10**6)),
    _in_mechanic(points_per_item=(-5, 0, 1_001)),
    _in_mechanic(instruction_text=("", "  ", "\n ", " Find them.")),
    _in_mechanic(
        advance_trigger=TRIGGERS,
        advance_trigger_value=(None, -1.0, 0.0, 0.75, 1.5, 75.0, 101.0, 9_999.0),
    ),
    _in_mechanic(is_timed=(True, False), time_limit_seconds=(None, -1, 0, 30, 4_000)),
    _in_mechanic(mechanic_type=MECHANIC_TYPES),
    _in_scene(zone_labels=(["Inner bay", "inner bay"], ["Attic"], [], ["Inner bay", ""])),
    _in_scene(needs_diagram=(True, False)),
    _in_scene(
        transition_to_next=TRANSITION_TYPES,
        transition_min_score_pct=(None, -0.1, 0.0, 0.6, 60.0, 600.0),
    ),
    _in_scene(title=("", " ")),
    lambda rng, document: document.update(distractor_labels=["INNER BAY", "Keel", "keel"]),
    lambda rng, document: document.update(
        label_hierarchy={"Inner bay": ["Outer bay"], "Outer bay": ["Inner bay", "Crypt"]}
    ),
    lambda rng, document: document.update(
        all_zone_labels=[*document["all_zone_labels"], *document["all_zone_labels"][:1], ""]
    ),
    _nested_too_deep,
)


def spoilt_design(seed: int) -> GameDesignDocument:
    """A design with one to four things wrong with it, most of the time; every other one is tidy but
    for that.
    """
    rng = Random(seed)
    document = random_document(rng) if seed % 2 else tidied(random_document(rng))
    for spoil in rng.sample(SPOILERS, rng.choice((1, 1, 2, 4))):
        spoil(rng, document)
    return GameDesignDocument.model_validate(document)
