"""What a page shows of a session of sims: the scene, its people, what was handed over, what is to
be decided.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from dramaturg.engines.sims.base.relationship import relationship_state
from dramaturg.engines.sims.base.scenario import ScenarioPerson
from dramaturg.engines.sims.base.state import DecisionTaken, PivotAnswered, SimState
from dramaturg.engines.sims.engine import SimEngine
from dramaturg.engines.sims.why import SimWhy, why
from dramaturg.turn.contract import MIGRATED, AnyRecord
from dramaturg.turn.view import Spoken

__all__ = ["SimScene", "SimWhy", "ended", "scene", "spoken", "title", "why"]

NARRATOR = "What follows"


@dataclass(frozen=True, slots=True)
class SimOption:
    id: str
    text: str


@dataclass(frozen=True, slots=True)
class SimPivot:
    """A pointed question that waits for its answer: one of the options, or other words."""

    question: str
    options: tuple[SimOption, ...]


@dataclass(frozen=True, slots=True)
class SimPerson:
    """Somebody in the scene. `over`: they have said goodbye; a guide can be asked again all the
    same.
    """

    id: str
    name: str
    role: str
    relationship: str
    met: bool
    over: bool
    guide: bool
    pivot: SimPivot | None = None


@dataclass(frozen=True, slots=True)
class SimObjective:
    id: str
    text: str
    done: bool


@dataclass(frozen=True, slots=True)
class SimDocument:
    """A document that was handed over, line by line."""

    id: str
    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SimDecision:
    """What is to be decided; `taken` is the option that was decided for, empty while it is open."""

    question: str
    options: tuple[SimOption, ...]
    taken: str = ""


@dataclass(frozen=True, slots=True)
class SimRedirect:
    """Whom somebody who has said goodbye sends the learner to, in their own words."""

    to: str
    name: str
    say: str


@dataclass(frozen=True, slots=True)
class SimScene:
    """What is around the conversation, as it stands. `person` is whom the learner is talking to."""

    title: str
    where: str
    happening: str
    learner: str
    person: str
    people: tuple[SimPerson, ...]
    objectives: tuple[SimObjective, ...]
    documents: tuple[SimDocument, ...]
    decision: SimDecision
    redirect: SimRedirect | None = None
    ended: str = ""
    engine: Literal["sims"] = "sims"


def title(engine: SimEngine) -> str:
    return engine.scenario.title


def ended(engine: SimEngine, state: SimState) -> str:
    """How the session ended, in a word or two; empty while it goes on."""
    return "decided" if state.decision else ""


def spoken(engine: SimEngine, seen: SimState, record: AnyRecord) -> Iterator[Spoken]:
    """What was said in a turn, in order; a choice is told in the words of its option."""
    said = record.heard.text or _chosen(engine, seen, record)
    if said:
        yield Spoken(record.turn, "person", "You", said, record.heard.at)
    if record.line:
        decided = any(isinstance(event, DecisionTaken) for event in record.percept.events)
        person = (
            None
            if decided
            else next((each for each in engine.scenario.people if each.id == seen.person), None)
        )
        name, role = (
            (person.name, person.role) if person else (NARRATOR if decided else seen.person, "")
        )
        yield Spoken(record.turn, "program", name, record.line, record.heard.at, role)


def scene(engine: SimEngine, state: SimState) -> SimScene:
    scenario = engine.scenario
    return SimScene(
        title=scenario.title,
        where=scenario.situation.where,
        happening=scenario.situation.happening,
        learner=scenario.situation.learner,
        person=state.person,
        people=tuple(_person(engine, state, person) for person in scenario.people),
        objectives=tuple(
            SimObjective(each.id, each.text, each.id in state.objectives)
            for each in scenario.objectives
        ),
        documents=tuple(_documents(engine, state)),
        decision=SimDecision(
            scenario.decision.question,
            tuple(SimOption(option.id, option.text) for option in scenario.decision.options),
            state.decision or "",
        ),
        redirect=_redirect(engine, state),
        ended=ended(engine, state),
    )


def _chosen(engine: SimEngine, seen: SimState, record: AnyRecord) -> str:
    """The words of the option that was chosen; what a session has left behind with an older version
    keeps its letter.
    """
    if record.heard.choice in (None, MIGRATED):
        return ""
    options: dict[str, str] = {}
    for event in record.percept.events:
        if isinstance(event, DecisionTaken):
            options = {each.id: each.text for each in engine.scenario.decision.options}
        elif isinstance(event, PivotAnswered) and seen.person in engine.parts:
            pivots = (
                pivot
                for pivot in engine.parts[seen.person].person.pivots
                if pivot.id == event.pivot
            )
            options = {option.id: option.text for pivot in pivots for option in pivot.options}
    return options.get(record.heard.choice.lower(), record.heard.choice)


def _person(engine: SimEngine, state: SimState, person: ScenarioPerson) -> SimPerson:
    conversation = state.conversations.get(person.id)
    pointer = conversation.pointer if conversation else None
    pivot = (
        engine.parts[person.id].pivots.get(pointer.current_node)
        if pointer and pointer.armed
        else None
    )
    return SimPerson(
        id=person.id,
        name=person.name,
        role=person.role,
        relationship=relationship_state(
            conversation.score if conversation else 0, engine.scenario.thresholds
        ),
        met=bool(pointer and pointer.node_history),
        over=bool(pointer and pointer.closed),
        guide=person.is_guide,
        pivot=(
            SimPivot(pivot.question, tuple(SimOption(each.id, each.text) for each in pivot.options))
            if pivot
            else None
        ),
    )


def _documents(engine: SimEngine, state: SimState) -> Iterator[SimDocument]:
    for document in engine.scenario.documents:
        if document.id in state.documents:
            yield SimDocument(document.id, document.title, document.lines)


def _redirect(engine: SimEngine, state: SimState) -> SimRedirect | None:
    conversation, part = state.conversations.get(state.person), engine.parts.get(state.person)
    if not conversation or not part or not conversation.pointer.closed or not part.person.redirect:
        return None
    redirect = part.person.redirect
    return SimRedirect(redirect.to, engine.scenario.person(redirect.to).name, redirect.say)
