"""Random edits of a backbone, each with what became of every node, so that it is known where a
session belongs afterwards.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from dramaturg.content.documents import canonical
from dramaturg.engines.sims.base.state import Conversation, SimState
from dramaturg.engines.sims.engine import SimEngine
from dramaturg.kernel.walker import ExchangeReport

Body = dict[str, Any]
Nodes = list[dict[str, Any]]
Heirs = dict[str, str | None]

WORDS = (
    "ledger",
    "harbour",
    "signal",
    "margin",
    "voucher",
    "timber",
    "cable",
    "orchard",
    "ballast",
    "quarry",
    "beacon",
    "lantern",
)


@dataclass(frozen=True, slots=True)
class Edit:
    """An edited backbone, and for every node it had before the one that it is now; None where it is
    gone.
    """

    kinds: tuple[str, ...]
    body: str
    heirs: Mapping[str, str | None]


def edited(body: str, chance: Random) -> Edit:
    """One to three edits, one after the other."""
    backbone: Body = json.loads(body)
    heirs: Heirs = {node["id"]: node["id"] for node in backbone["nodes"]}
    kinds: list[str] = []
    for _ in range(chance.choice((1, 1, 2, 3))):
        kinds.append(chance.choice(list(EDITS) if _inner(backbone) else ["insert", "rename"]))
        since = EDITS[kinds[-1]](backbone, chance)
        heirs = {was: since.get(now, now) if now else None for was, now in heirs.items()}
    backbone["version"] = f"{backbone['version']}-edited"
    return Edit(tuple(kinds), canonical(backbone), heirs)


# ── edits ─────────────────────────────────────────────────────────────────────────────────────────


def insert(backbone: Body, chance: Random) -> Heirs:
    """A new node between two, sometimes a gate."""
    nodes = backbone["nodes"]
    at = chance.randrange(len(nodes) - 1)
    gate = (
        {"content_source": ["decision_facts"], "is_gate": True, "max_turns": 2}
        if chance.random() < 0.4
        else {}
    )
    id = _unused("NEW", nodes)
    new = {
        "id": id,
        "intent": " ".join(chance.choice(WORDS) for _ in range(6)),
        "content_source": ["greeting"],
        "advance": nodes[at]["advance"],
        **gate,
    }
    nodes[at]["advance"] = id
    nodes.insert(at + 1, new)
    return {}


def remove(backbone: Body, chance: Random) -> Heirs:
    node = chance.choice(_inner(backbone))
    _redirect(backbone, node["id"], node["advance"])
    backbone["nodes"].remove(node)
    return {node["id"]: None}


def rename(backbone: Body, chance: Random) -> Heirs:
    node = chance.choice(backbone["nodes"])
    was, now = node["id"], _unused(chance.choice(WORDS).upper(), backbone["nodes"])
    _redirect(backbone, was, now)
    node["id"] = now
    if backbone["start"] == was:
        backbone["start"] = now
    return {was: now}


def reorder(backbone: Body, chance: Random) -> Heirs:
    """Two nodes that follow one another change places."""
    first = chance.choice(_inner(backbone))
    second = next(node for node in backbone["nodes"] if node["id"] == first["advance"])
    if not second.get("is_terminal") and second is not first:
        _redirect(backbone, first["id"], second["id"])
        first["advance"], second["advance"] = second["advance"], first["id"]
        nodes = backbone["nodes"]
        one, other = nodes.index(first), nodes.index(second)
        nodes[one], nodes[other] = nodes[other], nodes[one]
    return {}


def split(backbone: Body, chance: Random) -> Heirs:
    """One node becomes two that share what it said; sometimes the first half keeps the name."""
    node = chance.choice(_inner(backbone))
    nodes, id = backbone["nodes"], node["id"]
    first = id if chance.random() < 0.5 else _unused(f"{id}_A", nodes)
    second = _unused(f"{id}_B", nodes)
    intent = node["intent"].split()
    half = len(intent) // 2
    at = nodes.index(node)
    if first != id:
        _redirect(backbone, id, first)
    one = {**node, "id": first, "intent": " ".join(intent[:half]), "advance": second}
    other = {**node, "id": second, "intent": " ".join(intent[half:])}
    nodes[at : at + 1] = [
        one,
        {key: value for key, value in other.items() if key not in ("asides", "conditional")},
    ]
    return {} if first == id else {id: None}


def retarget(backbone: Body, chance: Random) -> Heirs:
    """A node leads elsewhere, at times only when a condition holds."""
    nodes = backbone["nodes"]
    at = chance.randrange(len(nodes) - 1)
    to = chance.choice(nodes[at + 1 :])["id"]
    if chance.random() < 0.5:
        nodes[at]["advance"] = to
    else:
        way = {
            "to": to,
            "when": "relationship >= cooperative",
            "once": _unused("way", nodes).lower(),
        }
        nodes[at]["conditional"] = [*nodes[at].get("conditional", ()), way]
    return {}


EDITS: Mapping[str, Callable[[Body, Random], Heirs]] = {
    "insert": insert,
    "remove": remove,
    "rename": rename,
    "reorder": reorder,
    "split": split,
    "retarget": retarget,
}


def _inner(backbone: Body) -> Nodes:
    """The nodes that are neither the first nor the last."""
    return [
        node
        for node in backbone["nodes"]
        if node["id"] != backbone["start"] and not node.get("is_terminal")
    ]


def _redirect(backbone: Body, was: str, now: str) -> None:
    for node in backbone["nodes"]:
        if node.get("advance") == was:
            node["advance"] = now
        for way in node.get("conditional", ()):
            way["to"] = now if way["to"] == was else way["to"]


def _unused(name: str, nodes: Sequence[Mapping[str, Any]]) -> str:
    taken = {node["id"] for node in nodes} | {
        str(way.get("once")).upper() for node in nodes for way in node.get("conditional", ())
    }
    return next(
        f"{name}_{number}" for number in range(1, 100) if f"{name}_{number}".upper() not in taken
    )


# ── sessions that stand everywhere ────────────────────────────────────────────────────────────────


def paused(engine: SimEngine, person: str) -> Iterator[SimState]:
    """Sessions paused after every exchange with a person: with somebody who follows, and with
    somebody who never does.
    """
    for satisfied in (True, False):
        state = SimState(person, {person: Conversation(engine.parts[person].walker.start())})
        while not state.conversation.pointer.closed:
            yield state
            state = played_on(engine, state, satisfied)


def played_on(engine: SimEngine, state: SimState, satisfied: bool = True) -> SimState:
    """The session one exchange later, without words: the person says all that the node has, and an
    option is chosen.
    """
    part, conversation = engine.parts[state.person], state.conversation
    facts = part.facts(conversation.pointer, conversation.score)
    if conversation.pointer.armed:
        pointer, said = (
            part.walker.resolve(conversation.pointer, {**facts, "choice": "a"}).pointer,
            conversation.said,
        )
    else:
        pointer = part.walker.advance(
            conversation.pointer, ExchangeReport(satisfied), facts
        ).pointer
        content = part.content[conversation.pointer.current_node]
        said = tuple(dict.fromkeys((*conversation.said, *(material.id for material in content))))
    return replace(
        state,
        conversations={
            **state.conversations,
            state.person: replace(conversation, pointer=pointer, said=said),
        },
    )
