"""Settling: the walker decides on what was heard and said, and the other side is told. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dramaturg.engines.sims.asks.brought_across import stated
from dramaturg.engines.sims.asks.two_parts import SpeakerReport
from dramaturg.engines.sims.base.binding import SimPart
from dramaturg.engines.sims.base.directive import CLEAR, LET_GO, TAKEN, SimDirective
from dramaturg.engines.sims.base.relationship import engagement
from dramaturg.engines.sims.base.scenario import Scenario
from dramaturg.engines.sims.base.state import (
    Conversation,
    DecisionTaken,
    DocumentHandedOver,
    ObjectiveCompleted,
    SimEvent,
    SimState,
    Spoke,
    Walked,
)
from dramaturg.kernel.walker import ExchangeReport, Pointer, Step
from dramaturg.turn.contract import Cue, Decision, Draft, Percept, Settlement, Verdict
from dramaturg.turn.joined import YES, joined


def settle(
    seen: SimState,
    percept: Percept[SimEvent],
    decision: Decision[SimDirective],
    draft: Draft[SpeakerReport],
    verdict: Verdict,
    part: SimPart,
) -> Settlement[SimEvent]:
    """Where the walker goes from here, what counts as said, and what the front end is told."""
    directive = decision.directive
    if directive.purpose != "speak":
        spoke = Spoke(seen.person, verdict.line, directive.say, directive.moves)
        return Settlement((spoke,), reason=decision.reason)
    said = _said(directive, draft, verdict, part)
    step = part.walker.advance(
        _heard_already(seen.conversation, part),
        _report(seen, percept, directive, draft, part, said),
        percept.facts,
    )
    walked = Walked(
        step.node,
        step.decision,
        step.pointer,
        engagement(draft.report.engagement_score, percept.readings),
    )
    spoke = Spoke(seen.person, verdict.line, said, directive.moves)
    events = (spoke, walked, *_endings(step, part))
    return Settlement(events, tuple(cues(step, part)), reason_of(step, part, directive.reveal))


def _said(
    directive: SimDirective, draft: Draft[SpeakerReport], verdict: Verdict, part: SimPart
) -> tuple[str, ...]:
    """What counts as told: what the words show beyond doubt, and of what was asked for what was
    found in them. A person's own words carry what was asked for; at a gate they have to show it.
    """
    is_own = draft.report.told is None or not verdict.line.startswith(draft.line)
    at_a_gate = part.graph.by_id[directive.node].is_gate
    asked = () if at_a_gate else directive.say
    found = asked if is_own else draft.report.told or ()
    # a reveal that the line lacked was added to it
    reveal = () if at_a_gate else directive.reveal
    return tuple(dict.fromkeys((*stated(verdict.line, part), *found, *reveal)))


def _heard_already(conversation: Conversation, part: SimPart) -> Pointer:
    """A gate whose content was told before it was reached has spoken already."""
    pointer, node = conversation.pointer, part.walker.node(conversation.pointer)
    told = all(material.id in conversation.said for material in part.content[node.id])
    return pointer._replace(spoken=True) if node.is_gate and told else pointer


def settle_outcome(
    taken: DecisionTaken, decision: Decision[SimDirective], scenario: Scenario
) -> Settlement[SimEvent]:
    """The case is closed."""
    is_best = taken.option == scenario.decision.best
    return Settlement(
        (), (Cue("DecisionTaken", {"option": taken.option, "is_best": is_best}),), decision.reason
    )


def _report(
    seen: SimState,
    percept: Percept[SimEvent],
    directive: SimDirective,
    draft: Draft[SpeakerReport],
    part: SimPart,
    said: tuple[str, ...],
) -> ExchangeReport:
    node = part.walker.node(seen.conversation.pointer)
    reported = float(draft.report.node_satisfied)
    satisfied = registered(percept.readings, reported) if node.is_gate else reported
    if node.is_gate and taken_before(seen.conversation, percept.readings):
        satisfied = 1.0
    heard_before = {*seen.conversation.said, *said}
    everything = all(material.id in heard_before for material in part.content[node.id])
    return ExchangeReport(
        satisfied=satisfied >= YES,
        detour=joined("detour", percept.readings["detour"], float(draft.report.detour_detected))
        >= YES,
        spoke=everything if node.is_gate else True,
        given_up=LET_GO in directive.moves,
    )


def taken_before(conversation: Conversation, readings: Mapping[str, float]) -> bool:
    """Whether what decides was taken on board before its gate, and is not taken back."""
    return TAKEN in conversation.moves and readings.get("denies", 0.0) < CLEAR


def registered(readings: Mapping[str, float], reported: float) -> float:
    """Whether the learner took on board what decides, as the ear and the speaker heard it."""
    return joined("taken", readings.get("acknowledgement", 0.0), reported, contrary(readings))


def contrary(readings: Mapping[str, float]) -> float:
    """How sure it is that it was not taken on board: it was denied, something else was spoken of,
    or something was only asked.
    """
    only_asked = readings.get("question", 0.0) and readings.get("acknowledges", 0.0) < CLEAR
    heard = (readings.get(name, 0.0) for name in ("denies", "elsewhere", "detour", "injection"))
    return max(1.0 if only_asked else 0.0, *heard)


def reason_of(step: Step, part: SimPart, revealed: tuple[str, ...]) -> str:
    """Why the step was taken, with what opened and what was completed by it."""
    notes = [step.reason]
    if revealed:
        notes.append(f"KEY_REVEAL fires: {', '.join(revealed)}")
    if completes(step, part):
        notes.append(f"objective_complete: {part.person.goal.objective}")
    return "; ".join(notes)


def completes(step: Step, part: SimPart) -> bool:
    """The conversation has reached its end with every gate cleared."""
    gates = {node.id for node in part.graph.nodes if node.is_gate}
    return step.decision == "close" and gates <= set(step.pointer.nodes_satisfied)


def _endings(step: Step, part: SimPart) -> Iterator[SimEvent]:
    if completes(step, part):
        yield ObjectiveCompleted(part.person.goal.objective)
    if step.decision == "close" and part.person.document:
        yield DocumentHandedOver(part.person.document)


def cues(step: Step, part: SimPart) -> Iterator[Cue]:
    """The front end's commands, with the values of seed 000, §7.1."""
    if step.decision == "arm":
        pivot = part.pivots[step.node]
        options = [{"id": option.id, "text": option.text} for option in pivot.options]
        yield Cue(
            "AI_PivotMoment", {"pivot": pivot.id, "question": pivot.question, "options": options}
        )
    if completes(step, part):
        yield Cue("AI_AdvanceObjective", {"objective_complete": part.person.goal.objective})
    if step.decision == "close":
        redirect = part.person.redirect.to if part.person.redirect else None
        yield Cue("AI_EndConversation", {"document": part.person.document, "redirect": redirect})
