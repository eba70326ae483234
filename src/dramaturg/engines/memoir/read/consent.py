"""Consent to go into the sensitive core of a topic: asked for in plain words, given in plain words,
taken back in any.
"""

from __future__ import annotations

import re

from dramaturg.data_files import Pattern, load
from dramaturg.english.prose import plain

_PATTERNS = load(__file__, "patterns.yaml", dict[str, dict[str, Pattern]])["consent"]

_NO = _PATTERNS["no"]
_YES = _PATTERNS["yes"]
_OFFERED = _PATTERNS["offered"]
_DECLINED = _PATTERNS["declined"]
_STOP = re.compile(r"\b(?:stop|finish|end|quit|goodbye|bye|for today|tired|rest)\b")


def declines(text: str) -> bool:
    """Whether somebody says in plain words that a matter is to be left: readers would hear some of
    these as talk.
    """
    return _DECLINED.search(plain(text)) is not None


def consent_in(text: str, was_asked: bool) -> bool | None:
    """What the words say of it: yes, no, or nothing."""
    said = plain(text).strip()
    if declines(said) or (was_asked and _NO.match(said)):
        return False
    if was_asked and _YES.match(said):
        return True
    return True if _OFFERED.search(said) else None


def says_stop(text: str) -> bool:
    """Whether a no to what was asked is a wish to stop altogether."""
    return _STOP.search(plain(text)) is not None
