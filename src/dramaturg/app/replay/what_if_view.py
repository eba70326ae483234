"""What if, as a page shows it: turn by turn for one session, summed up for many; and what of a
session can be otherwise.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import ValidationError

from dramaturg.app.content.overrides import values_in
from dramaturg.app.content.swap import ContentChange, parts_of, revised
from dramaturg.app.games.game_store import GameStore, kept_version
from dramaturg.app.replay.what_if import Deciders, Outcome, Redecided, WhatIf, what_if
from dramaturg.app.replay.what_if_summary import ChangeCount, ending_changed, summary
from dramaturg.kernel.errors import BadInput, DramaturgError, NotFound
from dramaturg.turn.migration import TurnChoice
from dramaturg.turn.ports import EventLog, StoredContent
from dramaturg.turn.view import EngineName

MOST_SESSIONS = 500  # that are decided anew in one go
MOST_CHANGES = 100  # kinds of change that are told
MOST_VALUES = 60  # that can be set, told at once
LONGEST_VALUE = 200  # characters


# ── one session ───────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision in a few named words, and why."""

    words: Mapping[str, str]
    reason: str


@dataclass(frozen=True, slots=True)
class TurnDecided:
    """A turn's decision as it was, as it would have been, and where the other version was carried
    along, as it is then.

    `differing` are the names of the words that are not the same.
    """

    turn: int
    same: bool
    was: Decided
    would: Decided
    carried: Decided | None = None
    differing: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EndingChanged:
    """How it ended, and how it would have."""

    was: str
    would: str


@dataclass(frozen=True, slots=True)
class WhatIfShown:
    """One session under another version. `first` is the first turn that differs; `why`: the reason
    it was not decided.
    """

    session: str
    engine: EngineName
    content: str
    another: str
    outcome: Outcome
    turns: tuple[TurnDecided, ...] = ()
    otherwise: int = 0
    first: int | None = None
    ending: EndingChanged | None = None
    notes: tuple[str, ...] = ()
    why: str = ""


async def shown_if(log: EventLog, session: str, another: ContentChange) -> WhatIfShown:
    found = await what_if(log, session, Deciders(another))
    differing = found.differing
    return WhatIfShown(
        session=found.session,
        engine=found.engine,
        content=found.content,
        another=str(another),
        outcome=found.outcome,
        turns=tuple(map(_turn, found.turns)),
        otherwise=len(differing),
        first=differing[0].turn if differing else None,
        ending=_ending(found),
        notes=found.notes,
        why=found.why,
    )


def _turn(turn: Redecided) -> TurnDecided:
    was, would = turn.was.words, turn.would.words
    differing = tuple(name for name in {**was, **would} if was.get(name) != would.get(name))
    carried = _decided(turn.carried) if turn.carried else None
    return TurnDecided(
        turn.turn, turn.same, _decided(turn.was), _decided(turn.would), carried, differing
    )


def _decided(choice: TurnChoice) -> Decided:
    return Decided(choice.words, choice.reason)


def _ending(found: WhatIf) -> EndingChanged | None:
    changed = ending_changed(found)
    return EndingChanged(*changed) if changed else None


# ── many sessions ─────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class SessionIf:
    """What would become of one of many sessions."""

    session: str
    engine: EngineName
    content: str
    outcome: Outcome
    turns: int
    otherwise: int
    first: int | None = None
    ending: EndingChanged | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class SharedReason:
    """Why some sessions could not be decided, or what is to be known about them."""

    reason: str
    sessions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ManyShown:
    """Many sessions under another version. `left_out` are older ones, more than are decided in one
    go.
    """

    another: str
    outcomes: Mapping[Outcome, int]
    turns: int
    otherwise: int
    changes: tuple[ChangeCount, ...]
    endings: tuple[ChangeCount, ...]
    undecided: tuple[SharedReason, ...]
    noted: tuple[SharedReason, ...]
    sessions: tuple[SessionIf, ...]
    left_out: int = 0


async def shown_if_many(
    log: EventLog, sessions: Sequence[str], another: ContentChange
) -> ManyShown:
    """Raises NotFound when there are none."""
    if not sessions:
        raise NotFound("there are no such sessions yet: hold one first, or choose others")
    deciders = Deciders(another)
    found = [await what_if(log, session, deciders) for session in sessions[:MOST_SESSIONS]]
    told = summary(found)
    return ManyShown(
        another=str(another),
        outcomes=told.sessions,
        turns=told.turns,
        otherwise=told.otherwise,
        changes=told.changes[:MOST_CHANGES],
        endings=told.endings[:MOST_CHANGES],
        undecided=_reasons(told.undecided),
        noted=_reasons(told.noted),
        sessions=tuple(map(_session, found)),
        left_out=max(0, len(sessions) - MOST_SESSIONS),
    )


def _reasons(by_reason: Mapping[str, Sequence[str]]) -> tuple[SharedReason, ...]:
    return tuple(SharedReason(reason, tuple(sessions)) for reason, sessions in by_reason.items())


def _session(found: WhatIf) -> SessionIf:
    first = found.differing[0].turn if found.differing else None
    numbers = len(found.turns), len(found.differing), first
    return SessionIf(
        found.session,
        found.engine,
        found.content,
        found.outcome,
        *numbers,
        _ending(found),
        found.why,
    )


# ── what can be otherwise ─────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class DocumentThere:
    """A document of the library that stands for a part of the session's content; `other`, when it
    says something else.
    """

    kind: str
    id: str
    version: str
    other: bool
    fault: str = ""


@dataclass(frozen=True, slots=True)
class ValueThere:
    """A value of the content, as JSON, and the path by which it is set."""

    path: str
    value: str


@dataclass(frozen=True, slots=True)
class CanBe:
    """What of a session can be otherwise. `more` counts the values that are not told: look for them
    by words.
    """

    documents: tuple[DocumentThere, ...]
    values: tuple[ValueThere, ...]
    more: int


async def can_be(content: StoredContent, shelf: GameStore, words: str = "") -> CanBe:
    """Raises BadInput for content that an older Dramaturg stored and this one cannot read."""
    try:
        return await asyncio.to_thread(_can_be, content, shelf, words)
    except ValidationError as error:
        raise BadInput(
            f"its content cannot be read by this Dramaturg: {error.errors()[0]['msg']}"
        ) from error


def _can_be(content: StoredContent, shelf: GameStore, words: str) -> CanBe:
    wanted = words.casefold().split()
    fitting = [
        each for each in values_in(content) if all(word in each[0].casefold() for word in wanted)
    ]
    documents = (
        _there(content, shelf, kind, id) for kind, ids in parts_of(content).items() for id in ids
    )
    values = tuple(ValueThere(path, _text(value)) for path, value in fitting[:MOST_VALUES])
    return CanBe(tuple(filter(None, documents)), values, max(0, len(fitting) - MOST_VALUES))


def _there(content: StoredContent, shelf: GameStore, kind: str, id: str) -> DocumentThere | None:
    try:
        version = kept_version(shelf, kind, id)
        changed = revised(content, version)
    except NotFound:
        return None
    except DramaturgError as error:
        return DocumentThere(kind, id, "", other=True, fault=str(error))
    return DocumentThere(
        kind, id, version.version, other=changed is not None and changed.hash != content.hash
    )


def _text(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"
