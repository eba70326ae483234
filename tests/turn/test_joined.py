"""Whose word stands where the ear and a model both read one thing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dramaturg.language.ear.signals import SIGNALS
from dramaturg.turn.joined import SURE, YES, joined, table

ROOT = Path(__file__).parents[2]
SHARES = st.floats(0, 1)
PROMISES = [signal for signal, whose in table().items() if whose == "promise"]


def test_every_signal_that_a_model_may_rate_has_an_entry() -> None:
    assert {signal.name for signal in SIGNALS if signal.rubric} <= table().keys()


@pytest.mark.parametrize("signal", PROMISES)
@given(ear=st.floats(SURE, 1), model=SHARES)
def test_a_promise_that_the_ear_is_sure_of_is_beyond_a_model(
    signal: str, ear: float, model: float
) -> None:
    assert joined(signal, ear, model) >= ear


@pytest.mark.parametrize("signal", PROMISES)
@given(ear=SHARES, model=st.floats(YES, 1))
def test_a_model_alone_may_say_that_a_promise_is_due(signal: str, ear: float, model: float) -> None:
    assert joined(signal, ear, model) >= YES


@pytest.mark.parametrize("signal", ["taken", "option"])
@given(ear=st.floats(0, SURE, exclude_max=True), model=SHARES)
def test_a_veto_needs_more_than_that_nothing_was_heard(
    signal: str, ear: float, model: float
) -> None:
    assert joined(signal, ear, model, against=0.0) == model


@given(ear=st.floats(0, 0.49), model=st.floats(YES, 1))
def test_who_clearly_denied_has_taken_nothing_on_board(ear: float, model: float) -> None:
    assert joined("taken", ear, model, against=SURE) < YES


@given(signal=st.sampled_from(sorted(table())), one=SHARES)
def test_what_one_alone_read_is_as_they_read_it(signal: str, one: float) -> None:
    assert joined(signal, one, None) == joined(signal, None, one) == one


@given(ear=SHARES, model=SHARES)
def test_another_policy_can_be_asked_about(ear: float, model: float) -> None:
    assert joined("valence", ear, model, by={"valence": "ear"}) == ear
    assert joined("valence", ear, model) == model


def test_the_decision_on_paper_names_every_signal_with_its_policy() -> None:
    paper = (ROOT / "docs/adr/0033-two-hearers-one-reading.md").read_text("utf-8")
    rows = re.findall(r"^\| `(model|ear|promise|veto)` \| (`.*`) \|$", paper, re.MULTILINE)
    told = {signal: whose for whose, named in rows for signal in re.findall(r"`(\w+)`", named)}
    assert told == dict(table())
