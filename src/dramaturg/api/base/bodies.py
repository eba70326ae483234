"""What requests bring with them, and answers that are files."""

from __future__ import annotations

from fastapi import Response
from pydantic import BaseModel, ConfigDict


class Sent(BaseModel):
    """The body of a request. What nobody asked for is refused by its name, and a word that only
    looks like a number too.
    """

    model_config = ConfigDict(extra="forbid", strict=True)


def as_file(name: str, data: str | bytes, media_type: str) -> Response:
    """An answer that a browser keeps under this name, and does not open."""
    return Response(
        data,
        media_type=media_type,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )
