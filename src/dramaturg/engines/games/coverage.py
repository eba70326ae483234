"""Coverage of a game: the scenes, mechanics, connections, items, options and misconceptions, and
those that a move reached.
"""

from __future__ import annotations

from collections.abc import Iterator

from dramaturg.content.library import Library
from dramaturg.engines.games.base.blueprint import Blueprint, ModeTransition, Round, SceneTransition
from dramaturg.engines.games.base.plan import SCENE_START
from dramaturg.engines.games.base.state import Answered, Entered, GameState, Passed, ScenePassed
from dramaturg.engines.games.content import game_content
from dramaturg.engines.games.engine import GameEngine, GameRecord
from dramaturg.engines.kit import Version
from dramaturg.turn.migration import Item
from dramaturg.turn.ports import StoredContent


def things(engine: GameEngine) -> tuple[Item, ...]:
    blueprint = engine.blueprint
    return (
        *(("scene", scene.scene_id) for scene in blueprint.scenes),
        *(
            ("mechanic", round.mechanic_id)
            for scene in blueprint.scenes
            for round in scene.mechanics
        ),
        *_connections(blueprint),
        *(
            item
            for scene in blueprint.scenes
            for round in scene.mechanics
            for item in _within(round)
        ),
    )


def used(engine: GameEngine, seen: GameState, record: GameRecord) -> Iterator[Item]:
    """What a move reached. A connection is reached when it was taken, an item when it was answered,
    rightly or not.
    """
    for event in record.events:
        match event:
            case Entered(scene, mechanic):
                yield "scene", scene
                yield "mechanic", mechanic
            case Answered():
                yield from _answered(event, engine.blueprint)
            case Passed(exit=exit):
                ways = (scene.way_out.get(exit) for scene in engine.blueprint.scenes)
                yield from (_connection(edge) for edge in ways if edge)
            case ScenePassed(scene):
                yield from (
                    _onward(each)
                    for each in engine.blueprint.scene_transitions
                    if each.from_scene_id == scene
                )


def _connections(blueprint: Blueprint) -> Iterator[Item]:
    """The ways out of mechanics and of scenes; where a scene begins is no choice."""
    edges = (edge for scene in blueprint.scenes for edge in scene.mode_transitions)
    yield from (_connection(edge) for edge in edges if edge.from_mechanic_id != SCENE_START)
    yield from (_onward(transition) for transition in blueprint.scene_transitions)


def _within(round: Round) -> Iterator[Item]:
    moments = {moment.id: moment for moment in round.moments}
    asked = dict.fromkeys((*(item.id for item in round.items), *moments))
    yield from (("item", f"{round.mechanic_id}/{name}") for name in asked)
    for moment in moments.values():
        yield from (
            ("option", f"{round.mechanic_id}/{moment.id}/{option.id}") for option in moment.options
        )
    yield from (
        ("misconception", f"{round.mechanic_id}/{each.id}") for each in round.misconceptions
    )


def _answered(event: Answered, blueprint: Blueprint) -> Iterator[Item]:
    yield "item", f"{event.mechanic}/{event.item}"
    rounds = (scene.rounds.get(event.mechanic) for scene in blueprint.scenes)
    if any(round.moments for round in rounds if round):
        yield "option", f"{event.mechanic}/{event.item}/{event.answer}"
    if event.misconception:
        yield "misconception", f"{event.mechanic}/{event.misconception}"


def _connection(edge: ModeTransition) -> Item:
    return "connection", f"{edge.from_mechanic_id} -> {edge.to_mechanic_id}"


def _onward(transition: SceneTransition) -> Item:
    return "connection", f"{transition.from_scene_id} -> {transition.to_scene_id}"


# ── what a version is put together to ─────────────────────────────────────────────────────────────


def contents(library: Library, version: Version, name: str) -> Iterator[StoredContent]:
    yield game_content(Blueprint.model_validate_json(version.body))


def belongs(version: Version, item: Item) -> bool:
    return True
