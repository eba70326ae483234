"""Dramaturg: guided conversations and learning games in which a language model speaks and deterministic code decides.

The verbs of the command line as functions, each imported when it is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dramaturg.app.checking.check import check
    from dramaturg.app.games import find_game
    from dramaturg.app.interviewer import artifacts_of
    from dramaturg.app.migrating.migrate import Migrations
    from dramaturg.app.productions import game_content, memoir_content, sim_content, sim_part, study_content
    from dramaturg.app.settings import Settings
    from dramaturg.app.signals import read_signals
    from dramaturg.app.simulating.games import WantedGames, plan_games
    from dramaturg.app.simulating.interviews import WantedInterviews, plan_interviews
    from dramaturg.app.simulating.memoirs import WantedMemoirs, plan_memoirs
    from dramaturg.app.simulating.running import simulate
    from dramaturg.app.simulating.sims import WantedSims, plan_sims
    from dramaturg.app.versions import find_version
    from dramaturg.app.walkthroughs.suite import find_suite
    from dramaturg.app.what_if import Another, Deciders, what_if
    from dramaturg.app.wiring import open_app
    from dramaturg.engines.games.build import build_game_graph
    from dramaturg.engines.games.design import read_design
    from dramaturg.engines.games.validate import validate_game_graph
    from dramaturg.engines.interviews.choosing.scoring import rank_strategy_node_pairs
    from dramaturg.engines.interviews.study.counting.cutoffs import cutoff_rules
    from dramaturg.engines.interviews.study.counting.matrix import Ladder, implication_matrix
    from dramaturg.engines.interviews.study.counting.saturation import saturation
    from dramaturg.engines.interviews.study.counting.value_map import value_map
    from dramaturg.engines.memoir.artifacts import Teller
    from dramaturg.engines.memoir.governing.decide_lines import decide_lines
    from dramaturg.engines.memoir.governing.governor import DepthGovernor
    from dramaturg.engines.memoir.governing.ledger import Ledger
    from dramaturg.engines.memoir.governing.router import PersonaRouter
    from dramaturg.engines.memoir.signals import TurnSignals
    from dramaturg.engines.sims.walk import WalkReport, walk
    from dramaturg.kernel.conditions import parse as parse_condition
    from dramaturg.kernel.graph import ControlGraph
    from dramaturg.kernel.walker import GraphWalker
    from dramaturg.turn.contract import Heard
    from dramaturg.turn.readings import Said

_HOMES = {
    "Another": "dramaturg.app.what_if",
    "ControlGraph": "dramaturg.kernel.graph",
    "Deciders": "dramaturg.app.what_if",
    "DepthGovernor": "dramaturg.engines.memoir.governing.governor",
    "GraphWalker": "dramaturg.kernel.walker",
    "Heard": "dramaturg.turn.contract",
    "Ladder": "dramaturg.engines.interviews.study.counting.matrix",
    "Ledger": "dramaturg.engines.memoir.governing.ledger",
    "Migrations": "dramaturg.app.migrating.migrate",
    "PersonaRouter": "dramaturg.engines.memoir.governing.router",
    "Said": "dramaturg.turn.readings",
    "Settings": "dramaturg.app.settings",
    "Teller": "dramaturg.engines.memoir.artifacts",
    "TurnSignals": "dramaturg.engines.memoir.signals",
    "WalkReport": "dramaturg.engines.sims.walk",
    "WantedGames": "dramaturg.app.simulating.games",
    "WantedInterviews": "dramaturg.app.simulating.interviews",
    "WantedMemoirs": "dramaturg.app.simulating.memoirs",
    "WantedSims": "dramaturg.app.simulating.sims",
    "artifacts_of": "dramaturg.app.interviewer",
    "build_game_graph": "dramaturg.engines.games.build",
    "check": "dramaturg.app.checking.check",
    "cutoff_rules": "dramaturg.engines.interviews.study.counting.cutoffs",
    "decide_lines": "dramaturg.engines.memoir.governing.decide_lines",
    "find_game": "dramaturg.app.games",
    "find_suite": "dramaturg.app.walkthroughs.suite",
    "find_version": "dramaturg.app.versions",
    "game_content": "dramaturg.app.productions",
    "implication_matrix": "dramaturg.engines.interviews.study.counting.matrix",
    "memoir_content": "dramaturg.app.productions",
    "open_app": "dramaturg.app.wiring",
    "parse_condition": "dramaturg.kernel.conditions",
    "plan_games": "dramaturg.app.simulating.games",
    "plan_interviews": "dramaturg.app.simulating.interviews",
    "plan_memoirs": "dramaturg.app.simulating.memoirs",
    "plan_sims": "dramaturg.app.simulating.sims",
    "rank_strategy_node_pairs": "dramaturg.engines.interviews.choosing.scoring",
    "read_design": "dramaturg.engines.games.design",
    "read_signals": "dramaturg.app.signals",
    "saturation": "dramaturg.engines.interviews.study.counting.saturation",
    "sim_content": "dramaturg.app.productions",
    "sim_part": "dramaturg.app.productions",
    "simulate": "dramaturg.app.simulating.running",
    "study_content": "dramaturg.app.productions",
    "validate_game_graph": "dramaturg.engines.games.validate",
    "value_map": "dramaturg.engines.interviews.study.counting.value_map",
    "walk": "dramaturg.engines.sims.walk",
    "what_if": "dramaturg.app.what_if",
}

__all__ = [
    "Another",
    "ControlGraph",
    "Deciders",
    "DepthGovernor",
    "GraphWalker",
    "Heard",
    "Ladder",
    "Ledger",
    "Migrations",
    "PersonaRouter",
    "Said",
    "Settings",
    "Teller",
    "TurnSignals",
    "WalkReport",
    "WantedGames",
    "WantedInterviews",
    "WantedMemoirs",
    "WantedSims",
    "artifacts_of",
    "build_game_graph",
    "check",
    "cutoff_rules",
    "decide_lines",
    "find_game",
    "find_suite",
    "find_version",
    "game_content",
    "implication_matrix",
    "memoir_content",
    "open_app",
    "parse_condition",
    "plan_games",
    "plan_interviews",
    "plan_memoirs",
    "plan_sims",
    "rank_strategy_node_pairs",
    "read_design",
    "read_signals",
    "saturation",
    "sim_content",
    "sim_part",
    "simulate",
    "study_content",
    "validate_game_graph",
    "value_map",
    "walk",
    "what_if",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"dramaturg has no {name!r}")
    return getattr(import_module(_HOMES[name]), "parse" if name == "parse_condition" else name)
