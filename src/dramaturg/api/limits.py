"""Limits: how large a request may be, and how many of them one caller may send."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256

from fastapi import HTTPException, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dramaturg.api.base.access import COOKIE, Access
from dramaturg.api.problems import problem

USUAL_RATE = 1200  # requests a minute, where callers need a key
MOST_CALLERS = 10_000
LONGEST_LENGTH = 20  # digits in which a request may say how long it is
UNLIMITED = ("/assets/", "/api/v1/health")


class SizeLimit:
    """Refuses a request of more than `largest` bytes, as soon as it says so or turns out so."""

    def __init__(self, app: ASGIApp, largest: int) -> None:
        self.app, self.largest = app, largest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        told = dict(scope["headers"]).get(b"content-length", b"0")
        if not told.isdigit() or len(told) > LONGEST_LENGTH or int(told) > self.largest:
            await problem(413, self._detail)(scope, receive, send)
            return
        came = 0

        async def counted() -> Message:
            nonlocal came
            message = await receive()
            came += len(message.get("body", b""))
            if came > self.largest:
                raise HTTPException(413, self._detail)
            return message

        await self.app(scope, counted, send)

    @property
    def _detail(self) -> str:
        return f"A request has {self.largest:,} bytes at most: send it in smaller pieces."


@dataclass
class Bucket:
    """What a caller may still send: it fills as time goes by, up to a minute's worth."""

    left: float
    at: float


@dataclass
class RateLimit:
    """Lets each caller send `rate` requests a minute, in any rhythm. Nobody is told apart by what
    they say.
    """

    app: ASGIApp
    rate: int
    access: Access
    clock: Callable[[], float] = time.monotonic
    buckets: OrderedDict[str, Bucket] = field(default_factory=OrderedDict)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"].startswith(UNLIMITED):
            await self.app(scope, receive, send)
            return
        wait = self.taken(self.caller(Request(scope)))
        if wait > 0:
            detail = f"That was more than {self.rate} requests a minute; go on in {wait:.0f} s."
            await problem(429, detail, headers={"Retry-After": f"{wait:.0f}"})(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def taken(self, caller: str) -> float:
        """Take one request from a caller's bucket; the seconds to wait when it is empty."""
        now = self.clock()
        bucket = self.buckets.setdefault(caller, Bucket(self.rate, now))
        self.buckets.move_to_end(caller)
        if len(self.buckets) > MOST_CALLERS:
            self.buckets.popitem(last=False)
        bucket.left = min(self.rate, bucket.left + (now - bucket.at) * self.rate / 60)
        bucket.at = now
        if bucket.left < 1:
            return max(1.0, (1 - bucket.left) * 60 / self.rate)
        bucket.left -= 1
        return 0.0

    def caller(self, request: Request) -> str:
        """Somebody known by key or cookie, for many may share an address; else the address: whoever
        tries out keys is one.
        """
        given = request.headers.get("authorization") or request.cookies.get(COOKIE)
        if given and not self.access.open and self.access.asked_by(request):
            return sha256(given.encode()).hexdigest()
        return request.client.host if request.client else ""
