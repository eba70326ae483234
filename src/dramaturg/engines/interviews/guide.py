"""A discussion guide laid over a methodology: one more strategy that brings up its topics, and
signals that all others weigh.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from dramaturg.data_files import load
from dramaturg.engines.interviews.base.methodology import Guide, GuideTopic, Methodology, Strategy
from dramaturg.engines.interviews.base.state import InterviewState
from dramaturg.english.prose import sentences
from dramaturg.kernel.conditions import Value
from dramaturg.turn.ports import Embedder

if TYPE_CHECKING:
    from dramaturg.turn.ports import Vectors


BRING_UP = load(__file__, "bring_up_topic.yaml", Strategy)
# what a concept of the topic at hand gains with every strategy that asks about a concept
ON_TOPIC = 0.7


def with_guide(methodology: Methodology, guide: Guide | None) -> Methodology:
    """The methodology with the guide's strategy, and with a leaning to the topic at hand."""
    if guide is None:
        return methodology
    topic = {"guide.node.on_topic.true": ON_TOPIC}
    leaning = (
        each.model_copy(update={"signal_weights": {**topic, **each.signal_weights}})
        if each.about == "focus"
        else each
        for each in methodology.strategies
    )
    parts = {name: getattr(methodology, name) for name in Methodology.model_fields}
    return Methodology.model_validate({**parts, "strategies": (*leaning, BRING_UP)})


# ── where the guide stands ────────────────────────────────────────────────────────────────────────


def guide_signals(guide: Guide | None, state: InterviewState) -> dict[str, Value]:
    """How far along the guide is; without one, nothing is open."""
    if guide is None:
        left = ("guide.topics_left", "guide.required_left", "guide.topic_spent")
        return {"guide.open": False, **dict.fromkeys(left, 0.0)}
    points = ((topic, point) for topic in guide.topics for point in topic.points)
    required = [f"{topic.id}.{point.id}" for topic, point in points if point.required]
    missing = [point for point in required if point not in state.points]
    untouched = [topic for topic in guide.topics if topic.id not in state.topic_turns]
    return {
        "guide.open": next_topic(guide, state) is not None,
        "guide.topics_left": len(untouched) / len(guide.topics),
        "guide.required_left": len(missing) / max(1, len(required)),
        "guide.topic_spent": _spent(guide, state),
    }


def next_topic(guide: Guide | None, state: InterviewState) -> GuideTopic | None:
    """The topic to bring up next: the first not yet brought up, else one that lacks required points
    and has turns left.
    """
    if guide is None:
        return None
    waiting = [topic for topic in guide.topics if topic.id not in state.topic_turns]
    unfinished = [
        topic for topic in guide.topics if topic.id != state.topic and _is_unfinished(topic, state)
    ]
    return next(iter((*waiting, *unfinished)), None)


def must_turn(guide: Guide | None, state: InterviewState) -> bool:
    """Whether the topic at hand has had its turns while another waits."""
    return guide is not None and next_topic(guide, state) is not None and _spent(guide, state) >= 1


def _is_unfinished(topic: GuideTopic, state: InterviewState) -> bool:
    missing = any(
        point.required and f"{topic.id}.{point.id}" not in state.points for point in topic.points
    )
    return missing and state.topic_turns.get(topic.id, 0) < topic.turns


def _spent(guide: Guide, state: InterviewState) -> float:
    """How much of the budget of the topic at hand is used; before the first, all."""
    topic = next((each for each in guide.topics if each.id == state.topic), None)
    return min(state.topic_turns.get(topic.id, 0) / topic.turns, 1.0) if topic else 1.0


# ── what belongs to it ────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class GuideReader:
    """Recognises the guide's topics and points in what is said, by meaning."""

    guide: Guide
    embedder: Embedder

    def points(self, text: str) -> tuple[str, ...]:
        """The points an answer speaks of, as `topic.point`: of each sentence the nearest, if it is
        about that very thing.
        """
        near = self._near(self._points, sentences(text), self.embedder.thresholds.same_subject)
        return tuple(sorted({names[0] for names in near if names}))

    def topics(self, labels: Mapping[str, str]) -> dict[str, str]:
        """For each concept, by its label, the nearest topic it belongs to, if any."""
        near = self._near(self._topics, list(labels.values()), self.embedder.thresholds.topic)
        return {concept: names[0] for concept, names in zip(labels, near, strict=True) if names}

    @cached_property
    def _points(self) -> tuple[tuple[str, ...], Vectors]:
        return self._prototypes(
            (f"{topic.id}.{point.id}", example)
            for topic in self.guide.topics
            for point in topic.points
            for example in point.about
        )

    @cached_property
    def _topics(self) -> tuple[tuple[str, ...], Vectors]:
        return self._prototypes(
            (topic.id, example)
            for topic in self.guide.topics
            for example in (topic.title, *topic.about)
        )

    def _prototypes(self, named: Iterable[tuple[str, str]]) -> tuple[tuple[str, ...], Vectors]:
        pairs = list(named)
        return tuple(name for name, _ in pairs), self.embedder.embed(
            [example for _, example in pairs]
        )

    def _near(
        self, prototypes: tuple[tuple[str, ...], Vectors], texts: Sequence[str], limit: float
    ) -> list[tuple[str, ...]]:
        """For each text the names whose examples lie near enough, nearest first."""
        names, vectors = prototypes
        if not names or not texts:
            return [() for _ in texts]
        return [
            tuple(_ordered(names, row, limit)) for row in self.embedder.embed(texts) @ vectors.T
        ]


def _ordered(names: Sequence[str], nearness: Vectors, limit: float) -> Iterator[str]:
    near = (int(at) for at in np.argsort(-nearness) if nearness[at] >= limit)
    yield from dict.fromkeys(names[at] for at in near)
