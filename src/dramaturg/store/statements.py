"""The SQL of the log, the same for both databases, and what its rows mean."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import Any

from dramaturg.kernel.errors import BadInput, ClaimLost, NotFound, StoreError
from dramaturg.turn.ports import Busy, Claim, Played, SessionInfo, StoredContent, StoredTurn

ADD_CONTENT = "INSERT INTO contents (hash, engine, id, version, body) VALUES (?, ?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING"
ADD_SESSION = (
    "INSERT INTO sessions (id, engine, content_id, content_version, content_hash, embedder, model, opened_at)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING RETURNING id"
)
TURNS_PLAYED = "coalesce((SELECT max(p.turn) + 1 FROM turns p WHERE p.session = s.id), 0)"
LAST_PLAYED = "coalesce((SELECT l.at FROM turns l WHERE l.session = s.id ORDER BY l.turn DESC LIMIT 1), s.opened_at)"
SESSIONS = (
    "SELECT s.id, s.engine, s.content_id, s.content_version, s.content_hash, s.embedder, s.model, s.opened_at,"
    f" {TURNS_PLAYED}, {LAST_PLAYED} FROM sessions s"
)
ONE_SESSION = f"{SESSIONS} WHERE s.id = ?"
NEWEST_SESSIONS = f"{SESSIONS} ORDER BY s.opened_at DESC, s.id DESC"
CONTENT = "SELECT hash, engine, id, version, body FROM contents WHERE hash = ?"
TURNS = "SELECT turn, key, at, record, timings FROM turns WHERE session = ? AND turn > ? ORDER BY turn"
SNAPSHOT = "SELECT turn, state FROM snapshots WHERE session = ?"
PENDING = "SELECT session, turn, key, heard, owner, fence FROM claims WHERE session = ?"

# The session, the turn that was played under this key, and the claim that is pending: all a claim depends on.
SITUATION = (
    f"SELECT {TURNS_PLAYED}, t.turn, t.key, t.at, t.record, t.timings, c.until, c.turn, c.key, c.heard, c.fence"
    " FROM sessions s LEFT JOIN turns t ON t.session = s.id AND t.key = ? LEFT JOIN claims c ON c.session = s.id"
    " WHERE s.id = ?"
)
TAKE = (
    "INSERT INTO claims (session, turn, key, heard, owner, fence, until) VALUES (?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT (session) DO UPDATE SET owner = excluded.owner, fence = excluded.fence, until = excluded.until"
)
HELD = "WHERE session = ? AND turn = ? AND owner = ? AND fence = ?"
EXTEND = f"UPDATE claims SET until = ? {HELD} RETURNING session"
SPEND = f"DELETE FROM claims {HELD} RETURNING session"

ADD_TURN = "INSERT INTO turns (session, turn, key, at, record, timings) VALUES (?, ?, ?, ?, ?, ?)"
KEEP_SNAPSHOT = (
    "INSERT INTO snapshots (session, turn, state) VALUES (?, ?, ?)"
    " ON CONFLICT (session) DO UPDATE SET turn = excluded.turn, state = excluded.state"
)
# Every other table of a session hangs on this row and goes with it.
DELETE = "DELETE FROM sessions WHERE id = ? RETURNING id"


def numbered(sql: str) -> str:
    """The same statement with PostgreSQL's numbered places: `?, ?` becomes `$1, $2`."""
    first, *rest = sql.split("?")
    return first + "".join(f"${number}{part}" for number, part in zip(count(1), rest, strict=False))


def content_values(content: StoredContent) -> tuple[str, ...]:
    return content.hash, content.engine, content.id, content.version, content.body


def session_values(session: SessionInfo) -> tuple[Any, ...]:
    return (
        session.id,
        session.engine,
        session.content_id,
        session.content_version,
        session.content_hash,
        session.embedder,
        session.model,
        session.opened_at,
    )


def answer(situation: Sequence[Any] | None, asked: Claim, now: float) -> Claim | Played | Busy:
    """What a claim gets: the turn its key was played as, word that somebody is at it, or the turn to play."""
    if situation is None:
        raise no_session(asked.session)
    turns, *played, until, turn, key, heard, fence = situation
    if played[0] is not None:
        return Played(StoredTurn(*played))
    if turn is None:
        return Claim(asked.session, turns, asked.key, asked.heard, asked.owner, fence=1)
    if until > now:
        return Busy(turn, key, until)
    return Claim(asked.session, turn, key, heard, asked.owner, fence + 1)


def taken(claim: Claim, until: float) -> tuple[Any, ...]:
    return claim.session, claim.turn, claim.key, claim.heard, claim.owner, claim.fence, until


def held(claim: Claim) -> tuple[Any, ...]:
    return claim.session, claim.turn, claim.owner, claim.fence


def check_turn(claim: Claim, turn: StoredTurn) -> None:
    if (turn.turn, turn.key) != (claim.turn, claim.key):
        raise StoreError(
            f"Turn {turn.turn} (key {turn.key!r}) cannot be appended under the claim on turn {claim.turn} (key {claim.key!r})."
        )


def no_session(session: str) -> NotFound:
    return NotFound(f"There is no session {session!r}. `dramaturg sessions list` shows those there are.")


def no_content(hash: str) -> NotFound:
    return NotFound(f"There is no content with the hash {hash!r} in this store.")


def session_exists(session: str) -> BadInput:
    return BadInput(f"A session {session!r} exists already. Resume it, or open one under another id.")


def claim_lost(claim: Claim) -> ClaimLost:
    return ClaimLost(
        f"Turn {claim.turn} of session {claim.session!r} is no longer ours (fence {claim.fence}): "
        "it was taken over after the lease ran out. Send it again with the same key to get the answer that counts."
    )
