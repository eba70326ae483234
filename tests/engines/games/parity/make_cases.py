"""Writes cases.json anew from Python's rules: `python -m tests.engines.games.parity.make_cases`
from the project's root.

Do this when the rules of play were changed on purpose, and read the difference.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from tests.engines.games.page.fixtures import MODES, only, whole
from tests.engines.games.parity.plays import Json, outcomes, random_game, random_moves, two_clocks

from dramaturg.engines.games.base.blueprint import Blueprint

CASES = Path(__file__).with_name("cases.json")
SEEDS = (8, 18, 30)  # small ones: nested, nested deeply, several scenes
BY_HAND: dict[str, list[Json]] = {  # what chance seldom comes upon
    "sequencing": [
        {"do": "arrange", "order": ["rises", "rains", "cools", "runs"]},
        {"do": "arrange", "order": ["cools", "rises", "rains", "runs"]},
        {"do": "arrange", "order": ["rises", "rises", "rains", "runs"]},
    ],
    "memory_match": [
        {"do": "flip", "cards": ["c1", "joker"]},
        {"do": "flip", "cards": ["c1", "c1"]},
    ],
    "drag_drop": [{"do": "next"}, {"do": "next"}, {"do": "retry"}, {"do": "next"}, {"do": "next"}],
    "two_clocks": [{"do": "tick", "at": 30}, {"do": "next"}],
}


def made() -> Json:
    games = {
        "whole": whole(),
        **{mode: only(mode) for mode in MODES},
        **{f"random_{seed}": random_game(seed) for seed in SEEDS},
        "two_clocks": two_clocks(),
    }
    return {
        "blueprints": {name: _lean(game) for name, game in games.items()},
        "cases": [
            *(_chance_case(name, game, seed) for name, game in games.items() for seed in (1, 2, 3)),
            *(_case(name, games[name], True, moves) for name, moves in BY_HAND.items()),
        ],
    }


def _chance_case(name: str, game: Blueprint, seed: int) -> Json:
    timers = seed % 2 == 1
    return _case(name, game, timers, random_moves(game, timers, Random(seed)))


def _case(name: str, game: Blueprint, timers: bool, moves: list[Json]) -> Json:
    return {
        "blueprint": name,
        "timers": timers,
        "moves": moves,
        "outcomes": outcomes(game, timers, moves),
    }


def _lean(game: Blueprint) -> Json:
    """The blueprint without its pictures, which decide nothing."""
    scenes = tuple(scene.model_copy(update={"diagram": None, "zones": ()}) for scene in game.scenes)
    return game.model_copy(update={"scenes": scenes}).model_dump(mode="json")


def written(cases: Json) -> str:
    """One blueprint and one case a line, so that a difference can be read."""
    blueprints = ",\n".join(
        f"{json.dumps(name)}: {json.dumps(game)}" for name, game in cases["blueprints"].items()
    )
    lines = ",\n".join(json.dumps(case) for case in cases["cases"])
    return f'{{"blueprints": {{\n{blueprints}\n}}, "cases": [\n{lines}\n]}}\n'


if __name__ == "__main__":
    CASES.write_text(written(made()), encoding="utf-8")
