"""The router's decision table (seed 003, Routing Policy): every threshold's edges, and every two
signals in conflict.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from tests.engines.memoir.origins import artifacts, signals

from dramaturg.engines.memoir.base.artifacts import RouterPolicy, SignalThresholds
from dramaturg.engines.memoir.govern.router import PersonaRouter

TABLE = """
    refusal  stop  self_harm  contradiction  emotion  vagueness   rule            persona            machine

    no       no    no         0              0        0           default         EMPATHY_BASE       -
    no       no    no         0.5999         0.5999   0.5999      default         EMPATHY_BASE       -

    no       no    no         0              0        0.5999      default         EMPATHY_BASE       -
    no       no    no         0              0        0.6         vagueness       PRECISION_NARROW   precision_narrowing
    no       no    no         0              0        0.6001      vagueness       PRECISION_NARROW   precision_narrowing
    no       no    no         0              0        1           vagueness       PRECISION_NARROW   precision_narrowing

    no       no    no         0              0.5999   1           vagueness       PRECISION_NARROW   precision_narrowing
    no       no    no         0              0.6      1           emotion         EMPATHY_EXPAND     emotional_expansion
    no       no    no         0              0.6001   1           emotion         EMPATHY_EXPAND     emotional_expansion
    no       no    no         0              0.8999   1           emotion         EMPATHY_EXPAND     emotional_expansion
    no       no    no         0              0.9      1           safety          SAFETY_FALLBACK    -
    no       no    no         0              0.9001   1           safety          SAFETY_FALLBACK    -
    no       no    no         0              1        0           safety          SAFETY_FALLBACK    -

    no       no    no         0.5999         0.8      1           emotion         EMPATHY_EXPAND     emotional_expansion
    no       no    no         0.6            0.8      1           contradiction   LOGIC_CLARIFY      inconsistency_resolution
    no       no    no         0.6001         0.8999   1           contradiction   LOGIC_CLARIFY      inconsistency_resolution
    no       no    no         1              0        0           contradiction   LOGIC_CLARIFY      inconsistency_resolution
    no       no    no         1              0.9      1           safety          SAFETY_FALLBACK    -

    yes      no    no         0              0        0           safety          SAFETY_FALLBACK    -
    no       yes   no         0              0        0           safety          SAFETY_FALLBACK    -
    no       no    yes        0              0        0           safety          SAFETY_FALLBACK    -
    yes      no    no         1              0.8      1           safety          SAFETY_FALLBACK    -
    no       yes   no         1              0.8      1           safety          SAFETY_FALLBACK    -
    no       no    yes        1              0.8      1           safety          SAFETY_FALLBACK    -
    yes      yes   yes        1              1        1           safety          SAFETY_FALLBACK    -
"""
ROWS = [line.split() for line in TABLE.splitlines()[2:] if line.strip()]

# From the highest priority to the lowest: what is signalled, and where it leads.
PRIORITIES: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("refusal", {"refusal_or_discomfort": True}, "SAFETY_FALLBACK"),
    ("stop", {"stop_requested": True}, "SAFETY_FALLBACK"),
    ("self_harm", {"self_harm": True}, "SAFETY_FALLBACK"),
    ("distress", {"emotion_score": 0.9}, "SAFETY_FALLBACK"),
    ("contradiction", {"contradiction_score": 0.6}, "LOGIC_CLARIFY"),
    ("emotion", {"emotion_score": 0.6}, "EMPATHY_EXPAND"),
    ("vagueness", {"vagueness_score": 0.6}, "PRECISION_NARROW"),
)


@pytest.mark.parametrize("row", ROWS, ids=" ".join)
def test_a_turn_goes_where_the_table_says(row: list[str]) -> None:
    refusal, stop, self_harm, contradiction, emotion, vagueness, rule, persona, machine = row
    route = PersonaRouter(artifacts().router).route(
        signals(
            refusal_or_discomfort=refusal == "yes",
            stop_requested=stop == "yes",
            self_harm=self_harm == "yes",
            contradiction_score=float(contradiction),
            emotion_score=float(emotion),
            vagueness_score=float(vagueness),
        )
    )
    assert (route.rule, route.persona, route.machine or "-") == (rule, persona, machine)


@pytest.mark.parametrize(
    ("first", "second"),
    list(combinations(PRIORITIES, 2)),
    ids=[f"{a[0]}-{b[0]}" for a, b in combinations(PRIORITIES, 2)],
)
def test_of_two_signals_the_one_of_higher_priority_wins(
    first: tuple[str, dict[str, Any], str], second: tuple[str, dict[str, Any], str]
) -> None:
    both = signals(**(second[1] | first[1]))
    assert PersonaRouter(artifacts().router).route(both).persona == first[2]


@pytest.mark.parametrize("phase", ["warmup", "narrative", "depth", "reflection", "close"])
@pytest.mark.parametrize("elaborates", [True, False])
@pytest.mark.parametrize("consent", [True, False, None])
def test_phase_elaboration_and_consent_do_not_change_the_route(
    phase: str, elaborates: bool, consent: bool | None
) -> None:
    told = signals(
        emotion_score=0.7,
        conversation_phase=phase,
        user_initiated_elaboration=elaborates,
        consent=consent,
    )
    assert PersonaRouter(artifacts().router).route(told).persona == "EMPATHY_EXPAND"


def test_the_reasons_of_all_rules_that_did_not_hold_are_kept() -> None:
    route = PersonaRouter(artifacts().router).route(signals(vagueness_score=0.7))
    assert [reason.partition(":")[0] for reason in route.tried] == [
        "safety",
        "contradiction",
        "emotion",
    ]
    assert (
        route.tried[1]
        == "contradiction: not contradiction_score >= 0.6: contradiction_score is 0.0"
    )


def test_the_thresholds_of_the_policy_are_what_counts() -> None:
    sooner = RouterPolicy.model_validate(
        artifacts().router.model_dump() | {"thresholds": SignalThresholds(VAGUENESS_THRESHOLD=0.3)}
    )
    assert PersonaRouter(sooner).route(signals(vagueness_score=0.3)).persona == "PRECISION_NARROW"
    assert PersonaRouter(sooner).route(signals(vagueness_score=0.29)).persona == "EMPATHY_BASE"
