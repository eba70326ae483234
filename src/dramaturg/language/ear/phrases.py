"""Phrases: the words of a text and their neighbours, up to three together, as a set."""

from __future__ import annotations

import re

_WORD = re.compile(r"[a-z']+|\d+|[?!]")
LONGEST = 3


def phrases(text: str) -> frozenset[str]:
    """In lower case, figures as 0, the beginning and the end as a stroke."""
    found = _WORD.findall(text.lower().replace("’", "'"))
    words = ["|", *("0" if word.isdigit() else word for word in found), "|"]
    return frozenset(
        " ".join(words[at : at + size])
        for size in range(1, LONGEST + 1)
        for at in range(len(words) - size + 1)
    )
