"""Dramaturg: guided conversations and learning games in which a language model speaks and
deterministic code decides.

The verbs of the command line as functions, each imported when it is first used:

    async with dramaturg.open_app() as app:
        content = dramaturg.interview_content(app.library, "means_end_chain", "oat_milk")
        session, opening = await app.sessions.open(content)
        record = await app.sessions.turn(session, dramaturg.Heard("It foams well."), key="1")

docs/python.md has a line for each name.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any
from warnings import warn

if TYPE_CHECKING:
    from dramaturg.app.check.check import check
    from dramaturg.app.config.settings import Settings
    from dramaturg.app.content.swap import ContentChange, find_version
    from dramaturg.app.migrate.migrate import Migrations
    from dramaturg.app.model_trials import try_models
    from dramaturg.app.replay.what_if import Deciders, what_if
    from dramaturg.app.signals import read_signals
    from dramaturg.app.simulate.run import simulate
    from dramaturg.app.walkthroughs.suite import find_suite
    from dramaturg.app.wiring import open_app
    from dramaturg.engines.games.checks.plan import validate_game_graph
    from dramaturg.engines.games.content import find_game, game_content
    from dramaturg.engines.games.make.build import build_game_graph
    from dramaturg.engines.games.make.read_design import read_design
    from dramaturg.engines.games.simulate import SimulateGames, plan_games
    from dramaturg.engines.interviews.content import interview_content
    from dramaturg.engines.interviews.simulate import SimulateInterviews, plan_interviews
    from dramaturg.engines.interviews.strategy.scoring import rank_strategy_node_pairs
    from dramaturg.engines.memoir.artifact_files import artifacts_of
    from dramaturg.engines.memoir.base.artifacts import Teller
    from dramaturg.engines.memoir.base.ledger import Ledger
    from dramaturg.engines.memoir.base.signals import TurnSignals
    from dramaturg.engines.memoir.content import memoir_content
    from dramaturg.engines.memoir.decide_lines import decide_lines
    from dramaturg.engines.memoir.govern.governor import DepthGovernor
    from dramaturg.engines.memoir.govern.router import PersonaRouter
    from dramaturg.engines.memoir.simulate import SimulateMemoirs, plan_memoirs
    from dramaturg.engines.sims.content import sim_content, sim_part
    from dramaturg.engines.sims.simulate import SimulateSims, plan_sims
    from dramaturg.engines.sims.walk import WalkReport, walk
    from dramaturg.kernel.conditions import parse as parse_condition
    from dramaturg.kernel.graph import ControlGraph
    from dramaturg.kernel.walker import GraphWalker
    from dramaturg.studies.content import study_content
    from dramaturg.studies.figures.cutoffs import cutoff_rules
    from dramaturg.studies.figures.matrix import Ladder, implication_matrix
    from dramaturg.studies.figures.saturation import saturation
    from dramaturg.studies.figures.value_map import value_map
    from dramaturg.turn.contract import Heard
    from dramaturg.turn.readings import Utterance

_HOMES = {
    "ContentChange": "dramaturg.app.content.swap",
    "ControlGraph": "dramaturg.kernel.graph",
    "Deciders": "dramaturg.app.replay.what_if",
    "DepthGovernor": "dramaturg.engines.memoir.govern.governor",
    "GraphWalker": "dramaturg.kernel.walker",
    "Heard": "dramaturg.turn.contract",
    "Ladder": "dramaturg.studies.figures.matrix",
    "Ledger": "dramaturg.engines.memoir.base.ledger",
    "Migrations": "dramaturg.app.migrate.migrate",
    "PersonaRouter": "dramaturg.engines.memoir.govern.router",
    "Settings": "dramaturg.app.config.settings",
    "SimulateGames": "dramaturg.engines.games.simulate",
    "SimulateInterviews": "dramaturg.engines.interviews.simulate",
    "SimulateMemoirs": "dramaturg.engines.memoir.simulate",
    "SimulateSims": "dramaturg.engines.sims.simulate",
    "Teller": "dramaturg.engines.memoir.base.artifacts",
    "TurnSignals": "dramaturg.engines.memoir.base.signals",
    "Utterance": "dramaturg.turn.readings",
    "WalkReport": "dramaturg.engines.sims.walk",
    "artifacts_of": "dramaturg.engines.memoir.artifact_files",
    "build_game_graph": "dramaturg.engines.games.make.build",
    "check": "dramaturg.app.check.check",
    "cutoff_rules": "dramaturg.studies.figures.cutoffs",
    "decide_lines": "dramaturg.engines.memoir.decide_lines",
    "find_game": "dramaturg.engines.games.content",
    "find_suite": "dramaturg.app.walkthroughs.suite",
    "find_version": "dramaturg.app.content.swap",
    "game_content": "dramaturg.engines.games.content",
    "implication_matrix": "dramaturg.studies.figures.matrix",
    "interview_content": "dramaturg.engines.interviews.content",
    "memoir_content": "dramaturg.engines.memoir.content",
    "open_app": "dramaturg.app.wiring",
    "parse_condition": "dramaturg.kernel.conditions",
    "plan_games": "dramaturg.engines.games.simulate",
    "plan_interviews": "dramaturg.engines.interviews.simulate",
    "plan_memoirs": "dramaturg.engines.memoir.simulate",
    "plan_sims": "dramaturg.engines.sims.simulate",
    "rank_strategy_node_pairs": "dramaturg.engines.interviews.strategy.scoring",
    "read_design": "dramaturg.engines.games.make.read_design",
    "read_signals": "dramaturg.app.signals",
    "saturation": "dramaturg.studies.figures.saturation",
    "sim_content": "dramaturg.engines.sims.content",
    "sim_part": "dramaturg.engines.sims.content",
    "simulate": "dramaturg.app.simulate.run",
    "study_content": "dramaturg.studies.content",
    "try_models": "dramaturg.app.model_trials",
    "validate_game_graph": "dramaturg.engines.games.checks.plan",
    "value_map": "dramaturg.studies.figures.value_map",
    "walk": "dramaturg.engines.sims.walk",
    "what_if": "dramaturg.app.replay.what_if",
}
_RENAMED = {
    "Another": "ContentChange",
    "Said": "Utterance",
    "WantedGames": "SimulateGames",
    "WantedInterviews": "SimulateInterviews",
    "WantedMemoirs": "SimulateMemoirs",
    "WantedSims": "SimulateSims",
}
"""Names of before, which still work and say so."""

__all__ = [
    "ContentChange",
    "ControlGraph",
    "Deciders",
    "DepthGovernor",
    "GraphWalker",
    "Heard",
    "Ladder",
    "Ledger",
    "Migrations",
    "PersonaRouter",
    "Settings",
    "SimulateGames",
    "SimulateInterviews",
    "SimulateMemoirs",
    "SimulateSims",
    "Teller",
    "TurnSignals",
    "Utterance",
    "WalkReport",
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
    "interview_content",
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
    "try_models",
    "validate_game_graph",
    "value_map",
    "walk",
    "what_if",
]


def __getattr__(name: str) -> Any:
    if name in _RENAMED:
        warn(
            f"dramaturg.{name} is now dramaturg.{_RENAMED[name]}", DeprecationWarning, stacklevel=2
        )
        return __getattr__(_RENAMED[name])
    if name not in _HOMES:
        raise AttributeError(f"dramaturg has no {name!r}")
    return getattr(import_module(_HOMES[name]), "parse" if name == "parse_condition" else name)
