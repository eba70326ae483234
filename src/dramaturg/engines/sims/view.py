"""What a page shows of a session of sims: the scene, its people, what was handed over, what is to
be decided.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from dramaturg.content.library import Library
from dramaturg.engines.sims.base.relationship import relationship_state
from dramaturg.engines.sims.base.scenario import ScenarioPerson
from dramaturg.engines.sims.base.state import DecisionTaken, PivotAnswered, SimState
from dramaturg.engines.sims.debrief import debrief, debrief_text
from dramaturg.engines.sims.engine import DECISION, SimEngine
from dramaturg.engines.sims.why import SimWhy, meaning, why, why_words
from dramaturg.kernel.errors import BadInput, did_you_mean
from dramaturg.turn.care import CALM, CareState
from dramaturg.turn.contract import MIGRATED, AnyRecord, Heard
from dramaturg.turn.view import (
    Address,
    AnswerOption,
    Command,
    EngineView,
    Spoken,
    TextBlock,
    TypedOutcome,
    WholeSession,
)

NARRATOR = "What follows"
HELP = "/talk PERSON, then what you say, turns to somebody else; /decide OPTION makes the call."


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
    care: CareState = CALM
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
        care=state.care,
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


# ── in words ──────────────────────────────────────────────────────────────────────────────────────


def options(engine: SimEngine, state: SimState, to: str | None) -> tuple[AnswerOption, ...]:
    """Those of a pointed question that waits for its answer."""
    person = next(
        (each for each in scene(engine, state).people if each.id == (to or state.person)), None
    )
    if person is None or person.pivot is None:
        return ()
    return tuple(
        AnswerOption(each.id, each.text, Heard(choice=each.id, to=to))
        for each in person.pivot.options
    )


def opening(engine: SimEngine, state: SimState) -> Iterator[TextBlock]:
    """Where one is, who is there, and what is to be decided."""
    shown = scene(engine, state)
    where = f"{shown.where[:1].upper()}{shown.where[1:]}: {shown.happening}."
    people = (f"{person.id}: {person.name}, {person.role}" for person in shown.people)
    yield TextBlock((where, f"You are {shown.learner}.", "", *people), shown.title)
    yield TextBlock((*_decision(shown), HELP))


def current(engine: SimEngine, state: SimState) -> Iterator[TextBlock]:
    """A pointed question that waits for its answer."""
    people = scene(engine, state).people
    yield from (
        TextBlock((each.pivot.question,))
        for each in people
        if each.id == state.person and each.pivot
    )


def beside(engine: SimEngine, seen: SimState, record: AnyRecord) -> Iterator[TextBlock]:
    """Goals that were reached, a document that was handed over, and where to go on."""
    shown = scene(engine, seen)
    for cue in record.settlement.cues:
        if cue.command == "AI_AdvanceObjective":
            texts = {each.id: each.text for each in shown.objectives}
            done = cue.data["objective_complete"]
            yield TextBlock((texts.get(done, done),), kind="done")
        elif cue.command == "AI_EndConversation":
            yield from (
                TextBlock(each.lines, each.title)
                for each in shown.documents
                if each.id == cue.data["document"]
            )
            on = (
                f" To go on: /talk {shown.redirect.to}; to make the call: /decide."
                if shown.redirect
                else ""
            )
            yield TextBlock((f"The conversation has ended.{on}",))


def closing(standing: WholeSession) -> Iterator[TextBlock]:
    engine = standing.engine
    looked_back = debrief_text(debrief(standing.records, engine.scenario, engine.parts))
    yield TextBlock(tuple(looked_back.splitlines()), "Debrief")


def _speaker(engine: SimEngine, state: SimState, to: str | None) -> str:
    """A decision is taken before nobody."""
    people = {each.id: f"{each.name}, {each.role}" for each in engine.scenario.people}
    return people.get(to or state.person, "")


def _decision(shown: SimScene) -> tuple[str, ...]:
    options = (f"{option.id}) {option.text}" for option in shown.decision.options)
    return (shown.decision.question, *options)


def _talk(standing: WholeSession, typed: str) -> TypedOutcome:
    person, _, said = typed.partition(" ")
    parts = standing.engine.parts
    if person not in parts:
        raise BadInput(
            f"nobody here is called {person!r}: turn to somebody with /talk PERSON."
            f" {did_you_mean(person, parts)}"
        )
    if said.strip():
        return Heard(said.strip(), to=person)
    name = standing.engine.scenario.person(person).name
    return Address(person, f"You turn to {name}. Say something.")


def _decide(standing: WholeSession, typed: str) -> TypedOutcome:
    shown = scene(standing.engine, standing.state)
    if not typed:
        return TextBlock(_decision(shown), kind="plain")
    ids = [option.id for option in shown.decision.options]
    found = next((id for id in ids if id.casefold() == typed.casefold()), None)
    if found is None:
        raise BadInput(f"there is no option {typed!r} to decide for. There are {', '.join(ids)}.")
    return Heard(choice=found, to=DECISION)


def _people(standing: WholeSession, typed: str) -> TextBlock:
    people = scene(standing.engine, standing.state).people
    return TextBlock(
        tuple(f"  {each.id}: {each.name}, {each.role}" for each in people), kind="plain"
    )


def _goals(standing: WholeSession, typed: str) -> TextBlock:
    goals = scene(standing.engine, standing.state).objectives
    return TextBlock(tuple(f"  {'✓' if each.done else '·'} {each.text}" for each in goals))


def _documents_again(standing: WholeSession, typed: str) -> TextBlock:
    found = scene(standing.engine, standing.state).documents
    lines = tuple(line for each in found for line in (each.title, *each.lines, ""))
    return TextBlock(lines[:-1] or ("You were given none yet.",))


def _chat_models(library: Library) -> dict[str, dict[str, str]]:
    return {entry.id: {"scenario": entry.id} for entry in library.entries("scenario")}


VIEW = EngineView(
    SimScene,
    SimWhy,
    title,
    ended,
    scene,
    why,
    spoken=spoken,
    beside=beside,
    options=options,
    opening=opening,
    current=current,
    closing=closing,
    speaker=_speaker,
    why_words=why_words,
    meaning=meaning,
    chat_models=_chat_models,
    last_cue="DecisionTaken",
    hint="Say anything. When options are offered, answer with a letter or in your own words.",
    commands=(
        Command("talk", "turn to somebody else", _talk, "PERSON"),
        Command("people", "who is here", _people),
        Command("goals", "what you came for", _goals),
        Command("docs", "documents you were given", _documents_again),
        Command("decide", "make the call and be debriefed, or see the options", _decide, "OPTION"),
    ),
)
