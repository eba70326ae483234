"""Start-up: `dramaturg --help`, beside a typer program that does nothing else."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from bench.measure import Cost, folders, in_rounds, metered
from bench.report import Finding, at_most, millis

ROUNDS = 12
BARE = """
import typer

app = typer.Typer()


@app.command()
def hello(name: str) -> None:
    print(name)


app()
"""


def findings() -> Iterator[Finding]:
    with folders("bare") as (folder,):
        program = folder / "bare.py"
        program.write_text(BARE)
        ours, bare = in_rounds(
            ROUNDS,
            _helping(str(Path(sys.executable).parent / "dramaturg")),
            _helping(sys.executable, str(program)),
        )
    yield Finding("--help, beside a bare typer program", ours.wall, bare.wall, millis, at_most(2))


def _helping(*command: str) -> Callable[[], Cost]:
    def contender() -> Cost:
        with metered() as cost:
            subprocess.run([*command, "--help"], check=True, capture_output=True)
        return cost

    return contender
