"""What somebody says of themselves, as it is said to them: `my sister` becomes "your sister"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from dramaturg.english.prose import plain_word

TO_YOU: Mapping[str, str] = {
    **{"i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself"},
    **{"we": "you", "us": "you", "our": "your", "ours": "yours", "ourselves": "yourselves"},
    **{"i'm": "you're", "we're": "you're", "i've": "you've", "we've": "you've"},
    **{"i'd": "you'd", "we'd": "you'd", "i'll": "you'll", "we'll": "you'll"},
}
_AFTER_I: Mapping[str, str] = {"am": "are", "was": "were", "wasn't": "weren't"}
_OWN = re.compile(
    rf"(?i)\b(?:i (?P<verb>{'|'.join(_AFTER_I)})|(?!(?-i:US)\b)"
    rf"(?:{'|'.join(sorted(TO_YOU, key=len, reverse=True))}))\b(?!')".replace("'", "['’]")
)


def to_you(said: str) -> str:
    """In the second person; what is not about the speaker stays as it was said.

    >>> to_you("I was at my aunt's, and he was with us")
    "you were at your aunt's, and he was with you"
    """
    return _OWN.sub(_turned, " ".join(said.split()))


def _turned(found: re.Match[str]) -> str:
    if verb := found["verb"]:
        return f"you {_AFTER_I[plain_word(verb)]}"
    return TO_YOU[plain_word(found[0])]
