"""Consent to go into the sensitive core of a topic: asked for in plain words, given in plain words,
taken back in any. The plain words are a promise; what else is a no, the ear hears.
"""

from __future__ import annotations

from dramaturg.data_files import Pattern, load
from dramaturg.english.prose import plain
from dramaturg.languages.answers import plain_answer
from dramaturg.turn.hearing import Act, Hearing

_PATTERNS = load(__file__, "patterns.yaml", dict[str, dict[str, Pattern]])["consent"]

_NO = _PATTERNS["no"]
_YES = _PATTERNS["yes"]
_OFFERED = _PATTERNS["offered"]
_DECLINED = _PATTERNS["declined"]
_HEARD_AS_NO: frozenset[Act] = frozenset({"refusal", "denial", "skip"})


def declines(text: str) -> bool:
    """Whether somebody says in plain words that a matter is to be left."""
    return _DECLINED.search(plain(text)) is not None


def consent_in(text: str, was_asked: bool, hearing: Hearing) -> bool | None:
    """What the words say of it: yes, no, or nothing."""
    said = plain(text).strip()
    if was_asked and not hearing.is_readable:
        return plain_answer(text)
    if declines(said) or (was_asked and _NO.match(said)):
        return False
    if was_asked and _YES.match(said) and "refusal" not in hearing.does:
        return True
    if was_asked and hearing.does & _HEARD_AS_NO:
        return False
    return True if _OFFERED.search(said) else None
