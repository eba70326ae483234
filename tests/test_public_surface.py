"""The public surface is small, and it is pinned here: a change to it is a decision, not an accident."""

from __future__ import annotations

import subprocess
import sys

import dramaturg

NAMES = [
    "ControlGraph",
    "DepthGovernor",
    "GraphWalker",
    "Heard",
    "Ladder",
    "Ledger",
    "PersonaRouter",
    "Said",
    "Settings",
    "Teller",
    "TurnSignals",
    "WalkReport",
    "artifacts_of",
    "build_game_graph",
    "check",
    "cutoff_rules",
    "decide_lines",
    "find_game",
    "game_content",
    "implication_matrix",
    "memoir_content",
    "open_app",
    "parse_condition",
    "rank_strategy_node_pairs",
    "read_design",
    "read_signals",
    "saturation",
    "sim_content",
    "sim_part",
    "study_content",
    "validate_game_graph",
    "value_map",
    "walk",
]


def test_the_names_are_these_and_no_others() -> None:
    assert sorted(dramaturg.__all__) == NAMES
    assert all(callable(getattr(dramaturg, name)) for name in NAMES)


def test_an_unknown_name_is_an_attribute_error() -> None:
    assert not hasattr(dramaturg, "frobnicate")


def test_importing_dramaturg_imports_nothing_else() -> None:
    code = "import sys, dramaturg; print([name for name in sys.modules if name.startswith(('dramaturg.', 'pydantic', 'numpy'))])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip() == "[]"
