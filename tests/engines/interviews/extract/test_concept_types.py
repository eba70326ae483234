"""Types of concepts under the shipped methodologies, and how good the extraction is for each of
them.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import numpy as np
import pytest
from tests.engines.interviews.extract.test_offline import same
from tests.engines.interviews.extraction_cases import MEANS_END, A, F, P
from tests.engines.interviews.extraction_setup import edges, readers
from tests.engines.interviews.shipped_cases import ANSWERS, CIT, CJ, GRID, JTBD, MEC, WHYS, Told

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.engines.interviews.base.extraction import Extraction, Hints, Known, Source
from dramaturg.engines.interviews.base.methodology import Methodology, Ontology, Subject
from dramaturg.engines.interviews.extract.concept_names import is_conventional
from dramaturg.engines.interviews.extract.concept_types import Asked, Kinds
from dramaturg.engines.interviews.extract.discriminant import Discriminant
from dramaturg.engines.interviews.extract.offline import Extractor
from dramaturg.engines.interviews.extract.phrases import phrases
from dramaturg.language.embedder import best_embedder
from dramaturg.language.syntax import best_syntax

METHODS = (MEC, JTBD, CIT, GRID, CJ, WHYS)
FOLDS = 4


@cache
def methodology(id: str) -> Methodology:
    found = library_of(Settings()).get("methodology", id).document
    assert isinstance(found, Methodology)
    return found


@cache
def _extractor(id: str) -> Extractor:
    return Extractor(methodology(id).ontology, best_embedder(), best_syntax())


def read(told: Told) -> Extraction:
    method = methodology(told.method)
    strategy = method.by_name[told.strategy]
    question = (
        strategy.templates[0]
        .replace("{subject}", told.about)
        .replace("{focus}", told.focus[0] if told.focus else "it")
    )
    focus = Known(*told.focus) if told.focus else None
    subject = Subject.model_validate(
        {"kind": "subject", "id": "subject", "title": told.about, "objective": "Find out."}
    )
    hints = Hints(readers().relations(told.answer), readers().frames(told.answer))
    return _extractor(told.method).extract(
        Source("u1", told.answer, question, subject, method.ontology, focus, strategy, (), hints)
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
def test_every_label_has_the_form_its_methodology_wants(told: Told) -> None:
    naming = methodology(told.method).ontology.naming
    assert [
        each.label for each in read(told).concepts if not is_conventional(each.label, naming)
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
    return kinds.of(said, [text], [text], Asked("", method.by_name[strategy]), ())[0][0]


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
    assert [type for type, _ in kinds.of(said, labels, labels, Asked(""), ())] == [A, P, F]
