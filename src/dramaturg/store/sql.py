"""The SQL of the log, the same for both databases, and what its rows mean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import Any

from dramaturg.kernel.errors import BadInput, ClaimLost, ConflictError, NotFound, StoreError
from dramaturg.store.projections import PROJECTIONS
from dramaturg.turn.ports import (
    Busy,
    DutyNote,
    FoundSession,
    Played,
    RaisedFlag,
    SessionInfo,
    SessionSearch,
    StoredContent,
    StoredTurn,
    StudyInfo,
    StudyNote,
    TurnClaim,
)

ADD_CONTENT = (
    "INSERT INTO contents (hash, engine, id, version, body) VALUES (?, ?, ?, ?, ?) ON CONFLICT"
    " (hash) DO NOTHING"
)
ADD_SESSION = (
    "INSERT INTO sessions (id, engine, content_id, content_version, content_hash, embedder, model,"
    " opened_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING RETURNING id"
)
TURNS_PLAYED = "coalesce((SELECT max(p.turn) + 1 FROM turns p WHERE p.session = s.id), 0)"
LAST_PLAYED = (
    "coalesce((SELECT l.at FROM turns l WHERE l.session = s.id ORDER BY l.turn DESC LIMIT 1),"
    " s.opened_at)"
)
SESSION = (
    "s.id, s.engine, s.content_id, s.content_version, s.content_hash, s.embedder, s.model,"
    f" s.opened_at, {TURNS_PLAYED}, {LAST_PLAYED}, s.rewritten"
)
SESSIONS = f"SELECT {SESSION} FROM sessions s"
ONE_SESSION = f"{SESSIONS} WHERE s.id = ?"
SEVERAL_SESSIONS = f"{SESSIONS} WHERE s.id IN"
NEWEST_FIRST = "ORDER BY s.opened_at DESC, s.id DESC"
NEWEST_SESSIONS = f"{SESSIONS} {NEWEST_FIRST}"
AND_STUDIES = "FROM sessions s LEFT JOIN study_sessions b ON b.session = s.id"
ACTIVE_SESSIONS = f"{SESSIONS} WHERE {LAST_PLAYED} >= ? {NEWEST_FIRST}"
HELD_CONTENTS = (
    "SELECT engine, content_id, max(content_hash), count(*) FROM sessions"
    " GROUP BY engine, content_id ORDER BY count(*) DESC, engine, content_id"
)
CONTENT = "SELECT hash, engine, id, version, body FROM contents WHERE hash = ?"
TURNS = (
    "SELECT turn, key, at, record, timings FROM turns WHERE session = ? AND turn > ? ORDER BY turn"
)
TRANSLATION = (
    "SELECT said FROM translations WHERE language = ? AND substr(text, 1, 200) = substr(?, 1, 200)"
    " AND text = ? AND model = ? LIMIT 1"
)
SNAPSHOT = "SELECT turn, state FROM snapshots WHERE session = ?"
PENDING = (
    "SELECT c.session, c.turn, c.key, c.heard, c.owner, c.fence, s.rewritten"
    " FROM claims c JOIN sessions s ON s.id = c.session WHERE c.session = ?"
)
UNDER_WAY = "SELECT session, turn, key, until FROM claims"

# The session, the turn that was played under this key, and the claim that is pending: all a claim
# depends on.
SITUATION = (
    f"SELECT {TURNS_PLAYED}, s.rewritten, t.turn, t.key, t.at, t.record, t.timings, c.until,"
    " c.turn, c.key, c.heard, c.fence FROM sessions s LEFT JOIN turns t ON t.session = s.id AND"
    " t.key = ? LEFT JOIN claims c ON c.session = s.id WHERE s.id = ?"
)
TAKE = (
    "INSERT INTO claims (session, turn, key, heard, owner, fence, until) VALUES (?, ?, ?, ?, ?, ?,"
    " ?) ON CONFLICT (session) DO UPDATE SET owner = excluded.owner, fence = excluded.fence, until"
    " = excluded.until"
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
DELETE = "DELETE FROM sessions WHERE id = ?"
DELETE_CONTENT = (
    "DELETE FROM contents WHERE hash = ? AND NOT EXISTS (SELECT 1 FROM sessions s WHERE"
    " s.content_hash = contents.hash) AND NOT EXISTS (SELECT 1 FROM session_contents h WHERE"
    " h.content_hash = contents.hash) AND NOT EXISTS (SELECT 1 FROM studies b WHERE b.content_hash"
    " = contents.hash)"
)

LAST_AND_PENDING = (
    f"SELECT {TURNS_PLAYED} - 1, c.turn FROM sessions s LEFT JOIN claims c ON c.session = s.id"
    " WHERE s.id = ?"
)
COUNT_REWRITING = "UPDATE sessions SET rewritten = rewritten + 1 WHERE id = ?"
DELETE_READABLE = tuple(
    f"DELETE FROM {table} WHERE session = ?" for table in ("snapshots", *PROJECTIONS)
)
PUT_TURN = (
    "UPDATE turns SET key = ?, at = ?, record = ?, timings = ? WHERE session = ? AND turn = ?"
)

CONTENTS = (
    "SELECT coalesce(h.from_turn, 0), coalesce(h.content_hash, s.content_hash)"
    " FROM sessions s LEFT JOIN session_contents h ON h.session = s.id WHERE s.id = ? ORDER BY 1"
)
KEEP_FIRST_CONTENT = (
    "INSERT INTO session_contents (session, from_turn, content_hash) SELECT id, 0, content_hash"
    " FROM sessions WHERE id = ? ON CONFLICT (session, from_turn) DO NOTHING"
)
ADD_TO_CONTENTS = "INSERT INTO session_contents (session, from_turn, content_hash) VALUES (?, ?, ?)"
CHANGE_CONTENT = (
    "UPDATE sessions SET content_hash = c.hash, content_id = c.id, content_version = c.version,"
    " rewritten = rewritten + 1 FROM contents c WHERE c.hash = ? AND sessions.id = ?"
)
TAKE_BACK = (
    "DELETE FROM turns WHERE session = ? AND turn = ?",
    "DELETE FROM session_contents WHERE session = ? AND from_turn = ?",
    "DELETE FROM snapshots WHERE session = ? AND turn >= ?",
)

RAISED = (
    "SELECT r.session, r.turn, s.engine, s.content_id, t.at, r.danger, r.speech, r.words FROM"
    " raised r JOIN turns t ON t.session = r.session AND t.turn = r.turn JOIN sessions s ON s.id ="
    " r.session ORDER BY t.at DESC, r.session, r.turn DESC"
)
DUTY = "SELECT session, turn, did, who, at FROM duty ORDER BY at"
ONE_RAISED = "SELECT turn FROM raised WHERE session = ? AND turn = ?"
NOTE_DUTY = (
    "INSERT INTO duty (session, turn, did, who, at) VALUES (?, ?, ?, ?, ?) ON CONFLICT (session,"
    " turn, did) DO NOTHING"
)

ADD_STUDY = (
    "INSERT INTO studies (id, content_id, content_version, content_hash, opened_at) VALUES (?, ?,"
    " ?, ?, ?) ON CONFLICT (id) DO NOTHING RETURNING id"
)
STUDIES = "SELECT id, content_id, content_version, content_hash, opened_at FROM studies"
ONE_STUDY = f"{STUDIES} WHERE id = ?"
NEWEST_STUDIES = f"{STUDIES} ORDER BY opened_at DESC, id DESC"
NOTES = "SELECT number, at, event, respondent FROM study_events WHERE study = ? ORDER BY number"
NEWEST_NOTE = "SELECT coalesce(max(number), 0) FROM study_events WHERE study = ?"
WHOSE_NOTES = "SELECT number, respondent FROM study_events WHERE study = ?"
PUT_NOTE = (
    "INSERT INTO study_events (study, number, at, event, respondent) VALUES (?, ?, ?, ?, ?) ON"
    " CONFLICT (study, number) DO UPDATE SET at = excluded.at, event = excluded.event, respondent ="
    " excluded.respondent"
)
WHOSE_SESSION = (
    "SELECT s.id, b.study FROM sessions s LEFT JOIN study_sessions b ON b.session = s.id WHERE"
    " s.id = ?"
)
ADD_TO_STUDY = "INSERT INTO study_sessions (study, session, respondent) VALUES (?, ?, ?)"
DELETE_RESPONDENTS_NOTES = "DELETE FROM study_events WHERE study = ? AND respondent = ?"
# Erasing takes along what nobody else is held with: a talk that was held elsewhere is such content.
RESPONDENTS_CONTENTS = (
    "SELECT DISTINCT coalesce(h.content_hash, s.content_hash) FROM study_sessions r JOIN sessions s"
    " ON s.id = r.session LEFT JOIN session_contents h ON h.session = s.id WHERE r.study = ? AND"
    " r.respondent = ?"
)
STUDYS_CONTENTS = (
    "SELECT DISTINCT coalesce(h.content_hash, s.content_hash) FROM study_sessions r JOIN sessions s"
    " ON s.id = r.session LEFT JOIN session_contents h ON h.session = s.id WHERE r.study = ?"
)
DELETE_RESPONDENTS_SESSION = (
    "DELETE FROM sessions WHERE id IN (SELECT session FROM study_sessions WHERE study = ? AND"
    " respondent = ?)"
)
DELETE_STUDYS_SESSIONS = (
    "DELETE FROM sessions WHERE id IN (SELECT session FROM study_sessions WHERE study = ?)"
)
DELETE_STUDY = "DELETE FROM studies WHERE id = ?"


def raised_of(
    rows: Sequence[Sequence[Any]], notes: Sequence[Sequence[Any]]
) -> tuple[RaisedFlag, ...]:
    """The flags, each with what was done about it."""
    done: dict[tuple[Any, Any], list[DutyNote]] = {}
    for session, turn, *note in notes:
        done.setdefault((session, turn), []).append(DutyNote(*note))
    flags = (RaisedFlag(*row) for row in rows)
    return tuple(
        replace(flag, notes=tuple(done.get((flag.session, flag.turn), ()))) for flag in flags
    )


def no_flag(session: str, turn: int) -> NotFound:
    return NotFound(f"Nothing was raised in turn {turn} of session {session!r}.")


def numbered(sql: str) -> str:
    """The same statement with PostgreSQL's numbered places: `?, ?` becomes `$1, $2`."""
    first, *rest = sql.split("?")
    return first + "".join(f"${number}{part}" for number, part in zip(count(1), rest, strict=False))


def several(sessions: Sequence[str]) -> str:
    return f"{SEVERAL_SESSIONS} ({', '.join('?' for _ in sessions) or 'NULL'})"


# ── looking for sessions ──────────────────────────────────────────────────────────────────────────


def seeking(sought: SessionSearch) -> tuple[str, tuple[Any, ...]]:
    """The statement that finds them, and its values. Only what is on the page is counted
    and dated.
    """
    over, ends = _over(sought)
    conditions = [
        *_conditions(sought),
        *([(over if sought.over else f"NOT {over}", ends)] if sought.over is not None else []),
    ]
    where = " AND ".join(condition for condition, _ in conditions)
    page = f"SELECT s.id {AND_STUDIES} {f'WHERE {where}' if where else ''} {NEWEST_FIRST} LIMIT ?"
    statement = (
        f"SELECT {SESSION}, coalesce(b.study, ''), {over} {AND_STUDIES} WHERE s.id IN ({page})"
        f" {NEWEST_FIRST}"
    )
    return statement, (
        *ends,
        *(value for _, values in conditions for value in values),
        sought.limit,
    )


def _over(sought: SessionSearch) -> tuple[str, tuple[str, ...]]:
    """Whether the last record that counts has one of the texts in it."""
    if not sought.ends:
        return "FALSE", ()
    counts = "".join(" AND n.record NOT LIKE ?" for _ in sought.beside)
    last = (
        f"e.turn = (SELECT n.turn FROM turns n WHERE n.session = s.id{counts} ORDER BY n.turn DESC"
        " LIMIT 1)"
    )
    said = " OR ".join("e.record LIKE ?" for _ in sought.ends)
    texts = tuple(f"%{text}%" for text in (*sought.beside, *sought.ends))
    return f"EXISTS (SELECT 1 FROM turns e WHERE e.session = s.id AND {last} AND ({said}))", texts


def _conditions(sought: SessionSearch) -> Iterator[tuple[str, tuple[Any, ...]]]:
    for column, value in (
        ("s.engine", sought.engine),
        ("s.content_id", sought.content),
        ("b.study", sought.study),
    ):
        if value:
            yield f"{column} = ?", (value,)
    if sought.begins:
        called = (
            f" OR s.content_id IN ({', '.join('?' for _ in sought.called)})"
            if sought.called
            else ""
        )
        yield (
            f"(substr(s.id, 1, {len(sought.begins)}) = ?{called})",
            (sought.begins, *sought.called),
        )
    if sought.after:
        yield "(s.opened_at, s.id) < (?, ?)", sought.after


def found(row: Sequence[Any]) -> FoundSession:
    *info, study, over = row
    return FoundSession(SessionInfo(*info), study, bool(over))


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


def answer(
    situation: Sequence[Any] | None, asked: TurnClaim, now: float
) -> TurnClaim | Played | Busy:
    """What a claim gets: the turn its key was played as, word that somebody is at it, or the turn
    to play.
    """
    if situation is None:
        raise no_session(asked.session)
    turns, rewritten, *played, until, turn, key, heard, fence = situation
    if played[0] is not None:
        return Played(StoredTurn(*played))
    if turn is None:
        return TurnClaim(asked.session, turns, asked.key, asked.heard, asked.owner, 1, rewritten)
    if until > now:
        return Busy(turn, key, until)
    return TurnClaim(asked.session, turn, key, heard, asked.owner, fence + 1, rewritten)


def taken(claim: TurnClaim, until: float) -> tuple[Any, ...]:
    return claim.session, claim.turn, claim.key, claim.heard, claim.owner, claim.fence, until


def held(claim: TurnClaim) -> tuple[Any, ...]:
    return claim.session, claim.turn, claim.owner, claim.fence


def check_turn(claim: TurnClaim, turn: StoredTurn) -> None:
    if (turn.turn, turn.key) != (claim.turn, claim.key):
        raise StoreError(
            f"Turn {turn.turn} (key {turn.key!r}) cannot be appended under the claim on turn"
            f" {claim.turn} (key {claim.key!r})."
        )


def check_at_rest(session: str, newest: int, found: Sequence[Any] | None) -> None:
    """Its last turn is the one that was seen, and nobody is at the next."""
    if found is None:
        raise no_session(session)
    last, pending = found
    if pending is not None or last != newest:
        raise ConflictError(
            f"Session {session!r} has gone on, or is about to. Try again when its turn has ended."
        )


def check_rewriting(session: str, newest: int, turns: Sequence[StoredTurn]) -> None:
    if misfits := [turn.turn for turn in turns if not 0 <= turn.turn <= newest]:
        raise StoreError(
            f"Turn {misfits[0]} cannot be rewritten: session {session!r} has {newest + 1} turns,"
            " counted from 0."
        )


def check_migration(session: str, newest: int, turn: StoredTurn) -> None:
    if newest < 0 or turn.turn != newest + 1:
        raise StoreError(
            f"Session {session!r} changes its content with the turn after its last, not with turn"
            f" {turn.turn}."
        )


def content_before(session: str, turn: int, contents: Sequence[tuple[int, str]]) -> tuple[str, str]:
    """The content that the session had before that turn, and the one it has since."""
    if contents[-1][0] != turn or len(contents) == 1:
        raise ConflictError(
            f"Turn {turn} of session {session!r} did not change its content: there is nothing to"
            " take back."
        )
    return contents[-2][1], contents[-1][1]


def rewritten_values(session: str, turns: Sequence[StoredTurn]) -> list[tuple[Any, ...]]:
    return [(turn.key, turn.at, turn.record, turn.timings, session, turn.turn) for turn in turns]


# ── studies ───────────────────────────────────────────────────────────────────────────────────────


def study_values(study: StudyInfo) -> tuple[Any, ...]:
    return study.id, study.content_id, study.content_version, study.content_hash, study.opened_at


def note_values(study: str, notes: Sequence[StudyNote]) -> list[tuple[Any, ...]]:
    return [(study, note.number, note.at, note.event, note.respondent) for note in notes]


def check_notes(study: str, newest: int, notes: Sequence[StudyNote]) -> None:
    """Numbers follow the newest that is there, one after the other."""
    if [note.number for note in notes] != list(range(newest + 1, newest + 1 + len(notes))):
        raise study_moved_on(study)


def check_erasure(
    study: str, respondent: str, whose: Mapping[int, str], notes: Sequence[StudyNote]
) -> None:
    """A note takes the place of one about the respondent or about nobody, as it is itself. `whose`
    has all that are there.
    """
    if respondent not in whose.values():
        raise NotFound(f"There is no respondent {respondent!r} in study {study!r}.")
    newest = max(whose)
    check_notes(study, newest, [note for note in notes if note.number > newest])
    if any(
        note.respondent not in ("", respondent)
        or whose.get(note.number, note.respondent) != note.respondent
        for note in notes
    ):
        raise study_moved_on(study)
    # Were the newest number to go back, somebody who has read the study before could append to what
    # has changed since.
    if whose[newest] == respondent and all(note.number < newest for note in notes):
        raise ConflictError(
            f"The newest note of study {study!r} is about {respondent!r}, and nothing takes its"
            " place. Read the study again and try with a note in that place or after it."
        )


def respondent_of(session: str, notes: Sequence[StudyNote]) -> str:
    """Whose session it is: the notes that come with it say so."""
    named = {note.respondent for note in notes if note.respondent}
    if len(named) != 1:
        raise StoreError(
            f"Session {session!r} can only join a study with notes about one respondent; these name"
            f" {len(named)}."
        )
    return named.pop()


def check_free(session: str, found: Sequence[Any] | None) -> None:
    if found is None:
        raise no_session(session)
    if found[1] is not None:
        raise BadInput(f"Session {session!r} belongs to study {found[1]!r} already.")


def study_moved_on(study: str) -> ConflictError:
    return ConflictError(
        f"Something else has happened in study {study!r} in the meantime. Try again."
    )


def no_study(study: str) -> NotFound:
    return NotFound(f"There is no study {study!r}. `dramaturg study list` shows those there are.")


def study_exists(study: str) -> BadInput:
    return BadInput(
        f"A study {study!r} exists already. Go on with it, or open one under another id."
    )


# ── refusals ──────────────────────────────────────────────────────────────────────────────────────


def no_session(session: str) -> NotFound:
    return NotFound(
        f"There is no session {session!r}. `dramaturg sessions list` shows those there are."
    )


def no_content(hash: str) -> NotFound:
    return NotFound(f"There is no content with the hash {hash!r} in this store.")


def session_exists(session: str) -> BadInput:
    return BadInput(
        f"A session {session!r} exists already. Resume it, or open one under another id."
    )


def claim_lost(claim: TurnClaim) -> ClaimLost:
    return ClaimLost(
        f"Turn {claim.turn} of session {claim.session!r} is no longer ours (fence {claim.fence}):"
        " it was taken over after the lease ran out. Send it again with the same key to get the"
        " answer that counts."
    )
