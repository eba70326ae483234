"""Every embedder brings the cosines that mean something with it."""

from __future__ import annotations

import pytest

from dramaturg.kernel.errors import SettingsError
from dramaturg.language.embedder import HashingEmbedder, MiniLM
from dramaturg.language.thresholds import Absent, thresholds_of
from dramaturg.turn.ports import Embedder


@pytest.fixture(scope="module", params=[MiniLM, HashingEmbedder])
def embedder(request: pytest.FixtureRequest) -> Embedder:
    made: Embedder = request.param()
    return made


def cosine(embedder: Embedder, one: str, other: str) -> float:
    left, right = embedder.embed([one, other])
    return float(left @ right)


def test_thresholds_go_from_strict_to_lax(embedder: Embedder) -> None:
    near = embedder.thresholds
    assert 1 > near.duplicate > near.same_concept > near.topic > 0
    assert near.same_subject > near.near_subject > 0


def test_each_embedder_has_its_own() -> None:
    """Without meaning, words that are shared but for an ending lie further apart."""
    minilm, hashing = MiniLM().thresholds, HashingEmbedder().thresholds
    assert hashing.duplicate < minilm.duplicate
    assert hashing.same_concept < minilm.same_concept


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("saving money for later", "saves money for later"),
        ("too many emails at work", "at work too many emails"),
    ],
)
def test_nearly_the_same_words_are_duplicates(embedder: Embedder, one: str, other: str) -> None:
    assert cosine(embedder, one, other) >= embedder.thresholds.duplicate


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("the bread is always fresh", "my knee hurts on stairs"),
        ("a quiet street at night", "learning to type fast"),
    ],
)
def test_strangers_share_no_topic(embedder: Embedder, one: str, other: str) -> None:
    assert cosine(embedder, one, other) < embedder.thresholds.topic


def test_meaning_finds_the_same_concept_in_other_words() -> None:
    minilm = MiniLM()
    found = cosine(minilm, "I sleep badly", "I lie awake at night")
    assert minilm.thresholds.same_concept <= found < minilm.thresholds.duplicate


def test_an_embedder_nobody_has_calibrated_is_told_how_to_be() -> None:
    with pytest.raises(SettingsError, match="make train-readers"):
        thresholds_of("somebody-elses@3")


def test_an_embedder_that_is_gone_leaves_its_thresholds_and_no_vectors() -> None:
    gone = Absent("hashing@1")
    assert gone.thresholds == HashingEmbedder().thresholds
    with pytest.raises(SettingsError, match="hashing@1"):
        gone.embed(["Hello."])
