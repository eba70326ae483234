"""Which language words are in, as far as letters and small words tell it."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter

from dramaturg.data_files import Words, load
from dramaturg.english.prose import table

SMALL_WORDS = load(__file__, "languages.yaml", dict[str, Words])
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
SCRIPTS = {
    "ARABIC": "ar", "HEBREW": "he", "DEVANAGARI": "hi", "HANGUL": "ko", "HIRAGANA": "ja",
    "KATAKANA": "ja", "CJK": "zh", "GREEK": "el", "CYRILLIC": "ru", "THAI": "th",
    "BENGALI": "bn", "TAMIL": "ta", "ARMENIAN": "hy", "GEORGIAN": "ka", "ETHIOPIC": "am",
}  # fmt: skip
ENGLISH, UNKNOWN = "en", "unknown"
FEW = 2  # words: so few must all be of another language, and none of them English too
ENGLISH_TOO = table(
    "die den des hat war mal bin son plus tout ton mes sans par pour ma au on pas he me no como"
    " come mi ti si mia era chi lei dove ho per in lo ben over van had is was we of dan hem met men"
    " var han for at din sin min bare er til to do go ale my po her ama bu biz kim ne sen jos are"
    " la mare mint ki dari dia ada anh kama pia"
)


def language_of(text: str) -> str:
    """A code of two letters, or `unknown` where there are no words to tell it by."""
    words = [word.lower().replace("’", "'") for word in _WORD.findall(text)]
    if not words:  # a year or a price is an answer
        return ENGLISH if any(map(str.isdigit, text)) else UNKNOWN
    script = _script("".join(words))
    if script != "LATIN":
        return _by_script(script, words)
    said = set(words)
    english = said & SMALL_WORDS[ENGLISH]
    own = {code: said & known - SMALL_WORDS[ENGLISH] for code, known in SMALL_WORDS.items()}
    best = max(own, key=lambda code: len(own[code]))
    few = len(said) <= FEW and len(own[best]) == len(said) and not said & ENGLISH_TOO
    return best if (len(own[best]) >= 2 or few) and len(own[best]) > len(english) else ENGLISH


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
