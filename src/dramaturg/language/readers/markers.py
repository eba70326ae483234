"""Markers: the words that join what somebody says into because, in order to, if and then.

Every marker stands once in a table: which relation it marks, which end of it follows the marker,
and how sure that is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import BeforeValidator

from dramaturg.data_files import load
from dramaturg.turn.readings import RelationKind

End = Literal["source", "target"]
Shape = Literal["opens", "links"]


@dataclass(frozen=True, slots=True)
class Marker:
    """`follows` is the end of the relation that comes right after the marker.

    A marker that `opens` begins a clause or phrase hanging on another, on either side of it:
    because, before, in order to. One that `links` stands between what was said before, perhaps in
    the sentence before, and what comes after: so, then.
    """

    words: str
    kind: RelationKind
    follows: End
    shape: Shape
    confidence: float


@dataclass(frozen=True, slots=True)
class FoundMarker:
    """A marker in a sentence, from one place to another."""

    marker: Marker
    start: int
    end: int


def _split(written: str) -> list[str]:
    return [phrase.strip() for phrase in written.split(",")]


Phrases = Annotated[tuple[str, ...], BeforeValidator(_split)]


@dataclass(frozen=True, slots=True)
class _Row:
    """Markers that have everything but their words in common."""

    shape: Shape
    kind: RelationKind
    follows: End
    confidence: float
    words: Phrases


@dataclass(frozen=True, slots=True)
class _File:
    markers: tuple[_Row, ...]
    plain_verbs: tuple[_Row, ...]
    idioms: Phrases


_FILE = load(__file__, "markers.yaml", _File)


def _by_words(rows: Iterable[_Row]) -> Mapping[str, Marker]:
    return {
        words: Marker(words, row.kind, row.follows, row.shape, row.confidence)
        for row in rows
        for words in row.words
    }


MARKERS = _by_words(_FILE.markers)
PLAIN_VERBS = _by_words(_FILE.plain_verbs)
"""With no parse to show who does what, the verbs of cause are read as links too."""
IDIOMS = frozenset(_FILE.idioms)
"""What looks like a marker and is none."""
