"""Causal: how much somebody explains why, and what for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

from dramaturg.turn.readings import Relation, RelationKind

# what a relation of each kind says about causes: a condition most of it, an order in time a little
SHARE: Mapping[RelationKind, float] = {"cause": 1.0, "purpose": 1.0, "condition": 0.6, "before": 0.3}


def strength(relations: Sequence[Relation]) -> float:
    """From 0 to 1: how sure it is that the relations name at least one cause."""
    return 1 - prod(1 - relation.confidence * SHARE[relation.kind] for relation in relations)
