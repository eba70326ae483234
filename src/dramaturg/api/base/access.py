"""Access: who may ask for what. Authors may do everything, analysts may read everything, a
respondent's link opens one door.

On loopback without keys everybody is the author. Anywhere else a key is required: as a bearer
token, or exchanged once for a signed cookie, which is how browsers carry it. A cookie is worth
something as long as its key is among the settings and nobody has logged out with it.
"""

from __future__ import annotations

import hmac
import ipaddress
import json
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from typing import Annotated, Literal

from fastapi import Depends, HTTPException, Request, Response

from dramaturg.api.base.logins import EndedLogins
from dramaturg.app.config.settings import Settings
from dramaturg.kernel.errors import SettingsError

Role = Literal["author", "analyst", "respondent"]

COOKIE = "dramaturg"
DAY = 24 * 60 * 60
STAY = 30  # days that a browser stays admitted
SHORTEST_KEY = 16
OPEN_SECRET = b"nobody needs a key here"  # signs links where everybody is the author anyway


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody who asks. A respondent has the one study, or the one session, that their link is
    for.
    """

    role: Role
    study: str = ""
    invitation: str = ""
    session: str = ""


AUTHOR = Who("author")


@dataclass(frozen=True, slots=True)
class _Token:
    """What a token says; whether its login was ended is another question."""

    who: Who
    until: float
    login: str


@dataclass(frozen=True, slots=True)
class Access:
    """The keys of this server. Without any it is open, and everybody is the author."""

    authors: tuple[str, ...] = ()
    analysts: tuple[str, ...] = ()
    secret: bytes = OPEN_SECRET
    ended: EndedLogins = field(default_factory=EndedLogins)

    @property
    def open(self) -> bool:
        return not self.authors

    def by_key(self, key: str) -> Who | None:
        """Whose key this is; a link's token counts as a key too."""
        if _among(key, self.authors):
            return AUTHOR
        if _among(key, self.analysts):
            return Who("analyst")
        # the cookie of a key is none itself: who has copied one cannot exchange it for the next,
        # for ever
        return who if (who := self.read(key)) and who.role == "respondent" else None

    def sign(self, who: Who, days: float = STAY, key: str = "", login: str = "") -> str:
        """A token that says who somebody is, for so many days. Only this server's secret makes one.

        A browser's has a `login` that can be ended, and is bound to the `key` that it came with; a
        link has neither.
        """
        payload = {**asdict(who), "until": int(time.time() + days * DAY)}
        payload |= {"key": self._mark(key), "login": login} if login else {}
        body = urlsafe_b64encode(json.dumps(payload, separators=(",", ":")).encode()).rstrip(b"=")
        return f"{body.decode()}.{self._signature(body)}"

    def read(self, token: str) -> Who | None:
        """Who a token says somebody is; None when it was not signed here, was changed, or is worth
        nothing any more.
        """
        found = self._read(token)
        return found.who if found is not None and found.login not in self.ended else None

    def end(self, token: str) -> None:
        """Whoever has this cookie is known by it no more. Raises StoreUnavailable when that cannot
        be kept.
        """
        found = self._read(token)
        if found is not None and found.login:
            self.ended.add(found.login, found.until)

    def _read(self, token: str) -> _Token | None:
        body, _, signature = token.partition(".")
        if not body.isascii() or not hmac.compare_digest(
            signature.encode(), self._signature(body.encode()).encode()
        ):
            return None
        payload = json.loads(urlsafe_b64decode(body + "=" * (-len(body) % 4)))
        until, key, login = payload.pop("until"), payload.pop("key", ""), payload.pop("login", "")
        who = Who(**payload)
        return (
            _Token(who, until, login)
            if until > time.time() and self._has_key(who.role, key)
            else None
        )

    def _has_key(self, role: Role, mark: str) -> bool:
        """Whether the key that a token came by is still there, in the same role. Links are signed
        by the server and need none.
        """
        if role == "respondent":
            return True
        return _among(
            mark, tuple(map(self._mark, self.authors if role == "author" else self.analysts))
        )

    def asked_by(self, request: Request) -> Who | None:
        """Whose key a request has with it, or whose cookie."""
        if self.open:
            return AUTHOR
        scheme, _, key = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and key:
            return self.by_key(key.strip())
        return self.read(request.cookies.get(COOKIE, ""))

    def admit(self, request: Request, response: Response, who: Who, key: str = "") -> None:
        """Let a browser go on as `who`, who came with `key`, by a cookie that scripts cannot read
        and other sites cannot use.
        """
        cookie = self.sign(who, key=key, login=secrets.token_urlsafe(12))
        response.set_cookie(
            COOKIE,
            cookie,
            max_age=STAY * DAY,
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
        )

    def _mark(self, key: str) -> str:
        """What stands for a key in its tokens; nobody gets from it to the key."""
        # under another secret than tokens: no mark is ever somebody's signature
        return hmac.new(
            self.secret + b" of keys", key.encode("utf-8", "replace"), sha256
        ).hexdigest()

    def _signature(self, body: bytes) -> str:
        return urlsafe_b64encode(hmac.new(self.secret, body, sha256).digest()).rstrip(b"=").decode()


def access_for(settings: Settings, host: str = "127.0.0.1") -> Access:
    """The keys that the settings give. Raises SettingsError when the server would stand open to
    others, or keys are too short.
    """
    authors, analysts = _keys(settings.author_keys), _keys(settings.analyst_keys)
    if any(len(key) < SHORTEST_KEY for key in (*authors, *analysts)):
        raise SettingsError(
            f"a key has at least {SHORTEST_KEY} characters: make one with `openssl rand -hex 24`"
        )
    if not authors and (analysts or not is_loopback(host)):
        raise SettingsError(
            f"whoever reaches {host} would be an author here. Set DRAMATURG_AUTHOR_KEYS to a key of"
            f" at least {SHORTEST_KEY} characters, or serve on 127.0.0.1."
        )
    if not authors:
        return Access()
    secret = settings.link_secret or f"links of {authors[0]}"
    return Access(
        authors,
        analysts,
        sha256(secret.encode()).digest(),
        EndedLogins.kept_in(settings.beside_store / "ended-logins"),
    )


def is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _keys(given: str) -> tuple[str, ...]:
    return tuple(key.strip() for key in given.split(",") if key.strip())


def _among(key: str, keys: tuple[str, ...]) -> bool:
    """Whether it is one of the keys; all of them are compared, so that the time it takes tells
    nothing.
    """
    return (
        sum(hmac.compare_digest(key.encode("utf-8", "replace"), each.encode()) for each in keys) > 0
    )


# ── what routes ask for ───────────────────────────────────────────────────────────────────────────
# They are async because FastAPI runs the others in threads, and these are asked for with every
# request.


async def access_of(request: Request) -> Access:
    access: Access = request.app.state.access
    return access


TheAccess = Annotated[Access, Depends(access_of)]


async def anybody(request: Request, access: TheAccess) -> Who | None:
    """Who is asking, as far as we know."""
    return access.asked_by(request)


Anybody = Annotated[Who | None, Depends(anybody)]


async def known(who: Anybody) -> Who:
    if who is None:
        raise HTTPException(
            401,
            "This needs a key: send it as a bearer token, or log in.",
            {"WWW-Authenticate": "Bearer"},
        )
    return who


Asking = Annotated[Who, Depends(known)]


def _needs(*roles: Role) -> Callable[[Who], Awaitable[Who]]:
    async def checked(who: Asking) -> Who:
        if who.role not in roles:
            raise HTTPException(403, f"This needs the key of an {' or an '.join(roles)}.")
        return who

    return checked


async def _party(session: str, request: Request, who: Asking) -> Who:
    """Somebody who takes part in the session, or reads it."""
    reads = who.role == "analyst" and request.method == "GET"
    if who.role != "author" and not reads and who.session != session:
        raise HTTPException(403, "This link is not for that session.")
    return who


async def _guest(study: str, who: Asking) -> Who:
    """Somebody who may join the study."""
    if who.role != "author" and who.study != study:
        raise HTTPException(403, "This link is not for that study.")
    return who


for_authors = Depends(_needs("author"))
for_readers = Depends(_needs("author", "analyst"))
for_parties = Depends(_party)
for_guests = Depends(_guest)
TheGuest = Annotated[Who, for_guests]
