"""The rules of play: a blueprint, a state and a move give events. The page has the same rules in
page/js/play.js.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from dramaturg.engines.games.base.blueprint import (
    Blueprint,
    Item,
    ModeTransition,
    Moment,
    Option,
    Round,
    Scene,
    worth,
)
from dramaturg.engines.games.base.moves import (
    Answer,
    Arrange,
    Flip,
    Hint,
    Move,
    MoveRefused,
    Next,
    Retry,
    Tick,
)
from dramaturg.engines.games.base.plan import SCENE_END
from dramaturg.engines.games.base.state import (
    Answered,
    Attempt,
    Began,
    Clocked,
    Ended,
    Entered,
    Finished,
    Flipped,
    GameEvent,
    GameState,
    Hinted,
    How,
    Passed,
    Retried,
    SceneEnded,
    ScenePassed,
    Went,
    apply,
)
from dramaturg.engines.games.mechanics.mechanic import Progress

PATIENCE = 2  # unmet ends after which one may go on anyway (spec: "after two tries")
HAIR = 1e-9  # so that 0.7 of 10 is 7 on every machine

ONE_AT_A_TIME = frozenset({"click_to_identify", "trace_path"})


class Table:
    """A play on its way: what has happened in this move so far, and where it has led."""

    def __init__(self, blueprint: Blueprint, state: GameState) -> None:
        self.blueprint, self.state = blueprint, state
        self.events: list[GameEvent] = []

    def happen(self, event: GameEvent) -> None:
        self.events.append(event)
        self.state = apply(self.state, event)

    @property
    def scene(self) -> Scene:
        return self.blueprint.by_scene[self.state.scene]

    @property
    def round(self) -> Round:
        return round_of(self.blueprint, self.state)


def round_of(blueprint: Blueprint, state: GameState) -> Round:
    """The round that is up."""
    return blueprint.by_scene[state.scene].rounds[state.mechanic]


def begin(blueprint: Blueprint, timers: bool = True) -> tuple[GameEvent, ...]:
    """How every play begins."""
    table = Table(blueprint, GameState())
    table.happen(Began(timers))
    _enter_scene(table, blueprint.scenes[0])
    return tuple(table.events)


def step(blueprint: Blueprint, state: GameState, move: Move) -> tuple[GameEvent, ...]:
    """What a move brings about. Raises MoveRefused, and then nothing has happened."""
    return advance(blueprint, state, move)[0]


def advance(
    blueprint: Blueprint, state: GameState, move: Move
) -> tuple[tuple[GameEvent, ...], GameState]:
    """What a move brings about, and where it leads. A move that comes after the time was up only
    ends the round.
    """
    if state.phase == "finished":
        raise MoveRefused("finished", "the game is over; open a new one to play again")
    table = Table(blueprint, state)
    if move.at is not None and move.at > state.clock:
        table.happen(Clocked(move.at))
    late = _late(table)
    if late is not None:
        _end(table, "time", late)
    else:
        _DO[move.do](table, move)
    return tuple(table.events), table.state


# ── moves ─────────────────────────────────────────────────────────────────────────────────────────


def _answer(table: Table, move: Answer) -> None:
    round = _playing(table)
    if round.mode == "branching_scenario":
        _choose(table, round, move)
    elif round.mode in ("sequencing", "memory_match"):
        raise MoveRefused("wrong-move", f"{round.mode} is not played by single answers")
    elif any(extra.id == move.item for extra in round.distractors):
        _require_choice(round, move.answer)
        table.happen(
            Answered(
                round.mechanic_id,
                str(move.item),
                move.answer,
                right=False,
                charged=False,
                settled=False,
            )
        )
    else:
        item = _open_item(round, table.state.trying, move.item)
        _require_choice(round, move.answer)
        _judge(table, round, item, move.answer)
    _end_if_complete(table, round)


def _arrange(table: Table, move: Arrange) -> None:
    round = _playing(table)
    if round.mode != "sequencing":
        raise MoveRefused("wrong-move", f"{round.mode} is not played by putting things in order")
    if sorted(move.order) != sorted(round.by_id):
        raise MoveRefused("not-all-items", "the order must name every item once")
    attempt = table.state.trying
    placed = {name: choice.id for name, choice in zip(move.order, round.choices, strict=True)}
    moved = [
        name
        for name in attempt.settled
        if attempt.settled[name] and placed[name] != round.by_id[name].answer
    ]
    if moved:
        raise MoveRefused(
            "settled-moved", f"{', '.join(moved)}: what is right already must stay where it is"
        )
    for name in move.order:
        if name not in attempt.settled:
            _judge(table, round, round.by_id[name], placed[name])
    _end_if_complete(table, round)


def _flip(table: Table, move: Flip) -> None:
    round = _playing(table)
    if round.mode != "memory_match":
        raise MoveRefused("wrong-move", f"{round.mode} is not played with cards")
    attempt, cards = table.state.trying, {card.id: card for card in round.cards}
    for name in move.cards:
        if name not in cards:
            raise MoveRefused("no-such-card", f"there is no card {name!r}")
        if cards[name].item in attempt.settled:
            raise MoveRefused("already-settled", f"the card {name} is out of the game")
    first, second = (cards[name] for name in move.cards)
    if first is second:
        raise MoveRefused("same-card", "turn over two different cards")
    table.happen(Flipped(round.mechanic_id, move.cards))
    known = any(
        card.item == first.item and card.id != first.id and card.id in attempt.seen
        for card in round.cards
    )
    if first.item == second.item:
        _judge(table, round, round.by_id[first.item], first.item)
    elif known:  # its partner had been seen; nobody can know a card that was never turned over
        _judge(table, round, round.by_id[first.item], second.item)
    else:
        wrong = _misconception(round, first.item, second.item)
        table.happen(
            Answered(
                round.mechanic_id,
                first.item,
                second.item,
                False,
                charged=False,
                settled=False,
                misconception=wrong,
            )
        )
    _end_if_complete(table, round)


def _hint(table: Table, move: Hint) -> None:
    round, attempt = _playing(table), table.state.trying
    is_story = round.mode == "branching_scenario"
    name = moment_of(round, attempt).id if is_story else _open_item(round, attempt, move.item).id
    if name not in attempt.hinted:
        table.happen(Hinted(round.mechanic_id, name))


def _next(table: Table, move: Next) -> None:
    state = table.state
    if state.phase == "playing":
        _end(table, "left", state.mechanic)
        if table.state.met:
            _go_on(table)
    elif state.phase == "ended":
        _require_open(state, state.exit)
        _go_on(table)
    else:
        _require_open(state, state.scene)
        _leave_scene(table)


def _retry(table: Table, move: Retry) -> None:
    state = table.state
    if state.phase == "playing" or state.met:
        raise MoveRefused("nothing-to-retry", "there is nothing to try again here")
    if state.phase == "between":
        table.happen(Retried(tuple(round.mechanic_id for round in table.scene.mechanics)))
        _enter_scene(table, table.scene)
        return
    again = table.scene.way_out[state.exit].judged_over
    table.happen(Retried(again))
    table.happen(Entered(state.scene, again[0]))


def _tick(table: Table, move: Tick) -> None:
    """Only the clock moved."""


_DO: Mapping[str, Callable[[Table, Any], None]] = {
    "answer": _answer,
    "arrange": _arrange,
    "flip": _flip,
    "hint": _hint,
    "next": _next,
    "retry": _retry,
    "tick": _tick,
}


# ── judging ───────────────────────────────────────────────────────────────────────────────────────


def _judge(table: Table, round: Round, item: Item, answer: str) -> None:
    before = table.state.trying.attempts.get(item.id, 0)
    right = answer == item.answer
    points = worth(round.points_per_item, round.credit[before]) if right else 0
    settled = right or before + 1 == len(round.credit)
    wrong = None if right else _misconception(round, item.id, answer)
    table.happen(
        Answered(round.mechanic_id, item.id, answer, right, not right, settled, points, wrong)
    )


def _choose(table: Table, round: Round, move: Answer) -> None:
    moment = moment_of(round, table.state.trying)
    if move.item not in (None, moment.id):
        raise MoveRefused("not-open", f"the story is at {moment.id}, not at {move.item}")
    option = _option(moment, move.answer)
    scoring = round.by_id.get(moment.id)
    on_path = scoring is not None and moment.id not in table.state.trying.settled
    points = worth(round.points_per_item, option.credit) if on_path else 0
    right = option.credit == 1
    wrong = None if right else _misconception(round, moment.id, option.id)
    table.happen(
        Answered(round.mechanic_id, moment.id, option.id, right, not right, on_path, points, wrong)
    )
    table.happen(Went(round.mechanic_id, option.next))


def _misconception(round: Round, item: str, answer: str) -> str | None:
    for each in round.misconceptions:
        if each.item == item and each.answer == answer:
            return each.id
    return None


def is_complete(round: Round, attempt: Attempt) -> bool:
    """Every item is settled, or the story has come to an ending."""
    if round.mode == "branching_scenario":
        return any(ending.id == attempt.moment for ending in round.endings)
    return len(attempt.settled) == len(round.items)


def open_items(round: Round, attempt: Attempt) -> Iterator[Item]:
    """The items that can be answered now."""
    settled, only_one = attempt.settled, round.mode in ONE_AT_A_TIME
    for item in round.items:
        if item.id not in settled and (item.after is None or item.after in settled):
            yield item
            if only_one:
                return


def progress_of(round: Round, attempt: Attempt) -> Progress:
    """A try as a view needs it."""
    up: str | None = attempt.moment
    if round.mode in ONE_AT_A_TIME:
        up = next((item.id for item in open_items(round, attempt)), None)
    return Progress(attempt.attempts, attempt.settled, up, attempt.seen, attempt.hinted)


# ── the way out ───────────────────────────────────────────────────────────────────────────────────


def _end_if_complete(table: Table, round: Round) -> None:
    if is_complete(round, table.state.trying):
        _end(table, "complete", table.state.mechanic)


def _end(table: Table, how: How, exit: str) -> None:
    state = table.state
    edge = table.scene.way_out[exit]
    met = is_met(table.scene, state, edge, how)
    table.happen(Ended(state.mechanic, how, state.trying.points, exit, met))


def is_met(scene: Scene, state: GameState, edge: ModeTransition, how: How) -> bool:
    """Whether a way out is open for a try that ends so."""
    if edge.trigger in ("completion", "parent_completion"):
        return _all_done(state, edge.judged_over, how)
    if edge.trigger == "score_threshold":
        most = sum(scene.rounds[name].max_score for name in edge.judged_over)
        return reached(sum(map(state.points_of, edge.judged_over)), edge.trigger_value, most)
    if edge.trigger == "time_elapsed":
        return not state.timers or how == "time" or _all_done(state, edge.judged_over, how)
    return True


def _all_done(state: GameState, mechanics: Iterable[str], how: How) -> bool:
    """Each is complete, or was passed with good reason; the one that ends now is complete only if
    it ends so.
    """
    return all(name in state.passed or _done(state, name, how) for name in mechanics)


def _done(state: GameState, name: str, how: How) -> bool:
    if name == state.mechanic:
        return how == "complete"
    attempt = state.tries.get(name)
    return attempt is not None and attempt.how == "complete"


def reached(points: int, share: float | None, most: int) -> bool:
    return points >= (share or 0.0) * most - HAIR


def _late(table: Table) -> str | None:
    """The mechanic whose way out is taken because the time is up, if it is: of several, the one
    that was due first.
    """
    state = table.state
    if not state.timers or state.phase != "playing":
        return None
    due = [deadline for deadline in deadlines(table.scene, state) if deadline[0] <= state.clock]
    return min(due)[2] if due else None


def deadlines(scene: Scene, state: GameState) -> Iterator[tuple[float, int, str]]:
    """When time runs out, how wide that reaches (wider ones are more negative), and whose way out
    is taken then.
    """
    limit = scene.rounds[state.mechanic].time_limit_seconds
    if limit is not None:
        yield state.trying.entered_at + limit, -1, state.mechanic
    for edge in scene.clocks:
        if state.mechanic in edge.judged_over:
            began = state.tries[edge.judged_over[0]].entered_at
            yield began + (edge.trigger_value or 0.0), -len(edge.judged_over), edge.from_mechanic_id


def _go_on(table: Table) -> None:
    state = table.state
    edge = table.scene.way_out[state.exit]
    table.happen(Passed(state.exit, edge.judged_over, waived=not state.met))
    if edge.to_mechanic_id != SCENE_END:
        table.happen(Entered(state.scene, edge.to_mechanic_id))
    else:
        scene, onward = table.scene, table.blueprint.onward.get(table.scene.scene_id)
        points = scene_points(scene, table.state)
        met = (
            onward is None
            or onward.type != "score_gate"
            or reached(points, onward.condition, scene.max_score)
        )
        table.happen(SceneEnded(scene.scene_id, points, met))
        if met and (onward is None or onward.type != "button"):
            _leave_scene(table)


def _leave_scene(table: Table) -> None:
    scene = table.scene
    table.happen(ScenePassed(scene.scene_id, waived=not table.state.met))
    onward = table.blueprint.onward.get(scene.scene_id)
    if onward is None:
        table.happen(Finished(total_points(table.blueprint, table.state)))
    else:
        _enter_scene(table, table.blueprint.by_scene[onward.to_scene_id])


def _enter_scene(table: Table, scene: Scene) -> None:
    table.happen(Entered(scene.scene_id, scene.starting_mechanic_id))


def scene_points(scene: Scene, state: GameState) -> int:
    return sum(state.points_of(round.mechanic_id) for round in scene.mechanics)


def total_points(blueprint: Blueprint, state: GameState) -> int:
    return sum(scene_points(scene, state) for scene in blueprint.scenes)


# ── refusals ──────────────────────────────────────────────────────────────────────────────────────


def _playing(table: Table) -> Round:
    if table.state.phase != "playing":
        raise MoveRefused("not-playing", "this round is over: go on with next, or retry")
    return table.round


def _open_item(round: Round, attempt: Attempt, name: str | None) -> Item:
    if name is None:
        if round.mode not in ONE_AT_A_TIME:
            raise MoveRefused("no-item", "say which item is meant")
        return next(open_items(round, attempt))
    item = round.by_id.get(name)
    if item is None:
        raise MoveRefused("no-such-item", f"there is no item {name!r} here")
    if name in attempt.settled:
        raise MoveRefused("already-settled", f"{name} is settled already")
    if not _is_open(item, round, attempt):
        raise MoveRefused("not-open", f"{name} is not open yet")
    return item


def _is_open(item: Item, round: Round, attempt: Attempt) -> bool:
    """Whether an item that is not settled can be answered now."""
    if round.mode in ONE_AT_A_TIME:
        return next(open_items(round, attempt), None) is item
    return item.after is None or item.after in attempt.settled


def _require_choice(round: Round, answer: str) -> None:
    if answer not in round.answers:
        raise MoveRefused("no-such-answer", f"there is no answer {answer!r} here")


def moment_of(round: Round, attempt: Attempt) -> Moment:
    """Where a story stands: at its first moment until somebody has chosen."""
    return next(moment for moment in round.moments if attempt.moment in (None, moment.id))


def _option(moment: Moment, name: str) -> Option:
    for option in moment.options:
        if option.id == name:
            return option
    raise MoveRefused("no-such-answer", f"there is no option {name!r} at {moment.id}")


def _require_open(state: GameState, what: str) -> None:
    if not state.met and state.unmet.get(what, 0) < PATIENCE:
        raise MoveRefused("shut", "that is not enough to go on: try again")
