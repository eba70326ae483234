"""Every fault the kernel can find in graphs, conditions, signals, weights and routes, with its
meaning.

Each code has a page under docs/faults/.
"""

from __future__ import annotations

from collections.abc import Mapping

CODES: Mapping[str, str] = {
    "backstop-too-short": "A gate's backstop comes before anyone could clear the gate.",
    "dead-end": "A node has no way on and is not the end.",
    "duplicate-node": "Two nodes have the same id.",
    "edge-to-nowhere": "An edge or the start names a node that does not exist.",
    "end-with-exit": "The terminal node has an edge.",
    "endless-walk": "A conversation can go on for ever.",
    "gate-and-branch": "A node is both a gate and a branch.",
    "gate-bypassed": "A walk can reach the end without coming to a gate.",
    "min-above-max": "A node must last longer than it may.",
    "never-happens": (
        "Edges lead to a node, or a once-only way is there, but no walk can ever take it."
    ),
    "no-single-end": "There is no terminal node, or more than one.",
    "route-shadowed": "A rule stands after one that always holds.",
    "route-without-default": "No rule is sure to hold.",
    "signal-cycle": "Detectors wait for one another.",
    "signal-missing": "A detector needs a signal that nobody gives.",
    "signal-twice": "Two detectors give the same signal.",
    "too-many-facts": "A condition reads more facts at once than can be tried.",
    "too-many-states": "A walk has more states than can be walked through.",
    "trap": "A walk can come to where no end can be reached any more.",
    "unknown-fact": "A condition reads a fact that does not exist.",
    "unknown-word": "A condition compares a fact with a word that it can never be.",
    "unreachable-node": "No edge leads to a node, not even by a detour.",
    "unsatisfiable-condition": "A condition can never hold.",
    "weight-never-fires": "A weight is about a value that its signal never has.",
    "weight-unknown-signal": "A weight is about a signal that does not exist.",
    "wrong-comparison": (
        "A condition compares a fact with a value of another type, or orders what has no order."
    ),
}
