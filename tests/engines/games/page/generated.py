"""Real games, made from the knowledge that Dramaturg brings along, each with every mechanic that it
can feed.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from tests.engines.games.library import FOLDER

from dramaturg.content.library import Library
from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.base.design import MECHANIC_TYPES
from dramaturg.engines.games.base.knowledge import Knowledge
from dramaturg.engines.games.content import make_at_once
from dramaturg.engines.games.job import Order

MINUTES = 25
SUBJECTS = tuple(sorted(file.stem for file in FOLDER.glob("*.yaml")))


@cache
def generated(subject: str, seed: int = 0) -> Blueprint:
    order = Order(
        id=f"{subject}_{seed}",
        knowledge=subject,
        minutes=MINUTES,
        mechanics=tuple(MECHANIC_TYPES),
        seed=seed,
    )
    library = Library({"knowledge": Knowledge}, (FOLDER,))
    with ThreadPoolExecutor(1) as elsewhere:  # the browser's own loop may run in this thread
        made = elsewhere.submit(lambda: asyncio.run(make_at_once(order, library))).result()
    return Blueprint.model_validate(made["blueprint"])
