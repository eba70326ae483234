"""The trained encoder as one small file: weights of seven bits, a graph of fused operations.

Seven bits and not eight: the sums of products then fit the narrow registers of older processors,
so that the same words give the same numbers on any of them.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

LAYERS, WIDTH, HEADS, PLACES = 6, 384, 12, 256
FUSED = "com.microsoft"
STEPS = 63
EPSILON = 1e-12


class Graph:
    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []

    def constant(self, name: str, value: np.ndarray) -> str:
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def node(
        self, operation: str, inputs: list[str], *outputs: str, domain: str = "", **options: object
    ) -> str:
        self.nodes.append(
            helper.make_node(operation, inputs, list(outputs), domain=domain, **options)
        )
        return outputs[0]

    def linear(self, x: str, name: str, weight: np.ndarray, bias: np.ndarray) -> str:
        """Multiplied as whole numbers, a scale for each column."""
        scale = np.abs(weight).max(axis=0) / STEPS
        scale = np.where(scale == 0, 1, scale).astype(np.float32)
        whole = np.clip(np.round(weight / scale), -STEPS, STEPS).astype(np.int8)
        inputs = [
            x,
            self.constant(f"{name}.weight", whole),
            self.constant(f"{name}.scale", scale),
            self.constant(f"{name}.zero", np.zeros(scale.shape, np.int8)),
            self.constant(f"{name}.bias", bias.astype(np.float32)),
        ]
        return self.node("DynamicQuantizeMatMul", inputs, name, domain=FUSED)


def exported(weights: dict[str, np.ndarray]) -> onnx.ModelProto:
    """The encoder with these weights: word pieces and their kinds in, a vector for each out."""
    graph = Graph()
    x = _embedded(graph, weights)
    graph.constant("three", np.array([WIDTH] * 3))
    for layer in range(LAYERS):
        x = _layer(graph, x, layer, weights)
    inputs = [
        helper.make_tensor_value_info(name, TensorProto.INT64, [1, "length"])
        for name in ("input_ids", "token_type_ids")
    ]
    output = helper.make_tensor_value_info(x, TensorProto.FLOAT, [1, "length", WIDTH])
    made = helper.make_graph(graph.nodes, "ear", inputs, [output], graph.constants)
    return helper.make_model(
        made,
        opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid(FUSED, 1)],
        ir_version=9,
    )


def _embedded(graph: Graph, weights: dict[str, np.ndarray]) -> str:
    words = weights["embeddings.word_embeddings.weight"].astype(np.float32)
    scale = (np.abs(words).max(axis=1, keepdims=True) / 127).astype(np.float32)
    scale[scale == 0] = 1
    graph.constant("words", np.clip(np.round(words / scale), -127, 127).astype(np.int8))
    graph.constant("words.scale", scale)
    places = weights["embeddings.position_embeddings.weight"][None, :PLACES]
    graph.constant("places", places.astype(np.float32))
    graph.constant("kinds", weights["embeddings.token_type_embeddings.weight"].astype(np.float32))
    for name, value in (("zero", 0), ("one", 1), ("two", 2)):
        graph.constant(name, np.array([value]))
    graph.node("Gather", ["words", "input_ids"], "read")
    graph.node("Cast", ["read"], "read.float", to=TensorProto.FLOAT)
    graph.node("Gather", ["words.scale", "input_ids"], "read.scale")
    graph.node("Mul", ["read.float", "read.scale"], "meant")
    graph.node("Shape", ["input_ids"], "shape")
    graph.node("Slice", ["shape", "one", "two"], "length")
    graph.node("Slice", ["places", "zero", "length", "one"], "placed")
    graph.node("Gather", ["kinds", "token_type_ids"], "kinded")
    graph.node("Add", ["meant", "placed"], "meant.placed")
    graph.node("Add", ["meant.placed", "kinded"], "summed")
    norm = [
        graph.constant(f"norm.{part}", weights[f"embeddings.LayerNorm.{part}"].astype(np.float32))
        for part in ("weight", "bias")
    ]
    return graph.node("LayerNormalization", ["summed", *norm], "x", epsilon=EPSILON, axis=-1)


def _layer(graph: Graph, x: str, number: int, weights: dict[str, np.ndarray]) -> str:
    def of(name: str) -> np.ndarray:
        return weights[f"encoder.layer.{number}.{name}"].astype(np.float32)

    def dense(x: str, name: str, of_name: str) -> str:
        return graph.linear(x, f"{number}.{name}", of(f"{of_name}.weight").T, of(f"{of_name}.bias"))

    def added(new: str, old: str, name: str, to: str) -> str:
        norm = [
            graph.constant(f"{number}.{name}.{part}", of(f"{name}.{part}"))
            for part in ("weight", "bias")
        ]
        return graph.node(
            "SkipLayerNormalization", [new, old, *norm], to, domain=FUSED, epsilon=EPSILON
        )

    looks = [f"attention.self.{name}" for name in ("query", "key", "value")]
    weight = np.concatenate([of(f"{look}.weight").T for look in looks], axis=1)
    bias = np.concatenate([of(f"{look}.bias") for look in looks])
    parts = [f"{number}.query", f"{number}.key", f"{number}.value"]
    graph.node(
        "Split", [graph.linear(x, f"{number}.looks", weight, bias), "three"], *parts, axis=-1
    )
    graph.node("MultiHeadAttention", parts, f"{number}.seen", domain=FUSED, num_heads=HEADS)
    seen = dense(f"{number}.seen", "out", "attention.output.dense")
    middle = added(seen, x, "attention.output.LayerNorm", f"{number}.middle")
    graph.node("Gelu", [dense(middle, "up", "intermediate.dense")], f"{number}.wide", domain=FUSED)
    last = "states" if number == LAYERS - 1 else f"{number}.x"
    return added(dense(f"{number}.wide", "down", "output.dense"), middle, "output.LayerNorm", last)


def write(weights_path: Path, folder: Path) -> None:
    """The encoder and the heads, from what learning wrote, into the package."""
    stored = dict(np.load(weights_path))
    encoder = {
        n.removeprefix("encoder."): v.astype(np.float32)
        for n, v in stored.items()
        if n.startswith("encoder.")
    }
    onnx.save(exported(encoder), str(folder / "ear.onnx"))
    heads = {n: v.astype(np.float16) for n, v in stored.items() if not n.startswith("encoder.")}
    np.savez_compressed(folder / "heads.npz", **heads)


if __name__ == "__main__":
    import sys

    write(Path(sys.argv[1]), Path(sys.argv[2]))
