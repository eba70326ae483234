"""The weights of the cues of contradiction, fitted on our own pairs of turns by the same person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dramaturg.language.embedder import best_embedder
from dramaturg.language.readers.parsed_text import ParsedText
from dramaturg.language.readers.statements import CUES, StatementPair, statement
from dramaturg.language.syntax import best_syntax
from training.heads import FOLDER, write
from training.sources import own

Array = NDArray[np.float64]

AGAINST = ("both deny", "other times", "other people", "doubt", "exception", "others")
"""Cues that may only speak against a contradiction; the others only for one. A cue that learns
otherwise is left out.
"""
SIGNS = np.array([-1.0 if cue in AGAINST else 1.0 for cue in CUES])
PENALTY = 3.0
ROUNDS = 5  # of choosing the pair of sentences that a row is about, and fitting


def train() -> None:
    rows = own("contradiction")
    labels = np.array([float(row["contradiction"]) for row in rows])
    texts = {text: _text(text) for row in rows for text in (row["earlier"], row["later"])}
    cues = [_cues(texts[row["later"]], texts[row["earlier"]]) for row in rows]
    without = [_without_meaning(one) for one in cues]
    fitted = _fitted(cues, labels)
    written = {
        "signal": "contradiction",
        "embedder": best_embedder().name,
        "sources": ["own: contradiction"],
        "rows": len(rows),
        "weights": fitted,
        "plain": _fitted(without, labels),
    }
    write(FOLDER / "contradiction.json", written)
    print(
        f"{'contradiction':24} {len(rows):6} rows   {fitted['reliability']:.3f} on rows left out",
        flush=True,
    )


def _text(text: str) -> ParsedText:
    return ParsedText(text, best_syntax().read(text), best_embedder())


def _cues(now: ParsedText, then: ParsedText) -> Array:
    """The cues of every pair of sentences, one pair a row; questions claim nothing."""
    found = [
        [
            cue(StatementPair(statement(one), statement(other), float(left.vector @ right.vector)))
            for cue in CUES.values()
        ]
        for left in now.passages
        for right in then.passages
        for one in left.sentences
        for other in right.sentences
        if not (statement(one).asked or statement(other).asked)
    ]
    return np.array(found or [[0.0] * len(CUES)])


def _without_meaning(cues: Array) -> Array:
    return np.where(np.array(list(CUES)) == "nearness", 0.0, cues)


def _fitted(cues: Sequence[Array], labels: Array) -> dict[str, Any]:
    weights = _learned(cues, labels)
    said = np.zeros(len(labels))
    shuffled = np.random.default_rng(0).permutation(len(labels))
    for fold in range(5):
        left_out = shuffled[fold::5]
        kept = np.setdiff1d(shuffled, left_out)
        fold_weights = _learned([cues[row] for row in kept], labels[kept])
        said[left_out] = [_worst(cues[row], fold_weights) for row in left_out]
    return {
        "bias": _rounded(weights[-1]),
        "cues": {
            cue: _rounded(weight) for cue, weight in zip(CUES, weights[:-1], strict=True) if weight
        },
        "reliability": _rounded(2 * _area(labels, said) - 1),
    }


def _learned(cues: Sequence[Array], labels: Array) -> Array:
    """Weights and bias. A row is as contradictory as its worst pair of sentences, which the weights
    themselves choose.
    """
    scale = np.vstack(cues).std(axis=0) + 1e-6
    weights = np.append(np.where(SIGNS > 0, 1.0, 0.0) / scale, 0.0)
    for _ in range(ROUNDS):
        chosen = np.array([row[np.argmax(row @ weights[:-1])] for row in cues])
        weights = _logistic(chosen / scale, labels)
        weights[:-1] /= scale
    return weights


def _logistic(inputs: Array, labels: Array) -> Array:
    """Weights of the sign each cue must have, and the bias; whichever is most on the wrong side
    leaves, until none is.
    """
    inputs = np.column_stack([inputs, np.ones(len(inputs))])
    used = np.ones(inputs.shape[1], dtype=bool)
    while True:
        weights = np.zeros(inputs.shape[1])
        weights[used] = _newton(inputs[:, used], labels)
        right = weights[:-1] * SIGNS
        if right.min() >= 0:
            return weights
        used[right.argmin()] = False


def _newton(inputs: Array, labels: Array) -> Array:
    weights = np.zeros(inputs.shape[1])
    penalty = np.diag([PENALTY] * (len(weights) - 1) + [1e-6])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-inputs @ weights))
        slope = inputs.T @ (chance - labels) + penalty @ weights
        bend = (inputs * (chance * (1 - chance))[:, None]).T @ inputs + penalty
        weights = weights - np.linalg.solve(bend, slope)
    return weights


def _worst(cues: Array, weights: Array) -> float:
    return float((cues @ weights[:-1]).max() + weights[-1])


def _area(labels: Array, said: Array) -> float:
    """How often a contradiction scores above another pair, ties by half."""
    yes, no = said[labels == 1], said[labels == 0]
    return float(np.mean((yes[:, None] > no) + 0.5 * (yes[:, None] == no)))


def _rounded(value: float) -> float:
    return float(f"{value:.4g}")


if __name__ == "__main__":
    train()
