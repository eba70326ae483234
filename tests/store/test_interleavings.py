"""Whatever owners and migrations do in whatever order, a session's log agrees with a few lines of
plain bookkeeping.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dramaturg.kernel.errors import ClaimLost, ConflictError
from dramaturg.store import open_log
from dramaturg.testing.store_conformance import (
    CONTENT,
    LEASE,
    NEWER,
    SESSION,
    HandClock,
    moving,
    played,
)
from dramaturg.turn.ports import Busy, EventLog, Played, StoredContent, StoredTurn, TurnClaim

Kind = Literal["claim", "append", "renew", "release", "wait", "migrate", "unmigrate"]


@dataclass(frozen=True, slots=True)
class Move:
    kind: Kind
    owner: str
    key: str
    seconds: float


MOVES = st.lists(
    st.builds(
        Move,
        kind=st.sampled_from(
            [
                "claim",
                "claim",
                "append",
                "append",
                "renew",
                "release",
                "wait",
                "migrate",
                "unmigrate",
            ]
        ),
        owner=st.sampled_from(["ann", "bob"]),
        key=st.sampled_from(["k1", "k2", "k3"]),
        seconds=st.sampled_from([1.0, LEASE - 1, LEASE]),
    ),
    min_size=1,
    max_size=25,
)


@dataclass(slots=True)
class Model:
    """What the log should be, kept by hand. `claims` holds the last claim each owner was given,
    lost or not.

    `contents` says from which turn on the session had which content.
    """

    turns: list[StoredTurn] = field(default_factory=list)
    pending: TurnClaim | None = None
    until: float = 0.0
    claims: dict[str, TurnClaim] = field(default_factory=dict)
    contents: list[tuple[int, str]] = field(default_factory=lambda: [(0, CONTENT.hash)])
    rewritten: int = 0

    def claim(self, move: Move, now: float) -> TurnClaim | Played | Busy:
        for turn in self.turns:
            if turn.key == move.key:
                return Played(turn)
        if self.pending is None:
            heard = f"{move.owner} heard {move.key}"
            self.pending = TurnClaim(
                SESSION.id, len(self.turns), move.key, heard, move.owner, 1, self.rewritten
            )
        elif self.until > now:
            return Busy(self.pending.turn, self.pending.key, self.until)
        else:
            old = self.pending
            self.pending = TurnClaim(
                SESSION.id, old.turn, old.key, old.heard, move.owner, old.fence + 1, self.rewritten
            )
        self.until = now + LEASE
        self.claims[move.owner] = self.pending
        return self.pending

    def migrate(self) -> bool:
        """Whether it may be done, and it is done."""
        may = self.pending is None
        if may:
            self.contents.append((len(self.turns), self.next_content.hash))
            self.turns.append(moving(len(self.turns)))
            self.rewritten += 1
        return may

    def unmigrate(self) -> bool:
        may = (
            self.pending is None
            and len(self.contents) > 1
            and self.contents[-1][0] == len(self.turns) - 1
        )
        if may:
            self.contents.pop()
            self.turns.pop()
            self.rewritten += 1
        return may

    @property
    def next_content(self) -> StoredContent:
        return NEWER if len(self.contents) % 2 else CONTENT


async def make(move: Move, log: EventLog, model: Model, clock: HandClock) -> None:
    """One move, in the log and in the model."""
    if move.kind == "wait":
        clock.after(move.seconds)
    elif move.kind == "claim":
        expected = model.claim(move, clock.now())
        assert (
            await log.claim(
                SESSION.id, move.key, f"{move.owner} heard {move.key}", move.owner, LEASE
            )
            == expected
        )
    elif move.kind in ("migrate", "unmigrate"):
        await migrate(move, log, model)
    elif move.owner in model.claims:
        await use(model.claims[move.owner], move, log, model, clock)


async def migrate(move: Move, log: EventLog, model: Model) -> None:
    newest, content = len(model.turns) - 1, model.next_content
    if newest < 0:
        return
    may = model.migrate() if move.kind == "migrate" else model.unmigrate()
    try:
        if move.kind == "migrate":
            await log.migrate(SESSION.id, content, moving(newest + 1), newest)
        else:
            await log.unmigrate(SESSION.id, newest)
    except ConflictError:
        assert not may
    else:
        assert may


async def use(claim: TurnClaim, move: Move, log: EventLog, model: Model, clock: HandClock) -> None:
    lost = False
    try:
        if move.kind == "append":
            await log.append(claim, played(claim, f"by {claim.owner}"))
        elif move.kind == "renew":
            await log.renew(claim, LEASE)
        else:
            await log.release(claim)
    except ClaimLost:
        lost = True
    ours = claim == model.pending
    assert lost == (not ours and move.kind != "release")
    if ours and move.kind == "append":
        model.turns.append(played(claim, f"by {claim.owner}"))
        model.pending = None
    elif ours:
        model.until = clock.now() + (LEASE if move.kind == "renew" else 0)


async def run(url: str, moves: list[Move]) -> None:
    clock, model = HandClock(), Model()
    log = await open_log(url, clock)
    await log.open(SESSION, CONTENT)
    for move in moves:
        await make(move, log, model, clock)
        assert await log.pending(SESSION.id) == model.pending
    assert list(await log.turns(SESSION.id)) == model.turns
    assert list(await log.contents(SESSION.id)) == model.contents
    assert (await log.session(SESSION.id)).content_hash == model.contents[-1][1]
    assert (await log.session(SESSION.id)).turns == len(model.turns)
    await log.close()


@pytest.mark.slow
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(moves=MOVES)
def test_any_order_of_moves_agrees_with_the_bookkeeping(
    new_url: Callable[[], str], moves: list[Move]
) -> None:
    asyncio.run(run(new_url(), moves))
