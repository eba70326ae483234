"""Training heads and writing their files."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any

import numpy as np

from dramaturg.language.embedder import best_embedder
from dramaturg.language.readers import heads as shipped
from dramaturg.language.readers.features import FEATURES
from training import fit
from training.recipes import RECIPES, Recipe
from training.sources import Row

FOLDER = Path(__file__).parent.parent / "src" / "dramaturg" / "language" / "readers" / "heads"
FOLDS = 5


def train(signals: Collection[str], folder: Path = FOLDER, leaving_out: int | None = None) -> None:
    """Write the heads of these signals, and the scales when it is all of them.

    With `leaving_out`, no text of that fold teaches anything: for measuring on sets that are also
    trained on.
    """
    use(folder)
    if len(signals) == len(RECIPES):
        write(folder / "scales.json", _scales(leaving_out))
        use(folder)
    for signal in signals:
        recipe = RECIPES[signal]
        rows = [row for row in recipe.rows if leaving_out is None or fold(row.text) != leaving_out]
        written = _head(recipe, rows, measured=leaving_out is None)
        write(folder / f"{signal}.json", written)
        if leaving_out is None:
            print(
                f"{signal:24} {len(rows):6} rows   {written['reliability']:.3f} on what was left out",
                flush=True,
            )


def use(folder: Path) -> None:
    """Read heads from here from now on."""
    shipped.FOLDER = folder
    shipped.head.cache_clear()
    shipped.scales.cache_clear()


def fold(text: str) -> int:
    """The fold of a text: the same wherever the text occurs."""
    return (
        int.from_bytes(blake2b(" ".join(text.split()).encode(), digest_size=4).digest(), "big")
        % FOLDS
    )


def _head(recipe: Recipe, rows: Sequence[Row], measured: bool) -> dict[str, Any]:
    reliability = fit.reliability(rows, fit.unseen(rows, recipe), recipe) if measured else 1.0
    return {
        "signal": recipe.signal,
        "kind": recipe.kind,
        "embedder": best_embedder().name,
        "reliability": fit.rounded(reliability),
        "rows": len(rows),
        "sources": sorted({row.source for row in rows}),
        "weights": _weights(recipe, rows, with_meaning=True),
        "plain": _weights(recipe, rows, with_meaning=False),
    }


def _weights(recipe: Recipe, rows: Sequence[Row], with_meaning: bool) -> dict[str, Any]:
    shape, weights, bias = fit.fit(rows, recipe, with_meaning)
    if recipe.kind == "alarm":
        bias -= float(np.log(recipe.threshold / (1 - recipe.threshold)))
    return shape.written(weights, bias)


def _scales(leaving_out: int | None) -> dict[str, list[float]]:
    """What is usual for each feature, over all texts that teach anything: mean and deviation."""
    texts = sorted(
        {
            row.text
            for recipe in RECIPES.values()
            for row in recipe.rows
            if fold(row.text) != leaving_out
        }
    )
    counted = np.stack([fit.seen(text).features for text in texts])
    means, deviations = counted.mean(axis=0), counted.std(axis=0) + 1e-3
    return {
        name: [fit.rounded(mean), fit.rounded(deviation)]
        for name, mean, deviation in zip(FEATURES, means, deviations, strict=True)
    }


def write(path: Path, written: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(_laid_out(written) + "\n", encoding="utf-8")


def _laid_out(written: Any, level: int = 0) -> str:
    """JSON with a line for each block of numbers: to be read by eye, and quick to compare with what
    it was.
    """
    if level < 2 and isinstance(written, dict):
        items = (
            f"{json.dumps(key)}: {_laid_out(value, level + 1)}" for key, value in written.items()
        )
        return "{\n" + ",\n".join(items) + "\n}"
    return json.dumps(written, ensure_ascii=False)
