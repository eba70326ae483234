"""The same concept, told apart from the topic that everything in an interview shares."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dramaturg.engines.interviews.knowledge.similarity import (
    Vectors,
    apart,
    background_of,
    same_concept,
    same_point,
)
from dramaturg.language.embedder import HashingEmbedder, MiniLM

TOPIC = "Why do people cycle to work?"
SLOTS = (
    "saving money",
    "staying fit",
    "being faster than in traffic",
    "caring for the environment",
)
SAID = (
    ("cycling to work saves me money", "saving money"),
    ("cycling to work keeps me fit", "staying fit"),
    ("cycling to work I am faster than all the cars", "being faster than in traffic"),
    ("cycling to work is better for the environment", "caring for the environment"),
)
NOBODY: Vectors = np.empty((0, 384), dtype=np.float32)


@pytest.fixture(scope="module")
def minilm() -> MiniLM:
    return MiniLM()


def test_what_is_said_falls_into_the_slot_of_its_concept(minilm: MiniLM) -> None:
    said = minilm.embed([say for say, _ in SAID])
    found = same_concept(said, minilm.embed(SLOTS), NOBODY, minilm.embed([TOPIC])[0])
    assert [SLOTS[best] for best in found.argmax(axis=1)] == [slot for _, slot in SAID]
    assert (found.max(axis=1) >= minilm.thresholds.same_concept_apart).all()


def test_the_shared_topic_makes_nothing_the_same(minilm: MiniLM) -> None:
    """Two statements full of the topic are near by plain cosine, and are not one concept."""
    said = minilm.embed([say for say, _ in SAID])
    assert float(said[0] @ said[1]) >= minilm.thresholds.same_concept
    left = apart(said, background_of(said, minilm.embed([TOPIC])[0]))
    assert float(left[0] @ left[1]) < minilm.thresholds.same_concept_apart


def test_something_new_falls_into_no_slot(minilm: MiniLM) -> None:
    before = minilm.embed([say for say, _ in SAID])
    new = minilm.embed(["cycling to work I meet my neighbours on the way"])
    found = same_concept(new, minilm.embed(SLOTS), before, minilm.embed([TOPIC])[0])
    assert found.max() < minilm.thresholds.same_concept_apart


@pytest.mark.parametrize("topic", [None, TOPIC])
def test_the_first_thing_said_finds_the_only_slot(minilm: MiniLM, topic: str | None) -> None:
    about = None if topic is None else minilm.embed([topic])[0]
    (same,) = same_concept(
        minilm.embed(["it saves me money"]), minilm.embed(["saving money"]), NOBODY, about
    )[0]
    (other,) = same_concept(
        minilm.embed(["my brother is ill"]), minilm.embed(["saving money"]), NOBODY, about
    )[0]
    assert same >= minilm.thresholds.same_concept_apart > other


def test_without_anything_in_common_vectors_stay_what_they_are(minilm: MiniLM) -> None:
    vectors = minilm.embed(SLOTS)
    assert np.allclose(apart(vectors, background_of(NOBODY)), vectors, atol=1e-6)


def test_strangers_to_the_topic_do_not_become_alike_by_it(minilm: MiniLM) -> None:
    strangers = minilm.embed(["my brother is ill", "the bread was fresh"])
    left = apart(
        strangers, background_of(minilm.embed([say for say, _ in SAID]), minilm.embed([TOPIC])[0])
    )
    assert float(left[0] @ left[1]) == pytest.approx(float(strangers[0] @ strangers[1]), abs=0.05)


def test_the_topic_counts_as_one_of_the_things_said() -> None:
    vectors = np.eye(3, dtype=np.float32)
    assert background_of(vectors[:2], vectors[2]) == pytest.approx([1 / 3] * 3)


def test_without_slots_there_is_nothing_to_fall_into(minilm: MiniLM) -> None:
    assert same_concept(minilm.embed(["saving money"]), NOBODY, NOBODY).shape == (1, 0)


def test_what_is_nothing_but_common_is_near_to_nothing() -> None:
    vectors = np.eye(3, dtype=np.float32)
    assert not apart(vectors[:1], vectors[0]).any()


@given(st.lists(st.text(max_size=30), min_size=1, max_size=6))
@settings(max_examples=30)
def test_cosines_stay_cosines_whatever_is_said(texts: list[str]) -> None:
    vectors = HashingEmbedder().embed(texts)
    found = same_concept(vectors, vectors, vectors[:0], vectors[0])
    assert np.isfinite(found).all()
    assert (np.abs(found) <= 1 + 1e-5).all()


# ── two labels that lie near each other ───────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("saving money", "saving cash"),
        ("better sleep", "sleeping better at night"),
        ("being healthy", "staying healthy"),
        ("peace of mind", "feeling at ease"),
        ("more time with the kids", "having more time with my kids"),
    ],
)
def test_labels_make_the_same_point_in_other_words(minilm: MiniLM, one: str, other: str) -> None:
    assert same_point(one, other, minilm)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("oat milk taste", "oat milk price"),
        ("hospital stay food", "hospital stay costs"),
        ("electric bike battery", "electric bike brand"),
        ("coffee", "coffee machine"),
        ("family", "family business"),
        ("trusting the brand", "not trusting the brand"),
    ],
)
def test_the_subject_alone_makes_no_same_point(minilm: MiniLM, one: str, other: str) -> None:
    left, right = minilm.embed([one, other])
    assert float(left @ right) >= minilm.thresholds.same_concept
    assert not same_point(one, other, minilm)
