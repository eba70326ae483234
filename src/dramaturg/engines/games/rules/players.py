"""Players made of code: one who knows everything, one who guesses, one who errs, one who only
waits. Every play must end.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from dramaturg.engines.games.base.blueprint import Blueprint, Card, Round
from dramaturg.engines.games.base.moves import Answer, Arrange, Flip, Hint, Move, Next, Retry, Tick
from dramaturg.engines.games.base.state import Attempt, GameEvent, GameState, apply
from dramaturg.engines.games.rules.play import (
    PATIENCE,
    advance,
    begin,
    deadlines,
    moment_of,
    open_items,
    round_of,
)

MOST_MOVES = 100_000


@dataclass(frozen=True, slots=True)
class Play:
    """A play from beginning to end."""

    moves: tuple[Move, ...]
    events: tuple[GameEvent, ...]
    state: GameState


Player = Callable[[Blueprint, GameState, random.Random], Move]


def play_through(blueprint: Blueprint, player: Player, seed: int = 0, timers: bool = True) -> Play:
    """Let a player play to the end. Raises RuntimeError if there is none."""
    chance = random.Random(seed)
    state, events = GameState(), list(begin(blueprint, timers))
    moves: list[Move] = []
    for event in events:
        state = apply(state, event)
    while state.phase != "finished":
        if len(moves) == MOST_MOVES:
            raise RuntimeError(f"no end in {MOST_MOVES} moves, at {state.scene}/{state.mechanic}")
        move = player(blueprint, state, chance)
        happened, state = advance(blueprint, state, move)
        events += happened
        moves.append(move)
    return Play(tuple(moves), tuple(events), state)


def perfect(blueprint: Blueprint, state: GameState, chance: random.Random) -> Move:
    """Knows every answer."""
    return (
        _right(round_of(blueprint, state), state.trying)
        if state.phase == "playing"
        else _onward(state)
    )


def worst(blueprint: Blueprint, state: GameState, chance: random.Random) -> Move:
    """Errs wherever one can err, and goes on as soon as that is allowed."""
    return (
        _wrong(round_of(blueprint, state), state.trying)
        if state.phase == "playing"
        else _onward(state)
    )


def guessing(blueprint: Blueprint, state: GameState, chance: random.Random) -> Move:
    """Tries anything that is allowed: answers, hints, leaving, waiting."""
    if state.phase != "playing":
        return _onward(state)
    fate, at = chance.random(), state.clock + chance.random() * 4
    if fate < 0.05:
        return Next(at=at)
    if fate < 0.08:
        return Tick(at=at + 30)
    round = round_of(blueprint, state)
    if fate < 0.12 and round.mode != "memory_match":
        return (
            Hint()
            if round.mode == "branching_scenario"
            else Hint(item=next(open_items(round, state.trying)).id)
        )
    return _guess(round, state.trying, chance, at)


def waiting(blueprint: Blueprint, state: GameState, chance: random.Random) -> Move:
    """Lets every clock run out, and leaves where there is none."""
    if state.phase != "playing":
        return _onward(state)
    due = [when for when, _, _ in deadlines(blueprint.by_scene[state.scene], state)]
    return Tick(at=min(due)) if due and state.timers else Next()


PLAYERS: Mapping[str, Player] = {
    "perfect": perfect,
    "guessing": guessing,
    "worst": worst,
    "waiting": waiting,
}


# ── how they play a round ─────────────────────────────────────────────────────────────────────────


def _onward(state: GameState) -> Move:
    what = state.exit if state.phase == "ended" else state.scene
    return Next() if state.met or state.unmet.get(what, 0) >= PATIENCE else Retry()


def _right(round: Round, attempt: Attempt) -> Move:
    match round.mode:
        case "sequencing":
            places = [choice.id for choice in round.choices]
            return Arrange(
                order=tuple(
                    sorted(round.by_id, key=lambda name: places.index(round.by_id[name].answer))
                )
            )
        case "memory_match":
            item = next(item for item in round.items if item.id not in attempt.settled)
            first, second = (card.id for card in round.cards if card.item == item.id)
            return Flip(cards=(first, second))
        case "branching_scenario":
            return Answer(
                answer=max(moment_of(round, attempt).options, key=lambda option: option.credit).id
            )
    item = next(open_items(round, attempt))
    return Answer(item=item.id, answer=item.answer)


def _wrong(round: Round, attempt: Attempt) -> Move:
    match round.mode:
        case "sequencing":
            return Arrange(order=_disorder(round, attempt))
        case "memory_match":
            return _mismatch(round, attempt)
        case "branching_scenario":
            return Answer(
                answer=min(moment_of(round, attempt).options, key=lambda option: option.credit).id
            )
    item = next(open_items(round, attempt))
    return Answer(
        item=item.id,
        answer=next(
            (choice.id for choice in round.choices if choice.id != item.answer), item.answer
        ),
    )


def _guess(round: Round, attempt: Attempt, chance: random.Random, at: float) -> Move:
    match round.mode:
        case "sequencing":
            loose = [name for name in round.by_id if not attempt.settled.get(name)]
            chance.shuffle(loose)
            return Arrange(order=_in_places(round, attempt, loose), at=at)
        case "memory_match":
            first, second = chance.sample(_cards(round, attempt), 2)
            return Flip(cards=(first.id, second.id), at=at)
        case "branching_scenario":
            return Answer(answer=chance.choice(moment_of(round, attempt).options).id, at=at)
    item = chance.choice(list(open_items(round, attempt)))
    return Answer(item=item.id, answer=chance.choice(round.choices).id, at=at)


def _disorder(round: Round, attempt: Attempt) -> tuple[str, ...]:
    """Everything one place away from where it belongs, as far as nothing right is moved."""
    places = [choice.id for choice in round.choices]
    loose = sorted(
        (name for name in round.by_id if not attempt.settled.get(name)),
        key=lambda name: places.index(round.by_id[name].answer),
    )
    return _in_places(round, attempt, loose[1:] + loose[:1])


def _in_places(round: Round, attempt: Attempt, loose: list[str]) -> tuple[str, ...]:
    """An order with what is right in its place and the rest as given."""
    fixed = {round.by_id[name].answer: name for name, points in attempt.settled.items() if points}
    rest = iter(loose)
    return tuple(fixed[choice.id] if choice.id in fixed else next(rest) for choice in round.choices)


def _mismatch(round: Round, attempt: Attempt) -> Move:
    """Two cards that do not go together: where that costs an attempt if possible, else two that
    nobody has seen.
    """
    cards = _cards(round, attempt)
    seen_items = [card.item for card in cards if card.id in attempt.seen]
    first = next((card for card in cards if seen_items.count(card.item) == 2), None)
    first = first or next((card for card in cards if card.id not in attempt.seen), cards[0])
    others = sorted(
        (card for card in cards if card.item != first.item),
        key=lambda card: card.id in attempt.seen,
    )
    partner = next(card for card in cards if card.item == first.item and card.id != first.id)
    return Flip(cards=(first.id, (others[0] if others else partner).id))


def _cards(round: Round, attempt: Attempt) -> list[Card]:
    return [card for card in round.cards if card.item not in attempt.settled]
