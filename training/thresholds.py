"""Thresholds: which cosines of an embedder mean the same words, the same concept, the same topic,
found on our own pairs.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dramaturg.engines.interviews.knowledge.similarity import apart, background_of
from dramaturg.language.embedder import HashingEmbedder, MiniLM
from dramaturg.turn.ports import Embedder, LikenessThresholds
from training.sources import own

Array = NDArray[np.float64]
Vectors = NDArray[np.float32]

EMBEDDERS = (MiniLM, HashingEmbedder)
OUT = Path(__file__).parent.parent / "src" / "dramaturg" / "language" / "data" / "thresholds.json"

NEARLY_THE_SAME_WORDS, SAME_CONCEPT, UNRELATED = 3, 2, 0  # grades of our pairs
DUPLICATES = 0.95  # of the pairs counted as duplicates, at least this share are
CONCEPTS = 0.7  # of the pairs counted as one concept, at least this share are
# of the unrelated pairs, at most this share counts as one topic; two in five of them share a word
# on purpose
STRANGERS = 0.2
COMPANY = 12  # how many of the nearest other texts stand for the interview that a pair was said in

SIMS: Mapping[str, float] = {
    "same_subject": 0.45,
    "near_subject": 0.275,
    "same_mood": 0.55,
    "others_subject": 0.36,
}
"""Set by hand for MiniLM on tests/engines/sims/replies.yaml.

With another embedder each is the cosine that as many pairs of questions exceed which look alike and
do not ask the same.
"""
BY_FAR = 0.08  # by hand as well: beyond `others_subject`


def train() -> None:
    """Calibrates every embedder, writes the file and prints what it holds."""
    alike = unlike_questions(MiniLM())
    found = {
        embedder.name: calibrated(embedder, alike) for embedder in (make() for make in EMBEDDERS)
    }
    OUT.write_text(
        json.dumps({name: asdict(one) for name, one in found.items()}, indent=1) + "\n",
        encoding="utf-8",
    )
    _print(found)


def calibrated(embedder: Embedder, alike: Array) -> LikenessThresholds:
    """The thresholds of an embedder; `alike` are MiniLM's cosines of questions that do not ask the
    same.
    """
    rows = own("same_concept")
    grades = np.array([row["same"] for row in rows])
    left, right = (embedder.embed([row[side] for row in rows]) for side in ("a", "b"))
    cosines = _cosines(left, right)
    return LikenessThresholds(
        duplicate=_lowest(cosines, grades >= NEARLY_THE_SAME_WORDS, DUPLICATES),
        same_concept=_lowest(cosines, grades >= SAME_CONCEPT, CONCEPTS),
        same_concept_apart=_lowest(_cosines_apart(left, right), grades >= SAME_CONCEPT, CONCEPTS),
        topic=round(float(np.quantile(cosines[grades == UNRELATED], 1 - STRANGERS)), 3),
        **_for_sims(alike, unlike_questions(embedder)),
    )


def _lowest(cosines: Array, wanted: NDArray[np.bool_], share: float) -> float:
    """The lowest cosine from which on at least that share of pairs is wanted: halfway to the next
    pair below.
    """
    order = np.argsort(-cosines, kind="stable")
    shares = np.cumsum(wanted[order]) / np.arange(1, len(order) + 1)
    last = int(np.flatnonzero(shares >= share)[-1])
    return round(float(cosines[order[last : last + 2]].mean()), 3)


def _cosines_apart(left: Vectors, right: Vectors) -> Array:
    """The cosines apart from what is common in each pair's company: the texts of other pairs
    nearest to it.
    """
    texts, halves = np.concatenate([left, right]), len(left)
    nearness = (left + right) @ texts.T
    pairs = np.arange(halves)
    nearness[pairs, pairs] = nearness[pairs, pairs + halves] = -np.inf
    company = np.argsort(-nearness, axis=1, kind="stable")[:, :COMPANY]
    both = [
        apart(np.stack([left[pair], right[pair]]), background_of(texts[company[pair]]))
        for pair in pairs
    ]
    return np.array([float(one @ other) for one, other in both])


def _for_sims(alike: Array, here: Array) -> dict[str, float]:
    """What was set by hand for MiniLM, at the same ranks among the cosines of this embedder."""

    def same_rank(cosine: float) -> float:
        return float(np.interp(cosine, alike, here))

    others = SIMS["others_subject"]
    found = {name: same_rank(cosine) for name, cosine in SIMS.items()}
    found["by_far"] = same_rank(others + BY_FAR) - same_rank(others)
    return {name: round(cosine, 3) for name, cosine in found.items()}


def unlike_questions(embedder: Embedder) -> Array:
    rows = [row for row in own("questions_near_repeat") if not row["repeat"]]
    return np.sort(_cosines(*(embedder.embed([row[side] for row in rows]) for side in ("a", "b"))))


def _cosines(left: Vectors, right: Vectors) -> Array:
    return np.asarray((left * right).sum(axis=1), dtype=np.float64)


def _print(found: Mapping[str, LikenessThresholds]) -> None:
    names: Sequence[str] = list(found)
    print(f"{'threshold':24}" + "".join(f"{name:>30}" for name in names))
    for field in asdict(found[names[0]]):
        print(
            f"{field:24}" + "".join(f"{getattr(found[name], field):30.3f}" for name in names),
            flush=True,
        )
