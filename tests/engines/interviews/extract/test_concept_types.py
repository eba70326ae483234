"""Types of concepts under the shipped methodologies, and how good the extraction is for each of
them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache

import numpy as np
import pytest
from tests.engines.interviews.extract.test_offline import same
from tests.engines.interviews.extraction_cases import MEANS_END, A, F, P
from tests.engines.interviews.extraction_setup import edges, source
from tests.engines.interviews.shipped_cases import ANSWERS, CIT, CJ, GRID, JTBD, MEC, WHYS, Told
from tests.support.ears import WrittenEar

from dramaturg.app.config.providers import readers
from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.engines.interviews.base.extraction import (
    AnswerSource,
    Extraction,
    Hints,
    KnownConcept,
)
from dramaturg.engines.interviews.base.methodology import (
    ConceptType,
    Methodology,
    Ontology,
    Subject,
)
from dramaturg.engines.interviews.extract.concept_types import AnsweredQuestion, Kinds
from dramaturg.engines.interviews.extract.discriminant import Discriminant
from dramaturg.engines.interviews.extract.offline import Extractor
from dramaturg.engines.interviews.extract.phrases import phrases
from dramaturg.language.embedder import best_embedder
from dramaturg.language.syntax import best_syntax
from dramaturg.turn.hearing import Stretch

METHODS = (MEC, JTBD, CIT, GRID, CJ, WHYS)
FOLDS = 4


@cache
def methodology(id: str) -> Methodology:
    found = library_of(Settings()).get("methodology", id).document
    assert isinstance(found, Methodology)
    return found


@cache
def _extractor(id: str) -> Extractor:
    return Extractor(methodology(id).ontology, best_embedder(), best_syntax(), WrittenEar())


def read(told: Told) -> Extraction:
    method = methodology(told.method)
    strategy = method.by_name[told.strategy]
    question = (
        strategy.templates[0]
        .replace("{subject}", told.about)
        .replace("{focus}", told.focus[0] if told.focus else "it")
    )
    focus = KnownConcept(*told.focus) if told.focus else None
    subject = Subject.model_validate(
        {"kind": "subject", "id": "subject", "title": told.about, "objective": "Find out."}
    )
    hints = Hints(readers().relations(told.answer), readers().frames(told.answer))
    return _extractor(told.method).extract(
        AnswerSource(
            "u1", told.answer, question, subject, method.ontology, focus, strategy, (), hints
        )
    )


def counted(told: Told) -> Counter[str]:
    found = read(told)
    types = {each.label: each.type for each in found.concepts}
    names, free = {told.focus[0]: told.focus[0]} if told.focus else {}, dict(types)
    for wanted in told.concepts:
        match = (
            wanted
            if wanted in free
            else next((label for label in free if same(wanted, label)), None)
        )
        if match:
            names[wanted] = match
            del free[match]
    matched = [wanted for wanted in told.concepts if wanted in names]
    drawn = {(one, other) for one, _, other in edges(found)}
    return Counter(
        wanted=len(told.concepts),
        found=len(types),
        matched=len(matched),
        typed=sum(types[names[wanted]] == told.concepts[wanted] for wanted in matched),
        edges=len(told.edges),
        drawn=sum((names.get(one), names.get(other)) in drawn for one, other in told.edges),
    )


@pytest.mark.slow
def test_under_every_shipped_methodology_answers_give_what_a_researcher_wants() -> None:
    total = sum((counted(told) for told in ANSWERS), Counter[str]())
    assert total["matched"] / total["wanted"] >= 0.93
    assert total["matched"] / total["found"] >= 0.9
    assert total["typed"] / total["matched"] >= 0.75
    assert total["drawn"] / total["edges"] >= 0.88


@pytest.mark.slow
@pytest.mark.parametrize("told", ANSWERS, ids=lambda told: f"{told.method} {told.answer[:24]}")
def test_every_label_was_said_in_these_words(told: Told) -> None:
    found = read(told)
    assert [
        each.label for each in found.concepts if each.label.lower() not in told.answer.lower()
    ] == []


def _left_out(ontology: Ontology) -> tuple[float, set[int]]:
    """The share of examples that fall to their own type when a quarter of them is left out, and the
    types they fall to.
    """
    told = [(text, place) for place, each in enumerate(ontology.concepts) for text in each.examples]
    described = [f"{each.title}: {each.description}" for each in ontology.concepts]
    right, given = 0, set()
    for fold in range(FOLDS):
        kept = [each for number, each in enumerate(told) if number % FOLDS != fold]
        asked = told[fold::FOLDS]
        texts, classes = [text for text, _ in kept], [place for _, place in kept]
        scores = Discriminant(texts, classes, described, best_embedder()).scores(
            [text for text, _ in asked]
        )
        guesses = scores.argmax(axis=1).tolist()
        right += sum(guess == place for guess, (_, place) in zip(guesses, asked, strict=True))
        given.update(guesses)
    return right / len(told), given


@pytest.mark.slow
def test_the_examples_of_the_shipped_types_tell_them_apart() -> None:
    shares = {}
    for id in METHODS:
        shares[id], given = _left_out(methodology(id).ontology)
        assert given == set(range(len(methodology(id).ontology.concepts))), (
            f"{id}: a type is never given"
        )
    print(f"\n{ {id: round(share, 2) for id, share in shares.items()} }")
    assert np.mean(list(shares.values())) >= 0.5


@pytest.mark.parametrize("id", METHODS)
def test_every_shipped_type_has_enough_examples_none_of_which_is_another_types(id: str) -> None:
    examples = [text for each in methodology(id).ontology.concepts for text in each.examples]
    assert all(len(each.examples) >= 14 for each in methodology(id).ontology.concepts)
    assert [text for text, count in Counter(examples).items() if count > 1] == []


def kind_of(text: str, strategy: str) -> str:
    method = methodology(JTBD)
    said = phrases(best_syntax().read(f"I {text}."))[:1]
    kinds = Kinds(method.ontology, best_embedder(), best_syntax())
    return kinds.of(said, [text], [text], AnsweredQuestion("", method.by_name[strategy]), ())[0][0]


def test_the_same_words_are_something_else_when_something_else_was_asked() -> None:
    assert kind_of("get everything ready", "uncover_job") == "job"
    assert kind_of("get everything ready", "define_outcome") == "desired_outcome"


def test_without_a_question_words_alone_decide() -> None:
    kinds = Kinds(MEANS_END, best_embedder(), best_syntax())
    said = [
        phrases(best_syntax().read(text))[0]
        for text in ("It's too sweet.", "I feel safe.", "It saves me time.")
    ]
    labels = ["too sweet", "feeling safe", "saving time"]
    assert [type for type, _ in kinds.of(said, labels, labels, AnsweredQuestion(""), ())] == [
        A,
        P,
        F,
    ]


def test_what_the_ear_knows_a_type_by_speaks_for_it() -> None:
    kinds = Kinds(methodology(WHYS).ontology, best_embedder(), best_syntax())
    said = phrases(best_syntax().read("The belt slips."))[:1]
    known = [each.heard_as or "" for each in methodology(WHYS).ontology.concepts]

    def typed(as_heard: str) -> str:
        likely = {kind: 0.9 if kind == as_heard else 0.02 for kind in known}
        return kinds.of(
            said, ["belt slips"], [""], AnsweredQuestion(""), (), [Stretch(0.5, likely)]
        )[0][0]

    assert typed("whys.symptom") == "symptom"
    assert typed("whys.countermeasure") == "countermeasure"


def test_the_ear_says_which_phrase_is_a_concept() -> None:
    class Deaf(WrittenEar):
        """Takes nothing for a concept but what is said of the texture."""

        def concepts(
            self, text: str, before: str, places: Sequence[tuple[int, int]], kinds: Sequence[str]
        ) -> list[Stretch]:
            return [Stretch(float("texture" in text[start:end])) for start, end in places]

    text = source("I like the creamy texture, it has a handle and we talked about the weather.")
    by_rules, by_ear = (
        {
            each.label
            for each in Extractor(MEANS_END, best_embedder(), best_syntax(), ear)
            .extract(text)
            .concepts
        }
        for ear in (WrittenEar(), Deaf())
    )
    assert "creamy texture" in by_ear
    assert by_ear < by_rules


def test_every_type_that_ships_is_known_to_the_ear() -> None:
    assert all(each.heard_as for id in METHODS for each in methodology(id).ontology.concepts)


def test_a_kind_that_the_ear_does_not_know_is_a_fault_that_names_the_nearest() -> None:
    written = methodology(MEC).ontology.concepts[0].model_dump() | {
        "heard_as": "means_end.atribute"
    }
    with pytest.raises(ValueError, match=r"means_end\.attribute"):
        ConceptType(**written)
