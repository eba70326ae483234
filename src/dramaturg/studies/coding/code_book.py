"""Coding: the ideas of many interviews come together as codes, one interview after the other.

An idea joins the code of its name, else the code of the same words in other forms, else the one
whose ideas mean the same on average, else it founds a code. In the end codes that mean the same
grow together: what comes later may bring ideas together, and never parts them. Codes that are only
near one another are left to the analyst.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import numpy as np

from dramaturg.engines.interviews.base.methodology import Ontology
from dramaturg.engines.interviews.base.vectors import unpacked
from dramaturg.engines.interviews.knowledge.similarity import Vector, Vectors
from dramaturg.english.contraries import contrary
from dramaturg.english.prose import content_words, plain
from dramaturg.studies.base.codes import (
    Alike,
    CodeBook,
    CodesImported,
    Decisions,
    IdeaSummary,
    ImportedCode,
    Join,
    Joined,
    Ref,
)
from dramaturg.studies.base.evidence import Idea, InterviewEvidence
from dramaturg.studies.base.sentences import around
from dramaturg.studies.coding.company import Company
from dramaturg.studies.coding.decisions import apply_decisions
from dramaturg.studies.coding.nearness import Means, units
from dramaturg.turn.ports import Embedder

CONSIDERED = 8  # codes that are nearest
COMPARED = 1_000  # codes with most ideas, among which those are looked for that mean the same
# ideas whose sentence is read as well; by then a book has seen most there is, and labels must do
READ_WHOLE = 1_500
SHY = 0.1
COMPANY = 0.5  # what the same causes and effects add to the nearness of two codes, at most
REACH = 80  # characters on either side of the words, where nobody ends a sentence


def code_book(
    interviews: Iterable[InterviewEvidence],
    decisions: Decisions,
    embedder: Embedder,
    ontology: Ontology,
) -> CodeBook:
    """The codes of all interviews in the order given, then what the analyst decided about them.

    On a simulated population that this was tuned with, comparing an idea's label and sentence with
    all ideas of a code on average was better than with the first or the nearest of them, and than
    labels alone; see bench/study_recovery.py.
    """
    gathering = _Gathering(embedder, ontology)
    for decision in decisions:
        if isinstance(decision, CodesImported):
            gathering.take_over(decision.codes)
    for evidence in interviews:
        gathering.add(evidence)
    near = gathering.near_codes()
    return apply_decisions(
        gathering.told, gathering.grown_together(near), gathering.imported, decisions, near
    )


class _Gathering:
    """The codes while interviews come in."""

    def __init__(self, embedder: Embedder, ontology: Ontology) -> None:
        self.told: dict[Ref, IdeaSummary] = {}
        self.joined: dict[Ref, Joined] = {}
        self.imported: dict[str, ImportedCode] = {}
        self._embedder = embedder
        self._neighbours = _neighbours(ontology)
        self._ladder = ontology.deepest > 0
        self._ids: list[str] = []
        self._names: list[str] = []
        self._types: list[Counter[str]] = []
        self._by_name: dict[str, int] = {}
        self._by_stems: dict[str, int] = {}
        self._means = Means()
        self._partners: defaultdict[Ref, set[tuple[str, Ref]]] = defaultdict(set)
        self._read = 0

    def take_over(self, codes: Sequence[ImportedCode]) -> None:
        """Codes from elsewhere are there before anybody says anything."""
        fresh = [code for code in codes if code.id not in self.imported]
        for code, vector in zip(
            fresh, self._embedder.embed([code.name for code in fresh]), strict=True
        ):
            self.imported[code.id] = code
            place = self._found(code.id, code.name)
            self._know(place, code.name, code.type)
            self._means.add(place, vector)

    def add(self, evidence: InterviewEvidence) -> None:
        if not evidence.ideas:
            return
        vectors = self._vectors(evidence)
        self._means.hear(vectors)
        earlier = len(self._ids)
        nearness = self._means.nearness(vectors)
        self._link(evidence)
        for idea, vector, near in zip(evidence.ideas, vectors, nearness, strict=True):
            ref = Ref(evidence.respondent, idea.id)
            others = {self._ids.index(self.joined[o].code) for o in self._beside(ref)}
            place, join, how_near = self._place(idea, vector, near, earlier, others)
            self.told[ref] = IdeaSummary(idea.label, idea.type, idea.mentions)
            self.joined[ref] = Joined(ref, idea.label, self._ids[place], join, how_near)
            self._know(place, idea.label, idea.type)
            self._means.add(place, vector)

    # where an idea belongs

    def _link(self, evidence: InterviewEvidence) -> None:
        """What leads to what in an interview."""
        for link in evidence.links:
            source, target = (Ref(evidence.respondent, id) for id in (link.source, link.target))
            self._partners[source].add(("to", target))
            self._partners[target].add(("from", source))

    def _beside(self, ref: Ref) -> set[Ref]:
        """The ideas that lead to it or that it leads to, as far as they have a code."""
        return {other for _, other in self._partners[ref] if other in self.joined}

    def _place(
        self, idea: Idea, vector: Vector, near: Vector, earlier: int, others: Collection[int]
    ) -> tuple[int, Join, float]:
        """`others` are the codes of what leads to it or what it leads to: a cause and its effect
        mean different things, unless they are said in the same words.
        """
        for place, join in self._named(idea):
            return place, join, 1.0
        apart = {place for place in others if not self._in_words_of(idea.label, place)}
        for place, how_near in self._near_enough(idea, near, 0, self._least):
            if place not in apart:
                return place, self._reason(place, "meaning"), how_near
        for place, how_near in self._meant_here(idea, vector, earlier):
            if place not in apart:
                return place, "meaning", how_near
        return self._found(f"k{len(self._ids) - len(self.imported) + 1}", idea.label), "new", 1.0

    def _in_words_of(self, label: str, place: int) -> bool:
        return bool(content_words(label) & content_words(self._names[place]))

    def _named(self, idea: Idea) -> Iterator[tuple[int, Join]]:
        if (place := self._by_name.get(self._key(idea.type, plain(idea.label)))) is not None:
            yield place, self._reason(place, "exact")
        place = self._by_stems.get(self._key(idea.type, _stems(idea.label)))
        if place is not None and not contrary(idea.label, self._names[place]):
            yield place, self._reason(place, "lemma")

    def _meant_here(self, idea: Idea, vector: Vector, earlier: int) -> Iterator[tuple[int, float]]:
        """Codes that this very interview founded. It has told their ideas apart before, so they
        must be nearer.
        """
        near = self._means.nearness(vector[None, :], earlier)[0]
        return self._near_enough(
            idea, near, earlier, self._least + self._embedder.thresholds.by_far
        )

    @property
    def _least(self) -> float:
        """How near an idea must be: about the same matter, once what is common to all is out;
        before that, the same thing.
        """
        thresholds, trust = self._embedder.thresholds, self._means.trust
        return trust * thresholds.topic + (1 - trust) * thresholds.same_subject

    def _near_enough(
        self, idea: Idea, near: Vector, first: int, least: float
    ) -> Iterator[tuple[int, float]]:
        """The codes of the idea's type or a neighbour's that are at least so near, the nearest
        first.
        """
        for at in np.argsort(-near, kind="stable")[:CONSIDERED].tolist():
            place, how_near = first + at, round(float(near[at]), 4)
            if how_near < least:
                return
            if self._fits(idea.type, place) and not contrary(idea.label, self._names[place]):
                yield place, how_near

    def _fits(self, type: str, place: int) -> bool:
        common = _commonest(self._types[place])
        return not common or type == common or common in self._neighbours.get(type, ())

    def _reason(self, place: int, join: Join) -> Join:
        return "imported" if self._ids[place] in self.imported else join

    # codes that are alike

    def near_codes(self) -> list[Alike]:
        """The codes that are about the same matter, two by two, the nearest first."""
        if not self.joined:
            return []
        places = sorted(range(len(self._ids)), key=lambda place: -self._types[place].total())[
            :COMPARED
        ]
        means = self._means.directions(places)
        near = np.triu(means @ means.T, 1)
        rows, columns = np.nonzero(near >= self._embedder.thresholds.topic - SHY)
        found = (
            Alike(
                self._ids[places[one]], self._ids[places[other]], round(float(near[one, other]), 4)
            )
            for one, other in zip(rows.tolist(), columns.tolist(), strict=True)
            if self._may_be_one(places[one], places[other])
        )
        return sorted(found, key=lambda each: (-each.nearness, each.code, each.other))

    def _may_be_one(self, one: int, other: int) -> bool:
        types = (_commonest(self._types[one]), _commonest(self._types[other]))
        both_given = {self._ids[one], self._ids[other]} <= self.imported.keys()
        return (
            not both_given
            and (self._ladder or types[0] == types[1])
            and not contrary(self._names[one], self._names[other])
        )

    def grown_together(self, near: Iterable[Alike]) -> dict[Ref, Joined]:
        """Every joining, with the codes in one that mean the same: that of the code from elsewhere,
        or of the older code.
        """
        kept = {id: id for id in self._ids}
        nearness: dict[str, float] = {}
        order = {id: (id not in self.imported, place) for place, id in enumerate(self._ids)}
        company = Company(self.joined, self._partners)
        limits = self._embedder.thresholds
        least = (limits.same_concept + limits.same_subject) / 2
        for each in near:
            one, other = sorted((kept[each.code], kept[each.other]), key=order.__getitem__)
            shared = COMPANY * company.likeness(each.code, each.other)
            if each.nearness + shared < least or one == other or other in self.imported:
                continue
            if company.linked(one, other) and not self._in_same_words(each):
                continue
            company.join(one, other)
            nearness[other] = each.nearness
            kept.update({id: one for id, stays in kept.items() if stays == other})
        return {
            ref: self._rejoined(each, kept[each.code], nearness)
            for ref, each in self.joined.items()
        }

    def _in_same_words(self, each: Alike) -> bool:
        return self._in_words_of(
            self._names[self._ids.index(each.code)], self._ids.index(each.other)
        )

    def _rejoined(self, each: Joined, code: str, nearness: Mapping[str, float]) -> Joined:
        if code == each.code:
            return each
        join: Join = "imported" if code in self.imported else "meaning"
        return Joined(each.idea, each.label, code, join, nearness.get(each.code, each.nearness))

    # what is known of the codes

    def _found(self, id: str, name: str) -> int:
        self._ids.append(id)
        self._names.append(name)
        self._types.append(Counter())
        return len(self._ids) - 1

    def _know(self, place: int, label: str, type: str) -> None:
        """From now on whatever is called so belongs there."""
        self._types[place][type] += 1
        for each in (type,) if type else self._neighbours:
            self._by_name.setdefault(self._key(each, plain(label)), place)
            if stems := _stems(label):
                self._by_stems.setdefault(self._key(each, stems), place)

    def _key(self, type: str, name: str) -> str:
        """Rungs of a ladder are often mistaken for one another, other types are not: there a name
        is one's own.
        """
        return name if self._ladder else f"{type} {name}"

    def _vectors(self, evidence: InterviewEvidence) -> Vectors:
        """What each label means, and the sentence around its words."""
        # as the interview made them; anew where it had none, or another embedder
        known = evidence.embedder == self._embedder.name
        missing = [idea.label for idea in evidence.ideas if not (known and idea.vector)]
        fresh = dict(zip(missing, self._embedder.embed(missing), strict=True)) if missing else {}
        labels = np.stack(
            [
                unpacked(idea.vector) if known and idea.vector else fresh[idea.label]
                for idea in evidence.ideas
            ]
        )
        if self._read >= READ_WHOLE:
            return labels
        heard = {line.turn: line.text for line in evidence.lines if line.speaker == "respondent"}
        self._read += len(evidence.ideas)
        return units(
            labels + self._embedder.embed([_sentence(idea, heard) for idea in evidence.ideas])
        )


# ── reading ───────────────────────────────────────────────────────────────────────────────────────


def _neighbours(ontology: Ontology) -> Mapping[str, frozenset[str]]:
    """By type: the types one rung above and below."""
    level = {each.type: each.level for each in ontology.concepts}
    return {
        one: frozenset(
            other
            for other, rung in level.items()
            if None not in (mine, rung) and abs((rung or 0) - (mine or 0)) == 1
        )
        for one, mine in level.items()
    }


def _commonest(types: Counter[str]) -> str:
    return types.most_common(1)[0][0] if types else ""


def _stems(label: str) -> str:
    return " ".join(sorted(content_words(label)))


def _sentence(idea: Idea, heard: Mapping[int, str]) -> str:
    """The sentence in which an idea was first spoken of; its label, where nobody knows."""
    if not idea.words or idea.words[0].turn not in heard:
        return idea.label
    said = heard[idea.words[0].turn]
    start, end = around(said, idea.words[0].start, idea.words[0].end, REACH)
    return said[start:end] or idea.label
