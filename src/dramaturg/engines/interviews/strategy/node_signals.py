"""Signals of single concepts, as columns: one array per signal, one place in it per concept that
may be asked about next.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from operator import attrgetter
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from dramaturg.engines.interviews.base import tracker
from dramaturg.engines.interviews.base.methodology import Limits, Ontology
from dramaturg.engines.interviews.base.state import InterviewState
from dramaturg.engines.interviews.base.tracker import NodeState, Tracker
from dramaturg.engines.interviews.strategy.signals import SIGNALS, TYPE, USUAL_NORMS
from dramaturg.kernel.conditions import Facts, Flag, Number, Value, Vocabulary, Words
from dramaturg.kernel.signals import Detector, Inputs, order, read

FORGOTTEN = 20  # turns after which having asked about something no longer counts (seed 002)

Array = NDArray[Any]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]


@dataclass(frozen=True)
class Column:
    """One signal of all concepts: numbers, flags, or codes for `words`. `there`: of which it is
    known, if not of all.
    """

    values: Array
    words: tuple[str, ...] = ()
    there: Flags | None = None

    @cached_property
    def told(self) -> list[Value | None]:
        return self.at(slice(None))

    def at(self, places: Array | slice) -> list[Value | None]:
        """The values at these places as they are told, None where there is none."""
        found: list[Any] = self.values[places].tolist()
        told = [self.words[code] for code in found] if self.words else found
        if self.there is None:
            return told
        known = self.there[places].tolist()
        return [each if there else None for each, there in zip(told, known, strict=True)]

    def take(self, places: Array) -> Column:
        there = None if self.there is None else self.there[places]
        return Column(self.values[places], self.words, there)


@dataclass(frozen=True, slots=True)
class Columns:
    """The signals of the concepts with these keys, and why some could not be read."""

    keys: tuple[str, ...]
    by_signal: Mapping[str, Column]
    degraded: Mapping[str, str] = field(default_factory=dict)

    def where(self, keys: Collection[str]) -> Columns:
        """Of these concepts only, in the order they have here."""
        wanted = set(keys)
        if wanted.issuperset(self.keys):
            return self
        found = [place for place, key in enumerate(self.keys) if key in wanted]
        places = np.array(found, dtype=np.intp)
        return replace(
            self,
            keys=tuple(self.keys[place] for place in places),
            by_signal={name: column.take(places) for name, column in self.by_signal.items()},
        )


def facts_of(columns: Columns, key: str) -> dict[str, Value]:
    """One concept's signals as plain facts."""
    place = columns.keys.index(key)
    return {
        name: value
        for name, column in columns.by_signal.items()
        if (value := column.told[place]) is not None
    }


def columns_of(nodes: Mapping[str, Facts], vocabulary: Vocabulary) -> Columns:
    """Columns from plain facts; their values are of the kinds that the vocabulary has."""
    names = dict.fromkeys(name for facts in nodes.values() for name in facts)
    told = {name: [facts.get(name) for facts in nodes.values()] for name in names}
    return Columns(
        tuple(nodes), {name: _column(values, vocabulary[name]) for name, values in told.items()}
    )


def _column(values: Sequence[Any], kind: Flag | Number | Words) -> Column:
    """A column of values, None where there is none."""
    known = np.array([value is not None for value in values], dtype=np.bool_)
    there = None if known.all() else known
    match kind:
        case Flag():
            return Column(np.array(list(map(bool, values)), dtype=np.bool_), there=there)
        case Number():
            return Column(np.array([each or 0.0 for each in values], np.float64), there=there)
        case Words(words):
            codes = {word: code for code, word in enumerate(words)}
            told = np.array([codes[each or words[0]] for each in values], dtype=np.intp)
            return Column(told, words, there)


# ── reading them from the state ───────────────────────────────────────────────────────────────────


NUMBERS = [
    "created_at_turn",
    "level",
    "is_terminal",
    "focus_count",
    "last_focus_turn",
    "last_yield_turn",
    "edges",
    "mentions",
    "leads_on",
    "led_to",
    "consecutive_same_strategy",
]
_numbers_of = attrgetter(*NUMBERS)


@dataclass(frozen=True)
class Candidates:
    """The concepts that were touched last, newest first, and what their signals are read from."""

    tracker: Tracker
    turn: int
    limits: Limits
    ontology: Ontology
    on_topic: Collection[str]
    norms: Mapping[str, float]
    keys: tuple[str, ...]
    nodes: tuple[NodeState, ...]

    def among(self, keys: Collection[str]) -> Flags:
        """Which of them have one of these keys."""
        return np.array([key in keys for key in self.keys], dtype=np.bool_)

    def __getitem__(self, name: str) -> Floats:
        """One of the numbers of each; NaN where there is none."""
        return self._numbers[name]

    @cached_property
    def _numbers(self) -> Mapping[str, Floats]:
        rows = np.array([_numbers_of(node) for node in self.nodes], dtype=np.float64).reshape(
            len(self.nodes), len(NUMBERS)
        )
        return dict(zip(NUMBERS, np.ascontiguousarray(rows.T), strict=True))

    @cached_property
    def streak(self) -> Array:
        focus = self.tracker.previous_focus
        return np.where(self.among([focus]), self.tracker.streak(focus) if focus else 0, 0)

    @cached_property
    def turns_since_yield(self) -> Floats:
        return self.turn - np.fmax(self["created_at_turn"], self["last_yield_turn"])

    @cached_property
    def shallow_share(self) -> Floats:
        return np.array([node.shallow_share if node.answers else 0.0 for node in self.nodes])


def node_columns(
    state: InterviewState,
    turn: int,
    limits: Limits,
    ontology: Ontology,
    on_topic: Collection[str] = (),
    norms: Mapping[str, float] = USUAL_NORMS,
    strict: bool = False,
) -> Columns:
    """The signals of all concepts that may be asked about next, newest first. `on_topic` holds keys
    of the guide's topic.
    """
    keys = tuple(reversed(state.tracker.active))
    nodes = tuple(state.tracker.states[key] for key in keys)
    candidates = Candidates(state.tracker, turn, limits, ontology, on_topic, norms, keys, nodes)
    found = read(
        NODE_DETECTORS,
        {"candidates": candidates, "response_depth": state.depths[-1] if state.depths else ""},
        strict,
    )
    return Columns(keys, cast(Mapping[str, Column], found.values), found.degraded)


def used(
    columns: Columns, state: InterviewState, strategies: Sequence[str], norm: float = 3
) -> Floats:
    """How often each strategy was used on each concept, as a share of the norm: a row per
    strategy.
    """
    table = np.zeros((len(strategies), len(columns.keys)))
    rows = {name: row for row, name in enumerate(strategies)}
    for place, key in enumerate(columns.keys):
        for strategy, count in state.tracker.states[key].strategy_usage.items():
            if strategy in rows:
                table[rows[strategy], place] = min(count / norm, 1.0)
    return table


def _signal(name: str, measure: Callable[[Candidates], Array]) -> Detector:
    """A detector of one signal. A number that is not known is NaN."""

    def detect(inputs: Inputs) -> Mapping[str, Any]:
        found: Candidates = inputs["candidates"]
        kind = Words(tuple(found.ontology.by_type)) if name == TYPE else SIGNALS[name].kind
        return {name: _measured(measure(found), kind)}

    return Detector(name, (name,), ("candidates",), detect)


def _measured(values: Array, kind: Flag | Number | Words) -> Column:
    match kind:
        case Words(words):
            return Column(values, words)
        case Number() if (unknown := np.isnan(values)).any():
            return Column(np.where(unknown, 0.0, values), there=np.logical_not(unknown))
    return Column(values)


def _share(name: str, of: str) -> Detector:
    """A count as a share of the signal's norm."""
    return _signal(name, lambda found: np.minimum(found[of] / found.norms[name], 1.0))


def _flag(name: str, of: str) -> Detector:
    return _signal(name, lambda found: found[of] > 0)


def _exhausted(found: Candidates) -> Array:
    """Found so earlier and not lifted since, or from this answer on. Only what was so before and
    what was asked about can be; going to and fro lifts it from all but those two.
    """
    tracked, turn, to_and_fro = found.tracker, found.turn, tracker.ping_pong(found.tracker)

    def is_exhausted(key: str) -> bool:
        lifted = to_and_fro and key not in tracked.focuses[-2:]
        stays = tracker.is_exhausted(tracked, key, turn, found.limits.rest_turns)
        return (stays and not lifted) or tracker.becomes_exhausted(tracked, key, turn)

    spent = (
        node.key
        for node in found.nodes
        if node.exhausted_at is not None or node.key == tracked.previous_focus
    )
    return found.among([key for key in spent if is_exhausted(key)])


def _exhaustion(found: Candidates) -> Array:
    """As tracker.exhaustion_score, of all at once."""
    stagnation = np.minimum(found.turns_since_yield, 10) / 10
    persistence = np.minimum(found.streak, 5) / 5
    return stagnation * 0.4 + persistence * 0.3 + found.shallow_share * 0.3


def _amounts(counts: Array, *steps: int) -> Array:
    """The codes of the words for counts: low, medium and high begin at these steps."""
    return np.searchsorted(steps, counts, side="right")


def _recency(found: Candidates) -> Array:
    # what was asked at the end of the last turn is asked about now
    age = found.turn - found["last_focus_turn"] - 1
    return np.nan_to_num(np.clip(1 - age / FORGOTTEN, 0.0, 1.0), nan=0.0)


def _types(found: Candidates) -> Array:
    codes = {type: code for code, type in enumerate(found.ontology.by_type)}
    return np.array([codes[node.type] for node in found.nodes], dtype=np.intp)


def _opportunity(inputs: Inputs) -> Mapping[str, Any]:
    """What there is to gain from each: a deep answer that brought nothing new holds something that
    was not understood yet.
    """
    found: Candidates = inputs["candidates"]
    exhausted: Column = inputs["graph.node.exhausted"]
    barren = (found.turns_since_yield > 0) & (found.streak > 0)
    deeper = barren & (inputs["response_depth"] == "deep")
    words = cast(Words, SIGNALS["meta.node.opportunity"].kind).words
    codes = np.where(
        exhausted.values,
        words.index("exhausted"),
        np.where(deeper, words.index("probe_deeper"), words.index("fresh")),
    )
    return {"meta.node.opportunity": Column(codes, words)}


NODE_DETECTORS: tuple[Detector, ...] = order(
    (
        _signal("graph.node.exhausted", _exhausted),
        _signal("graph.node.exhaustion_score", _exhaustion),
        _signal(
            "graph.node.yield_stagnation",
            lambda found: (
                (found["focus_count"] > 0) & (found.turns_since_yield >= tracker.STAGNANT)
            ),
        ),
        _signal("graph.node.focus_streak", lambda found: _amounts(found.streak, 1, 2, 4)),
        _signal(
            "graph.node.is_current_focus", lambda found: found.among([found.tracker.previous_focus])
        ),
        _signal("graph.node.recency_score", _recency),
        _signal("graph.node.is_orphan", lambda found: found["edges"] == 0),
        _share("graph.node.edge_count", "edges"),
        _signal(TYPE, _types),
        _signal("graph.node.level", lambda found: found["level"] / max(1, found.ontology.deepest)),
        _flag("graph.node.is_terminal", "is_terminal"),
        _flag("graph.node.has_upward", "leads_on"),
        _flag("graph.node.has_downward", "led_to"),
        _signal("graph.node.is_new", lambda found: found["created_at_turn"] == found.turn),
        _share("graph.node.mentions", "mentions"),
        Detector(
            "meta.node.opportunity",
            ("meta.node.opportunity",),
            ("candidates", "graph.node.exhausted", "response_depth"),
            _opportunity,
        ),
        _signal(
            "technique.node.strategy_repetition",
            lambda found: _amounts(found["consecutive_same_strategy"], 1, 3, 5),
        ),
        _signal("guide.node.on_topic", lambda found: found.among(found.on_topic)),
    ),
    given=("candidates", "response_depth"),
)
