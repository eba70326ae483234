"""One stored session of each engine, played once, for every test that decides them anew."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.engines.interviews.test_engine import ANSWERS
from tests.engines.memoir.sittings import BEGINNING, MINUTE, SITTINGS
from tests.support.ears import models_hearing

from dramaturg.app.config.settings import Settings
from dramaturg.app.wiring import App, open_app
from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.base.moves import move_json
from dramaturg.engines.games.content import game_content, make_at_once
from dramaturg.engines.games.job import Order
from dramaturg.engines.games.rules.players import PLAYERS, play_through
from dramaturg.engines.interviews.content import interview_content
from dramaturg.engines.memoir.content import memoir_content
from dramaturg.engines.sims.content import sim_content
from dramaturg.engines.sims.learners import AttentiveLearner
from dramaturg.turn.contract import Heard
from dramaturg.turn.ports import StoredContent

ENGINES = ("sims", "interviews", "memoir", "games")
GAME = Order(id="heart_game", knowledge="heart", difficulty="beginner", minutes=5, seed=2)
GENEROUS = [turn["said"] for turn in SITTINGS["generous"]]
MODELS = models_hearing(signals={GENEROUS[1]: {"elaboration": 0.9}})


def four_sessions(folder: Path) -> Path:
    """A store with the four, for one test."""
    store = folder / "sessions.db"
    store.write_bytes(_played())
    return store


@cache
def _played() -> bytes:
    with TemporaryDirectory() as folder:
        store = Path(folder) / "sessions.db"
        with ThreadPoolExecutor(1) as elsewhere:  # a test may have a loop running here
            elsewhere.submit(asyncio.run, _play_all(store)).result()
        return store.read_bytes()


async def _play_all(store: Path) -> None:
    async with open_app(Settings(store=str(store)), models=MODELS) as app:
        await _sim(app)
        await _play(
            app,
            interview_content(app.library, "means_end_chain", "oat_milk", max_turns=8),
            ANSWERS[:6],
        )
        await _play(app, memoir_content(app.library), GENEROUS)
        blueprint = Blueprint.model_validate((await make_at_once(GAME, app.library))["blueprint"])
        moves = play_through(blueprint, PLAYERS["guessing"], 1).moves
        await _play(app, game_content(blueprint), [move_json(move) for move in moves])


async def _play(app: App, content: StoredContent, said: Iterable[str]) -> None:
    session, _ = await app.sessions.open(content)
    for number, text in enumerate(said):
        await app.sessions.turn(session, Heard(text, at=BEGINNING + number * MINUTE), str(number))


async def _sim(app: App) -> None:
    session, _ = await app.sessions.open(sim_content(app.library, "launch_decision"), to="qa_lead")
    learner, number = AttentiveLearner(), 0
    heard = learner.answer("", ())
    while heard is not None:
        record = await app.sessions.turn(session, heard, str(number))
        heard, number = learner.answer(record.line, record.settlement.cues), number + 1
