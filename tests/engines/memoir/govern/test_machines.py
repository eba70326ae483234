"""State machines: they step, end by their condition or their fallback, and begin anew elsewhere."""

from __future__ import annotations

import pytest
from tests.engines.memoir.origins import artifacts, signals

from dramaturg.engines.memoir.base.artifacts import (
    CAPS,
    MachineName,
    SignalThresholds,
    StateMachine,
)
from dramaturg.engines.memoir.base.ledger import Loop
from dramaturg.engines.memoir.govern.machines import Machine, MachineRun
from dramaturg.engines.memoir.prove.loops import walk

HELD = {
    "precision_narrowing": signals(vagueness_score=0.8),
    "emotional_expansion": signals(emotion_score=0.8),
    "inconsistency_resolution": signals(contradiction_score=0.8),
}
# What each machine does, turn by turn, while its condition goes on to hold.
TACTICS: dict[MachineName, list[str]] = {
    "precision_narrowing": ["narrow_to_a_moment", "narrow_to_a_detail", "accept_and_go_on", "", ""],
    "emotional_expansion": ["stay_with_the_feeling", "what_it_was_like", "step_sideways", "", ""],
    "inconsistency_resolution": ["set_side_by_side", "leave_both_standing", "", "", ""],
}
NAMES = list(TACTICS)


@pytest.mark.parametrize("name", NAMES)
def test_while_its_condition_holds_a_machine_steps_falls_back_and_rests(name: MachineName) -> None:
    ran = _runs(name, 5)
    assert [each.step.tactic if each.step else "" for each in ran] == TACTICS[name]
    assert "rests" in ran[-1].reason


@pytest.mark.parametrize("name", NAMES)
def test_a_machine_takes_no_more_steps_than_its_cap_even_if_the_artifact_says_so(
    name: MachineName,
) -> None:
    long = _document(name).model_copy(update={"max_steps": 9, "states": _round(_document(name))})
    machine, loop, steps = Machine(long, SignalThresholds()), None, 0
    for _ in range(12):
        ran = machine.run(loop, "t1", HELD[name].facts)
        loop = ran.loop
        steps += ran.step is not None and not (loop is None or loop.spent)
    assert steps == CAPS[name]


@pytest.mark.parametrize("name", NAMES)
def test_a_machine_is_left_when_it_has_got_what_it_came_for(name: MachineName) -> None:
    begun = _runs(name, 1)[-1]
    ran = _machine(name).run(begun.loop, "t1", signals().facts)
    assert ran.loop is None
    assert ran.reason == f"{name} is left: {_document(name).exit}"


@pytest.mark.parametrize("name", NAMES)
def test_on_another_topic_a_machine_begins_anew(name: MachineName) -> None:
    spent = _runs(name, 4)[-1]
    ran = _machine(name).run(spent.loop, "t2", HELD[name].facts)
    assert ran.loop == Loop(name, "t2", _document(name).start)


def test_after_another_machine_a_machine_begins_anew() -> None:
    ran = _machine("precision_narrowing").run(
        Loop("emotional_expansion", "t1", "what_it_was", 2), "t1", {"vagueness_score": 1.0}
    )
    assert ran.loop == Loop("precision_narrowing", "t1", "one_moment")


def test_only_the_fallback_of_emotion_redirects_and_it_goes_on_redirecting() -> None:
    assert [each.safety_action for each in _runs("emotional_expansion", 4)] == [
        "none",
        "none",
        "redirect",
        "redirect",
    ]
    assert {each.safety_action for each in _runs("precision_narrowing", 4)} == {"none"}


@pytest.mark.parametrize("name", NAMES)
def test_every_walk_through_a_machine_ends_left_or_spent(name: MachineName) -> None:
    world = walk(_machine(name))
    assert world.endless() is None
    assert all(standing.over for standing in world.ends())
    assert {standing.left for standing in world.ends()} == {True, False}


def _document(name: MachineName) -> StateMachine:
    return artifacts().machines.by_name[name]


def _machine(name: MachineName) -> Machine:
    return Machine(_document(name), artifacts().router.thresholds)


def _round(document: StateMachine) -> tuple[object, ...]:
    """Its states, the last leading back to the first."""
    *others, last = document.states
    return (*others, last.model_copy(update={"next": document.start}))


def _runs(name: MachineName, turns: int) -> list[MachineRun]:
    loop, ran = None, []
    for _ in range(turns):
        ran.append(_machine(name).run(loop, "t1", HELD[name].facts))
        loop = ran[-1].loop
    return ran
