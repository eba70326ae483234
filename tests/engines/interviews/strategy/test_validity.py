"""A condition read for all concepts at once holds of exactly those of which it holds one by one."""

from __future__ import annotations

from itertools import product

import pytest
from tests.engines.interviews.short_ladder import methodology

from dramaturg.engines.interviews.strategy.node_signals import columns_of
from dramaturg.engines.interviews.strategy.signals import vocabulary, with_aliases
from dramaturg.engines.interviews.strategy.validity import holds
from dramaturg.kernel.conditions import Facts, Value, bind, parse

KNOWN = vocabulary(methodology())
CHOICES: dict[str, tuple[Value | None, ...]] = {
    "llm.certainty": (None, 0.1, 0.5, 1.0),
    "graph.node.exhausted": (None, True, False),
    "llm.response_depth": (None, "surface", "moderate", "deep"),
    "graph.node.type": (None, "feature", "reason"),
}
CONCEPTS: list[Facts] = [
    {name: value for name, value in zip(CHOICES, values, strict=True) if value is not None}
    for values in product(*CHOICES.values())
]
IN_COMMON: tuple[Facts, ...] = (
    {},
    {"llm.certainty": 0.5, "graph.node.exhausted": True, "llm.response_depth": "moderate"},
)
CONDITIONS = [
    "true",
    "false or graph.node.exhausted",
    "not graph.node.exhausted",
    "graph.node.exhausted == false",
    "llm.certainty == 0.5",
    "llm.certainty != 0.5",
    "llm.certainty < 0.5",
    "not llm.certainty >= 0.5",
    "llm.certainty in (0.1, 1)",
    "llm.uncertainty > 0.5",
    "llm.hedging_language <= 0.5 and not llm.uncertainty == 0",
    "llm.response_depth >= moderate",
    "llm.response_depth in (surface, deep) or graph.node.type == feature",
    "graph.node.type != reason and (graph.node.exhausted or llm.certainty > 0.3)",
    "llm.engagement > 0.2",
    "not (llm.engagement > 0.2)",
]


@pytest.mark.parametrize("in_common", IN_COMMON, ids=["nothing in common", "some in common"])
@pytest.mark.parametrize("text", CONDITIONS)
def test_all_at_once_is_one_by_one(text: str, in_common: Facts) -> None:
    condition = bind(parse(text), KNOWN)
    columns = columns_of({f"c{number}": facts for number, facts in enumerate(CONCEPTS)}, KNOWN)
    found = holds(condition, in_common, columns.by_signal, len(CONCEPTS))
    assert found.tolist() == [
        condition.holds(with_aliases({**in_common, **facts})) for facts in CONCEPTS
    ]


def test_without_concepts_nothing_holds_and_nothing_fails() -> None:
    for text in CONDITIONS:
        assert holds(bind(parse(text), KNOWN), {}, {}, 0).tolist() == []
