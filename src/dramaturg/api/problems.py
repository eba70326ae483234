"""Problems: every error as problem details (RFC 9457), in words for whoever called, all faults at
once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from http import HTTPStatus
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from dramaturg.kernel.errors import (
    BadInput,
    ConflictError,
    ContentError,
    DramaturgError,
    Fault,
    LLMError,
    NotFound,
)

# Which status and which title stand for which error; the first that fits counts.
STATUSES: tuple[tuple[type[DramaturgError], int, str], ...] = (
    (NotFound, 404, "Not found"),
    (BadInput, 422, "This cannot be done"),
    (ConflictError, 409, "Something else came first"),
    (ContentError, 422, "There are faults to mend"),
    (LLMError, 503, "The model does not answer"),
    (DramaturgError, 503, "This does not work at the moment"),
)
COMMAND = re.compile(r"\s[^.`]*`dramaturg [^`]*`[^.]*\.")
"""A sentence that names a command: it helps in a shell and nowhere else."""
MEDIA_TYPE = "application/problem+json"
MOST_FAULTS = 50


class FaultShown(BaseModel):
    """One fault: where it is, what is wrong, and what to do about it."""

    place: str = ""
    message: str
    code: str = ""
    line: int | None = None
    column: int | None = None
    remedy: str = ""


class Problem(BaseModel):
    """What went wrong."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str
    faults: list[FaultShown] = Field(default_factory=list)


PROBLEMS: dict[int | str, dict[str, Any]] = {
    "4XX": {"model": Problem, "description": "The request cannot be met, and why"},
    "503": {
        "model": Problem,
        "description": "Something that this needs is not there now, such as the model",
    },
}


def handle_problems(api: FastAPI) -> None:
    """Every error as problem details, in what the API does and in what it says of itself."""
    api.add_exception_handler(DramaturgError, _told)
    api.add_exception_handler(RequestValidationError, _malformed)
    api.add_exception_handler(HTTPException, _refused)
    api.add_exception_handler(Exception, _broken)


def problem(
    status: int,
    detail: str,
    title: str = "",
    faults: Sequence[FaultShown] = (),
    headers: Mapping[str, str] | None = None,
) -> JSONResponse:
    body = Problem(
        title=title or HTTPStatus(status).phrase, status=status, detail=detail, faults=list(faults)
    )
    return JSONResponse(
        body.model_dump(), status_code=status, media_type=MEDIA_TYPE, headers=headers
    )


def say_problems(schema: dict[str, Any]) -> dict[str, Any]:
    """The API's description, with problem details as what they are."""
    for operations in schema["paths"].values():
        for operation in operations.values():
            operation["responses"].pop("422", None)  # one of 4XX, and of the same form
            for status in PROBLEMS:
                said = operation["responses"].get(str(status), {}).get("content", {})
                for otherwise in [name for name in said if name != MEDIA_TYPE]:
                    said[MEDIA_TYPE] = said.pop(otherwise)
    for unused in ("HTTPValidationError", "ValidationError"):
        schema["components"]["schemas"].pop(unused, None)
    return schema


async def _told(request: Request, error: Exception) -> Response:
    status, title = next(
        (status, title) for kind, status, title in STATUSES if isinstance(error, kind)
    )
    if not isinstance(error, ContentError):
        return _answer(request, problem(status, COMMAND.sub("", str(error)), title))
    # where files lie on this machine concerns nobody who calls
    faults = [
        (replace(fault, file=Path(fault.file).name) if fault.file else fault)
        for fault in error.faults[:MOST_FAULTS]
    ]
    return _answer(
        request,
        problem(status, "\n".join(map(str, faults)), title, [_fault(fault) for fault in faults]),
    )


async def _malformed(request: Request, error: Exception) -> Response:
    """A request that is not of the form it should have; what was sent is not repeated, it may be
    what somebody said.
    """
    assert isinstance(error, RequestValidationError)
    faults = [
        FaultShown(place=".".join(map(str, each["loc"])), message=each["msg"])
        for each in error.errors()[:MOST_FAULTS]
    ]
    detail = "; ".join(f"{fault.place}: {fault.message}" for fault in faults)
    return _answer(
        request, problem(422, detail, "The request does not have the form it should have", faults)
    )


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return _answer(request, problem(error.status_code, str(error.detail), headers=error.headers))


async def _broken(request: Request, error: Exception) -> Response:
    """A fault of ours. It is in the server's own log; whoever called is told nothing of what is
    inside.
    """
    return _answer(
        request,
        problem(500, "Something went wrong here, and it is not your fault. Please try again."),
    )


def _answer(request: Request, answer: JSONResponse) -> Response:
    """Chat clients look for what went wrong in a place of their own."""
    if request.url.path.startswith("/v1/"):
        told = json.loads(bytes(answer.body))
        error = {"message": told["detail"], "type": told["title"], "code": str(told["status"])}
        answer.body = answer.render({**told, "error": error})
        answer.headers["Content-Length"] = str(len(answer.body))
    return answer


def _fault(fault: Fault) -> FaultShown:
    return FaultShown(
        place=fault.file or fault.place,
        message=fault.message,
        code=fault.code,
        line=fault.line,
        column=fault.column,
        remedy=fault.remedy,
    )
