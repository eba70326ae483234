"""A memoir moved to another version of its artifacts: its step kept, its names replaced, and every
reason why it cannot go on.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engines.memoir.sittings import content

from dramaturg.app.config.providers import LOCAL_MODELS
from dramaturg.engines import engine_of
from dramaturg.engines.memoir.base.artifacts import Artifacts, MachineName, Teller
from dramaturg.engines.memoir.base.ledger import Ledger, Loop
from dramaturg.engines.memoir.base.state import LineSaid, MemoirState, SittingBegan, apply
from dramaturg.engines.memoir.engine import CODEC, MemoirEngine
from dramaturg.engines.memoir.migrate import is_over, moved, owners, stands_on, worries
from dramaturg.kernel.values import replace
from dramaturg.turn.migration import Moved

NARROWING: MachineName = "precision_narrowing"


@cache
def engine() -> Any:
    return engine_of(content(), LOCAL_MODELS)


def with_artifacts(**changes: Any) -> MemoirEngine:
    artifacts = Artifacts.model_validate({**engine().artifacts.model_dump(), **changes})
    return MemoirEngine(
        artifacts,
        Teller(),
        LOCAL_MODELS.embedder(),
        LOCAL_MODELS.syntax(),
        LOCAL_MODELS.readers(),
        LOCAL_MODELS.ear(),
    )


def standing(state: str = "", spent: bool = False) -> MemoirState:
    """In the middle of a machine, after a few lines."""
    begun = apply(
        apply(MemoirState(), SittingBegan(1, 0.0)),
        LineSaid("What is the first?", "ask", "earliest"),
    )
    first = engine().artifacts.machines.by_name[NARROWING].start
    return replace(
        begun, ledger=Ledger(3, "t1", 1, loop=Loop(NARROWING, "t1", state or first, spent=spent))
    )


FIRST = engine().artifacts.machines.by_name[NARROWING].start


@settings(max_examples=30)
@given(
    names=st.dictionaries(
        st.sampled_from([f"{NARROWING}/{FIRST}", "EMPATHY_BASE/earliest", "x/y"]),
        st.sampled_from(["", "a/b"]),
    )
)
def test_names_are_replaced_and_nothing_else(names: dict[str, str]) -> None:
    state = standing()
    there = moved(state, {"machine state": names, "tactic": names})
    assert there.ledger.loop is not None
    assert there.ledger.loop.state == ("b" if names.get(f"{NARROWING}/{FIRST}") else FIRST)
    assert there.tactics == (("b",) if names.get("EMPATHY_BASE/earliest") else ("earliest",))
    assert replace(there, ledger=state.ledger, tactics=state.tactics) == state
    assert CODEC.state(CODEC.state_json(there)) == there
    assert moved(state, {}) is state


def test_going_on_by_another_version_is_a_turn_of_the_log() -> None:
    state = standing()
    there = apply(state, Moved({}, "2"))
    assert there == replace(state, ledger=replace(state.ledger, turn=4))


def test_a_memoir_stands_on_the_step_of_its_machine_and_is_never_over() -> None:
    assert stands_on(MemoirState()) == ()
    assert stands_on(standing()) == (("machine state", f"{NARROWING}/{FIRST}"),)
    assert stands_on(standing("fallback", spent=True)) == ()
    assert not is_over(replace(standing(), ended="farewell"))


def test_a_step_needs_its_machine() -> None:
    body = {"artifacts": {"machines": {"machines": [{"name": NARROWING}]}}}
    assert owners(body) == {"machine state": {NARROWING: NARROWING}}


@pytest.mark.parametrize("state", [standing(), standing("fallback", spent=True), MemoirState()])
def test_the_same_version_is_no_worry(state: MemoirState) -> None:
    assert worries(engine(), replace(state, templates=state.templates, tactics=())) == ()


def test_a_step_that_is_gone_is_a_worry_with_those_there_are() -> None:
    (worry,) = worries(engine(), standing("no_such_step"))
    assert (worry.code, worry.at) == ("gone", ("machine state", f"{NARROWING}/no_such_step"))
    assert FIRST in worry.candidates
    answered = moved(
        standing("no_such_step"),
        {"machine state": {f"{NARROWING}/no_such_step": f"{NARROWING}/{FIRST}"}},
    )
    assert worries(engine(), answered) == ()
    assert worries(engine(), standing("no_such_step", spent=True)) == ()


def test_what_is_done_once_and_was_done_in_other_words_is_a_worry() -> None:
    ((persona, tactic),) = (
        (persona.name, tactic)
        for persona in engine().artifacts.personas.personas
        for tactic in persona.tactics
        if tactic.once
    )
    done = apply(
        MemoirState(), LineSaid(tactic.templates[0], "ask", tactic.name, tactic.templates[0])
    )
    assert worries(engine(), done) == ()
    personas = engine().artifacts.personas.model_dump()
    for each in (
        each
        for one in personas["personas"]
        for each in one["tactics"]
        if each["name"] == tactic.name
    ):
        each["templates"] = ["What comes first of all?"]
    (worry,) = worries(with_artifacts(personas=personas), done)
    assert (worry.code, worry.at) == ("may-happen-again", ("tactic", f"{persona}/{tactic.name}"))
