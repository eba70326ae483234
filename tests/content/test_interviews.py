"""The interviews that come with Dramaturg: what a researcher expects of every methodology, subject
and guide in the library.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TypeVar

import pytest
from pydantic import BaseModel

from dramaturg.content.documents import Loaded, load
from dramaturg.content.library import packaged
from dramaturg.engines.interviews.base.methodology import Guide, Methodology, Strategy, Subject

M = TypeVar("M", bound=BaseModel)

FOLDER = packaged() / "interviews"
PLACEHOLDER = re.compile(r"\{(\w+)\}")
BORROWED = {"said", "earlier", "summary", "focus", "quote", "other", "third"}  # not always at hand
LONGEST = 30  # words of a question
PRAISE = re.compile(
    r"\b(great|excellent|wonderful|perfect|fantastic|good|interesting|right\?)", re.IGNORECASE
)


def files(folder: str) -> list[Path]:
    return sorted((FOLDER / folder).glob("*.yaml"))


def document(file: Path, model: type[M]) -> M:
    loaded = load(file.read_bytes(), file.name, model)
    assert isinstance(loaded, Loaded), loaded
    return loaded.document


def questions(methodology: Methodology) -> Iterator[tuple[Strategy, str]]:
    return (
        (strategy, template)
        for strategy in methodology.strategies
        for template in strategy.templates
    )


@pytest.fixture(scope="module", params=files("methodologies"), ids=lambda file: file.stem)
def methodology(request: pytest.FixtureRequest) -> Methodology:
    return document(request.param, Methodology)


@pytest.mark.parametrize("name", ["means_end_chain", "jobs_to_be_done", "five_whys"])
def test_the_library_has_the_methodology_under_its_own_name(name: str) -> None:
    assert document(FOLDER / "methodologies" / f"{name}.yaml", Methodology).id == name


@pytest.mark.parametrize("file", files("subjects"), ids=lambda file: file.stem)
def test_a_subject_stands_in_the_middle_of_a_sentence(file: Path) -> None:
    subject = document(file, Subject)
    assert subject.id == file.stem
    assert subject.title[0].islower() and not subject.title.endswith(".")


@pytest.mark.parametrize("file", files("guides"), ids=lambda file: file.stem)
def test_a_guide_fits_into_an_interview(file: Path) -> None:
    guide = document(file, Guide)
    assert sum(topic.turns for topic in guide.topics) <= 20
    assert any(point.required for topic in guide.topics for point in topic.points)
    assert all(question.count("?") <= 1 for topic in guide.topics for question in topic.questions)


def test_every_strategy_can_ask_before_anything_can_be_quoted(methodology: Methodology) -> None:
    for strategy in methodology.strategies:
        plain = [
            each for each in strategy.templates if not BORROWED & set(PLACEHOLDER.findall(each))
        ]
        assert len(strategy.templates) >= 8, strategy.name
        assert len(plain) >= 2 or strategy.most is not None, strategy.name


def test_a_question_about_the_subject_names_no_single_concept(methodology: Methodology) -> None:
    about_subject = [
        template for strategy, template in questions(methodology) if strategy.about == "subject"
    ]
    assert about_subject
    assert not [
        template
        for template in about_subject
        if {"focus", "quote"} & set(PLACEHOLDER.findall(template))
    ]


def test_a_question_about_what_was_said_names_no_label_where_it_can_do_without(
    methodology: Methodology,
) -> None:
    """Six templates or more ask about "that": by themselves, or after the respondent's own clause."""
    for strategy in methodology.strategies:
        if strategy.about == "focus" and strategy.most is None:
            plain = [each for each in strategy.templates if not PLACEHOLDER.findall(each)]
            named = [each for each in strategy.templates if "{focus}" in each]
            assert len(plain) >= 5, strategy.name
            assert not named or strategy.name == "compare"


def test_one_strategy_sums_up_in_the_words_of_the_respondent_and_does_so_twice_at_most(
    methodology: Methodology,
) -> None:
    (summing_up,) = [each for each in methodology.strategies if each.most is not None]
    assert summing_up.most == 2
    assert all("{summary}" in template for template in summing_up.templates)


def test_every_question_is_one_short_question(methodology: Methodology) -> None:
    lines = [template for _, template in questions(methodology)] + list(methodology.openings)
    assert not [line for line in lines if len(line.split()) > LONGEST or line.count("?") > 1]


def test_no_question_is_written_twice(methodology: Methodology) -> None:
    lines = [template for _, template in questions(methodology)]
    assert len(lines) == len(set(lines))


@pytest.mark.parametrize("name", ["means_end_chain", "five_whys"])
def test_no_verb_has_to_agree_with_a_noun_that_is_filled_in(name: str) -> None:
    """'What does {focus} mean' goes wrong with 'glass bottles'. Deeds and events are always one."""
    agreeing = re.compile(
        r"\b(?:does|is|was|has) \{(?:focus|other)\}|\{(?:focus|other)\} (?:is|was|does|has)\b"
    )
    methodology = document(FOLDER / "methodologies" / f"{name}.yaml", Methodology)
    assert not [template for _, template in questions(methodology) if agreeing.search(template)]


def test_respondents_never_hear_the_words_of_the_method(methodology: Methodology) -> None:
    jargon = re.compile(rf"\b(?:{'|'.join(map(re.escape, methodology.jargon))})s?\b", re.IGNORECASE)
    heard = [
        *(template for _, template in questions(methodology)),
        *methodology.openings,
        *methodology.acknowledgements,
    ]
    assert not [line for line in (*heard, *methodology.thanks) if jargon.search(line)]


def test_acknowledgements_are_short_and_judge_nothing(methodology: Methodology) -> None:
    assert len(set(methodology.acknowledgements)) >= 12
    assert not [
        line
        for line in methodology.acknowledgements
        if PRAISE.search(line) or len(line.split()) > 8
    ]


def test_every_strategy_tires_of_itself(methodology: Methodology) -> None:
    for strategy in methodology.strategies:
        weights = strategy.signal_weights
        assert weights["temporal.strategy_repetition_count"] <= -2, strategy.name
        if strategy.about == "focus":
            assert (
                weights["graph.node.exhausted.true"] <= -5 and weights["technique.node.used"] < 0
            ), strategy.name


def test_one_strategy_closes_and_only_late(methodology: Methodology) -> None:
    (closing,) = [strategy for strategy in methodology.strategies if strategy.ends_interview]
    assert closing.about == "subject"
    assert closing.valid_when.startswith("meta.interview.phase == late and ")


def test_every_type_is_described_by_examples_of_many_subjects(methodology: Methodology) -> None:
    for concept in methodology.ontology.concepts:
        assert len(set(concept.examples)) >= 6, concept.type


def test_an_answer_draws_only_edges_the_ontology_has(methodology: Methodology) -> None:
    drawn = {draws.edge for strategy in methodology.strategies for draws in strategy.draws}
    named = {example.type for example in methodology.ontology.relationship_examples}
    assert drawn and drawn | named <= set(methodology.ontology.edge_by_type)
