"""`make train-readers`: fits every head from its rows and writes weights, scales, thresholds and the model card."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

from dramaturg.language.embedder import best_embedder
from dramaturg.language.readers.features import FEATURES
from training import fit, recipes
from training.recipes import RECIPES, Recipe

HEADS = Path(__file__).parent.parent / "src" / "dramaturg" / "language" / "readers" / "heads"


def main(only: list[str]) -> None:
    wanted = [recipe for signal, recipe in RECIPES.items() if not only or signal in only]
    if not only:
        write_scales()
    for recipe in wanted:
        train(recipe)


def train(recipe: Recipe) -> None:
    said = fit.unseen(recipe)
    reliability = fit.reliability(recipe, said)
    written = {
        "signal": recipe.signal,
        "kind": recipe.kind,
        "embedder": best_embedder().name,
        "reliability": fit.rounded(reliability),
        "sources": sorted({row.source for row in recipe.rows}),
        "rows": len(recipe.rows),
        "weights": _written(recipe, with_meaning=True),
        "plain": _written(recipe, with_meaning=False),
    }
    write(f"{recipe.signal}.json", written)
    print(f"{recipe.signal:24} {len(recipe.rows):6} rows   {reliability:.3f} on sources left out", flush=True)


def _written(recipe: Recipe, with_meaning: bool) -> dict[str, object]:
    shape, weights, bias = fit.fit(recipe.rows, recipe, with_meaning)
    if recipe.kind == "alarm":
        bias -= float(np.log(recipe.threshold / (1 - recipe.threshold)))
    return shape.written(weights, bias)


def write_scales() -> None:
    """What is usual for each feature, over all texts that teach anything."""
    texts = sorted({row.text for recipe in RECIPES.values() for row in recipe.rows})
    counted = np.stack([fit.seen(text).features for text in texts])
    pairs = zip(counted.mean(axis=0), counted.std(axis=0) + 1e-3, strict=True)
    write("scales.json", {name: [fit.rounded(mean), fit.rounded(deviation)] for name, (mean, deviation) in zip(FEATURES, pairs, strict=True)})


def write(name: str, written: object) -> None:
    HEADS.mkdir(exist_ok=True)
    (HEADS / name).write_text(json.dumps(written, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
