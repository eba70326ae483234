"""The small parts of project.qde: elements, GUIDs, times, and text that XML can hold."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from uuid import NAMESPACE_URL, uuid5
from xml.sax.saxutils import escape, quoteattr

PROJECT = "urn:QDA-XML:project:1.0"
OURS = uuid5(NAMESPACE_URL, "urn:dramaturg:qdpx")
LINE_END = re.compile("\r\n?")
UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
UNKNOWN = "\ufffd"


def clean(text: str) -> str:
    """With lines that end in a line feed, and a mark for each character that XML or UTF-8 cannot
    hold.
    """
    return (
        text
        if text.isascii() and text.isprintable()
        else UNWRITABLE.sub(UNKNOWN, LINE_END.sub("\n", text))
    )


@lru_cache(maxsize=10_000)
def guid(*parts: str) -> str:
    """The same for the same parts, in every export."""
    return str(uuid5(OURS, clean("\x1f".join(parts))))


def time(when: datetime) -> str:
    return when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def element(name: str, attributes: Mapping[str, str | None], *children: str) -> str:
    """An element with its children, which are written already. Attributes that are None are left
    out.
    """
    return (
        f"{opening(name, attributes)[:-1]}/>"
        if not children
        else f"{opening(name, attributes)}{''.join(children)}</{name}>"
    )


def opening(name: str, attributes: Mapping[str, str | None]) -> str:
    given = "".join(
        f" {key}={quoteattr(clean(value))}"
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{given}>"


def text(name: str, content: str) -> str:
    return f"<{name}>{escape(clean(content))}</{name}>"


def around(name: str, *children: str) -> str:
    """A list of things; nothing at all where there are none, as the schema wants at least one."""
    return f"<{name}>{''.join(children)}</{name}>" if any(children) else ""
