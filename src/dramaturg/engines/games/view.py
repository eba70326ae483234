"""What a page shows of a session of games: the round that is up, the points of every round, and how
a move was judged.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from dramaturg.engines.games.base.blueprint import Blueprint, Round, Scene
from dramaturg.engines.games.base.moves import Refused, move_json, move_words, read_move
from dramaturg.engines.games.base.state import Answered, Ended, GameState, Phase
from dramaturg.engines.games.engine import GameEngine
from dramaturg.engines.games.rules.play import PATIENCE, is_met, total_points
from dramaturg.turn.contract import MIGRATED, AnyRecord
from dramaturg.turn.view import Spoken


@dataclass(frozen=True, slots=True)
class RoundShown:
    """One round of the game and how it stands."""

    scene: str
    mechanic: str
    mode: str
    points: int
    of: int
    stands: Literal["to come", "now", "over"]


@dataclass(frozen=True, slots=True)
class GameScene:
    """Where a play stands."""

    title: str
    game: str
    scene: str
    mechanic: str
    mode: str
    instruction: str
    phase: Phase
    points: int
    of: int
    timers: bool
    rounds: tuple[RoundShown, ...] = ()
    ended: str = ""
    engine: Literal["games"] = "games"


@dataclass(frozen=True, slots=True)
class Judged:
    """One answer: what was answered, whether it was right, and the belief behind it if it shows
    one.
    """

    item: str
    answer: str
    right: bool
    points: int
    settled: bool
    charged: bool
    belief: str = ""
    correction: str = ""


@dataclass(frozen=True, slots=True)
class WayOut:
    """The way out of the round that was up: what opens it, and whether it is open now."""

    origin: str
    to: str
    trigger: str
    value: float | None
    judged_over: tuple[str, ...]
    points: int
    of: int
    open: bool
    unmet: int
    """How often it was found shut so far; after `patience` times one may go on anyway."""
    patience: int = PATIENCE


@dataclass(frozen=True, slots=True)
class GameWhy:
    """How a move was judged, and what it was worth."""

    move: str
    mode: str
    judged: tuple[Judged, ...] = ()
    points_before: int = 0
    points_after: int = 0
    of: int = 0
    way_out: WayOut | None = None
    engine: Literal["games"] = "games"


def title(engine: GameEngine) -> str:
    return engine.blueprint.title


def ended(engine: GameEngine, state: GameState) -> str:
    """How the session ended, in a word or two; empty while it goes on."""
    return "finished" if state.phase == "finished" else ""


def spoken(engine: GameEngine, seen: GameState, record: AnyRecord) -> Iterator[Spoken]:
    """What was said in a turn, in order; `seen` is the state after it."""
    if record.heard.text:
        yield Spoken(record.turn, "person", "You", _words(record.heard.text), record.heard.at)
    if record.line:
        yield Spoken(record.turn, "program", "", record.line, record.heard.at)


def scene(engine: GameEngine, state: GameState) -> GameScene:
    blueprint = engine.blueprint
    up = blueprint.by_scene[state.scene].rounds[state.mechanic] if state.scene else None
    return GameScene(
        title(engine),
        blueprint.id,
        blueprint.by_scene[state.scene].title if state.scene else "",
        state.mechanic,
        up.mode if up else "",
        up.instruction if up else "",
        state.phase,
        total_points(blueprint, state),
        blueprint.total_max_score,
        state.timers,
        tuple(_rounds(blueprint, state)),
        ended(engine, state),
    )


def why(engine: GameEngine, before: GameState, after: GameState, record: AnyRecord) -> GameWhy:
    """`before` and `after` are the states around the turn."""
    blueprint = engine.blueprint
    where = before if before.scene else after
    around = blueprint.by_scene[where.scene]
    up = around.rounds[where.mechanic]
    return GameWhy(
        _words(record.heard.text),
        up.mode,
        tuple(_judged(around, up, event) for event in record.events if isinstance(event, Answered)),
        total_points(blueprint, before),
        total_points(blueprint, after),
        blueprint.total_max_score,
        _way_out(around, where, after, record),
    )


def moves_of(records: list[AnyRecord]) -> list[Mapping[str, Any]]:
    """The moves of a play in order, as the page takes them."""
    return [
        json.loads(move_json(read_move(record.heard.text)))
        for record in records
        if record.heard.text
    ]


def was_moved(records: list[AnyRecord]) -> bool:
    """Whether the play went on with another version of its game: then its moves alone no longer
    lead to where it stands.
    """
    return any(record.heard.choice == MIGRATED for record in records)


def _words(move: str) -> str:
    """A move as somebody would tell it; words that are no move stay as they are."""
    try:
        return move_words(read_move(move)) if move else ""
    except Refused:
        return move


def _rounds(blueprint: Blueprint, state: GameState) -> Iterator[RoundShown]:
    for scene in blueprint.scenes:
        for each in scene.mechanics:
            now = each.mechanic_id == state.mechanic and state.phase != "finished"
            over = each.mechanic_id in state.passed or each.mechanic_id in state.best
            stands: Literal["to come", "now", "over"] = (
                "now" if now else "over" if over else "to come"
            )
            points = state.points_of(each.mechanic_id)
            yield RoundShown(
                scene.title, each.mechanic_id, each.mode, points, each.max_score, stands
            )


def _judged(scene: Scene, up: Round, event: Answered) -> Judged:
    belief = next((each for each in up.misconceptions if each.id == event.misconception), None)
    return Judged(
        _item_words(up, event.item),
        _answer_words(scene, up, event),
        event.right,
        event.points,
        event.settled,
        event.charged,
        belief.belief if belief else "",
        belief.correction if belief else "",
    )


def _item_words(up: Round, item: str) -> str:
    texts = {each.id: each.text for each in up.items} | {
        each.id: each.text for each in up.distractors
    }
    return (texts | {each.id: each.situation for each in up.moments}).get(item, item)


def _answer_words(scene: Scene, up: Round, event: Answered) -> str:
    """What was answered, in the words of the game: a zone's label is told here, for this is not the
    player's page.
    """
    texts = {each.id: each.text for each in up.choices if each.text} | {
        zone.id: zone.label for zone in scene.zones
    }
    for moment in up.moments:
        if moment.id == event.item:
            texts |= {option.id: option.text for option in moment.options}
    return texts.get(event.answer) or _item_words(up, event.answer)


def _way_out(scene: Scene, before: GameState, after: GameState, record: AnyRecord) -> WayOut | None:
    over = next((event for event in record.events if isinstance(event, Ended)), None)
    edge = scene.way_out.get(over.exit if over else before.mechanic)
    if edge is None:
        return None
    # whether the way out would be open if the round were left now
    met = over.met if over else (after.phase == "playing" and is_met(scene, after, edge, "left"))
    most = sum(scene.rounds[name].max_score for name in edge.judged_over)
    points = sum(after.points_of(name) for name in edge.judged_over)
    unmet = after.unmet.get(edge.from_mechanic_id, 0)
    value = edge.trigger_value
    return WayOut(
        edge.from_mechanic_id,
        edge.to_mechanic_id,
        edge.trigger,
        value,
        edge.judged_over,
        points,
        most,
        met,
        unmet,
    )
