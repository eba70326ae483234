"""Everything can be had again: records by replaying, states by folding, both through JSON to the
letter.
"""

from __future__ import annotations

import pytest
from tests.engines.memoir.sittings import SITTINGS, go_on, played, told

from dramaturg.engines.memoir.engine import CODEC

pytestmark = pytest.mark.slow  # they share the sittings, and whoever comes first plays them


@pytest.mark.parametrize("title", SITTINGS)
def test_a_sitting_replays_to_the_same_records_to_the_letter(title: str) -> None:
    sitting = played(title)
    assert len(sitting.replayed) == len(sitting.records)
    assert [turn.turn for turn in sitting.replayed if not turn.same] == []


@pytest.mark.parametrize("title", SITTINGS)
def test_every_state_and_record_comes_back_from_json_as_it_was(title: str) -> None:
    sitting = played(title)
    for state, record in zip(sitting.states, sitting.records, strict=True):
        assert CODEC.state(CODEC.state_json(state)) == state
        assert CODEC.record(CODEC.record_json(record)) == record
        assert CODEC.state_json(CODEC.state(CODEC.state_json(state))) == CODEC.state_json(state)


@pytest.mark.parametrize("title", ["consenting", "contradicting", "coming_back"])
def test_a_state_from_json_goes_on_exactly_as_one_that_stayed(title: str) -> None:
    engine, states = played(title).engine, played(title).states
    for place, record in enumerate(played(title).records[1:]):
        again = go_on(
            engine, CODEC.state(CODEC.state_json(states[place])), record.turn, record.heard
        )
        assert again == record


def test_the_same_words_are_answered_with_the_same_lines() -> None:
    said = [turn["said"] for turn in SITTINGS["generous"]]
    one, other = told(*said), told(*said)
    assert one.records == other.records
