"""The depth governor: how deep one turn may go, and what is said about it (seed 003, Depth
Governor).
"""

from __future__ import annotations

from typing import Any

import pytest
from tests.engines.memoir.origins import artifacts, signals

from dramaturg.engines.memoir.base.artifacts import DepthBudget
from dramaturg.engines.memoir.base.ledger import Ledger, TopicEntry
from dramaturg.engines.memoir.govern.governor import Depth, DepthGovernor
from dramaturg.turn.tables import empty

LEADS: dict[str, Any] = {"user_initiated_elaboration": True}
AGREES: dict[str, Any] = {"consent": True}

# Level, escalations used, consent stands, rose just now; what is signalled; the level after it;
# which limit held, if one.
CASES: list[tuple[int, int, bool, bool, dict[str, Any], int, str]] = [
    (0, 0, False, False, {}, 0, "gate"),
    (0, 0, False, False, LEADS, 1, ""),
    (0, 0, False, False, AGREES, 1, ""),
    (0, 0, False, True, LEADS, 1, ""),
    (0, 0, False, True, AGREES, 0, "twice_in_a_row"),
    (1, 1, False, False, LEADS, 2, ""),
    (1, 2, False, False, LEADS, 1, "escalations_used"),
    (1, 2, False, False, AGREES, 2, ""),
    (1, 3, True, False, LEADS, 1, "escalations_used"),
    (2, 1, False, False, LEADS, 2, "budget_without_consent"),
    (2, 2, False, False, AGREES, 3, ""),
    (2, 2, True, False, LEADS, 3, ""),
    (2, 2, True, False, {}, 2, "gate"),
    (3, 3, True, False, LEADS, 3, "escalations_used"),
    (3, 3, True, False, {}, 3, "gate"),
    (3, 3, True, False, {"consent": False}, 2, "budget_without_consent"),
    (3, 3, True, False, {"refusal_or_discomfort": True}, 2, "refusal"),
    (2, 2, False, False, {"refusal_or_discomfort": True} | LEADS, 1, "refusal"),
    (0, 0, False, False, {"refusal_or_discomfort": True} | LEADS | AGREES, 0, "refusal"),
    (1, 1, False, False, {"conversation_phase": "warmup"} | LEADS, 1, "warming_up"),
    (1, 1, False, False, {"conversation_phase": "close"} | LEADS, 1, "closing"),
    (1, 1, False, False, {"contradiction_score": 0.6} | LEADS, 1, "clarify_first"),
    (1, 1, False, False, {"emotion_score": 0.89} | LEADS, 2, ""),
]


@pytest.mark.parametrize(("level", "used", "consent", "rose", "told", "after", "held"), CASES)
def test_a_turn_goes_as_deep_as_the_table_says(
    level: int, used: int, consent: bool, rose: bool, told: dict[str, Any], after: int, held: str
) -> None:
    depth = _governed(
        Ledger(
            1,
            "t1",
            level,
            rose,
            topics=_entries(t1=TopicEntry(level, used, 1 if consent else None)),
        ),
        told,
    )
    assert (depth.before, depth.after) == (level, after)
    assert held in depth.reason if held else not depth.held


def test_a_hard_stop_leads_to_the_surface() -> None:
    ledger = Ledger(1, "t1", 3, topics=_entries(t1=TopicEntry(3, 3, 1)))
    depth = DepthGovernor(artifacts().governor).govern(
        ledger, signals(**LEADS, **AGREES), "t1", stopped=True
    )
    assert depth.after == 0
    assert "hard_stop" in depth.reason


def test_another_topic_begins_at_the_surface() -> None:
    depth = _governed(Ledger(1, "t1", 2, topics=_entries(t1=TopicEntry(2, 2))), {}, topic="t2")
    assert (depth.before, depth.after) == (2, 0)
    assert depth.reason.startswith("from 2 to 0 with another topic")


def test_a_topic_that_is_come_back_to_begins_no_deeper_than_the_return_level() -> None:
    known = _entries(t1=TopicEntry(3, 3, 1), t2=TopicEntry(2, 2))
    depth = _governed(Ledger(9, "t2", 2, topics=known), {}, topic="t1")
    assert depth.after == 1


def test_consent_is_kept_with_the_turn_in_which_it_was_first_given() -> None:
    first = _governed(Ledger(6, "t1", 1, topics=_entries(t1=TopicEntry(1, 1))), AGREES)
    again = _governed(Ledger(7, "t1", 2, topics=_entries(t1=first.entry)), AGREES)
    assert first.entry.consent == again.entry.consent == 7


@pytest.mark.parametrize(
    "told",
    [{"consent": False}, {"refusal_or_discomfort": True}, {"refusal_or_discomfort": True} | AGREES],
)
def test_consent_is_taken_back_by_a_no_and_by_a_refusal(told: dict[str, Any]) -> None:
    depth = _governed(Ledger(1, "t1", 3, topics=_entries(t1=TopicEntry(3, 3, 1))), told)
    assert depth.entry.consent is None
    assert depth.after == 2


def test_with_a_budget_of_their_own_a_teller_stays_nearer_the_surface() -> None:
    own = DepthGovernor(
        artifacts().governor, budget=DepthBudget(max_depth=1, max_sensitive_depth=1)
    )
    ledger = Ledger(1, "t1", 1, topics=_entries(t1=TopicEntry(1, 1, 1)))
    assert own.govern(ledger, signals(**LEADS, **AGREES), "t1", stopped=False).after == 1


def _governed(ledger: Ledger, told: dict[str, Any], topic: str = "t1") -> Depth:
    return DepthGovernor(artifacts().governor).govern(ledger, signals(**told), topic, stopped=False)


def _entries(**entries: TopicEntry) -> Any:
    return empty().update(entries)
