"""Project files from elsewhere, opened with care: nothing is ever unpacked to the disk, and no file
is read beyond a limit.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import IO
from zipfile import BadZipFile, ZipFile, ZipInfo, is_zipfile

from dramaturg.kernel.errors import BadInput

MOST_PROJECT = 512 * 2**20  # a thousand interviews take about 30 MB
MOST_SOURCE = 16 * 2**20
CHUNK = 2**16
AGAIN = "Export it once more as a REFI-QDA project (.qdpx) or code book (.qdc)."


@dataclass(frozen=True, slots=True)
class ProjectPart:
    """A file within a project, or a code book that is a file itself. `name` is what faults
    call it.
    """

    name: str
    file: IO[bytes]
    most: int

    def chunks(self) -> Iterator[bytes]:
        read = 0
        while chunk := self.file.read(CHUNK):
            read += len(chunk)
            if read > self.most:
                raise BadInput(
                    f"{self.name} is larger than {self.most // 2**20} MB unpacked, which no project"
                    f" needs. {AGAIN}"
                )
            yield chunk


@contextmanager
def project_part(path: Path) -> Iterator[ProjectPart]:
    """The XML of a project or of a code book."""
    with _told(path):
        if not is_zipfile(path):
            with path.open("rb") as file:
                yield ProjectPart(str(path), file, MOST_PROJECT)
            return
        with ZipFile(path) as container:
            info = _project(path, container)
            with container.open(info) as file:
                yield ProjectPart(f"{path}: {info.filename}", file, MOST_PROJECT)


def source_text(path: Path, wanted: str) -> str | None:
    """The text of a source by the last part of its path, whatever folder it is in; None if the
    project does not hold it.
    """
    if not is_zipfile(path):
        return None
    with _told(path), ZipFile(path) as container:
        info = next(
            (each for each in container.infolist() if _last(each.filename) == _last(wanted)), None
        )
        if info is None:
            return None
        with container.open(info) as file:
            data = b"".join(ProjectPart(f"{path}: {info.filename}", file, MOST_SOURCE).chunks())
    return data.decode("utf-8-sig", errors="replace")


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Whatever is wrong with the file is told as bad input."""
    try:
        yield
    except OSError as error:
        raise BadInput(f"{path} cannot be read: {str(error.strerror or error).lower()}") from error
    except (BadZipFile, zlib.error, EOFError, NotImplementedError) as error:
        raise BadInput(f"{path} is damaged: {error}. {AGAIN}") from error
    except RuntimeError as error:  # what zipfile raises for a file with a password
        raise BadInput(
            f"{path} cannot be opened: {error}. Export it without a password."
        ) from error


def _project(path: Path, container: ZipFile) -> ZipInfo:
    """project.qde, however it is spelled and wherever it lies; some programs name it after the
    project.
    """
    found = [info for info in container.infolist() if _last(info.filename).endswith(".qde")]
    if not found:
        raise BadInput(f"{path} holds no project.qde, so it is not a REFI-QDA project. {AGAIN}")
    return min(
        found, key=lambda info: (_last(info.filename) != "project.qde", info.filename.count("/"))
    )


def _last(name: str) -> str:
    return PurePosixPath(name.replace("\\", "/")).name.casefold()
