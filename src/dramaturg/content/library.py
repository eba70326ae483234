"""Finding documents by kind and id, in the content that comes with Dramaturg and in the user's own
folders.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, Field

from dramaturg.content.documents import (
    KEPT,
    LONGEST_KEPT,
    Faults,
    Kinds,
    Loaded,
    Torn,
    examine,
    in_order,
    load_any,
    parse_file,
    read_bytes,
)
from dramaturg.content.positions import FilePlace
from dramaturg.content.yaml_faults import place_of
from dramaturg.kernel.errors import ContentError, Fault, NotFound, SettingsError, did_you_mean

Further = Callable[[Loaded[BaseModel]], Iterable[Fault]]

Id = Annotated[str, Field(min_length=1, max_length=100, pattern=r"^[A-Za-z0-9_][A-Za-z0-9_\-]*$")]
"""The id of something in the library where a request names it: a name, and never a place on disk.
"""

HEADER_LINE = re.compile(
    r"^(?P<key>kind|id):[ ]+(?P<quote>[\"']?)(?P<word>[\w.-]+)(?P=quote)[ ]*(?:#.*)?\r?$",
    re.MULTILINE,
)
HEADER_IN_JSON = re.compile(
    r'\s*\{\s*(?:"\$schema":\s*"[^"\\]*",\s*)?'
    r'"kind":\s*"(?P<kind>[\w.-]+)",\s*"id":\s*(?P<quoted>"(?P<id>[\w.-]+)")\s*[,}]'
)
ENDINGS = frozenset({".yaml", ".yml"})
NAMED_FILES = frozenset(
    f"{name}.json"
    for name in (
        "router-policy",
        "depth-governor",
        "state-machines",
        "negative-constraints",
        "persona-profiles",
        "crisis-guidance",
    )
)
"""Documents in JSON are known by their names: other JSON files may be anybody's."""


@dataclass(frozen=True, slots=True)
class LibraryEntry:
    """A document that can be asked for."""

    kind: str
    id: str
    file: Path
    place: FilePlace


@dataclass(frozen=True, slots=True)
class CheckedFolder:
    """Everything there is: the documents that loaded, all faults of all files, and the files that
    have them.
    """

    documents: tuple[Loaded[BaseModel], ...]
    faults: Faults
    torn: tuple[Torn[BaseModel], ...] = ()


def packaged() -> Path:
    """The folder of the content that comes with Dramaturg."""
    return Path(str(files("dramaturg.content"))) / "library"


def nothing_further(loaded: Loaded[BaseModel]) -> Iterable[Fault]:
    """No checks beyond the model."""
    return ()


@dataclass(frozen=True, slots=True)
class Library:
    """The documents in some folders, each of them a folder or a single file. A later folder wins
    over an earlier one.

    Files are read anew at every question, so what was edited is seen at once; only headers are read
    to find a document.
    """

    kinds: Kinds
    folders: tuple[Path, ...]

    def entries(self, kind: str) -> tuple[LibraryEntry, ...]:
        """The documents of a kind, by id."""
        self._require_kind(kind)
        return tuple(entry for entry in self.all() if entry.kind == kind)

    def all(self) -> tuple[LibraryEntry, ...]:
        """Every document, by kind and id."""
        found = {
            (entry.kind, entry.id): entry for folder in self.folders for entry in _entries(folder)
        }
        return tuple(entry for _, entry in sorted(found.items()))

    def get(self, kind: str, id: str) -> Loaded[BaseModel]:
        """Raises NotFound, or ContentError when the document has faults."""
        self._require_kind(kind)
        loaded = load_any(self._file(kind, id), self.kinds)
        if isinstance(loaded, Loaded):
            return loaded
        raise ContentError(loaded)

    def check(self, further: Further = nothing_further) -> CheckedFolder:
        """Load everything; `further` finds what only an engine can know, in documents that load."""
        documents: list[Loaded[BaseModel]] = []
        torn: list[Torn[BaseModel]] = []
        faults: list[Fault] = []
        for file in dict.fromkeys(file for folder in self.folders for file in _files(folder)):
            found = examine(file, self.kinds)
            if isinstance(found, Loaded):
                documents.append(found)
                faults += [found.locate(fault) for fault in further(found)]
            else:
                torn.append(found)
                faults += found.faults
        faults += [fault for folder in self.folders for fault in _duplicates(_entries(folder))]
        return CheckedFolder(tuple(documents), in_order(faults), tuple(torn))

    def _file(self, kind: str, id: str) -> Path:
        for folder in reversed(self.folders):
            matching = [entry for entry in _entries(folder) if (entry.kind, entry.id) == (kind, id)]
            if len(matching) > 1:
                raise ContentError(tuple(_duplicates(matching)))
            if matching:
                return matching[0].file
        known = [entry.id for entry in self.entries(kind)]
        raise NotFound(f"There is no {kind} {id!r}. {_hint(id, known)}")

    def _require_kind(self, kind: str) -> None:
        if kind not in self.kinds:
            raise NotFound(f"There is no kind {kind!r}. {_hint(kind, list(self.kinds))}")


def _hint(word: str, known: list[str]) -> str:
    nearest, everything = did_you_mean(word, known), did_you_mean("", known)
    if not known:
        return "There are none; see `dramaturg check` for files that do not load."
    return nearest if nearest == everything else f"{nearest} {everything}"


def _files(folder: Path) -> Iterator[Path]:
    if folder.is_file():
        yield folder
    elif folder.is_dir():
        yield from (
            file
            for file in everything_in(folder)
            if file.suffix in ENDINGS or file.name in NAMED_FILES
        )
    else:
        raise SettingsError(
            f"There is no folder or file {str(folder)!r}. Look at its name; content folders are"
            " named in DRAMATURG_CONTENT."
        )


def everything_in(folder: Path) -> list[Path]:
    """All below a folder in order, but what is hidden: there can be far more of that, and nobody
    keeps documents in it.
    """
    return sorted(_shown(folder))


def _shown(folder: Path) -> Iterator[Path]:
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        yield from (Path(place, name) for name in (*folders, *names) if not name.startswith("."))


def _entries(folder: Path) -> Iterator[LibraryEntry]:
    return (entry for file in _files(folder) if (entry := _entry(file)) is not None)


def _entry(file: Path) -> LibraryEntry | None:
    """What the header of a file says; None when it cannot be read. Only an unusual header makes us
    read the whole document.
    """
    data = read_bytes(file)
    if isinstance(data, Fault):
        return None
    return _kept_header(data, file) if len(data) <= LONGEST_KEPT else header_of(data, file)


@lru_cache(2 * KEPT)
def _kept_header(data: bytes, file: Path) -> LibraryEntry | None:
    return header_of(data, file)


def header_of(data: bytes, file: Path) -> LibraryEntry | None:
    """What a text says that it is, even where the rest of it has faults."""
    return _plain_header(data.decode("utf-8", "replace"), file) or _parsed_header(data, file)


def _plain_header(text: str, file: Path) -> LibraryEntry | None:
    if found := HEADER_IN_JSON.match(text):
        return LibraryEntry(found["kind"], found["id"], file, place_of(text, found.start("quoted")))
    lines = list(HEADER_LINE.finditer(text))
    words = {line["key"]: line["word"] for line in lines}
    if not len(lines) == len(words) == 2:
        return None
    start = next(line.start("quote") for line in lines if line["key"] == "id")
    return LibraryEntry(words["kind"], words["id"], file, place_of(text, start))


def _parsed_header(data: bytes, file: Path) -> LibraryEntry | None:
    parsed = parse_file(data, str(file))
    header = parsed.value if isinstance(parsed.value, dict) else {}
    match header:
        case {"kind": str(kind), "id": str(name)}:
            return LibraryEntry(kind, name, file, parsed.positions.value(("id",)))
    return None


def _duplicates(entries: Iterable[LibraryEntry]) -> Iterator[Fault]:
    first: dict[tuple[str, str], Path] = {}
    for entry in entries:
        other = first.setdefault((entry.kind, entry.id), entry.file)
        if other != entry.file:
            message = f"The {entry.kind} {entry.id!r} is also in {other}."
            fault = Fault(
                "duplicate-id", message, "Give one of the two another id, or delete it.", ("id",)
            )
            yield fault.at(str(entry.file), *entry.place)


def beside(folder: Path, name: str) -> str:
    """The folder of that name beside a document, if there is one; else the name stands for
    something in the library.
    """
    place = folder / name
    return str(place) if place.is_dir() else name
