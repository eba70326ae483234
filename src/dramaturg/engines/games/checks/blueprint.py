"""Inspection: a blueprint is looked at once more before anyone plays it. Whatever it finds is a
fault of the assembly.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dramaturg.engines.games.base.blueprint import Blueprint, Misconception, Round, Scene
from dramaturg.engines.games.base.issues import Issue
from dramaturg.engines.games.base.plan import SCENE_END, SCENE_START
from dramaturg.engines.games.rules.play import total_points
from dramaturg.engines.games.rules.players import PLAYERS, play_through


def blueprint_issues(blueprint: Blueprint) -> tuple[Issue, ...]:
    """Everything wrong with a blueprint; players are sent through it only when it is sound
    so far.
    """
    return structure_issues(blueprint) or tuple(_played(blueprint))


def structure_issues(blueprint: Blueprint) -> tuple[Issue, ...]:
    """Parts that do not fit one another. A blueprint without any can be played by every move that
    the rules allow.
    """
    return tuple(_structure(blueprint))


def _bug(code: str, path: str, message: str) -> Issue:
    return Issue(
        code,
        message,
        "Make the content or the plan again; the parts do not fit.",
        path,
        kind="builder_bug",
    )


def _structure(blueprint: Blueprint) -> Iterator[Issue]:
    for number, scene in enumerate(blueprint.scenes):
        yield from (issue.under(f"scenes[{number}]") for issue in _scene(scene))
    if blueprint.total_max_score != sum(scene.max_score for scene in blueprint.scenes):
        yield _bug(
            "game-score", "totalMaxScore", f"{blueprint.total_max_score} points are declared"
        )
    names = [scene.scene_id for scene in blueprint.scenes]
    yield from _twice("scenes", names)
    if [transition.from_scene_id for transition in blueprint.scene_transitions] != names[:-1]:
        yield _bug(
            "scene-exit",
            "sceneTransitions",
            "a scene before the last has no transition, or the last one has",
        )
    for number, transition in enumerate(blueprint.scene_transitions):
        if transition.to_scene_id not in names:
            message = (
                f"{transition.from_scene_id} leads to {transition.to_scene_id}, which is no scene"
            )
            yield _bug("scene-edge", f"sceneTransitions[{number}].toSceneId", message)


def _twice(path: str, names: Sequence[str]) -> Iterator[Issue]:
    for number, name in enumerate(names):
        if name in names[:number]:
            yield _bug("name-twice", f"{path}[{number}]", f"the id {name} is taken already")


def _scene(scene: Scene) -> Iterator[Issue]:
    for number, round in enumerate(scene.mechanics):
        yield from (issue.under(f"mechanics[{number}]") for issue in _round(round))
    if scene.max_score != sum(round.max_score for round in scene.mechanics):
        yield _bug("scene-score", "maxScore", f"{scene.max_score} points are declared")
    exits = [edge.from_mechanic_id for edge in scene.mode_transitions]
    for round in scene.mechanics:
        if exits.count(round.mechanic_id) != 1:
            yield _bug(
                "scene-exit",
                "modeTransitions",
                f"{round.mechanic_id} has {exits.count(round.mechanic_id)} ways out",
            )
    yield from _twice("mechanics", [round.mechanic_id for round in scene.mechanics])
    yield from _edges(scene)


def _edges(scene: Scene) -> Iterator[Issue]:
    if scene.starting_mechanic_id not in scene.rounds:
        yield _bug(
            "scene-edge",
            "startingMechanicId",
            f"the scene starts at {scene.starting_mechanic_id}, which is no mechanic",
        )
    for number, edge in enumerate(scene.mode_transitions):
        ends = {
            "from_mechanic_id": (edge.from_mechanic_id, SCENE_START),
            "to_mechanic_id": (edge.to_mechanic_id, SCENE_END),
        }
        for field, (name, beside) in ends.items():
            if name not in scene.rounds and name != beside:
                yield _bug(
                    "scene-edge",
                    f"modeTransitions[{number}].{field}",
                    f"there is no mechanic {name}",
                )
        if edge.from_mechanic_id in scene.rounds and not (
            edge.judged_over and scene.rounds.keys() >= set(edge.judged_over)
        ):
            message = (
                f"the way out of {edge.from_mechanic_id} is judged over nothing, or over what does"
                " not exist"
            )
            yield _bug("scene-edge", f"modeTransitions[{number}].judged_over", message)


def _round(round: Round) -> Iterator[Issue]:
    if not round.items:
        yield _bug("round-empty", "items", f"{round.mechanic_id} has no item")
    if round.max_score != len(round.items) * round.points_per_item:
        items = f"{len(round.items)} items of {round.points_per_item}"
        yield _bug("round-score", "maxScore", f"{items} do not make {round.max_score} points")
    if not round.credit:
        yield _bug("round-score", "credit", "a right answer is worth nothing, not even the first")
    yield from _twice("items", [item.id for item in round.items])
    yield from (*_closed(round), *_cards(round), *_story(round))
    yield from _answerable(round)
    for number, misconception in enumerate(round.misconceptions):
        if not _can_show(misconception, round):
            message = f"{misconception.item} is never answered wrongly with {misconception.answer}"
            yield _bug("misconception-dead", f"misconceptions[{number}]", message)


def _answerable(round: Round) -> Iterator[Issue]:
    answers = {item.id: _answers(round, item.id) for item in round.items}
    for number, item in enumerate(round.items):
        if item.answer not in answers[item.id]:
            yield _bug(
                "round-answer", f"items[{number}].answer", f"{item.answer!r} is no answer there"
            )
    if round.mode == "sequencing" and len(round.choices) != len(round.items):
        yield _bug(
            "round-answer",
            "choices",
            f"there are {len(round.choices)} positions for {len(round.items)} items",
        )
    if round.mode == "sequencing" and [item.answer for item in round.items] == [
        choice.id for choice in round.choices
    ]:
        yield _bug("round-in-order", "items", "they are shown in the right order")


def _closed(round: Round) -> Iterator[Issue]:
    """Items that can never be answered, because of those they wait for."""
    opened = {item.id for item in round.items if item.after is None}
    while fresh := {item.id for item in round.items if item.after in opened} - opened:
        opened |= fresh
    for number, item in enumerate(round.items):
        if item.id not in opened:
            yield _bug(
                "round-closed",
                f"items[{number}].after",
                f"{item.id} waits for {item.after}, in vain",
            )


def _cards(round: Round) -> Iterator[Issue]:
    lying = [card.item for card in round.cards]
    for number, item in enumerate(round.items):
        if round.mode == "memory_match" and lying.count(item.id) != 2:
            yield _bug(
                "round-cards", f"items[{number}]", f"{item.id} has {lying.count(item.id)} cards"
            )


def _story(round: Round) -> Iterator[Issue]:
    if round.mode != "branching_scenario":
        return
    if not round.moments or not round.endings:
        yield _bug("round-story", "moments", "the story has no beginning or no ending")
    known = {*(moment.id for moment in round.moments), *(ending.id for ending in round.endings)}
    for number, moment in enumerate(round.moments):
        if not moment.options:
            yield _bug(
                "round-story", f"moments[{number}].options", f"nothing can be chosen at {moment.id}"
            )
        for index, option in enumerate(moment.options):
            if option.next not in known:
                message = f"{option.id} leads to {option.next}, which is no moment and no ending"
                yield _bug("round-story", f"moments[{number}].options[{index}].next", message)


def _answers(round: Round, item: str) -> frozenset[str]:
    """What an item can be answered with."""
    if round.mode == "memory_match":
        return frozenset(card.item for card in round.cards)
    if round.mode == "branching_scenario":
        return frozenset(
            option.id for moment in round.moments if moment.id == item for option in moment.options
        )
    return frozenset(choice.id for choice in round.choices)


def _can_show(misconception: Misconception, round: Round) -> bool:
    item = round.by_id.get(misconception.item)
    right = item.answer if item else None
    return misconception.answer != right and misconception.answer in _answers(
        round, misconception.item
    )


def _played(blueprint: Blueprint) -> Iterator[Issue]:
    for name, player in PLAYERS.items():
        try:
            play = play_through(blueprint, player)
        except RuntimeError as endless:
            yield _bug("game-endless", "", f"the {name} player: {endless}")
            continue
        points = total_points(blueprint, play.state)
        if name == "perfect" and points != blueprint.total_max_score:
            yield _bug(
                "game-score",
                "totalMaxScore",
                f"{points} of {blueprint.total_max_score} points can be had",
            )
