"""A play: its state, the events that change it, and how. The page keeps the same state from the
same events.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

from pydantic import SerializerFunctionWrapHandler, WrapSerializer

from dramaturg.turn.care import CALM, CareState, CareTaken, cared
from dramaturg.turn.migration import Moved, Moves, renaming

How = Literal["complete", "time", "left"]
V = TypeVar("V")
SCENE, MECHANIC, TRY = "scene", "mechanic", "try"  # what may have another name in another version
Phase = Literal["opening", "playing", "ended", "between", "finished"]


# ── events ────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Began:
    timers: bool
    kind: Literal["began"] = "began"


@dataclass(frozen=True, slots=True)
class Clocked:
    """Time has passed: so many seconds since the play began."""

    at: float
    kind: Literal["clocked"] = "clocked"


@dataclass(frozen=True, slots=True)
class Entered:
    scene: str
    mechanic: str
    kind: Literal["entered"] = "entered"


@dataclass(frozen=True, slots=True)
class Answered:
    """An item was answered. `settled`: right, or its attempts are used up. `charged`: it cost an
    attempt.
    """

    mechanic: str
    item: str
    answer: str
    right: bool
    charged: bool
    settled: bool
    points: int = 0
    misconception: str | None = None
    kind: Literal["answered"] = "answered"


@dataclass(frozen=True, slots=True)
class Flipped:
    mechanic: str
    cards: tuple[str, str]
    kind: Literal["flipped"] = "flipped"


@dataclass(frozen=True, slots=True)
class Went:
    """A branching story went on to a moment or an ending."""

    mechanic: str
    to: str
    kind: Literal["went"] = "went"


@dataclass(frozen=True, slots=True)
class Hinted:
    mechanic: str
    item: str
    kind: Literal["hinted"] = "hinted"


@dataclass(frozen=True, slots=True)
class Ended:
    """A try at a mechanic is over. `exit` is the mechanic whose way out is judged, `met` whether it
    is open.
    """

    mechanic: str
    how: How
    points: int
    exit: str
    met: bool
    kind: Literal["ended"] = "ended"


@dataclass(frozen=True, slots=True)
class Passed:
    """The way out of `exit` was taken, past what was judged; `waived` when it was not met."""

    exit: str
    mechanics: tuple[str, ...]
    waived: bool
    kind: Literal["passed"] = "passed"


@dataclass(frozen=True, slots=True)
class Retried:
    """Another try at these mechanics; the best points stay."""

    mechanics: tuple[str, ...]
    kind: Literal["retried"] = "retried"


@dataclass(frozen=True, slots=True)
class SceneEnded:
    scene: str
    points: int
    met: bool
    kind: Literal["scene_ended"] = "scene_ended"


@dataclass(frozen=True, slots=True)
class ScenePassed:
    scene: str
    waived: bool
    kind: Literal["scene_passed"] = "scene_passed"


@dataclass(frozen=True, slots=True)
class Finished:
    points: int
    kind: Literal["finished"] = "finished"


GameEvent = (
    Began
    | Clocked
    | Entered
    | Answered
    | Flipped
    | Went
    | Hinted
    | Ended
    | Passed
    | Retried
    | SceneEnded
    | ScenePassed
    | Finished
    | CareTaken
    | Moved
)


# ── state ─────────────────────────────────────────────────────────────────────────────────────────


class Attempt(NamedTuple):
    """One try at a mechanic."""

    entered_at: float
    attempts: Mapping[str, int] = {}
    settled: Mapping[str, int] = {}  # item to points
    seen: frozenset[str] = frozenset()
    hinted: frozenset[str] = frozenset()
    moment: str | None = None
    how: How | None = None
    # Item to the answer that settled it: for other versions of a game, which a page never gets.
    answers: Mapping[str, str] = {}

    @property
    def points(self) -> int:
        return sum(self.settled.values())


class GameState(NamedTuple):
    """Where a play stands. A tuple, for it is made anew at every event."""

    phase: Phase = "opening"
    timers: bool = True
    clock: float = 0.0
    scene: str = ""
    mechanic: str = ""
    exit: str = ""  # the mechanic whose way out is judged, once a try is over
    met: bool = False
    tries: Mapping[str, Attempt] = {}  # mechanic to its latest try
    best: Mapping[str, int] = {}  # mechanic to the best points of a try that is over
    unmet: Mapping[str, int] = {}  # exit or scene to how often it was found shut
    passed: frozenset[str] = frozenset()
    waived: tuple[str, ...] = ()
    misconceptions: tuple[str, ...] = ()  # mechanic/misconception, as they showed
    care: CareState = CALM

    @property
    def trying(self) -> Attempt:
        return self.tries[self.mechanic]

    def points_of(self, mechanic: str) -> int:
        """The best points so far, the running try included."""
        running = self.tries.get(mechanic)
        return max(self.best.get(mechanic, 0), running.points if running else 0)


def _stored(state: GameState, write: SerializerFunctionWrapHandler) -> Any:
    """A play in which nobody needed care is stored as it always was."""
    values = write(state)
    return values[:-1] if state.care == CALM else values


StoredState = Annotated[GameState, WrapSerializer(_stored)]


def apply(state: GameState, event: GameEvent) -> GameState:
    match event:  # the most frequent first
        case Answered() | Flipped() | Went() | Hinted():
            return _tried(state, event)
        case Clocked():
            return state._replace(clock=event.at)
        case Entered():
            tries = {**state.tries, event.mechanic: Attempt(state.clock)}
            return state._replace(
                phase="playing",
                scene=event.scene,
                mechanic=event.mechanic,
                exit="",
                met=False,
                tries=tries,
            )
        case Began():
            return state._replace(timers=event.timers)
        case Ended():
            return _ended(state, event)
        case Passed():
            waived = (*state.waived, event.exit) if event.waived else state.waived
            return state._replace(passed=state.passed | set(event.mechanics), waived=waived)
        case Retried():
            tries = {
                name: attempt
                for name, attempt in state.tries.items()
                if name not in event.mechanics
            }
            return state._replace(tries=tries, passed=state.passed - set(event.mechanics))
        case SceneEnded() | ScenePassed() | Finished():
            return _scene_over(state, event)
        case CareTaken() | Moved():
            return _beside(state, event)


def _beside(state: GameState, event: CareTaken | Moved) -> GameState:
    """What is no part of the game."""
    if isinstance(event, CareTaken):
        return state._replace(care=cared(state.care, event))
    return moved(state, event.moves)


def _tried(state: GameState, event: Answered | Flipped | Went | Hinted) -> GameState:
    attempt = state.tries[event.mechanic]
    match event:
        case Answered():
            attempt = _answered(attempt, event)
        case Flipped():
            attempt = attempt._replace(seen=attempt.seen | set(event.cards))
        case Went():
            attempt = attempt._replace(moment=event.to)
        case Hinted():
            attempt = attempt._replace(hinted=attempt.hinted | {event.item})
    tries, shown = {**state.tries, event.mechanic: attempt}, state.misconceptions
    if isinstance(event, Answered) and event.misconception:
        shown = (*shown, f"{event.mechanic}/{event.misconception}")
    # Made directly, as this is what happens most: `_replace` takes twice as long.
    return GameState(*state[:7], tries, *state[8:12], shown)


def _answered(attempt: Attempt, event: Answered) -> Attempt:
    attempts, settled, answers = attempt.attempts, attempt.settled, attempt.answers
    if event.charged:
        attempts = {**attempts, event.item: attempts.get(event.item, 0) + 1}
    if event.settled:
        settled, answers = (
            {**settled, event.item: event.points},
            {**answers, event.item: event.answer},
        )
    # Directly, too.
    return Attempt(
        attempt.entered_at,
        attempts,
        settled,
        attempt.seen,
        attempt.hinted,
        attempt.moment,
        attempt.how,
        answers,
    )


def _ended(state: GameState, event: Ended) -> GameState:
    attempt = state.tries[event.mechanic]._replace(how=event.how)
    return state._replace(
        phase="ended",
        exit=event.exit,
        met=event.met,
        tries={**state.tries, event.mechanic: attempt},
        best={**state.best, event.mechanic: max(state.best.get(event.mechanic, 0), event.points)},
        unmet=_counted(state, event.exit, event.met),
    )


def _scene_over(state: GameState, event: SceneEnded | ScenePassed | Finished) -> GameState:
    match event:
        case SceneEnded():
            return state._replace(
                phase="between", met=event.met, unmet=_counted(state, event.scene, event.met)
            )
        case ScenePassed():
            return state._replace(waived=(*state.waived, event.scene)) if event.waived else state
        case Finished():
            return state._replace(phase="finished")


def _counted(state: GameState, what: str, met: bool) -> Mapping[str, int]:
    return state.unmet if met else {**state.unmet, what: state.unmet.get(what, 0) + 1}


# ── names of another version ──────────────────────────────────────────────────────────────────────


def moved(state: GameState, moves: Moves) -> GameState:
    """The state in the names of another version, and perhaps with a try begun anew: {"try":
    {mechanic: where, or nothing}}.
    """
    if not any(moves.values()):
        return state
    scene, mechanic = renaming(moves, SCENE), renaming(moves, MECHANIC)

    def either(name: str) -> str:
        return mechanic(name) if name in moves.get(MECHANIC, {}) else scene(name)

    state = state._replace(
        scene=scene(state.scene),
        mechanic=mechanic(state.mechanic),
        exit=mechanic(state.exit),
        tries={
            mechanic(name): _attempt(attempt, name, moves) for name, attempt in state.tries.items()
        },
        best={mechanic(name): points for name, points in state.best.items()},
        unmet={either(name): times for name, times in state.unmet.items()},
        passed=frozenset(map(mechanic, state.passed)),
        waived=tuple(map(either, state.waived)),
        misconceptions=tuple(_misconception(name, moves) for name in state.misconceptions),
    )
    for was, at in moves.get(TRY, {}).items():
        state = _begun_anew(state, mechanic(was), at or mechanic(was))
    return state


def _attempt(attempt: Attempt, mechanic: str, moves: Moves) -> Attempt:
    item, moment, ending, card, choice = (
        renaming(moves, kind, mechanic) for kind in ("item", "moment", "ending", "card", "choice")
    )

    def scored(name: str) -> str:
        """In a story the items are moments."""
        return item(name) if item(name) != name else moment(name)

    def answered(name: str, answer: str) -> str:
        """With a choice, in a memory game with another item, in a story with an option of the
        moment.
        """
        option = renaming(moves, "option", f"{mechanic}/{name}")
        return next(
            (now for renamed in (choice, option, item) if (now := renamed(answer)) != answer),
            answer,
        )

    return attempt._replace(
        attempts={scored(name): count for name, count in attempt.attempts.items()},
        settled={scored(name): points for name, points in attempt.settled.items()},
        answers={scored(name): answered(name, answer) for name, answer in attempt.answers.items()},
        seen=frozenset(map(card, attempt.seen)),
        hinted=frozenset(map(scored, attempt.hinted)),
        moment=attempt.moment and ending(moment(attempt.moment)),
    )


def _misconception(name: str, moves: Moves) -> str:
    mechanic, _, own = name.partition("/")
    return (
        f"{renaming(moves, MECHANIC)(mechanic)}/{renaming(moves, 'misconception', mechanic)(own)}"
    )


def _begun_anew(state: GameState, mechanic: str, at: str) -> GameState:
    """As if the mechanic had never been tried; whoever stands in it is at the beginning of `at`."""
    standing = mechanic in (state.mechanic, state.exit) and state.phase in ("playing", "ended")
    fresh = state.tries[state.mechanic]._replace(
        entered_at=state.clock,
        attempts={},
        settled={},
        answers={},
        seen=frozenset(),
        hinted=frozenset(),
        moment=None,
        how=None,
    )
    state = state._replace(
        tries=_without(state.tries, mechanic), best=_without(state.best, mechanic)
    )
    if not standing:
        return state
    tries = {**state.tries, at: fresh}
    return state._replace(
        phase="playing",
        mechanic=at,
        exit="",
        met=False,
        tries=tries,
        passed=state.passed - {mechanic, at},
    )


def _without(table: Mapping[str, V], name: str) -> dict[str, V]:
    return {key: value for key, value in table.items() if key != name}
