"""Lists of sessions: a page of those somebody looks for, without bringing all of them to life."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from math import isfinite

from pydantic import ValidationError

from dramaturg.app.sessions.sessions import Sessions
from dramaturg.app.views.views import VIEWS
from dramaturg.kernel.errors import BadInput, DramaturgError
from dramaturg.turn.contract import MIGRATED
from dramaturg.turn.ports import EventLog, FoundSession, HeldContent, SessionSearch
from dramaturg.turn.view import EngineName, Head

ENDS = tuple(f'"command":"{view.last_cue}"' for view in VIEWS.values() if view.last_cue)
"""So they stand in a record. What people say cannot look so: the quotes in it are escaped."""

ENDED = "ended"
BESIDE = (f'"choice":"{MIGRATED}"', '"choice":"mark:')
"""So it stands in a record that nothing was said, and a session that was over stays so."""


@dataclass(frozen=True, slots=True)
class ContentHeld:
    """Something of which there are sessions, and how many."""

    engine: EngineName
    id: str
    title: str
    sessions: int


@dataclass(frozen=True, slots=True)
class SessionsPage:
    """Some sessions, newest first. `next` is the cursor of those after them; empty when there are
    no more.
    """

    sessions: tuple[Head, ...]
    contents: tuple[ContentHeld, ...]
    next: str = ""


class Listing:
    """The sessions of one log, page by page."""

    def __init__(self, log: EventLog, sessions: Sessions) -> None:
        self._log, self._sessions = log, sessions

    async def page(self, sought: SessionSearch, words: str = "", cursor: str = "") -> SessionsPage:
        """`words` are looked for in titles and at the beginning of ids. Raises BadInput for a
        cursor that is none.
        """
        contents = [await self._held(each) for each in await self._log.held_contents()]
        called = (
            tuple({each.id for each in contents if words.casefold() in each.title.casefold()})
            if words
            else ()
        )
        wanted = replace(
            sought,
            begins=words,
            called=called,
            ends=ENDS,
            beside=BESIDE,
            after=_after(cursor),
            limit=sought.limit + 1,
        )
        found = await self._log.find_sessions(wanted)
        shown, more = found[: sought.limit], len(found) > sought.limit
        heads = tuple([await self._head(each) for each in shown])
        return SessionsPage(heads, tuple(contents), _cursor(shown) if more else "")

    async def _held(self, held: HeldContent) -> ContentHeld:
        return ContentHeld(
            held.engine, held.id, await self._title(held.engine, held.id, held.hash), held.sessions
        )

    async def _head(self, found: FoundSession) -> Head:
        info = found.info
        return Head(
            id=info.id,
            engine=info.engine,
            content_id=info.content_id,
            content_version=info.content_version,
            title=await self._title(info.engine, info.content_id, info.content_hash),
            model=info.model,
            turns=info.turns,
            opened_at=info.opened_at,
            updated_at=info.updated_at,
            ended=await self._ended(found) if found.over else "",
            study=found.study,
        )

    async def _ended(self, found: FoundSession) -> str:
        """How it ended; only those that are over are brought to life for it."""
        with suppress(DramaturgError, ValidationError):  # as with titles
            live = await self._sessions.live(found.info.id)
            return VIEWS[found.info.engine].ended(live.engine, live.state) or ENDED
        return ENDED

    async def _title(self, engine: str, id: str, hash: str) -> str:
        """What an older Dramaturg stored may be unreadable; then its id stands for it, and the
        others are still listed.
        """
        engines = self._sessions.engines
        try:
            made = engines.made.get(hash) or await asyncio.to_thread(
                engines.of, await self._log.content(hash)
            )
            return VIEWS[engine].title(made)
        except (DramaturgError, ValidationError):
            return id


def _cursor(shown: Sequence[FoundSession]) -> str:
    last = shown[-1].info
    return f"{last.opened_at!r}_{last.id}"


def _after(cursor: str) -> tuple[float, str] | None:
    if not cursor:
        return None
    opened, _, id = cursor.partition("_")
    try:
        at = float(opened)
    except ValueError:
        at = float("nan")
    if not isfinite(at):
        raise BadInput("that is no cursor: take the one that the page before has under `next`")
    return at, id
