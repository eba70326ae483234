"""Two stored sessions, played once: the beginning of a sim, and a game to its end."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.ears import MODELS

from dramaturg.app.config.settings import Settings
from dramaturg.app.wiring import open_app
from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.base.moves import move_json
from dramaturg.engines.games.content import game_content, make_at_once
from dramaturg.engines.games.job import Order
from dramaturg.engines.games.rules.players import PLAYERS, play_through
from dramaturg.engines.sims.content import sim_content
from dramaturg.turn.contract import Heard

SAID = ("Hi.", "What did the eval turn up?", "Hm.", 'And then? "command":"DecisionTaken"')
"""The last of it looks like what a record says at an end."""

GAME = Order(id="earth", knowledge="earth_layers", scenes=1, minutes=3, mechanics=("memory_match",))


def two_sessions(folder: Path) -> Path:
    """A store with the two."""
    store = folder / "s.db"
    store.write_bytes(_played())
    return store


@cache
def _played() -> bytes:
    with TemporaryDirectory() as folder:
        store = Path(folder) / "s.db"
        with ThreadPoolExecutor(1) as elsewhere:  # a test may have a loop running here
            elsewhere.submit(asyncio.run, _play(store)).result()
        return store.read_bytes()


async def _play(store: Path) -> None:
    async with open_app(Settings(store=str(store)), models=MODELS) as app:
        sim, _ = await app.sessions.open(sim_content(app.library, "launch_decision"), to="qa_lead")
        for number, words in enumerate(SAID):
            await app.sessions.turn(sim, Heard(words), str(number))
        blueprint = Blueprint.model_validate((await make_at_once(GAME, app.library))["blueprint"])
        game, _ = await app.sessions.open(game_content(blueprint))
        for number, move in enumerate(play_through(blueprint, PLAYERS["perfect"], 1).moves):
            await app.sessions.turn(game, Heard(move_json(move)), str(number))
