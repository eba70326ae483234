"""Deciding what this turn is for: which material to say, what to answer, whether a reveal opens.
Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dramaturg.engines.sims.base.binding import BoundMaterial, SimPart
from dramaturg.engines.sims.base.directive import CLEAR, SimDirective
from dramaturg.engines.sims.base.scenario import Scenario
from dramaturg.engines.sims.base.state import (
    Conversation,
    DecisionTaken,
    PivotAnswered,
    SimEvent,
    SimState,
)
from dramaturg.kernel.graph import Node
from dramaturg.turn.contract import Decision, Percept
from dramaturg.turn.ports import LikenessThresholds


def decide(
    seen: SimState, percept: Percept[SimEvent], part: SimPart, near: LikenessThresholds
) -> Decision[SimDirective]:
    """What the person does in this turn: which material they say, what they answer, what opens."""
    conversation = seen.conversation
    node = part.walker.node(conversation.pointer)
    answered = next((event for event in percept.events if isinstance(event, PivotAnswered)), None)
    if conversation.pointer.closed:
        return Decision(
            SimDirective(node.id, "after_the_end"),
            "the conversation has ended; nothing more is counted",
        )
    if answered and answered.by == "choice":
        directive = SimDirective(node.id, "take_answer", reply_to=answered.option)
        return Decision(
            directive,
            f"option {answered.option} of {answered.pivot} was chosen: mood {answered.mood:+d}",
        )
    if percept.readings.get("unread"):
        return Decision(
            SimDirective(node.id, "ask_again"), "what was said cannot be read; nothing is counted"
        )
    acknowledged = _acknowledged(part, node, conversation, percept.readings)
    # A greeting and a goodbye are said whatever was asked
    directive = SimDirective(
        node=node.id,
        purpose="speak",
        say=() if acknowledged else _to_say(part, node, seen, percept.readings, near),
        pressed=conversation.pointer.node_turn_count,
        reveal=_reveals(part, conversation, percept),
        detour=_detour(percept.readings, near)
        if (bool(conversation.pointer.node_history) and not node.is_terminal)
        else None,
        reply_to=answered.option if answered else None,
        acknowledged=acknowledged,
    )
    return Decision(
        directive,
        _reason(node, directive, answered),
        _alternatives(part, node, conversation, directive),
    )


def decide_outcome(taken: DecisionTaken, scenario: Scenario) -> Decision[SimDirective]:
    """The turn in which the learner decides the case."""
    best = scenario.decision.best
    reason = f"decided for {taken.option}" + (
        "" if taken.option == best else f"; the facts speak for {best}"
    )
    return Decision(SimDirective("", "tell_the_outcome", say=(taken.option,)), reason)


def _acknowledged(
    part: SimPart, node: Node, conversation: Conversation, readings: Mapping[str, float]
) -> str | None:
    """The last thing a node had to say, when all of it was said and, for a gate, the learner has
    registered it.
    """
    content = part.content[node.id]
    told = conversation.pointer.spoken and all(
        material.id in conversation.said for material in content
    )
    clear = not node.is_gate or readings.get("acknowledgement", 0.0) >= CLEAR
    goes_on = node.self_loop or node.is_branch or node.is_terminal
    return content[-1].id if told and clear and not goes_on else None


def _to_say(
    part: SimPart,
    node: Node,
    seen: SimState,
    readings: Mapping[str, float],
    near: LikenessThresholds,
) -> tuple[str, ...]:
    """A gate repeats its content until it is heard; the end catches up on what was never heard;
    others give what is fresh.
    """
    conversation = seen.conversation
    content = part.content[node.id]
    fresh = [
        material
        for material in content
        if material.id not in conversation.said
        and (material.while_open is None or material.while_open not in seen.objectives)
    ]
    if node.is_gate:
        return (
            *_asked_for(part, conversation, readings, near),
            *(material.id for material in (fresh or content)[:1]),
        )
    if node.is_terminal:
        return (*unheard(part, conversation), *(material.id for material in content))
    if node.self_loop:
        return tuple(
            material.id for material in _worth_saying_first(fresh, content, readings, near)[:1]
        )
    return tuple(material.id for material in fresh or content)


def _worth_saying_first(
    fresh: list[BoundMaterial],
    content: tuple[BoundMaterial, ...],
    readings: Mapping[str, float],
    near: LikenessThresholds,
) -> list[BoundMaterial]:
    """What was asked for; when that is what to do next, or nothing in particular, what points to an
    open objective.
    """
    asked = _nearest_first(content, readings)[0]
    nearness = readings.get(f"about:{asked.id}", 0.0)
    in_order = _nearest_first(fresh, readings) if nearness >= near.near_subject else fresh
    if asked.while_open is None and nearness >= near.same_subject:
        return in_order
    return sorted(in_order, key=lambda material: material.while_open is None)


def _asked_for(
    part: SimPart,
    conversation: Conversation,
    readings: Mapping[str, float],
    near: LikenessThresholds,
) -> tuple[str, ...]:
    """In a gate that has spoken already, a question about something still untold is answered first:
    one fresh fact a turn.
    """
    if not conversation.pointer.spoken or not readings.get("question"):
        return ()
    loops = (
        material
        for node in part.graph.nodes
        if node.self_loop
        for material in part.content[node.id]
    )
    untold = [material for material in loops if material.id not in conversation.said]
    close = [
        material
        for material in _nearest_first(untold, readings)
        if readings.get(f"about:{material.id}", 0.0) >= near.same_subject
    ]
    return tuple(material.id for material in close[:1])


def unheard(part: SimPart, conversation: Conversation) -> tuple[str, ...]:
    """What the gates that were met left without an acknowledgement: it is said once more before the
    end.
    """
    pointer = conversation.pointer
    met = (node for node in part.graph.nodes if node.is_gate and node.id in pointer.node_history)
    left = (node for node in met if node.id not in pointer.nodes_satisfied)
    return tuple(material.id for node in left for material in part.content[node.id])


def _nearest_first(
    materials: Iterable[BoundMaterial], readings: Mapping[str, float]
) -> list[BoundMaterial]:
    return sorted(materials, key=lambda material: -readings.get(f"about:{material.id}", 0.0))


def _reveals(
    part: SimPart, conversation: Conversation, percept: Percept[SimEvent]
) -> tuple[str, ...]:
    open_now = part.walker.opens(conversation.pointer, percept.facts)
    return tuple(material.id for aside in open_now for material in part.asides[aside.source])


def _detour(readings: Mapping[str, float], near: LikenessThresholds) -> str | None:
    if not readings.get("detour"):
        return None
    elsewhere = [
        (value, key)
        for key, value in readings.items()
        if key.startswith("elsewhere:") and value >= near.others_subject
    ]
    return max(elsewhere)[1] if elsewhere else "unknown"


def _reason(node: Node, directive: SimDirective, answered: PivotAnswered | None) -> str:
    parts = [f"in {node.id}"]
    if answered:
        parts.append(
            f"{answered.pivot} was answered in words: {answered.option or 'no option'}, mood"
            f" {answered.mood:+d}"
        )
    if directive.detour:
        parts.append("off the point: answer it and come back")
    if directive.reveal:
        parts.append(f"{', '.join(directive.reveal)} opens")
    if directive.acknowledged:
        parts.append(f"{directive.acknowledged} is acknowledged")
    elif node.is_gate and directive.pressed:
        parts.append("not acknowledged yet: say it more plainly")
    return "; ".join(parts)


def _alternatives(
    part: SimPart, node: Node, conversation: Conversation, directive: SimDirective
) -> tuple[str, ...]:
    content = (material.id for material in part.content[node.id])
    return tuple(
        name for name in content if name not in conversation.said and name not in directive.say
    )
