"""What a teacher needs, made where the rows are and carried to where it learns.

    python -m training.ear.teacher_words PACK MODEL.gguf FOLDER

MODEL is a Qwen2 model as llama.cpp stores it; needs the packages gguf and transformers.
"""

from __future__ import annotations

import gzip
import json
import pickle
import sys
from pathlib import Path

import numpy as np
from gguf import GGUFReader
from transformers import AutoTokenizer

LAYERS = 18  # of 28: the upper ones know which word comes next, not what was meant
PART = 56 << 20  # bytes of weights in one file
LONGEST = 128  # pieces of one text that are read
END = "<|im_end|>"


def prepare(pack: Path, model: Path, folder: Path) -> None:
    """Every text in the teacher's own pieces, of which only those that occur are kept, and the weights
    of its lower layers, in files that are small enough to carry.
    """
    texts = json.loads(pack.with_name("texts.json").read_text("utf-8"))
    reader = AutoTokenizer.from_pretrained(str(model.parent), gguf_file=model.name)
    end = reader.convert_tokens_to_ids(END)
    known = {text: reader.encode(text) for text in texts}
    used = sorted({end} | {each for ids in known.values() for each in ids})
    place = {old: new for new, old in enumerate(used)}
    words = [
        np.array([place[each] for each in known[text][-LONGEST:]], np.uint16) for text in texts
    ]
    folder.mkdir(parents=True, exist_ok=True)
    with gzip.open(folder / "words.pkl.gz", "wb", compresslevel=6) as file:
        pickle.dump({"words": words, "end": place[end]}, file)
    stored = {tensor.name: tensor for tensor in GGUFReader(str(model)).tensors}
    parts: list[dict[str, tuple[str, np.ndarray]]] = [{}]
    size = 0
    for name, tensor in stored.items():
        if name == "output.weight" or (name.startswith("blk.") and _layer(name) >= LAYERS):
            continue
        data = np.asarray(tensor.data)
        if name == "token_embd.weight":
            data = data[used]
        if size + data.nbytes > PART:
            parts.append({})
            size = 0
        parts[-1][name] = (tensor.tensor_type.name, data)
        size += data.nbytes
    for number, part in enumerate(parts):
        (folder / f"{number:02}").mkdir(exist_ok=True)
        with (folder / f"{number:02}" / "weights.pkl").open("wb") as file:
            pickle.dump(part, file)
    print(len(words), "texts,", len(used), "words,", len(parts), "parts")


def _layer(name: str) -> int:
    return int(name.split(".")[1])


if __name__ == "__main__":
    prepare(*map(Path, sys.argv[1:]))
