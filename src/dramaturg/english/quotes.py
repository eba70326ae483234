"""Finding a quote in what was said: spaces, capitals and kinds of quotation marks may differ, the
words may not.
"""

from __future__ import annotations

import re

PLAIN = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\u00a0": " "})
LEFT_OUT = re.compile(r"\s*(?:\.\.\.|…|\[\.\.\.\]|\[…\])\s*")
AROUND = " \"'.,;:!?"


def find(quote: str, text: str) -> tuple[int, int] | None:
    """Where the quote stands in the text, as characters of the text; None when it does not. '...'
    may leave words out.
    """
    letters, places = _flattened(text)
    start = end = -1
    for part in LEFT_OUT.split(quote):
        wanted = _flattened(part)[0].strip(AROUND)
        if not wanted:
            continue
        at = letters.find(wanted, max(end, 0))
        if at < 0:
            return None
        start, end = (at if start < 0 else start), at + len(wanted)
    return (places[start], places[end - 1] + 1) if start >= 0 else None


def _flattened(text: str) -> tuple[str, list[int]]:
    """The text in small plain letters with single spaces, and where each letter stood."""
    letters: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text.translate(PLAIN)):
        if character.isspace() and (not letters or letters[-1] == " "):
            continue
        for small in " " if character.isspace() else character.lower():
            letters.append(small)
            places.append(place)
    return "".join(letters), places
