"""Disguise: letters that hide what a line says from whoever checks it. Nobody speaks so."""

from __future__ import annotations

import re
import unicodedata

_UNSEEN = re.compile(
    "[\u202d\u202e]"
    "|[A-Za-z .,][\u00ad\u200b-\u200d\u2060\ufeff]"
    "|[\u00ad\u200b-\u200d\u2060\ufeff][A-Za-z ]"
)
"""Marks that nobody sees within Latin words, and those that turn a line around."""
_MARKED = re.compile("[A-Za-z ][\u0300-\u036f]")
"""A mark on a letter that never bears it."""
_DRESSED = re.compile("[\uff21-\uff3a\uff41-\uff5a\U0001d400-\U0001d7ff\u24b6-\u24e9]+")
"""Latin letters drawn wide, bold or in circles."""
_MIXED = re.compile("[A-Za-z][\u0370-\u03ff\u0400-\u04ff]|[\u0370-\u03ff\u0400-\u04ff][A-Za-z]")
"""Letters of another script that look like Latin ones, within a word."""
_APART = re.compile(r"(?:(?<!\w)[A-Za-z][\W_]{1,3}){7,}")
_DIGITS = re.compile(r"\b[A-Za-z]*[a-z]\d+[a-z]\w*")
_TORN = re.compile(r"(?<=[A-Za-z])-(?=[A-Za-z])")
SEVERAL = 2
"""Words with digits within; one alone may be a name."""


def disguised(text: str) -> str | None:
    """What of a text is written so that its words are not known by their letters, or None.

    >>> disguised("Y o u  a r e  c l e a r l y  i l l.") is None
    False
    >>> disguised("Zoë's naïve façade, 3rd floor, in the U.S.A.") is None
    True
    """
    composed = unicodedata.normalize("NFC", text)
    for pattern in (_UNSEEN, _MARKED, _DRESSED, _MIXED, _APART):
        if found := pattern.search(composed):
            return found.group()
    with_digits = _DIGITS.findall(text)
    return " ".join(with_digits) if len(with_digits) >= SEVERAL else None


def made_whole(text: str) -> str:
    """Without hyphens within words, by which a word may be torn apart.

    >>> made_whole("my sys-tem pro-mpt - yes")
    'my system prompt - yes'
    """
    return _TORN.sub("", text)
