"""Reading each text once, where many contenders read the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from dramaturg.language.embedder import best_embedder
from dramaturg.language.syntax import best_syntax
from dramaturg.turn.ports import Sentence


class Remembering:
    """An embedder and a syntax in one that read every text once: it is measured by many signals and
    many heads.
    """

    def __init__(self) -> None:
        self.name = best_embedder().name
        self.thresholds = best_embedder().thresholds
        self._vectors: dict[str, Any] = {}
        self._sentences: dict[str, tuple[Sentence, ...]] = {}

    def embed(self, texts: Sequence[str]) -> Any:
        new = [text for text in dict.fromkeys(texts) if text not in self._vectors]
        self._vectors.update(zip(new, best_embedder().embed(new), strict=True))
        return np.stack([self._vectors[text] for text in texts])

    def read(self, text: str) -> tuple[Sentence, ...]:
        return next(self.read_all([text]))

    def read_all(self, texts: Sequence[str]) -> Iterator[tuple[Sentence, ...]]:
        new = [text for text in dict.fromkeys(texts) if text not in self._sentences]
        self._sentences.update(zip(new, best_syntax().read_all(new), strict=True))
        return (self._sentences[text] for text in texts)
