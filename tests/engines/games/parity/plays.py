"""Games of every shape, players who try everything, and what Python's rules say to each of their
moves.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from random import Random
from typing import Any

from tests.engines.games.designs import random_design
from tests.engines.games.rounds import blueprint_of

from dramaturg.engines.games.base.blueprint import Blueprint
from dramaturg.engines.games.base.design import ContentBrief, MechanicDesign, SceneDesign
from dramaturg.engines.games.base.moves import MoveRefused, move_json, read_move
from dramaturg.engines.games.base.state import GameEvent, GameState, apply
from dramaturg.engines.games.make.build import build_game_graph
from dramaturg.engines.games.rules.play import begin, step
from dramaturg.engines.games.rules.players import guessing
from dramaturg.turn.engine import fold

Json = dict[str, Any]
LONGEST = 80

JUNK: tuple[Json, ...] = (
    {"do": "dance"},
    {"do": "answer"},
    {"do": "answer", "answer": 3},
    {"do": "answer", "answer": "a1", "why": "because"},
    {"do": "arrange", "order": "abc"},
    {"do": "flip", "cards": ["c1"]},
    {"do": "next", "at": -1},
    {"answer": "a1"},
)


# ── games ─────────────────────────────────────────────────────────────────────────────────────────


def random_game(seed: int) -> Blueprint:
    return blueprint_of(build_game_graph(random_design(seed)))


def two_clocks() -> Blueprint:
    """A mechanic whose own time is up at the very moment at which the time for all that is in it is
    up.
    """
    parent = _mechanic("drag_drop", children=(_mechanic("sequencing"),), **OUT_OF_TIME)
    scene = SceneDesign(
        title="A scene",
        learning_goal="Know it.",
        zone_labels=(),
        needs_diagram=False,
        mechanics=(parent, _mechanic("memory_match")),
    )
    design = random_design(0).model_copy(update={"scenes": (scene,)})
    return blueprint_of(build_game_graph(design))


OUT_OF_TIME = {
    "advance_trigger": "time_elapsed",
    "advance_trigger_value": 30.0,
    "is_timed": True,
    "time_limit_seconds": 30,
}


def _mechanic(kind: Any, **more: Any) -> MechanicDesign:
    return MechanicDesign(
        mechanic_type=kind,
        instruction_text="Do it.",
        content_brief=ContentBrief(),
        expected_item_count=3,
        **more,
    )


# ── players ───────────────────────────────────────────────────────────────────────────────────────


def random_moves(blueprint: Blueprint, timers: bool, chance: Random) -> list[Json]:
    """A play by somebody who tries what is allowed and what is not, and does not stop at once when
    it is over.
    """
    state = opened(blueprint, timers)
    moves: list[Json] = []
    after_end = 0
    while after_end < 2 and len(moves) < LONGEST:
        move = _any_move(blueprint, state, chance)
        moves.append(move)
        state = fold(apply, events_of(blueprint, state, move) or (), state)
        after_end += state.phase == "finished"
    return moves


def _any_move(blueprint: Blueprint, state: GameState, chance: Random) -> Json:
    fate = chance.random()
    if fate < 0.03:
        return dict(chance.choice(JUNK))
    if fate < 0.3 or state.phase == "finished":
        return _unfit(blueprint, state, chance)
    move: Json = json.loads(move_json(guessing(blueprint, state, chance)))
    if "at" in move:
        move["at"] = round(move["at"], 3)
    return move


def _unfit(blueprint: Blueprint, state: GameState, chance: Random) -> Json:
    """Any move with any names, whether or not it fits what is played."""
    scene = blueprint.by_scene[state.scene]
    round = (
        scene.rounds[state.mechanic] if chance.random() < 0.8 else chance.choice(scene.mechanics)
    )
    items = [*round.by_id, *(extra.id for extra in round.distractors), "nobody", None]
    answers = [*(choice.id for choice in round.choices), "best", "nothing"]
    cards = [*(card.id for card in round.cards), "c1", "c2", "joker"]
    card = chance.choice(cards)
    by_mode: dict[str, list[Json]] = {
        "sequencing": [
            {"do": "arrange", "order": chance.sample(list(round.by_id), len(round.items))},
            {"do": "arrange", "order": ["i1", "i1"]},
        ],
        "memory_match": [
            {"do": "flip", "cards": [card, chance.choice(cards)]},
            {"do": "flip", "cards": [card, card]},
        ],
    }
    any_mode: list[Json] = [
        {"do": "answer", "item": chance.choice(items), "answer": chance.choice(answers)},
        {"do": "hint", "item": chance.choice(items)},
        {"do": "next"},
        {"do": "retry"},
        {"do": "tick", "at": state.clock + chance.choice([0, 5, 25])},
    ]
    fitting = (
        by_mode.get(round.mode, [])
        if chance.random() < 0.6
        else by_mode[chance.choice(list(by_mode))]
    )
    return dict(chance.choice([*fitting, *any_mode]))


# ── what Python says ──────────────────────────────────────────────────────────────────────────────


def opened(blueprint: Blueprint, timers: bool) -> GameState:
    return fold(apply, begin(blueprint, timers), GameState())


def events_of(blueprint: Blueprint, state: GameState, move: Json) -> tuple[GameEvent, ...] | None:
    """What a move brings about; None where it is refused."""
    try:
        return step(blueprint, state, read_move(json.dumps(move)))
    except MoveRefused:
        return None


def outcomes(blueprint: Blueprint, timers: bool, moves: list[Json]) -> list[Json]:
    """For the beginning and for every move: the events, or the code with which it is refused."""
    state, said = opened(blueprint, timers), [{"events": as_json(begin(blueprint, timers))}]
    for move in moves:
        try:
            events = step(blueprint, state, read_move(json.dumps(move)))
        except MoveRefused as refusal:
            said.append({"refused": refusal.code})
        else:
            said.append({"events": as_json(events)})
            state = fold(apply, events, state)
    return said


def as_json(events: tuple[GameEvent, ...]) -> Any:
    return json.loads(json.dumps([asdict(event) for event in events]))
