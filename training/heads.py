"""Training heads and writing their files."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from dramaturg.language.embedder import best_embedder
from dramaturg.language.readers import heads as shipped
from training import fit
from training.recipes import RECIPES, Recipe
from training.sources import Row

FOLDER = Path(__file__).parent.parent / "src" / "dramaturg" / "language" / "readers" / "heads"


def train(signals: Collection[str], folder: Path = FOLDER) -> None:
    """Write the heads of these signals. What is usual for each feature (`scales.json`) stays as it
    was told from all texts that taught the first edition.
    """
    use(folder)
    for signal in signals:
        recipe = RECIPES[signal]
        written = _head(recipe, recipe.rows)
        write(folder / f"{signal}.json", written)
        print(
            f"{signal:24} {len(recipe.rows):6} rows   {written['reliability']:.3f} on what was left out",
            flush=True,
        )


def use(folder: Path) -> None:
    """Read heads from here from now on."""
    shipped.FOLDER = folder
    shipped.head.cache_clear()
    shipped.scales.cache_clear()


def _head(recipe: Recipe, rows: Sequence[Row]) -> dict[str, Any]:
    reliability = fit.reliability(rows, fit.unseen(rows, recipe), recipe)
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
