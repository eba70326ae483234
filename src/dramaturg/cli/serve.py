"""`dramaturg serve`: the studio and its API."""

from __future__ import annotations

from typing import Annotated

import typer

from dramaturg.api.server import run_server

commands = typer.Typer(add_completion=False)


@commands.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on.")] = 8420,
) -> None:
    """Serve the studio and its API."""
    run_server(host, port)
