"""Staging: the content that a walkthrough plays, what is heard in each of its turns, and who
answers as the model.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, cast

from dramaturg.app.content.build import game_content, interview_content, memoir_content, sim_content
from dramaturg.app.games.games import find_game
from dramaturg.app.walkthroughs.document import InterviewPlay, MemoirPlay, Play, Reply, Turn, beside
from dramaturg.content.library import Library
from dramaturg.engines.games.base.moves import move_json
from dramaturg.engines.games.engine import UNTIMED, GameEngine
from dramaturg.engines.games.rules.typed_moves import typed_move
from dramaturg.engines.memoir.perceive import SITTING
from dramaturg.engines.sims.asks.two_parts import SEPARATOR
from dramaturg.turn.contract import Heard
from dramaturg.turn.engine import AnyEngine
from dramaturg.turn.ports import Prompt, StoredContent

Stager = Callable[[Play, Library, Path], Awaitable[StoredContent]]

# ── content ───────────────────────────────────────────────────────────────────────────────────────


async def _sim(play: Play, library: Library, folder: Path) -> StoredContent:
    return sim_content(library, str(play.sim), play.steering)


async def _interview(play: Play, library: Library, folder: Path) -> StoredContent:
    wanted = cast(InterviewPlay, play.interview)
    return interview_content(library, wanted.methodology, wanted.about, wanted.guide, wanted.turns)


async def _memoir(play: Play, library: Library, folder: Path) -> StoredContent:
    wanted = cast(MemoirPlay, play.memoir)
    return memoir_content(library, beside(folder, wanted.artifacts), wanted.teller)


async def _game(play: Play, library: Library, folder: Path) -> StoredContent:
    return game_content(await find_game(beside(folder, str(play.game)), library))


STAGERS: Mapping[str, Stager] = {
    "sims": _sim,
    "interviews": _interview,
    "memoir": _memoir,
    "games": _game,
}
"""By engine: how its content is put together. Each raises NotFound, BadInput or ContentError."""


def first_turned_to(play: Play) -> str | None:
    return UNTIMED if play.untimed else play.to


# ── what is heard ─────────────────────────────────────────────────────────────────────────────────


def heard_in(turn: Turn, engine: AnyEngine, state: Any, at: float) -> Heard:
    """What the person does in a turn. What is said to a game is what would be typed. Raises
    BadInput where it means no move.
    """
    if turn.move is not None:
        return Heard(move_json(turn.move), at=at)
    if turn.sitting is not None:
        return Heard(choice=SITTING, at=at)
    if turn.mark is not None:
        return Heard(choice=f"mark:{turn.mark.passage}:{turn.mark.mark}", at=at)
    if turn.say is not None and isinstance(engine, GameEngine):
        return Heard(
            json.dumps(typed_move(turn.say, engine.blueprint, state), ensure_ascii=False), at=at
        )
    return Heard(turn.say or "", turn.choose, turn.to, at)


# ── who answers ───────────────────────────────────────────────────────────────────────────────────


class Script:
    """A model that says what stands in the walkthrough, turn by turn. Where nothing stands, nobody
    answers.
    """

    def __init__(self) -> None:
        self._left: list[tuple[int, Reply]] = []

    def give(self, replies: tuple[Reply, ...]) -> None:
        self._left = list(enumerate(replies))

    @property
    def left(self) -> tuple[int, ...]:
        """The numbers of the replies that nobody has asked for."""
        return tuple(number for number, _ in self._left)

    def __call__(self, prompt: Prompt) -> str | None:
        place = next(
            (place for place, (_, reply) in enumerate(self._left) if reply.role == prompt.role),
            None,
        )
        return None if place is None else spoken(self._left.pop(place)[1])


def spoken(reply: Reply) -> str | None:
    """A reply as a model would write it; with a report, in the two parts that a sim asks for."""
    if reply.report is None:
        return reply.say
    return f"{reply.say or ''}\n{SEPARATOR}\n{json.dumps(reply.report)}"
