"""Re-makes what the commands of `commands.toml` print, when it is meant to change:

    python -m tests.golden.make [NAME...]        all, or those whose folder or name begins so

Beside each input lies NAME.out with what was printed, byte for byte. Where the command failed or
complained there is NAME.err: the exit code on the first line, then what was told. Where nothing was
printed there is no file.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

from tests.cli.at_the_shell import run_here

HERE = Path(__file__).parent


def commands() -> dict[str, list[str]]:
    """The arguments of each command, by its place: folder/name."""
    folders = tomllib.loads((HERE / "commands.toml").read_text(encoding="utf-8"))
    return {
        f"{folder}/{name}": typed.split()
        for folder, named in folders.items()
        for name, typed in named.items()
    }


def printed(arguments: list[str]) -> tuple[bytes, bytes]:
    """What belongs into the two files; the second is empty when all went well."""
    done = run_here(*arguments, folder=HERE, DRAMATURG_STORE="no_store_is_needed.db")
    silent = done.returncode == 0 and not done.stderr
    return (
        done.stdout.encode(),
        b"" if silent else f"exit {done.returncode}\n{done.stderr}".encode(),
    )


def kept(place: str) -> tuple[bytes, bytes]:
    out, err = (file.read_bytes() if file.exists() else b"" for file in files(place))
    return out, err


def files(place: str) -> tuple[Path, Path]:
    return HERE / f"{place}.out", HERE / f"{place}.err"


def main(beginnings: list[str]) -> None:
    for place, arguments in commands().items():
        if (
            beginnings
            and not place.startswith(tuple(beginnings))
            and not place.split("/")[1].startswith(tuple(beginnings))
        ):
            continue
        for file, content in zip(files(place), printed(arguments), strict=True):
            if content:
                file.write_bytes(content)
            else:
                file.unlink(missing_ok=True)


if __name__ == "__main__":
    main(sys.argv[1:])
