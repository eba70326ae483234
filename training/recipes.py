"""Recipes: which rows teach which head of the readers of lines, and how freely it may learn from
them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from training.sources import Row, own, public, rated


@dataclass(frozen=True)
class Recipe:
    """`freedom` is the inverse of the penalty on weights. `threshold` is the probability that
    counts as yes.

    `with_context`: the head also looks at what was said before. `meaning`: how freely it may use
    meaning beside what is counted.
    """

    signal: str
    kind: Literal["share", "alarm"]
    made: Callable[[], Iterator[Row]]
    freedom: float
    threshold: float = 0.5
    with_context: bool = False
    meaning: float = 8.0

    @cached_property
    def rows(self) -> Sequence[Row]:
        return [row for row in self.made() if row.text.strip()]


def _uptake() -> Iterator[Row]:
    for row in public("10_uptake"):
        yield Row(
            row["reply"],
            0.5 + float(row["uptake_z"]) / 4,
            f"10_uptake {int(row['lesson']) % 5}",
            context=row["said"],
        )


def _prohibited() -> Iterator[Row]:
    for row in own("prohibited"):
        fifth = (
            len(row["context"] or row["text"]) % 5
        )  # turns that answer the same words stay together
        yield Row(row["text"], row["prohibited"], f"own prohibited {fifth}", 2)
    for row in own("questions"):
        if not row["leading"] and not row["presupposing"]:
            yield Row(row["text"], 0, "own questions", 0.5)
    for row in public("09_diasafety_replies"):
        yield Row(row["response"], int(row["unsafe"]), "09_diasafety_replies", 0.2)


def _questions(label: str, wanted: str) -> Callable[[], Iterator[Row]]:
    def rows() -> Iterator[Row]:
        for source, text, rating in rated("questions"):
            yield Row(text, int(rating[label] == wanted), source)
        for row in own("questions"):
            yield Row(row["text"], int(str(row[label]) == wanted), "own questions")

    return rows


RECIPES: Mapping[str, Recipe] = {
    recipe.signal: recipe
    for recipe in (
        Recipe("uptake", "share", _uptake, 1 / 300, with_context=True),
        Recipe("prohibited", "alarm", _prohibited, 0.005),
        Recipe("open_question", "alarm", _questions("form", "open"), 0.02),
        Recipe("leading_question", "alarm", _questions("leading", "1"), 0.02),
        Recipe("presupposing_question", "alarm", _questions("presupposing", "1"), 0.02),
    )
}
