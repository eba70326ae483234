"""The ear that ships, as weights that learning can go on from: `python -m training.ear.shipped TO`."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

from training.ear.export import LAYERS, WIDTH

PACKAGE = Path(__file__).parents[2] / "src/dramaturg/language/ear"
DENSE = {"out": "attention.output.dense", "up": "intermediate.dense", "down": "output.dense"}
NORMS = ("attention.output.LayerNorm", "output.LayerNorm")


def weights(folder: Path) -> dict[str, np.ndarray]:
    """Encoder and heads under the names that learning knows them by."""
    graph = onnx.load(str(folder / "ear.onnx")).graph
    stored = {each.name: numpy_helper.to_array(each) for each in graph.initializer}
    found = {
        "embeddings.word_embeddings.weight": stored["words"] * stored["words.scale"],
        "embeddings.token_type_embeddings.weight": stored["kinds"],
    }
    for part in ("weight", "bias"):
        found[f"embeddings.LayerNorm.{part}"] = stored[f"norm.{part}"]
    for number in range(LAYERS):
        found |= {f"encoder.layer.{number}.{name}": value for name, value in _layer(stored, number)}
    return {f"encoder.{name}": value for name, value in found.items()} | dict(
        np.load(folder / "heads.npz")
    )


def _layer(stored: dict[str, np.ndarray], number: int) -> list[tuple[str, np.ndarray]]:
    def dense(name: str) -> tuple[np.ndarray, np.ndarray]:
        weight = stored[f"{number}.{name}.weight"] * stored[f"{number}.{name}.scale"]
        return weight.T, stored[f"{number}.{name}.bias"]

    found = []
    for name, of_name in DENSE.items():
        weight, bias = dense(name)
        found += [(f"{of_name}.weight", weight), (f"{of_name}.bias", bias)]
    weight, bias = dense("looks")
    for at, look in enumerate(("query", "key", "value")):
        part = slice(at * WIDTH, (at + 1) * WIDTH)
        found += [
            (f"attention.self.{look}.weight", weight[part]),
            (f"attention.self.{look}.bias", bias[part]),
        ]
    return found + [
        (f"{norm}.{part}", stored[f"{number}.{norm}.{part}"])
        for norm in NORMS
        for part in ("weight", "bias")
    ]


if __name__ == "__main__":
    np.savez(sys.argv[1], **weights(PACKAGE))
