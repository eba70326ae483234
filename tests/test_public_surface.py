"""The public surface is small, and it is pinned here: a change to it is a decision, not an
accident.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import dramaturg
from dramaturg.app.content.kinds import KINDS
from dramaturg.content.library import Library, packaged

NAMES = [
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


def test_the_names_are_these_and_no_others() -> None:
    assert sorted(dramaturg.__all__) == NAMES
    assert all(callable(getattr(dramaturg, name)) for name in NAMES)


def test_names_of_before_still_work_and_say_what_they_are_called_now() -> None:
    with pytest.warns(DeprecationWarning, match="now dramaturg.Utterance"):
        assert dramaturg.Said is dramaturg.Utterance


def test_every_name_has_a_line_with_an_example_in_the_docs() -> None:
    page = (Path(__file__).parents[1] / "docs" / "python.md").read_text(encoding="utf-8")
    assert [name for name in NAMES if f"| `{name}` |" not in page] == []


def test_an_unknown_name_is_an_attribute_error() -> None:
    assert not hasattr(dramaturg, "frobnicate")


def test_importing_dramaturg_imports_nothing_else() -> None:
    code = "import sys, dramaturg; print([name for name in sys.modules if name.startswith(('dramaturg.', 'pydantic', 'numpy'))])"
    assert (
        subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout.strip()
        == "[]"
    )


GAME = "heart"


def test_players_are_simulated() -> None:
    library = Library(KINDS, (packaged(),))
    plan = dramaturg.plan_games(library, dramaturg.SimulateGames(game=GAME, players=("knower",)))
    (result,) = dramaturg.simulate([plan], dramaturg.Settings(store="", model="offline"))
    assert result.ending == "finished"


def test_walkthroughs_are_found() -> None:
    suite = dramaturg.find_suite([packaged() / "walkthroughs" / "all_of_the_heart.yaml"])
    assert [each.id for each in suite.walkthroughs] == ["all_of_the_heart"]


async def test_a_session_is_decided_anew_and_migrated(tmp_path: Path) -> None:
    """From one version of a game to the next: what it would have decided otherwise, and going on
    with it.
    """
    async with dramaturg.open_app(
        dramaturg.Settings(store=str(tmp_path / "s.db"), model="offline")
    ) as app:
        older = dramaturg.game_content(await dramaturg.find_game(GAME, app.library))
        session, _ = await app.sessions.open(older)
        (tmp_path / "game.json").write_text(
            json.dumps({**json.loads(older.body), "title": "The heart, again"})
        )
        newer = dramaturg.find_version(app.library, str(tmp_path / "game.json"))
        found = await dramaturg.what_if(
            app.log, session, dramaturg.Deciders(dramaturg.ContentChange(newer))
        )
        assert found.outcome == "same"
        migrations = dramaturg.Migrations(app.log, app.sessions, newer)
        done = await migrations.apply((await migrations.survey()).planned)
        assert [plan.session for plan in done.migrated] == [session]
        assert (await migrations.undo()).taken_back == (session,)
