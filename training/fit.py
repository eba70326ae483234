"""Fitting a head, and trying it on sources it has not seen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix, hstack
from scipy.stats import spearmanr
from sklearn.linear_model import LogisticRegression, Ridge
from sklearn.metrics import roc_auc_score

from dramaturg.language.embedder import best_embedder
from dramaturg.language.readers.between import BETWEEN, between
from dramaturg.language.readers.features import FEATURES
from dramaturg.language.readers.heads import scaled
from dramaturg.language.readers.parsed_text import ParsedText
from dramaturg.language.syntax import best_syntax
from training.recipes import Recipe
from training.sources import Row

Array = NDArray[np.float64]

WITHOUT_MEANING = np.array([name != "nearness" for name in BETWEEN], dtype=np.float32)
FOLDS = 5
PHRASE_SEEN = 3  # a phrase must be in this many texts
PHRASES = 2000  # how many are kept, those that are worth most
PHRASE_SCALE = 8.0  # how freely phrases may be used beside what is counted


@cache
def seen(text: str) -> ParsedText:
    return ParsedText(text, best_syntax().read(text), best_embedder())


@dataclass(frozen=True)
class Inputs:
    """What a head is given of each text, as one matrix: features, phrases, what lies between turns,
    meaning.
    """

    vocabulary: Sequence[str]
    with_context: bool
    meaning: float

    def matrix(self, rows: Sequence[Row]) -> Any:
        texts = [seen(row.text) for row in rows]
        blocks = [
            csr_matrix(np.stack([scaled(text.features) for text in texts])),
            self._phrases(texts),
        ]
        if self.with_context:
            pairs = np.stack(
                [between(text, seen(row.context)) for text, row in zip(texts, rows, strict=True)]
            )
            blocks.append(csr_matrix(pairs if self.meaning else pairs * WITHOUT_MEANING))
        if self.meaning:
            blocks.append(csr_matrix(np.stack([text.vector for text in texts]) * self.meaning))
        return hstack(blocks).tocsr()

    def _phrases(self, texts: Sequence[ParsedText]) -> Any:
        place = {phrase: index for index, phrase in enumerate(self.vocabulary)}
        cells = [
            (row, place[phrase], PHRASE_SCALE / sqrt(max(1, len(text.phrases))))
            for row, text in enumerate(texts)
            for phrase in sorted(text.phrases & place.keys())
        ]
        rows, columns, values = zip(*cells, strict=True) if cells else ((), (), ())
        return csr_matrix((values, (rows, columns)), shape=(len(texts), len(self.vocabulary)))

    def written(self, weights: Array, bias: float) -> dict[str, Any]:
        """The weights as they stand in the file, each under its name."""
        counted, spoken = len(FEATURES), len(FEATURES) + len(self.vocabulary)
        worth = sorted(
            zip(self.vocabulary, weights[counted:spoken], strict=True),
            key=lambda phrase: -abs(phrase[1]),
        )
        phrases = {
            phrase: rounded(weight * PHRASE_SCALE) for phrase, weight in sorted(worth[:PHRASES])
        }
        written: dict[str, Any] = {
            "bias": rounded(bias),
            "features": dict(zip(FEATURES, map(rounded, weights[:counted]), strict=True)),
            "phrases": phrases,
        }
        beyond = spoken + len(BETWEEN) * self.with_context
        if self.with_context:
            written["between"] = dict(
                zip(BETWEEN, map(rounded, weights[spoken:beyond]), strict=True)
            )
        if self.meaning:
            written["vector"] = [rounded(weight * self.meaning) for weight in weights[beyond:]]
        return written


def rounded(value: float) -> float:
    return float(f"{value:.4g}")


def inputs(rows: Sequence[Row], with_context: bool, meaning: float) -> Inputs:
    counts: dict[str, int] = {}
    for row in rows:
        for phrase in seen(row.text).phrases:
            counts[phrase] = counts.get(phrase, 0) + 1
    return Inputs(
        sorted(phrase for phrase, count in counts.items() if count >= PHRASE_SEEN),
        with_context,
        meaning,
    )


def fit(rows: Sequence[Row], recipe: Recipe, with_meaning: bool) -> tuple[Inputs, Array, float]:
    """The inputs, their weights and the bias."""
    shape = inputs(rows, recipe.with_context, recipe.meaning if with_meaning else 0)
    matrix = shape.matrix(rows)
    labels = np.array([row.label for row in rows])
    weights = np.array([row.weight for row in rows])
    if recipe.kind == "share":
        model: Any = Ridge(alpha=1 / recipe.freedom).fit(matrix, labels, sample_weight=weights)
        return shape, model.coef_, float(model.intercept_)
    model = LogisticRegression(C=recipe.freedom, max_iter=5000, tol=1e-6).fit(
        matrix, labels, sample_weight=weights
    )
    return shape, model.coef_[0], float(model.intercept_[0])


def predicted(fitted: tuple[Inputs, Array, float], rows: Sequence[Row]) -> Array:
    shape, weights, bias = fitted
    return np.asarray(shape.matrix(rows) @ weights + bias)


def unseen(rows: Sequence[Row], recipe: Recipe) -> Array:
    """What the head says of each row when it was left out with its source or with its fifth; not a
    number where it never was.
    """
    said = np.full(len(rows), np.nan)
    for left_out in _folds(rows):
        places = sorted(left_out)
        kept = [row for index, row in enumerate(rows) if index not in left_out]
        said[places] = predicted(
            fit(kept, recipe, with_meaning=True), [rows[place] for place in places]
        )
    return said


def _folds(rows: Sequence[Row]) -> list[set[int]]:
    """Sources that hold more than one answer, one at a time; if there is but one such source,
    fifths of everything.
    """
    answers: dict[str, set[float]] = {}
    for row in rows:
        answers.setdefault(row.source, set()).add(row.label)
    telling = sorted(source for source, labels in answers.items() if len(labels) > 1)
    if len(telling) > 1:
        return [
            {index for index, row in enumerate(rows) if row.source == source} for source in telling
        ]
    shuffled = np.random.default_rng(0).permutation(len(rows))
    return [set(shuffled[fold::FOLDS].tolist()) for fold in range(FOLDS)]


def reliability(rows: Sequence[Row], said: Array, recipe: Recipe) -> float:
    """On the rows that were left out: a rank correlation, or how far the AUC lies above chance."""
    judged = ~np.isnan(said)
    labels, said = np.array([row.label for row in rows])[judged], said[judged]
    if recipe.kind == "share":
        return float(spearmanr(said, labels)[0])
    return float(2 * roc_auc_score(labels > 0.5, said) - 1)
