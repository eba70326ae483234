"""Scoring all pairs at once gives what the kernel gives pair by pair."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dramaturg.engines.interviews.base.methodology import Phase, Strategy
from dramaturg.engines.interviews.strategy.features import normalised
from dramaturg.engines.interviews.strategy.node_signals import Columns, columns_of
from dramaturg.engines.interviews.strategy.scoring import Policy, rank_strategy_node_pairs
from dramaturg.engines.interviews.strategy.signals import (
    ALIASES,
    SIGNALS,
    TYPE,
    USED,
    USUAL_NORMS,
    with_aliases,
)
from dramaturg.kernel.conditions import Facts, Flag, Number, Vocabulary, Words, bind, parse
from dramaturg.kernel.errors import BadInput, ContentError
from dramaturg.kernel.scoring import Ranked, rank, score

KINDS: dict[str, Flag | Number | Words] = {
    **{name: signal.kind for name, signal in SIGNALS.items()},
    TYPE: Words(("attribute", "value")),
}
VOCABULARY: Vocabulary = {**KINDS, **{name: KINDS[alias.of] for name, alias in ALIASES.items()}}
TEMPLATES = ("Why is that?", "What for?", "How come?", "In what way?")


def strategy(name: str, weights: Mapping[str, float], **more: Any) -> Strategy:
    return Strategy(
        name=name, title=name, description=name, signal_weights=weights, templates=TEMPLATES, **more
    )


def policy(*strategies: Strategy, **more: Any) -> Policy:
    settings: dict[str, Any] = {"phases": {}, "norms": USUAL_NORMS, **more}
    return Policy.compile(strategies, settings.pop("phases"), VOCABULARY, **settings)


def nodes(concepts: Mapping[str, Facts]) -> Columns:
    return columns_of(concepts, VOCABULARY)


def named(pairs: Sequence[Ranked]) -> list[str]:
    return [f"{pair.strategy} {pair.node_id}" for pair in pairs]


# ── the same as the kernel ────────────────────────────────────────────────────────────────────────

NUMBERS = st.one_of(
    st.sampled_from([0.0, 0.1, 0.25, 0.3, 0.75, 1.0]),
    st.floats(0, 1),
    st.integers(2, 60).map(float),
)
WEIGHTS = st.one_of(st.sampled_from([-1.0, -0.1, 0.1, 0.2, 0.3, 1.0]), st.floats(-20, 20))
SOME = (
    *(
        "graph.node_count",
        "llm.engagement",
        "llm.response_depth",
        "llm.certainty",
        "graph.chain_completion.has_complete",
    ),
    *(
        "graph.node.exhausted",
        "graph.node.recency_score",
        "graph.node.focus_streak",
        "graph.node.edge_count",
        TYPE,
    ),
    *("technique.node.strategy_repetition", "temporal.strategy_repetition_count", USED),
)
NORMED = {name for name in SOME if name in USUAL_NORMS}
CONDITIONS = (
    "",
    "llm.engagement > 0.3",
    "graph.node.recency_score <= 0.3 or llm.response_depth >= moderate",
    "not graph.node.exhausted",
    f"graph.node.focus_streak in (none, low) and {TYPE} != value",
    "llm.uncertainty < 0.7",
    f"{USED} < 0.5",
    "graph.node.recency_score in (0.1, 1)",
)


def values(name: str) -> st.SearchStrategy[Any]:
    kind = VOCABULARY[name]
    if isinstance(kind, Flag):
        return st.booleans()
    if isinstance(kind, Words):
        return st.sampled_from(kind.words)
    return NUMBERS if name in NORMED else NUMBERS.filter(lambda number: number <= 1)


def keys(names: Sequence[str]) -> list[str]:
    aliases = [name for name, alias in ALIASES.items() if alias.of in names]
    found = []
    for name in (*names, *aliases):
        kind = VOCABULARY[name]
        endings = (
            ("true", "false")
            if isinstance(kind, Flag)
            else kind.words
            if isinstance(kind, Words)
            else ("low", "mid", "high")
        )
        found += [f"{name}.{ending}" for ending in endings]
        found += [] if isinstance(kind, Words) else [name]
    return found


def facts(names: Sequence[str]) -> st.SearchStrategy[Facts]:
    """Some of these signals, each about every other time."""
    return st.fixed_dictionaries(
        {}, optional={name: values(name) for name in names if name != USED}
    )


def policies(names: Sequence[str]) -> st.SearchStrategy[list[Strategy]]:
    weights = st.dictionaries(st.sampled_from(keys(names)), WEIGHTS, min_size=1, max_size=8)
    made = st.lists(st.tuples(weights, st.sampled_from(CONDITIONS)), min_size=1, max_size=4)
    return made.map(
        lambda each: [
            strategy(f"s{at}", weighed, valid_when=when) for at, (weighed, when) in enumerate(each)
        ]
    )


PHASES = st.builds(
    lambda weights, bonuses: Phase(signal_weights=weights, phase_bonuses=bonuses),
    st.dictionaries(st.sampled_from(["s0", "s1"]), st.floats(0, 10)),
    st.dictionaries(st.sampled_from(["s0", "s2"]), st.floats(-20, 20)),
)


@st.composite
def cases(
    draw: st.DrawFn,
) -> tuple[list[Strategy], Facts, dict[str, Facts], dict[str, Facts], Any, Phase]:
    names = draw(
        st.lists(st.sampled_from(SOME), min_size=1, max_size=4, unique=True)
    )  # few, so that they meet
    strategies = draw(policies(names))
    pool = draw(st.lists(facts(names), min_size=1, max_size=4))  # again few, so that there are ties
    concepts = draw(st.lists(st.sampled_from(pool), max_size=8))
    counts = st.lists(
        st.sampled_from([0.0, 1 / 3, 1.0]), min_size=len(concepts), max_size=len(concepts)
    )
    used = draw(st.none() | st.lists(counts, min_size=len(strategies), max_size=len(strategies)))
    about = {each.name: draw(facts(names)) for each in strategies if draw(st.booleans())}
    return (
        strategies,
        draw(facts(names)),
        {f"c{at}": each for at, each in enumerate(concepts)},
        about,
        used,
        draw(PHASES),
    )


def by_the_kernel(
    strategies: Sequence[Strategy],
    signals: Facts,
    concepts: Mapping[str, Facts],
    about: Mapping[str, Facts],
    used: Any,
    phase: Phase,
) -> list[Ranked]:
    """Every pair from merged dictionaries, the slow and plain way."""
    found = []
    for row, each in enumerate(strategies):
        condition = bind(parse(each.valid_when or "true"), VOCABULARY)
        for place, (key, own) in enumerate(concepts.items()):
            pair = {} if used is None else {USED: used[row][place]}
            merged = normalised({**signals, **about.get(each.name, {}), **own, **pair}, USUAL_NORMS)
            if condition.holds(with_aliases(merged)):
                multiplier, bonus = (
                    phase.signal_weights.get(each.name, 1.0),
                    phase.phase_bonuses.get(each.name, 0.0),
                )
                found.append(
                    score(
                        each.name, key, each.signal_weights, with_aliases(merged), multiplier, bonus
                    )
                )
    return sorted(found, key=lambda pair: -pair.score)


@pytest.mark.slow
@given(cases())
def test_order_scores_and_parts_are_those_of_the_kernel_to_the_last_bit(case: Any) -> None:
    strategies, signals, concepts, about, used, phase = case
    expected = by_the_kernel(*case)
    table = (
        None
        if used is None
        else np.array(used, dtype=np.float64).reshape(len(strategies), len(concepts))
    )
    ranking = policy(*strategies, phases={"late": phase}).rank(
        signals, nodes(concepts), about, table, "late"
    )
    assert list(ranking.everything()) == expected
    assert [list(ranking.top(most)) for most in (1, 2, 5)] == [
        expected[:most] for most in (1, 2, 5)
    ]
    assert ranking.pairs == len(expected)


def test_among_many_concepts_the_best_are_those_of_the_kernel() -> None:
    chance = np.random.default_rng(6)
    concepts: dict[str, Facts] = {
        f"c{at}": {
            "graph.node.recency_score": round(chance.random(), 2),
            "graph.node.exhausted": bool(chance.random() < 0.5),
        }
        for at in range(3000)
    }
    weights = {
        "deepen": {
            "graph.node.recency_score": 0.1,
            "graph.node.exhausted.true": -0.3,
            "llm.engagement": 0.2,
        },
        "explore": {"graph.node.recency_score.low": 0.3, "graph.node.exhausted": -0.1},
    }
    expected = rank(weights, {"llm.engagement": 0.7}, concepts)
    ranking = policy(*(strategy(name, each) for name, each in weights.items())).rank(
        {"llm.engagement": 0.7}, nodes(concepts)
    )
    for most in (1, 10, 40, 500):
        assert ranking.top(most) == expected[:most]
    assert ranking.best == expected[0]


# ── rules ─────────────────────────────────────────────────────────────────────────────────────────

WHY = strategy("why", {"llm.engagement": 1.0, "graph.node.is_new": 0.5})
WIDEN = strategy("widen", {"llm.engagement": 1.0, "graph.node.is_new": 0.5})
CLOSE = strategy("close", {"llm.engagement": 5.0}, ends_interview=True)


def test_equal_scores_keep_the_order_of_the_file_and_then_of_the_concepts() -> None:
    concepts = nodes({"second": {"graph.node.is_new": True}, "first": {"graph.node.is_new": True}})
    ranking = policy(WIDEN, WHY).rank({"llm.engagement": 0.5}, concepts)
    assert named(ranking.everything()) == ["widen second", "widen first", "why second", "why first"]


def test_sums_that_are_equal_only_when_rounded_once_are_ties() -> None:
    one = strategy(
        "one",
        {"graph.node.level": 0.3, "graph.node.mentions": 0.2, "graph.node.recency_score": 0.1},
    )
    two = strategy(
        "two",
        {"graph.node.level": 0.1, "graph.node.mentions": 0.2, "graph.node.recency_score": 0.3},
    )
    concepts = nodes(
        {
            "c1": {
                "graph.node.level": 1.0,
                "graph.node.mentions": 1.0,
                "graph.node.recency_score": 1.0,
            }
        }
    )
    assert 0.3 + 0.2 + 0.1 < 0.1 + 0.2 + 0.3
    assert named(policy(one, two).rank({}, concepts).top(1)) == ["one c1"]
    assert named(policy(two, one).rank({}, concepts).top(1)) == ["two c1"]


def test_where_a_concept_has_no_value_of_its_own_the_strategy_s_or_the_interview_s_counts() -> None:
    eager, calm = (
        strategy("eager", {"llm.engagement": 1.0}),
        strategy("calm", {"llm.engagement": 1.0}),
    )
    concepts = nodes({"own": {"llm.engagement": 0.5}, "none": {}})
    ranking = policy(eager, calm).rank(
        {"llm.engagement": 0.2}, concepts, {"eager": {"llm.engagement": 0.9}}
    )
    assert named(ranking.top(1)) == ["eager none"]
    assert [pair.score for pair in ranking.everything()] == [0.9, 0.5, 0.5, 0.2]


def test_what_was_asked_of_a_concept_before_tells_against_asking_it_again() -> None:
    ask = strategy("ask", {"graph.node.is_new": 0.5, USED: -3.0})
    concepts = nodes({"c1": {"graph.node.is_new": True}, "c2": {"graph.node.is_new": False}})
    ranking = policy(ask).rank({}, concepts, used=np.array([[1 / 3, 0.0]]))
    assert named(ranking.top(1)) == ["ask c2"]
    assert ranking.everything()[1].parts == {"graph.node.is_new": 0.5, USED: -1.0}


def test_a_strategy_that_ends_the_interview_is_considered_late_only() -> None:
    made = policy(WHY, CLOSE)
    best = {
        phase: made.rank({"llm.engagement": 0.5}, nodes({"c1": {}}), phase=phase).best
        for phase in ("early", "mid", "late")
    }
    assert {phase: pair and pair.strategy for phase, pair in best.items()} == {
        "early": "why",
        "mid": "why",
        "late": "close",
    }


def test_who_is_allowed_is_considered_in_any_phase_and_nobody_else() -> None:
    ranking = policy(WHY, CLOSE).rank(
        {"llm.engagement": 0.5}, nodes({"c1": {}}), phase="early", allowed={"close"}
    )
    assert named(ranking.everything()) == ["close c1"]


def test_without_concepts_or_valid_strategies_there_is_no_best() -> None:
    assert policy(WHY).rank({}, nodes({})).best is None
    assert (
        policy(strategy("never", {"llm.engagement": 1.0}, valid_when="llm.refusal"))
        .rank({}, nodes({"c1": {}}))
        .best
        is None
    )


def test_in_two_stages_the_strategy_comes_first_whatever_a_concept_would_add() -> None:
    broad = strategy("broad", {"llm.engagement": 1.0})
    narrow = strategy("narrow", {"llm.engagement": 0.5, "graph.node.is_new": 9.0})
    concepts = nodes({"old": {"graph.node.is_new": False}, "new": {"graph.node.is_new": True}})
    joint = policy(broad, narrow).rank({"llm.engagement": 1.0}, concepts)
    staged = policy(broad, narrow, selection="two_stage").rank({"llm.engagement": 1.0}, concepts)
    assert named(joint.top(1)) == ["narrow new"]
    assert named(staged.everything()) == ["broad old", "broad new", "narrow new", "narrow old"]
    assert named(staged.top(3)) == ["broad old", "broad new", "narrow new"]


def test_in_two_stages_a_strategy_that_no_concept_suits_is_passed_over() -> None:
    picky = strategy("picky", {"llm.engagement": 1.0}, valid_when="graph.node.is_new")
    ranking = policy(picky, strategy("plain", {"llm.engagement": 0.1}), selection="two_stage").rank(
        {"llm.engagement": 1.0}, nodes({"old": {"graph.node.is_new": False}})
    )
    assert named(ranking.everything()) == ["plain old"]


def test_counts_are_divided_by_their_norm_and_never_exceed_one() -> None:
    made = policy(
        strategy("many", {"graph.node_count": 1.0, "graph.node.edge_count": 1.0}),
        norms={**USUAL_NORMS, "graph.node_count": 20.0},
    )
    few, many = made.rank(
        {"graph.node_count": 5},
        nodes({"c1": {"graph.node.edge_count": 4.0}, "c2": {"graph.node.edge_count": 99.0}}),
    ).everything()[::-1]
    assert few.parts == {"graph.node_count": 0.25, "graph.node.edge_count": 0.4}
    assert many.parts == {"graph.node_count": 0.25, "graph.node.edge_count": 1.0}


@pytest.mark.parametrize("wrong", [3.0, -0.2, float("nan"), float("inf")])
def test_a_number_outside_of_its_range_is_refused_by_name(wrong: float) -> None:
    with pytest.raises(BadInput, match=r"llm\.engagement is"):
        policy(WHY).rank({"llm.engagement": wrong}, nodes({"c1": {}}))
    with pytest.raises(BadInput, match=r"graph\.node\.recency_score is"):
        policy(WHY).rank(
            {},
            nodes(
                {"c0": {"graph.node.recency_score": 0.5}, "c1": {"graph.node.recency_score": wrong}}
            ),
        )


def test_a_weight_that_can_never_fire_does_not_compile() -> None:
    with pytest.raises(ContentError, match="Did you mean 'deep'"):
        policy(strategy("why", {"llm.response_depth.deeep": 1.0}))


def test_the_public_function_ranks_by_the_seed_s_formula_with_signals_of_any_name() -> None:
    strategies = (
        strategy(
            "deepen", {"llm.response_depth.deep": 0.8, "custom.hope": 0.5, f"{TYPE}.attribute": 1.0}
        ),
        strategy("explore", {"graph.node.exhausted.true": -5.0, "llm.uncertainty": 2.0}),
    )
    pairs = rank_strategy_node_pairs(
        strategies,
        {"llm.response_depth": "deep", "llm.certainty": 0.75, "custom.hope": 4, "weather": "fine"},
        {
            "c1": {"graph.node.exhausted": True},
            "c2": {"graph.node.exhausted": False, TYPE: "attribute"},
        },
        phase_weights={"deepen": 1.5},
        phase_bonuses={"deepen": 0.2},
        signal_norms={"custom.hope": 8},
    )
    assert named(pairs) == ["deepen c2", "deepen c1", "explore c2", "explore c1"]
    assert pairs[0].score == pytest.approx((0.8 + 0.25 + 1.0) * 1.5 + 0.2)
    assert pairs[-1].parts == {"graph.node.exhausted.true": -5.0, "llm.uncertainty": 0.5}


def test_the_public_function_takes_signals_under_their_older_names() -> None:
    doubt = strategy("doubt", {"llm.uncertainty": 2.0, "llm.hedging_language.high": 1.0})
    pairs = rank_strategy_node_pairs(
        (doubt,),
        {"llm.uncertainty": 0.1, "llm.hedging_language": 0.9},
        {"sure": {}, "unsure": {"llm.uncertainty": 0.5}},
    )
    assert [(pair.node_id, pair.score) for pair in pairs] == [("unsure", 2.0), ("sure", 1.2)]


def test_the_best_pair_of_each_strategy_can_be_had() -> None:
    fresh = strategy("fresh", {"graph.node.is_new": 1.0})
    never = strategy("never", {"graph.node.is_new": 9.0}, valid_when="llm.refusal")
    concepts = nodes({"old": {"graph.node.is_new": False}, "new": {"graph.node.is_new": True}})
    assert named(list(policy(WHY, never, fresh).rank({}, concepts).best_of_each())) == [
        "why new",
        "fresh new",
    ]
