"""Logins that were ended: a cookie stays signed until its day comes, so the server keeps which ones
count no more.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress
from pathlib import Path

from dramaturg.kernel.errors import SettingsError, StoreUnavailable


class EndedLogins:
    """The ids of ended logins, each with the time after which its cookie is too old anyway.

    With a `file` they outlive the server, and all servers that share it know them: a line for each,
    appended and never changed.
    """

    def __init__(self, file: Path | None = None) -> None:
        self._file = file
        self._until: dict[str, float] = {}
        self._read: tuple[int, int] | None = None

    @classmethod
    def kept_in(cls, file: Path) -> EndedLogins:
        """Those in a file, which comes with the first of them. Raises SettingsError when there is
        one that cannot be read.
        """
        logins = cls(file)
        try:
            logins._catch_up()
        except OSError as error:
            raise SettingsError(
                f"{file} cannot be read: {error.strerror}. It has the logins that were ended; make"
                " it a file this user may read."
            ) from error
        return logins

    def __contains__(self, login: str) -> bool:
        try:
            self._catch_up()
        except OSError:
            return login != ""  # what cannot be looked up may have been ended
        return login in self._until

    def add(self, login: str, until: float) -> None:
        """Raises StoreUnavailable when it cannot be kept; until the server ends it counts all the
        same.
        """
        known = login in self._until
        self._until[login] = until
        if self._file is None or known:
            return
        try:
            descriptor = os.open(self._file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            try:
                os.write(descriptor, f"{login} {until}\n".encode())
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
        except OSError as error:
            raise StoreUnavailable(
                "You are logged out until the server is started again, but not after that, for"
                f" {self._file} cannot be written: {error.strerror}. Let whoever runs the server"
                " make it writable, then log in and out once more."
            ) from error

    def _catch_up(self) -> None:
        """Read the file when somebody has written to it."""
        if self._file is None:
            return
        with suppress(FileNotFoundError, NotADirectoryError):  # nobody has logged out yet
            found = self._file.stat()
            if (seen := (found.st_mtime_ns, found.st_size)) == self._read:
                return
            now = time.time()
            lines = (line.split() for line in self._file.read_text(encoding="ascii").splitlines())
            self._until |= {
                parts[0]: float(parts[1]) for parts in lines if len(parts) == 2
            }  # else it was torn, and not told as kept
            self._until = {login: until for login, until in self._until.items() if until > now}
            self._read = seen
