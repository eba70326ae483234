"""The signals of the interview as a whole: every one has a description and a detector, and what
fails is named.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.engines.interviews.short_ladder import methodology

from dramaturg.engines.interviews.base.extraction import Quote
from dramaturg.engines.interviews.base.state import (
    ConceptAdded,
    EdgeAdded,
    InterviewEvent,
    InterviewLine,
    InterviewState,
    apply,
)
from dramaturg.engines.interviews.guide import guide_signals
from dramaturg.engines.interviews.strategy.node_signals import NODE_DETECTORS
from dramaturg.engines.interviews.strategy.signals import (
    ALIASES,
    REPETITION,
    SIGNALS,
    InterviewSignal,
    Sources,
    describe,
    detectors,
    norms,
    read_globals,
    repetition,
    trend,
    vocabulary,
    with_aliases,
)
from dramaturg.kernel.conditions import Flag, Number, Value, Words
from dramaturg.kernel.signals import Signals
from dramaturg.turn.engine import fold
from dramaturg.turn.readings import Depth

PAGE = Path(__file__).parents[4] / "docs" / "interview-signals.md"
OF = {
    "global": "interview",
    "strategy": "strategy",
    "node": "concept",
    "pair": "strategy on concept",
}
QUOTE = Quote("u1", 0, 4, "said")
READINGS = {
    **{"valence": 0.9, "certainty": 0.2, "specificity": 0.4, "engagement": 0.6},
    **{"contradiction": 0.1, "emotion": 0.3, "refusal": 0.7},
}
CUSTOM = """
signal_norms: {custom.hills: 4, graph.node_count: 8}
custom_signals:
  - {name: custom.hills, description: How often hills come up., words: [hill, up the hill, hills], most: 10}
  - {name: custom.rain, description: Whether it rains., words: [rain]}
"""


def state(**more: Any) -> InterviewState:
    """Three concepts, two of them in a complete chain, after three answers."""
    events: list[InterviewEvent] = [
        ConceptAdded("c1", "light", "feature", QUOTE, ("light",), "", level=1),
        ConceptAdded("c2", "joy", "reason", QUOTE, ("joy",), "", level=2, terminal=True),
        ConceptAdded("c3", "red", "feature", QUOTE, ("red",), "", level=1),
        EdgeAdded("e1", "c1", "c2", "leads_to", QUOTE, chain=True),
    ]
    settings = {
        "turn": 3,
        "depths": ("deep", "moderate", "shallow"),
        "strategies": ("why", "widen", "widen"),
        **more,
    }
    return replace(fold(apply, events, InterviewState(turn=3)), **settings)


def read(found: InterviewState, more: str = "", strict: bool = False, **given: Any) -> Signals:
    sources = Sources(found, READINGS, "early", 20, 0.3, 0.4, guide_signals(None, found))
    return read_globals(detectors(methodology(more=more)), replace(sources, **given), strict)


def test_all_signals_are_read_from_the_state_and_the_readings() -> None:
    expected: dict[str, Value] = {
        "graph.node_count": 3 / 50,
        "graph.edge_count": 1 / 50,
        "graph.orphan_count": 1 / 10,
        "graph.max_depth": 2 / 10,
        "graph.chain_completion.ratio": 1 / 2,
        "graph.chain_completion.has_complete": True,
        "graph.canonical_concept_count": 0.0,
        "graph.canonical_edge_density": 0.0,
        "graph.canonical_exhaustion_score": 0.0,
        "llm.response_depth": "shallow",
        **{f"llm.{name}": value for name, value in READINGS.items() if name != "refusal"},
        "llm.refusal": True,
        "llm.global_response_trend": "shallowing",
        "temporal.turns_since_strategy_change": 2 / 5,
        "temporal.turns_without_news": 0.0,
        "temporal.can_sum_up": False,
        "meta.interview_progress": 3 / 20,
        "meta.interview.phase": "early",
        "meta.conversation.saturation": 0.3,
        "meta.canonical.saturation": 0.4,
        **{
            "guide.open": False,
            "guide.topics_left": 0.0,
            "guide.required_left": 0.0,
            "guide.topic_spent": 0.0,
        },
    }
    assert read(state()) == Signals(expected, {})


def test_every_signal_of_the_interview_and_of_concepts_has_a_detector() -> None:
    given = {
        name for detector in (*detectors(methodology()), *NODE_DETECTORS) for name in detector.gives
    }
    assert given == {name for name, signal in SIGNALS.items() if signal.level in ("global", "node")}


def test_every_signal_says_what_it_is_and_what_to_do_about_it() -> None:
    for name in (*SIGNALS, *ALIASES):
        assert len(describe(name, methodology()).split()) >= 8, name


def test_every_value_that_is_read_is_in_the_vocabulary() -> None:
    known = vocabulary(methodology(more=CUSTOM))
    for name, value in read(state(), CUSTOM).values.items():
        kind = known[name]
        match kind:
            case Flag():
                assert isinstance(value, bool)
            case Words(words):
                assert value in words
            case Number(low, high):
                assert isinstance(value, float)
                assert low <= value <= high


def test_before_the_first_answer_everything_can_be_read_and_nothing_is_deep() -> None:
    found = read(InterviewState())
    assert found.degraded == {}
    assert found.values["llm.response_depth"] == "surface"
    assert found.values["llm.global_response_trend"] == "stable"
    assert found.values["temporal.turns_since_strategy_change"] == 0.0


def test_a_reading_that_is_missing_takes_only_its_own_signal_away() -> None:
    found = read(
        state(), readings={name: value for name, value in READINGS.items() if name != "valence"}
    )
    assert "llm.valence" not in found.values
    assert found.degraded == {"llm.valence": "KeyError: 'valence'"}
    assert found.values["llm.certainty"] == 0.2


def test_strictly_read_a_missing_reading_is_an_error() -> None:
    with pytest.raises(KeyError):
        read(state(), strict=True, readings={})


def test_counts_never_exceed_one() -> None:
    found = read(
        state(turn=60, strategies=("why",) * 9),
        more=CUSTOM.replace("graph.node_count: 8", "graph.node_count: 2"),
    )
    assert (
        found.values["meta.interview_progress"],
        found.values["temporal.turns_since_strategy_change"],
    ) == (1.0, 1.0)
    assert found.values["graph.node_count"] == 1.0


def test_a_methodology_may_say_what_counts_as_one() -> None:
    assert read(state(), CUSTOM).values["graph.node_count"] == 3 / 8
    assert norms(methodology(more=CUSTOM))["graph.edge_count"] == 50


@pytest.mark.parametrize(
    ("answer", "hills", "rain"),
    [
        ("", 0.0, 0.0),
        ("Hills, hills and a HILL.", 0.75, 0.0),
        ("We went up the hill; downhill it was raining.", 0.25, 0.0),
        ("Rain, rain, rain, hill hill hill hill hill hill", 1.0, 1.0),
        ("🌧 " * 5000, 0.0, 0.0),
    ],
)
def test_custom_signals_count_their_words_in_the_last_answer(
    answer: str, hills: float, rain: float
) -> None:
    said = (
        InterviewLine("respondent", "rain and hills"),
        InterviewLine("respondent", answer),
        InterviewLine("interviewer", "Rain? Hills?"),
    )
    found = read(state(lines=said), CUSTOM).values
    assert (found["custom.hills"], found["custom.rain"]) == (hills, rain)


@pytest.mark.parametrize(
    ("depths", "expected"),
    [
        ("", "stable"),
        ("deep", "stable"),
        ("surface deep", "deepening"),
        ("deep surface", "shallowing"),
        ("moderate deep", "deepening"),
        ("moderate moderate moderate", "stable"),
        ("shallow shallow shallow", "stable"),
        ("shallow surface shallow surface", "fatigued"),
        ("deep shallow surface shallow surface", "fatigued"),
        ("surface surface deep moderate deep", "deepening"),
        ("deep deep moderate surface shallow", "shallowing"),
        ("deep deep deep deep deep surface surface moderate moderate deep", "deepening"),
    ],
)
def test_the_trend_looks_at_the_last_five_answers(depths: str, expected: str) -> None:
    answers: Sequence[Any] = depths.split()
    found: Sequence[Depth] = answers
    assert trend(found) == expected


def test_older_names_run_the_way_they_used_to() -> None:
    older = with_aliases({"llm.certainty": 0.2, "graph.chain_completion.has_complete": True})
    assert older["llm.uncertainty"] == older["llm.hedging_language"] == 0.8
    assert older["graph.chain_completion.has_complete_chain"] is True
    assert "llm.sentiment" not in older


def test_repetition_is_about_the_candidate_in_the_last_five_questions() -> None:
    history = ("why", "why", "why", "widen", "why", "close", "widen")
    assert repetition(("why", "widen", "never"), history) == {
        "why": {REPETITION: 2 / 5},
        "widen": {REPETITION: 2 / 5},
        "never": {REPETITION: 0.0},
    }


# ── the page for authors ──────────────────────────────────────────────────────────────────────────


def signal_rows() -> list[str]:
    return [
        f"| `{each.name}` | {OF[each.level]} | {_values(each)} | {each.description} |"
        for each in SIGNALS.values()
    ]


def _values(signal: InterviewSignal) -> str:
    match signal.kind:
        case Flag():
            return "yes or no"
        case Words(words):
            return ", ".join(words) or "the ontology's types"
    return f"0 to 1; {signal.norm:g} count as 1" if signal.norm else "0 to 1"


def alias_rows() -> list[str]:
    return [
        f"| `{name}` | {'1 - ' if alias.opposite else ''}`{alias.of}` |"
        for name, alias in ALIASES.items()
    ]


def test_the_page_lists_every_signal_and_every_older_name() -> None:
    rows = [
        line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")
    ]
    assert rows[4:] == [*signal_rows(), *alias_rows()], "the first four show weight keys"
