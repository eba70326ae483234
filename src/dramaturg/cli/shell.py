"""What the commands share: options that many have, the application opened for one of them, a
session found by the beginning of its id, asking, and files.
"""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from pydantic import BaseModel, ValidationError

from dramaturg.app.wiring import App, open_app
from dramaturg.engines.kit import LineJudge
from dramaturg.kernel.errors import BadInput, NotFound, did_you_mean
from dramaturg.turn.ports import EventLog

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)

SessionId = Annotated[
    str,
    typer.Argument(
        help="Id of a session; its beginning is enough if it is the only one.", metavar="SESSION"
    ),
]
GoOn = Annotated[str | None, typer.Option("--session", help="Go on with this session.")]
Language = Annotated[
    str,
    typer.Option(
        help="The language to talk in, where a model is set, such as Spanish or es; without it, the"
        " one you write in."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="JSON instead of text.")]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask.")]
OutFile = Annotated[
    Path | None,
    typer.Option("--out", help="The file to write; named after the description if left out."),
]
Force = Annotated[bool, typer.Option("--force", help="Write over what is there already.")]


def with_app(work: Callable[[App], Awaitable[T]]) -> T:
    """What comes of it: `with_app(lambda app: app.log.sessions())`."""

    async def run() -> T:
        async with open_app() as app:
            return await work(app)

    return asyncio.run(run())


async def find_session(log: EventLog, beginning: str) -> str:
    """The one session with this id, or whose id begins so."""
    found = [info.id for info in await log.sessions() if info.id.startswith(beginning)]
    if len(found) == 1 or beginning in found:
        return beginning if beginning in found else found[0]
    if not found:
        raise NotFound(f"there is no session {beginning!r}; see `dramaturg sessions list`")
    raise BadInput(f"{len(found)} sessions begin with {beginning!r}; give more of the id")


async def says_yes(question: str) -> bool:
    """Whether somebody at the terminal agrees. Where nobody is there to answer, nobody does."""
    try:
        answer = await asyncio.to_thread(input, f"{question} [y/N] ")
    except EOFError:
        return False
    return answer.strip().lower() in ("y", "yes")


# ── files ─────────────────────────────────────────────────────────────────────────────────────────


def read_text(file: Path) -> str:
    """Of a file, or with - of standard input. Raises NotFound, and BadInput with the place of what
    is not UTF-8.
    """
    data = read_bytes(file)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise BadInput(
            f"{file}:{line}:{column}: the byte {data[error.start]:02x} is not UTF-8. Save the file"
            " as UTF-8."
        ) from error


def read_bytes(file: Path) -> bytes:
    """Of a file, or with - of standard input. Raises NotFound."""
    if str(file) == "-":
        return sys.stdin.buffer.read()
    try:
        return file.read_bytes()
    except OSError as error:
        raise NotFound(f"{file} cannot be read: {str(error.strerror).lower()}") from error


def read_json_lines(
    path: Path, model: type[M], example: str, missing: str = "'{}' is missing", whole: str = ""
) -> list[M]:
    """The values in a file of JSON lines, or with - on standard input. Raises BadInput with every
    fault in it.

    How a missing key and a line that is wrong as a whole are told differs by command, and what a
    command prints stays as it is.
    """
    if str(path) != "-" and (path.is_dir() or not path.exists()):
        raise NotFound(f"there is no file {path}")
    read: list[M] = []
    faults: list[str] = []
    for number, line in enumerate(read_text(path).split("\n"), start=1):
        if line.strip():
            try:
                read.append(model.model_validate_json(line))
            except ValidationError as error:
                told = _explained(error, model, example, missing, whole)
                faults += [f"{path}:{number}: {fault}" for fault in told]
    if faults:
        raise BadInput("\n".join(faults))
    return read


def _explained(
    error: ValidationError, model: type[BaseModel], example: str, missing: str, whole: str
) -> Iterator[str]:
    for fault in error.errors(include_url=False, include_input=False):
        name = ".".join(str(step) for step in fault["loc"])
        if fault["type"] == "extra_forbidden":
            yield f"unknown key '{name}'. {did_you_mean(name, model.model_fields)}"
        elif fault["type"] == "missing":
            yield missing.format(name)
        elif fault["type"] == "json_invalid":
            yield f"this is not JSON; {example}"
        else:
            yield f"{name or whole}: {fault['msg'].lower()}"


def judge_lines(judge: LineJudge | None, place: Any, file: Path) -> None:
    """Prints what becomes of each line of a file, one JSON object each. Raises BadInput with every
    fault in the file.
    """
    assert judge is not None  # only engines that have one offer the command
    for asked in read_json_lines(file, judge.LINE, judge.EXAMPLE, whole="this line"):
        found = judge.judged_line(place, asked)
        rules = [{"rule": each.rule, "words": each.words} for each in found.rules]
        print(json.dumps({"verdict": found.verdict, "rules": rules}, ensure_ascii=False))


def write_file(file: Path, data: bytes) -> None:
    """Into its folder, which is made if it is not there. Raises BadInput."""
    make_folder(file.parent)
    try:
        file.write_bytes(data)
    except OSError as error:
        raise _cannot_be_written(file, error) from error


def make_folder(folder: Path) -> None:
    """Raises BadInput."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _cannot_be_written(folder, error) from error


def _cannot_be_written(place: Path, error: OSError) -> BadInput:
    return BadInput(
        f"{place} cannot be written: {str(error.strerror).lower()}; choose another place for it"
    )
