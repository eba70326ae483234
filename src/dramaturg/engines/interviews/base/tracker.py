"""What has become of each concept in the interview: asked about how often, with what yield, by
which strategies.

A concept has one key: its slot once it has one, until then itself. Nothing ticks: turns are kept,
and ages come from them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from operator import itemgetter

from dramaturg.kernel.series import share, streak
from dramaturg.kernel.values import replace
from dramaturg.turn.readings import Depth
from dramaturg.turn.tables import Table, empty

DEPTHS_KEPT = 30
ACTIVE = 128  # concepts spoken or asked of last, among which the next is chosen
SHALLOW: frozenset[Depth] = frozenset({"surface", "shallow"})
RECENT = 3  # answers that exhaustion looks at (seed 002)
STAGNANT = 3  # turns without yield
PERSISTENT = 2  # turns in a row


@dataclass(frozen=True, slots=True)
class NodeState:
    """One concept's part in the interview so far. `concept` is the one to name in a question: the
    last that was mentioned.
    """

    key: str
    concept: str
    label: str
    type: str
    created_at_turn: int
    level: int | None = None
    is_terminal: bool = False
    focus_count: int = 0
    last_focus_turn: int | None = None
    focus_streak: int = 0
    last_yield_turn: int | None = None
    yield_count: int = 0
    answers: tuple[tuple[int, Depth], ...] = ()
    """How deep each answer about it was, after the turn in which it was asked for."""
    edges: int = 0
    mentions: int = 1
    leads_on: bool = False
    """A chain leads on from it."""
    led_to: bool = False
    strategy_usage: Mapping[str, int] = field(default_factory=dict)
    last_strategy: str = ""
    consecutive_same_strategy: int = 0
    exhausted_at: int | None = None
    refused_at: int | None = None

    @property
    def depths(self) -> tuple[Depth, ...]:
        return tuple(depth for _, depth in self.answers)

    @property
    def yield_rate(self) -> float:
        return self.yield_count / self.focus_count if self.focus_count else 0.0

    @property
    def is_orphan(self) -> bool:
        return not self.edges

    @property
    def shallow_share(self) -> float:
        """Of the last answers about it, the part that was shallow."""
        return share(self.answers[-RECENT:], lambda answer: answer[1] in SHALLOW)

    def turns_since_yield(self, turn: int) -> int:
        return turn - max(self.created_at_turn, self.last_yield_turn or 0)

    def turns_since_focus(self, turn: int) -> int:
        return turn - max(self.created_at_turn, self.last_focus_turn or 0)


@dataclass(frozen=True, slots=True)
class Tracker:
    """All of them, whose turn it was last, and the keys of those that were touched last, newest
    last.
    """

    states: Table[NodeState] = field(default_factory=empty)
    previous_focus: str = ""
    active: tuple[str, ...] = ()
    focuses: tuple[str, ...] = ()
    """The last ten, the newest last."""

    def state(self, key: str) -> NodeState:
        return self.states[key]

    def streak(self, key: str) -> int:
        """For how many turns in a row it has been asked about, up to now."""
        return self.states[key].focus_streak if key == self.previous_focus else 0


def registered(tracker: Tracker, state: NodeState) -> Tracker:
    return _touched(replace(tracker, states=tracker.states.set(state.key, state)), state.key)


def mentioned(tracker: Tracker, key: str, concept: str, label: str) -> Tracker:
    state = tracker.states[key]
    again = replace(state, concept=concept, label=label, mentions=state.mentions + 1)
    return _touched(_changed(tracker, again), key)


def connected(tracker: Tracker, key: str, leads_on: bool = False, led_to: bool = False) -> Tracker:
    """It has an edge more, perhaps one of a chain, which leads on from it or to it."""
    state = tracker.states[key]
    state = replace(
        state,
        edges=state.edges + 1,
        leads_on=state.leads_on or leads_on,
        led_to=state.led_to or led_to,
    )
    return _touched(_changed(tracker, state), key)


def rekeyed(tracker: Tracker, old: str, new: str, shared: int = 0) -> Tracker:
    """A concept is known by its slot from now on; if the slot has a history, the two become one.

    `shared` edges lead from one to the other, and would be counted twice.
    """
    state, active = replace(tracker.states[old], key=new), tracker.active
    if new in tracker.states:
        state = _merged(tracker.states[new], state, shared)
        if new in active and (old not in active or active.index(new) > active.index(old)):
            later = tracker.states[new]
            state = replace(state, concept=later.concept, label=later.label)
    focuses = tuple(new if key == old else key for key in tracker.focuses)
    # a concept and its slot that were asked about in turn were one and the same
    run = streak(focuses, lambda key: key == new)
    state = replace(state, focus_streak=max(state.focus_streak, run))
    return replace(
        tracker,
        states=tracker.states.delete(old).set(new, state),
        previous_focus=new if tracker.previous_focus == old else tracker.previous_focus,
        active=_renamed(active, old, new),
        focuses=focuses,
    )


def _renamed(active: tuple[str, ...], old: str, new: str) -> tuple[str, ...]:
    """One key in place of two, where the later of them was."""
    if old not in active:
        return active
    later = max(active.index(key) for key in (old, new) if key in active)
    return tuple(
        new if place == later else key
        for place, key in enumerate(active)
        if place == later or key not in (old, new)
    )


def answered(tracker: Tracker, depth: Depth) -> Tracker:
    """The depth of an answer belongs to what was asked about."""
    if not tracker.previous_focus:
        return tracker
    state = tracker.states[tracker.previous_focus]
    answers = (*state.answers, (state.last_focus_turn or 0, depth))
    return _changed(tracker, replace(state, answers=answers[-DEPTHS_KEPT:]))


def yielded(tracker: Tracker, turn: int) -> Tracker:
    """What was asked about has brought something new; that also ends its exhaustion."""
    if not tracker.previous_focus:
        return tracker
    state = tracker.states[tracker.previous_focus]
    return _changed(
        tracker,
        replace(state, last_yield_turn=turn, yield_count=state.yield_count + 1, exhausted_at=None),
    )


def refused(tracker: Tracker, key: str, turn: int) -> Tracker:
    return _changed(tracker, replace(tracker.states[key], refused_at=turn))


def exhausted(tracker: Tracker, key: str, turn: int | None) -> Tracker:
    """Set, or with None lifted."""
    return _changed(tracker, replace(tracker.states[key], exhausted_at=turn))


def focused(tracker: Tracker, key: str, strategy: str, turn: int) -> Tracker:
    """The next question is about this concept, or with an empty key about none."""
    if not key:
        return replace(tracker, previous_focus="", focuses=(*tracker.focuses, "")[-10:])
    state = tracker.states[key]
    usage, again = state.strategy_usage, state.last_strategy == strategy
    state = replace(
        state,
        focus_count=state.focus_count + 1,
        last_focus_turn=turn,
        focus_streak=tracker.streak(key) + 1,
        strategy_usage={**usage, strategy: usage.get(strategy, 0) + 1},
        last_strategy=strategy,
        consecutive_same_strategy=state.consecutive_same_strategy + 1 if again else 1,
    )
    tracker = replace(tracker, previous_focus=key, focuses=(*tracker.focuses, key)[-10:])
    return _touched(_changed(tracker, state), key)


def is_exhausted(tracker: Tracker, key: str, turn: int, rest_turns: int) -> bool:
    """Whether it was found exhausted and has not rested since."""
    state = tracker.states[key]
    return state.exhausted_at is not None and state.turns_since_focus(turn) < rest_turns


def becomes_exhausted(tracker: Tracker, key: str, turn: int) -> bool:
    """All four criteria of the seed: asked about, no yield for three turns, twice in a row, and
    mostly shallow answers.
    """
    state = tracker.states[key]
    return (
        state.focus_count >= 1
        and state.turns_since_yield(turn) >= STAGNANT
        and tracker.streak(key) >= PERSISTENT
        and bool(state.depths)
        and state.shallow_share >= 2 / 3
    )


def exhaustion_score(tracker: Tracker, key: str, turn: int) -> float:
    state = tracker.states[key]
    stagnation = min(state.turns_since_yield(turn), 10) / 10
    persistence = min(tracker.streak(key), 5) / 5
    return stagnation * 0.4 + persistence * 0.3 + state.shallow_share * 0.3


def ping_pong(tracker: Tracker) -> bool:
    """Whether the last four questions went to and fro between two concepts."""
    last = tracker.focuses[-4:]
    return len(last) == 4 and last[0] == last[2] != last[1] == last[3]


def _changed(tracker: Tracker, state: NodeState) -> Tracker:
    return replace(tracker, states=tracker.states.set(state.key, state))


def _touched(tracker: Tracker, key: str) -> Tracker:
    active = tracker.active
    if active and active[-1] == key:
        return tracker
    if key in active:
        place = active.index(key)
        active = active[:place] + active[place + 1 :]
    return replace(tracker, active=(*active, key)[-ACTIVE:])


def _merged(slot: NodeState, new: NodeState, shared: int) -> NodeState:
    """The slot's history with that of a concept that joins it."""
    usage = Counter(slot.strategy_usage) + Counter(new.strategy_usage)
    later = new if (new.last_focus_turn or 0) > (slot.last_focus_turn or 0) else slot
    return replace(
        slot,
        concept=new.concept,
        label=new.label,
        created_at_turn=min(slot.created_at_turn, new.created_at_turn),
        focus_count=slot.focus_count + new.focus_count,
        last_focus_turn=later.last_focus_turn,
        focus_streak=later.focus_streak,
        last_yield_turn=_later(slot.last_yield_turn, new.last_yield_turn),
        yield_count=slot.yield_count + new.yield_count,
        answers=tuple(sorted((*slot.answers, *new.answers), key=itemgetter(0)))[-DEPTHS_KEPT:],
        edges=slot.edges + new.edges - shared,
        mentions=slot.mentions + new.mentions,
        leads_on=slot.leads_on or new.leads_on,
        led_to=slot.led_to or new.led_to,
        strategy_usage=dict(usage),
        last_strategy=later.last_strategy,
        consecutive_same_strategy=later.consecutive_same_strategy,
        exhausted_at=later.exhausted_at,
        refused_at=_later(slot.refused_at, new.refused_at),
    )


def _later(one: int | None, other: int | None) -> int | None:
    return max(filter(None, (one, other)), default=None)
