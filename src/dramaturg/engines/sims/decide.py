"""Deciding what this turn is for: which material to say, what to answer, whether a reveal opens.
Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dramaturg.engines.sims.answering import KEPT_BACK, PROMISE, Answer, Moment, reaction
from dramaturg.engines.sims.answering import answer as answer_to
from dramaturg.engines.sims.base.binding import OPINION, BoundMaterial, SimPart
from dramaturg.engines.sims.base.directive import CLEAR, TAKEN, SimDirective
from dramaturg.engines.sims.base.relationship import harm
from dramaturg.engines.sims.base.scenario import Scenario
from dramaturg.engines.sims.base.state import (
    Conversation,
    DecisionTaken,
    PivotAnswered,
    SimEvent,
    SimState,
)
from dramaturg.engines.sims.base.talk import does
from dramaturg.engines.sims.gates import hold
from dramaturg.engines.sims.settle import taken_before
from dramaturg.kernel.graph import Node
from dramaturg.turn.contract import Decision, Percept
from dramaturg.turn.ports import LikenessThresholds


def decide(
    seen: SimState, percept: Percept[SimEvent], part: SimPart, near: LikenessThresholds
) -> Decision[SimDirective]:
    """What the person does in this turn: what they answer, which material they say, what opens."""
    conversation, readings = seen.conversation, percept.readings
    node = part.walker.node(conversation.pointer)
    answered = next((event for event in percept.events if isinstance(event, PivotAnswered)), None)
    moment = Moment(part, node, conversation, readings, near, seen.objectives)
    if conversation.pointer.closed:
        return _after_the_end(moment)
    if answered and answered.by == "choice":
        directive = SimDirective(node.id, "take_answer", reply_to=answered.option)
        return Decision(
            directive,
            f"option {answered.option} of {answered.pivot} was chosen: mood {answered.mood:+d}",
        )
    if readings.get("unread"):
        return Decision(
            SimDirective(node.id, "ask_again"), "what was said cannot be read; nothing is counted"
        )
    acknowledged = _acknowledged(part, node, conversation, readings)
    taken = _taken_early(part, node, conversation, readings)
    is_option = answered is not None and answered.option is not None
    answer = Answer() if is_option else answer_to(moment)
    taken_how = reaction(
        moment, bool(acknowledged or taken), is_unanswered=answered is not None and not is_option
    )
    if acknowledged and (answer.moves or not (answer.say or answer.detour)):
        answer = Answer(answer.why)  # somebody who has got it is told nothing twice
    goes_on = Answer() if acknowledged else _goes_on(moment, answer)
    reveal = _reveals(part, conversation, percept)
    directive = SimDirective(
        node=node.id,
        purpose="speak",
        say=tuple(dict.fromkeys((*answer.say, *goes_on.say))),
        pressed=conversation.pointer.node_turn_count,
        reveal=reveal,
        detour=answer.detour,
        reply_to=answered.option if answered else None,
        acknowledged=acknowledged,
        moves=(
            *taken_how,
            *taken,
            *(move for move in answer.moves if not (reveal and move == KEPT_BACK)),
            *goes_on.moves,
        ),
    )
    return Decision(
        directive,
        _reason(node, directive, answered, (answer.why, goes_on.why)),
        _alternatives(part, node, conversation, directive),
    )


def _after_the_end(moment: Moment) -> Decision[SimDirective]:
    """A short line that fits; nothing is counted any more."""
    move, say, detour = _last_words(moment)
    directive = SimDirective(
        moment.node.id, "after_the_end", say=say, detour=detour, moves=(move,) if move else ()
    )
    return Decision(directive, "the conversation has ended; nothing more is counted")


def _last_words(moment: Moment) -> tuple[str, tuple[str, ...], str | None]:
    """What was asked is answered even now, but for what only trust opens."""
    readings = moment.readings
    if harm(readings) < 0:
        return "after_rude", (), None
    answer = answer_to(moment)
    if answer.say and OPINION not in answer.say:
        told = answer.say[0] in moment.conversation.said
        return "after_again" if told else "", answer.say, None
    if answer.detour and answer.detour.startswith("elsewhere"):
        return "", (), answer.detour
    if does(readings, "goodbye"):
        return "after_bye", (), None
    if does(readings, "thanks") or (does(readings, "bare") and not does(readings, "more")):
        return "after_thanks", (), None
    return "after_more", (), None


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
    told = (conversation.pointer.spoken or node.is_gate) and all(
        material.id in conversation.said for material in content
    )
    now = readings.get("acknowledgement", 0.0) >= CLEAR
    clear = not node.is_gate or now or taken_before(conversation, readings)
    goes_on = node.self_loop or node.is_branch or node.is_terminal
    return content[-1].id if told and clear and not goes_on else None


def _taken_early(
    part: SimPart, node: Node, conversation: Conversation, readings: Mapping[str, float]
) -> tuple[str, ...]:
    """Once all that decides was told before its gate, it may be taken on board there and then."""
    told = part.decisive and all(each.id in conversation.said for each in part.decisive)
    gates = {each.id for each in part.graph.nodes if each.is_gate}
    met = node.is_gate or gates & {*conversation.pointer.node_history}
    if not told or met or TAKEN in conversation.moves:
        return ()
    return (TAKEN,) if readings.get("acknowledgement", 0.0) >= CLEAR else ()


def _goes_on(moment: Moment, answer: Answer) -> Answer:
    """What the node is for, after the answer: a gate holds; the end catches up on what was never
    heard; a loop gives one fresh fact, unless the answer was one.
    """
    node, conversation, content = moment.node, moment.conversation, moment.content
    fresh = [
        material
        for material in content
        if material.id not in conversation.said and moment.is_open(material)
    ]
    if node.is_gate:
        return hold(moment, answer)
    if node.is_terminal:
        return Answer(
            say=(*unheard(moment.part, conversation), *(material.id for material in content))
        )
    if node.self_loop:
        in_order = () if answer.say else _worth_saying_first(moment, fresh)
        return Answer(say=tuple(material.id for material in in_order[:1]))
    return Answer(say=tuple(material.id for material in fresh or content))


def _worth_saying_first(moment: Moment, fresh: list[BoundMaterial]) -> list[BoundMaterial]:
    """What was promised; what the words are about; when that is what to do next, or nothing in
    particular, what points to an open objective.
    """
    asked = next((each for each in fresh if each.id == moment.meant()), None)
    if asked is not None and asked.while_open is None:
        fresh = [asked, *(each for each in fresh if each is not asked)]
    return sorted(
        fresh,
        key=lambda each: (
            not moment.did(f"{PROMISE}{each.id}"),
            each is not asked,
            each.while_open is None,
        ),
    )


def unheard(part: SimPart, conversation: Conversation) -> tuple[str, ...]:
    """What the gates that were met left without an acknowledgement: it is said once more before the
    end.
    """
    pointer = conversation.pointer
    met = (node for node in part.graph.nodes if node.is_gate and node.id in pointer.node_history)
    left = (node for node in met if node.id not in pointer.nodes_satisfied)
    return tuple(material.id for node in left for material in part.content[node.id])


def _reveals(
    part: SimPart, conversation: Conversation, percept: Percept[SimEvent]
) -> tuple[str, ...]:
    open_now = part.walker.opens(conversation.pointer, percept.facts)
    return tuple(material.id for aside in open_now for material in part.asides[aside.source])


def _reason(
    node: Node, directive: SimDirective, answered: PivotAnswered | None, why: Iterable[str]
) -> str:
    parts = [f"in {node.id}"]
    if answered:
        parts.append(
            f"{answered.pivot} was answered in words: {answered.option or 'no option'}, mood"
            f" {answered.mood:+d}"
        )
    parts += (each for each in why if each)
    if directive.detour:
        parts.append("off the point: answer it and come back")
    if directive.reveal:
        parts.append(f"{', '.join(directive.reveal)} opens")
    if directive.acknowledged:
        parts.append(f"{directive.acknowledged} is acknowledged")
    return "; ".join(parts)


def _alternatives(
    part: SimPart, node: Node, conversation: Conversation, directive: SimDirective
) -> tuple[str, ...]:
    content = (material.id for material in part.content[node.id])
    return tuple(
        name for name in content if name not in conversation.said and name not in directive.say
    )
