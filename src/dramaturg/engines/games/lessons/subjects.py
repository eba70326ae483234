"""Which of the subjects that are known a question is about, if it is about one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

from dramaturg.engines.games.base.design import label_key
from dramaturg.engines.games.base.knowledge import Knowledge, KnowledgeConcept
from dramaturg.english.prose import content_words, table

COVERED = 0.5  # of the names that a question gives: then its subject is known
SAID = 0.5  # of what a question says, by weight: then it is about the subject
HALF_SAID, LIKE = 0.25, 0.45  # or so much of it, where the whole is like the subject too
IN_A_TEXT = 0.6  # what a word weighs that no thing of the subject is named by

_OF_GAMES = table("""
    activity anatomy answer arrange array categories category class classify clicking compare
    contrast
    correct course create design describe description diagram drag draw drop each exercise explain
    explore feature features find flow follow game games grade graduate identify identifying
    including interactive key kids label labels learn learning lesson level main major make match
    matching name names order part parts path place play player please process pupils quiz
    sequence show simple sort stage stages step steps structure structures student students teach
    term terms through trace undergraduate understand understanding whole work works
""")
OF_GAMES = frozenset(word for each in _OF_GAMES for word in content_words(each))


@dataclass(frozen=True, slots=True)
class KnownNames:
    """What of the names in a question some knowledge has concepts for, and what not."""

    knowledge: Knowledge
    concepts: tuple[str, ...]
    missing: tuple[str, ...]

    @property
    def share(self) -> float:
        return len(self.concepts) / max(1, len(self.concepts) + len(self.missing))


def names_known(names: Sequence[str], knowledge: Knowledge) -> KnownNames:
    found = {name: concept_of(name, knowledge) for name in names}
    concepts = tuple(dict.fromkeys(each.id for each in found.values() if each))
    missing = tuple(name for name, each in found.items() if each is None)
    return KnownNames(knowledge, concepts, missing)


def concept_of(name: str, knowledge: Knowledge) -> KnowledgeConcept | None:
    """By its name, or one of its names ("drive/SSD"); or the only concept whose name has all its
    words, or the only one of those that comes in a sequence.
    """
    if "/" in name:
        either = (concept_of(part, knowledge) for part in name.split("/"))
        return next((concept for concept in either if concept), None)
    exact = knowledge.by_label.get(label_key(name))
    said = content_words(name)
    if exact is not None or not said:
        return exact
    alike = {
        concept.id: concept
        for concept in knowledge.concepts
        for called in (concept.label, *concept.also)
        if said == content_words(called)
    }
    within = alike or {
        concept.id: concept
        for concept in knowledge.concepts
        for called in (concept.label, *concept.also)
        if said < content_words(called)
    }
    on_a_way = {step.concept for way in knowledge.sequences for step in way.steps}
    likely = within if len(within) == 1 else {id: within[id] for id in within if id in on_a_way}
    return next(iter(likely.values())) if len(likely) == 1 else None


def subject_words(question: str) -> frozenset[str]:
    """What a question says of its subject, and not of the game or the school."""
    return content_words(question) - OF_GAMES


def nearness(
    question: str, known: Sequence[Knowledge], likeness: Mapping[str, float]
) -> list[tuple[float, Knowledge]]:
    """The subjects by how much of the question they say, best first; among equals the one whose
    title says more of it. Words that many subjects have tell little.
    """
    asked = subject_words(question)
    names = {each.id: content_words(_names(each)) for each in known}
    texts = {each.id: content_words(each.model_dump_json(exclude={"diagrams"})) for each in known}
    weights = {
        word: log((len(known) + 1) / (0.5 + sum(word in said for said in texts.values())))
        for word in asked
    }
    whole = sum(weights.values()) or 1.0

    def said(id: str) -> float:
        named = sum(weights[word] for word in asked & names[id])
        told = sum(weights[word] for word in asked & texts[id] - names[id])
        return (named + IN_A_TEXT * told) / whole

    ranked = [(said(each.id), each) for each in known]
    titled = {each.id: len(asked & content_words(each.title)) for each in known}

    def merit(pair: tuple[float, Knowledge]) -> tuple[float, int, float]:
        said, each = pair
        return -said, -titled[each.id], -likeness.get(each.id, 0.0)

    return sorted(ranked, key=merit)


def subject_of(
    question: str, known: Sequence[Knowledge], likeness: Mapping[str, float]
) -> Knowledge | None:
    """What it is about; None when nothing that is known is."""
    for said, knowledge in nearness(question, known, likeness)[:1]:
        if said >= SAID or (said >= HALF_SAID and likeness.get(knowledge.id, 0.0) >= LIKE):
            return knowledge
    return None


def _names(knowledge: Knowledge) -> str:
    called = (name for each in knowledge.concepts for name in (each.label, *each.also))
    return " . ".join((knowledge.title, knowledge.subject, knowledge.id.replace("_", " "), *called))
