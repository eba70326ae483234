"""The walk that all contenders take: the eight nodes of the library's technical backbone, begun
again when it has closed.
"""

from __future__ import annotations

from functools import cache

from dramaturg.app.content.kinds import KINDS
from dramaturg.content.library import Library, packaged
from dramaturg.engines.sims.base.binding import Walker
from dramaturg.engines.sims.content import sim_part
from dramaturg.kernel.conditions import Facts
from dramaturg.kernel.walker import ExchangeReport, Pointer, Step

FACTS: Facts = {"relationship": "cooperative", "score": 12, "detours": 0, "detour": False}
LANDED = ExchangeReport(satisfied=True)

LEARNER = "Okay, so how bad is it really, compared with what we promised the client?"
PERSON = "What keeps me up is the contract. We committed to at most 2% error on exactly these prompts, and we measured 23.4%."


@cache
def walker() -> Walker:
    return sim_part(Library(KINDS, (packaged(),)), "launch_decision", "qa_lead").walker


def exchange(walker: Walker, pointer: Pointer) -> Step:
    """One exchange that lands: a closed walk begins again, a pointed question counts as
    answered.
    """
    if pointer.closed:
        pointer = walker.start()
    elif pointer.armed:
        pointer = walker.resolve(pointer, FACTS).pointer
    return walker.advance(pointer, LANDED, FACTS)


@cache
def course() -> tuple[str, ...]:
    """The node of each exchange of one walk, for the peers to be held to. The gate holds the walk
    for one exchange.
    """
    pointer, nodes = walker().start(), []
    while not pointer.closed:
        step = exchange(walker(), pointer)
        nodes.append(step.node)
        pointer = step.pointer
    return tuple(nodes)


GATE = next(node.id for node in walker().graph.nodes if node.is_gate)
FOLLOWING = {node.id: node.advance or walker().graph.start for node in walker().graph.nodes}
"""The same graph as a peer is told it: after each node the next, after the last the first."""
