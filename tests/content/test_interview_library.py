"""The six methodologies that come with Dramaturg: ladders, quotations and wearing out, beside what
test_interviews.py asks.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from dramaturg.content.documents import Loaded, load
from dramaturg.content.library import packaged
from dramaturg.engines.interviews.base.methodology import Guide, Methodology

HERE = packaged() / "interviews"
SIX = (
    "means_end_chain",
    "jobs_to_be_done",
    "critical_incident",
    "repertory_grid",
    "customer_journey",
    "five_whys",
)


@pytest.fixture(scope="module", params=SIX)
def method(request: pytest.FixtureRequest) -> Methodology:
    file = HERE / "methodologies" / f"{request.param}.yaml"
    found = load(file.read_bytes(), file.name, Methodology)
    assert isinstance(found, Loaded), found
    return found.document


def test_an_example_belongs_to_one_type_only(method: Methodology) -> None:
    examples = [each for concept in method.ontology.concepts for each in concept.examples]
    assert len(set(examples)) == len(examples)


def test_from_every_type_of_the_first_rung_a_chain_leads_to_a_terminal_one(
    method: Methodology,
) -> None:
    ontology = method.ontology
    steps = {pair for edge in ontology.edges if edge.chain for pair in edge.permitted}
    reached = {concept.type for concept in ontology.concepts if concept.terminal}
    while grown := {source for source, target in steps if target in reached} - reached:
        reached |= grown
    assert {concept.type for concept in ontology.concepts if concept.level == 1} <= reached


def test_a_quotation_stands_in_quotation_marks(method: Methodology) -> None:
    lines = [line for strategy in method.strategies for line in strategy.templates]
    assert [line for line in lines if line.count("{quote}") != line.count('"{quote}"')] == []


def test_a_strategy_can_be_asked_in_eight_ways(method: Methodology) -> None:
    assert [strategy.name for strategy in method.strategies if len(strategy.templates) < 8] == []


def test_no_strategy_clings_to_a_concept(method: Methodology) -> None:
    for strategy in method.strategies:
        if strategy.about == "focus":
            assert strategy.signal_weights["technique.node.used"] < 0, strategy.name
            assert strategy.signal_weights["graph.node.exhausted.true"] <= -3, strategy.name


@pytest.mark.parametrize(
    "file", sorted((HERE / "guides").glob("*.yaml")), ids=lambda file: file.stem
)
def test_a_guide_has_something_that_must_be_heard_and_no_point_twice(file: Path) -> None:
    found = load(file.read_bytes(), file.name, Guide)
    assert isinstance(found, Loaded), found
    points = [point for topic in found.document.topics for point in topic.points]
    assert any(point.required for point in points)
    assert len({point.id for point in points}) == len(points)
