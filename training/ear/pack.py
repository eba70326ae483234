"""All examples as numbers, in one file: what the learning needs, and nothing to be read there."""

from __future__ import annotations

import gzip
import json
import pickle
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tokenizers import BertWordPieceTokenizer

from dramaturg.language.ear import outputs
from dramaturg.language.ear.outputs import GROUPS, PLACE, TYPE_OUTPUTS, WORD_GROUPS
from training.ear import examples
from training.ear.examples import FOLDS, Choice, Example, fold
from training.ear.pool import pool
from training.ear.written import Mark

SAID, BEFORE = 96, 64  # word pieces kept of an answer, and of what stood before it
VOCABULARY = Path(__file__).parents[2] / "src/dramaturg/language/data/minilm-vocab.txt"


def packed(folder: Path, first: Path, with_unjudged: bool) -> dict[str, Any]:
    reader = BertWordPieceTokenizer(str(VOCABULARY), lowercase=True)
    found = list(examples.all_examples(folder, first))
    choices = list(examples.all_choices(folder))
    both: list[Example | Choice] = [*found, *choices]
    folds = folds_of(both)
    fold_of = {one.text: part for one, part in zip(both, folds, strict=True)}
    unjudged = pool(folder, first, fold_of) if with_unjudged else []
    texts = _Places()
    return described() | {
        "examples": [
            example(one, folds[at], reader)
            | {"at": texts[one.text], "before_at": texts[one.context]}
            for at, one in enumerate(found)
        ],
        "pool": [
            {
                "ids": _ids(one.text, reader)[0][:SAID],
                "before": _ids(one.before, reader)[0][-BEFORE:],
                "about": one.about,
                "fold": one.fold,
                "at": texts[one.text],
                "before_at": texts[one.before],
            }
            for one in unjudged
        ],
        "choices": [
            {
                "text": _ids(one.text, reader)[0][:SAID],
                "candidates": [_ids(each, reader)[0][:BEFORE] for each in one.candidates],
                "meant": -1 if one.meant is None else one.meant,
                "output": PLACE[one.output],
                "fold": folds[len(found) + at],
                "source": one.source,
                "at": texts[one.text],
                "candidates_at": [texts[each] for each in one.candidates],
            }
            for at, one in enumerate(choices)
        ],
        "texts": texts,
    }


def described() -> dict[str, Any]:
    """What there is to be learned."""
    return {
        "outputs": list(outputs.OUTPUTS),
        "groups": {name: (kind, names.split()) for name, (kind, names) in GROUPS.items()},
        "word_outputs": list(outputs.WORD_OUTPUTS),
        "word_groups": {name: (kind, names.split()) for name, (kind, names) in WORD_GROUPS.items()},
        "types": list(TYPE_OUTPUTS),
        "fits": [PLACE[name] for name in outputs.FITS],
    }


class _Places(dict[str, int]):
    """Every text once, by when it was first asked for."""

    def __missing__(self, text: str) -> int:
        self[text] = len(self)
        return self[text]


def folds_of(found: Sequence[Any]) -> list[int]:
    """Our own rows by writer, where a family has several; all others by topic."""
    writers: dict[str, set[str]] = defaultdict(set)
    for one in found:
        family, *writer = one.source.split("/")
        writers[family] |= set(writer[:1])
    folds = {
        f"{family}/{writer}": place % FOLDS
        for family, names in writers.items()
        if len(names) >= 3
        for place, writer in enumerate(sorted(names))
    }
    return [folds.get("/".join(one.source.split("/")[:2]), fold(one.topic)) for one in found]


def _ids(text: str, reader: Any) -> tuple[list[int], list[tuple[int, int]]]:
    read = reader.encode(text, add_special_tokens=False)
    return read.ids, read.offsets


def example(one: Example, part: int, reader: Any) -> dict[str, Any]:
    ids, places = _ids(one.text, reader)
    before, before_places = _ids(one.context, reader)
    made: dict[str, Any] = {
        "ids": ids[:SAID],
        "before": before[-BEFORE:],
        "fold": part,
        "source": one.source,
        "weight": one.weight,
        "values": {PLACE[name]: value for name, value in one.values.items()},
        "choices": {
            group: GROUPS[group][1].split().index(choice) for group, choice in one.choices.items()
        },
    }
    if one.marks is not None:
        made["words"] = {
            group: _labels(group, marks, places[:SAID]) for group, marks in one.marks.items()
        }
        if one.context_marks is not None:
            made["words_before"] = _labels("refused", one.context_marks, before_places[-BEFORE:])
    if one.method and one.marks:
        spans = [
            (_span(mark, places[:SAID]), f"{one.method}.{mark.kind}")
            for mark in one.marks["concept"]
        ]
        made["spans"] = [
            (span, TYPE_OUTPUTS.index(kind)) if span and kind in TYPE_OUTPUTS else None
            for span, kind in spans
        ]
        made["links"] = [link for link in one.links or () if max(link) < len(spans)]
        made["method"] = one.method
    return made


def _span(mark: Mark, places: Sequence[tuple[int, int]]) -> tuple[int, int] | None:
    inside = [at for at, (start, end) in enumerate(places) if start < mark.end and end > mark.start]
    return (inside[0], inside[-1] + 1) if inside else None


def _labels(group: str, marks: Sequence[Mark], places: Sequence[tuple[int, int]]) -> list[int]:
    names = WORD_GROUPS[group][1].split()
    labels = [0] * len(places)
    for mark in marks:
        span = _span(mark, places)
        if span is None:
            continue
        for at in range(*span):
            if group == "concept":
                labels[at] = 1 if at == span[0] else 2
            else:
                labels[at] = names.index(mark.kind) if mark.kind in names and len(names) > 1 else 1
    return labels


def main(folder: Path, first: Path, to: Path, with_unjudged: bool = False) -> None:
    made = packed(folder, first, with_unjudged)
    to.with_name("texts.json").write_text(json.dumps(list(made.pop("texts"))), "utf-8")
    with gzip.open(to, "wb", compresslevel=6) as file:
        pickle.dump(made, file)
    print(
        len(made["examples"]),
        "examples,",
        len(made["choices"]),
        "choices,",
        len(made["pool"]),
        "unjudged",
    )
