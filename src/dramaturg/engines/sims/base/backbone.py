"""Backbones, as authored: the generic graph of nodes that every conversation of a tier walks (seed
000, §4 and §6).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from pydantic import Field

from dramaturg.engines.sims.base.relationship import STATES
from dramaturg.kernel.conditions import Condition, Flag, Number, Vocabulary, Words, bind, parse
from dramaturg.kernel.graph import Aside, ControlGraph, Edge, Node
from dramaturg.turn.authored import Authored, Name

Turns = Annotated[int, Field(ge=1, le=50)]


class ConditionalEdge(Authored):
    """A way out of a node that is taken if something holds."""

    to: str = Field(description="The node this edge leads to.")
    when: str = Field(description="Condition that opens it, such as 'relationship >= cooperative'.")
    once: str | None = Field(
        None, description="A flag that is set when the edge is taken, so that it opens only once."
    )


class ConditionalContent(Authored):
    """What may be said in a node if something holds."""

    source: str = Field(
        description="The content that is spoken inside this node while the condition holds."
    )
    when: str = Field(description="Condition that opens it, such as 'relationship >= cooperative'.")
    once: str | None = Field(
        None, description="A flag that is set when it has been said, so that it is said only once."
    )


class BackboneNode(Authored):
    """A stretch of a conversation: what it is for, where its content comes from, how it is left."""

    id: str = Field(pattern=r"^[A-Z][A-Z0-9_]*$", description="Name of the node, in capitals.")
    intent: str = Field(description="What a turn in this node is for, in words for the speaker.")
    content_source: tuple[str, ...] = Field(
        min_length=1, description="Where its content comes from in a person's part of the scenario."
    )
    satisfy_when: str = Field(
        "", description="When its purpose has landed, in words for the speaker."
    )
    min_turns: Turns = Field(1, description="Never left before this many exchanges.")
    max_turns: Turns = Field(
        1, description="Left after this many exchanges, satisfied or not; does not override a gate."
    )
    is_gate: bool = Field(False, description="Left only when satisfied, or by the backstop.")
    is_branch: bool = Field(
        False, description="Asks a pointed question with options and waits for the answer."
    )
    is_terminal: bool = Field(False, description="The end of the walk.")
    self_loop: bool = Field(False, description="May be stayed in, up to max_turns.")
    optional: bool = Field(False, description="Left out where the scenario has no content for it.")
    advance: str | None = Field(None, description="The next node.")
    conditional: tuple[ConditionalEdge, ...] = Field(
        (), description="Other ways out, tried in order before advance."
    )
    asides: tuple[ConditionalContent, ...] = Field(
        (), description="Content spoken inside the node when its condition holds."
    )


class Backbone(Authored):
    """The nodes of one tier, hand-written once and used by every scenario of that tier."""

    kind: Literal["backbone"]
    id: Name
    version: str = Field(description="Changes whenever the meaning changes; sessions remember it.")
    title: str
    start: str = Field(description="The node a walk begins in.")
    backstop: Turns | None = Field(
        6, description="Exchanges held in one gate after which the walk goes to its end anyway."
    )
    nodes: tuple[BackboneNode, ...] = Field(min_length=2)


# What the conditions of a backbone may read, besides its own once-only flags.
FACTS: Vocabulary = {
    "relationship": Words(STATES, ordered=True),
    "score": Number(whole=True),
    "detours": Number(low=0, whole=True),
    "choice": Words(("a", "b", "c", "d")),
    "detour": Flag(),
}


def condition(text: str) -> Condition:
    """Raises ConditionError."""
    return bind(parse(text), FACTS)


def backbone_graph(
    backbone: Backbone, read: Callable[[str], Condition] = condition
) -> ControlGraph:
    """The backbone as the kernel's graph. Its conditions must parse: `proofs.backbone_faults` says
    whether they do.
    """
    nodes = tuple(_node(node, read) for node in backbone.nodes)
    return ControlGraph(backbone.id, backbone.start, nodes, backbone.backstop)


def vocabulary(graph: ControlGraph) -> Vocabulary:
    """The facts that conditions of this graph may read."""
    return {**dict.fromkeys(graph.once_flags, Flag()), **FACTS}


def _node(node: BackboneNode, read: Callable[[str], Condition]) -> Node:
    return Node(
        id=node.id,
        intent=node.intent,
        content_source=node.content_source,
        satisfy_when=node.satisfy_when,
        min_turns=node.min_turns,
        max_turns=node.max_turns,
        is_gate=node.is_gate,
        is_branch=node.is_branch,
        is_terminal=node.is_terminal,
        self_loop=node.self_loop,
        advance=node.advance,
        conditional=tuple(Edge(edge.to, read(edge.when), edge.once) for edge in node.conditional),
        asides=tuple(Aside(aside.source, read(aside.when), aside.once) for aside in node.asides),
    )
