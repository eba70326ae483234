"""What a page shows of a session of games: the round that is up, the points of every round, and how
a move was judged.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from dramaturg.engines.games.base.blueprint import Blueprint, Round, Scene
from dramaturg.engines.games.base.moves import MoveRefused, move_json, move_words, read_move
from dramaturg.engines.games.base.state import Answered, Ended, Entered, GameState, Phase
from dramaturg.engines.games.engine import GameEngine
from dramaturg.engines.games.mechanics.table import MECHANICS
from dramaturg.engines.games.rules.play import (
    PATIENCE,
    deadlines,
    is_met,
    progress_of,
    round_of,
    total_points,
)
from dramaturg.engines.games.rules.typed_moves import typed_move
from dramaturg.kernel.errors import BadInput
from dramaturg.turn.care import CALM, CareState, taken_in
from dramaturg.turn.contract import MIGRATED, AnyRecord, Heard
from dramaturg.turn.view import (
    Command,
    EngineView,
    Spoken,
    TextBlock,
    Typed,
    WholeSession,
    plain_words,
)

SENTENCE = 3  # words from which on somebody may be saying something
NOTICE = "What you do is kept until it is deleted. You may stop at any time."


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
    care: CareState = CALM
    engine: Literal["games"] = "games"


@dataclass(frozen=True, slots=True)
class JudgedMove:
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
    judged: tuple[JudgedMove, ...] = ()
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
        state.care,
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
        if record.heard.text and taken_in(record.percept) is None
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
    except MoveRefused:
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


def _judged(scene: Scene, up: Round, event: Answered) -> JudgedMove:
    belief = next((each for each in up.misconceptions if each.id == event.misconception), None)
    return JudgedMove(
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


# ── in words ──────────────────────────────────────────────────────────────────────────────────────


def opening(engine: GameEngine, state: GameState) -> Iterator[TextBlock]:
    """The cover of the game."""
    game = engine.blueprint
    about = (
        f"{game.subject}, {game.difficulty}, about {game.estimated_duration_minutes} minutes,"
        f" {game.total_max_score} points"
    )
    yield TextBlock((about,), game.title)


def current(engine: GameEngine, state: GameState) -> Iterator[TextBlock]:
    """The picture, and the round that is up."""
    if state.phase != "finished":
        yield from _picture(engine, state)
        yield _up(engine, state)


def beside(engine: GameEngine, seen: GameState, record: AnyRecord) -> Iterator[TextBlock]:
    """The round that is up after a move; its picture where it is new."""
    if record.turn == 0 or seen.phase == "finished":
        return
    if any(isinstance(event, Entered) for event in record.events):
        yield from _picture(engine, seen)
    yield _up(engine, seen)


def closing(standing: WholeSession) -> Iterator[TextBlock]:
    yield _score(standing, "")


def hear(engine: GameEngine, state: GameState, typed: Typed) -> Heard:
    """A move as the mechanic that is up reads it, and when by the game's clock; a sentence that is
    no move, as it was said. Raises BadInput.
    """
    try:
        move = typed_move(typed.words, engine.blueprint, state)
    except BadInput:
        if state.care.is_open or len(typed.words.split()) >= SENTENCE:
            return Heard(typed.words)
        raise
    at = round(state.clock + typed.after, 1)
    return Heard(json.dumps(move | {"at": at}, ensure_ascii=False))


def why_words(own: GameWhy) -> Iterator[tuple[str, str]]:
    """The same as labels and words: how each answer was judged, the points, the way out."""
    for each in own.judged:
        right = "right" if each.right else "wrong"
        yield right, f"{each.item}: {each.answer}, {each.points} points"
        if each.belief:
            yield "", f"shows the belief that {each.belief} {each.correction}"
    yield "points", f"{own.points_before} before, {own.points_after} after, of {own.of}"
    if own.way_out:
        out = own.way_out
        standing = "open" if out.open else "shut"
        yield "way out", f"{standing}: {out.trigger.replace('_', ' ')}, {out.points} of {out.of}"


def _up(engine: GameEngine, state: GameState) -> TextBlock:
    """What the player can do now."""
    if state.phase != "playing":
        what = state.exit if state.phase == "ended" else state.scene
        patient = state.unmet.get(what, 0) < PATIENCE
        onward = "next" if state.met else "retry" if patient else "retry or next"
        return TextBlock((f"Type: {onward}",))
    up = round_of(engine.blueprint, state)
    lines = list(MECHANICS[up.mode].view(up, progress_of(up, state.trying)))
    if state.timers:
        due = [when for when, _, _ in deadlines(engine.blueprint.by_scene[state.scene], state)]
        lines += [f"{max(0, min(due) - state.clock):.0f} seconds left"] if due else []
    return TextBlock(tuple(lines), kind="plain")


def _picture(engine: GameEngine, state: GameState) -> Iterator[TextBlock]:
    scene = engine.blueprint.by_scene[state.scene]
    mechanic = MECHANICS[round_of(engine.blueprint, state).mode]
    if scene.diagram is None or not mechanic.NEEDS_DIAGRAM:
        return
    from dramaturg.engines.games.zone_map import zone_map  # noqa: PLC0415 - loads numpy, only for pictures

    yield TextBlock(tuple(zone_map(scene)), scene.title, kind="plain")
    made_by = scene.diagram.attribution
    yield TextBlock((scene.diagram.alt, *((f"Picture: {made_by}",) if made_by else ())))


def _map(standing: WholeSession, typed: str) -> TextBlock:
    blocks = tuple(_picture(standing.engine, standing.state))
    return blocks[0] if blocks else TextBlock(("This round has no picture.",))


def _score(standing: WholeSession, typed: str) -> TextBlock:
    shown = scene(standing.engine, standing.state)
    rows = [
        (each.scene, each.mode.replace("_", " "), str(each.points), str(each.of))
        for each in shown.rounds
    ]
    rows = [
        ("scene", "round", "points", "of"),
        *rows,
        ("all", "", str(shown.points), str(shown.of)),
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return TextBlock(
        tuple("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows), kind="plain"
    )


def _heard_words(record: AnyRecord) -> str:
    if "move" not in record.percept.facts:
        return plain_words(record)
    return _words(record.heard.text)


VIEW = EngineView(
    GameScene,
    GameWhy,
    title,
    ended,
    scene,
    why,
    spoken=spoken,
    beside=beside,
    opening=opening,
    current=current,
    closing=closing,
    hear=hear,
    why_words=why_words,
    heard_words=_heard_words,
    last_cue="End",
    notice=NOTICE,
    asks_models=False,
    hint=(
        "Answer as the round tells you; or type hint, next (leave this round, or go on) or retry."
        " Besides that, with a slash or without:"
    ),
    commands=(
        Command("score", "how you stand", _score),
        Command("map", "the picture once more", _map),
    ),
    bare_commands=True,
)
