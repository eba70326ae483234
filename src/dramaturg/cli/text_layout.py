"""Text for the terminal: long lines of a labelled list go on under their own words."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator

UNDER = 14
"""Where the words of an audit begin, after their label."""


def hanging(lines: Iterable[str], width: int, under: int = UNDER) -> Iterator[str]:
    """Each line within `width`; what does not fit goes on below, `under` columns in."""
    for line in lines:
        yield from textwrap.wrap(
            line, width, subsequent_indent=" " * under, break_on_hyphens=False
        ) or [""]
