"""Moving a memoir to another version of its artifacts: what it stands on, its names replaced, why
it cannot simply go on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from dramaturg.engines.memoir.base.state import STEP, TACTIC, MemoirState
from dramaturg.engines.memoir.base.state import moved as moved  # noqa: PLC0414 - the kit asks for it here
from dramaturg.turn.migration import Item, Worry

if TYPE_CHECKING:
    from dramaturg.engines.memoir.base.state import MemoirState
    from dramaturg.engines.memoir.engine import MemoirEngine


NAMED: Mapping[str, str] = {
    "artifacts.router.rules[name]": "route",
    "artifacts.governor.levels[name]": "depth level",
    "artifacts.governor.limits[name]": "limit",
    "artifacts.machines.machines[name]": "machine",
    "artifacts.machines.machines[name].states[name]": STEP,
    "artifacts.constraints.constraints[id]": "constraint",
    "artifacts.personas.personas[name]": "persona",
    "artifacts.personas.personas[name].tactics[name]": TACTIC,
}

OWNER = "machine"
PLACES: Mapping[str, str] = {}


def owners(body: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """A step is of no use without its machine: which there are."""
    machines = [machine["name"] for machine in body["artifacts"]["machines"]["machines"]]
    return {STEP: {name: name for name in machines}}


def is_over(state: MemoirState) -> bool:
    """Never: a teller may come back after years."""
    return False


def stands_on(state: MemoirState) -> tuple[Item, ...]:
    """The step of the machine that is at work. Styles and levels are always the same; tactics and
    templates lie behind it.
    """
    loop = state.ledger.loop
    return ((STEP, f"{loop.machine}/{loop.state}"),) if loop and not loop.spent else ()


def worries(engine: MemoirEngine, state: MemoirState) -> tuple[Worry, ...]:
    """Why the memoir cannot simply go on with this engine."""
    return (*_steps(engine, state), *_done_once(engine, state))


def _steps(engine: MemoirEngine, state: MemoirState) -> Iterator[Worry]:
    """It is at a step that its machine does not have. A machine that is gone is left, as it is when
    its rule does not hold.
    """
    loop = state.ledger.loop
    machine = (
        engine.policy.conductor.machines.get(loop.machine) if loop and not loop.spent else None
    )
    if loop and machine and loop.state not in machine.states:
        message = f"{loop.machine} is at the step {loop.state}, which it does not have any more"
        yield Worry("gone", message, (STEP, f"{loop.machine}/{loop.state}"), tuple(machine.states))


def _done_once(engine: MemoirEngine, state: MemoirState) -> Iterator[Worry]:
    """What is done once in a memoir was done lately, in words that it does not have any more: by
    them it is known as done.
    """
    for persona in engine.artifacts.personas.personas:
        for tactic in persona.tactics:
            if (
                tactic.once
                and tactic.name in state.tactics
                and not any(text in state.templates for text in tactic.templates)
            ):
                message = (
                    f"{tactic.name} was done, in words that it does not have any more, and may be"
                    " done again"
                )
                yield Worry("may-happen-again", message, (TACTIC, f"{persona.name}/{tactic.name}"))
