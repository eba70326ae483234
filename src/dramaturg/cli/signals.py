"""`dramaturg signals read`: turns in, their signals out, as JSON lines, batch by batch."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import typer

from dramaturg.app.config.providers import readers, voice_of
from dramaturg.app.config.settings import Settings
from dramaturg.app.signals import ask_signals, read_signals
from dramaturg.kernel.errors import BadInput, NotFound, SettingsError, did_you_mean
from dramaturg.turn.readings import Readings, Relation, Utterance, depth_of

commands = typer.Typer(no_args_is_help=True, add_completion=False)

KEYS = ("text", "context", "earlier")
EXAMPLE = '{"text": "..."}'
LONGEST_TEXT = 100_000  # characters; no turn of a conversation is as long
LONGEST_LINE = 16_000_000  # bytes
FULL = 1_000_000  # bytes after which a batch is read although it has few lines
TOLD = 100  # faults told one by one
BOM = b"\xef\xbb\xbf"

Read = Callable[[Sequence[Utterance]], Awaitable[Sequence[Readings]]]


@dataclass(frozen=True, slots=True)
class Line:
    number: int
    said: Utterance
    size: int


@dataclass(slots=True)
class Faults:
    """Everything wrong with an input, `where` it is from."""

    where: str
    told: list[str] = field(default_factory=list)
    more: int = 0

    def add(self, number: int, fault: str) -> None:
        if len(self.told) < TOLD:
            self.told.append(f"{self.where}:{number}: {fault}")
        else:
            self.more += 1

    def refuse(self) -> None:
        """Raises BadInput when there are any."""
        if self.told:
            raise BadInput(
                "\n".join((*self.told, *([f"and {self.more} more"] if self.more else [])))
            )


@commands.callback()
def text_signals() -> None:
    """What people's words tell."""


@commands.command("read")
def read_all(
    file: Annotated[
        Path | None, typer.Option("--in", help="A file of JSON lines; standard input if left out.")
    ] = None,
    explain: Annotated[
        bool,
        typer.Option(
            "--explain",
            help="With confidence and reader of each signal, relations, frames and claims.",
        ),
    ] = False,
    model: Annotated[
        bool, typer.Option("--model", help="Have the configured model read them.")
    ] = False,
    batch: Annotated[
        int,
        typer.Option(min=1, max=1024, help="Lines read together; 1 answers every line at once."),
    ] = 64,
) -> None:
    """All text signals of each turn, one JSON object a line, in order.

    In: {"text": "...", "context": "what was said before", "earlier": ["the same speaker's earlier
    turns"]}; only text is needed.

    A file is looked through first: on faults nothing is read, all of them are told, exit 1.
    Standard input is looked through batch by batch: all before the first batch with a fault is read
    and printed, from there on only faults are looked for.
    """
    read = _by_model() if model else _alone
    if file is not None and file.is_file():  # a pipe can be read only once
        faults = Faults(str(file))
        with _opened(file) as stream:
            for _ in read_lines(stream, faults):
                pass
        faults.refuse()
    asyncio.run(_run(file, explain, read, batch))


async def _run(file: Path | None, explain: bool, read: Read, batch: int) -> None:
    faults = Faults(str(file or "-"))
    with _opened(file) as stream:
        for lines in batches(read_lines(stream, faults), batch):
            if faults.told:
                continue  # what is left is only looked through, so that all faults are told at once
            found = await read([line.said for line in lines])
            for line, readings in zip(lines, found, strict=True):
                told = (
                    {**explained(readings), **_evidence(line.said)} if explain else flat(readings)
                )
                print(json.dumps(told, ensure_ascii=False))
                _report(line, readings, faults.where)
            sys.stdout.flush()
    faults.refuse()


async def _alone(said: Sequence[Utterance]) -> Sequence[Readings]:
    return read_signals(said)


def _by_model() -> Read:
    settings = Settings()
    if (settings.model_read or settings.model) == "offline":
        raise SettingsError(
            "No model is configured. Set DRAMATURG_MODEL_READ or DRAMATURG_MODEL, or leave --model"
            " out."
        )
    voice = voice_of(settings)
    return lambda said: ask_signals(said, voice)


# ── in ────────────────────────────────────────────────────────────────────────────────────────────


def _opened(file: Path | None) -> AbstractContextManager[BinaryIO]:
    if file is None or str(file) == "-":
        return nullcontext(sys.stdin.buffer)
    try:
        return file.open("rb")
    except OSError as error:
        raise NotFound(f"{file} cannot be read: {str(error.strerror).lower()}") from error


def batches(lines: Iterator[Line], most: int) -> Iterator[list[Line]]:
    """The lines in groups that are small enough to be held and read together."""
    batch: list[Line] = []
    for line in lines:
        batch.append(line)
        if len(batch) == most or sum(each.size for each in batch) >= FULL:
            yield batch
            batch = []
    if batch:
        yield batch


def read_lines(stream: BinaryIO, faults: Faults) -> Iterator[Line]:
    """The turns on the lines of a stream; what is wrong with a line is put among the faults. Blank
    lines are passed over.
    """
    for number, raw in enumerate(_raw_lines(stream), start=1):
        if not raw.strip():
            continue
        try:
            value = _json(raw)
            wrong = list(_wrong(value))
        except BadInput as error:
            wrong = [str(error)]
        for fault in wrong:
            faults.add(number, fault)
        if not wrong:
            yield Line(
                number,
                Utterance(
                    value["text"], value.get("context") or "", tuple(value.get("earlier") or ())
                ),
                len(raw),
            )


def _raw_lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines; of one that is too long, a little more than it may have, so that the rest need not
    be held.
    """
    raw = stream.readline(LONGEST_LINE + 1).removeprefix(BOM)
    while raw:
        yield raw
        while len(raw) > LONGEST_LINE and not raw.endswith(b"\n"):
            raw = stream.readline(LONGEST_LINE + 1)
        raw = stream.readline(LONGEST_LINE + 1)


def _json(raw: bytes) -> Any:
    if len(raw) > LONGEST_LINE:
        raise BadInput(f"the line is longer than {LONGEST_LINE:,} bytes; write one turn a line")
    try:
        return json.loads(raw)
    except UnicodeDecodeError as error:
        raise BadInput("this is not UTF-8; save the file as UTF-8") from error
    except (ValueError, RecursionError) as error:
        raise BadInput(f"this is not JSON; write one turn a line, such as {EXAMPLE}") from error


def _wrong(value: Any) -> Iterator[str]:
    """Everything wrong with what stands on a line."""
    if not isinstance(value, dict):
        yield f"this is no JSON object; write one turn a line, such as {EXAMPLE}"
        return
    for key in value:
        if key not in KEYS:
            yield f"unknown key {key!r}. {did_you_mean(key, KEYS)}"
    if "text" not in value:
        yield f"'text' is missing; write what was said, such as {EXAMPLE}"
    elif (text := value["text"]) is None or not isinstance(text, str):
        yield "'text' must be a text"
    if not isinstance(value.get("context") or "", str):
        yield "'context' must be a text"
    if not _are_texts(value.get("earlier") or []):
        yield "'earlier' must be a list of texts"
    yield from _too_long(value)


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _too_long(value: dict[str, Any]) -> Iterator[str]:
    for key in KEYS:
        texts = value.get(key)
        longest = max(
            (
                len(text)
                for text in (texts if isinstance(texts, list) else [texts])
                if isinstance(text, str)
            ),
            default=0,
        )
        if longest > LONGEST_TEXT:
            yield (
                f"'{key}' has {longest:,} characters and may have {LONGEST_TEXT:,}; write one turn"
                " a line"
            )


# ── out ───────────────────────────────────────────────────────────────────────────────────────────


def flat(readings: Readings) -> dict[str, float | str]:
    """Signal by signal its value, and the word for the depth."""
    return {
        **{signal: reading.value for signal, reading in readings.by_signal.items()},
        **_depth(readings),
    }


def explained(readings: Readings) -> dict[str, Any]:
    """Signal by signal its value, how sure that is, which reader says so, and why, where it gives a
    reason.
    """
    whole = {signal: asdict(reading) for signal, reading in readings.by_signal.items()}
    told = {
        signal: {key: value for key, value in reading.items() if value != ""}
        for signal, reading in whole.items()
    }
    return {**told, **_depth(readings), "degraded": dict(readings.degraded)}


def _depth(readings: Readings) -> dict[str, str]:
    depth = readings.by_signal.get("depth")
    return {"response_depth": depth_of(depth.value)} if depth else {}


def _evidence(said: Utterance) -> dict[str, Any]:
    by = readers()
    return {
        "relations": [_relation(relation) for relation in by.relations(said.text)],
        "frames": [asdict(frame) for frame in by.frames(said.text)],
        "claims": [asdict(claim) for claim in by.claims(said.text)],
    }


def _relation(relation: Relation) -> dict[str, Any]:
    whole = asdict(relation)
    return {
        "kind": whole["kind"],
        "from": whole["source"],
        "to": whole["target"],
        "marker": whole["marker"],
        "confidence": whole["confidence"],
    }


def _report(line: Line, readings: Readings, where: str) -> None:
    for reader, why in readings.degraded.items():
        print(f"{where}:{line.number}: {reader} did not read this turn: {why}", file=sys.stderr)
