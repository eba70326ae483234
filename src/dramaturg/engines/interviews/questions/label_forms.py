"""Labels in questions: a concept's label as it was said, with its own article, where it is a plain
noun phrase. It is never inflected; where it is not fluent as it is, no question names it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from dramaturg.english.prose import words
from dramaturg.english.second_person import TO_YOU, to_you
from dramaturg.turn.ports import Sentence, Syntax

LONGEST = 5  # words


@dataclass(frozen=True, slots=True)
class QuestionPhrase:
    """Words that can stand after "about"; `plural` tells how a verb agrees with them."""

    text: str
    plural: bool = False


def phrase(label: str, quote: str, syntax: Syntax) -> QuestionPhrase | None:
    """The label under its own article; None where it is no plain noun phrase, or stands bare where
    English wants an article.
    """
    text = label.strip(" .,;:!?\"'“”")
    article = _article(text, quote)
    sentence = _sentence(f"{article} {text}".strip(), syntax)
    if not sentence or len(text.split()) > LONGEST or _NO_LABEL.search(text):
        return None
    root = next((token for token in sentence if token.dep == "ROOT"), sentence[0])
    is_plain = root.pos in _NAMES and all(token.pos in _PARTS for token in sentence)
    several = root.tag in ("NNS", "NNPS")
    has_article = bool(article) or sentence[0].pos in ("DET", "NUM", "PROPN")
    if not is_plain or not (several or has_article or words(text)[0] in TO_YOU):
        return None
    return QuestionPhrase(to_you(f"{article} {text}".strip()), several)


_NO_LABEL = re.compile(r"[^\w' -]")
_NAMES = ("NOUN", "PROPN")
_PARTS = (*_NAMES, "ADJ", "DET", "NUM", "PRON", "ADP", "PART", "CCONJ")
_ARTICLES: Mapping[str, str] = {
    **dict.fromkeys(("the", "this", "that", "these", "those"), "the"),
    **{"my": "your", "our": "your", "a": "a", "an": "an"},
}


def _article(text: str, quote: str) -> str:
    """The article or owner that stood before these very words; none where there was none."""
    said, wanted = words(quote), words(text)
    places = (place for place in range(1, len(said)) if said[place : place + len(wanted)] == wanted)
    return next(filter(None, (_ARTICLES.get(said[place - 1]) for place in places)), "")


def _sentence(text: str, syntax: Syntax) -> Sentence:
    read = syntax.read(text) if text else ()
    return read[0] if len(read) == 1 else ()
