"""The launch decision, talked through: Maya heard out, Marcus greeted, the call made."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.support.ears import MODELS

from dramaturg.app.config.settings import Settings
from dramaturg.app.wiring import App, open_app
from dramaturg.engines.sims.content import sim_content
from dramaturg.engines.sims.engine import DECISION
from dramaturg.turn.contract import Heard
from dramaturg.turn.ports import StoredContent

WITH_MAYA = (
    Heard("Hi, I've been brought in to make the call. What's going on?"),
    Heard("What did the eval turn up?"),
    Heard("Is it across the board, or only in specific areas?"),
    Heard("Should I just call the client and tell them we're slipping the date?"),
    Heard("Okay. What else should I know?"),
    Heard(choice="a"),
    Heard("How bad is it really, in terms of what we promised the client?"),
    Heard("So it's 23.4% against 2%. That decides it, then."),
    Heard("I'm listening, go on."),
    Heard("No. Not against a ceiling of 2%."),
    Heard("Thank you, that helps me a lot."),
)
WITH_MARCUS = (Heard("Hello, Marcus.", to="product_manager"),)
THE_CALL = (Heard(choice="ship_as_is", to=DECISION),)
WHOLE = (*WITH_MAYA, *WITH_MARCUS, *THE_CALL)
ASKED, CHOSEN, HELD, CLEARED, IN_WORDS, FAREWELL, GREETED, DECIDED = 5, 6, 7, 8, 10, 11, 12, 13


def talked_through(folder: Path) -> str:
    """Puts a store with the whole of it into a folder, and gives the session. It is played once for
    all tests.
    """
    store, session = _played()
    (folder / "s.db").write_bytes(store)
    return session


@cache
def _played() -> tuple[bytes, str]:
    with TemporaryDirectory() as folder:
        store = Path(folder) / "s.db"
        with ThreadPoolExecutor(1) as elsewhere:  # a test may have a loop running here
            session = elsewhere.submit(asyncio.run, _play(store)).result()
        return store.read_bytes(), session


async def _play(store: Path) -> str:
    async with open_app(Settings(store=str(store)), models=MODELS) as app:
        return await talk(app, WHOLE)


async def talk(app: App, turns: tuple[Heard, ...], content: StoredContent | None = None) -> str:
    session, _ = await app.sessions.open(
        content or sim_content(app.library, "launch_decision"), to="qa_lead"
    )
    for number, heard in enumerate(turns, start=1):
        await app.sessions.turn(session, heard, str(number))
    return session
