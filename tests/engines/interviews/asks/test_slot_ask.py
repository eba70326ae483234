"""Asking a model for canonical names, and reading what it gives."""

from __future__ import annotations

import pytest
from tests.engines.interviews.ladder import ONTOLOGY
from tests.engines.interviews.random_graphs import QUOTE, vector_of

from dramaturg.engines.interviews.asks.slot_ask import SHOWN, SlotAsk
from dramaturg.engines.interviews.base.state import ConceptAdded, InterviewState, SlotAdded, apply
from dramaturg.turn.asks import Unreadable
from dramaturg.turn.engine import fold

NEW = [
    ConceptAdded("c1", "I sleep like a stone", "consequence", QUOTE, (), ""),
    ConceptAdded("c2", "thick foam", "attribute", QUOTE, (), ""),
]


def ask(slots: int = 1) -> SlotAsk:
    there = [
        SlotAdded(f"s{n}", f"better sleep {n}", "consequence", (), vector_of(n))
        for n in range(1, slots + 1)
    ]
    return SlotAsk(fold(apply, there, InterviewState()), NEW, ONTOLOGY)


def test_concepts_are_shown_by_type_beside_the_names_that_are_there() -> None:
    attribute, consequence = ask().prompt().user.split("\n\n")
    assert "- thick foam" in attribute
    assert "(none yet)" in attribute
    assert "- better sleep 1" in consequence
    assert "- I sleep like a stone" in consequence


def test_the_convention_of_the_methodology_is_told() -> None:
    assert ONTOLOGY.concept_naming_convention in ask().prompt().system


def test_of_many_names_the_newest_are_shown() -> None:
    user = ask(SHOWN + 20).prompt().user
    assert f"- better sleep {SHOWN + 20}\n" in user
    assert "- better sleep 20\n" not in user


def test_names_are_read_by_label() -> None:
    answer = 'Here: {"names": [{"concept": "thick foam", "name": " creamy   texture "}]}'
    assert ask().read(answer) == {"thick foam": "creamy texture"}


@pytest.mark.parametrize(
    "entry",
    [
        '"thick foam"',
        "{}",
        '{"concept": "thick foam", "name": ""}',
        '{"concept": "thick foam", "name": 3}',
        '{"concept": "thick foam", "name": null}',
        '{"concept": "somebody else", "name": "x"}',
        f'{{"concept": "thick foam", "name": "{"x" * 81}"}}',
    ],
)
def test_a_name_that_is_none_costs_the_others_nothing(entry: str) -> None:
    good = '{"concept": "I sleep like a stone", "name": "better sleep 1"}'
    assert ask().read(f'{{"names": [{entry}, {good}]}}') == {
        "I sleep like a stone": "better sleep 1"
    }


@pytest.mark.parametrize("text", ["", "no", "[]", "{}", '{"names": {}}', '{"names": null}'])
def test_an_answer_without_names_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        ask().read(text)


def test_without_a_model_nothing_is_proposed() -> None:
    assert ask().offline() == {}
