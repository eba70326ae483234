"""The engines. To add one, write its folder with a `kit.py`, and one line here.

>>> [engine.word for engine in ENGINES.values()]
['sim', 'interview', 'memoir', 'game']
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING

from dramaturg.kernel.errors import NotFound, did_you_mean

if TYPE_CHECKING:
    from dramaturg.engines.kit import EngineKit
    from dramaturg.turn.engine import AnyEngine
    from dramaturg.turn.local_models import LocalModels
    from dramaturg.turn.ports import StoredContent


@dataclass(frozen=True, slots=True)
class EngineEntry:
    """An engine in the table: what one session of it is called, where its kit lies, and what people
    do with it. Nothing of the engine is loaded for this.
    """

    word: str
    kit: str
    about: str


ENGINES: dict[str, EngineEntry] = {
    "sims": EngineEntry(
        "sim", "dramaturg.engines.sims.kit", "Talk to the people of a scenario and decide."
    ),
    "interviews": EngineEntry(
        "interview", "dramaturg.engines.interviews.kit", "Be interviewed about something."
    ),
    "memoir": EngineEntry("memoir", "dramaturg.engines.memoir.kit", "Tell your life."),
    "games": EngineEntry("game", "dramaturg.engines.games.kit", "Play a learning game."),
}
"""The one table of the engines, by the name under which the log keeps their sessions."""


def kit_of(name: str) -> EngineKit:
    """The kit of the engine of that name. Raises NotFound."""
    if name not in ENGINES:
        raise NotFound(f"this Dramaturg has no engine {name!r}. {did_you_mean(name, ENGINES)}")
    kit: EngineKit = import_module(ENGINES[name].kit).KIT
    return kit


def kits() -> Iterator[EngineKit]:
    """All of them, in the order of the table."""
    return map(kit_of, ENGINES)


def engine_of(content: StoredContent, models: LocalModels) -> AnyEngine:
    """The engine for content as it lies in the log. Raises NotFound."""
    engine: AnyEngine = kit_of(content.engine).content.build(content, models)
    return engine
