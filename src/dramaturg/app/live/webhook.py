"""Telling people on duty elsewhere: what is raised goes to an address of the deployment's own,
signed, until it was taken.

    POST {"id": "SESSION:TURN", "session", "turn", "kind": "abuse", "said": "stop", "at"}
    X-Dramaturg-Time: 1763500000
    X-Dramaturg-Signature: sha256=...     the HMAC of "TIME.BODY" with the secret

The words go along only where the deployment says so. The same `id` may come twice: a server that
dies between telling and noting it tells it again.
"""

from __future__ import annotations

import asyncio
import hmac
import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256

import httpx2

from dramaturg.kernel.errors import NotFound, StoreError
from dramaturg.store import Log
from dramaturg.turn.ports import Clock, DutyNote, RaisedFlag

EVERY = 5.0  # seconds between two looks at what was raised
PATIENCE = 10.0  # seconds that the other side may take
LATER = (5.0, 30.0, 120.0, 600.0)  # seconds until the next try; the last one again and again
TOO_OLD = 3 * 24 * 3600.0  # seconds after which it is no news any more


@dataclass(frozen=True, slots=True)
class Webhook:
    """Where flags are told, what they are signed with, and whether with the words."""

    url: str
    secret: str
    words: bool = False

    def message(self, flag: RaisedFlag, now: float) -> tuple[bytes, Mapping[str, str]]:
        """The body and the headers that vouch for it."""
        told = {
            "id": f"{flag.session}:{flag.turn}",
            "session": flag.session,
            "turn": flag.turn,
            "kind": flag.danger,
            "said": flag.speech,
            "at": flag.at,
            **({"words": flag.words} if self.words else {}),
        }
        body, time = json.dumps(told, ensure_ascii=False).encode(), str(int(now))
        mark = hmac.new(self.secret.encode(), f"{time}.".encode() + body, sha256).hexdigest()
        return body, {
            "Content-Type": "application/json",
            "X-Dramaturg-Time": time,
            "X-Dramaturg-Signature": f"sha256={mark}",
        }


@dataclass(slots=True)
class _Tries:
    count: int = 0
    next_at: float = 0.0


@dataclass(slots=True)
class Teller:
    """Tells what nobody was told of yet. What is on record as told is not told again."""

    webhook: Webhook
    log: Log
    clock: Clock
    http: httpx2.AsyncClient
    _tries: dict[tuple[str, int], _Tries] = field(default_factory=dict)

    async def tell(self) -> None:
        """Everything that is due now, the oldest first."""
        now = self.clock.now()
        for flag in reversed(await self.log.raised()):
            told = any(note.did == "told" for note in flag.notes)
            if not told and now - flag.at < TOO_OLD:
                await self._try(flag, now)

    async def _try(self, flag: RaisedFlag, now: float) -> None:
        tries = self._tries.setdefault((flag.session, flag.turn), _Tries())
        if now < tries.next_at:
            return
        if await self._taken(flag, now):
            note = DutyNote("told", httpx2.URL(self.webhook.url).host, now)
            with suppress(NotFound):  # deleted since
                await self.log.on_duty(flag.session, flag.turn, note)
            del self._tries[flag.session, flag.turn]
            return
        tries.next_at = now + LATER[min(tries.count, len(LATER) - 1)]
        tries.count += 1

    async def _taken(self, flag: RaisedFlag, now: float) -> bool:
        body, headers = self.webhook.message(flag, now)
        try:
            answer = await self.http.post(self.webhook.url, content=body, headers=headers)
        except httpx2.HTTPError:
            return False
        return answer.is_success


@asynccontextmanager
async def telling(webhook: Webhook | None, log: Log, clock: Clock) -> AsyncIterator[None]:
    """As long as the block lasts, and once more when it ends."""
    if webhook is None:
        yield
        return
    async with httpx2.AsyncClient(timeout=PATIENCE) as http:
        teller = Teller(webhook, log, clock, http)
        task = asyncio.create_task(_every(teller))
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
            await teller.tell()


async def _every(teller: Teller) -> None:
    while True:
        with suppress(StoreError):  # a store that is away comes back; the flags are kept in it
            await teller.tell()
        await asyncio.sleep(EVERY)
