"""Asking for a game design: what to teach, in which scenes, with which mechanics. No ids, no edges,
no sums.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from dramaturg.engines.games.asks.analysis import Analysis
from dramaturg.engines.games.asks.filled_form import talk_in
from dramaturg.engines.games.base.design import GameDesignDocument, walked
from dramaturg.engines.games.base.issues import Issue, error, errors, feedback
from dramaturg.engines.games.base.knowledge import Knowledge
from dramaturg.engines.games.diagrams.chains import WantedDiagram, Workshop, asset_manifest
from dramaturg.engines.games.make.build import plan_game
from dramaturg.engines.games.make.designer import DesignWish
from dramaturg.engines.games.make.read_design import read_design
from dramaturg.engines.games.mechanics.mechanic import diagrams_with_labels
from dramaturg.engines.games.mechanics.table import MECHANICS, brief_check
from dramaturg.turn.asks import Ask, Unreadable
from dramaturg.turn.contract import Role
from dramaturg.turn.json_answers import shown
from dramaturg.turn.ports import Prompt

MOST_TOKENS = 6_000
MOST_ISSUES = 20

_CRAFT = """You design learning games. You say what to teach, in which scenes, with which mechanics, in play order. A program
makes ids, edges and scores, so you never write any.

A DESIGN
- One to six scenes, each with one clear `learning_goal`. Mechanics stand in play order: recognising before relating, relating
  before deciding. Two to four mechanics a scene.
- A scene with a mechanic that is played on a picture has `needs_diagram: true`, an `image_spec` and `zone_labels`: the labels on
  that picture, spelled exactly as below. Its `description` says what is to be seen, for whoever draws it; its `form` is empty, or
  one that shows an order or parts as boxes: process, cycle, timeline, nested, layers, rings. All mechanics of a scene share its one picture. `zone_labels_used` are those a mechanic
  asks about.
- `expected_item_count` is how many things score. For drag_drop, description_matching and hierarchical it is the number of
  labels used.
- `advance_trigger`: completion, score_threshold (with `advance_trigger_value` from 0.5 to 0.9), user_choice or time_elapsed.
- `is_timed` with `time_limit_seconds` puts a clock on a mechanic. `children` are played inside a mechanic, when it is done.
- `transition_to_next`: auto, button, or score_gate with `transition_min_score_pct` from 0.5 to 0.8.
- `content_brief.generation_goal` tells the writer what to write; `instruction_text` tells the player what to do.
Answer with one JSON object of the given schema and nothing else."""


@dataclass(frozen=True)
class DesignAsk(Ask[GameDesignDocument]):
    """One design. Without a model `by_rules` makes it."""

    name: ClassVar[str] = "games.design"
    role: ClassVar[Role] = "speak"

    question: str
    analysis: Analysis
    knowledge: Knowledge
    wish: DesignWish
    workshop: Workshop
    by_rules: Callable[[], GameDesignDocument]

    def prompt(self) -> Prompt:
        system = f"{_CRAFT}\n\n{capabilities()}"
        goals = "\n".join(f"- {goal}" for goal in self.analysis.goals)
        user = "\n".join(
            (
                f"THE QUESTION: {self.question}",
                *_wished(self.wish),
                "GOALS",
                goals,
                *_known(self.knowledge),
            )
        )
        return Prompt(
            self.name, self.role, system, user, GameDesignDocument.model_json_schema(), MOST_TOKENS
        )

    def read(self, text: str) -> GameDesignDocument:
        design, issues = judged(text, self.workshop)
        if design is None or issues:
            raise Unreadable(
                f"the design has these issues:\n{feedback(issues[:MOST_ISSUES])}{shown(text)}"
            )
        if unheard := list(_unheard(design, self.wish)):
            raise Unreadable(
                f"the design is not what was asked for: {'; '.join(unheard)}.{shown(text)}"
            )
        return design

    def offline(self) -> GameDesignDocument:
        return self.by_rules()


def judged(text: str, workshop: Workshop) -> tuple[GameDesignDocument | None, tuple[Issue, ...]]:
    """A design as it was read, and every error of its own, of its graph, of its briefs and of its
    pictures.
    """
    read = read_design(text)
    if read.design is None:
        return None, errors(read.issues)
    if talk := talk_in(read.design.model_dump(), " ".join(_known(workshop.knowledge))):
        told = error(
            "model-talk", f"{talk!r} is a model's talk.", "Write only what a player reads."
        )
        return None, (told,)
    return read.design, (
        *errors(plan_game(read.design, brief_check).issues),
        *unpictured(read.design, workshop),
    )


def unpictured(design: GameDesignDocument, workshop: Workshop) -> tuple[Issue, ...]:
    """Scenes for whose labels no picture can be had."""
    return tuple(
        issue.under("scenes", number, "zone_labels")
        for number, scene in enumerate(design.scenes)
        if scene.needs_diagram
        for issue in asset_manifest(WantedDiagram("", scene.zone_labels), workshop).missing
    )


def _wished(wish: DesignWish) -> Iterator[str]:
    yield f"DIFFICULTY: {wish.difficulty}"
    if wish.minutes:
        yield f"LENGTH: about {wish.minutes} minutes"
    if wish.scenes:
        yield f"SCENES: exactly {wish.scenes}"
    if wish.mechanics:
        yield f"MECHANICS: use these and no others: {', '.join(wish.mechanics)}"


def _unheard(design: GameDesignDocument, wish: DesignWish) -> Iterator[str]:
    """What was wished for plainly, and is not there."""
    if wish.scenes and len(design.scenes) != wish.scenes:
        yield f"it has {len(design.scenes)} scenes instead of {wish.scenes}"
    used = {each.mechanic.mechanic_type for scene in walked(design) for each in scene}
    if wish.mechanics and (missing := sorted(set(wish.mechanics) - used)):
        yield f"it lacks {', '.join(missing)}"


def capabilities() -> str:
    """What there is to design with."""
    lines = (
        f"- {name}: {'on a picture; ' if mechanic.NEEDS_DIAGRAM else ''}scores {mechanic.SCORES}"
        for name, mechanic in MECHANICS.items()
    )
    return "\n".join(("MECHANICS", *lines))


def _known(knowledge: Knowledge) -> Iterator[str]:
    """What the game can be made from, in a page."""
    yield f"WHAT THERE IS TO KNOW: {knowledge.title}. {knowledge.summary}"
    for concept in knowledge.concepts:
        yield f"- {concept.label} ({concept.kind}): {concept.definition}"
    for diagram, labels in diagrams_with_labels(knowledge):
        yield f"PICTURE {diagram.title}: {', '.join(labels)}"
    for sequence in knowledge.sequences:
        yield f"ORDER {sequence.title}: {len(sequence.steps)} steps"
    for comparison in knowledge.comparisons:
        yield f"COMPARISON {comparison.title}: {len(comparison.features)} features"
    for decision in knowledge.decisions:
        yield f"STORY {decision.title}"
    if knowledge.hierarchy:
        yield (
            f"PARTS {json.dumps({key: list(parts) for key, parts in knowledge.hierarchy.items()})}"
        )
