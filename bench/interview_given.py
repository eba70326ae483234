"""An interview whose language is given: answers say in so many words what they hold, so that only
the structural work remains.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Any, ClassVar

import numpy as np

from dramaturg.engines.interviews.base.extraction import (
    AnswerSource,
    ExtractedConcept,
    ExtractedRelationship,
    Extraction,
    Quote,
)
from dramaturg.engines.interviews.base.methodology import Methodology, Subject
from dramaturg.engines.interviews.engine import InterviewEngine
from dramaturg.language.thresholds import thresholds_of
from dramaturg.turn.asks import Ask
from dramaturg.turn.contract import Role
from dramaturg.turn.hearing import Hearing, Lead, Meant, Stretch, Taken
from dramaturg.turn.ports import LikenessThresholds, Prompt, Sentence, Token
from dramaturg.turn.readings import Claim, Frame, Reading, Readings, Relation, Span, Utterance

NAMES = (
    *(
        "valence",
        "certainty",
        "specificity",
        "engagement",
        "contradiction",
        "emotion",
        "refusal",
        "stop",
        "self_harm",
        "depth",
    ),
    *(
        "question",
        "open_question",
        "leading_question",
        "presupposing_question",
        "several_questions",
        "near_repeat",
        "prohibited",
    ),
)
VALUES = {
    "refusal": 0.0,
    "stop": 0.0,
    "self_harm": 0.0,
    "question": 1.0,
    "open_question": 1.0,
} | dict.fromkeys(
    (
        "leading_question",
        "presupposing_question",
        "several_questions",
        "near_repeat",
        "prohibited",
        "contradiction",
    ),
    0.0,
)
GIVEN = Readings({name: Reading(VALUES.get(name, 0.5), 1.0, "given") for name in NAMES})
WIDTH = 384


class GivenEmbedder:
    """Vectors that depend on the words alone and lie far from one another."""

    name = "given"
    thresholds: LikenessThresholds = thresholds_of("all-MiniLM-L6-v2/int8@1.0.0")

    def embed(self, texts: Sequence[str]) -> Any:
        return np.array([_vector(text) for text in texts], dtype=np.float32).reshape(
            len(texts), WIDTH
        )


@lru_cache(maxsize=65536)
def _vector(text: str) -> Any:
    vector = np.random.default_rng(abs(hash(text))).standard_normal(WIDTH)
    return vector / np.linalg.norm(vector)


class GivenSyntax:
    name = "given"

    def read(self, text: str) -> tuple[Sentence, ...]:
        return (tuple(Token(word, word, "NOUN", "dep", 0) for word in text.split()),)

    def read_all(self, texts: Sequence[str]) -> Iterator[tuple[Sentence, ...]]:
        return (self.read(text) for text in texts)


@dataclass(frozen=True)
class GivenAsk(Ask[Readings]):
    name: ClassVar[str] = "given"
    role: ClassVar[Role] = "read"

    def prompt(self) -> Prompt:
        return Prompt(self.name, self.role, "", "")

    def read(self, text: str) -> Readings:
        return GIVEN

    def offline(self) -> Readings:
        return GIVEN


class GivenReaders:
    name = "given"

    def read(
        self, said: Sequence[Utterance], only: Collection[str] | None = None
    ) -> list[Readings]:
        return [GIVEN for _ in said]

    def ask(
        self, said: Utterance, longest: int = 0, only: Collection[str] | None = None
    ) -> GivenAsk:
        return GivenAsk()

    def relations(self, text: str) -> tuple[Relation, ...]:
        return ()

    def frames(self, text: str) -> tuple[Frame, ...]:
        return ()

    def claims(self, text: str) -> tuple[Claim, ...]:
        return ()

    def clash(self, now: Claim, then: Claim) -> None:
        return None

    def people(self, text: str) -> tuple[Span, ...]:
        return ()


class GivenEar:
    """Hears an ordinary answer in everything."""

    name = "given"

    def hear(self, text: str, before: str = "") -> Hearing:
        return Hearing()

    def taken(self, text: str, fact: str, line: str = "") -> Taken:
        return Taken()

    def option(self, text: str, question: str, options: Sequence[str]) -> Meant:
        return Meant(None, (0.0,) * len(options), 1.0)

    def answering(self, text: str, facts: Sequence[Sequence[str]]) -> Meant:
        return Meant(None, (0.0,) * len(facts), 1.0)

    def concepts(
        self, text: str, before: str, places: Sequence[tuple[int, int]], kinds: Sequence[str]
    ) -> list[Stretch]:
        return [Stretch()] * len(places)

    def named(self, text: str, before: str) -> list[Span]:
        return []

    def leads(self, text: str, before: str, places: Sequence[tuple[int, int]]) -> list[Lead]:
        return []


class GivenExtractor:
    """Reads `label/type, label/type`: each leads to the next, and the focus to the first, where
    that is permitted.
    """

    def extract(self, source: AnswerSource) -> Extraction:
        quote = Quote(source.utterance, 0, len(source.text), source.text)
        named = [part.split("/") for part in source.text.split(", ")]
        concepts = tuple(ExtractedConcept(label, type, quote) for label, type in named)
        chain = [
            *([(source.focus.label, source.focus.type)] if source.focus else []),
            *((each.label, each.type) for each in concepts),
        ]
        edges = (
            ExtractedRelationship(one, other, "leads_to", quote)
            for (one, low), (other, high) in pairwise(chain)
            if source.ontology.permits("leads_to", low, high)
        )
        return Extraction(concepts, tuple(edges))


def answers(ontology_types: Sequence[str], seed: int = 1) -> Iterator[str]:
    """Endless answers of three or four new concepts (seed 004 tells of 73 to 93 in one interview)
    and one of earlier ones.
    """
    chance, said = Random(seed), list[str]()
    while True:
        new = [
            f"matter {len(said) + number}/{chance.choice(ontology_types)}"
            for number in range(chance.choice((3, 4)))
        ]
        old = [chance.choice(said[-400:])] if said else []
        said += new
        yield ", ".join((*new, *old))


def given_engine(methodology: Methodology, max_turns: int) -> InterviewEngine:
    limits = methodology.limits.model_copy(
        update={
            "min_turns": 10**6,
            "shallow_turns": 10**6,
            "plateau_turns": 10**6,
            "dry_turns": 10**6,
        }
    )
    endless = methodology.model_copy(
        update={
            "limits": limits,
            "strategies": tuple(each for each in methodology.strategies if not each.ends_interview),
        }
    )
    subject = Subject(kind="subject", id="given", title="what is given", objective="to measure")
    engine = InterviewEngine(
        endless,
        subject,
        None,
        GivenEmbedder(),
        GivenSyntax(),
        GivenReaders(),
        GivenEar(),
        max_turns,
    )
    engine.tools.__dict__["extractor"] = GivenExtractor()
    return engine


def readings() -> Mapping[str, float]:
    return {name: reading.value for name, reading in GIVEN.by_signal.items()}
