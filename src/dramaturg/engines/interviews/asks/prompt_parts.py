"""What the prompts of interviews have in common: lists under a title, long texts cut, the form of an
answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any


def listed(title: str, lines: Iterable[str]) -> str:
    """A list under its title; nothing where nothing is listed."""
    items = [f"- {line}" for line in lines]
    return "\n".join((title, *items)) if items else ""


def head_and_tail(text: str, most: int, between: str) -> str:
    """The text, or its beginning and its end where it is longer than `most` characters."""
    return text if len(text) <= most else f"{text[: most // 2]}{between}{text[-(most // 2) :]}"


def object_form(properties: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON Schema of an object that has these properties, all of them and no others."""
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def list_form(properties: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON Schema of a list of such objects."""
    return {"type": "array", "items": object_form(properties)}
