"""Relations: what leads to what in somebody's words: causes, purposes, conditions, and what came
before what.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dramaturg.english.tree import Tree
from dramaturg.language.readers.causatives import causatives
from dramaturg.language.readers.clauses import ClausePart, Clauses
from dramaturg.language.readers.markers import FoundMarker
from dramaturg.turn.ports import Sentence
from dramaturg.turn.readings import Relation, RelationKind, Span

PLAIN = 0.8  # how far a relation is trusted that was cut by commas, without a parse


def relations(text: str, sentences: Sequence[Sentence]) -> tuple[Relation, ...]:
    """Every relation that the words of a text mark, in their order, each pair of stretches once."""
    found: dict[tuple[Span, Span], Relation] = {}
    for relation in _all(text, _clauses(sentences)):
        pair = (relation.source, relation.target)
        if pair not in found or found[pair].confidence < relation.confidence:
            found[pair] = relation
    return tuple(
        sorted(
            found.values(), key=lambda relation: min(relation.source.start, relation.target.start)
        )
    )


def _clauses(sentences: Sequence[Sentence]) -> Iterator[Clauses]:
    trees = [Tree(sentence) for sentence in sentences]
    for tree, previous, next in zip(trees, [None, *trees], [*trees[1:], None], strict=False):
        yield Clauses(tree, previous, next)


def _all(text: str, sentences: Iterator[Clauses]) -> Iterator[Relation]:
    for clauses in sentences:
        for found in clauses.markers:
            relation = _marked(text, clauses, found)
            if relation:
                yield relation
        for caused in causatives(clauses):
            relation = _relation(
                text, "cause", caused.cause, caused.effect, caused.marker, caused.confidence
            )
            if relation:
                yield relation


def _marked(text: str, clauses: Clauses, found: FoundMarker) -> Relation | None:
    """The relation that a marker marks between what follows it and the rest."""
    if found.marker.shape == "links":
        follows, rest = clauses.after(found.end), clauses.said_before(found.start)
    else:
        follows = clauses.opened(found)
        rest = clauses.hung_on(found, follows) if follows else None
    if follows is None or rest is None:
        return None
    source, target = (follows, rest) if found.marker.follows == "source" else (rest, follows)
    words = clauses.tree.sentence[found.start : found.end]
    marker = text[words[0].start : words[-1].end]
    trust = 1.0 if clauses.tree.parsed else PLAIN
    return _relation(
        text, found.marker.kind, source, target, marker, found.marker.confidence * trust
    )


def _relation(
    text: str,
    kind: RelationKind,
    source: ClausePart,
    target: ClausePart,
    marker: str,
    confidence: float,
) -> Relation | None:
    one, other = source.span(text), target.span(text)
    if one is None or other is None or (one.start < other.end and other.start < one.end):
        return None
    return Relation(kind, one, other, marker, round(confidence, 3))
