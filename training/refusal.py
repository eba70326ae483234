"""What the phrases of refusing and stopping are worth beside their heads, fitted on rows the heads
have not seen.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
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
from dramaturg.language.readers.parsed_text import ParsedText
from training import fit
from training.heads import FOLDER, fold, write
from training.recipes import RECIPES, Recipe
from training.sources import Row, public

Array = NDArray[np.float64]

# the inverse of the penalty on worths; phrases are rare, and a strong penalty makes them too weak
FREEDOM = 10.0
LONG = 0.3  # the weight of a passage of a long answer
RAISED: Mapping[str, float] = {"refusal": 1.1, "stop": 0.25}
"""Log-odds by which a signal must be surer than even: at 0.5 everyday talk then gives at most 2
false alarms in 1,000 turns.
"""


@dataclass(frozen=True)
class Read:
    """A passage, how many words the turn has in which it stands, and what should be said of it."""

    passage: ParsedText
    words: int
    label: float
    weight: float


def train(folder: Path = FOLDER, leaving_out: int | None = None) -> None:
    """Write `refusal_rules.json`: for each signal the worths with meaning, and those for any other
    embedder.
    """
    written: dict[str, Any] = {"embedder": best_embedder().name}
    for signal in RAISED:
        rows = _kept(RECIPES[signal].rows, leaving_out)
        written[signal] = {
            "weights": _worths(signal, rows, leaving_out, True),
            "plain": _worths(signal, rows, leaving_out, False),
        }
    write(folder / "refusal_rules.json", written)
    print(f"{'rules about refusing':24} {len(RECIPES['refusal'].rows):6} rows", flush=True)


def _kept(rows: Sequence[Row], leaving_out: int | None) -> list[Row]:
    return [row for row in rows if leaving_out is None or fold(row.text) != leaving_out]


def _worths(
    signal: str, rows: Sequence[Row], leaving_out: int | None, with_meaning: bool
) -> dict[str, Any]:
    recipe = RECIPES[signal]
    taught = {row.text for row in rows}
    others = [*_everyday(taught, leaving_out), *_long(leaving_out)]
    by_head = [*_unseen(recipe, rows, with_meaning), *_heard(recipe, rows, others, with_meaning)]
    reads = [*map(_whole, rows), *others]
    inputs = np.column_stack(
        [_counted(reads), np.clip(np.array(by_head) - _threshold(recipe), -SUREST, SUREST)]
    )
    model = LogisticRegression(C=FREEDOM, max_iter=5000, tol=1e-8)
    model.fit(inputs, [read.label for read in reads], sample_weight=[read.weight for read in reads])
    *worths, length, trust = map(fit.rounded, model.coef_[0])
    said = {kind: max(0.0, worth) for kind, worth in zip(phrases(), worths, strict=True)}
    start = fit.rounded(float(model.intercept_[0]) - RAISED[signal])
    return {"start": start, "phrases": said, "trust": trust, "length": length}


def _whole(row: Row) -> Read:
    text = fit.seen(row.text)
    return Read(text, text.length, row.label, row.weight)


def _everyday(taught: Collection[str], leaving_out: int | None) -> Iterator[Read]:
    """Talk that the head for refusals learns from and this head does not: mostly everyday, and
    nobody in it wants to stop.
    """
    rows = [row for row in RECIPES["refusal"].rows if not row.label and row.text not in taught]
    yield from map(_whole, _kept(rows, leaving_out))


def _long(leaving_out: int | None) -> Iterator[Read]:
    """Passages of long answers in which nobody declined."""
    for row in public("02_qevasion")[::3]:
        if row["declined"] == "0" and fold(row["answer"]) != leaving_out:
            answer = fit.seen(row["answer"])
            yield from (Read(passage, answer.length, 0, LONG) for passage in answer.passages)


def _counted(reads: Sequence[Read]) -> Array:
    """Which phrases stand in each passage, and how long its turn is."""
    said = [found(read.passage) for read in reads]
    rows = [
        [*(kind in kinds for kind in phrases()), log1p(read.words)]
        for read, kinds in zip(reads, said, strict=True)
    ]
    return np.array(rows, dtype=float)


def _unseen(recipe: Recipe, rows: Sequence[Row], with_meaning: bool) -> Array:
    """What the head says in log-odds of each fold of the rows, having learned from the others."""
    said = np.zeros(len(rows))
    folds = np.array([fold(row.text) for row in rows])
    for left_out in set(folds.tolist()):
        kept = [rows[int(place)] for place in np.flatnonzero(folds != left_out).tolist()]
        places = np.flatnonzero(folds == left_out).tolist()
        said[places] = fit.predicted(
            fit.fit(kept, recipe, with_meaning), [rows[int(place)] for place in places]
        )
    return said


def _heard(recipe: Recipe, rows: Sequence[Row], reads: Sequence[Read], with_meaning: bool) -> Array:
    """What the head says of passages that did not teach it."""
    learned = fit.fit(rows, recipe, with_meaning)
    return fit.predicted(learned, [Row(read.passage.text, read.label, "") for read in reads])


def _threshold(recipe: Recipe) -> float:
    return float(np.log(recipe.threshold / (1 - recipe.threshold)))


if __name__ == "__main__":
    train()
