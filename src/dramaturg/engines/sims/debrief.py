"""The debrief: what was heard, acknowledged or missed, and what followed, with the turn behind
every claim. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from dramaturg.engines.sims.base.binding import BoundMaterial, SimPart
from dramaturg.engines.sims.base.directive import CLEAR, LET_GO
from dramaturg.engines.sims.base.relationship import relationship_state
from dramaturg.engines.sims.base.scenario import Objective, Scenario
from dramaturg.engines.sims.base.state import (
    DecisionTaken,
    DocumentHandedOver,
    Happened,
    LearnerSaid,
    ObjectiveCompleted,
    PivotAnswered,
    SimEvent,
    SimState,
    Spoke,
    TurnedTo,
    Walked,
    apply,
)
from dramaturg.engines.sims.engine import SimRecord
from dramaturg.engines.sims.migrate import retold
from dramaturg.turn.care import CareTaken
from dramaturg.turn.migration import Moved


@dataclass(frozen=True, slots=True)
class FactDebrief:
    """A decisive fact: in which turn it was said, and in which the learner registered it, in which
    words. `doubtful`: the words alone do not show it.
    """

    id: str
    fact: str
    heard: int | None
    acknowledged: int | None
    words: str = ""
    doubtful: bool = False


@dataclass(frozen=True, slots=True)
class PivotDebrief:
    """A pointed question, how it was answered and what that did. `words` are the learner's, where
    the answer was read from them.
    """

    turn: int
    question: str
    answer: str | None
    mood: int
    words: str = ""


@dataclass(frozen=True, slots=True)
class MomentDebrief:
    """Where a relationship stood after a turn."""

    turn: int
    score: int
    state: str


@dataclass(frozen=True, slots=True)
class PersonDebrief:
    """One conversation. `ended` is its last turn, `cut_short` when the backstop brought it
    there.
    """

    id: str
    name: str
    facts: tuple[FactDebrief, ...]
    reveal: int | None
    has_reveal: bool
    pivots: tuple[PivotDebrief, ...]
    detours: tuple[int, ...]
    relationship: tuple[MomentDebrief, ...]
    document: int | None
    ended: int | None
    cut_short: bool
    off_the_point: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ObjectiveDebrief:
    """What the learner came for, and in which turn they had it."""

    id: str
    text: str
    completed: int | None


@dataclass(frozen=True, slots=True)
class DecisionDebrief:
    """What was decided, what followed, and what the facts spoke for."""

    turn: int
    option: str
    text: str
    is_best: bool
    consequence: str
    best: str
    because: str


@dataclass(frozen=True, slots=True)
class Debrief:
    """A session as a learner looks back on it."""

    decision: DecisionDebrief | None
    objectives: tuple[ObjectiveDebrief, ...]
    people: tuple[PersonDebrief, ...]
    not_met: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TimedEvent:
    """An event with its turn, the person it happened with, and the state after it."""

    turn: int
    person: str
    event: SimEvent
    state: SimState


def debrief(
    records: Sequence[SimRecord], scenario: Scenario, parts: Mapping[str, SimPart]
) -> Debrief:
    """Made from the records alone, by the names that things have now."""
    happened = tuple(timed_events(records))
    shown = {record.turn: _shown(record) for record in records}
    talked = {each.person for each in happened if isinstance(each.event, Walked)}
    met = [person for person in scenario.people if person.id in talked]
    return Debrief(
        decision=_decision(happened, scenario),
        objectives=tuple(_objective(objective, happened) for objective in scenario.objectives),
        people=tuple(
            _person(
                parts[person.id], [each for each in happened if each.person == person.id], shown
            )
            for person in met
        ),
        not_met=tuple(person.name for person in scenario.people if person not in met),
    )


def _shown(record: SimRecord) -> bool:
    """Whether the words of a turn show by themselves that something was taken on board."""
    return record.percept.readings.get("acknowledgement", 0.0) >= CLEAR


def timed_events(records: Sequence[SimRecord]) -> Iterator[TimedEvent]:
    """Everything that happened, in order, by the names that things have now."""
    state = SimState()
    for turn, event in _in_newest_names(
        [(record.turn, event) for record in records for event in record.events]
    ):
        state = apply(state, event)
        yield TimedEvent(turn, state.person, event, state)


def _in_newest_names(events: Sequence[tuple[int, SimEvent]]) -> list[tuple[int, Happened]]:
    """What happened before the session went on with another version of its scenario, by the names
    that things have now.
    """
    debrief_text: list[tuple[int, Happened]] = []
    for turn, event in events:
        if isinstance(event, Moved):
            people = list(_people(debrief_text))
            debrief_text = [
                (at, retold(each, who, event.moves))
                for (at, each), who in zip(debrief_text, people, strict=True)
            ]
        elif not isinstance(event, CareTaken):  # no part of the scene
            debrief_text.append((turn, event))
    return debrief_text


def _people(events: Iterable[tuple[int, Happened]]) -> Iterator[str]:
    """With whom each of them happened."""
    person = ""
    for _, event in events:
        person = event.person if isinstance(event, TurnedTo) else person
        yield person


def _turn(happened: Iterable[TimedEvent], is_it: Callable[[SimEvent], bool]) -> int | None:
    """The first turn in which it happened."""
    return next((each.turn for each in happened if is_it(each.event)), None)


def _decision(happened: Iterable[TimedEvent], scenario: Scenario) -> DecisionDebrief | None:
    options = {option.id: option for option in scenario.decision.options}
    best = options[scenario.decision.best]
    for each in happened:
        if isinstance(each.event, DecisionTaken):
            option = options[each.event.option]
            return DecisionDebrief(
                turn=each.turn,
                option=option.id,
                text=option.text,
                is_best=option is best,
                consequence=option.consequence,
                best=best.text,
                because=scenario.decision.because,
            )
    return None


def _objective(objective: Objective, happened: Iterable[TimedEvent]) -> ObjectiveDebrief:
    done = ObjectiveCompleted(objective.id)
    return ObjectiveDebrief(
        objective.id, objective.text, _turn(happened, lambda event: event == done)
    )


def _words(happened: Iterable[TimedEvent]) -> Mapping[int, str]:
    """What the learner said, by turn."""
    return {each.turn: each.event.text for each in happened if isinstance(each.event, LearnerSaid)}


def _person(
    part: SimPart, happened: Sequence[TimedEvent], shown: Mapping[int, bool]
) -> PersonDebrief:
    reveal = part.person.key_reveal
    walked = [(each.turn, each.event) for each in happened if isinstance(each.event, Walked)]
    ended = next((turn for turn, event in walked if event.decision == "close"), None)
    gates = {node.id for node in part.graph.nodes if node.is_gate}
    words, detours = _words(happened), tuple(_detours(walked))
    return PersonDebrief(
        id=part.person.id,
        name=part.person.name,
        facts=tuple(_fact(material, part, happened, shown) for material in part.decisive),
        reveal=_turn(happened, _says(reveal.id)) if reveal else None,
        has_reveal=reveal is not None,
        pivots=tuple(_pivots(part, happened)),
        detours=detours,
        relationship=tuple(_curve(part, happened)),
        document=_turn(happened, lambda event: isinstance(event, DocumentHandedOver)),
        ended=ended,
        cut_short=ended is not None and not gates <= set(walked[-1][1].pointer.nodes_satisfied),
        off_the_point=tuple(words.get(turn, "") for turn in detours),
    )


def _fact(
    material: BoundMaterial,
    part: SimPart,
    happened: Sequence[TimedEvent],
    shown: Mapping[int, bool],
) -> FactDebrief:
    """Registered when the gate that holds it is cleared; where there is no gate, nobody can say."""
    gates = {
        node.id for node in part.graph.nodes if node.is_gate and material in part.content[node.id]
    }

    def clears(event: SimEvent) -> bool:
        return (
            isinstance(event, Walked)
            and event.node in gates
            and event.node in event.pointer.nodes_satisfied
        )

    cleared = _turn(happened, clears)
    if cleared is None:
        heard, agreed = _turn(happened, _says(material.id)), _agreed(happened, gates)
        return FactDebrief(material.id, material.fact, heard, None, agreed, bool(agreed))
    said = [turn for turn in _words(happened) if turn <= cleared]
    showing = next((turn for turn in reversed(said) if shown.get(turn)), cleared)
    return FactDebrief(
        material.id,
        material.fact,
        _turn(happened, _says(material.id)),
        cleared,
        _words(happened).get(showing, ""),
        doubtful=not shown.get(showing, False),
    )


def _agreed(happened: Sequence[TimedEvent], gates: Collection[str]) -> str:
    """The words with which somebody agreed at one of these gates without saying to what, until it
    was given up.
    """
    given_up = {
        each.turn
        for each in happened
        if isinstance(each.event, Spoke) and LET_GO in each.event.moves
    }
    left = next(
        (
            each.turn
            for each in happened
            if each.turn in given_up and isinstance(each.event, Walked) and each.event.node in gates
        ),
        None,
    )
    return _words(happened).get(left, "") if left is not None else ""


def _says(material: str) -> Callable[[SimEvent], bool]:
    return lambda event: isinstance(event, Spoke) and material in event.said


def _pivots(part: SimPart, happened: Sequence[TimedEvent]) -> Iterator[PivotDebrief]:
    words = _words(happened)
    pivots = {pivot.id: pivot for pivot in part.person.pivots}
    for each in happened:
        if isinstance(each.event, PivotAnswered):
            pivot = pivots.get(each.event.pivot)
            if pivot is None:  # the session has gone on without this question since
                continue
            answer = next(
                (option.text for option in pivot.options if option.id == each.event.option), None
            )
            own = words.get(each.turn, "") if each.event.by == "text" else ""
            yield PivotDebrief(each.turn, pivot.question, answer, each.event.mood, own)


def _detours(walked: Sequence[tuple[int, Walked]]) -> Iterator[int]:
    before = 0
    for turn, event in walked:
        if event.pointer.detours > before:
            yield turn
        before = event.pointer.detours


def _curve(part: SimPart, happened: Iterable[TimedEvent]) -> Iterator[MomentDebrief]:
    """The relationship wherever it changed."""
    before = 0
    for each in happened:
        score = each.state.conversation.score
        if score != before:
            yield MomentDebrief(
                each.turn, score, relationship_state(score, part.scenario.thresholds)
            )
        before = score


# ── in words ──────────────────────────────────────────────────────────────────────────────────────


def debrief_text(debrief: Debrief) -> str:
    """The debrief as a learner reads it."""
    lines = [
        f"  {'✓' if each.completed is not None else '·'} {each.text}{_at(each.completed)}"
        for each in debrief.objectives
    ]
    sections = [_decision_told(debrief.decision), "\n".join(("What you came for", *lines))]
    sections += [_person_told(person) for person in debrief.people]
    if debrief.not_met:
        sections.append(f"You did not talk to {', '.join(debrief.not_met)}.")
    return "\n\n".join(section for section in sections if section)


def _at(turn: int | None) -> str:
    return f" (turn {turn})" if turn is not None else ""


def _decision_told(decision: DecisionDebrief | None) -> str:
    if decision is None:
        return "You have not decided yet."
    verdict = (
        "The facts bear you out."
        if decision.is_best
        else f"The facts spoke for another way: {decision.best}."
    )
    return (
        f"You decided: {decision.text}{_at(decision.turn)}.\n{decision.consequence}\n{verdict}"
        f" {decision.because}"
    )


def _person_told(person: PersonDebrief) -> str:
    lines = [person.name]
    lines += [f"  {_fact_told(fact)}" for fact in person.facts]
    if person.has_reveal:
        lines.append(
            f"  Told you what they tell nobody{_at(person.reveal)}."
            if person.reveal
            else "  Kept something back from you."
        )
    for pivot in person.pivots:
        lines.append(
            f"  Asked: {pivot.question} You: {_answer_told(pivot)}"
            f" ({pivot.mood:+d}){_at(pivot.turn)}"
        )
    if person.relationship:
        curve = ", ".join(f"{moment.score:+d}{_at(moment.turn)}" for moment in person.relationship)
        lines.append(f"  Between you: {curve}, in the end {person.relationship[-1].state}.")
    if person.detours:
        turns = "turn" if len(person.detours) == 1 else "turns"
        lines.append(
            f"  You went off the point ({turns} {', '.join(map(str, person.detours))}), and were"
            f" brought back:{''.join(f' “{words}”' for words in person.off_the_point if words)}"
        )
    lines.append(f"  {_ending_told(person)}")
    return "\n".join(lines)


def _answer_told(pivot: PivotDebrief) -> str:
    """A choice is told as it was chosen; words are quoted, with what they were taken for."""
    if not pivot.words:
        return pivot.answer or "something else"
    taken = f"taken for: {pivot.answer}" if pivot.answer else "taken for none of the answers"
    return f"“{pivot.words}”, {taken}"


def _fact_told(fact: FactDebrief) -> str:
    if fact.acknowledged is not None:
        quoted = f" You: “{fact.words}”" if fact.words else ""
        doubt = " You were taken at your word, your words alone do not show it." * fact.doubtful
        registered = "perhaps registered" if fact.doubtful else "registered"
        return (
            f"Heard{_at(fact.heard)} and {registered}{_at(fact.acknowledged)}: {fact.fact}."
            f"{quoted}{doubt}"
        ).replace("..", ".")
    if fact.heard is not None and fact.doubtful:
        return (
            f"Heard{_at(fact.heard)} and agreed to without saying to what, which does not show it:"
            f" {fact.fact}. You: “{fact.words}”"
        )
    if fact.heard is not None:
        return f"Heard{_at(fact.heard)}, but it went past you: {fact.fact}"
    return f"Never heard: {fact.fact}"


def _ending_told(person: PersonDebrief) -> str:
    if person.ended is None:
        return "You left in the middle."
    if person.cut_short:
        return f"Gave up on being heard{_at(person.ended)}."
    return f"The conversation came to its end{_at(person.ended)}."
