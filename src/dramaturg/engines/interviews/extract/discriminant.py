"""A discriminant: told what belongs to which class by a few examples of each, it scores whatever
else is said for every class.

It is a ridge regression over two readings of a text, its meaning (a vector) and its form (words,
endings, length), and is solved in one step. A few hundred examples take some milliseconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from dramaturg.engines.interviews.extract.mentions import WORD, stem
from dramaturg.english.prose import plain_word, table
from dramaturg.turn.ports import Embedder

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Numbers = NDArray[np.float32]

SHRINKAGE = 0.3  # found by leaving out one example at a time, over all shipped methodologies
ENDINGS = ("ing", "ed", "ly", "er", "s")
DENIALS = table("not no never nobody nothing without")
MYSELF = table("my me i myself mine")
MOST_WORDS = 6


def marks(text: str) -> Iterator[str]:
    """What shows of the form of a text: its words, how the first, the last and the others end,
    whether it denies, its length.
    """
    words = [plain_word(word) for word in WORD.findall(text)]
    if not words:
        return
    yield from (stem(word) for word in words)
    yield f"first {words[0]}"
    yield f"{min(len(words), MOST_WORDS)} words"
    for place, word in (
        ("first", words[0]),
        ("last", words[-1]),
        *(("later", word) for word in words[1:]),
    ):
        yield from (f"{place} -{ending}" for ending in ENDINGS if word.endswith(ending))
    yield from (
        name for name, some in (("denies", DENIALS), ("of oneself", MYSELF)) if some & set(words)
    )


class Discriminant:
    """`classes` are numbers from 0, one for each text; every class also has a description, which
    counts as one more example.
    """

    def __init__(
        self,
        texts: Sequence[str],
        classes: Sequence[int],
        descriptions: Sequence[str],
        embedder: Embedder,
    ) -> None:
        self._embedder = embedder
        every = [dict.fromkeys(marks(text)) for text in texts]
        self._columns = {
            mark: column
            for column, mark in enumerate(dict.fromkeys(mark for each in every for mark in each))
        }
        found = np.array([[mark in each for mark in self._columns] for each in every], np.float32)
        self._rarity = np.log((1 + len(texts)) / (1 + found.sum(axis=0))).astype(np.float32) + 0.3
        form = self._form(texts)
        described = np.repeat(form.mean(axis=0, keepdims=True), len(descriptions), axis=0)
        rows = np.hstack([embedder.embed([*texts, *descriptions]), np.vstack([form, described])])
        # in the space of examples, of which there are fewer than marks
        count = len(descriptions)
        wanted = np.eye(count, dtype=np.float32)[[*classes, *range(len(descriptions))]] - 1 / count
        self._middle = rows.mean(axis=0)
        centred = rows - self._middle
        alike = centred @ centred.T + SHRINKAGE * np.eye(len(rows), dtype=np.float32)
        self._weights = np.asarray(centred.T @ np.linalg.solve(alike, wanted), dtype=np.float32)

    def scores(self, texts: Sequence[str]) -> Numbers:
        """A row for each text, a number for each class, about 0 where nothing speaks for it and 1
        for a plain example of it.
        """
        rows = np.hstack([self._embedder.embed(texts), self._form(texts)])
        return np.asarray((rows - self._middle) @ self._weights, dtype=np.float32)

    def _form(self, texts: Sequence[str]) -> Numbers:
        """Unit vectors of marks, the rarer the heavier; marks no example has do not count."""
        rows = np.zeros((len(texts), len(self._columns)), np.float32)
        for row, text in zip(rows, texts, strict=True):
            row[[self._columns[mark] for mark in marks(text) if mark in self._columns]] = 1.0
        rows *= self._rarity
        return np.asarray(
            rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6), dtype=np.float32
        )
