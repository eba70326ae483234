"""A small game of two rounds, made once for all tests of a worker, on the shelf of whoever wants
it.
"""

from __future__ import annotations

import asyncio
from functools import cache
from pathlib import Path
from typing import Any

from dramaturg.app.config.settings import Settings
from dramaturg.app.content.kinds import library_of
from dramaturg.app.games.game_store import shelf_of
from dramaturg.engines.games.content import make_at_once
from dramaturg.engines.games.job import Order

ORDER = Order(
    id="earth",
    knowledge="earth_layers",
    scenes=1,
    minutes=3,
    mechanics=("drag_drop", "memory_match"),
)


@cache
def made() -> dict[str, Any]:
    return asyncio.run(make_at_once(ORDER, library_of(Settings(store="-"))))


def shelved(folder: Path) -> Settings:
    """The settings of a server over this folder, with the game on its shelf."""
    settings = Settings(store=str(folder / "s.db"))
    shelf_of(settings).save("earth", made())
    return settings
