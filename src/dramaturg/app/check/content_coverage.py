"""What sessions reached of content as its file says it now: of stored ones, of any version, and of
simulated ones.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from dramaturg.app.check.check import documents_in
from dramaturg.app.content.swap import find_version, revised
from dramaturg.app.sessions.sessions import Engines
from dramaturg.content.library import CheckedFolder, Library
from dramaturg.engines import kit_of, kits
from dramaturg.engines.kit import EngineKit, Version
from dramaturg.kernel.errors import BadInput, CallerError, ContentError
from dramaturg.studies.base.document import ENGINE
from dramaturg.studies.content import interview_of, study_content
from dramaturg.turn.contract import AnyRecord
from dramaturg.turn.coverage import Coverage, counted, used_along
from dramaturg.turn.engine import AnyEngine
from dramaturg.turn.migration import Item
from dramaturg.turn.ports import EventLog, StoredContent

Session = frozenset[Item]


@dataclass(frozen=True, slots=True)
class CoverageSubject:
    """Content whose coverage is asked for: what it is put together to, and which things are its
    own.

    `is_now` is true of stored content that has this very version of it, false of content with
    another one, and else None.
    """

    name: str
    contents: tuple[StoredContent, ...]
    has: Callable[[Item], bool]
    is_now: Callable[[StoredContent], bool | None]


# ── what can be covered ───────────────────────────────────────────────────────────────────────────


def subjects_in(library: Library, paths: Sequence[Path]) -> Iterator[CoverageSubject]:
    """All content under the paths of which a session can reach something. What cannot be played is
    left out.
    """
    around = Library(library.kinds, (*library.folders, *documents_in(paths)))
    checked = Library(library.kinds, documents_in(paths)).check()
    for kind, place in dict.fromkeys(_places(checked, paths)):
        try:
            yield subject_of(around, kind, str(place))
        except (ContentError, CallerError):
            continue


def _places(checked: CheckedFolder, paths: Sequence[Path]) -> Iterator[tuple[str, Path]]:
    """What there is, by kind and file or folder. An engine's documents that are judged together are
    one thing, in their folder.
    """
    together = {
        folder: kit for kit in kits() if kit.folders for folder in kit.folders.folders(checked)
    }
    for document in checked.documents:
        file = Path(document.file)
        if (kit := together.get(file.parent)) and document.kind in kit.content.DOCUMENTS:
            yield "", file.parent
        else:
            yield document.kind, file
    yield from (("", file) for kit in kits() if kit.files for file in kit.files.files_in(paths))


def subject_of(library: Library, kind: str, name: str) -> CoverageSubject:
    """The content of that kind, by file, folder or id.

    Raises NotFound, BadInput, or ContentError with everything that is wrong.
    """
    if kind == "study":
        return _study(library, name)
    version = find_version(library, name)
    coverage = _kit_of(version).coverage
    contents = tuple(coverage.contents(library, version, name))
    if not contents:
        raise BadInput(f"no session reaches anything of a {version.kind}")
    return CoverageSubject(
        f"{version.kind} {version.id}",
        contents,
        lambda item: coverage.belongs(version, item),
        lambda content: _is_now(content, version),
    )


def _kit_of(version: Version) -> EngineKit:
    return next(
        kit
        for kit in kits()
        if version.kind in (*kit.content.PARTS, *(kit.wholes.WHOLES if kit.wholes else ()))
    )


def _is_now(content: StoredContent, version: Version) -> bool | None:
    try:
        now = revised(content, version)
    except (
        ContentError
    ):  # it has another version, whose other parts do not go together with this one
        return False
    return None if now is None else now.hash == content.hash


def _study(library: Library, name: str) -> CoverageSubject:
    study = study_content(library, name)
    content = interview_of(study)

    def is_now(other: StoredContent) -> bool | None:
        ours = other.engine == ENGINE and other.version.startswith(f"{study.id}@")
        return other.hash == content.hash if ours else None

    return CoverageSubject(f"study {study.id}", (content,), lambda _: True, is_now)


# ── what was reached of it ────────────────────────────────────────────────────────────────────────


def things_in(subject: CoverageSubject, engines: Engines) -> tuple[Item, ...]:
    """Everything of it that a session can reach."""
    found = (
        item
        for content in subject.contents
        for item in kit_of(content.engine).coverage.things(engines.of(content))
        if subject.has(item)
    )
    return tuple(dict.fromkeys(found))


async def of_sessions(
    log: EventLog, subject: CoverageSubject, engines: Engines, sessions: Sequence[str] = ()
) -> Coverage:
    """How stored sessions cover it: all that were held with it, in any version, or those of them
    that are named.
    """
    reached: list[Session] = []
    others = 0
    for info in await log.sessions():
        if sessions and info.id not in sessions:
            continue
        is_now = subject.is_now(await log.content(info.content_hash))
        if is_now is not None:
            reached.append(await used_in(log, info.id, engines))
            others += not is_now
    return counted(subject.name, things_in(subject, engines), reached, others)


async def used_in(log: EventLog, session: str, engines: Engines) -> Session:
    """What a stored session reached, each turn by the content that it had by then."""
    pieces = [
        (turn, engines.of(await log.content(hash))) for turn, hash in await log.contents(session)
    ]
    turns = [_read(pieces, stored.turn, stored.record) for stored in await log.turns(session)]
    engine = (await log.session(session)).engine
    return used_along(kit_of(engine).coverage, turns, pieces[0][1].start())


def _read(
    pieces: Sequence[tuple[int, AnyEngine]], turn: int, record: str
) -> tuple[AnyEngine, AnyRecord]:
    engine = pieces[bisect_right(pieces, turn, key=itemgetter(0)) - 1][1]
    return engine, engine.codec.record(record)


# ── simulated sessions ────────────────────────────────────────────────────────────────────────────

_USED: TypeAdapter[frozenset[tuple[str, str]]] = TypeAdapter(frozenset[tuple[str, str]])


def of_simulated(
    subject: CoverageSubject, engines: Engines, simulated: Iterable[Session]
) -> Coverage:
    """How simulated sessions cover it: those that reached anything of it."""
    things = things_in(subject, engines)
    ours = [session for session in simulated if not session.isdisjoint(things)]
    return counted(subject.name, things, ours)


def read_simulated(file: Path) -> tuple[Session, ...]:
    """What each session of a simulation reached, from the lines that simulating wrote. Raises
    BadInput.
    """
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(
            f"{file} cannot be read ({error}): give a file of JSON lines as `dramaturg simulate`"
            " writes them"
        ) from error
    return tuple(
        _outcome(line, f"{file}:{number}")
        for number, line in enumerate(lines, start=1)
        if line.strip()
    )


def _outcome(line: str, place: str) -> Session:
    try:
        return _USED.validate_python(json.loads(line)["used"])
    except (ValueError, TypeError, KeyError, RecursionError, ValidationError) as error:
        raise BadInput(
            f'{place}: this is no outcome of a simulated session: it needs "used": [[kind, name],'
            " ...], as `dramaturg simulate` writes it"
        ) from error
