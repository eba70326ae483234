"""Dramaturg: guided conversations in which a language model speaks and deterministic code decides.

The verbs of the command line as functions, each imported when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dramaturg.app.checking import check
    from dramaturg.app.productions import sim_content, sim_part
    from dramaturg.app.settings import Settings
    from dramaturg.app.wiring import open_app
    from dramaturg.engines.sims.walk import WalkReport, walk
    from dramaturg.kernel.conditions import parse as parse_condition
    from dramaturg.kernel.graph import ControlGraph
    from dramaturg.kernel.walker import GraphWalker
    from dramaturg.turn.contract import Heard

_HOMES = {
    "ControlGraph": "dramaturg.kernel.graph",
    "GraphWalker": "dramaturg.kernel.walker",
    "Heard": "dramaturg.turn.contract",
    "Settings": "dramaturg.app.settings",
    "WalkReport": "dramaturg.engines.sims.walk",
    "check": "dramaturg.app.checking",
    "open_app": "dramaturg.app.wiring",
    "parse_condition": "dramaturg.kernel.conditions",
    "sim_content": "dramaturg.app.productions",
    "sim_part": "dramaturg.app.productions",
    "walk": "dramaturg.engines.sims.walk",
}

__all__ = [
    "ControlGraph",
    "GraphWalker",
    "Heard",
    "Settings",
    "WalkReport",
    "check",
    "open_app",
    "parse_condition",
    "sim_content",
    "sim_part",
    "walk",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"dramaturg has no {name!r}")
    return getattr(import_module(_HOMES[name]), "parse" if name == "parse_condition" else name)
