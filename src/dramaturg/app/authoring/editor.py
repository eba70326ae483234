"""The shelf: everything authored, shipped or one's own, to be read, checked, written, copied and
thrown away.

Names only ever choose among the documents that are there; a file is written in the author's own
folders and nowhere else.
"""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Literal

from dramaturg.app.authoring.drafting import StudyWish, Wish, scenario_text, study_text
from dramaturg.app.check.check import check_text
from dramaturg.app.check.report import Report
from dramaturg.app.content.kinds import KINDS
from dramaturg.content.documents import read_bytes
from dramaturg.content.library import Library, LibraryEntry, header_of, packaged
from dramaturg.content.limits import MAX_BYTES
from dramaturg.engines import kits
from dramaturg.engines.kit import DocumentFolders
from dramaturg.kernel.errors import (
    BadInput,
    ConflictError,
    ContentError,
    DramaturgError,
    Fault,
    NotFound,
    SettingsError,
)

Template = Literal["scenario", "study"]

LONGEST_ID = 80
AN_ID = re.compile(r"[a-z][a-z0-9_]*")
TOGETHER: Mapping[str, DocumentFolders] = {
    kind: kit.folders for kit in kits() if kit.folders for kind in kit.folders.FILES
}
"""The kinds that make up an interviewer and lie in one folder, with the names of their files."""

IN_A_HEADER = re.compile(
    r"""^[ \t]*"?(?P<key>title|version)"?:[ \t]*(?P<value>\S.*)$""", re.MULTILINE
)
VALUE = re.compile(r"""\"((?:[^"\\]|\\.)*)\"|'([^']*)'|(.*?)(?=\s#|,?$)""")
"""What stands after a key: in quotes, or as it is up to a comment or a comma."""

_writing = threading.Lock()  # between looking at what is there and writing in its place


@dataclass(frozen=True, slots=True)
class DocumentHead:
    """A document in a list. `shipped`: Dramaturg comes with one of this name; `own`: this one is
    the author's.
    """

    kind: str
    id: str
    title: str
    version: str
    own: bool
    shipped: bool
    file: str


@dataclass(frozen=True, slots=True)
class DocumentText:
    """A document as it is written. Whoever writes over it gives its `tag`, so that nobody writes
    over what they never saw.
    """

    head: DocumentHead
    text: str
    tag: str


@dataclass(frozen=True, slots=True)
class Faulty:
    """A document of one's own that has faults, and how many."""

    kind: str
    id: str
    faults: int


@dataclass(frozen=True, slots=True)
class Shelf:
    """The documents of a library. `own` is the folder in which new ones are written."""

    library: Library
    own: Path

    # ── looking ───────────────────────────────────────────────────────────────────────────────────

    def all(self) -> tuple[DocumentHead, ...]:
        """Every document, by kind and id."""
        shipped = {(entry.kind, entry.id) for entry in self._shipped.all()}
        entries = [entry for entry in self.library.all() if entry.kind in self.library.kinds]
        return tuple(
            self._head(entry, _text(entry), (entry.kind, entry.id) in shipped) for entry in entries
        )

    def read(self, kind: str, id: str) -> DocumentText:
        """Raises NotFound."""
        entry = self._entry(kind, id)
        text = _text(entry)
        shipped = any(
            (each.kind, each.id) == (entry.kind, entry.id) for each in self._shipped.all()
        )
        return DocumentText(self._head(entry, text, shipped), text, _tag(entry.file))

    def faulty(self) -> tuple[Faulty, ...]:
        """The author's own documents that have faults."""
        own = [self.read(head.kind, head.id) for head in self.all() if head.own]
        counts = (
            (each.head, len(self.check(each.text, each.head.kind, each.head.id).faults))
            for each in own
        )
        return tuple(Faulty(head.kind, head.id, count) for head, count in counts if count)

    def check(self, text: str, kind: str, id: str) -> Report:
        """What is wrong with a text that would stand in this document's place, and what can be
        proven of it.
        """
        file = self._place(kind, id)
        report = check_text(text, str(file), self.library.folders[1:])
        return (
            _with_the_others(report, kind, file, text)
            if kind in TOGETHER and not report.faults
            else report
        )

    def file_of(self, kind: str, id: str) -> str:
        """The name of the file that a document lies in, or would lie in."""
        return self._place(kind, id).name

    def told(self, words: str) -> str:
        """Words about documents without the places on this machine where they lie."""
        for folder in (*self.library.folders, self.own):
            words = words.replace(f"{folder}{os.sep}", "")
        return words

    # ── changing ──────────────────────────────────────────────────────────────────────────────────

    def save(
        self, kind: str, id: str, text: str, tag: str | None, draft: bool = False
    ) -> DocumentText:
        """Write a document: over the one with this tag, or anew where there is none. With faults
        only as a draft.

        Saving over what is shipped makes a copy of one's own, which wins. Raises BadInput,
        ConflictError or ContentError.
        """
        data = self._accepted(kind, id, text)
        if not draft and (faults := self.check(text, kind, id).faults):
            raise ContentError(
                [
                    fault.at(Path(fault.file or "").name, fault.line or 1, fault.column or 1)
                    for fault in faults
                ]
            )
        with _writing:
            now = self._require_latest(kind, id, tag)
            if now is not None and self._is_own(now.file):
                _write(now.file, data)
            else:
                self._write_anew(now, self._target(kind, id), data)
        return self.read(kind, id)

    def copy(self, kind: str, id: str, new_id: str) -> DocumentText:
        """The same document under another id, and with it whatever lies beside it and belongs to
        it.
        """
        source = self._entry(kind, id)
        self._accepted(kind, new_id, text := _renamed(source, new_id))
        with _writing:
            self._require_latest(kind, new_id, None)
            self._write_anew(source, self._target(kind, new_id), text.encode(), new_id)
        return self.read(kind, new_id)

    def new(self, kind: Template, about: str) -> DocumentText:
        """A document to fill in, about what is said in a few words."""
        if not about.strip():
            raise BadInput("say in a few words what it is about")
        wish = Wish(about) if kind == "scenario" else StudyWish(about)
        text = scenario_text(wish) if isinstance(wish, Wish) else study_text(wish, self.library)
        id = wish.id[:LONGEST_ID]
        return self.save(kind, id, text.replace(wish.id, id, 1), None, draft=True)

    def delete(self, kind: str, id: str, tag: str) -> None:
        """Throw a document of one's own away; an interviewer goes as a whole. Raises NotFound,
        BadInput or ConflictError.
        """
        with _writing:
            entry = self._require_latest(kind, id, tag)
            if entry is None or not self._is_own(entry.file):
                raise BadInput(f"the {kind} {id} comes with Dramaturg and cannot be thrown away")
            for file in _belonging(entry):
                file.unlink(missing_ok=True)

    # ── what is where ─────────────────────────────────────────────────────────────────────────────

    @property
    def _shipped(self) -> Library:
        return Library(self.library.kinds, (packaged(),))

    def _find(self, kind: str, id: str) -> LibraryEntry | None:
        return next((entry for entry in self.library.entries(kind) if entry.id == id), None)

    def _entry(self, kind: str, id: str) -> LibraryEntry:
        entry = self._find(kind, id)
        if entry is None:
            raise NotFound(f"there is no {kind} {id!r}")
        return entry

    def _is_own(self, file: Path) -> bool:
        return not file.is_relative_to(packaged())

    def _place(self, kind: str, id: str) -> Path:
        now = self._find(kind, id)
        return now.file if now else self._target(kind, id)

    def _target(self, kind: str, id: str) -> Path:
        """Where a new document is written. Raises BadInput for an id that could lead elsewhere."""
        if not AN_ID.fullmatch(id) or len(id) > LONGEST_ID:
            raise BadInput(
                "an id has small letters, digits and _, begins with a letter, and is no longer"
                f" than {LONGEST_ID}"
            )
        return (
            self.own / id / TOGETHER[kind].FILES[kind]
            if kind in TOGETHER
            else self.own / kind / f"{id}.yaml"
        )

    def _head(self, entry: LibraryEntry, text: str, shipped: bool) -> DocumentHead:
        words = {
            found["key"]: _words(found["value"])
            for found in reversed(list(IN_A_HEADER.finditer(text)))
        }
        title, version = words.get("title") or entry.id.replace("_", " "), words.get("version", "")
        file = self.told(str(entry.file))
        return DocumentHead(
            entry.kind, entry.id, title, version, self._is_own(entry.file), shipped, file
        )

    # ── what may be written ───────────────────────────────────────────────────────────────────────

    def _accepted(self, kind: str, id: str, text: str) -> bytes:
        """The bytes of a text that the library will find again under this name."""
        self.library.entries(kind)  # raises NotFound for a kind that does not exist
        target, data = self._target(kind, id), text.encode()
        if len(data) > MAX_BYTES:
            raise BadInput(f"a document has at most {MAX_BYTES:,} bytes")
        header = header_of(data, target)
        if header is None or (header.kind, header.id) != (kind, id):
            says = (
                "does not say what it is"
                if header is None
                else f"says it is the {header.kind} {header.id}"
            )
            raise BadInput(
                f"the text {says}: to be kept as this document it begins with `kind: {kind}` and"
                f" `id: {id}`"
            )
        return data

    def _require_latest(self, kind: str, id: str, tag: str | None) -> LibraryEntry | None:
        """The document that is there now, if it is the one that the caller has seen."""
        now = self._find(kind, id)
        if now is None and tag is not None:
            raise ConflictError(
                f"the {kind} {id} has been thrown away in the meantime; nothing was written"
            )
        if now is not None and tag is None:
            raise ConflictError(
                f"there is a {kind} {id} already; choose another id, or open that one and change it"
            )
        if now is not None and _tag(now.file) != tag:
            raise ConflictError(
                f"somebody else has saved the {kind} {id} in the meantime; nothing was written over"
            )
        return now

    def _write_anew(
        self, source: LibraryEntry | None, target: Path, data: bytes, id: str = ""
    ) -> None:
        if target.exists():
            raise ConflictError(
                f"there is a file {self.told(str(target))} already, which says that it is something"
                " else"
            )
        if source is not None:
            _bring_along(source, target.parent, id or source.id)
        _write(target, data)


# ── files ─────────────────────────────────────────────────────────────────────────────────────────


def _words(value: str) -> str:
    found = VALUE.match(value.rstrip())
    return next(filter(None, found.groups()), "") if found else ""


def _text(entry: LibraryEntry) -> str:
    data = read_bytes(entry.file)
    return "" if isinstance(data, Fault) else data.decode("utf-8", "replace")


def _tag(file: Path) -> str:
    data = read_bytes(file)
    return "" if isinstance(data, Fault) else sha256(data).hexdigest()[:20]


def _write(file: Path, data: bytes) -> None:
    """All of it or nothing: whoever reads meanwhile reads what was there before."""
    new = file.with_name(f".{file.name}.{threading.get_ident()}.new")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        new.write_bytes(data)
        new.replace(file)
    except OSError as error:
        raise SettingsError(
            f"your content cannot be written: {str(error.strerror).lower()}"
        ) from error


def _renamed(entry: LibraryEntry, id: str) -> str:
    lines = _text(entry).splitlines(keepends=True)
    line, column = entry.place.line - 1, entry.place.column - 1
    lines[line] = lines[line][:column] + lines[line][column:].replace(entry.id, id, 1)
    return "".join(lines)


def _with_the_others(report: Report, kind: str, file: Path, text: str) -> Report:
    """Documents of a folder are judged together."""
    judged = TOGETHER[kind].judge_folder(file.parent, {file.name: text})
    sources = tuple(str(file) for _ in judged.proofs)
    return Report(report.files, judged.faults, judged.proofs, report.unproven, sources)


def _belonging(entry: LibraryEntry) -> Iterator[Path]:
    """The file of a document; where several lie together, all their files."""
    group = TOGETHER.get(entry.kind)
    if group is None:
        yield entry.file
        return
    names = (*group.FILES.values(), *group.OTHER_FILES)
    yield from (entry.file.parent / name for name in names)


def _bring_along(source: LibraryEntry, folder: Path, id: str) -> None:
    """What a document cannot do without: the other artifacts of its interviewer, the pictures of
    its knowledge.
    """
    if source.kind in TOGETHER:
        for file in _belonging(source):
            if file != source.file and file.is_file() and not (folder / file.name).exists():
                other = header_of(file.read_bytes(), file)
                _write(
                    folder / file.name, _renamed(other, id).encode() if other else file.read_bytes()
                )
    else:
        for picture in _pictures(source):
            if not (folder / picture.name).exists():
                _write(folder / picture.name, picture.read_bytes())


def _pictures(source: LibraryEntry) -> Iterator[Path]:
    beside = source.file.parent.resolve()
    try:
        document = Library(KINDS, (source.file,)).get(source.kind, source.id).document
    except DramaturgError:
        return
    for name in (name for kit in kits() if kit.files for name in kit.files.named_files(document)):
        picture = (beside / name).resolve()
        if picture.is_file() and picture.is_relative_to(beside):
            yield picture
