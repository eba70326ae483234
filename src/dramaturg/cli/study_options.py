"""What commands of studies are given: an open study, a code of it, or a CSV file from anywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Open = Annotated[
    str,
    typer.Argument(
        help="An open study: id of its file, or the beginning of its own id.", metavar="STUDY"
    ),
]
Source = Annotated[
    Path,
    typer.Argument(help="An open study, or a CSV file; - for standard input.", metavar="STUDY|CSV"),
]
CodeName = Annotated[
    str, typer.Argument(help="A code, by its id or name as `study codes` tells it.", metavar="CODE")
]
CutoffOption = Annotated[
    int | None, typer.Option(min=1, help="The map's cut-off; as proposed if left out.")
]
Redact = Annotated[
    bool,
    typer.Option(
        "--redact", help="Take out names, addresses and numbers that say who somebody is."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="JSON instead of tables.")]


def is_file(source: Path) -> bool:
    """Whether a file is meant, be it there or not; - is standard input. Names of studies have
    neither endings nor folders.
    """
    return str(source) == "-" or source.is_file() or bool(source.suffix) or len(source.parts) > 1
