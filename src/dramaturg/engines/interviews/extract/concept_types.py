"""Which type a concept is of: how like it is to the examples of a type, how it is said, and what it
is linked to.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from dramaturg.data_files import load
from dramaturg.engines.interviews.base.methodology import Ontology, Strategy
from dramaturg.engines.interviews.extract.discriminant import Discriminant
from dramaturg.engines.interviews.extract.links import ConceptLink, End
from dramaturg.engines.interviews.extract.phrases import Phrase, Shape, phrases
from dramaturg.engines.interviews.extract.type_cues import CUES, cues_of, speaks_for
from dramaturg.turn.hearing import Stretch
from dramaturg.turn.ports import Embedder, Syntax

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Scores = NDArray[np.float32]

SHAPES: tuple[Shape, ...] = ("thing", "deed", "quality", "feeling")
OF_CLAUSE = 0.5  # beside what the label itself is like
OF_STRATEGY, OF_QUESTION = 1.1, 0.3
SLOT = re.compile(r"\{\w+\}")
# what they are about is common to all, and tells nothing of what is asked for
ANY_STRATEGY = load(__file__, "any_strategy.txt", list[str])
OF_SHAPE = 0.05
OF_EAR = 0.5  # beside what the examples say
RARE = 0.01  # below which a kind is as unlikely as can be
OF_MANNER = 0.3
OF_LINK, OF_ASKED = 0.5, 0.8  # a question calls for its answer
ROUNDS = 2  # in which the ends of links learn of each other
SHARPNESS = 5.0  # how quickly a little more like it becomes likelier
SAME_RUNG, SKIPPED_RUNG = 0.45, 0.75  # how well a chain edge fits that does not rise by one


class AnsweredQuestion(NamedTuple):
    """What was answered."""

    question: str
    strategy: Strategy | None = None


class Kinds:
    """Prototypes of an ontology's types, made when they are first needed."""

    def __init__(self, ontology: Ontology, embedder: Embedder, syntax: Syntax) -> None:
        self._ontology, self._embedder, self._syntax = ontology, embedder, syntax
        self._types = [each.type for each in ontology.concepts]
        self._place = {type: place for place, type in enumerate(self._types)}
        self._aims: dict[str, Scores] = {}

    def of(
        self,
        said: Sequence[Phrase],
        labels: Sequence[str],
        clauses: Sequence[str],
        asked: AnsweredQuestion,
        links: Iterable[ConceptLink],
        heard: Sequence[Stretch] = (),
    ) -> list[tuple[str, float]]:
        """For each label its type and how likely that is."""
        if not labels:
            return []
        said_so = [self._said_so(*each) for each in zip(said, labels, clauses, strict=True)]
        scores = self._likeness(labels, clauses) + self._called_for(asked) + np.stack(said_so)
        if heard:
            scores = scores + OF_EAR * np.stack([self._heard_as(each.kinds) for each in heard])
        likely, links = _softmax(scores), tuple(links)
        for _ in range(ROUNDS):
            likely = _softmax(scores + self._linked(likely, links))
        return [(self._types[row.argmax()], round(float(row.max()), 3)) for row in likely]

    # ── words ─────────────────────────────────────────────────────────────────────────────────────

    def _likeness(self, labels: Sequence[str], clauses: Sequence[str]) -> Scores:
        """What the words are like: the label above all, then the clause it stands in."""
        told = self._discriminant.scores([*labels, *clauses])
        return np.asarray(told[: len(labels)] + OF_CLAUSE * told[len(labels) :], dtype=np.float32)

    def _heard_as(self, kinds: Mapping[str, float]) -> Scores:
        """How much the ear speaks for each type; what it does not know it neither likes nor not."""
        logs = {kind: np.log(max(chance, RARE)) for kind, chance in kinds.items()}
        usual = float(np.mean([*logs.values()])) if logs else 0.0
        told = [logs.get(each.heard_as or "", usual) - usual for each in self._ontology.concepts]
        return np.asarray(told, dtype=np.float32)

    def _called_for(self, asked: AnsweredQuestion) -> Scores:
        """How much the question calls for each type, by its words and by what its strategy says of
        itself.
        """
        near = (self._embedder.embed([asked.question]) @ self._descriptions.T)[0]
        question = np.asarray(OF_QUESTION * near, dtype=np.float32)
        if asked.strategy is None:
            return question
        if asked.strategy.name not in self._aims:
            self._aims[asked.strategy.name] = self._aim(asked.strategy)
        return question + self._aims[asked.strategy.name]

    def _aim(self, strategy: Strategy) -> Scores:
        texts = [
            f"{strategy.title}. {strategy.description}",
            *(SLOT.sub("it", each) for each in strategy.templates),
        ]
        vectors = self._embedder.embed([*texts, *ANY_STRATEGY])
        any_strategy = vectors[len(texts) :].mean(axis=0)
        asked = vectors[1 : len(texts)].mean(axis=0)
        near = (vectors[0] + asked - 2 * any_strategy) @ self._descriptions.T
        return np.asarray(OF_STRATEGY * (near - near.mean()), dtype=np.float32)

    @cached_property
    def _discriminant(self) -> Discriminant:
        examples = [
            (text, place)
            for place, each in enumerate(self._ontology.concepts)
            for text in each.examples
        ]
        texts, classes = zip(*examples, strict=True)
        return Discriminant(texts, classes, self._described, self._embedder)

    @property
    def _described(self) -> list[str]:
        return [f"{each.title}: {each.description}" for each in self._ontology.concepts]

    @cached_property
    def _descriptions(self) -> Scores:
        return self._embedder.embed(self._described)

    # ── form ──────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def _shapes(self) -> Mapping[Shape, Scores]:
        """For each shape, how much it speaks for each type: how often the type's examples have it,
        against the others.
        """
        counts = [self._counted(each.examples) for each in self._ontology.concepts]
        shares = {
            shape: [(count[shape] + 1) / (count.total() + len(SHAPES)) for count in counts]
            for shape in SHAPES
        }
        return {
            shape: np.asarray(OF_SHAPE * np.log(share), dtype=np.float32)
            for shape, share in shares.items()
        }

    def _said_so(self, phrase: Phrase, label: str, clause: str) -> Scores:
        """How much the form of what was said speaks for each type."""
        shown = cues_of(phrase, label, clause)
        strengths = np.array([shown.get(name, 0.0) for name in CUES], np.float32)
        told = self._shapes[phrase.shape] + OF_MANNER * (self._manners @ strengths)
        return np.asarray(told, dtype=np.float32)

    @cached_property
    def _manners(self) -> Scores:
        """By type and manner: whether the one is said in the other."""
        spoken = [speaks_for(each) for each in self._ontology.concepts]
        return np.array([[name in each for name in CUES] for each in spoken], np.float32)

    def _counted(self, examples: Sequence[str]) -> Counter[Shape]:
        read = (phrases(sentences) for sentences in self._syntax.read_all(examples))
        heaviest = (max(found, key=lambda phrase: phrase.weight) for found in read if found)
        return Counter(phrase.shape for phrase in heaviest)

    # ── links ─────────────────────────────────────────────────────────────────────────────────────

    def _linked(self, likely: Scores, links: Iterable[ConceptLink]) -> Scores:
        """What the ends of links make of each other: a target must be something that its source may
        lead to.
        """
        added = np.zeros_like(likely)
        for link in links:
            fits = [self._fits[edge] for edge in link.edges if edge in self._fits]
            fit = np.max(fits or [self._none], axis=0)
            pull = link.confidence * (OF_ASKED if link.ground == "asked" else OF_LINK)
            if isinstance(link.source, int):
                added[link.source] += pull * (fit @ self._known(link.target, likely))
            if isinstance(link.target, int):
                added[link.target] += pull * (self._known(link.source, likely) @ fit)
        return added

    def _known(self, end: End, likely: Scores) -> Scores:
        if isinstance(end, int):
            return np.asarray(likely[end], dtype=np.float32)
        sure = np.zeros(len(self._types), np.float32)
        if end.type in self._place:
            sure[self._place[end.type]] = 1.0
        return sure

    @cached_property
    def _none(self) -> Scores:
        return np.zeros((len(self._types), len(self._types)), np.float32)

    @cached_property
    def _fits(self) -> Mapping[str, Scores]:
        """By edge type: how well it fits between any two types."""
        fits = {}
        for edge in self._ontology.edges:
            fit = self._none.copy()
            for source, target in edge.permitted:
                how = self._rise(source, target) if edge.chain else 1.0
                fit[self._place[source], self._place[target]] = how
            fits[edge.type] = fit
        return fits

    def _rise(self, source: str, target: str) -> float:
        low, high = self._ontology.by_type[source].level, self._ontology.by_type[target].level
        if low is None or high is None or high == low + 1:
            return 1.0
        return SKIPPED_RUNG if high > low else SAME_RUNG


def _softmax(scores: Scores) -> Scores:
    shifted = np.exp(SHARPNESS * (scores - scores.max(axis=1, keepdims=True)))
    return np.asarray(shifted / shifted.sum(axis=1, keepdims=True), dtype=np.float32)
