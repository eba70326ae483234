"""What every answer says to a browser: run and load nothing but ours, guess nothing, tell nobody;
and who may ask at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import SplitResult, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dramaturg.api.problems import problem

# The graph library puts one fixed rule about its own box into the page; its hash is the only style
# that is not a file of ours.
GRAPH_BOX = "'sha256-pgvDUBa4IjFA2yuSJ2cqcyxmNYJMborsd0ORcRv9vw8='"
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        f"style-src 'self' {GRAPH_BOX}",
        "img-src 'self' data: blob:",
        "connect-src 'self'",
        "frame-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
SAFE = ("GET", "HEAD", "OPTIONS")


class SafeHeaders:
    """Adds the headers to every answer that does not say otherwise; what people said is kept in no
    cache.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if not scope["path"].startswith("/assets/"):
                    headers.setdefault("Cache-Control", "no-store")
            await send(message)

        await self.app(scope, receive, with_headers)


class SameSite:
    """Refuses what another site's page asks in a visitor's name, and names of this server that are
    not its own.

    `hosts` are the names it answers to; empty for any, where keys protect it.
    """

    def __init__(self, app: ASGIApp, hosts: Sequence[str] = ()) -> None:
        self.app, self.hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and (
            refusal := self._refusal(scope["method"], Headers(scope=scope))
        ):
            await problem(403, refusal)(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def _refusal(self, method: str, headers: Headers) -> str:
        host = headers.get("host", "")
        if self.hosts and _split(f"//{host}").hostname not in self.hosts:
            return f"This server answers to {', '.join(self.hosts)} only."
        origin = headers.get("origin")
        if method not in SAFE and origin and _split(origin).netloc != host:
            return "Another site's page may change nothing here."
        return ""


def _split(address: str) -> SplitResult:
    """The parts of an address; all are empty where it is none."""
    try:
        return urlsplit(address)
    except ValueError:
        return urlsplit("")
