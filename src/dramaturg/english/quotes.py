"""Finding a quote in what was said: spaces, capitals and kinds of quotation marks may differ, the
words may not; nearly found, a word in five may.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher

PLAIN = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\u00a0": " "})
LEFT_OUT = re.compile(r"\s*(?:\.\.\.|…|\[\.\.\.\]|\[…\])\s*")
AROUND = " \"'.,;:!?"
WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
NEARLY = 0.8  # of a quote's words
FEWEST = 4  # words of a quote that may differ in one


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


def nearly(quote: str, text: str) -> tuple[int, int] | None:
    """Where the quote stands, also where a word in five was quoted otherwise than it was said.

    >>> nearly("it keeps the foam all the morning", "Yes, it keeps the foam all morning.")
    (5, 34)
    """
    if exactly := find(quote, text):
        return exactly
    wanted = [match[0].lower() for match in WORD.finditer(quote.translate(PLAIN))]
    places = list(WORD.finditer(text.translate(PLAIN)))
    if len(wanted) < FEWEST:
        return None
    said = [match[0].lower() for match in places]
    blocks = [
        each
        for each in SequenceMatcher(None, wanted, said, autojunk=False).get_matching_blocks()
        if each.size
    ]
    same = sum(each.size for each in blocks)
    if same < NEARLY * len(wanted):
        return None
    first, last = blocks[0].b, blocks[-1].b + blocks[-1].size - 1
    too_far = last - first + 1 > len(wanted) / NEARLY
    return None if too_far else (places[first].start(), places[last].end())


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
