"""Causal: how much somebody explains why, and what for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log, prod

from dramaturg.language.readers.evidence import probability
from dramaturg.language.readers.heads import head
from dramaturg.language.readers.parsed_text import ParsedText, SeenTurn
from dramaturg.language.readers.reader import Reader
from dramaturg.language.readers.relations import relations
from dramaturg.turn.readings import Reading, Relation, RelationKind

# what a relation of each kind says about causes: a condition most of it, an order in time a little
SHARE: Mapping[RelationKind, float] = {
    "cause": 1.0,
    "purpose": 1.0,
    "condition": 0.6,
    "before": 0.3,
}
# of relations found in the syntax beside the head, whose odds they change; the middle is what
# neither speaks for
WORTH = 2.0
MIDDLE = 0.35


def strength(relations: Sequence[Relation]) -> float:
    """From 0 to 1: how sure it is that the relations name at least one cause."""
    return 1 - prod(1 - relation.confidence * SHARE[relation.kind] for relation in relations)


def read(seen: SeenTurn) -> Reading:
    """The passage that explains most."""
    return head("causal").reading(max(map(_value, seen.text.passages)), seen.text)


def _value(passage: ParsedText) -> float:
    likely = head("causal").value(passage)
    odds = log((likely + 1e-9) / (1 - likely + 1e-9))
    return probability(
        odds + WORTH * (strength(relations(passage.text, passage.sentences)) - MIDDLE)
    )


READER = Reader("causal", "Whether what is said names a cause, a reason or a purpose.", read)
