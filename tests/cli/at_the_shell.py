"""Commands run in this process, as a shell would run them in a folder of their own: fast, with what
was typed and printed.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from typer.testing import CliRunner, Result

from dramaturg.cli.main import app, run


def run_here(
    *arguments: str, stdin: str | bytes = "", folder: Path | str = ".", **variables: str
) -> CompletedProcess[str]:
    """What `dramaturg` with these arguments prints in a folder, and how it leaves; an error that it
    does not expect is raised.
    """
    with (
        pytest.MonkeyPatch.context() as patch,
        CliRunner().isolation(stdin, {"COLUMNS": "120", **variables}) as (printed, told, _),
    ):
        patch.chdir(folder)
        patch.setattr(sys, "argv", ["dramaturg", *arguments])
        with pytest.raises(SystemExit) as left:
            run()
        sys.stdout.flush()
        sys.stderr.flush()
        return CompletedProcess(
            arguments,
            int(left.value.code or 0),
            printed.getvalue().decode(),
            told.getvalue().decode(),
        )


@dataclass(frozen=True)
class Shell:
    folder: Path

    def __call__(self, *arguments: str, said: tuple[str, ...] = ()) -> str:
        """What a command prints that does what it is asked."""
        done = self._run(arguments, said)
        assert done.exit_code == 0, (done.output, done.exception)
        return done.output

    def fails(self, error: type[BaseException], message: str, *arguments: str) -> None:
        """A command that does not, with this error and a message that says so."""
        done = self._run(arguments, ())
        assert isinstance(done.exception, error), (done.output, done.exception)
        assert message in f"{done.output}{done.exception}"

    def finds_fault(self, *arguments: str) -> str:
        """What a command prints that does what it is asked, and ends with 1 for what it found."""
        done = self._run(arguments, ())
        assert done.exit_code == 1, done.output
        assert isinstance(done.exception, SystemExit), done.exception
        return done.output

    @property
    def session(self) -> str:
        """Of the session that was played last."""
        return self("sessions", "list").splitlines()[1].split()[0]

    def _run(self, arguments: tuple[str, ...], said: tuple[str, ...]) -> Result:
        environment = {"DRAMATURG_STORE": str(self.folder / "sessions.db"), "COLUMNS": "120"}
        return CliRunner().invoke(
            app, list(arguments), input="".join(f"{line}\n" for line in said), env=environment
        )


def shell(folder: Path) -> Shell:
    return Shell(folder)
