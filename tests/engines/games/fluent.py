"""A model that answers every question about a game in the form that was asked for: what code would
make, told by a model.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from dramaturg.engines.games.asks.analysis import Analysis
from dramaturg.engines.games.asks.content import ContentAsk
from dramaturg.engines.games.base.knowledge import Knowledge
from dramaturg.engines.games.make.build import plan_game
from dramaturg.engines.games.make.designer import DesignWish, design_from
from dramaturg.engines.games.mechanics.mechanic import Content
from dramaturg.engines.games.mechanics.table import task_of
from dramaturg.turn.ports import OnText, Prompt, Reply

Json = dict[str, Any]


class FluentVoice:
    """Knows one subject. What it was asked is kept in `asked`."""

    name = "fluent"

    def __init__(self, knowledge: Knowledge, wish: DesignWish, seed: int = 0) -> None:
        self.knowledge = knowledge
        self.design = design_from(knowledge, wish)
        self.asked: list[Prompt] = []
        self._contents = self._written(seed)

    async def say(self, prompt: Prompt, on_text: OnText | None = None) -> Reply | None:
        self.asked.append(prompt)
        return Reply(json.dumps(self._answer(prompt)), self.name, tokens_in=100, tokens_out=50)

    def _answer(self, prompt: Prompt) -> Json:
        match prompt.ask:
            case "games.analysis":
                return Analysis(
                    subject=self.knowledge.subject, difficulty=self.design.difficulty
                ).model_dump(mode="json")
            case "games.knowledge":
                return self.knowledge.model_dump(
                    mode="json", exclude={"kind", "id", "version", "diagrams"}, exclude_none=True
                )
            case "games.design":
                return self.design.model_dump(mode="json")
            case "games.content":
                return self._contents[prompt.user]
            case "games.interaction":
                return {"rounds": [_told(round) for round in range(prompt.user.count("\nROUND "))]}
            case "games.picture":
                return _drawn(prompt.user.partition("LABELS\n")[2].splitlines())
        raise AssertionError(prompt.ask)

    def _written(self, seed: int) -> Mapping[str, Json]:
        plan = plan_game(self.design).plan
        asks = [
            ContentAsk(task_of(plan, scene, mechanic, seed), self.knowledge)
            for scene in plan.scenes
            for mechanic in scene.mechanics
        ]
        return {ask.prompt().user: FORMS[ask.task.mechanic_type](ask.offline()) for ask in asks}


def _drawn(lines: list[str]) -> Json:
    """A circle for each label, side by side."""
    labels = [line.removeprefix("- ").partition(":")[0] for line in lines]
    circles = "".join(
        f'<circle id="{label}" cx="{100 + at % 4 * 200}" cy="{100 + at // 4 * 200}" r="60" fill="#9bd"/>'
        for at, label in enumerate(labels)
    )
    height = 200 * -(-len(labels) // 4)
    return {
        "svg": f'<svg viewBox="0 0 800 {height}">{circles}</svg>',
        "alt": "Round shapes in rows.",
    }


def _told(number: int) -> Json:
    return {
        "correct": "That fits what you know of it.",
        "incorrect": "Look at what it is joined to.",
        "completion": f"Part {number + 1} is in your head now.",
        "mistakes": [],
    }


def _labels(name: str, text: str) -> Callable[[Any], Json]:
    """Most forms are a list of entries with a label and a text."""

    def filled(content: Content) -> Json:
        return {
            name: [
                {
                    "label": item.answer,
                    text: item.text,
                    "explanation": item.explanation,
                    "hint": item.hint,
                }
                for item in content.items
            ]
        }

    return filled


def _drag_drop(content: Any) -> Json:
    labels = [
        {"label": item.answer, "explanation": item.explanation, "hint": item.hint}
        for item in content.items
    ]
    return {
        "labels": labels,
        "distractors": [
            {"text": each.text, "why_not": each.explanation} for each in content.distractors
        ],
    }


def _hierarchical(content: Any) -> Json:
    texts = {item.id: item.text for item in content.items}
    return {
        "labels": [
            {
                "label": item.text,
                "part_of": texts.get(item.after, ""),
                "explanation": item.explanation,
                "hint": item.hint,
            }
            for item in content.items
        ]
    }


def _compare(content: Any) -> Json:
    return {
        "features": [
            {
                "text": item.text,
                "holds_for": item.answer,
                "explanation": item.explanation,
                "hint": item.hint,
            }
            for item in content.items
        ]
    }


def _sequence(content: Any) -> Json:
    return {
        "steps": [
            {"text": item.text, "why": item.explanation, "hint": item.hint}
            for item in content.items
        ]
    }


def _sorted(content: Any) -> Json:
    return {
        "categories": [
            {
                "heading": category.text,
                "members": [
                    {"text": item.text, "explanation": item.explanation, "hint": item.hint}
                    for item in content.items
                    if item.answer == category.id
                ],
            }
            for category in content.categories
        ]
    }


def _pairs(content: Any) -> Json:
    return {
        "pairs": [
            {
                "front": item.text,
                "back": item.back,
                "explanation": item.explanation,
                "hint": item.hint,
            }
            for item in content.items
        ]
    }


def _story(content: Any) -> Json:
    def options(moment: Any) -> list[Json]:
        return [
            {
                "text": each.text,
                "quality": each.quality,
                "consequence": each.consequence,
                "leads_to": each.next,
            }
            for each in moment.options
        ]

    moments = [
        {"name": each.id, "situation": each.situation, "hint": each.hint, "options": options(each)}
        for each in content.moments
    ]
    return {
        "moments": moments,
        "endings": [
            {"name": each.id, "text": each.text, "good": each.good} for each in content.endings
        ],
    }


FORMS: Mapping[str, Callable[[Any], Json]] = {
    "drag_drop": _drag_drop,
    "click_to_identify": _labels("prompts", "prompt"),
    "trace_path": _labels("stops", "what_happens"),
    "description_matching": _labels("descriptions", "description"),
    "hierarchical": _hierarchical,
    "compare_contrast": _compare,
    "sequencing": _sequence,
    "sorting_categories": _sorted,
    "memory_match": _pairs,
    "branching_scenario": _story,
}
