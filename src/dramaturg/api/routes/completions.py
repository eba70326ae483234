"""For chat clients that speak OpenAI's protocol: everything that can be talked with is a model,
every conversation a session.

A header names the conversation, another the message, which is the turn's idempotency key: clients
send both when they are told to. What a client asks for itself, such as a title, is answered without
a turn.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from typing import Annotated, Any, Literal
from uuid import UUID, uuid4, uuid5

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response, StreamingResponse
from pydantic import BaseModel, ConfigDict, Field, StrictBool

from dramaturg.api.base.access import for_authors
from dramaturg.api.base.dependencies import TheApp
from dramaturg.app.sessions.sessions import LONGEST_TURN
from dramaturg.app.views.text import (
    block_text,
    help_text,
    is_task,
    opening_text,
    turn_text,
    why_text,
)
from dramaturg.app.views.views import VIEWS, TurnShown
from dramaturg.app.wiring import App
from dramaturg.engines import kit_of
from dramaturg.kernel.errors import BadInput, ConflictError, DramaturgError, NotFound, did_you_mean
from dramaturg.turn.asks import Listener
from dramaturg.turn.contract import Heard
from dramaturg.turn.ports import SessionInfo, StoredContent
from dramaturg.turn.view import Address, Remove, TextBlock, Typed

router = APIRouter(tags=["chat clients"], prefix="/v1", dependencies=[for_authors])

CONVERSATION = ("x-conversation-id", "x-openwebui-chat-id", "x-librechat-conversation-id")
MESSAGE = (
    "x-message-id",
    "x-openwebui-user-message-id",
    "x-openwebui-message-id",
    "idempotency-key",
)
TASK = ("x-openwebui-task",)
"""What a client asks for itself, where it says so; else it shows in the words."""
LONGEST_ID = 200
SESSIONS = UUID("8a5a1a0e-3c58-4a1b-9d5e-6f2b8f0c7d11")
"""The name space of sessions that conversations of chat clients are."""

UNTITLED = "A new conversation"


class Model(BaseModel):
    """Something that can be talked with."""

    id: str
    object: Literal["model"] = "model"
    created: int = 0
    owned_by: Literal["dramaturg"] = "dramaturg"


class Models(BaseModel):
    object: Literal["list"] = "list"
    data: list[Model]


class MessagePart(BaseModel):
    """A part of a message; only text counts."""

    type: str = Field("text", max_length=50)
    text: str = Field("", max_length=LONGEST_TURN)


class Message(BaseModel):
    role: str = Field(max_length=50)
    content: Annotated[str, Field(max_length=10 * LONGEST_TURN)] | list[MessagePart] | None = None

    @property
    def text(self) -> str:
        if isinstance(self.content, list):
            return "\n".join(part.text for part in self.content if part.text)
        return self.content or ""


class Completing(BaseModel):
    """A request of a chat client. How a model should be run is not for it to say; what it says
    about that is left aside.
    """

    model_config = ConfigDict(extra="ignore")

    model: str = Field(max_length=LONGEST_ID)
    messages: list[Message] = Field(min_length=1, max_length=5000)
    stream: StrictBool = False

    @property
    def said(self) -> list[str]:
        return [message.text for message in self.messages if message.role == "user"]


class CompletionReply(BaseModel):
    role: Literal["assistant"] = "assistant"
    content: str


class CompletionChoice(BaseModel):
    index: int = 0
    message: CompletionReply
    finish_reason: Literal["stop"] = "stop"


class Completion(BaseModel):
    """A line, as a chat client expects it."""

    id: str
    object: Literal["chat.completion"] = "chat.completion"
    created: int
    model: str
    choices: list[CompletionChoice]


@router.get("/models")
async def list_models(app: TheApp) -> Models:
    """Everything that can be talked with."""
    return Models(data=[Model(id=name) for name in await asyncio.to_thread(talkable, app)])


@router.post("/chat/completions", response_model=Completion)
async def complete(wanted: Completing, request: Request, app: TheApp) -> Response:
    """Play the last message as a turn of the conversation's session, and answer with what
    was said.
    """
    session = _session(request, wanted.model)
    if not wanted.said:
        raise BadInput("nobody has said anything: send a message whose role is `user`")
    if _header(request, TASK) or is_task(wanted.said[-1]):
        return _answered(wanted, await _task(app, session, wanted.said[-1]))
    info = await _opened(app, session, wanted.model)
    turn = _Turn(app, info, wanted, _header(request, MESSAGE))
    return (
        _events(_pieces(wanted, _as_they_come(turn)))
        if wanted.stream
        else _answered(wanted, await turn.play())
    )


# ── what can be talked with ───────────────────────────────────────────────────────────────────────


def talkable(app: App) -> dict[str, tuple[str, Mapping[str, Any]]]:
    """By the name of the model: its engine, and the values that open a session."""
    return {
        f"{engine}/{name}": (engine, values)
        for engine, view in VIEWS.items()
        for name, values in view.chat_models(app.library).items()
    }


def _content(app: App, model: str) -> StoredContent:
    known = talkable(app)
    if model not in known:
        raise NotFound(f"there is no model {model!r} here. {did_you_mean(model, known)}")
    engine, values = known[model]
    content = kit_of(engine).content
    if content.OPENING is None:
        raise NotFound(f"there is no model {model!r} here")
    opening = content.OPENING.model_validate({"engine": engine, **values})
    return content.stage(app.library, opening)


# ── which session, which turn ─────────────────────────────────────────────────────────────────────


def _header(request: Request, names: tuple[str, ...]) -> str:
    """The first of these headers that says something; a client that does not know fills in nothing,
    or leaves its own mark.
    """
    given = (request.headers.get(name, "").strip() for name in names)
    return next((value for value in given if value and not value.startswith("{{")), "")


def _session(request: Request, model: str) -> str:
    """The session of a conversation: the same for the same caller, conversation and model, for
    nobody else, at any time.
    """
    conversation = _header(request, CONVERSATION)
    if not conversation or len(conversation) > LONGEST_ID:
        raise BadInput(
            f"a header must name the conversation, in at most {LONGEST_ID} characters: one of"
            f" {', '.join(CONVERSATION)}. Chat clients can be told to send it."
        )
    caller = sha256(request.headers.get("authorization", "").encode()).hexdigest()
    return str(uuid5(SESSIONS, "\n".join((caller, model, conversation))))


async def _opened(app: App, session: str, model: str) -> SessionInfo:
    try:
        return await app.log.session(session)
    except NotFound:
        content = await asyncio.to_thread(_content, app, model)
        with suppress(ConflictError):  # somebody else was faster
            await app.sessions.open(content, id=session)
        return await app.log.session(session)


class _Turn:
    """The turn that a request asks for. Where the program speaks first, the first message only
    opens the conversation.
    """

    def __init__(self, app: App, info: SessionInfo, wanted: Completing, message: str) -> None:
        self._app, self._info, self._wanted = app, info, wanted
        self._key = (message or sha256("\n".join(wanted.said).encode()).hexdigest())[:LONGEST_ID]

    async def play(self, listener: Listener | None = None) -> str:
        """What is to be answered. A `listener` hears it as it comes."""
        info, said = self._info, self._wanted.said
        opening = await self._opening() if len(said) == 1 or info.turns == 1 else None
        if len(said) == 1 and opening and any(line.by == "program" for line in opening.lines):
            return self._beginning(opening)
        typed = await self._typed(said[-1])
        if isinstance(typed, str):
            return typed
        if listener and info.turns == 1 and opening:
            listener(f"{self._beginning(opening)}\n\n")
        heard = replace(typed, at=time.time())
        turn = await self._app.hub.turn(info, heard, self._key, listener)
        text = turn_text(turn)
        return f"{self._beginning(await self._opening())}\n\n{text}" if turn.turn == 1 else text

    async def _typed(self, words: str) -> Heard | str:
        """A turn, or what is to be read instead of one. Raises BadInput."""
        match words.strip().casefold():
            case "/help":
                return help_text(self._info.engine)
            case "/why":
                last = await self._app.sessions.last_said(self._info.id)
                return why_text(await self._app.views.why(self._info, last.turn))
        match await self._app.views.typed(self._info, Typed(words)):
            case Heard() as heard:
                return heard
            case TextBlock() as block:
                return block_text(block)
            case Address(to):
                raise BadInput(f"say it along with it: /talk {to}, then what you say")
            case Remove():
                raise BadInput("nothing can be removed from here: open the session in the studio")

    def _beginning(self, opening: TurnShown) -> str:
        return opening_text(self._app.views.notice(self._info), opening)

    async def _opening(self) -> TurnShown:
        """The session as it was before anybody was heard."""
        return (await self._app.views.turns(self._info))[0]


async def _task(app: App, session: str, text: str) -> str:
    """What a client asks for itself: a title is the session's own; there is nothing to tag and
    nothing to suggest.
    """
    try:
        title = (await app.views.session(await app.log.session(session))).head.title
    except NotFound:
        title = UNTITLED
    if "json" not in text.lower():
        return title
    return json.dumps({"title": title, "tags": [], "follow_ups": [], "queries": []})


# ── answers ───────────────────────────────────────────────────────────────────────────────────────


def _answered(wanted: Completing, text: str) -> Response:
    if wanted.stream:
        return _events(_pieces(wanted, _once(text)))
    choice = CompletionChoice(message=CompletionReply(content=text))
    return JSONResponse(
        Completion(
            id=_id(), created=int(time.time()), model=wanted.model, choices=[choice]
        ).model_dump()
    )


async def _once(text: str) -> AsyncIterator[str]:
    yield text


async def _as_they_come(turn: _Turn) -> AsyncIterator[str]:
    """Sentences as they are said; then what is left of the whole."""
    heard: asyncio.Queue[str | None] = asyncio.Queue()
    playing = asyncio.ensure_future(turn.play(heard.put_nowait))
    playing.add_done_callback(lambda _: heard.put_nowait(None))
    last = ""
    while (sentence := await heard.get()) is not None:
        last = sentence
        yield sentence if sentence.endswith("\n") else f"{sentence} "
    text = await playing
    yield text.rpartition(last)[2] if last else text


async def _pieces(wanted: Completing, texts: AsyncIterator[str]) -> AsyncIterator[str]:
    """Chunks as the protocol has them. A failure after the beginning is told as the protocol has
    it, and ends the stream.
    """
    head = {
        "id": _id(),
        "object": "chat.completion.chunk",
        "created": int(time.time()),
        "model": wanted.model,
    }
    try:
        yield _event(
            {
                **head,
                "choices": [
                    {
                        "index": 0,
                        "delta": {"role": "assistant", "content": ""},
                        "finish_reason": None,
                    }
                ],
            }
        )
        async for text in texts:
            yield _event(
                {
                    **head,
                    "choices": [{"index": 0, "delta": {"content": text}, "finish_reason": None}],
                }
            )
        yield _event({**head, "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    except DramaturgError as error:
        yield _event({"error": {"message": str(error), "type": type(error).__name__}})
    yield "data: [DONE]\n\n"


def _events(pieces: AsyncIterator[str]) -> Response:
    return StreamingResponse(pieces, media_type="text/event-stream")


def _event(value: dict[str, Any]) -> str:
    return f"data: {json.dumps(value, ensure_ascii=False)}\n\n"


def _id() -> str:
    return f"chatcmpl-{uuid4().hex}"
