"""Writing what a command has made, with a message where that cannot be."""

from __future__ import annotations

from pathlib import Path

from dramaturg.kernel.errors import BadInput


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
