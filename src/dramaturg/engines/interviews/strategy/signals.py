"""Signals: everything a strategy can weigh, each with what it tells and what that means for the
next question.

`SIGNALS` is the whole vocabulary. Those of the interview as a whole are read here, by detectors
that say what they need; those of single concepts in node_signals.py. Numbers run from 0 to 1: what
is counted is divided by its norm where it is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from statistics import fmean
from typing import Any, Literal, get_args

from dramaturg.data_files import load
from dramaturg.engines.interviews.base import tracker
from dramaturg.engines.interviews.base.methodology import CustomSignal, Methodology, PhaseName
from dramaturg.engines.interviews.base.state import InterviewState
from dramaturg.kernel.conditions import Facts, Flag, Number, Value, Vocabulary, Words
from dramaturg.kernel.series import streak
from dramaturg.kernel.signals import Detector, Inputs, Signals, order, read
from dramaturg.turn.readings import Depth

Level = Literal["global", "strategy", "node", "pair"]
Kind = Flag | Number | Words

DEPTHS: tuple[Depth, ...] = get_args(Depth)
PHASES: tuple[PhaseName, ...] = get_args(PhaseName)
TYPE = "graph.node.type"
REPETITION = "temporal.strategy_repetition_count"
YIELD = "temporal.strategy_yield"
USED = "technique.node.used"

RECENT = 5  # answers that the trend looks at, and questions that repetition does
REFUSES = 0.7  # "that is really all I can say" reads as half a refusal, and is none


@dataclass(frozen=True, slots=True)
class InterviewSignal:
    """`description` says what it measures, how to read it, and what it means for questioning.
    `norm`: so many count as 1.
    """

    name: str
    kind: Kind
    level: Level
    description: str
    norm: float | None = None


@dataclass(frozen=True, slots=True)
class _Written:
    """A signal as it stands in signals.yaml."""

    level: Level
    values: Literal["share", "yes_no"] | tuple[str, ...]
    description: str
    ordered: bool = False
    norm: float | None = None

    def named(self, name: str) -> InterviewSignal:
        usual: Mapping[Any, Kind] = {"share": Number(0, 1), "yes_no": Flag()}
        kind = usual.get(self.values) or Words(tuple(self.values), self.ordered)
        return InterviewSignal(name, kind, self.level, self.description, self.norm)


SIGNALS: Mapping[str, InterviewSignal] = {
    name: written.named(name)
    for name, written in load(__file__, "signals.yaml", dict[str, _Written]).items()
}
SAID: Mapping[str, str] = {"true": "yes", "false": "no"}
USUAL_NORMS: Mapping[str, float] = {
    signal.name: signal.norm for signal in SIGNALS.values() if signal.norm is not None
}


@dataclass(frozen=True, slots=True)
class Alias:
    """An older name of a signal; `opposite` when it ran the other way."""

    of: str
    opposite: bool = False

    def value(self, value: Value) -> Value:
        return 1.0 - float(value) if self.opposite else value


ALIASES: Mapping[str, Alias] = {
    "llm.sentiment": Alias("llm.valence"),
    "llm.uncertainty": Alias("llm.certainty", opposite=True),
    "llm.ambiguity": Alias("llm.specificity", opposite=True),
    "llm.hedging_language": Alias("llm.certainty", opposite=True),
    "graph.chain_completion.has_complete_chain": Alias("graph.chain_completion.has_complete"),
    "graph.node.strategy_repetition": Alias("technique.node.strategy_repetition"),
}


def with_aliases(facts: Facts) -> Facts:
    """The facts under their older names too."""
    known = ((name, alias) for name, alias in ALIASES.items() if alias.of in facts)
    return {**facts, **{name: alias.value(facts[alias.of]) for name, alias in known}}


def vocabulary(methodology: Methodology) -> Vocabulary:
    """Every signal that the methodology's strategies can weigh, older names too."""
    known: dict[str, Kind] = {name: signal.kind for name, signal in SIGNALS.items()}
    known[TYPE] = Words(tuple(each.type for each in methodology.ontology.concepts))
    known |= {each.name: Number(0, 1) for each in methodology.custom_signals}
    return {**known, **{name: known[alias.of] for name, alias in ALIASES.items()}}


def norms(methodology: Methodology) -> Mapping[str, float]:
    """What counts as 1, signal by signal: as the methodology says, else as is usual."""
    return {**USUAL_NORMS, **methodology.signal_norms}


def describe(name: str, methodology: Methodology) -> str:
    """A signal's description, whatever its name."""
    of = ALIASES[name].of if name in ALIASES else name
    own = {each.name: each.description for each in methodology.custom_signals}
    return own[of] if of in own else SIGNALS[of].description


def meaning(key: str, methodology: Methodology) -> str:
    """What a weight key's signal is about, in a sentence, and what it says here."""
    name, _, word = ("", "", "") if key in vocabulary(methodology) else key.rpartition(".")
    about = describe(name or key, methodology).partition(". ")[0].rstrip(".")
    return f"{about}: {SAID.get(word, word)}" if word else about


# ── reading them ──────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Sources:
    """What the signals of a turn are read from: the state with the answer in it, and what is known
    of the turn besides.
    """

    state: InterviewState
    readings: Mapping[str, float]
    phase: PhaseName
    max_turns: int
    conversation_saturation: float
    canonical_saturation: float
    guide: Facts


GIVEN = tuple(each.name for each in fields(Sources))


def detectors(methodology: Methodology) -> tuple[Detector, ...]:
    """The detectors of the interview's own signals, in an order in which each has what it needs."""
    usual = norms(methodology)
    custom = (
        _word_counter(each, methodology.signal_norms.get(each.name, 1.0))
        for each in methodology.custom_signals
    )
    return order((*_graph(usual), *_answer(), *_course(usual), *custom), GIVEN)


def read_globals(ordered: Sequence[Detector], sources: Sources, strict: bool = False) -> Signals:
    """All signals of the interview as a whole. What fails is absent and named in `degraded`;
    `strict` raises.
    """
    return read(ordered, {name: getattr(sources, name) for name in GIVEN}, strict)


def _one(name: str, needs: Sequence[str], detect: Callable[[Inputs], Value]) -> Detector:
    return Detector(name, (name,), tuple(needs), lambda inputs: {name: detect(inputs)})


def _of_state(name: str, detect: Callable[[InterviewState], Value]) -> Detector:
    return _one(name, ("state",), lambda inputs: detect(inputs["state"]))


def _given(name: str, given: str) -> Detector:
    return _one(name, (given,), lambda inputs: inputs[given])


def _counted(
    name: str, usual: Mapping[str, float], count: Callable[[InterviewState], float]
) -> Detector:
    return _of_state(name, lambda state: min(count(state) / usual[name], 1.0))


def _graph(usual: Mapping[str, float]) -> tuple[Detector, ...]:
    return (
        _counted("graph.node_count", usual, lambda state: len(state.graph.concepts)),
        _counted("graph.edge_count", usual, lambda state: len(state.graph.edges)),
        _counted("graph.orphan_count", usual, lambda state: state.graph.orphans),
        _counted("graph.max_depth", usual, lambda state: state.graph.longest),
        _of_state(
            "graph.chain_completion.ratio",
            lambda state: state.graph.risen / max(1, state.graph.starts),
        ),
        _of_state("graph.chain_completion.has_complete", lambda state: state.graph.risen > 0),
        _counted("graph.canonical_concept_count", usual, lambda state: state.graph.active_slots),
        _counted(
            "graph.canonical_edge_density",
            usual,
            lambda state: state.graph.active_edges / max(1, state.graph.active_slots),
        ),
        _of_state("graph.canonical_exhaustion_score", _slot_exhaustion),
    )


def _slot_exhaustion(state: InterviewState) -> float:
    """Of the active slots that were spoken or asked of last."""
    slots = [
        key for key in state.tracker.active if (slot := state.graph.slots.get(key)) and slot.active
    ]
    scores = [tracker.exhaustion_score(state.tracker, key, state.turn) for key in slots]
    return fmean(scores) if scores else 0.0


def _answer() -> tuple[Detector, ...]:
    as_they_are = ("valence", "certainty", "specificity", "engagement", "contradiction", "emotion")
    return (
        # before the first answer nothing is deep
        _of_state("llm.response_depth", lambda state: (*DEPTHS[:1], *state.depths)[-1]),
        *(_reading(name) for name in as_they_are),
        _one("llm.refusal", ("readings",), lambda inputs: inputs["readings"]["refusal"] >= REFUSES),
        _of_state("llm.global_response_trend", lambda state: trend(state.depths)),
    )


def _reading(name: str) -> Detector:
    return _one(f"llm.{name}", ("readings",), lambda inputs: float(inputs["readings"][name]))


def trend(depths: Sequence[Depth]) -> str:
    """Where the last answers are going: four of five shallow is fatigue; else the later half is
    compared with the earlier.
    """
    recent = [DEPTHS.index(depth) for depth in depths[-RECENT:]]
    if sum(DEPTHS[depth] in tracker.SHALLOW for depth in recent) >= RECENT - 1:
        return "fatigued"
    half = len(recent) // 2
    if not half:
        return "stable"
    change = fmean(recent[-half:]) - fmean(recent[:half])
    return "deepening" if change > 0.5 else "shallowing" if change < -0.5 else "stable"


def _course(usual: Mapping[str, float]) -> tuple[Detector, ...]:
    """How the interview is going: its strategies, its news, its phase, its time, its guide."""
    guide = tuple(
        name for name, signal in SIGNALS.items() if (name[:6], signal.level) == ("guide.", "global")
    )
    return (
        _counted(
            "temporal.turns_since_strategy_change", usual, lambda state: streak(state.strategies)
        ),
        _counted("temporal.turns_without_news", usual, lambda state: state.dry),
        _of_state("temporal.can_sum_up", lambda state: bool(state.to_sum_up)),
        _one(
            "meta.interview_progress",
            ("state", "max_turns"),
            lambda inputs: min(inputs["state"].turn / max(1, inputs["max_turns"]), 1.0),
        ),
        _given("meta.interview.phase", "phase"),
        _given("meta.conversation.saturation", "conversation_saturation"),
        _given("meta.canonical.saturation", "canonical_saturation"),
        Detector(
            "guide",
            guide,
            ("guide",),
            lambda inputs: {name: inputs["guide"][name] for name in guide},
        ),
    )


def _word_counter(signal: CustomSignal, norm: float) -> Detector:
    """How many of the signal's words the last answer has, as a share of its norm."""
    listed = re.compile(
        rf"(?<!\w)(?:{'|'.join(map(re.escape, signal.words))})(?!\w)", re.IGNORECASE
    )

    def count(state: InterviewState) -> float:
        found = sum(1 for _ in listed.finditer(state.answer))
        return min(min(found, signal.most) / norm, 1.0)

    return _of_state(signal.name, count)


# ── what is true of one strategy ──────────────────────────────────────────────────────────────────


def repetition(
    strategies: Sequence[str], history: Sequence[str], norm: float = RECENT
) -> dict[str, Facts]:
    """Of each strategy, how many of the last five questions it was used for. `history` has the
    newest last.
    """
    recent = list(history[-RECENT:])
    return {name: {REPETITION: min(recent.count(name) / norm, 1.0)} for name in strategies}
