"""Flags: what an operator should know of a session, from what its turns recorded, without a word
that was said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from dramaturg.engines.games.base.state import GameState
from dramaturg.engines.interviews.base import state as interviews
from dramaturg.engines.interviews.base.state import InterviewState
from dramaturg.engines.interviews.perceive import STRONG, SURE
from dramaturg.engines.memoir.base import state as memoir
from dramaturg.engines.memoir.base.ledger import HardStop
from dramaturg.engines.memoir.base.records import only
from dramaturg.engines.sims.base.state import SimState
from dramaturg.turn.contract import REMOVED, AnyRecord

FlagKind = Literal[
    "self_harm", "distress", "doubt", "waiting", "model", "stuck", "stop", "refusal", "mood"
]
Urgency = Literal["now", "soon", "note"]

URGENCY: Mapping[FlagKind, Urgency] = {
    "self_harm": "now",
    "distress": "now",
    "doubt": "soon",
    "waiting": "soon",
    "model": "soon",
    "stuck": "soon",
    "stop": "note",
    "refusal": "note",
    "mood": "note",
}
"""The most urgent first."""
LASTING: tuple[FlagKind, ...] = ("self_harm", "distress")
"""These stay until somebody has seen them; the others go with the turns."""
LATELY = 3  # turns after which the others go
LASTS: Mapping[FlagKind, int] = {"model": 1, "stuck": 1}
"""These are up for one turn only, and again with the next if they still hold."""

# what a rule finds in the words; below, a small reader guesses, and harmless words are among what
# it guesses
CERTAIN = 0.95
FRUITLESS = 3  # answers in a row that brought nothing
DWELLING = 6  # exchanges at one point of a scenario
SHUT = 3  # times that a way on was found shut


@dataclass(frozen=True, slots=True)
class Flag:
    """Something to know of a session, since which turn, and why in words. `seen`: an operator has
    acknowledged it.
    """

    kind: FlagKind
    urgency: Urgency
    turn: int
    why: str
    seen: bool = False


Found: TypeAlias = Iterator[tuple[FlagKind, str]]


def flag(kind: FlagKind, turn: int, why: str) -> Flag:
    return Flag(kind, URGENCY[kind], turn, why)


def flags_of_turn(engine: str, record: AnyRecord) -> Iterator[Flag]:
    """What the turn itself shows."""
    return (
        flag(kind, record.turn, why) for kind, why in (*OF_TURN[engine](record), *_model(record))
    )


def flags_of_state(engine: str, state: Any, turn: int) -> Iterator[Flag]:
    """What shows only in how the session stands after its last turn."""
    return (flag(kind, turn, why) for kind, why in OF_STATE[engine](state))


def lasting(flags: Iterable[Flag], last: int) -> Iterator[Flag]:
    """The newest flag of each kind, as long as it lasts; `last` is the session's last turn."""
    newest = {each.kind: each for each in flags}
    for each in newest.values():
        if each.kind in LASTING or each.turn > last - LASTS.get(each.kind, LATELY):
            yield each


# ── memoirs ───────────────────────────────────────────────────────────────────────────────────────

STOPS: Mapping[HardStop, tuple[FlagKind, str]] = {
    "self_harm": (
        "self_harm",
        "The words may speak of harming oneself. The sitting was stopped, and guidance was given.",
    ),
    "acute_distress": ("distress", "The teller is in acute distress. The sitting was stopped."),
    "stop_requested": ("stop", "The teller asked to stop."),
}


def _memoir(record: AnyRecord) -> Found:
    read, conducted = only(record, memoir.MemoirSignalsRead), only(record, memoir.Conducted)
    if read is None or conducted is None:
        return
    if not read.signals.self_harm:
        yield from _distress(record.percept.readings, "teller")
    if conducted.conduct.stopped:
        yield STOPS[conducted.conduct.stopped]
    elif read.signals.refusal_or_discomfort:
        yield (
            "refusal",
            (
                "The teller did not want to go on with something, or was not at ease. It is left"
                " alone."
            ),
        )


def _distress(readings: Mapping[str, float], person: str) -> Found:
    """What a rule finds counts as distress; what is only guessed is told as that, so that nobody
    learns to look away.
    """
    distress = readings.get("distress", 0.0)
    if distress >= CERTAIN:
        yield "distress", f"The {person} seems to be in distress."
    elif distress >= STRONG or readings.get("self_harm", 0.0) >= SURE:
        yield "doubt", "Something in the words could be meant as distress. It may be harmless."


# ── interviews ────────────────────────────────────────────────────────────────────────────────────


def _interview(record: AnyRecord) -> Found:
    readings, read, ended = (
        record.percept.readings,
        only(record, interviews.SignalsRead),
        only(record, interviews.Ended),
    )
    if readings.get("self_harm", 0.0) > STRONG:
        yield "self_harm", "The words may speak of harming oneself."
    else:
        yield from _distress(readings, "respondent")
    if ended and ended.termination == "user_stop":
        yield "stop", "The respondent asked to stop."
    elif read and read.refusal:
        yield "refusal", "The respondent did not want to answer something. It is left alone."


def _fruitless(state: InterviewState) -> Found:
    if state.fruitless >= FRUITLESS and not state.ended:
        yield "stuck", f"{state.fruitless} answers in a row have brought nothing new."


# ── sims and games ────────────────────────────────────────────────────────────────────────────────

MOODS: Mapping[str, str] = {
    "hostile": "The learner sounds angry.",
    "anxious": "The learner sounds anxious.",
}


def _sim(record: AnyRecord) -> Found:
    mood = str(record.percept.facts.get("mood", ""))
    if mood in MOODS:
        yield "mood", MOODS[mood]


def _dwelling(state: SimState) -> Found:
    here = state.conversations.get(state.person)
    if here and not here.pointer.closed and here.pointer.node_turn_count >= DWELLING:
        yield (
            "stuck",
            (
                f"The conversation has been at the same point for {here.pointer.node_turn_count}"
                " exchanges."
            ),
        )


def _shut(state: GameState) -> Found:
    times = max(state.unmet.values(), default=0)
    if times >= SHUT and state.phase != "finished":
        yield "stuck", f"The player has found the way on shut {times} times."


# ── all ───────────────────────────────────────────────────────────────────────────────────────────


def _model(record: AnyRecord) -> Found:
    failed = sum(exchange.failure is not None for exchange in record.exchanges)
    if failed and record.heard.choice != REMOVED:
        yield "model", "The model failed to answer; what is built in stood in for it."


def _nothing(_of: Any) -> Found:
    yield from ()


OF_TURN: Mapping[str, Callable[[AnyRecord], Found]] = {
    "sims": _sim,
    "interviews": _interview,
    "memoir": _memoir,
    "games": _nothing,
}
OF_STATE: Mapping[str, Callable[[Any], Found]] = {
    "sims": _dwelling,
    "interviews": _fruitless,
    "memoir": _nothing,
    "games": _shut,
}
