"""What every document that people write has in common, whichever engine reads it."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Name = Annotated[
    str,
    Field(
        pattern=r"^[a-z][a-z0-9_]*$",
        description="Small letters, digits and _, beginning with a letter.",
    ),
]


Text = Annotated[str, Field(min_length=1)]


class Authored(BaseModel):
    """Every authored document and part of one: frozen, and no key that nobody knows."""

    model_config = ConfigDict(extra="forbid", frozen=True, str_strip_whitespace=True)
