"""Authored documents: a YAML file checked against the model of its kind, or everything that is
wrong with it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path as FilePath
from stat import S_ISREG
from typing import Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from dramaturg.content.limits import MAX_BYTES, MAX_FAULTS
from dramaturg.content.partial_documents import remains
from dramaturg.content.positions import START, Positions
from dramaturg.content.validation_faults import explain, missing_key, wrong_type
from dramaturg.content.yaml import Parsed, Value, parse, quoted
from dramaturg.kernel.errors import Fault, Path, did_you_mean
from dramaturg.turn.ports import StoredContent

M = TypeVar("M", bound=BaseModel)

Kinds = Mapping[str, type[BaseModel]]
Faults = tuple[Fault, ...]

NOWHERE = Positions({}, {})
KEPT = (
    128  # files, for parsing is the slow part of loading; all that comes with Dramaturg are fewer
)
LONGEST_KEPT = 100_000  # bytes


@dataclass(frozen=True, slots=True)
class Loaded(Generic[M]):
    """A document without fault.

    `body` is what it says as canonical JSON and `hash` the body's digest, so layout and comments do
    not count.
    """

    document: M
    kind: str
    id: str
    version: str
    body: str
    hash: str
    file: str
    positions: Positions

    def locate(self, fault: Fault) -> Fault:
        """The same fault, with the place in the file that its path leads to."""
        return fault.at(self.file, *self.positions.value(fault.path))


@dataclass(frozen=True, slots=True)
class Torn(Generic[M]):
    """A document with faults, and what remains of it, so that others can look for what lies beyond
    its form.

    In the places of `gone` nothing could be read, and something empty stands there. `document` is
    None when nothing is left.
    """

    faults: Faults
    file: str
    positions: Positions
    document: M | None = None
    gone: frozenset[Path] = frozenset()

    def locate(self, fault: Fault) -> Fault:
        return fault.at(self.file, *self.positions.value(fault.path))


def load(text: str | bytes, file: str, model: type[M]) -> Loaded[M] | Faults:
    """The document in `text`, or all its faults in the order of the file.

    The model has the header every document has: `kind`, `id` and `version`.
    """
    return _or_faults(_checked(parse(text, file), file, model))


def load_any(path: FilePath, kinds: Kinds) -> Loaded[BaseModel] | Faults:
    """The document in a file whose header says of which kind it is."""
    return _or_faults(examine(path, kinds))


def load_text(text: str | bytes, file: str, kinds: Kinds) -> Loaded[BaseModel] | Faults:
    """As `load_any`, of a text that lies nowhere yet."""
    return _or_faults(examine_text(text, file, kinds))


def examine(path: FilePath, kinds: Kinds) -> Loaded[BaseModel] | Torn[BaseModel]:
    """The document in a file, or its faults and what remains of it."""
    data = read_bytes(path)
    if isinstance(data, Fault):
        return Torn((data,), str(path), NOWHERE)
    return _examined(parse_file(data, str(path)), str(path), kinds)


def parse_file(data: bytes, file: str) -> Parsed:
    """What a file says. Those parsed last are kept: as long as a file has the same bytes, it says
    the same.
    """
    return _kept(data, file) if len(data) <= LONGEST_KEPT else parse(data, file)


@lru_cache(KEPT)
def _kept(data: bytes, file: str) -> Parsed:
    return parse(data, file)


def examine_text(text: str | bytes, file: str, kinds: Kinds) -> Loaded[BaseModel] | Torn[BaseModel]:
    """As `examine`, of a text that lies nowhere yet."""
    return _examined(parse(text, file), file, kinds)


def _examined(parsed: Parsed, file: str, kinds: Kinds) -> Loaded[BaseModel] | Torn[BaseModel]:
    if not parsed.complete:
        return Torn(readable(parsed.faults), file, parsed.positions)
    kind = _kind(parsed.value, kinds)
    if isinstance(kind, Fault):
        faults = _unspoiled([kind.at(file, *parsed.positions.value(kind.path))], parsed)
        return Torn(readable(faults), file, parsed.positions)
    return _checked(parsed, file, kinds[kind])


def _or_faults(found: Loaded[M] | Torn[M]) -> Loaded[M] | Faults:
    return found if isinstance(found, Loaded) else found.faults


def read_bytes(path: FilePath) -> bytes | Fault:
    """The file's bytes, never more than one over what the loader takes."""
    try:
        found = path.stat()
        if not S_ISREG(found.st_mode):  # a folder, or a pipe on which reading would wait for ever
            return _unreadable(path, "it is not a file")
        with path.open("rb") as file:
            told = file.read(
                min(found.st_size, MAX_BYTES)
            )  # to make room for more would take longer than reading
            return told + file.read(MAX_BYTES + 1 - len(told)) if file.peek(1) else told
    except OSError as error:
        return _unreadable(path, str(error.strerror).lower())


def _unreadable(path: FilePath, reason: str) -> Fault:
    fault = Fault(
        "unreadable-file",
        f"This cannot be opened: {reason}.",
        "Check that it is a file that exists and may be read.",
    )
    return fault.at(str(path), *START)


def in_order(faults: Iterable[Fault]) -> Faults:
    """The faults by file, line and column."""
    return tuple(
        sorted(
            faults,
            key=lambda fault: (fault.file or "", fault.line or 0, fault.column or 0, fault.code),
        )
    )


def readable(faults: Iterable[Fault]) -> Faults:
    """The faults of one file in its order, cut where nobody would read on."""
    ordered = in_order(faults)
    if len(ordered) <= MAX_FAULTS:
        return ordered
    message = f"There are more than {MAX_FAULTS} faults; the rest is not shown."
    more = replace(
        ordered[MAX_FAULTS],
        code="too-many-faults",
        message=message,
        remedy="Put these right first.",
    )
    return (*ordered[:MAX_FAULTS], more)


def _kind(value: Value, kinds: Kinds) -> str | Fault:
    if not isinstance(value, dict):
        return wrong_type((), "keys and values", value)
    if "kind" not in value:
        return missing_key((), "kind", did_you_mean("", kinds))
    kind = value["kind"]
    if not isinstance(kind, str):
        return wrong_type(("kind",), "text", kind)
    if kind not in kinds:
        return Fault(
            "unknown-kind",
            f"There is no kind {quoted(kind)}.",
            did_you_mean(kind, kinds),
            ("kind",),
        )
    return kind


def _checked(parsed: Parsed, file: str, model: type[M]) -> Loaded[M] | Torn[M]:
    if not parsed.complete:
        return Torn(readable(parsed.faults), file, parsed.positions)
    body = canonical(parsed.value)
    try:
        # As JSON and strictly, so that the loader takes exactly what the JSON Schema of the model
        # takes.
        document = model.model_validate_json(body, strict=True)
    except ValidationError as error:
        return _torn(_unspoiled(explain(error, model, parsed, file), parsed), parsed, file, model)
    if parsed.faults:
        return _torn(parsed.faults, parsed, file, model)
    return _loaded(document, body, file, parsed.positions)


def _torn(faults: Iterable[Fault], parsed: Parsed, file: str, model: type[M]) -> Torn[M]:
    told = readable(faults)
    left = remains(model, parsed.value) if len(told) <= MAX_FAULTS else None
    if left is None:
        return Torn(told, file, parsed.positions)
    document, gone = left
    return Torn(told, file, parsed.positions, document, gone | parsed.spoiled)


def _unspoiled(faults: Iterable[Fault], parsed: Parsed) -> Iterable[Fault]:
    """The faults of the text, and of the others those that are not about a value the text's faults
    put there.
    """
    return [*parsed.faults, *(fault for fault in faults if not _is_spoiled(fault.path, parsed))]


def _is_spoiled(path: Path, parsed: Parsed) -> bool:
    return any(path[:length] in parsed.spoiled for length in range(len(path) + 1))


def canonical(value: Value) -> str:
    """The value as JSON in one spelling, so that the same content has the same hash."""
    return json.dumps(
        value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False
    )


def stored_content(engine: str, id: str, version: str, parts: Mapping[str, Any]) -> StoredContent:
    """A session's content under the hash of what it says."""
    body = canonical(dict(parts))
    return StoredContent(sha256(body.encode()).hexdigest(), engine, id, version, body)


def _loaded(document: M, body: str, file: str, positions: Positions) -> Loaded[M]:
    header = {name: str(getattr(document, name)) for name in ("kind", "id", "version")}
    return Loaded(
        document,
        **header,
        body=body,
        hash=sha256(body.encode()).hexdigest(),
        file=file,
        positions=positions,
    )
