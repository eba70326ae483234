"""Places: the folders and the store that the settings name, tried before anything is begun
in them.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile

from dramaturg.app.config.settings import Settings
from dramaturg.kernel.errors import DramaturgError, SettingsError
from dramaturg.store import open_log
from dramaturg.turn.ports import Clock


def make_own_folder(settings: Settings) -> None:
    """The folder for what authors write. Raises SettingsError."""
    try:
        settings.own_folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise cannot_be_written(settings.own_folder, "DRAMATURG_CONTENT", error) from error


async def try_places(settings: Settings, clock: Clock) -> None:
    """Whether a server can keep everything where the settings say. Raises SettingsError with all
    that is wrong.
    """
    told = [*_unwritable(settings)]
    try:
        await (await open_log(settings.store, clock)).close()
    except DramaturgError as error:
        told.append(str(error))
    if told:
        raise SettingsError("\n".join(told))


def cannot_be_written(place: Path, setting: str, error: OSError) -> SettingsError:
    return SettingsError(
        f"{place} cannot be written: {str(error.strerror).lower()}. Make it a folder that this user"
        f" may write to, or set {setting} to another."
    )


def _unwritable(settings: Settings) -> Iterator[str]:
    with suppress(OSError):  # told below
        settings.own_folder.mkdir(parents=True, exist_ok=True)
    for folder, setting in (
        (settings.own_folder, "DRAMATURG_CONTENT"),
        (settings.games_folder, "DRAMATURG_GAMES"),
    ):
        there = next(
            (each for each in (folder, *folder.absolute().parents) if each.exists()), folder
        )
        try:
            with TemporaryFile(
                dir=there
            ):  # asking for permission is not enough: whole disks can be read-only
                pass
        except OSError as error:
            yield str(cannot_be_written(folder, setting, error))
