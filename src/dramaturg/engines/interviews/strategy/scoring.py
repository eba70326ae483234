"""Which strategy to use on which concept: all pairs scored at once, and those that come out on top
explained part by part.

A policy is compiled once from a methodology. Weights become a matrix, signals of concepts a second
one, and their product finds the few pairs that can be among the best. Those are scored again by
kernel/scoring.py: what is told is exactly its result.

Equal scores keep the order of strategies in the file, and then the order in which the concepts are
given.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from typing import Any, Literal

import numpy as np

from dramaturg.engines.interviews.base.methodology import Methodology, Phase, PhaseName, Strategy
from dramaturg.engines.interviews.strategy.features import Feature, feature_of, normal, normalised
from dramaturg.engines.interviews.strategy.node_signals import (
    Array,
    Column,
    Columns,
    Floats,
    columns_of,
)
from dramaturg.engines.interviews.strategy.signals import (
    ALIASES,
    SIGNALS,
    TYPE,
    USED,
    USUAL_NORMS,
    norms,
    vocabulary,
    with_aliases,
)
from dramaturg.engines.interviews.strategy.validity import holds
from dramaturg.kernel.conditions import (
    Always,
    Condition,
    Facts,
    Flag,
    Number,
    Value,
    Vocabulary,
    Words,
    bind,
    condition_faults,
    parse,
)
from dramaturg.kernel.errors import ContentError, Fault
from dramaturg.kernel.scoring import Ranked, score, weight_faults
from dramaturg.kernel.values import replace

Selection = Literal["joint", "two_stage"]
Look = tuple[Value | None, ...]

STRETCH = 512  # concepts multiplied together: few enough that no second thread is woken for them
# scores looked at together when the best are looked for, if there are so many blocks for each of
# these
BLOCK, BLOCKS = 64, 32
UNSURE = 1e-13  # of all weights: more than a matrix product can be off, a hundred parts at most
MOST_BONUS = 20.0
NOT_ASKED = -np.inf


# ── a policy ──────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Policy:
    """The strategies of a methodology, ready to be ranked."""

    strategies: tuple[Strategy, ...]
    phases: Mapping[PhaseName, Phase]
    conditions: tuple[Condition, ...]
    keys: Mapping[str, Feature]
    """By weight key: what it looks at."""
    features: tuple[Feature, ...]
    weights: Floats
    """A row per strategy, a column per feature."""
    weighed: tuple[tuple[str, ...], ...]
    """By strategy: the signals it weighs, under their names and under those that the file has."""
    norms: Mapping[str, float]
    selection: Selection

    @classmethod
    def compile(
        cls,
        strategies: Sequence[Strategy],
        phases: Mapping[PhaseName, Phase],
        known: Vocabulary,
        norms: Mapping[str, float],
        selection: Selection = "joint",
    ) -> Policy:
        """Raises ContentError for weights that can never fire and conditions that can
        never hold.
        """
        if faults := tuple(fault for each in strategies for fault in strategy_faults(each, known)):
            raise ContentError(faults)
        keys = {key: feature_of(key, known) for each in strategies for key in each.signal_weights}
        features = tuple(dict.fromkeys(keys.values()))
        weights = np.zeros((len(strategies), len(features)))
        for row, each in enumerate(strategies):
            for key, weight in each.signal_weights.items():
                weights[row, features.index(keys[key])] += weight
        conditions = tuple(bind(parse(each.valid_when or "true"), known) for each in strategies)
        weighed = tuple(tuple(_weighed(each, keys)) for each in strategies)
        return cls(
            tuple(strategies),
            phases,
            conditions,
            keys,
            features,
            weights,
            weighed,
            norms,
            selection,
        )

    @classmethod
    def of(cls, methodology: Methodology) -> Policy:
        return cls.compile(
            methodology.strategies,
            methodology.phases,
            vocabulary(methodology),
            norms(methodology),
            methodology.selection,
        )

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(each.name for each in self.strategies)

    def rank(
        self,
        signals: Facts,
        columns: Columns,
        strategy_signals: Mapping[str, Facts] | None = None,
        used: Floats | None = None,
        phase: PhaseName = "mid",
        allowed: Collection[str] | None = None,
    ) -> Ranking:
        """Every strategy on every concept. A concept's signals win over a strategy's, and those
        over the interview's.

        `used` has a row per strategy: how often it was used on each concept. Unless `allowed` names
        the strategies to consider, those that end the interview are left out before its late phase.
        Raises BadInput for numbers outside of 0 to 1.
        """
        common, about = normalised(signals, self.norms), strategy_signals or {}
        facts = ({**common, **normalised(about.get(name, {}), self.norms)} for name in self.names)
        own = {
            name: normal(name, column, self.norms)
            for name, column in columns.by_signal.items()
            if used is None or name != USED
        }
        now = self.phases.get(phase, Phase())
        case = Case(self, tuple(facts), Columns(columns.keys, own), used, now)
        if allowed is None:
            goes_on = (each for each in self.strategies if not each.ends_interview)
            allowed = [each.name for each in (self.strategies if phase == "late" else goes_on)]
        return case.ranked(allowed)


def strategy_faults(strategy: Strategy, known: Vocabulary) -> Iterator[Fault]:
    """What is wrong with a strategy's weights and its condition. Raises ConditionError for a
    condition that cannot be read.
    """
    yield from (
        fault.under("signal_weights") for fault in weight_faults(strategy.signal_weights, known)
    )
    yield from (
        fault.under("valid_when")
        for fault in condition_faults(parse(strategy.valid_when or "true"), known)
    )


def _weighed(strategy: Strategy, keys: Mapping[str, Feature]) -> Iterator[str]:
    written = (key.removesuffix(f".{keys[key].ending}") for key in strategy.signal_weights)
    yield from dict.fromkeys((*(keys[key].signal for key in strategy.signal_weights), *written))


# ── one turn's pairs ──────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True)
class Case:
    """A policy and everything it weighs this time. `facts` are those of each strategy, the
    interview's among them.
    """

    policy: Policy
    facts: tuple[Facts, ...]
    columns: Columns
    used: Floats | None
    phase: Phase

    def ranked(self, allowed: Collection[str]) -> Ranking:
        names = self.policy.names
        multipliers = np.array([self._multiplier(name) for name in names])
        scores = _product(multipliers[:, None] * self._weights, self.matrix)
        scores += (multipliers * self._constants + [self._bonus(name) for name in names])[:, None]
        for row, name in enumerate(names):
            if self.used is not None and USED in self.policy.weighed[row]:
                scores[row] += multipliers[row] * self._by_use(row, self.used[row])
            scores[row, self._left_out(row) if name in allowed else slice(None)] = NOT_ASKED
        most = multipliers * np.abs(self.policy.weights).sum(axis=1)
        return Ranking(self, scores, UNSURE * float(most.max(initial=0.0) + MOST_BONUS))

    def _left_out(self, row: int) -> Any:
        """The concepts on which a strategy is not valid."""
        condition = self.policy.conditions[row]
        if condition == Always(True):
            return []
        size = len(self.columns.keys)
        return np.logical_not(holds(condition, self.facts[row], self._columns_of(row), size))

    def explained(self, row: int, look: Look) -> Ranked:
        """A strategy on a concept that looks like this to it, scored as the kernel does it."""
        told = zip(self._looked_at(row), look, strict=True)
        own = {name: value for name, value in told if value is not None}
        return self._scored(row, {**self._in_common[row], **own})

    def looks(self, row: int, places: Sequence[int]) -> list[Look]:
        """How concepts look to a strategy: the values of the signals that it weighs."""
        columns, at = self._columns_of(row), np.array(places, dtype=np.intp)
        told = [columns[name].at(at) for name in self._looked_at(row)]
        return list(zip(*told, strict=True)) or [()] * len(places)

    def _looked_at(self, row: int) -> list[str]:
        columns = self._columns_of(row)
        return [name for name in self.policy.weighed[row] if name in columns]

    def at_first_sight(self, row: int) -> float:
        """What a strategy scores by what is known before any concept is looked at."""
        return self._scored(row, self._in_common[row]).score

    def _scored(self, row: int, facts: Facts) -> Ranked:
        each = self.policy.strategies[row]
        known, phase = with_aliases(facts), (self._multiplier(each.name), self._bonus(each.name))
        return score(each.name, "", each.signal_weights, known, *phase)

    @cached_property
    def _in_common(self) -> tuple[Facts, ...]:
        """Of the facts of each strategy, those that it weighs."""
        weighed = zip(self.facts, self.policy.weighed, strict=True)
        return tuple(
            {name: facts[name] for name in names if name in facts} for facts, names in weighed
        )

    def _multiplier(self, strategy: str) -> float:
        return self.phase.signal_weights.get(strategy, 1.0)

    def _bonus(self, strategy: str) -> float:
        return self.phase.phase_bonuses.get(strategy, 0.0)

    # What is looked up concept by concept: a row per feature, and one for each signal of which not
    # all concepts have a value.

    @cached_property
    def _seen(self) -> list[int]:
        known = self.columns.by_signal
        return [at for at, each in enumerate(self.policy.features) if each.signal in known]

    @cached_property
    def _missing(self) -> dict[str, Array]:
        found = self.columns.by_signal.items()
        return {
            name: np.logical_not(column.there) for name, column in found if column.there is not None
        }

    @cached_property
    def matrix(self) -> Floats:
        features = [self.policy.features[at] for at in self._seen]
        table = np.empty((len(features) + len(self._missing), len(self.columns.keys)))
        for row, feature in enumerate(features):
            table[row] = feature.amounts(self.columns.by_signal[feature.signal])
        for row, missing in enumerate(self._missing.values(), start=len(features)):
            table[row] = missing
        return table

    @cached_property
    def _weights(self) -> Floats:
        """For the rows above. Where a concept has no value of its own, the strategy's or the
        interview's counts.
        """
        instead = [[common.get(name, 0.0) for name in self._missing] for common in self._common]
        table = np.array(instead).reshape(len(self.facts), len(self._missing))
        return np.hstack((self.policy.weights[:, self._seen], table))

    @cached_property
    def _constants(self) -> Floats:
        """What each strategy scores by the signals that no concept has for itself."""
        own = {*self.columns.by_signal, *([USED] if self.used is not None else [])}
        rest = ([part for name, part in each.items() if name not in own] for each in self._common)
        return np.array([sum(parts) for parts in rest])

    @cached_property
    def _common(self) -> tuple[Mapping[str, float], ...]:
        """For each strategy what each signal brings by its common value."""
        return tuple(
            _summed(self._scored(row, facts).parts, self.policy.keys)
            for row, facts in enumerate(self._in_common)
        )

    def _by_use(self, row: int, used: Floats) -> Array:
        """What a strategy scores by having been used on each concept."""
        weighed = zip(self.policy.features, self.policy.weights[row].tolist(), strict=True)
        parts = [
            weight * each.amounts(Column(used)) for each, weight in weighed if each.signal == USED
        ]
        return sum(parts, start=np.zeros(len(used)))

    def _columns_of(self, row: int) -> Mapping[str, Column]:
        own = {} if self.used is None else {USED: Column(self.used[row])}
        return {**self.columns.by_signal, **own}


def _summed(parts: Mapping[str, float], keys: Mapping[str, Feature]) -> Mapping[str, float]:
    """The parts of a score by signal."""
    found: dict[str, float] = {}
    for key, part in parts.items():
        found[keys[key].signal] = found.get(keys[key].signal, 0.0) + part
    return found


def _product(left: Floats, right: Floats) -> Floats:
    """The matrix product, stretch by stretch: on a busy machine, threads that wait for one another
    cost more than they bring.
    """
    product = np.empty((left.shape[0], right.shape[1]))
    for start in range(0, right.shape[1], STRETCH):
        np.matmul(left, right[:, start : start + STRETCH], out=product[:, start : start + STRETCH])
    return product


@dataclass(frozen=True)
class Ranking:
    """All pairs in order, found as far as they are asked for. `scores` are near enough; those that
    are told are exact.
    """

    case: Case
    scores: Floats
    slack: float

    @cached_property
    def pairs(self) -> int:
        """How many pairs were considered."""
        return int(np.count_nonzero(self.scores > NOT_ASKED))

    @property
    def best(self) -> Ranked | None:
        return next(iter(self.top(1)), None)

    def everything(self) -> tuple[Ranked, ...]:
        return self.top(self.pairs)

    def top(self, most: int) -> tuple[Ranked, ...]:
        """The best pairs. With two-stage selection: the best strategy's, then the second best's."""
        if self.case.policy.selection == "joint":
            return tuple(self._top(range(len(self.scores)), most))
        found: list[Ranked] = []
        for row in sorted(range(len(self.scores)), key=lambda row: -self.case.at_first_sight(row)):
            found += self._top([row], most - len(found))
        return tuple(found)

    def best_of_each(self, but: Collection[str] = ()) -> Iterator[Ranked]:
        """The best pair of every strategy that has one, but of these."""
        best = self.scores.max(axis=1, keepdims=True, initial=NOT_ASKED)
        near = self.scores >= best - 2 * self.slack
        rows, places = np.nonzero(near & (self.scores > NOT_ASKED))
        pairs = groupby(zip(rows.tolist(), places.tolist(), strict=True), key=itemgetter(0))
        names = self.case.policy.names
        return (self._in_order(group)[0] for row, group in pairs if names[row] not in but)

    def _top(self, rows: Sequence[int], most: int) -> list[Ranked]:
        if most <= 0 or not self.case.columns.keys:
            return []
        scores = self.scores if len(rows) == len(self.scores) else self.scores[rows]
        near, places = np.divmod(_near_the_top(scores.ravel(), most, self.slack), scores.shape[1])
        pairs = zip((rows[at] for at in near.tolist()), places.tolist(), strict=True)
        return self._in_order(pairs, most)

    def _in_order(self, pairs: Iterable[tuple[int, int]], most: int = 1) -> list[Ranked]:
        """The best of these, scored exactly."""
        found: list[tuple[Ranked, int]] = []
        for row, group in groupby(pairs, key=itemgetter(0)):
            places = [place for _, place in group]
            # concepts that look alike to a strategy are scored once
            looks = self.case.looks(row, places)
            known = {look: self.case.explained(row, look) for look in dict.fromkeys(looks)}
            found += zip((known[look] for look in looks), places, strict=True)
        best = sorted(found, key=lambda each: -each[0].score)[:most]
        return [replace(pair, node_id=self.case.columns.keys[place]) for pair, place in best]


def _near_the_top(scores: Floats, most: int, slack: float) -> Any:
    """Where the scores are that can be among the best so many, in order. Of very many, only the
    best of each block are sorted.
    """
    blocks = scores[: scores.size // BLOCK * BLOCK].reshape(-1, BLOCK)
    sorted_ = blocks.max(axis=1) if len(blocks) > BLOCKS * most else scores
    bound = np.partition(sorted_, -most)[-most] if most <= sorted_.size else NOT_ASKED
    return np.flatnonzero((scores >= bound - 2 * slack) & (scores > NOT_ASKED))


# ── for those who have signals and no methodology ─────────────────────────────────────────────────


def rank_strategy_node_pairs(
    strategies: Sequence[Strategy],
    global_signals: Facts,
    node_signals: Mapping[str, Facts],
    phase_weights: Mapping[str, float] | None = None,
    phase_bonuses: Mapping[str, float] | None = None,
    signal_norms: Mapping[str, float] | None = None,
) -> tuple[Ranked, ...]:
    """All pairs of a strategy and a concept, best first (seed 002): `(base x weight) + bonus`, each
    with its parts.
    """
    known = _known(strategies, (global_signals, *node_signals.values()))
    phases: dict[PhaseName, Phase] = {
        "late": Phase(signal_weights=phase_weights or {}, phase_bonuses=phase_bonuses or {})
    }
    policy = Policy.compile(strategies, phases, known, {**USUAL_NORMS, **(signal_norms or {})})
    return policy.rank(global_signals, columns_of(node_signals, known), phase="late").everything()


def _known(strategies: Sequence[Strategy], given: Sequence[Facts]) -> Vocabulary:
    """The usual signals, and those that are given, with the types that are given or weighed."""
    kinds: dict[str, Flag | Number | Words] = {
        name: signal.kind for name, signal in SIGNALS.items()
    }
    keys = [key.split(f"{TYPE}.") for each in strategies for key in each.signal_weights]
    types = [key[1] for key in keys if len(key) == 2]
    types += [str(facts[TYPE]) for facts in given if TYPE in facts]
    kinds[TYPE] = Words(tuple(dict.fromkeys(types)))
    for name, value in (each for facts in given for each in facts.items()):
        if name not in SIGNALS:
            kinds[name] = _kind_of(value, kinds.get(name))
    return {**kinds, **{name: kinds[alias.of] for name, alias in ALIASES.items()}}


def _kind_of(value: Value, before: Flag | Number | Words | None) -> Flag | Number | Words:
    if not isinstance(value, str):
        return Flag() if isinstance(value, bool) else Number(0, 1)
    known = before.words if isinstance(before, Words) else ()
    return Words(tuple(dict.fromkeys((*known, value))))
