"""Prose: texts in the forms in which they are compared: plain letters, words, sentences, the words
that carry a point.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import lru_cache, wraps
from typing import TypeVar

T = TypeVar("T")

SHORT = 1_000  # characters of what comes again and again: labels, questions, most answers


def table(text: str) -> frozenset[str]:
    """A set of words, written as a text."""
    return frozenset(text.split())


_TYPOGRAPHIC = str.maketrans(
    {"’": "'", "‘": "'", "ʼ": "'", "‛": "'", "“": '"', "”": '"', "‐": "-", "‑": "-"}
)
_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
# Possessive, and never begun inside a run of marks: 200,000 dots take one pass, not as many.
_END = re.compile(r"(?<![.!?…])[.!?…]++[\"'”’)\]]*+(?=\s|$)|[。！？؟]")
_ABBREVIATIONS = table(
    "mr mrs ms dr prof st sr jr vs etc e.g i.e no approx dept inc ltd co a.m p.m"
)


def _read_once(read: Callable[[str], T]) -> Callable[[str], T]:
    """Remembers what was read in short texts."""
    known = lru_cache(maxsize=4096)(read)

    @wraps(read)
    def reading(text: str) -> T:
        return known(text) if len(text) <= SHORT else read(text)

    return reading


@_read_once
def plain(text: str) -> str:
    """Small letters without accents, straight apostrophes, single spaces, nothing invisible."""
    text = text.translate(_TYPOGRAPHIC).casefold()
    if not text.isascii():
        text = "".join(_bare_letter(letter) for letter in text)
    return " ".join(text.split())


def plain_word(word: str) -> str:
    """A word as word lists have it: small letters, a straight apostrophe, accents kept."""
    return word.lower().replace("’", "'")


@lru_cache(maxsize=4096)
def _bare_letter(letter: str) -> str:
    # Letter by letter: normalising a long run of accents as a whole takes quadratic time.
    kept = (
        part
        for part in unicodedata.normalize("NFKD", letter)
        if unicodedata.category(part) not in ("Mn", "Cf")
    )
    return "".join(kept)


@_read_once
def words(text: str) -> tuple[str, ...]:
    """The words of a text in plain form: `words("It's 9, Zoë!")` is it's, 9, zoe."""
    return tuple(_WORD.findall(plain(text)))


@_read_once
def sentences(text: str) -> tuple[str, ...]:
    """The sentences of a text, with their marks. A new line ends one too; `Dr. Ruiz` and `2.4` do
    not.
    """
    return tuple(sentence for line in text.splitlines() for sentence in _sentences_of(line))


def _sentences_of(line: str) -> Iterator[str]:
    start = 0
    for match in _END.finditer(line):
        if match.group() == "." and _is_abbreviation(line, match.start()):
            continue
        sentence = line[start : match.end()].strip()
        start = match.end()
        if words(sentence):
            yield sentence
    if words(rest := line[start:].strip()):
        yield rest


def _is_abbreviation(line: str, dot: int) -> bool:
    longest = 8
    before = line[max(0, dot - longest) : dot].split()
    last = before[-1].lstrip("(\"'").lower() if before else ""
    # `No. 5` is a number, `Not that, no. I was nine.` are two sentences
    is_number = last != "no" or line[dot + 1 : dot + 3].strip()[:1].isdigit()
    return last in _ABBREVIATIONS and is_number


_STOPWORDS = table("""
    a about after all also am an and any are as at be because been before being but by can could did
    do does doing don't down for from get got had has have he her here him his how i i'm i've if in
    into is isn't it it's its just like me more most my no not now of on one only or other our out
    over really she should so some still such than that that's the their them then there these they
    this those through to too under up us very was we we're were what when where which while who why
    will with would yes you your you're
""")


@_read_once
def content_words(text: str) -> frozenset[str]:
    """The words that carry a point, cut to their stems: hallucinations and hallucinate are one."""
    return frozenset(_stem(word) for word in words(text) if word not in _STOPWORDS)


def _stem(word: str) -> str:
    word = word.removesuffix("'s")
    if word.endswith("ies") and len(word) > 4:
        word = f"{word[:-3]}y"
    elif word.endswith("s") and not word.endswith("ss") and len(word) > 3:
        word = word[:-1]
    return word[:7]
