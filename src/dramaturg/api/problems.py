"""Problems: every error as problem details (RFC 9457), in words for whoever called, all faults at once."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from dramaturg.kernel.errors import BadInput, ConflictError, ContentError, DramaturgError, NotFound

# Which status stands for which error; the first that fits counts.
STATUSES: tuple[tuple[type[DramaturgError], int], ...] = (
    (NotFound, 404),
    (BadInput, 422),
    (ConflictError, 409),
    (ContentError, 422),
    (DramaturgError, 503),
)
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
    "503": {"model": Problem, "description": "Something that this needs is not there now, such as the model"},
}


def handle_problems(api: FastAPI) -> None:
    """Every error as problem details, in what the API does and in what it says of itself."""
    api.add_exception_handler(DramaturgError, _told)
    api.add_exception_handler(RequestValidationError, _malformed)
    api.add_exception_handler(HTTPException, _refused)


def problem(
    status: int, detail: str, title: str = "", faults: Sequence[FaultShown] = (), headers: Mapping[str, str] | None = None
) -> JSONResponse:
    body = Problem(title=title or HTTPStatus(status).phrase, status=status, detail=detail, faults=list(faults))
    return JSONResponse(body.model_dump(), status_code=status, media_type=MEDIA_TYPE, headers=headers)


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
    status = next(status for kind, status in STATUSES if isinstance(error, kind))
    faults = [_fault(fault) for fault in error.faults] if isinstance(error, ContentError) else []
    return _answer(request, problem(status, str(error), type(error).__name__, faults[:MOST_FAULTS]))


async def _malformed(request: Request, error: Exception) -> Response:
    """A request that is not of the form it should have; what was sent is not repeated, it may be what somebody said."""
    assert isinstance(error, RequestValidationError)
    faults = [FaultShown(place=".".join(map(str, each["loc"])), message=each["msg"]) for each in error.errors()[:MOST_FAULTS]]
    detail = "; ".join(f"{fault.place}: {fault.message}" for fault in faults)
    return _answer(request, problem(422, detail, "The request does not have the form it should have", faults))


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return _answer(request, problem(error.status_code, str(error.detail), headers=error.headers))


def _answer(request: Request, answer: JSONResponse) -> Response:
    """Chat clients look for what went wrong in a place of their own."""
    if not request.url.path.startswith("/v1/"):
        return answer
    told = json.loads(bytes(answer.body))
    error = {"message": told["detail"], "type": told["title"], "code": str(told["status"])}
    return JSONResponse({**told, "error": error}, answer.status_code, media_type=MEDIA_TYPE)


def _fault(fault: Any) -> FaultShown:
    return FaultShown(
        place=str(fault.file or fault.place),
        message=fault.message,
        code=fault.code,
        line=fault.line,
        column=fault.column,
        remedy=fault.remedy or "",
    )
