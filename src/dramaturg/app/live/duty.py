"""People on duty: what was raised for them, whether somebody has seen and handled it, and all of it
as a file.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from io import StringIO
from typing import Literal

from dramaturg.store import Log
from dramaturg.turn.ports import Clock, DutyNote, RaisedFlag

DutyState = Literal["new", "seen", "handled"]
DutyForm = Literal["json", "csv"]


@dataclass(frozen=True, slots=True)
class DutyFlag:
    """Somebody who may be in danger, as people on duty see them: since when, the kind, the words,
    what they were answered, and who looks after it.
    """

    session: str
    turn: int
    engine: str
    content: str
    at: float
    danger: str
    speech: str
    words: str
    state: DutyState
    seen_by: str = ""
    seen_at: float = 0.0
    handled_by: str = ""
    handled_at: float = 0.0


class Duty:
    """What was raised in one log."""

    def __init__(self, log: Log, clock: Clock) -> None:
        self._log, self._clock = log, clock

    async def flags(self, state: DutyState | None = None) -> tuple[DutyFlag, ...]:
        """Newest first; all of them, or those of a state."""
        found = map(_shown, await self._log.raised())
        return tuple(each for each in found if state in (None, each.state))

    async def note(
        self, session: str, turn: int, did: Literal["seen", "handled"], who: str
    ) -> None:
        """Somebody has seen a flag, or has handled it. Raises NotFound."""
        await self._log.on_duty(session, turn, DutyNote(did, who, self._clock.now()))

    async def export(self, form: DutyForm) -> str:
        """Everything that was ever raised, but for what was deleted since."""
        flags = await self.flags()
        if form == "json":
            return json.dumps([asdict(each) for each in flags], ensure_ascii=False, indent=2)
        return _csv(flags)


def _shown(raised: RaisedFlag) -> DutyFlag:
    notes = {note.did: note for note in raised.notes}
    seen, handled = notes.get("seen"), notes.get("handled")
    return DutyFlag(
        raised.session,
        raised.turn,
        raised.engine,
        raised.content_id,
        raised.at,
        raised.danger,
        raised.speech,
        raised.words,
        "handled" if handled else "seen" if seen else "new",
        seen.who if seen else "",
        seen.at if seen else 0.0,
        handled.who if handled else "",
        handled.at if handled else 0.0,
    )


def _csv(flags: Sequence[DutyFlag]) -> str:
    text = StringIO()
    writer = csv.writer(text)
    names = [each.name for each in fields(DutyFlag)]
    writer.writerow(names)
    for flag in flags:
        writer.writerow(_cell(getattr(flag, name)) for name in names)
    return text.getvalue()


def _cell(value: object) -> object:
    """Times in UTC; and no words that a spreadsheet takes for a formula."""
    if isinstance(value, float):
        return datetime.fromtimestamp(value, UTC).isoformat(timespec="seconds") if value else ""
    return f"'{value}" if isinstance(value, str) and value[:1] in {*"=+-@\t\r"} else value
