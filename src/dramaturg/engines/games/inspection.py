"""Inspection: a blueprint is looked at once more before anyone plays it. Whatever it finds is a fault of the assembly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dramaturg.engines.games.blueprint import Blueprint, Misconception, Round, Scene
from dramaturg.engines.games.issues import Issue
from dramaturg.engines.games.play import total_points
from dramaturg.engines.games.players import PLAYERS, play_through

CODES: Mapping[str, str] = {
    "round-empty": "A mechanic has nothing to do in it.",
    "round-score": "The points that can be had in a mechanic are not those declared.",
    "round-answer": "The right answer to an item cannot be given.",
    "round-in-order": "What is to be put in order lies in order already.",
    "misconception-dead": "A misconception can never show.",
    "scene-score": "The points of a scene are not the sum of its mechanics.",
    "scene-exit": "A mechanic or a scene has no way out, or several.",
    "game-score": "The points of the game are not the sum of its scenes, or nobody can have them all.",
    "game-endless": "A player never comes to the end.",
}


def blueprint_issues(blueprint: Blueprint) -> tuple[Issue, ...]:
    """Everything wrong with a blueprint; players are sent through it only when it is sound so far."""
    found = (*_structure(blueprint),)
    return found or tuple(_played(blueprint))


def _bug(code: str, path: str, message: str) -> Issue:
    return Issue(code, message, "Make the content or the plan again; the parts do not fit.", path, kind="builder_bug")


def _structure(blueprint: Blueprint) -> Iterator[Issue]:
    for number, scene in enumerate(blueprint.scenes):
        yield from (issue.under(f"scenes[{number}]") for issue in _scene(scene))
    if blueprint.total_max_score != sum(scene.max_score for scene in blueprint.scenes):
        yield _bug("game-score", "totalMaxScore", f"{blueprint.total_max_score} points are declared")
    leaving = [transition.from_scene_id for transition in blueprint.scene_transitions]
    if leaving != [scene.scene_id for scene in blueprint.scenes[:-1]]:
        yield _bug("scene-exit", "sceneTransitions", "a scene before the last has no transition, or the last one has")


def _scene(scene: Scene) -> Iterator[Issue]:
    for number, round in enumerate(scene.mechanics):
        yield from (issue.under(f"mechanics[{number}]") for issue in _round(round))
    if scene.max_score != sum(round.max_score for round in scene.mechanics):
        yield _bug("scene-score", "maxScore", f"{scene.max_score} points are declared")
    exits = [edge.from_mechanic_id for edge in scene.mode_transitions]
    for round in scene.mechanics:
        if exits.count(round.mechanic_id) != 1:
            yield _bug("scene-exit", "modeTransitions", f"{round.mechanic_id} has {exits.count(round.mechanic_id)} ways out")


def _round(round: Round) -> Iterator[Issue]:
    if not round.items:
        yield _bug("round-empty", "items", f"{round.mechanic_id} has no item")
    if round.max_score != len(round.items) * round.points_per_item:
        items = f"{len(round.items)} items of {round.points_per_item}"
        yield _bug("round-score", "maxScore", f"{items} do not make {round.max_score} points")
    answers = {item.id: _answers(round, item.id) for item in round.items}
    for number, item in enumerate(round.items):
        if item.answer not in answers[item.id]:
            yield _bug("round-answer", f"items[{number}].answer", f"{item.answer!r} is no answer there")
    if round.mode == "sequencing" and len(round.choices) != len(round.items):
        yield _bug("round-answer", "choices", f"there are {len(round.choices)} positions for {len(round.items)} items")
    if round.mode == "sequencing" and [item.answer for item in round.items] == [choice.id for choice in round.choices]:
        yield _bug("round-in-order", "items", "they are shown in the right order")
    for number, misconception in enumerate(round.misconceptions):
        if not _can_show(misconception, round):
            message = f"{misconception.item} is never answered wrongly with {misconception.answer}"
            yield _bug("misconception-dead", f"misconceptions[{number}]", message)


def _answers(round: Round, item: str) -> frozenset[str]:
    """What an item can be answered with."""
    if round.mode == "memory_match":
        return frozenset(card.item for card in round.cards)
    if round.mode == "branching_scenario":
        return frozenset(option.id for moment in round.moments if moment.id == item for option in moment.options)
    return frozenset(choice.id for choice in round.choices)


def _can_show(misconception: Misconception, round: Round) -> bool:
    item = round.by_id.get(misconception.item)
    right = item.answer if item else None
    return misconception.answer != right and misconception.answer in _answers(round, misconception.item)


def _played(blueprint: Blueprint) -> Iterator[Issue]:
    for name, player in PLAYERS.items():
        try:
            play = play_through(blueprint, player)
        except RuntimeError as endless:
            yield _bug("game-endless", "", f"the {name} player: {endless}")
            continue
        points = total_points(blueprint, play.state)
        if name == "perfect" and points != blueprint.total_max_score:
            yield _bug("game-score", "totalMaxScore", f"{points} of {blueprint.total_max_score} points can be had")
