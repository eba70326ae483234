"""What an engine is to the loop: the steps of a turn, and how events change its state."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from typing import Any, Generic, Protocol, TypeVar

from pydantic import TypeAdapter

from dramaturg.turn.asks import Prompter
from dramaturg.turn.contract import (
    Decision,
    Draft,
    Heard,
    Opening,
    Percept,
    Settlement,
    TurnRecord,
    Verdict,
)
from dramaturg.turn.ports import TableRow

S = TypeVar("S")
E = TypeVar("E")
D = TypeVar("D")
R = TypeVar("R")


class Engine(Protocol[S, E, D, R]):
    """One kind of guided conversation, with its content bound.

    `perceive` and `express` may ask a model; everything else is a pure function of its arguments.
    """

    @property
    def codec(self) -> Codec[S, E, D, R]: ...

    def start(self) -> S:
        """The state before anything has happened."""
        ...

    async def opening(self, heard: Heard, prompter: Prompter) -> Opening[E]:
        """How the session begins. `heard` carries no words; it may say to whom the person turns."""
        ...

    async def perceive(self, state: S, heard: Heard, prompter: Prompter) -> Percept[E]: ...

    def decide(self, seen: S, percept: Percept[E]) -> Decision[D]: ...

    async def express(
        self, seen: S, percept: Percept[E], decision: Decision[D], prompter: Prompter
    ) -> Draft[R]: ...

    def check(self, seen: S, decision: Decision[D], draft: Draft[R]) -> Verdict: ...

    def settle(
        self, seen: S, percept: Percept[E], decision: Decision[D], draft: Draft[R], verdict: Verdict
    ) -> Settlement[E]: ...

    def apply(self, state: S, event: E) -> S: ...

    def project(
        self, session: str, record: TurnRecord[E, D, R], after: S, timings: Mapping[str, float]
    ) -> Sequence[TableRow]:
        """The rows of readable tables that this turn adds; `after` is the state it led to."""
        ...


AnyEngine = Engine[Any, Any, Any, Any]
"""For those above, who ask no engine for its own values."""


class Codec(Generic[S, E, D, R]):
    """An engine's values as JSON and back, exactly."""

    def __init__(self, state: Any, record: Any) -> None:
        self._state: TypeAdapter[S] = TypeAdapter(state)
        self._record: TypeAdapter[TurnRecord[E, D, R]] = TypeAdapter(record)

    def state_json(self, state: S) -> str:
        return self._state.dump_json(state).decode()

    def state(self, text: str) -> S:
        return self._state.validate_json(text)

    def record_json(self, record: TurnRecord[E, D, R]) -> str:
        return self._record.dump_json(record).decode()

    def record(self, text: str) -> TurnRecord[E, D, R]:
        return self._record.validate_json(text)


def remembering(apply: Callable[[S, E], S], last: int = 256) -> Callable[[S, E], S]:
    """Knows the last steps again: what perceiving has folded, to see where it leads, is folded once
    more from the record.

    Applying is pure and states are frozen, so the very same state and event lead to the very same
    state.
    """
    known: OrderedDict[tuple[int, int], tuple[S, E, S]] = OrderedDict()

    def applied(state: S, event: E) -> S:
        step = id(state), id(event)
        found = known.get(step)
        if found is None:
            found = known[step] = (
                state,
                event,
                apply(state, event),
            )  # while they are kept here, nothing else has their ids
            if len(known) > last:
                known.popitem(last=False)  # in one step, for threads that fold at the same time
        return found[2]

    return applied


def fold(apply: Callable[[S, E], S], events: Iterable[E], state: S) -> S:
    """The state after the events. Nobody changes state in any other way."""
    return reduce(apply, events, state)
