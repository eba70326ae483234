"""The encoder: words, and what stood before them, to a vector for every word.

It reads one text at a time: in a batch the grid of eighths that a text is laid on would hang on its
neighbours, and a replay needs the same numbers whoever else was heard.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import file_digest
from importlib import import_module
from importlib.resources import as_file, files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dramaturg.kernel.errors import SettingsError
from dramaturg.kernel.text import storable

SAID, BEFORE = 160, 72  # word pieces read of an answer, and of what stood before it
CLS, SEP = 101, 102
Offsets = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class Encoded:
    """A vector for each word piece of what was said, and of what stood before; where each piece
    lies in its text.
    """

    said: NDArray[np.float32]
    offsets: Offsets
    before: NDArray[np.float32]
    before_offsets: Offsets


class Encoder:
    """One file of int8 weights on onnxruntime, one thread, one text at a time."""

    def __init__(self) -> None:
        # imported here: slow to import, and few commands hear
        onnxruntime = import_module("onnxruntime")
        tokenizers = import_module("tokenizers")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        with as_file(files("dramaturg.language.ear") / "ear.onnx") as path:
            with path.open("rb") as model:
                self.digest = file_digest(model, "sha256").hexdigest()
            self._session = onnxruntime.InferenceSession(
                str(path), options, providers=["CPUExecutionProvider"]
            )
        with as_file(files("dramaturg.language") / "data" / "minilm-vocab.txt") as vocabulary:
            self._pieces = tokenizers.BertWordPieceTokenizer(str(vocabulary), lowercase=True)

    def read(self, said: str, before: str = "") -> Encoded:
        """Of what stood before, the end is read; of what was said, the beginning."""
        text = self._cut(said)
        context = self._cut(before) if before else None
        ids, offsets = text.ids[:SAID], text.offsets[:SAID]
        earlier = context.ids[-BEFORE:] if context else []
        pieces = [CLS, *earlier, SEP, *ids, SEP] if earlier else [CLS, *ids, SEP]
        begin = len(earlier) + 2 if earlier else 1
        kinds = np.zeros((1, len(pieces)), np.int64)
        kinds[0, begin:] = bool(earlier)
        (states,) = self._session.run(
            ["states"], {"input_ids": np.array([pieces], np.int64), "token_type_ids": kinds}
        )
        found = np.asarray(states[0])
        return Encoded(
            found[begin : begin + max(1, len(ids))],
            offsets or ((0, 0),),
            found[1 : 1 + len(earlier)],
            context.offsets[-BEFORE:] if context else (),
        )

    def _cut(self, text: str) -> Any:
        return self._pieces.encode(storable(text), add_special_tokens=False)


@cache
def encoder() -> Encoder:
    """The encoder of this package. Raises SettingsError when its file is missing."""
    try:
        return Encoder()
    except (ImportError, FileNotFoundError) as error:
        raise SettingsError(
            f"the ear cannot be loaded ({error}). Install the package again."
        ) from None
