"""Letters as they are compared in any language."""

from __future__ import annotations

import unicodedata

_ALIKE = str.maketrans({"’": "'", "‘": "'", "ʼ": "'", "ى": "ي", "ة": "ه", "ـ": None, "…": "."})


def bare(text: str) -> str:
    """Small letters without accents and vowel marks, single spaces; Arabic letters that people
    write for one another are one.

    >>> bare("Ya no QUIERO  vivir más"), bare("أريدُ")
    ('ya no quiero vivir mas', 'اريد')
    """
    apart = unicodedata.normalize("NFKD", text.casefold().translate(_ALIKE))
    kept = (letter for letter in apart if unicodedata.category(letter) not in ("Mn", "Cf"))
    return " ".join("".join(kept).split())
