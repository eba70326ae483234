"""Of which concepts a condition holds: conditions over signals, read for all concepts at once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from dramaturg.engines.interviews.strategy.node_signals import Array, Column
from dramaturg.engines.interviews.strategy.signals import ALIASES, with_aliases
from dramaturg.kernel.conditions import (
    All,
    Always,
    Compare,
    Condition,
    Facts,
    Flagged,
    Not,
    OneOf,
    Some,
)

OPERATORS = {
    **{"==": np.equal, "!=": np.not_equal, "<": np.less, "<=": np.less_equal},
    **{">": np.greater, ">=": np.greater_equal},
}


def holds(condition: Condition, facts: Facts, columns: Mapping[str, Column], size: int) -> Array:
    """A flag for each of `size` concepts. Where a concept has no value of its own, the common
    `facts` count.
    """
    match condition:
        case All(parts):
            return np.asarray(np.all([holds(part, facts, columns, size) for part in parts], axis=0))
        case Some(parts):
            return np.asarray(np.any([holds(part, facts, columns, size) for part in parts], axis=0))
        case Not(part):
            return np.logical_not(holds(part, facts, columns, size))
        case Always(value):
            return np.full(size, value)
    return _leaf_holds(condition, facts, columns, size)


def _leaf_holds(
    leaf: Flagged | Compare | OneOf, facts: Facts, columns: Mapping[str, Column], size: int
) -> Array:
    alias = ALIASES.get(leaf.fact)
    column = columns.get(alias.of if alias else leaf.fact)
    if column is None:
        return np.full(size, leaf.holds(with_aliases(facts)))
    if alias and alias.opposite:
        column = replace(column, values=1.0 - column.values)
    found = _tells(leaf, column)
    if column.there is None:
        return found
    return np.where(column.there, found, leaf.holds(with_aliases(facts)))


def _tells(leaf: Flagged | Compare | OneOf, column: Column) -> Array:
    """Words and flags are asked once each."""
    if column.words or column.values.dtype == np.bool_:
        told = [leaf.holds({leaf.fact: each}) for each in column.words or (False, True)]
        answers = np.array(told, dtype=np.bool_)
        return answers[column.values.astype(np.intp)]
    match leaf:
        case Compare(_, op, value):
            return np.asarray(OPERATORS[op](column.values, value))
        case OneOf(_, values):
            return np.isin(column.values, [each for each in values if not isinstance(each, str)])
    return np.not_equal(column.values, 0)
