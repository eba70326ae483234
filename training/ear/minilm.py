"""MiniLM as a model that can learn, from the int8 file that the package depends on. Its weights are
called as they are everywhere, so that any tool can read them.
"""

from __future__ import annotations

from functools import partial

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import nn
from torch.nn import functional as F

WIDTH, LAYERS, HEADS, WORDS, PLACES = 384, 6, 12, 30522, 512
EPSILON = 1e-12
PARTS = (
    "attention.self.query",
    "attention.self.key",
    "attention.self.value",
    "attention.output.dense",
    "intermediate.dense",
    "output.dense",
)  # in the order in which a layer of the file multiplies


class Named(nn.Module):
    """Modules under dotted names."""

    def __init__(self, /, **modules):
        super().__init__()
        for name, module in modules.items():
            self.add_module(name, module)


class Layer(nn.Module):
    def __init__(self, drop):
        super().__init__()
        linear, norm = nn.Linear, partial(nn.LayerNorm, WIDTH, EPSILON)
        self.attention = Named(
            self=Named(
                query=linear(WIDTH, WIDTH), key=linear(WIDTH, WIDTH), value=linear(WIDTH, WIDTH)
            ),
            output=Named(dense=linear(WIDTH, WIDTH), LayerNorm=norm()),
        )
        self.intermediate = Named(dense=linear(WIDTH, 4 * WIDTH))
        self.output = Named(dense=linear(4 * WIDTH, WIDTH), LayerNorm=norm())
        self.drop = drop

    def forward(self, x, mask):
        looks = self.attention.self
        rows, length, _ = x.shape
        query, key, value = (
            each(x).view(rows, length, HEADS, WIDTH // HEADS).transpose(1, 2)
            for each in (looks.query, looks.key, looks.value)
        )
        # by hand: the ready-made attention plans anew for every shape, which takes longer than it saves
        looked = query @ (key * (WIDTH // HEADS) ** -0.5).transpose(2, 3) + mask.to(query.dtype)
        seen = (
            (looked.softmax(-1).to(value.dtype) @ value)
            .transpose(1, 2)
            .reshape(rows, length, WIDTH)
        )
        out = self.attention.output
        x = out.LayerNorm(x + self.dropped(out.dense(seen)))
        wide = F.gelu(self.intermediate.dense(x))
        return self.output.LayerNorm(x + self.dropped(self.output.dense(wide)))

    def dropped(self, x):
        """Some channels of a text are left out, the same for all its words: chance for each word
        would take a processor longer than it is worth.
        """
        if not self.training or not self.drop:
            return x
        return F.dropout(torch.ones_like(x[:, :1]), self.drop) * x


class MiniLM(nn.Module):
    def __init__(self, drop=0.1):
        super().__init__()
        self.embeddings = Named(
            word_embeddings=nn.Embedding(WORDS, WIDTH),
            position_embeddings=nn.Embedding(PLACES, WIDTH),
            token_type_embeddings=nn.Embedding(2, WIDTH),
            LayerNorm=nn.LayerNorm(WIDTH, EPSILON),
        )
        self.encoder = Named(layer=nn.ModuleList(Layer(drop) for _ in range(LAYERS)))

    def forward(self, ids, kinds, places, mask):
        """`mask` says of every two places of a row whether they belong to one text."""
        x = self.read(ids, kinds, places)
        mask = (mask[:, None].float() - 1) * 1e4
        for layer in self.encoder.layer:
            x = layer(x, mask)
        return x

    def read(self, ids, kinds, places):
        """The words, before any layer has looked at them."""
        parts = self.embeddings
        return parts.LayerNorm(
            parts.word_embeddings(ids)
            + parts.position_embeddings(places)
            + parts.token_type_embeddings(kinds)
        )


def load(path: str, drop: float = 0.1) -> MiniLM:
    graph = onnx.load(path).graph
    stored = {each.name: numpy_helper.to_array(each) for each in graph.initializer}

    def restored(name: str) -> np.ndarray:
        return stored[f"{name}_q"].astype(np.float32) * stored[f"{name}_scale"]

    found = {
        name.removeprefix("inner."): value
        for name, value in stored.items()
        if name.startswith("inner.") and value.dtype == np.float32
    }
    for name in ("word_embeddings", "position_embeddings"):
        found[f"embeddings.{name}.weight"] = restored(f"inner.embeddings.{name}.weight")
    products = [
        node.input[1]
        for node in graph.node
        if node.op_type == "MatMul" and f"{node.input[1]}_q" in stored
    ]
    for at, name in enumerate(products):
        layer, part = divmod(at, len(PARTS))
        found[f"encoder.layer.{layer}.{PARTS[part]}.weight"] = restored(name).T
    model = MiniLM(drop)
    wanted = model.state_dict().keys()
    model.load_state_dict({n: torch.tensor(np.array(v)) for n, v in found.items() if n in wanted})
    return model
