"""Joint scoring: 12 strategies on 25,000 concepts, the best ten explained, beside merging
dictionaries pair by pair.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

import numpy as np

from bench.measure import Cost, in_rounds, metered
from bench.report import Finding, at_most, micros
from dramaturg.engines.interviews.base.methodology import Phase, Strategy
from dramaturg.engines.interviews.strategy.node_signals import Columns, columns_of
from dramaturg.engines.interviews.strategy.scoring import Policy
from dramaturg.engines.interviews.strategy.signals import SIGNALS, TYPE, USUAL_NORMS
from dramaturg.kernel.conditions import Facts, Flag, Value, Vocabulary, Words
from dramaturg.kernel.scoring import Ranked, rank

STRATEGIES, CONCEPTS, TOLD = 12, 25_000, 10
ROUNDS = 3
OWN = tuple(name for name, signal in SIGNALS.items() if signal.level == "node")
VOCABULARY: Vocabulary = {name: signal.kind for name, signal in SIGNALS.items()} | {
    TYPE: Words(("attribute", "consequence", "value"))
}
PHASE = Phase(
    signal_weights={"strategy_1": 1.5, "strategy_2": 0.5}, phase_bonuses={"strategy_1": 0.2}
)
SIGNALS_NOW: Facts = {
    "llm.response_depth": "deep",
    "llm.engagement": 0.6,
    "llm.certainty": 0.3,
    "meta.interview_progress": 0.4,
}


def findings() -> Iterator[Finding]:
    chance = np.random.default_rng(25)
    concepts = {f"c{number}": _facts(chance) for number in range(CONCEPTS)}
    weights = {f"strategy_{number}": _weights(chance) for number in range(STRATEGIES)}
    columns, policy = columns_of(concepts, VOCABULARY), _policy(weights)
    if by_columns(policy, columns) != by_dictionaries(weights, concepts):
        raise AssertionError("The two do not come to the same pairs, scores and parts.")
    ours, plain = in_rounds(
        ROUNDS,
        _doing(lambda: by_columns(policy, columns), 20),
        _doing(lambda: by_dictionaries(weights, concepts), 1),
    )
    what = f"{STRATEGIES} strategies x {CONCEPTS:,} concepts, the best {TOLD} explained"
    yield Finding(what, ours.wall, plain.wall, micros, at_most(1 / 300))


def by_columns(policy: Policy, columns: Columns) -> tuple[Ranked, ...]:
    return policy.rank(SIGNALS_NOW, columns, phase="mid").top(TOLD)


def by_dictionaries(
    weights: Mapping[str, Mapping[str, float]], concepts: Mapping[str, Facts]
) -> tuple[Ranked, ...]:
    """The interview's signals merged with each concept's, pair by pair, and all of them sorted."""
    ranked = rank(
        weights,
        SIGNALS_NOW,
        concepts,
        multipliers=PHASE.signal_weights,
        bonuses=PHASE.phase_bonuses,
    )
    return ranked[:TOLD]


def _doing(work: Callable[[], object], times: int) -> Callable[[], Cost]:
    def contender() -> Cost:
        with metered() as cost:
            for _ in range(times):
                work()
        return cost.over(times)

    return contender


def _policy(weights: Mapping[str, Mapping[str, float]]) -> Policy:
    questions = ("Why is that?", "What for?", "How come?", "In what way?")
    strategies = [
        Strategy(name=name, title=name, description=name, signal_weights=each, templates=questions)
        for name, each in weights.items()
    ]
    return Policy.compile(strategies, {"mid": PHASE}, VOCABULARY, USUAL_NORMS)


def _facts(chance: np.random.Generator) -> dict[str, Value]:
    return {name: _value(name, chance) for name in OWN}


def _value(name: str, chance: np.random.Generator) -> Value:
    kind = VOCABULARY[name]
    if isinstance(kind, Words):
        return kind.words[int(chance.integers(len(kind.words)))]
    return bool(chance.random() < 0.5) if isinstance(kind, Flag) else float(chance.random())


def _weights(chance: np.random.Generator) -> dict[str, float]:
    """Six weights of the concept's signals and three of the interview's, as in a methodology."""
    own = [_key(name, chance) for name in chance.choice(OWN, size=6, replace=False).tolist()]
    keys = ["llm.response_depth.deep", "llm.engagement", "llm.certainty.low", *own]
    return {key: round(float(chance.uniform(-3, 3)), 2) for key in keys}


def _key(name: str, chance: np.random.Generator) -> str:
    kind = VOCABULARY[name]
    if isinstance(kind, Words):
        return f"{name}.{kind.words[int(chance.integers(len(kind.words)))]}"
    return f"{name}.true" if isinstance(kind, Flag) else name
