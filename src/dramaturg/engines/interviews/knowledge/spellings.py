"""Spellings: the forms in which a label is looked up, and what two labels share."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dramaturg.english.contraries import DENYING
from dramaturg.english.prose import content_words, plain, table, words
from dramaturg.turn.ports import Sentence, Syntax

_SILENT = table("DET PUNCT SPACE SYM")  # parts of speech that change no label
_OWNERS = table("my our your his her their its")


def spelling(type: str, label: str) -> str:
    """By this a concept is found again."""
    return f"{type} {plain(label)}"


def by_lemma(labels: Sequence[str], syntax: Syntax) -> dict[str, str]:
    """What is left of each label without articles, owners and endings: `my lattes` and `a latte`
    are one.

    It begins with a mark, for it is not what anybody said.
    """
    read = syntax.read_all(labels)
    return {
        label: f"~{' '.join(_lemmas(sentences)) or label}"
        for label, sentences in zip(labels, read, strict=True)
    }


def _lemmas(sentences: Sequence[Sentence]) -> Iterator[str]:
    for token in (token for sentence in sentences for token in sentence):
        word = plain(token.text)
        if word in DENYING or (token.pos not in _SILENT and word not in _OWNERS):
            yield plain(token.lemma)


def shared(one: str, other: str) -> frozenset[str]:
    """The words of both that carry a point, as stems."""
    return content_words(one) & content_words(other)


def beside(label: str, stems: frozenset[str]) -> str:
    """What a label says beside these words: `oat milk taste` beside oat and milk is `taste`."""
    return " ".join(word for word in words(label) if content_words(word) - stems)
