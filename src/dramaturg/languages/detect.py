"""Which language words are in, as far as letters and small words tell it."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from functools import cache

from dramaturg.data_files import Words, load

SMALL_WORDS = load(__file__, "small_words.yaml", dict[str, Words])
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
SCRIPTS = {
    "ARABIC": "ar", "HEBREW": "he", "DEVANAGARI": "hi", "HANGUL": "ko", "HIRAGANA": "ja",
    "KATAKANA": "ja", "CJK": "zh", "GREEK": "el", "CYRILLIC": "ru", "THAI": "th",
    "BENGALI": "bn", "TAMIL": "ta", "ARMENIAN": "hy", "GEORGIAN": "ka", "ETHIOPIC": "am",
}  # fmt: skip
ENGLISH, UNKNOWN = "en", "unknown"
FEW = 2  # words: so few must all be of another language, and none of them English too
ENGLISH_TOO = load(__file__, "english_too.yaml", Words)
"""Words of other languages that are English words, names or typing slips too."""
LETTERS = {
    "es": "ñ¿¡", "pt": "ãõ", "de": "ßäöü", "fr": "œùêèàç", "pl": "łąęśżźćń", "tr": "ğış",
    "sv": "åäö", "da": "æøå", "cs": "řůěčšž", "ro": "țșă", "hu": "őű", "vi": "đơư",
}  # fmt: skip
"""Letters that speak for one of two languages that share their small words."""

# ── how sure it must be before a conversation goes on in another language ─────────────────────────

SCRIPT_SHARE = 0.6  # of the letters: names and terms may be written in others
IN_SCRIPT = {"CJK": 6, "HIRAGANA": 6, "HANGUL": 6}
LETTERS_IN_SCRIPT = 12  # and words enough: a name and an "all right" lead nowhere
WORDS_IN_LATIN = 4
TELLING = 2  # small words that are no English ones; letters of its own are one more
SMALL_SHARE = 0.25  # of all words: a sentence that quotes another language is not in it


def language_of(text: str) -> str:
    """A code of two letters, or `unknown` where there are no words to tell it by."""
    words = _words(text)
    if not words:  # a year or a price is an answer
        return ENGLISH if any(map(str.isdigit, text)) else UNKNOWN
    script = _script("".join(words))
    if script != "LATIN":
        return _by_script(script, words)
    said = set(words)
    english = said & SMALL_WORDS[ENGLISH]
    own = _own(said)
    best = _best(own, text)
    few = len(said) <= FEW and len(own[best]) == len(said) and not said & ENGLISH_TOO
    return best if (len(own[best]) >= 2 or few) and len(own[best]) > len(english) else ENGLISH


def surely(text: str) -> str:
    """The language where it is beyond doubt; empty for what is short, a name, or of two languages.

    >>> surely("Mi abuela hacía pan los domingos, y todos comíamos con ella.")
    'es'
    >>> surely("ok"), surely("Marrakesch"), surely("no, gracias")
    ('', '', '')
    """
    words = _words(text)
    letters = "".join(words)
    if not letters:
        return ""
    script = _script(letters)
    if script != "LATIN":
        of_it = sum(_is_other(letter) for letter in letters)
        enough = of_it >= IN_SCRIPT.get(script, LETTERS_IN_SCRIPT)
        found = _by_script(script, words)
        is_sure = enough and of_it >= SCRIPT_SHARE * len(letters) and found != UNKNOWN
        return found if is_sure else ""
    said = set(words)
    own = _own(said) | {ENGLISH: said & _english_only()}
    best = _best(own, text)
    rival = 0 if best == ENGLISH else len(own[ENGLISH])
    small = [word for word in words if word in SMALL_WORDS[best]]
    telling = len(own[best] - ENGLISH_TOO) + (best in _by_letters(text))
    is_much = len(small) >= SMALL_SHARE * len(words) and telling >= TELLING
    return best if len(words) >= WORDS_IN_LATIN and is_much and len(own[best]) > rival else ""


@cache
def _english_only() -> frozenset[str]:
    others = (words for code, words in SMALL_WORDS.items() if code != ENGLISH)
    return SMALL_WORDS[ENGLISH] - ENGLISH_TOO - frozenset[str]().union(*others)


def _words(text: str) -> list[str]:
    return [word.lower().replace("’", "'") for word in _WORD.findall(text)]


def _own(said: set[str]) -> dict[str, set[str]]:
    """What each language knows of these words that English does not."""
    return {code: said & known - SMALL_WORDS[ENGLISH] for code, known in SMALL_WORDS.items()}


def _best(own: Mapping[str, set[str]], text: str) -> str:
    """The language that knows most of the words; among equals, the one whose letters are there."""
    lettered = _by_letters(text)
    return max(own, key=lambda code: (len(own[code]), code in lettered))


def _by_letters(text: str) -> frozenset[str]:
    """The languages whose own letters are there."""
    letters = set(text.lower())
    return frozenset(code for code, own in LETTERS.items() if letters & set(own))


def _is_other(letter: str) -> bool:
    """Whether a letter is of no Latin script."""
    return not unicodedata.name(letter, "LATIN").startswith("LATIN")


def _script(letters: str) -> str:
    counted = Counter(unicodedata.name(letter, "LATIN").split()[0] for letter in letters)
    if counted.keys() & {"HIRAGANA", "KATAKANA"}:
        return "HIRAGANA"
    return counted.most_common(1)[0][0]


def _by_script(script: str, words: list[str]) -> str:
    letters = set("".join(words))
    if script == "CYRILLIC" and letters & set("іїєґ"):
        return "uk"
    if script == "ARABIC" and letters & set("پچژگ"):
        return "fa"
    return SCRIPTS.get(script, UNKNOWN)
