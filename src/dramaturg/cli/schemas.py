"""`dramaturg schemas`: what an editor needs to know of content."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dramaturg.app.content.kinds import KINDS
from dramaturg.content.schemas import write_schemas

commands = typer.Typer(add_completion=False)


@commands.command()
def schemas(
    folder: Annotated[Path, typer.Argument(help="Where to write them.")] = Path("schemas"),
) -> None:
    """Write JSON Schemas, so that an editor completes and checks content while it is written."""
    for file in write_schemas(KINDS, folder):
        print(file)
