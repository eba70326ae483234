"""What the phrases of refusing and stopping are worth beside their heads, fitted on rows the heads have not seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log1p
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from dramaturg.language.embedder import best_embedder
from dramaturg.language.readers.evidence import SUREST
from dramaturg.language.readers.limits import found, phrases
from dramaturg.language.readers.seen import Text
from training import fit
from training.heads import FOLDER, FOLDS, fold, write
from training.recipes import RECIPES, Recipe
from training.sources import Row, public

Array = NDArray[np.float64]

FREEDOM = 1.0  # the inverse of the penalty on worths
LONG = 0.3  # the weight of a passage of a long answer
RAISED: Mapping[str, float] = {"refusal": 0.0, "stop": 0.0}
"""Log-odds by which a signal must be surer than even: so that 0.5 gives 2 false alarms in 1,000 turns of everyday talk (1 for stop)."""


@dataclass(frozen=True)
class Read:
    """A passage, the words of the turn it stands in, and what should be said of it."""

    passage: Text
    words: int
    label: float
    weight: float


def train(folder: Path = FOLDER, leaving_out: int | None = None) -> None:
    """Write `refusal_rules.json`: for each signal the worths with meaning, and those for any other embedder."""
    written: dict[str, Any] = {"embedder": best_embedder().name}
    for signal in RAISED:
        rows = [row for row in RECIPES[signal].rows if leaving_out is None or fold(row.text) != leaving_out]
        written[signal] = {"weights": _worths(signal, rows, True), "plain": _worths(signal, rows, False)}
    write(folder / "refusal_rules.json", written)


def _worths(signal: str, rows: Sequence[Row], with_meaning: bool) -> dict[str, Any]:
    recipe = RECIPES[signal]
    short = [Read(fit.seen(row.text), fit.seen(row.text).length, row.label, row.weight) for row in rows]
    long = list(_long())
    by_head = np.concatenate([_unseen(recipe, rows, with_meaning), _by_head(recipe, rows, long, with_meaning)])
    reads = [*short, *long]
    inputs = np.column_stack([_counted(reads), np.clip(by_head - _threshold(recipe), -SUREST, SUREST)])
    model = LogisticRegression(C=FREEDOM, max_iter=5000, tol=1e-8)
    model.fit(inputs, [read.label for read in reads], sample_weight=[read.weight for read in reads])
    *worths, turn, passage, trust = map(fit.rounded, model.coef_[0])
    start = fit.rounded(float(model.intercept_[0]) - RAISED[signal])
    said = {kind: max(0.0, worth) for kind, worth in zip(phrases(), worths, strict=True)}
    return {"start": start, "phrases": said, "trust": trust, "turn": turn, "passage": passage}


def _long() -> list[Read]:
    """Passages of long answers in which nobody declined: who speaks long is answering."""
    answers = [fit.seen(row["answer"]) for row in public("02_qevasion")[::3] if row["declined"] == "0"]
    return [Read(passage, answer.length, 0, LONG) for answer in answers for passage in answer.passages]


def _counted(reads: Sequence[Read]) -> Array:
    """Which phrases stand in a passage, and how long it and its turn are."""
    said = [found(read.passage) for read in reads]
    return np.array(
        [
            [*(kind in kinds for kind in phrases()), log1p(read.words), log1p(read.passage.length)]
            for read, kinds in zip(reads, said, strict=True)
        ],
        dtype=float,
    )


def _unseen(recipe: Recipe, rows: Sequence[Row], with_meaning: bool) -> Array:
    """What the head says in log-odds of each fifth of the rows, having learned from the others."""
    said = np.zeros(len(rows))
    folds = np.array([fold(row.text) for row in rows])
    for left_out in range(FOLDS):
        learned = fit.fit([row for row, own in zip(rows, folds, strict=True) if own != left_out], recipe, with_meaning)
        places = np.flatnonzero(folds == left_out)
        if len(places):
            said[places] = fit.predicted(learned, [rows[place] for place in places])
    return said


def _by_head(recipe: Recipe, rows: Sequence[Row], reads: Sequence[Read], with_meaning: bool) -> Array:
    """What the head says of passages that no row teaches."""
    return fit.predicted(fit.fit(rows, recipe, with_meaning), [Row(read.passage.text, 0, "") for read in reads])


def _threshold(recipe: Recipe) -> float:
    return float(np.log(recipe.threshold / (1 - recipe.threshold)))


if __name__ == "__main__":
    train()
