"""Whether migrating keeps its promise: after a random edit a session stands where it belongs or is
asked about, and can go on.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import cast

from tests.support.content_edits import Edit, edited, played_on

from dramaturg.app.content.migration import Answers
from dramaturg.app.content.swap import revised
from dramaturg.app.migrate.plan import GOES_ON, Passage, Plan, plan_session
from dramaturg.content.documents import canonical
from dramaturg.engines import engine_of
from dramaturg.engines.kit import Version
from dramaturg.engines.sims.base.state import SimState
from dramaturg.engines.sims.engine import SimEngine
from dramaturg.engines.sims.migrate import moved, owners
from dramaturg.kernel.errors import ContentError
from dramaturg.turn.local_models import LocalModels
from dramaturg.turn.ports import StoredContent

LONGEST = 200  # exchanges; a conversation that lasts longer does not end


@dataclass(frozen=True, slots=True)
class Case:
    """An edit that leaves a sim sound, and the people whose conversations it changes."""

    seed: int
    passage: Passage
    edit: Edit
    people: tuple[str, ...]

    @property
    def engine(self) -> SimEngine:
        return cast(SimEngine, self.passage.engine)


def sound_edits(
    contents: Sequence[StoredContent], models: LocalModels, seed: int = 0
) -> Iterator[Case]:
    """Random edits without end. Those that make a content unsound are refused before any session is
    touched, and left out.
    """
    for number in count(seed):
        chance = Random(number)
        old = chance.choice(contents)
        body = json.loads(old.body)
        name = chance.choice(sorted(body["backbones"]))
        edit = edited(canonical(body["backbones"][name]), chance)
        with suppress(ContentError):
            new = revised(old, Version("backbone", name, "edited", edit.body))
            if new is not None:
                people = tuple(
                    person for person, backbone in owners(body)["node"].items() if backbone == name
                )
                yield Case(number, Passage(old, new, engine_of(new, models)), edit, people)


def judged(case: Case, state: SimState) -> tuple[Plan, str]:
    """What becomes of a session, and what is wrong with it; nothing, where the promise is kept."""
    plan = plan_session("session", case.passage, state, Answers())
    if plan.fate in GOES_ON:
        return plan, _misplaced(case, state, plan)
    if plan.fate != "needs a decision":
        return plan, f"{plan.fate}: {plan.note}"
    answered = _answered(case, state, plan)
    if answered is None:
        return plan, "no answer lets it go on"
    return plan, (
        ""
        if _played_out(case, moved(state, answered.moves))
        else "does not end, once it was put elsewhere"
    )


def _misplaced(case: Case, state: SimState, plan: Plan) -> str:
    after = moved(state, plan.moves)
    here, belongs = (
        after.conversation.pointer.current_node,
        case.edit.heirs[state.conversation.pointer.current_node],
    )
    if here != belongs:
        return f"stands in {here}, and belongs in {belongs}"
    met = _played_out(case, after)
    gates = {node.id for node in case.engine.parts[state.person].graph.nodes if node.is_gate}
    if not met:
        return "does not end"
    return "" if gates <= met else f"goes around {', '.join(sorted(gates - met))}"


def _answered(case: Case, state: SimState, plan: Plan) -> Plan | None:
    """The plan once every question was answered with its first candidate."""
    places: dict[str, str] = {}
    accepted: set[str] = set()
    while plan.fate not in GOES_ON:
        before = len(places) + len(accepted)
        for worry in plan.worries:
            if worry.candidates:
                places.setdefault(worry.at[1], worry.candidates[0])
            else:
                accepted.add(worry.code)
        if len(places) + len(accepted) == before:
            return None
        plan = plan_session(
            "session",
            case.passage,
            state,
            Answers(places={"node": places}, accept=frozenset(accepted)),
        )
    return plan


def _played_out(case: Case, state: SimState) -> set[str]:
    """The nodes of the whole conversation, with somebody who registers everything; nothing when it
    does not end.
    """
    for _ in range(LONGEST):
        if state.conversation.pointer.closed:
            return set(state.conversation.pointer.node_history)
        state = played_on(case.engine, state)
    return set()
