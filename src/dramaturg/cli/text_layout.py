"""Text for the terminal: long lines of a labelled list go on under their own words."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

LABEL = 14
"""Where the words begin, after their label."""


def wrapped(lines: Iterable[str], width: int, indent: int = LABEL) -> Iterator[str]:
    """Each line within `width`; what does not fit goes on below, `indent` columns in."""
    for line in lines:
        yield from textwrap.wrap(
            line, width, subsequent_indent=" " * indent, break_on_hyphens=False
        ) or [""]


def labelled(rows: Iterable[tuple[str, str]], width: int) -> Iterator[str]:
    """Labels and words in two columns: `labelled([("phase", "early")], 80)`."""
    return wrapped((f"{label:<{LABEL}} {words}" for label, words in rows), width, LABEL + 1)
