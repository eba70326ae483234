from __future__ import annotations

from math import fsum
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dramaturg.kernel.conditions import Flag, Number, Value, Vocabulary, Words
from dramaturg.kernel.scoring import rank, score, weight_faults

VOCABULARY: Vocabulary = {
    "llm.engagement": Number(0, 1),
    "graph.node.exhausted": Flag(),
    "llm.response_depth": Words(("surface", "shallow", "moderate", "deep")),
    "graph.late": Number(0.5, 1),
}


@pytest.mark.parametrize(
    ("key", "signals", "part"),
    [
        ("llm.engagement", {"llm.engagement": 0.5}, 1.0),
        ("llm.engagement", {"llm.engagement": True}, 2.0),
        ("llm.engagement.low", {"llm.engagement": 0.25}, 2.0),
        ("llm.engagement.mid", {"llm.engagement": 0.26}, 2.0),
        ("llm.engagement.mid", {"llm.engagement": 0.74}, 2.0),
        ("llm.engagement.high", {"llm.engagement": 0.75}, 2.0),
        ("llm.engagement.mid", {"llm.engagement": 0.75}, None),
        ("llm.engagement.low", {"llm.engagement": 0.26}, None),
        ("graph.node.exhausted.true", {"graph.node.exhausted": True}, 2.0),
        ("graph.node.exhausted.true", {"graph.node.exhausted": False}, None),
        ("graph.node.exhausted.false", {"graph.node.exhausted": False}, 2.0),
        ("graph.node.exhausted.true", {"graph.node.exhausted": 1}, None),
        ("llm.response_depth.deep", {"llm.response_depth": "deep"}, 2.0),
        ("llm.response_depth.deep", {"llm.response_depth": "shallow"}, None),
        ("llm.response_depth", {"llm.response_depth": "deep"}, None),
        ("llm.absent", {}, None),
        ("llm.absent.true", {}, None),
    ],
)
def test_a_weight_key_applies_or_leaves_no_part(
    key: str, signals: dict[str, Value], part: float | None
) -> None:
    assert score("deepen", "n1", {key: 2.0}, signals).parts.get(key) == part


def test_pairs_are_ranked_with_the_nodes_signals_winning() -> None:
    ranked = rank(
        {
            "deepen": {"graph.node.exhausted.true": -5.0, "llm.engagement": 1.0},
            "clarify": {"llm.engagement.low": 2.0},
        },
        signals={"llm.engagement": 0.2, "graph.node.exhausted": False},
        node_signals={"tired": {"graph.node.exhausted": True}, "fresh": {"llm.engagement": 0.9}},
        multipliers={"deepen": 1.5},
        bonuses={"clarify": 0.3},
    )
    assert [(pair.strategy, pair.node_id) for pair in ranked] == [
        ("clarify", "tired"),
        ("deepen", "fresh"),
        ("clarify", "fresh"),
        ("deepen", "tired"),
    ]
    assert [pair.score for pair in ranked] == pytest.approx([2.3, 1.35, 0.3, -7.2])
    assert ranked[-1].parts == {"graph.node.exhausted.true": -5.0, "llm.engagement": 0.2}


def test_a_candidates_own_repetition_counts_against_it_alone() -> None:
    weights = {name: {"temporal.strategy_repetition_count": -1.0} for name in ("deepen", "clarify")}
    ranked = rank(
        weights,
        {},
        {"n": {}},
        strategy_signals={"deepen": {"temporal.strategy_repetition_count": 0.6}},
    )
    assert [pair.strategy for pair in ranked] == ["clarify", "deepen"]


def test_equal_scores_keep_the_order_of_strategies_and_then_of_nodes() -> None:
    ranked = rank({"b": {}, "a": {}}, {}, {"n2": {}, "n1": {}})
    assert [(pair.strategy, pair.node_id) for pair in ranked] == [
        ("b", "n2"),
        ("b", "n1"),
        ("a", "n2"),
        ("a", "n1"),
    ]


@given(
    st.dictionaries(st.text("abc.", min_size=1, max_size=4), st.floats(-10, 10), max_size=12),
    st.floats(-3, 3),
    st.floats(-3, 3),
    st.randoms(use_true_random=False),
)
def test_the_parts_make_the_score_exactly_whatever_their_order(
    weights: dict[str, float], multiplier: float, bonus: float, random: Random
) -> None:
    pair = score("s", "n", weights, dict.fromkeys(weights, 0.1), multiplier, bonus)
    parts = list(pair.parts.values())
    random.shuffle(parts)
    assert pair.score == fsum(parts) * multiplier + bonus


def test_weights_that_can_fire_have_no_fault() -> None:
    keys = [
        "llm.engagement",
        "llm.engagement.low",
        "graph.node.exhausted.false",
        "graph.node.exhausted",
        "llm.response_depth.deep",
    ]
    assert weight_faults(dict.fromkeys(keys, 1.0), VOCABULARY) == ()


@pytest.mark.parametrize(
    ("key", "code", "remedy"),
    [
        ("llm.engagment", "weight-unknown-signal", "llm.engagement"),
        ("graph.node.exhuasted.true", "weight-unknown-signal", "graph.node.exhausted.true"),
        ("llm.response_depth.deap", "weight-never-fires", "Did you mean 'deep'?"),
        ("llm.response_depth.low", "weight-never-fires", "Did you mean 'shallow'?"),
        ("llm.response_depth", "weight-never-fires", "deep, moderate"),
        ("graph.node.exhausted.high", "weight-never-fires", "false, true"),
        ("llm.engagement.true", "weight-never-fires", "high, low, mid"),
        ("graph.late.low", "weight-never-fires", "high, mid"),
    ],
)
def test_a_weight_that_can_never_fire_is_a_fault_with_a_suggestion(
    key: str, code: str, remedy: str
) -> None:
    (fault,) = weight_faults({key: 1.0}, VOCABULARY)
    assert (fault.code, fault.path) == (code, (key,))
    assert remedy in fault.remedy


@given(
    st.sampled_from(sorted(VOCABULARY)),
    st.floats(0, 1),
    st.booleans(),
    st.sampled_from(("surface", "shallow", "moderate", "deep")),
)
def test_a_key_with_a_fault_never_applies(name: str, number: float, flag: bool, word: str) -> None:
    values: dict[type, Value] = {Number: number, Flag: flag, Words: word}
    value = values[type(VOCABULARY[name])]
    if name == "graph.late":
        value = 0.5 + number / 2
    for ending in ("", ".low", ".mid", ".high", ".true", ".false", ".deep", ".nonsense"):
        key = name + ending
        if weight_faults({key: 1.0}, VOCABULARY):
            assert score("s", "n", {key: 1.0}, {name: value}).parts == {}
