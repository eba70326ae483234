"""The way to a server: not led astray, not flooded, and never through a proxy to this machine."""

from __future__ import annotations

from collections.abc import AsyncIterator
from functools import cache, partial
from ipaddress import ip_address
from ssl import SSLContext
from urllib.parse import urlsplit

import httpx2


class BadAnswer(Exception):
    """An answer we will not take. The text says why, and holds nothing of the answer."""


def is_loopback(url: str) -> bool:
    """Whether the address is on this very machine."""
    host = urlsplit(url).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def http_client(base_url: str | None, max_bytes: int) -> httpx2.AsyncClient:
    """Follows no redirect (what was said goes where it was meant to go), takes no more than
    `max_bytes`, unpacks nothing.

    A server on this machine is never reached through a proxy.
    """
    far = base_url is None or not is_loopback(base_url)
    return httpx2.AsyncClient(
        headers={"Accept-Encoding": "identity"},
        verify=_certificates(far),
        timeout=None,  # whoever asks sets the deadline for the whole answer
        follow_redirects=False,
        trust_env=far,
        event_hooks={"response": [partial(_guard, max_bytes=max_bytes)]},
    )


@cache
def _certificates(trust_env: bool) -> SSLContext:
    """Whose word is taken for who a server is. Read once, for that takes longer than opening a
    hundred clients.
    """
    return httpx2.create_ssl_context(trust_env=trust_env)


async def _guard(response: httpx2.Response, max_bytes: int) -> None:
    if response.is_redirect:
        raise BadAnswer(
            "points elsewhere, where we do not follow: set base_url to where the model really is"
        )
    if response.headers.get("Content-Encoding", "identity") != "identity":
        raise BadAnswer("is compressed, which was not asked for")
    if isinstance(response.stream, httpx2.AsyncByteStream):
        response.stream = _Capped(response.stream, max_bytes)


class _Capped(httpx2.AsyncByteStream):
    """A body that breaks off with BadAnswer once it is too large."""

    def __init__(self, body: httpx2.AsyncByteStream, max_bytes: int) -> None:
        self._body = body
        self._left = max_bytes

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for part in self._body:
            self._left -= len(part)
            if self._left < 0:
                raise BadAnswer("is far too large")
            yield part

    async def aclose(self) -> None:
        await self._body.aclose()
