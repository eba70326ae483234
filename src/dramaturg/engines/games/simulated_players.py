"""Players: somebody who plays a game, each in their manner, and needs no model; one can choose
their moves among the possible.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

from dramaturg.engines.games.base.blueprint import Blueprint, Round
from dramaturg.engines.games.base.moves import (
    Answer,
    Hint,
    Move,
    MoveRefused,
    Next,
    move_json,
    move_words,
)
from dramaturg.engines.games.base.state import Attempt, GameState
from dramaturg.engines.games.mechanics.table import MECHANICS
from dramaturg.engines.games.rules.play import moment_of, open_items, progress_of, round_of, step
from dramaturg.engines.games.rules.players import guessing, perfect, waiting, worst
from dramaturg.turn.asks import Ask, Prompter, Unreadable
from dramaturg.turn.ports import Prompt, Voice


@dataclass(frozen=True, slots=True)
class PlayManner:
    """How somebody plays. `knows`, `hints` and `leaves` are how often, from 0 to 1.

    Whoever does not know errs, or, if they `guess`, tries anything that is possible. `hints`: takes
    help with an item before answering it. `leaves`: goes on before a round is over. `patience`:
    moves after which they only want it to be over. `waits`: lets every clock run out. `pace` is the
    seconds that a move takes.
    """

    knows: float = 1.0
    guesses: bool = True
    hints: float = 0.0
    leaves: float = 0.0
    patience: int | None = None
    waits: bool = False
    pace: float = 4.0


PLAYERS: Mapping[str, PlayManner] = {
    "knower": PlayManner(),
    "guesser": PlayManner(knows=0.0),
    "hasty": PlayManner(knows=0.6, leaves=0.05, pace=1.0),
    "thorough": PlayManner(knows=0.85, hints=1.0, pace=9.0),
    "gives_up": PlayManner(knows=0.5, patience=8),
    "out_of_time": PlayManner(waits=True),
    "never_right": PlayManner(knows=0.0, guesses=False),
}


class SimulatedPlayer:
    """Somebody at one play. They see the blueprint, as code must to know what is right; all chance
    is handed in.
    """

    def __init__(self, manner: PlayManner, blueprint: Blueprint, chance: Random) -> None:
        self.blueprint = blueprint
        self._manner, self._chance = manner, chance
        self._moves = 0

    def move(self, state: GameState) -> Move:
        self._moves += 1
        if self._manner.waits:
            return waiting(self.blueprint, state, self._chance)
        move = (
            self._playing(state)
            if state.phase == "playing"
            else perfect(self.blueprint, state, self._chance)
        )
        later = state.clock + self._manner.pace * self._chance.uniform(0.5, 1.5)
        return move.model_copy(update={"at": max(later, move.at or 0.0)})

    def _playing(self, state: GameState) -> Move:
        manner = self._manner
        if (manner.patience is not None and self._moves > manner.patience) or self._happens(
            manner.leaves
        ):
            return Next()
        if self._happens(manner.hints) and (
            hint := help_with(round_of(self.blueprint, state), state.trying)
        ):
            return hint
        if self._happens(manner.knows):
            return perfect(self.blueprint, state, self._chance)
        return (guessing if manner.guesses else worst)(self.blueprint, state, self._chance)

    def _happens(self, how_often: float) -> bool:
        return how_often > 0 and self._chance.random() < how_often


def help_with(round: Round, attempt: Attempt) -> Hint | None:
    """A hint for what is up, unless it was given; cards have none."""
    if round.mode == "memory_match":
        return None
    name = (
        moment_of(round, attempt).id
        if round.mode == "branching_scenario"
        else next(open_items(round, attempt)).id
    )
    return None if name in attempt.hinted else Hint(item=name)


# ── with a model ──────────────────────────────────────────────────────────────────────────────────

TRIED = 12  # guesses of which the possible moves are made
NUMBERED = "Answer with the number of one move and nothing else."


@dataclass(frozen=True, slots=True)
class MoveAsk(Ask[Move]):
    """Has a model choose among moves that the rules allow. What it does not choose well, the player
    chooses.
    """

    shown: str
    moves: tuple[str, ...]
    possible: tuple[Move, ...]
    planned: Move

    name = "simulated.player"
    role = "speak"

    def prompt(self) -> Prompt:
        listed = "\n".join(f"{number}. {words}" for number, words in enumerate(self.moves, 1))
        system = f"You play a learning game and want to do well. {NUMBERED}"
        return Prompt(
            self.name,
            self.role,
            system,
            f"THE ROUND\n{self.shown}\n\nPOSSIBLE MOVES\n{listed}",
            max_tokens=8,
        )

    def read(self, text: str) -> Move:
        words = text.strip().rstrip(".")
        if not words.isdecimal() or not 1 <= int(words) <= len(self.possible):
            raise Unreadable(f"it is no number from 1 to {len(self.possible)}. {NUMBERED}")
        return self.possible[int(words) - 1]

    def offline(self) -> Move:
        return self.planned


class ModelPlayer:
    """The same player, whose moves in a round a model chooses."""

    def __init__(self, voice: Voice, inner: SimulatedPlayer, chance: Random) -> None:
        self._prompter, self._inner, self._chance = Prompter(voice), inner, chance

    async def move(self, state: GameState) -> Move:
        planned, blueprint = self._inner.move(state), self._inner.blueprint
        if state.phase != "playing":
            return planned
        up = round_of(blueprint, state)
        shown = "\n".join(MECHANICS[up.mode].view(up, progress_of(up, state.trying)))
        possible = possible_moves(blueprint, state, planned, self._chance)
        ask = MoveAsk(shown, tuple(in_words(up, move) for move in possible), possible, planned)
        return (await self._prompter.ask(ask)).value


def possible_moves(
    blueprint: Blueprint, state: GameState, planned: Move, chance: Random
) -> tuple[Move, ...]:
    """Some moves that the rules allow now, the planned one among them, at its time and in no
    telling order.
    """
    moves = [
        planned,
        perfect(blueprint, state, chance),
        *(guessing(blueprint, state, chance) for _ in range(TRIED)),
    ]
    timed = {
        move_json(move): move
        for move in (each.model_copy(update={"at": planned.at}) for each in moves)
    }
    allowed = [move for move in timed.values() if _is_allowed(blueprint, state, move)]
    return tuple(chance.sample(allowed, len(allowed)))


def _is_allowed(blueprint: Blueprint, state: GameState, move: Move) -> bool:
    try:
        step(blueprint, state, move)
    except MoveRefused:
        return False
    return True


def in_words(round: Round, move: Move) -> str:
    """A move as its player would tell it, in the words of the round where it has some."""
    if not isinstance(move, Answer):
        return move_words(move)
    texts = {item.id: item.text for item in round.items} | {
        extra.id: extra.text for extra in round.distractors
    }
    answers = {choice.id: choice.text for choice in round.choices}
    answers |= {option.id: option.text for moment in round.moments for option in moment.options}
    answer = answers.get(move.answer, move.answer)
    return f"{texts[move.item]}: {answer}" if move.item in texts else answer


AnyPlayer = SimulatedPlayer | ModelPlayer


async def move_of(someone: AnyPlayer, state: GameState) -> Move:
    return await someone.move(state) if isinstance(someone, ModelPlayer) else someone.move(state)
