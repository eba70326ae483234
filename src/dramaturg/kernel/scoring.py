"""Scoring: every strategy against every node, each pair with the parts its score is made of.

A weight key is matched against the signals of a pair:
    llm.engagement                     a number, or true as 1: value x weight
    graph.node.exhausted.true          `.true` or `.false` of a yes or no
    llm.response_depth.deep            a word of a category
    llm.valence.low                    a band of a number: .low <= .25 < .mid < .75 <= .high
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import fsum

from dramaturg.kernel.conditions import Facts, Flag, Number, Value, Vocabulary, Words
from dramaturg.kernel.errors import Fault, did_you_mean

LOW, HIGH = 0.25, 0.75
BANDS = ("low", "mid", "high")


@dataclass(frozen=True, slots=True)
class Ranked:
    """A strategy applied to a node. `score` is exactly `fsum(parts.values()) * multiplier
    + bonus`.
    """

    strategy: str
    node_id: str
    score: float
    parts: Mapping[str, float]
    multiplier: float = 1.0
    bonus: float = 0.0


def rank(
    weights: Mapping[str, Mapping[str, float]],
    signals: Facts,
    node_signals: Mapping[str, Facts],
    strategy_signals: Mapping[str, Facts] | None = None,
    multipliers: Mapping[str, float] | None = None,
    bonuses: Mapping[str, float] | None = None,
) -> tuple[Ranked, ...]:
    """All pairs, best first. Equal scores keep the order in which strategies, and then nodes, were
    given.

    `weights` holds each strategy's weight keys; `strategy_signals` what is true of one candidate
    strategy only, such as how often it was used lately. On merging, a strategy's signals win over
    the common ones, and a node's over both.
    """
    about, multipliers, bonuses = strategy_signals or {}, multipliers or {}, bonuses or {}
    pairs = [
        score(
            strategy,
            node_id,
            keys,
            {**signals, **about.get(strategy, {}), **of_node},
            multipliers.get(strategy, 1.0),
            bonuses.get(strategy, 0.0),
        )
        for strategy, keys in weights.items()
        for node_id, of_node in node_signals.items()
    ]
    return tuple(sorted(pairs, key=lambda pair: -pair.score))


def score(
    strategy: str,
    node_id: str,
    weights: Mapping[str, float],
    signals: Facts,
    multiplier: float = 1.0,
    bonus: float = 0.0,
) -> Ranked:
    """One pair. Keys that do not apply leave no part; a key that applies to a 0 leaves a
    part of 0.
    """
    parts = {
        key: amount * weight
        for key, weight in weights.items()
        if (amount := _amount(key, signals)) is not None
    }
    # fsum rounds once, at the end: the same parts give the same score whatever their order, so ties
    # are real ties.
    return Ranked(
        strategy, node_id, fsum(parts.values()) * multiplier + bonus, parts, multiplier, bonus
    )


def _amount(key: str, signals: Facts) -> float | None:
    """How much of its weight a key brings: the value, 1 for a word or band that is met, None when
    it does not apply.
    """
    if key in signals:
        value = signals[key]
        return None if isinstance(value, str) else float(value)
    name, _, word = key.rpartition(".")
    return 1.0 if name in signals and word == _word(signals[name]) else None


def _word(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return value
    return "low" if value <= LOW else "high" if value >= HIGH else "mid"


# ── before anything runs ──────────────────────────────────────────────────────────────────────────


def weight_faults(weights: Mapping[str, float], vocabulary: Vocabulary) -> tuple[Fault, ...]:
    """A fault for each weight key that no signal of the vocabulary can ever make apply."""
    return tuple(_weight_faults(weights, vocabulary))


def _weight_faults(weights: Mapping[str, float], vocabulary: Vocabulary) -> Iterator[Fault]:
    possible = [key for name in vocabulary for key in _keys(name, vocabulary)]
    for key in weights:
        name, _, ending = key.rpartition(".")
        if key in possible:
            continue
        if key in vocabulary or name in vocabulary:
            endings = _endings(vocabulary[key if key in vocabulary else name])
            yield Fault(
                "weight-never-fires",
                f"the weight {key!r} can never fire",
                did_you_mean(ending, endings),
                (key,),
            )
        else:
            message = f"the weight {key!r} is about a signal that does not exist"
            yield Fault("weight-unknown-signal", message, did_you_mean(key, possible), (key,))


def _keys(name: str, vocabulary: Vocabulary) -> Iterator[str]:
    """Every weight key that can apply to a signal."""
    yield from (f"{name}.{ending}" for ending in _endings(vocabulary[name]))
    if not isinstance(vocabulary[name], Words):
        yield name


def _endings(kind: Flag | Number | Words) -> tuple[str, ...]:
    match kind:
        case Flag():
            return ("true", "false")
        case Words(known):
            return known
        case Number(low, high):
            there = (low <= LOW, low < HIGH and high > LOW, high >= HIGH)
            return tuple(band for band, can_be in zip(BANDS, there, strict=True) if can_be)
