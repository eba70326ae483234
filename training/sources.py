"""Where training rows come from: public sets whose licence allows it, our own ratings of their
texts, and our own sets.
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
DATA = Path(os.environ.get("DATA_ROOT", HERE.parent.parent / "shared" / "data"))


@dataclass(frozen=True, slots=True)
class Source:
    """A public set that may teach a head that is shipped."""

    title: str
    credit: str
    licence: str


SOURCES: Mapping[str, Source] = {
    "01_goemotions": Source("GoEmotions", "Demszky and others, 2020", "Apache-2.0"),
    "02_qevasion": Source("QEvasion", "Thomas and others, 2024", "MIT"),
    "02_scicertainty": Source("Certainty in Science Communication", "Pei and Jurgens, 2021", "MIT"),
    "04_clinc_stop": Source("CLINC150", "Larson and others, 2019", "CC BY 3.0"),
    "04_diasafety_risk": Source("DiaSafety", "Sun and others, 2022", "Apache-2.0"),
    "05_offmychest": Source("OffMyChest (CL-Aff 2020)", "Jaidka and others, 2020", "CC BY 4.0"),
    "05_question_intimacy": Source(
        "Quantifying Intimacy in Language", "Pei and Jurgens, 2020", "MIT"
    ),
    "08_because": Source("BECauSE", "Dunietz and others, 2017", "MIT"),
    "08_causal_news": Source("Causal News Corpus", "Tan and others, 2022", "CC0 1.0"),
    "08_semeval_cause": Source("SemEval-2010 Task 8", "Hendrickx and others, 2010", "CC BY 3.0"),
    "09_diasafety_replies": Source("DiaSafety, replies", "Sun and others, 2022", "Apache-2.0"),
    "09_politeness": Source(
        "Stanford Politeness Corpus", "Danescu-Niculescu-Mizil and others, 2013", "CC BY 4.0"
    ),
    "10_uptake": Source("Conversational Uptake", "Demszky and others, 2021", "MIT"),
}
"""All other sets are for measuring only."""

TWO_TURNS: Mapping[str, tuple[str, str]] = {
    "10_uptake": ("reply", "said"),
    "02_qevasion": ("asked", "answer"),
}
"""Which column asks and which answers."""

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Row:
    """A text and what a head should say of it. `source` is what cross-validation keeps together."""

    text: str
    label: float
    source: str
    weight: float = 1.0
    context: str = ""


@cache
def public(name: str) -> tuple[Record, ...]:
    """The rows of a public set. Refuses a set that is for measuring only."""
    if name not in SOURCES:
        raise SystemExit(
            f"{name} may not be trained on: its licence does not allow weights to be shipped"
        )
    folder = DATA / name
    if not folder.is_dir():
        raise SystemExit(f"there is no {folder}; set DATA_ROOT to the folder of the public sets")
    table = folder / "data.csv"
    if table.exists():
        with table.open(encoding="utf-8", newline="") as file:
            return tuple(csv.DictReader(file))
    return tuple(lines(folder / "data.jsonl"))


@cache
def own(name: str) -> tuple[Record, ...]:
    """The rows of a set written for this project."""
    return tuple(lines(HERE / "sets" / f"{name}.jsonl"))


def rated(*files: str) -> Iterator[tuple[str, str, Record]]:
    """Our ratings of public texts: the set, the text, the ratings. Only ids are kept with us."""
    for name in files:
        with (HERE / "labels" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            for rating in csv.DictReader(file):
                yield (
                    rating["set"],
                    _texts(rating["set"], asked=name == "questions")[rating["id"]],
                    rating,
                )


@cache
def _texts(name: str, asked: bool) -> Mapping[str, str]:
    """Texts by id. Where a row holds two turns, the one that asks or the one that answers."""
    asks, answers = TWO_TURNS.get(name, ("text", "text"))
    return {row["id"]: " ".join(row[asks if asked else answers].split()) for row in public(name)}


def lines(path: Path) -> Iterator[Record]:
    """The rows of a file of JSON lines."""
    with path.open(encoding="utf-8") as file:
        yield from (json.loads(line) for line in file if line.strip())
