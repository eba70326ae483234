"""Riddles as people see them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tests.fifth_engine.engine import RiddleEngine, RiddleState

from dramaturg.turn.contract import AnyRecord
from dramaturg.turn.view import EngineView


@dataclass(frozen=True, slots=True)
class RiddleScene:
    title: str
    solved: int
    of: int
    ended: str
    engine: Literal["riddles"] = "riddles"


@dataclass(frozen=True, slots=True)
class RiddleWhy:
    guessed: str
    engine: Literal["riddles"] = "riddles"


def title(engine: RiddleEngine) -> str:
    return engine.riddles.title


def ended(engine: RiddleEngine, state: RiddleState) -> str:
    return f"{len(state.solved)} of {len(engine.by_id)} guessed" if state.over else ""


def scene(engine: RiddleEngine, state: RiddleState) -> RiddleScene:
    return RiddleScene(title(engine), len(state.solved), len(engine.by_id), ended(engine, state))


def why(
    engine: RiddleEngine, before: RiddleState, after: RiddleState, record: AnyRecord
) -> RiddleWhy:
    return RiddleWhy(before.at)


VIEW = EngineView(RiddleScene, RiddleWhy, title, ended, scene, why, last_cue="RiddlesOver")
