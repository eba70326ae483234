"""Reading what a model found in an answer: its language is trusted, its structure is not.

What was said is what counts: a quote must stand in the answer. Whatever does not hold is left out,
and a note tells why; what can be mended in one way only is mended, and a note tells that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from dramaturg.engines.interviews.base.extraction import (
    AnswerRead,
    AnswerSource,
    ExtractedConcept,
    ExtractedRelationship,
    Extraction,
    KnownConcept,
    Quote,
    Refused,
)
from dramaturg.engines.interviews.base.methodology import REVISES, Ontology
from dramaturg.engines.interviews.extract.mentions import stems
from dramaturg.english.contraries import contrary
from dramaturg.english.prose import plain
from dramaturg.english.quotes import nearly
from dramaturg.turn.hearing import Act

MOST = 12  # concepts taken from one answer
LONGEST_LABEL = 80
SHOWN = 60  # characters of what a note is about
DOES: Mapping[Act, str] = {
    "pause": "wants a break now",
    "skip": "wants the next question",
    "repair": "did not understand the question",
    "question_back": "asks the interviewer something and waits for the answer",
    "correction": "takes back something said before",
    "stop": "wants to end the interview",
}
"""What words can do beside telling, as a model is told it."""
ALIKE = 0.5  # shared words of two labels that mean the same thing


class LeftOut(Exception):
    """Something written that does not hold; the text says why."""


class ExtractionReader:
    """Keeps what holds; `notes` tell what does not, and why."""

    def __init__(self, source: AnswerSource) -> None:
        self._source = source
        self._ontology = source.ontology
        self._known = known_to(source)
        self.notes: list[str] = []

    def read(self, written: Mapping[str, Sequence[Any]]) -> AnswerRead:
        kept = tuple(self._concepts(written["concepts"]))
        edges = tuple(self._relationships(written["relationships"], kept))
        refused = tuple(self._refused(written["refused"]))
        does = frozenset(act for act in DOES if act in written["does"])
        found = Extraction(kept, edges, tuple(self.notes))
        return AnswerRead(found, refused, does, by_model=True)

    # ── concepts ──────────────────────────────────────────────────────────────────────────────────

    def _concepts(self, written: Sequence[Any]) -> Iterable[ExtractedConcept]:
        if len(written) > MOST:
            left = len(written) - MOST
            self.notes.append(f"{left} concepts left out: {MOST} of one answer are enough")
        kept: dict[tuple[str, str], ExtractedConcept] = {}
        for each in written[:MOST]:
            try:
                concept = self._concept(_object_of(each))
                kept.setdefault((concept.label, concept.type), concept)
            except LeftOut as why:
                self.notes.append(f"concept {_shortly(each, 'label')} left out: {why}")
        return kept.values()

    def _concept(self, written: Mapping[str, Any]) -> ExtractedConcept:
        label, type = _words(written, "label")[:LONGEST_LABEL], _words(written, "type")
        if not label:
            raise LeftOut("it has no label")
        if before := self._before(label, type):
            label, type = before.label, before.type
        type = type if type in self._ontology.by_type else type.lower().replace(" ", "_")
        if type not in self._ontology.by_type:
            raise LeftOut(f"{type!r} is no type of this ontology")
        name = _words(written, "name")[:LONGEST_LABEL]
        return ExtractedConcept(label, type, self._quote(written), _confidence(written), name)

    def _before(self, label: str, type: str) -> KnownConcept | None:
        """The known concept that this is: of this very label, else of its type in other forms of
        its words.
        """
        same = (each for each in self._known if plain(each.label) == plain(label))
        forms = (
            each for each in self._known if each.type == type and stems(each.label) == stems(label)
        )
        return next(same, None) or next(forms, None)

    def _quote(self, written: Mapping[str, Any]) -> Quote:
        quoted, text = _words(written, "quote"), self._source.whole
        span = nearly(quoted, text)
        if span is None:
            raise LeftOut(f"{quoted[:SHOWN]!r} was never said")
        return Quote(self._source.utterance, *span, text[slice(*span)])

    # ── relationships ─────────────────────────────────────────────────────────────────────────────

    def _relationships(
        self, written: Sequence[Any], concepts: Iterable[ExtractedConcept]
    ) -> Iterable[ExtractedRelationship]:
        here = tuple(KnownConcept(each.label, each.type, each.name) for each in concepts)
        ends = _Ends(here, self._known, self._source.focus)
        kept: dict[tuple[str, str, str], ExtractedRelationship] = {}
        for each in written[: MOST * 2]:
            try:
                found = self._relationship(_object_of(each), ends)
                kept.setdefault((found.source, found.target, found.type), found)
            except LeftOut as why:
                self.notes.append(f"edge {_shortly(each, 'source', 'target')} left out: {why}")
        return kept.values()

    def _relationship(self, written: Mapping[str, Any], ends: _Ends) -> ExtractedRelationship:
        pairs = [
            (source, target)
            for source, target in product(
                ends.called(_words(written, "source")), ends.called(_words(written, "target"))
            )
            if (source.label, source.type) != (target.label, target.type)
        ]
        if not pairs:
            raise LeftOut("it leads to itself")
        source, target, type = self._drawn(_words(written, "type"), pairs)
        quote, confidence = self._quote(written), _confidence(written)
        return ExtractedRelationship(source.label, target.label, type, quote, confidence)

    def _drawn(self, type: str, pairs: Sequence[_Pair]) -> tuple[KnownConcept, KnownConcept, str]:
        """As it was written, where that is permitted; else in the one way that is."""
        for source, target in pairs:
            if type == REVISES or self._ontology.permits(type, source.type, target.type):
                return source, target, type
        source, target = pairs[0]
        fault = f"{type!r} is not permitted from {source.type} to {target.type}"
        fitting = tuple(_fitting(self._ontology, type, source, target))
        if len(fitting) != 1:
            raise LeftOut(f"{fault}{', and more than one other type is' if fitting else ''}")
        source, target, type = fitting[0]
        self.notes.append(
            f"edge {source.label[:SHOWN]!r} to {target.label[:SHOWN]!r} drawn as {type!r}: {fault}"
        )
        return fitting[0]

    # ── what is refused ───────────────────────────────────────────────────────────────────────────

    def _refused(self, written: Sequence[Any]) -> Iterator[Refused]:
        for each in written[:MOST]:
            try:
                entry = _object_of(each)
                covers = entry.get("covers")
                labels = covers if isinstance(covers, list) else []
                yield Refused(
                    self._quote(entry),
                    _words(entry, "matter")[:LONGEST_LABEL],
                    tuple(label for label in labels if isinstance(label, str))[:MOST],
                )
            except LeftOut as why:
                self.notes.append(f"refusal {_shortly(each, 'matter')} left out: {why}")


_Pair = tuple[KnownConcept, KnownConcept]


def _fitting(
    ontology: Ontology, type: str, source: KnownConcept, target: KnownConcept
) -> Iterator[tuple[KnownConcept, KnownConcept, str]]:
    """The other ways to draw it: the other way round, where one of the two can only stand at its
    other end; failing that by another type. What may stand at both ends is not turned round, for
    that would say what nobody said.
    """
    permitted = ontology.edge_by_type[type].permitted if type in ontology.edge_by_type else ()
    leads, led_to = {one for one, _ in permitted}, {other for _, other in permitted}
    if (target.type, source.type) in permitted and not (
        source.type in leads and target.type in led_to
    ):
        yield target, source, type
        return
    for other in ontology.edge_by_type:
        if ontology.permits(other, source.type, target.type):
            yield source, target, other


class _Ends:
    """The concepts that a relationship may lead from and to: this answer's, then those known from
    before.
    """

    def __init__(
        self,
        here: Sequence[KnownConcept],
        known: Sequence[KnownConcept],
        focus: KnownConcept | None,
    ) -> None:
        self._all = tuple(dict.fromkeys((*here, *known)))
        self._near = (here, (focus,) if focus else ())

    def called(self, label: str) -> Sequence[KnownConcept]:
        """Those of that label, or of that name; else the one that comes nearest in words. Raises
        LeftOut.
        """
        wanted = stems(label)
        if same := [each for each in self._all if wanted in map(stems, _labels(each))]:
            return same
        shares = {each: max(_share(label, other) for other in _labels(each)) for each in self._all}
        best = max(shares.values(), default=0.0)
        near = [each for each, share in shares.items() if share == best and share >= ALIKE]
        for closer in self._near:
            near = [each for each in near if each in closer] or near
        if not near:
            raise LeftOut(f"{label[:SHOWN]!r} is neither extracted nor known")
        if len(near) > 1:
            either = " or ".join(repr(each.label[:SHOWN]) for each in near[:2])
            raise LeftOut(f"{label[:SHOWN]!r} may be {either}")
        return near


def named_by(label: str, concepts: Iterable[KnownConcept]) -> tuple[KnownConcept, ...]:
    """The known concepts that these words can mean; none where that is not clear."""
    try:
        return tuple(_Ends((), tuple(concepts), None).called(label))
    except LeftOut:
        return ()


def known_to(source: AnswerSource) -> tuple[KnownConcept, ...]:
    """What was known before the answer, the focus included."""
    focus = (source.focus,) if source.focus else ()
    return tuple(dict.fromkeys((*focus, *source.known)))


def _labels(each: KnownConcept) -> tuple[str, ...]:
    return (each.label, *each.also, *((each.name,) if each.name else ()))


def _share(label: str, known: str) -> float:
    """How much of their words two labels share; more than half where the first shortens the
    second.
    """
    wanted, there = stems(label), stems(known)
    named = known.split()
    ends = [place for place, word in enumerate(named, 1) if stems(word) & wanted]
    # what is denied behind the words that both have is something else
    if not ends or contrary(label, " ".join(named[: ends[-1]])):
        return 0.0
    share = len(wanted & there) / len(wanted | there)
    return (1 + share) / 2 if wanted <= there else share


def _object_of(written: Any) -> Mapping[str, Any]:
    if not isinstance(written, dict):
        raise LeftOut("it is no object")
    return written


def _shortly(written: Any, *keys: str) -> str:
    if not isinstance(written, dict):
        return repr(written)[:SHOWN]
    return " to ".join(repr(_words(written, key)[:SHOWN]) for key in keys)


def _words(written: Mapping[str, Any], key: str) -> str:
    value = written.get(key)
    return " ".join(value.split()) if isinstance(value, str) else ""


def _confidence(written: Mapping[str, Any]) -> float:
    value = written.get("confidence")
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return min(1.0, max(0.0, float(value))) if value is not None and is_number else 1.0
