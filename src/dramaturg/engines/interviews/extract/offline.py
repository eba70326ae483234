"""Extraction without a model: phrases worth a concept, their names, their types, and the edges
between them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from dramaturg.engines.interviews.base.extraction import (
    AnswerSource,
    ExtractedConcept,
    ExtractedRelationship,
    Extraction,
    KnownConcept,
    Quote,
)
from dramaturg.engines.interviews.base.methodology import REVISES, Ontology
from dramaturg.engines.interviews.extract import links
from dramaturg.engines.interviews.extract.concept_names import in_own_words, name_of
from dramaturg.engines.interviews.extract.concept_types import AnsweredQuestion, Kinds
from dramaturg.engines.interviews.extract.heard_stretches import as_heard
from dramaturg.engines.interviews.extract.links import ConceptLink, PhrasePlace
from dramaturg.engines.interviews.extract.mentions import KnownMention, mentions, stems, taken_back
from dramaturg.engines.interviews.extract.phrases import (
    ASIDE,
    Phrase,
    borne_apart,
    heavier,
    lemma_of,
    phrases,
    without_repeats,
)
from dramaturg.english.prose import table
from dramaturg.turn.hearing import Ear, Stretch
from dramaturg.turn.ports import Embedder, Sentence, Syntax

MOST = 6  # concepts of one answer
FEWEST, WORDS_FOR_ONE_MORE = 3, 12
WORTH = 0.5  # what a phrase must weigh, unless it is all there is
OF_EAR = 0.8  # what a phrase gains or loses by how likely the ear takes it for a concept
IN_RELATION = 0.15  # what a phrase gains by being part of a relation
SHORT = 4  # words: an answer this short says what it says
APOSTROPHES = str.maketrans("’‘", "''")  # parsers know it's better than it’s
KIN = table(
    "kid child mother mum mom father dad parent husband wife son daughter sister brother friend"
    " partner family baby"
)


@dataclass(frozen=True, slots=True)
class Switches:
    """What the ablation turns off: relations and frames; names by convention; edges to what was
    said before.
    """

    srl: bool = True
    naming: bool = True
    cross_turn: bool = True


ALL_ON = Switches()


@dataclass(frozen=True, slots=True)
class _Named:
    phrase: Phrase
    label: str
    known: KnownConcept | None = None


class Extractor:
    """Reads answers by one ontology. Its types are embedded once, with the first answer."""

    def __init__(
        self,
        ontology: Ontology,
        embedder: Embedder,
        syntax: Syntax,
        ear: Ear,
        switches: Switches = ALL_ON,
    ) -> None:
        self._ontology, self._syntax, self._ear = ontology, syntax, ear
        self._switches = switches
        self._heard_as = [each.heard_as for each in ontology.concepts if each.heard_as]
        self._kinds = Kinds(ontology, embedder, syntax)

    def extract(self, source: AnswerSource) -> Extraction:
        source = self._switched(source)
        sentences = self._syntax.read(source.text.translate(APOSTROPHES))
        named = mentions((*source.known, *((source.focus,) if source.focus else ())), sentences)
        denied = tuple(taken_back(source.text, named)) if source.corrects else ()
        found = self._named(source, sentences, denied)
        places = [_place(each.phrase) for each in found]
        same = {number: each.known for number, each in enumerate(found) if each.known}
        linked = self._linked(source, places, same, named, _bearers(found))
        concepts = self._typed(source, found, linked)
        return Extraction(concepts, self._edges(source, linked, places, concepts, denied))

    def _switched(self, source: AnswerSource) -> AnswerSource:
        if not self._switches.srl:
            source = replace(source, hints=replace(source.hints, relations=(), frames=()))
        if not self._switches.cross_turn:
            source = replace(source, focus=None, known=())
        return source

    # ── concepts ──────────────────────────────────────────────────────────────────────────────────

    def _named(
        self, source: AnswerSource, sentences: Sequence[Sentence], denied: Sequence[KnownMention]
    ) -> list[_Named]:
        """The phrases worth a concept, each under its name, or under the one it has already."""
        known = {
            stems(each.label): each
            for each in (*source.known, *((source.focus,) if source.focus else ()))
        }
        found: dict[str, _Named] = {}
        chosen = self._worth(source, sentences, denied)
        for phrase in borne_apart(chosen) if self._ontology.naming == "construct" else chosen:
            said = source.text[phrase.start : phrase.end]
            label = name_of(phrase, source.text) if self._switches.naming else said
            before = known.get(stems(label)) or _meant(phrase, label, source)
            named = _Named(phrase, before.label if before else label, before)
            if label:
                found.setdefault(named.label, named)
        return list(found.values())

    def _worth(
        self, source: AnswerSource, sentences: Sequence[Sentence], denied: Sequence[KnownMention]
    ) -> tuple[Phrase, ...]:
        """The phrases that say most, in the order said: more of a longer answer, and never what is
        only the subject itself.
        """
        subject = stems(source.subject.title)
        said = [
            (
                heavier(phrase, IN_RELATION)
                if phrase.weight > ASIDE and _in_relation(phrase, source)
                else phrase
            )
            for phrase in without_repeats(phrases(sentences))
            if not _is_subject(phrase, subject, source.ontology)
            and not any(
                mention.start < phrase.end and phrase.start < mention.end for mention in denied
            )
        ]
        heard = self._heard(source, [(phrase.start, phrase.end) for phrase in said])
        said = [
            heavier(p, OF_EAR * (each.named - 0.5)) for p, each in zip(said, heard, strict=True)
        ]
        if self._switches.naming:
            said = [in_own_words(phrase, source.text) for phrase in said]
        spans = self._ear.named(source.text, source.question)
        if spans:
            said = [*as_heard(said, spans, sentences, source.text)] or said
        words = sum(token.pos != "PUNCT" for sentence in sentences for token in sentence)
        said = [each for each in said if each.weight >= ASIDE or _is_all(each, words)]
        if source.ontology.naming != "construct":  # which is about persons as often as not
            said = [phrase for phrase in said if not _is_somebody(phrase)] or said
        enough = [phrase for phrase in said if phrase.weight >= WORTH or words <= SHORT] or said[:1]
        best = sorted(enough, key=lambda phrase: (-phrase.weight, phrase.start))[
            : min(MOST, FEWEST + words // WORDS_FOR_ONE_MORE)
        ]
        return tuple(sorted(best, key=lambda phrase: (phrase.start, phrase.end)))

    def _typed(
        self, source: AnswerSource, found: Sequence[_Named], linked: Sequence[ConceptLink]
    ) -> tuple[ExtractedConcept, ...]:
        clauses = [source.text[slice(*each.phrase.clause)] for each in found]
        said, labels = [each.phrase for each in found], [each.label for each in found]
        asked = AnsweredQuestion(source.question, source.strategy)
        heard = self._heard(source, [(phrase.start, phrase.end) for phrase in said])
        telling = [
            each for each in linked if each.ground != "heard"
        ]  # the ear knows no types of edges
        types = self._kinds.of(said, labels, clauses, asked, telling, heard)
        concepts = []
        for each, (type, likely) in zip(found, types, strict=True):
            start, end = each.phrase.start, each.phrase.end
            quote = Quote(source.utterance, start, end, source.text[start:end])
            of = each.known.type if each.known else type
            concepts.append(ExtractedConcept(each.label, of, quote, likely))
        return tuple(concepts)

    def _heard(self, source: AnswerSource, places: Sequence[tuple[int, int]]) -> Sequence[Stretch]:
        return self._ear.concepts(source.text, source.question, places, self._heard_as)

    # ── links ─────────────────────────────────────────────────────────────────────────────────────

    def _linked(
        self,
        source: AnswerSource,
        places: Sequence[PhrasePlace],
        same: Mapping[int, KnownConcept],
        named: Sequence[KnownMention],
        bearers: Mapping[int, int],
    ) -> tuple[ConceptLink, ...]:
        within = list(links.related(source, places, named))
        if self._switches.srl:
            within += [
                *links.told(source, places),
                *links.opposed(source, places),
                *links.borne(source, places, bearers),
            ]
            leads = self._ear.leads(
                source.text, source.question, [(each.start, each.end) for each in places]
            )
            within += links.heard(source, places, leads)
        of_others = {*bearers, *bearers.values()}
        nearest = links.nearest(source, len(places), within)
        first = (each for each in nearest if same.get(each) != source.focus)
        first = (each for each in first if each not in of_others)
        return links.best_of_each((*within, *links.asked(source, places, first)))

    def _edges(
        self,
        source: AnswerSource,
        linked: Sequence[ConceptLink],
        places: Sequence[PhrasePlace],
        concepts: Sequence[ExtractedConcept],
        denied: Sequence[KnownMention],
    ) -> tuple[ExtractedRelationship, ...]:
        drawn = (
            *_revisions(source, denied, places, concepts),
            *links.drawn(source, linked, concepts),
        )
        lonely = links.asked(source, places, _lonely(source, concepts, drawn))
        return (*drawn, *links.drawn(source, lonely, concepts))


def _is_all(phrase: Phrase, words: int) -> bool:
    """`Mostly they forget.`: a deed that is all of a short answer."""
    return phrase.shape == "deed" and words <= SHORT


def _is_subject(phrase: Phrase, subject: frozenset[str], ontology: Ontology) -> bool:
    """The flat is the subject, but that one got the flat is an event."""
    happened = ontology.naming == "event" and phrase.verb is not None
    return (
        phrase.shape == "thing"
        and not happened
        and stems(" ".join(token.text for token in phrase.words)) <= subject
    )


def _is_somebody(phrase: Phrase) -> bool:
    """The kids, and nothing said of them."""
    return phrase.shape == "thing" and len(phrase.words) == 1 and lemma_of(phrase.head) in KIN


def _meant(phrase: Phrase, label: str, source: AnswerSource) -> KnownConcept | None:
    """'The coach', when the football coach was spoken of."""
    if phrase.shape != "thing" or len(phrase.words) > 1 or source.ontology.naming != "construct":
        return None
    longer = (each for each in source.known if " " in each.label)
    return next((each for each in longer if stems(label) < stems(each.label)), None)


def _bearers(found: Sequence[_Named]) -> dict[int, int]:
    """For each concept that is said of another one of this answer, which that is."""
    at = {(each.phrase.start, each.phrase.words): number for number, each in enumerate(found)}
    said = ((number, each.phrase.bearer) for number, each in enumerate(found))
    placed = ((number, at.get((who[0].start, who))) for number, who in said if who)
    return {number: place for number, place in placed if place is not None and place != number}


def _in_relation(phrase: Phrase, source: AnswerSource) -> bool:
    relations = source.hints.relations
    spans = (span for each in relations for span in (each.source, each.target))
    return any(span.start <= phrase.start and phrase.end <= span.end for span in spans)


def _lonely(
    source: AnswerSource,
    concepts: Sequence[ExtractedConcept],
    drawn: Sequence[ExtractedRelationship],
) -> list[int]:
    """The concepts that no edge leads to or from, what was asked about aside."""
    joined = {label for edge in drawn for label in (edge.source, edge.target)}
    joined.add(source.focus.label if source.focus else "")
    return [number for number, concept in enumerate(concepts) if concept.label not in joined]


def _place(phrase: Phrase) -> PhrasePlace:
    return PhrasePlace(phrase.start, phrase.end, phrase.weight, phrase.sentence, phrase.is_told)


def _revisions(
    source: AnswerSource,
    denied: Sequence[KnownMention],
    places: Sequence[PhrasePlace],
    concepts: Sequence[ExtractedConcept],
) -> list[ExtractedRelationship]:
    """What was taken back is revised by what is said in its place."""
    found = []
    for mention in denied:
        instead = next(
            (number for number, place in enumerate(places) if place.start >= mention.end), None
        )
        if instead is not None and concepts[instead].label != mention.known.label:
            start, end = mention.start, places[instead].end
            quote = Quote(source.utterance, start, end, source.text[start:end])
            found.append(
                ExtractedRelationship(concepts[instead].label, mention.known.label, REVISES, quote)
            )
    return found
