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


def word_count(text: str) -> int:
    """How many words; of letters that stand for words, two are one.

    >>> word_count("Mi abuela cocinaba."), word_count("我奶奶每天做饭。")
    (3, 4)
    """
    close = sum("\u3040" <= letter <= "\u9fff" for letter in text)
    return (close + 1) // 2 if close else len(text.split())
