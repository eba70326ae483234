"""What a weight looks at: a signal's value, a band of it, or one of its words, for all concepts at
once; numbers from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import isfinite

import numpy as np

from dramaturg.engines.interviews.strategy.node_signals import Array, Column
from dramaturg.engines.interviews.strategy.signals import ALIASES
from dramaturg.kernel.conditions import Facts, Value, Vocabulary
from dramaturg.kernel.errors import BadInput
from dramaturg.kernel.scoring import HIGH, LOW


@dataclass(frozen=True, slots=True)
class Feature:
    """What a weight key looks at: a signal's value, or with an ending whether it is in that band or
    is that word.
    """

    signal: str
    ending: str = ""
    opposite: bool = False

    def amounts(self, column: Column) -> Array:
        """How much of a weight it brings, concept by concept; nothing where the signal is not
        known.
        """
        found = self._amounts(column)
        return found if column.there is None else np.where(column.there, found, 0.0)

    def _amounts(self, column: Column) -> Array:
        if column.words:
            is_word = self.ending in column.words
            return np.equal(column.values, column.words.index(self.ending) if is_word else -1)
        if column.values.dtype == np.bool_:
            return np.logical_not(column.values) if self.ending == "false" else column.values
        values = 1.0 - column.values if self.opposite else column.values
        match self.ending:
            case "low":
                return values <= LOW
            case "high":
                return values >= HIGH
            case "mid":
                return (values > LOW) & (values < HIGH)
        return values


def feature_of(key: str, known: Vocabulary) -> Feature:
    """The feature behind a weight key; a key without fault has one."""
    name, ending = (key, "") if key in known else tuple(key.rsplit(".", 1))
    alias = ALIASES.get(name)
    return Feature(alias.of, ending, alias.opposite) if alias else Feature(name, ending)


# ── numbers from 0 to 1 ───────────────────────────────────────────────────────────────────────────


def normalised(facts: Facts, norms: Mapping[str, float]) -> dict[str, Value]:
    """The facts, numbers above 1 divided by their norm and never above 1. Raises BadInput where
    there is none.
    """
    return {
        name: value
        if isinstance(value, bool | str) or 0 <= value <= 1
        else min(value / _norm(name, value, norms), 1.0)
        for name, value in facts.items()
    }


def _norm(name: str, value: float, norms: Mapping[str, float]) -> float:
    if not isfinite(value) or value < 0:
        raise BadInput(
            f"{name} is {value}, and signals run from 0 to 1. Give a share, or a count from 0 on."
        )
    if name not in norms:
        raise BadInput(
            f"{name} is {value}, above 1, and has no norm. Say under signal_norms how many count as"
            " 1, or give a share."
        )
    return norms[name]


def normal(name: str, column: Column, norms: Mapping[str, float]) -> Column:
    values = column.values
    if column.words or values.dtype == np.bool_ or not values.size:
        return column
    if values.min() >= 0 and values.max() <= 1:
        return column
    wrong = next((float(value) for value in values if not value >= 0), float(values.max()))
    shares = np.minimum(values / _norm(name, wrong, norms), 1.0)
    return replace(column, values=np.where(values > 1, shares, values))
