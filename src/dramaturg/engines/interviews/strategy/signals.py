"""Signals: everything a strategy can weigh, each with what it tells and what that means for the
next question.

`SIGNALS` is the whole vocabulary. Those of the interview as a whole are read here, by detectors
that say what they need; those of single concepts in node_signals.py. Numbers run from 0 to 1: what
is counted is divided by its norm where it is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from statistics import fmean
from typing import Literal, get_args

from dramaturg.engines.interviews.base import tracker
from dramaturg.engines.interviews.base.methodology import CustomSignal, Methodology, PhaseName
from dramaturg.engines.interviews.base.state import InterviewState
from dramaturg.kernel.conditions import Facts, Flag, Number, Value, Vocabulary, Words
from dramaturg.kernel.signals import Detector, Inputs, Signals, order, read
from dramaturg.turn.readings import Depth

Level = Literal["global", "strategy", "node", "pair"]
Kind = Flag | Number | Words

SHARE = Number(0, 1)
YES_NO = Flag()
DEPTHS: tuple[Depth, ...] = get_args(Depth)
PHASES: tuple[PhaseName, ...] = get_args(PhaseName)
AMOUNTS = Words(("none", "low", "medium", "high"), ordered=True)
TYPE = "graph.node.type"
REPETITION = "temporal.strategy_repetition_count"
YIELD = "temporal.strategy_yield"
USED = "technique.node.used"

RECENT = 5  # answers that the trend looks at, and questions that repetition does
REFUSES = 0.7  # "that is really all I can say" reads as half a refusal, and is none


@dataclass(frozen=True, slots=True)
class Signal:
    """`description` says what it measures, how to read it, and what it means for questioning.
    `norm`: so many count as 1.
    """

    name: str
    kind: Kind
    level: Level
    description: str
    norm: float | None = None


_ALL = (
    # ── the graph ─────────────────────────────────────────────────────────────────────────────────
    Signal(
        "graph.node_count",
        SHARE,
        "global",
        "How many concepts have come up. Low: hardly anything is known yet, so ask widely. High:"
        " there is much to connect.",
        norm=50,
    ),
    Signal(
        "graph.edge_count",
        SHARE,
        "global",
        "How many links between concepts have come up. Low: it is not yet known how things hang"
        " together, so ask for reasons.",
        norm=50,
    ),
    Signal(
        "graph.orphan_count",
        SHARE,
        "global",
        "How many concepts have no link to any other. High: much was named and not explained, so"
        " ask how it belongs.",
        norm=10,
    ),
    Signal(
        "graph.max_depth",
        SHARE,
        "global",
        "Length of the longest chain. Low: still at the surface. Middling: consequences are"
        " reached. High: deep reasons.",
        norm=10,
    ),
    Signal(
        "graph.chain_completion.ratio",
        SHARE,
        "global",
        "Of the concepts a chain can begin with, the share from which one leads to its end. Low:"
        " keep asking why.",
    ),
    Signal(
        "graph.chain_completion.has_complete",
        YES_NO,
        "global",
        "Whether any chain leads from its first rung to its end. No: none has been followed to the"
        " end yet, so go deeper.",
    ),
    Signal(
        "graph.canonical_concept_count",
        SHARE,
        "global",
        "How many themes stand out, each with several concepts behind it. Low: little has been said"
        " more than once yet.",
        norm=25,
    ),
    Signal(
        "graph.canonical_edge_density",
        SHARE,
        "global",
        "Links per theme. Low: themes stand side by side, so ask how they are connected. High: they"
        " are woven together.",
        norm=2,
    ),
    Signal(
        "graph.canonical_exhaustion_score",
        SHARE,
        "global",
        "How exhausted the themes are on average. High: what stands out has been talked out, so"
        " look for something new or close.",
    ),
    # ── the answer ────────────────────────────────────────────────────────────────────────────────
    Signal(
        "llm.response_depth",
        Words(DEPTHS, ordered=True),
        "global",
        "How far the answer goes. Surface: a word or two. Shallow: a plain statement. Moderate:"
        " some elaboration. Deep: reasons, feelings, examples. After a deep answer follow it up;"
        " after shallow ones change the way of asking.",
    ),
    Signal(
        "llm.valence",
        SHARE,
        "global",
        "How the respondent feels about it, from bad (0) to good (1). At either end there is"
        " something at stake: ask what it is.",
    ),
    Signal(
        "llm.certainty",
        SHARE,
        "global",
        "How sure the respondent sounds. Low: hedged or unsure, so ask for an occasion instead of a"
        " judgement.",
    ),
    Signal(
        "llm.specificity",
        SHARE,
        "global",
        "How concrete the answer is. Low: general words, so ask for an example. High: details that"
        " can be asked about.",
    ),
    Signal(
        "llm.engagement",
        SHARE,
        "global",
        "How much the respondent is in it. Low: they answer because they were asked, so come from"
        " another side.",
    ),
    Signal(
        "llm.global_response_trend",
        Words(("fatigued", "shallowing", "stable", "deepening"), ordered=True),
        "global",
        "Where the last five answers are going. Fatigued: nearly all are shallow, so change the"
        " strategy. Shallowing: they get thinner. Deepening: go on like this.",
    ),
    Signal(
        "llm.refusal",
        YES_NO,
        "global",
        "Whether the respondent would rather not answer. Yes: leave it alone and ask about"
        " something else.",
    ),
    Signal(
        "llm.contradiction",
        SHARE,
        "global",
        "How far the answer goes against what was said before. High: ask, without reproach, how the"
        " two go together.",
    ),
    Signal(
        "llm.emotion",
        SHARE,
        "global",
        "How much feeling is in the answer. High: it matters to them, so stay with it and tread"
        " gently.",
    ),
    # ── the course of the interview ───────────────────────────────────────────────────────────────
    Signal(
        REPETITION,
        SHARE,
        "strategy",
        "How many of the last five questions used this strategy. High: it begins to sound alike, so"
        " take another.",
        norm=5,
    ),
    Signal(
        YIELD,
        SHARE,
        "strategy",
        "How much this strategy's questions have brought with this respondent; .5 when untried."
        " High: it works here, so use it.",
    ),
    Signal(
        "temporal.turns_since_strategy_change",
        SHARE,
        "global",
        "For how many questions in a row the strategy has been the same. High: time for another.",
        norm=5,
    ),
    Signal(
        "temporal.turns_without_news",
        SHARE,
        "global",
        "How many answers in a row have brought nothing new. High: this way of asking, or this"
        " matter, is dry: turn to another.",
        norm=3,
    ),
    Signal(
        "meta.interview_progress",
        SHARE,
        "global",
        "How much of the allowed time is used. High: bring it to a close.",
    ),
    Signal(
        "meta.interview.phase",
        Words(PHASES, ordered=True),
        "global",
        "Early: find out what there is. Mid: go deep and connect. Late: check what was understood,"
        " and close.",
    ),
    Signal(
        "meta.conversation.saturation",
        SHARE,
        "global",
        "How far answers have stopped bringing concepts. High: little new is to be expected.",
    ),
    Signal(
        "meta.canonical.saturation",
        SHARE,
        "global",
        "How far answers have stopped bringing themes. High: the picture is complete as far as this"
        " respondent goes.",
    ),
    # ── the discussion guide ──────────────────────────────────────────────────────────────────────
    Signal(
        "guide.open",
        YES_NO,
        "global",
        "Whether the guide has a topic that is to be brought up. Without a guide: no.",
    ),
    Signal(
        "guide.topics_left",
        SHARE,
        "global",
        "The share of topics nobody has spoken of. High, late in the interview: move on.",
    ),
    Signal(
        "guide.required_left",
        SHARE,
        "global",
        "The share of required points that are still missing. High: bring them up.",
    ),
    Signal(
        "guide.topic_spent",
        SHARE,
        "global",
        "How much of the topic's budget of turns is used. High: leave it for the next.",
    ),
    # ── one concept ───────────────────────────────────────────────────────────────────────────────
    Signal(
        "graph.node.exhausted",
        YES_NO,
        "node",
        "Whether the concept is talked out: asked about again and again, shallow answers, nothing"
        " new. Yes: leave it.",
    ),
    Signal(
        "graph.node.exhaustion_score",
        SHARE,
        "node",
        "How near to being talked out. Up to .3: fresh. Up to .6: some yield left. Above: go back"
        " to another concept.",
    ),
    Signal(
        "graph.node.yield_stagnation",
        YES_NO,
        "node",
        "Whether it was asked about and has brought nothing new for three turns. Yes: an early"
        " warning.",
    ),
    Signal(
        "graph.node.focus_streak",
        AMOUNTS,
        "node",
        "For how many questions in a row it has been the focus: none, low (1), medium (2 or 3),"
        " high (4 and more). High: let go.",
    ),
    Signal(
        "graph.node.is_current_focus",
        YES_NO,
        "node",
        "Whether the last question was about it. Yes: staying is natural, as long as it yields.",
    ),
    Signal(
        "graph.node.recency_score",
        SHARE,
        "node",
        "How lately it was asked about: 1 just now, 0 never or 20 turns ago. Low: it can be"
        " returned to.",
    ),
    Signal(
        "graph.node.is_orphan",
        YES_NO,
        "node",
        "Whether nothing is linked to it. Yes: it was named and not explained, so ask what it has"
        " to do with the rest.",
    ),
    Signal(
        "graph.node.edge_count",
        SHARE,
        "node",
        "How many links it has. High: a hub, through which much can be reached. Low: hardly"
        " explored.",
        norm=10,
    ),
    Signal(
        TYPE,
        Words(()),
        "node",
        "What the concept is in the method's ontology: each type calls for other questions.",
    ),
    Signal(
        "graph.node.level",
        SHARE,
        "node",
        "Its rung as a share of the ladder. Low: concrete, so ask why it matters. High: abstract,"
        " so ask how it shows.",
    ),
    Signal(
        "graph.node.is_terminal",
        YES_NO,
        "node",
        "Whether a chain ends here. Yes: there is no use in asking why once more.",
    ),
    Signal(
        "graph.node.has_upward",
        YES_NO,
        "node",
        "Whether a chain leads on from it. No: ask what it leads to or why it matters.",
    ),
    Signal(
        "graph.node.has_downward",
        YES_NO,
        "node",
        "Whether a chain leads to it. No: ask what it comes from.",
    ),
    Signal(
        "graph.node.is_new",
        YES_NO,
        "node",
        "Whether it came with this answer. Yes: following it up shows one was heard.",
    ),
    Signal(
        "graph.node.mentions",
        SHARE,
        "node",
        "How often the respondent came to speak of it. High: it is on their mind.",
        norm=5,
    ),
    Signal(
        "meta.node.opportunity",
        Words(("exhausted", "probe_deeper", "fresh")),
        "node",
        "What there is to gain. Exhausted: nothing. Probe deeper: the answer was deep and brought"
        " nothing new yet, so stay. Fresh: still to be explored.",
    ),
    Signal(
        "technique.node.strategy_repetition",
        AMOUNTS,
        "node",
        "How often in a row one strategy was used on it: none, low (1, 2), medium (3, 4), high (5"
        " and more). High: change.",
    ),
    Signal(
        "guide.node.on_topic",
        YES_NO,
        "node",
        "Whether it belongs to the guide's topic at hand. Yes: stay with it.",
    ),
    Signal(
        USED,
        SHARE,
        "pair",
        "How often this very strategy was used on this very concept. High: the question has been"
        " asked already.",
        norm=3,
    ),
)
SIGNALS: Mapping[str, Signal] = {signal.name: signal for signal in _ALL}
SAID: Mapping[str, str] = {"true": "yes", "false": "no"}
USUAL_NORMS: Mapping[str, float] = {
    signal.name: signal.norm for signal in _ALL if signal.norm is not None
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
    return {
        **facts,
        **{
            name: alias.value(facts[alias.of])
            for name, alias in ALIASES.items()
            if alias.of in facts
        },
    }


def vocabulary(methodology: Methodology) -> Vocabulary:
    """Every signal that the methodology's strategies can weigh, older names too."""
    known: dict[str, Kind] = {name: signal.kind for name, signal in SIGNALS.items()}
    known[TYPE] = Words(tuple(each.type for each in methodology.ontology.concepts))
    known |= {each.name: SHARE for each in methodology.custom_signals}
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


GIVEN = (
    "state",
    "readings",
    "phase",
    "max_turns",
    "conversation_saturation",
    "canonical_saturation",
    "guide",
)


def detectors(methodology: Methodology) -> tuple[Detector, ...]:
    """The detectors of the interview's own signals, in an order in which each has what it needs."""
    usual = norms(methodology)
    return order(
        (*_graph(usual), *_answer(), *_temporal(usual), *_meta(), *_guide(), *_custom(methodology)),
        GIVEN,
    )


def read_globals(ordered: Sequence[Detector], sources: Sources, strict: bool = False) -> Signals:
    """All signals of the interview as a whole. What fails is absent and named in `degraded`;
    `strict` raises.
    """
    return read(ordered, {name: getattr(sources, name) for name in GIVEN}, strict)


def _one(name: str, needs: Sequence[str], detect: Callable[[Inputs], Value]) -> Detector:
    return Detector(name, (name,), tuple(needs), lambda inputs: {name: detect(inputs)})


def _of_state(name: str, detect: Callable[[InterviewState], Value]) -> Detector:
    return _one(name, ("state",), lambda inputs: detect(inputs["state"]))


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
        _counted("graph.canonical_edge_density", usual, _slot_density),
        _of_state("graph.canonical_exhaustion_score", _slot_exhaustion),
    )


def _slot_density(state: InterviewState) -> float:
    return state.graph.active_edges / max(1, state.graph.active_slots)


def _slot_exhaustion(state: InterviewState) -> float:
    """Of the active slots that were spoken or asked of last."""
    slots = [
        key for key in state.tracker.active if (slot := state.graph.slots.get(key)) and slot.active
    ]
    return (
        fmean(tracker.exhaustion_score(state.tracker, key, state.turn) for key in slots)
        if slots
        else 0.0
    )


def _answer() -> tuple[Detector, ...]:
    read_as_they_are = (
        "valence",
        "certainty",
        "specificity",
        "engagement",
        "contradiction",
        "emotion",
    )
    return (
        _of_state("llm.response_depth", lambda state: state.depths[-1]),
        *(_reading(name) for name in read_as_they_are),
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


def _temporal(usual: Mapping[str, float]) -> tuple[Detector, ...]:
    return (
        _counted(
            "temporal.turns_since_strategy_change", usual, lambda state: _run(state.strategies)
        ),
        _counted("temporal.turns_without_news", usual, lambda state: state.dry),
    )


def _run(strategies: Sequence[str]) -> int:
    """How many of the last strategies are the same."""
    return sum(1 for _ in takewhile(lambda each: each == strategies[-1], reversed(strategies)))


def _meta() -> tuple[Detector, ...]:
    return (
        _one("meta.interview_progress", ("state", "max_turns"), _progress),
        _one("meta.interview.phase", ("phase",), lambda inputs: str(inputs["phase"])),
        _one(
            "meta.conversation.saturation",
            ("conversation_saturation",),
            lambda inputs: inputs["conversation_saturation"],
        ),
        _one(
            "meta.canonical.saturation",
            ("canonical_saturation",),
            lambda inputs: inputs["canonical_saturation"],
        ),
    )


def _progress(inputs: Inputs) -> float:
    share: float = inputs["state"].turn / max(1, inputs["max_turns"])
    return min(share, 1.0)


def _guide() -> tuple[Detector, ...]:
    names = tuple(
        name
        for name, signal in SIGNALS.items()
        if name.startswith("guide.") and signal.level == "global"
    )
    return (
        Detector(
            "guide",
            names,
            ("guide",),
            lambda inputs: {name: inputs["guide"][name] for name in names},
        ),
    )


def _custom(methodology: Methodology) -> tuple[Detector, ...]:
    return tuple(
        _of_state(each.name, _word_counter(each, methodology.signal_norms.get(each.name, 1.0)))
        for each in methodology.custom_signals
    )


def _word_counter(signal: CustomSignal, norm: float) -> Callable[[InterviewState], float]:
    """How many of the signal's words the last answer has, as a share of its norm."""
    listed = re.compile(
        rf"(?<!\w)(?:{'|'.join(map(re.escape, signal.words))})(?!\w)", re.IGNORECASE
    )

    def count(state: InterviewState) -> float:
        answer = next(
            (line.text for line in reversed(state.lines) if line.speaker == "respondent"), ""
        )
        found = sum(1 for _ in listed.finditer(answer))
        return min(min(found, signal.most) / norm, 1.0)

    return count


# ── what is true of one strategy ──────────────────────────────────────────────────────────────────


def repetition(
    strategies: Sequence[str], history: Sequence[str], norm: float = RECENT
) -> dict[str, Facts]:
    """Of each strategy, how many of the last five questions it was used for. `history` has the
    newest last.
    """
    recent = list(history[-RECENT:])
    return {name: {REPETITION: min(recent.count(name) / norm, 1.0)} for name in strategies}
