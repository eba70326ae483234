"""Moving a sim to another version of its content: what its state stands on, its names replaced, why
it cannot simply go on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from dramaturg.engines.sims.base.backbone import vocabulary
from dramaturg.engines.sims.base.state import (
    Conversation,
    DecisionTaken,
    DocumentHandedOver,
    Happened,
    LearnerSaid,
    ObjectiveCompleted,
    PivotAnswered,
    Reopened,
    SimState,
    Spoke,
    TurnedTo,
    Walked,
)
from dramaturg.kernel.explore import Explored, unforced, walks_from
from dramaturg.kernel.graph import ControlGraph
from dramaturg.kernel.walker import Pointer
from dramaturg.turn.migration import Item, Moves, Worry, own_name, renaming

if TYPE_CHECKING:
    from dramaturg.engines.sims.base.binding import SimPart
    from dramaturg.engines.sims.engine import SimEngine

NAMED: Mapping[str, str] = {
    "backbones.*": "backbone",
    "backbones.*.nodes[id]": "node",
    "backbones.*.nodes[].asides[once]": "flag",
    "backbones.*.nodes[].conditional[once]": "flag",
    "scenario.people[id]": "person",
    "scenario.people[id].what_they_know[id]": "fact",
    "scenario.people[id].decision_facts[id]": "fact",
    "scenario.people[id].key_reveal[id]": "fact",
    "scenario.people[id].challenge[id]": "fact",
    "scenario.people[id].tradeoff[id]": "fact",
    "scenario.people[id].pivots[id]": "pivot",
    "scenario.people[id].pivots[id].options[id]": "option",
    "scenario.objectives[id]": "objective",
    "scenario.documents[id]": "document",
    "scenario.decision.options[id]": "decision",
}

PLACES: Mapping[str, str] = {"node": "place"}
"""A session that goes on in another node than it stood in arrives there; a node with another name
is the one it stood in.
"""

OWNER = "person"


def owners(body: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """A session knows nodes and flags by the person spoken with, the content by the backbone: who
    has which.
    """
    scenario = body["scenario"]
    backbones = {
        person["id"]: person.get("backbone") or scenario.get("backbone", "technical")
        for person in scenario["people"]
    }
    return {"node": backbones, "flag": backbones}


def is_over(state: SimState) -> bool:
    return state.decision is not None


def stands_on(state: SimState) -> tuple[Item, ...]:
    """The person spoken with, and the node in which each conversation stands."""
    nodes = [
        ("node", f"{person}/{each.pointer.current_node}")
        for person, each in state.conversations.items()
    ]
    return (("person", state.person), *nodes) if state.person else ()


# ── names replaced ────────────────────────────────────────────────────────────────────────────────


def moved(state: SimState, moves: Moves) -> SimState:
    """The state in the names of another version. What is gone keeps its name in what lies
    behind.
    """
    person, objective, document = (
        renaming(moves, kind) for kind in ("person", "objective", "document")
    )
    conversations: dict[str, Conversation] = {}
    for name, conversation in state.conversations.items():
        conversations.setdefault(person(name), _moved(conversation, name, moves))
    return replace(
        state,
        person=person(state.person),
        conversations=conversations,
        objectives=tuple(map(objective, state.objectives)),
        documents=tuple(map(document, state.documents)),
    )


def _moved(conversation: Conversation, person: str, moves: Moves) -> Conversation:
    fact, pivot = renaming(moves, "fact", person), renaming(moves, "pivot", person)
    pointer = _arrived(
        conversation.pointer, renaming(moves, "node", person), renaming(moves, "flag", person)
    )
    place = moves.get("place", {}).get(f"{person}/{conversation.pointer.current_node}")
    if place:
        pointer = pointer._replace(
            current_node=own_name(place), node_turn_count=0, spoken=False, armed=False
        )
    return replace(
        conversation, pointer=pointer, said=tuple(pivot(fact(name)) for name in conversation.said)
    )


def _arrived(pointer: Pointer, node: Callable[[str], str], flag: Callable[[str], str]) -> Pointer:
    return pointer._replace(
        current_node=node(pointer.current_node),
        nodes_satisfied=tuple(map(node, pointer.nodes_satisfied)),
        node_history=tuple(map(node, pointer.node_history)),
        flags=tuple(map(flag, pointer.flags)),
    )


def retold(event: Happened, person: str, moves: Moves) -> Happened:
    """What happened with this person, in the names of another version."""
    name, node, flag, fact, pivot = (
        renaming(moves, kind, owner)
        for kind, owner in (
            ("person", ""),
            ("node", person),
            ("flag", person),
            ("fact", person),
            ("pivot", person),
        )
    )
    match event:
        case TurnedTo(who, pointer):
            there = renaming(moves, "node", who), renaming(moves, "flag", who)
            return replace(event, person=name(who), pointer=_arrived(pointer, *there))
        case Spoke(who, said=said):
            return replace(event, person=name(who), said=tuple(pivot(fact(each)) for each in said))
        case Walked(here, pointer=pointer):
            return replace(event, node=node(here), pointer=_arrived(pointer, node, flag))
        case PivotAnswered(asked, pointer=pointer):
            return replace(event, pivot=pivot(asked), pointer=_arrived(pointer, node, flag))
        case Reopened(pointer):
            return replace(event, pointer=_arrived(pointer, node, flag))
        case ObjectiveCompleted(objective):
            return replace(event, objective=renaming(moves, "objective")(objective))
        case DocumentHandedOver(document):
            return replace(event, document=renaming(moves, "document")(document))
        case LearnerSaid() | DecisionTaken():
            return event


# ── worries ───────────────────────────────────────────────────────────────────────────────────────


def worries(engine: SimEngine, state: SimState) -> tuple[Worry, ...]:
    """Why the session cannot simply go on with this engine. A conversation with somebody who left
    is over.
    """
    found: list[Worry] = []
    if state.person and state.person not in engine.parts:
        others = tuple(name for name in engine.parts if name not in state.conversations)
        found.append(
            Worry(
                "gone",
                f"the learner talks to {state.person}, who is not there",
                ("person", state.person),
                others,
            )
        )
    for name, conversation in state.conversations.items():
        if part := engine.parts.get(name):
            found += _worries_about(part, conversation)
    return tuple(found)


def _worries_about(part: SimPart, conversation: Conversation) -> Iterator[Worry]:
    pointer, graph = conversation.pointer, part.graph
    at = ("node", f"{part.person.id}/{pointer.current_node}")
    if pointer.current_node not in graph.by_id:
        nodes = tuple(node.id for node in graph.nodes)
        yield Worry(
            "gone",
            f"{part.person.id} has no node {pointer.current_node}, in which the session stands",
            at,
            nodes,
        )
    elif not pointer.closed:
        yield from _unasked(part, conversation, at)
        yield from _unknown_flags(part, pointer)
        if part.scenario.steering == "graph":  # of counted steering nothing can be proven
            yield from _ways_on(graph, pointer, at)


def _unasked(part: SimPart, conversation: Conversation, at: Item) -> Iterator[Worry]:
    """A question waits for its answer, and here it is no question, or another one."""
    pointer = conversation.pointer
    pivot = part.pivots.get(pointer.current_node)
    if not pointer.armed:
        return
    if pivot is None or not part.graph.by_id[pointer.current_node].is_branch:
        yield Worry(
            "question-gone",
            f"a question of {pointer.current_node} waits for its answer, and it asks none any more",
            at,
        )
    elif pivot.id not in conversation.said:
        yield Worry(
            "other-question",
            f"{pointer.current_node} now asks {pivot.id}, and another question waits for its"
            " answer",
            at,
        )


def _unknown_flags(part: SimPart, pointer: Pointer) -> Iterator[Worry]:
    """A once-only way was used under a name that no way has: the same under a new name would open a
    second time.
    """
    unused = tuple(sorted(part.graph.once_flags - set(pointer.flags)))
    for flag in pointer.flags:
        if flag not in part.graph.once_flags and unused:
            message = (
                f"what is marked {flag} happened already, and may happen again as"
                f" {' or '.join(unused)}"
            )
            yield Worry("may-happen-again", message, ("flag", f"{part.person.id}/{flag}"), unused)


def _ways_on(graph: ControlGraph, pointer: Pointer, at: Item) -> Iterator[Worry]:
    """No way to the end, none but by the backstop, or one around a gate that was never met."""
    anew = pointer._replace(nodes_satisfied=())  # a gate that is met once more is held by once more
    world = walks_from(anew, graph, vocabulary(graph))
    if world.stuck() is not None or world.endless() is not None:
        yield Worry(
            "no-end",
            f"from {pointer.current_node} the end is not sure to be reached any more",
            at,
            (graph.start,),
        )
    elif not any(state.closed for state in unforced(world, graph).steps):
        yield Worry(
            "only-backstop",
            f"from {pointer.current_node} only the backstop leads to the end",
            at,
            (graph.start,),
        )
    if unmet := tuple(
        node for node in _in_walking_order(graph) if _goes_around(node, graph, world, pointer)
    ):
        gates = f"the gate{'s' * (len(unmet) > 1)} {' and '.join(unmet)}"
        yield Worry(
            "gate-never-met",
            f"from {pointer.current_node} the way on leads around {gates}, never met",
            at,
            unmet,
        )


def _goes_around(
    node: str, graph: ControlGraph, world: Explored[Pointer], pointer: Pointer
) -> bool:
    """A gate that was never met, and need not be met any more."""
    met = node in (pointer.current_node, *pointer.node_history, *pointer.nodes_satisfied)
    return (
        graph.by_id[node].is_gate
        and not met
        and any(state.closed for state in unforced(world, graph, past=node).steps)
    )


def _in_walking_order(graph: ControlGraph) -> list[str]:
    found = [graph.start]
    for name in found:
        found += [
            target for target in dict.fromkeys(graph.by_id[name].targets) if target not in found
        ]
    return found
